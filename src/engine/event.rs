//! What a step reports when something goes wrong that the numbers themselves do not show.
//!
//! Must never know: who listens.

use crate::level::Place;
use serde::Serialize;

/// Something that happened in a substep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Event {
    /// Frame in whose course it happened: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Substep of that frame, from 0.
    pub substep: u32,
    /// What happened.
    pub kind: EventKind,
    /// To what.
    pub place: Place,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// The sum of a body's triangles is no longer positive: no gas force until it is again.
    Collapsed,
    /// A node's position or velocity is no longer a finite number: its body takes no part in contacts from now on.
    BlowUp,
    /// A node is inside a hull but no edge of it is eligible: no response.
    NoEdge,
}

impl EventKind {
    /// One sentence for people.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Collapsed => "collapsed: the signed area of its triangles is not positive, so the gas pushes no more",
            Self::BlowUp => "blew up: a coordinate is no longer a finite number; the body is left out of contacts",
            Self::NoEdge => "inside a hull of which no edge is eligible, so nothing pushes it out",
        }
    }
}
