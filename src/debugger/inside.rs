//! The substep that led to the present, phase by phase.

use crate::engine::World;
use crate::engine::phases::{Change, Seen};

/// What is known of a substep's phases, and which of them is shown.
#[derive(Debug)]
pub(super) struct SubstepPhases {
    /// In order.
    pub phases: Vec<Seen>,
    /// What is shown instead of the end.
    pub view: Option<View>,
}

/// A moment within a substep.
#[derive(Debug)]
pub(super) struct View {
    /// Phases done.
    pub done: usize,
    /// The last of them.
    pub change: Change,
    /// The level after it.
    pub world: Box<World>,
}

impl SubstepPhases {
    pub fn new(phases: Vec<Seen>) -> Self {
        Self { phases, view: None }
    }

    /// The level within the substep, if that is shown.
    pub fn shown(&self) -> Option<&World> {
        self.view.as_ref().map(|view| &*view.world)
    }
}
