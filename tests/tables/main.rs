//! Tables of numbers calculated by hand from the formulas of the sources, one file per source. Where possible, numbers are
//! binary fractions or 3-4-5 triangles. Every row is tested with the engine and with the reference (tests/reference).

mod source_001;
mod source_002;
mod source_002_time;
mod source_003;
mod source_004;
mod support;

use blobsmith_reference as reference;
