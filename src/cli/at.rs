//! The option `--at` of commands that show one moment.

use super::outcome::Failure;
use crate::debugger::{Moment, moment};

/// Parses the value: a moment without a phase.
///
/// # Errors
/// What a moment looks like.
pub fn parse(text: &str) -> Result<Moment, String> {
    match moment::parse(text)? {
        (moment, 0) => Ok(moment),
        _ => Err("phases are shown by the window; write FRAME.SUBSTEP".to_owned()),
    }
}

/// Refuses a substep that the frames of the level do not have.
///
/// # Errors
/// The substeps of a frame.
pub fn check(option: &str, substep: u32, substeps: u32) -> Result<(), Failure> {
    if substep < substeps {
        return Ok(());
    }
    Err(Failure::Refused(format!("{option}: a frame of this level has substeps 0 to {}", substeps - 1)))
}
