//! The rows of the Problems panel.

use crate::debugger::diagnosis::Illness;
use crate::level::Place;

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Findings of one rule of the checks, by its id.
    Check(&'static str),
    /// A cause, by id and place.
    Cause(&'static str, Place),
    /// An illness of the run.
    Illness(Illness),
    /// Findings that follow from a worse illness of the same body.
    Consequence(Illness),
    /// Findings of a detector without harm.
    Harmless(Illness),
    /// Marks that no detector makes, by the id of their kind.
    Marks(&'static str),
}
