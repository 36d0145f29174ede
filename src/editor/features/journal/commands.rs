//! Commands of the Journal tab.

use crate::debugger::BranchId;
use crate::debugger::run::Moment;
use crate::editor::features::journal::JournalUi;
use crate::level::Place;
use crate::level::Placement;
use crate::level::Point;
use serde_json::Value;

/// Commands of panels and tools.
pub enum JournalCommand {
    /// Go to a moment.
    GoTo(Moment),
    /// Push these parts with a velocity change.
    Push(Vec<Place>, Point),
    /// Change a setting at the present moment.
    Set(String, Value),
    /// Remove inputs by index.
    Remove(Vec<usize>),
    /// Switch to another branch.
    Switch(BranchId),
    /// Compare with a branch, or end the comparison.
    Compare(Option<BranchId>),
    /// Set how the two runs are arranged.
    Placement(Placement),
    /// Name a branch.
    Rename(BranchId, String),
    /// Delete a branch.
    Delete(BranchId),
    /// Write the live changes into the level.
    Keep,
    /// Undo all live changes.
    Drop,
    /// Change the panel state.
    Ui(Box<dyn FnOnce(&mut JournalUi)>),
}
