//! Commands of the journal and its branches, and the state of the journal panels.

pub mod commands;
pub(crate) mod panel;

use crate::debugger::BranchId;
use crate::level::{Placement, Point};
pub use commands::JournalCommand;

/// State of the panels between UI frames.
#[derive(Debug, Default)]
pub struct JournalUi {
    /// Velocity change of the push form, in units per second.
    pub push: Point,
    /// Setting path in the change form.
    pub path: String,
    /// Setting value in the change form.
    pub value: String,
    /// The branch being renamed, and its new name.
    pub renaming: Option<(BranchId, String)>,
    /// Whether edits of settings apply to the run from the present moment on, not to the level.
    pub is_live: bool,
    /// The branch compared with the current one.
    pub compare: Option<(BranchId, Placement)>,
    /// Current branch in the last UI frame; 0 before the first.
    pub branch: BranchId,
}
