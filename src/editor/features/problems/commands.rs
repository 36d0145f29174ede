//! The rows of the Problems panel.

use crate::debugger::diagnosis::Problem;
use crate::level::Place;

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemRow {
    /// Findings of one rule of the checks, by its id.
    Check(&'static str),
    /// A cause, by id and place.
    Cause(&'static str, Place),
    /// A problem of the run.
    Problem(Problem),
    /// Findings that follow from a worse problem of the same body.
    Consequence(Problem),
    /// Findings of a detector without harm.
    Harmless(Problem),
    /// Marks that no detector makes, by the id of their kind.
    Marks(&'static str),
}
