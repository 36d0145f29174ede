//! What of a level only an editor needs: other programs ignore it.
//!
//! Must never know: the simulation.

use super::model::Point;
use super::watched::Breakpoint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What only an editor needs. Unknown keys are ignored, as every program may.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EditorExtra {
    /// What the canvas showed when the level was saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// Fill colour per body, `#rrggbb`, in file order; an empty string means "choose for me".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub body_colors: Vec<String>,
    /// The same per disc.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disc_colors: Vec<String>,
    /// A second run to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twin: Option<super::Twin>,
    /// Conditions that stop the run or mark it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breakpoints: Vec<Breakpoint>,
    /// Expressions whose values are shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub watches: Vec<String>,
    /// Moments of the run that somebody named, in order of time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bookmarks: Vec<super::Bookmark>,
}

/// A part of the plane.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Middle of the picture.
    pub center: Point,
    /// Height of the picture, > 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub height: f64,
}
