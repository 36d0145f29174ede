//! Commands of the diagnosis.

use crate::debugger::diagnosis::{Problem, Remedy};
use crate::editor::features::diagnosis::Attempt;

/// Commands of the diagnosis in the Problems panel.
pub enum DiagnosisCommand {
    /// Judge at least this many frames.
    Frames(u64),
    /// Judge frames from this one on.
    First(u64),
    /// Try these changes, in parallel on all processors.
    Try(Vec<Attempt>),
    /// Try these remedies for some problems, and pairs of them if none is sufficient.
    TryAll(Vec<Problem>, Vec<Remedy>),
}
