//! Time and reasons: runs that can be rewound, and what was measured along them.
//!
//! Must never know: the screen.

pub mod run;

pub use run::{Run, Sample};
