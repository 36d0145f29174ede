//! Tables of numbers worked by hand from the formulas of the sources, a file a source. Numbers are binary fractions or
//! stand 3-4-5 where they can. Every row is asked of the engine and of the reference (tests/reference) alike.

#[path = "../reference/mod.rs"]
mod reference;

mod source_001;
mod source_002;
mod source_002_time;
mod source_003;
mod source_004;
mod support;
