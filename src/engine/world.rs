//! A level compiled to structure-of-arrays, with the calls that step it and look at it.
//!
//! Must never know: history, files, the screen.

use super::{Energy, Event, Layout, State, Trace};
use crate::geometry::Aabb;
use crate::level::format::FormatError;
use crate::level::{Level, Point};
use glam::DVec2;

/// A spring between the mouse and a node: force `stiffness*(target - x) - damping*v`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// Body of the node held.
    pub body: usize,
    /// Index of the node in it.
    pub node: usize,
    /// Where it is pulled to.
    pub target: Point,
    /// Force per distance.
    pub stiffness: f64,
    /// Force per velocity.
    pub damping: f64,
}

/// A level that runs.
#[derive(Clone, Debug)]
pub struct World {}

impl World {
    /// Compiles a level. Fails where [`crate::level::format::validate`] does.
    pub fn new(_level: &Level) -> Result<Self, FormatError> {
        todo!()
    }
    /// Who is where in the flat arrays.
    pub fn layout(&self) -> &Layout {
        todo!()
    }
    /// The snapshot of now.
    pub fn state(&self) -> &State {
        todo!()
    }
    /// Goes on from a snapshot of the same level.
    pub fn restore(&mut self, _state: &State) {
        todo!()
    }
    /// One substep.
    pub fn step_substep(&mut self) {
        todo!()
    }
    /// One substep, explained; the same bits as [`World::step_substep`].
    pub fn step_substep_traced(&mut self, _trace: &mut Trace) {
        todo!()
    }
    /// To the start of the next frame.
    pub fn step_frame(&mut self) {
        todo!()
    }
    /// Holds a node by the hand from the next substep on, or lets go.
    pub fn set_hand(&mut self, _hand: Option<Hand>) {
        todo!()
    }
    /// Level time: frames and substeps done.
    pub fn time(&self) -> f64 {
        todo!()
    }
    /// Position of a node, global numbering.
    pub fn position(&self, _node: usize) -> DVec2 {
        todo!()
    }
    /// Velocity of a node, global numbering.
    pub fn velocity(&self, _node: usize) -> DVec2 {
        todo!()
    }
    /// Box around the hull nodes of a body, as of now.
    pub fn hull_box(&self, _body: usize) -> Aabb {
        todo!()
    }
    /// Mass-weighted mean of a body's masses, as of now.
    pub fn barycentre(&self, _body: usize) -> DVec2 {
        todo!()
    }
    /// Twice the signed area of a body's triangles, as of now.
    pub fn doubled_area(&self, _body: usize) -> f64 {
        todo!()
    }
    /// Energy by kind, as of now.
    pub fn energy(&self) -> Energy {
        todo!()
    }
    /// Hash of the state's bits.
    pub fn hash(&self) -> u64 {
        todo!()
    }
    /// Contacts resolved since the world was made (or restored to an earlier count).
    pub fn contact_count(&self) -> u64 {
        todo!()
    }
    /// What happened since this was last called.
    pub fn take_events(&mut self) -> Vec<Event> {
        todo!()
    }
    /// Forces by kind that the next substep would start from.
    pub fn forces(&self) -> super::trace::Forces {
        todo!()
    }
}
