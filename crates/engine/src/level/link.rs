//! Links: springs, sticks and pin joints between nodes of different bodies, discs and fixed points.

use super::{Point, Properties};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A link between two ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Stable identifier, unique in the level.
    #[schemars(extend("pattern" = super::ids::PATTERN))]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// First end.
    pub a: LinkEnd,
    /// Second end.
    pub b: LinkEnd,
    /// What the link does.
    pub kind: LinkKind,
    /// False if the two bodies, or the disc and the body, do not collide with each other.
    #[serde(default = "always", skip_serializing_if = "is_true")]
    pub collide: bool,
    /// Words for searching; games may read them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// User data.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
}

/// An end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkEnd {
    /// Body, and index of the node in it.
    Node([usize; 2]),
    /// Index of a disc; the link ends at its centre.
    Disc(usize),
    /// A fixed point of the world.
    Point(Point),
}

/// Kind of a link.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum LinkKind {
    /// A damped spring (000 §C.2).
    Spring {
        /// Length without force, >= 0.
        #[schemars(range(min = 0.0))]
        rest_length: f64,
        /// Force per length, >= 0.
        #[schemars(range(min = 0.0))]
        stiffness: f64,
        /// Force per velocity of elongation, >= 0.
        #[schemars(range(min = 0.0))]
        damping: f64,
    },
    /// A rigid link (004).
    Stick {
        /// Length kept, > 0.
        #[schemars(extend("exclusiveMinimum" = 0))]
        length: f64,
    },
    /// Both ends are moved to their common point.
    Pin,
}

fn always() -> bool {
    true
}

fn is_true(value: &bool) -> bool {
    *value
}
