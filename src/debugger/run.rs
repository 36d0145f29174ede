//! A run: a level, the journal of inputs, and the way to any frame of it, bit for bit.
//!
//! Must never know: the screen, clocks, threads.

use crate::engine::{Energy, Event, Hand, Trace, World};
use crate::level::Level;
use crate::level::format::FormatError;
use std::sync::Arc;

/// What is measured at the end of every frame (and at frame 0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Frames done.
    pub frame: u64,
    /// Level time.
    pub time: f64,
    /// Energy by kind.
    pub energy: Energy,
    /// Contacts resolved in this frame.
    pub contacts: u64,
    /// Hash of the state.
    pub hash: u64,
}

/// A level that runs forwards and backwards.
#[derive(Debug)]
pub struct Run {}

impl Run {
    /// Starts at frame 0. Fails where [`World::new`] does.
    pub fn new(_level: Arc<Level>) -> Result<Self, FormatError> {
        todo!()
    }
    /// The level that runs.
    pub fn level(&self) -> &Arc<Level> {
        todo!()
    }
    /// The simulation at the present moment.
    pub fn world(&self) -> &World {
        todo!()
    }
    /// Frames done.
    pub fn frame(&self) -> u64 {
        todo!()
    }
    /// Substeps of the current frame done.
    pub fn substep(&self) -> u32 {
        todo!()
    }
    /// The furthest frame that was reached.
    pub fn last_frame(&self) -> u64 {
        todo!()
    }
    /// To the start of the next frame.
    pub fn step_frame(&mut self) {
        todo!()
    }
    /// One substep.
    pub fn step_substep(&mut self) {
        todo!()
    }
    /// To the start of this frame, or of the one before when already at a start; false at the beginning.
    pub fn back_frame(&mut self) -> bool {
        todo!()
    }
    /// One substep back; false at the beginning.
    pub fn back_substep(&mut self) -> bool {
        todo!()
    }
    /// To the start of a frame at or before [`Run::last_frame`]; later ones are clamped to it.
    pub fn seek(&mut self, _frame: u64) {
        todo!()
    }
    /// Holds a node or lets go, from the present substep on. What was simulated beyond the present is forgotten.
    pub fn set_hand(&mut self, _hand: Option<Hand>) {
        todo!()
    }
    /// The substep that led to the present moment, explained; none at the beginning.
    pub fn trace(&mut self) -> Option<&Trace> {
        todo!()
    }
    /// One sample per frame, from frame 0 to [`Run::last_frame`].
    pub fn samples(&self) -> &[Sample] {
        todo!()
    }
    /// What went wrong so far, in order of time.
    pub fn events(&self) -> &[Event] {
        todo!()
    }
}
