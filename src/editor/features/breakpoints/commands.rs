//! Commands of the Breakpoints tab.

use crate::debugger::Moment;
use crate::level::Place;

/// Commands of the Breakpoints panel and the timeline.
#[derive(Clone, Debug, PartialEq)]
pub enum BreakpointCommand {
    /// Go back to the first moment at which the condition of this breakpoint became true.
    Back(usize),
    /// Run forward until the condition becomes true.
    Forward(usize),
    /// Cancel the search.
    Cancel,
    /// Clear the hit counts and marks.
    Reset,
    /// Go to the moment of a mark and select its part.
    GoTo(Moment, Option<Place>),
}
