//! Names for the parts of a level: what a finding, an error or an event points at.
//!
//! Must never know: what is said of the part.

use serde::Serialize;
use std::fmt;

/// A part of a level; indices count from 0 in file order. Its text form is the path in the document,
/// `bodies[1].springs[7]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// The level as a whole.
    Level,
    /// Its `world` settings.
    World,
    /// A body.
    Body(usize),
    /// Body, node.
    Node(usize, usize),
    /// Body, spring.
    Spring(usize, usize),
    /// Body, stick.
    Stick(usize, usize),
    /// Body, hull edge.
    HullEdge(usize, usize),
    /// Body, triangle.
    Triangle(usize, usize),
    /// A disc.
    Disc(usize),
    /// An obstacle.
    Obstacle(usize),
}

impl Place {
    /// Index of the body that the part belongs to, if it belongs to one.
    pub fn body(self) -> Option<usize> {
        match self {
            Self::Body(body)
            | Self::Node(body, _)
            | Self::Spring(body, _)
            | Self::Stick(body, _)
            | Self::HullEdge(body, _)
            | Self::Triangle(body, _) => Some(body),
            Self::Level | Self::World | Self::Disc(_) | Self::Obstacle(_) => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level => write!(f, "level"),
            Self::World => write!(f, "world"),
            Self::Body(body) => write!(f, "bodies[{body}]"),
            Self::Node(body, index) => write!(f, "bodies[{body}].nodes[{index}]"),
            Self::Spring(body, index) => write!(f, "bodies[{body}].springs[{index}]"),
            Self::Stick(body, index) => write!(f, "bodies[{body}].sticks[{index}]"),
            Self::HullEdge(body, index) => write!(f, "bodies[{body}].hull[{index}]"),
            Self::Triangle(body, index) => write!(f, "bodies[{body}].triangles[{index}]"),
            Self::Disc(disc) => write!(f, "discs[{disc}]"),
            Self::Obstacle(obstacle) => write!(f, "obstacles[{obstacle}]"),
        }
    }
}

/// Serialised as its text form.
impl Serialize for Place {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
