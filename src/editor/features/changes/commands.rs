//! Commands of the window *Who changed this?*.

use crate::debugger::changes::PartNumber;

/// Commands about changes of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChangeCommand {
    /// Find the last change up to the displayed state.
    Last(PartNumber),
    /// Find the next change after it.
    Next(PartNumber),
    /// Skip motion by forces and velocities, or not.
    SkipMotion(bool),
    /// Show the answer again.
    Show,
    /// Cancel the search.
    Cancel,
    /// Close the window.
    Close,
}
