//! Events: what goes wrong in a substep and does not show in the numbers.

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
    /// The position or velocity of a node or disc is no longer a finite number: its body, or the disc, takes no part
    /// in contacts from now on.
    BlowUp,
    /// So many impacts of a disc came at one moment that the small ones, and in the end all further ones of the
    /// substep, were left out.
    ManyImpacts,
    /// A node, or a disc's centre, is inside a hull but no edge of it is eligible: no response.
    NoEdge,
}

impl EventKind {
    /// A few words for lists and charts.
    pub fn title(self) -> &'static str {
        match self {
            Self::Collapsed => "collapse",
            Self::BlowUp => "blow-up",
            Self::ManyImpacts => "too many impacts",
            Self::NoEdge => "no eligible edge",
        }
    }

    /// One sentence for people.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Collapsed => "collapsed: the signed area of its triangles is not positive, so the gas pushes no more",
            Self::BlowUp => {
                "blew up: a coordinate is no longer a finite number; the body or disc is left out of contacts"
            }
            Self::ManyImpacts => "impact limit reached: further impacts of this moment are ignored",
            Self::NoEdge => "inside a hull of which no edge is eligible, so nothing pushes it out",
        }
    }
}
