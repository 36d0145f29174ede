//! Time and reasons: runs that can be rewound, and what was measured along them.
//!
//! Must never know: the screen.

mod inside;
mod keyframes;
pub mod probes;
pub mod run;
pub mod twin;
pub mod watch;

pub use keyframes::{BUDGET, Memory};
pub use run::{Moment, Run, Sample};
pub use twin::Twin;
pub use watch::Expression;
