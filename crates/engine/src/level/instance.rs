//! Instances: parts of other level files, placed in this level.

use super::{Point, Properties};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A placed copy of another level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    /// Stable identifier, unique in the level; the prefix of the ids of its parts.
    #[schemars(extend("pattern" = super::ids::PLAIN_PATTERN))]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Path of the source, relative to the level file, with `/` between folders.
    pub source: String,
    /// Where the origin of the source is placed.
    #[serde(default)]
    pub position: Point,
    /// Rotation about the origin of the source, counter-clockwise, in degrees.
    #[serde(default)]
    pub angle_deg: f64,
    /// True to mirror x after the rotation.
    #[serde(default)]
    pub mirror: bool,
    /// Values by path in the source document, `bodies[0].gas`; properties, tags and a skin may be new.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub overrides: Properties,
    /// Words for searching; games may read them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// User data.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
}

impl Instance {
    /// An instance of a source at a position, not turned, with nothing overridden.
    pub fn at(source: impl Into<String>, position: Point) -> Self {
        Self {
            id: String::new(),
            source: source.into(),
            position,
            angle_deg: 0.0,
            mirror: false,
            overrides: Properties::default(),
            tags: Vec::new(),
            properties: Properties::default(),
        }
    }
}
