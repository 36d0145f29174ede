//! Events: failures in a substep that the numbers do not show.

use crate::level::Place;
use serde::Serialize;

/// An event in a substep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Event {
    /// Its frame: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Its substep in that frame, from 0.
    pub substep: u32,
    /// Its kind.
    pub kind: EventKind,
    /// The affected node, body or disc.
    pub place: Place,
}

/// Kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// The signed area of a body's triangles is not positive: it has no gas force until the area is positive again. The substep of
    /// the event is the first one without the force; the area is not positive at its start.
    Collapsed,
    /// The position or velocity of a node or disc is not finite: its body, or the disc, is excluded from contacts from now on.
    BlowUp,
    /// A disc reached its impact limit: small impacts, and then all further impacts of the substep, are ignored.
    ManyImpacts,
    /// A node or the centre of a disc is inside a hull without an eligible edge: no response.
    NoEdge,
}

impl EventKind {
    /// Short title for lists and charts.
    pub fn title(self) -> &'static str {
        match self {
            Self::Collapsed => "collapse",
            Self::BlowUp => "not finite",
            Self::ManyImpacts => "too many impacts",
            Self::NoEdge => "no eligible edge",
        }
    }

    /// True if the state at the start of the substep shows it already; other events are visible after their substep.
    pub fn is_visible_at_start(self) -> bool {
        matches!(self, Self::Collapsed)
    }

    /// Description for the user interface, one sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Collapsed => "collapse: the signed area of its triangles is not positive, so its gas exerts no force",
            Self::BlowUp => {
                "not finite: a coordinate is no longer a finite number; the body or disc is left out of contacts"
            }
            Self::ManyImpacts => "impact limit reached: further impacts of this moment are ignored",
            Self::NoEdge => "inside a hull without an eligible edge, so nothing moves it out",
        }
    }
}
