//! Phases of the substep that led to the present moment.

use crate::engine::World;
use crate::engine::phases::{Change, Seen};

/// The phases of a substep, and the displayed one.
#[derive(Debug)]
pub(super) struct SubstepPhases {
    /// The phases, in order.
    pub phases: Vec<Seen>,
    /// The displayed state. None for the end of the substep.
    pub view: Option<View>,
}

/// A state within a substep.
#[derive(Debug)]
pub(super) struct View {
    /// Number of completed phases.
    pub done: usize,
    /// The last completed phase.
    pub change: Change,
    /// The world after it.
    pub world: Box<World>,
}

impl SubstepPhases {
    pub fn new(phases: Vec<Seen>) -> Self {
        Self { phases, view: None }
    }

    /// The displayed world within the substep. None at its end.
    pub fn shown(&self) -> Option<&World> {
        self.view.as_ref().map(|view| &*view.world)
    }
}
