//! Editor data of a level; other programs ignore it.

use super::expect::Expectation;
use super::model::{Level, Point};
use super::place::{Place, PlaceSet};
use super::watched::Breakpoint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Editor data. Unknown keys are ignored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EditorExtra {
    /// Visible part of the plane when the level is first opened; later the last view is restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// Fill colour per body, `#rrggbb`, in file order; an empty string selects a colour automatically.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub body_colors: Vec<String>,
    /// The same per disc.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disc_colors: Vec<String>,
    /// A second run for comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twin: Option<super::Twin>,
    /// Conditions that stop the run or mark it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breakpoints: Vec<Breakpoint>,
    /// Expressions whose values are shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub watches: Vec<String>,
    /// Expectations about the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
    /// Named moments of the run, in order of time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bookmarks: Vec<super::Bookmark>,
    /// Bodies, discs and obstacles that the canvas does not draw in edit mode: `bodies[0]`, `discs[1]`, `obstacles[2]`.
    #[serde(skip_serializing_if = "PlaceSet::is_empty")]
    pub hidden: PlaceSet,
    /// Bodies, discs and obstacles that the pointer does not pick.
    #[serde(skip_serializing_if = "PlaceSet::is_empty")]
    pub locked: PlaceSet,
}

impl Level {
    /// True if the part, or its body, is hidden in edit mode.
    pub fn is_hidden(&self, place: Place) -> bool {
        self.editor.as_ref().is_some_and(|extra| extra.hidden.contains(place.owner()))
    }

    /// True if the part, or its body, is locked against picking.
    pub fn is_locked(&self, place: Place) -> bool {
        self.editor.as_ref().is_some_and(|extra| extra.locked.contains(place.owner()))
    }

    /// True if the level has this part.
    pub fn has(&self, place: Place) -> bool {
        let body = |index: usize| self.bodies.get(index);
        match place {
            Place::Level | Place::World => true,
            Place::Body(b) => body(b).is_some(),
            Place::Node(b, i) => body(b).is_some_and(|body| i < body.nodes.len()),
            Place::Spring(b, i) => body(b).is_some_and(|body| i < body.springs.len()),
            Place::Stick(b, i) => body(b).is_some_and(|body| i < body.sticks.len()),
            Place::HullEdge(b, i) => body(b).is_some_and(|body| i < body.hull.len()),
            Place::Triangle(b, i) => body(b).is_some_and(|body| i < body.triangles.len()),
            Place::Disc(i) => i < self.discs.len(),
            Place::Obstacle(i) => i < self.obstacles.len(),
        }
    }
}

/// A part of the plane.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Centre of the picture.
    pub center: Point,
    /// Height of the picture, > 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub height: f64,
}
