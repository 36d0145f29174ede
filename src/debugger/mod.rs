//! Time and reasons: runs that can be rewound, and what was measured along them.
//!
//! Must never know: the screen.

mod keyframes;
pub mod run;

pub use run::{Moment, Run, Sample};
