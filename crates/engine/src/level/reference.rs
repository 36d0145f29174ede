//! Reference image: a picture behind the level, to draw over. Editor data.

use super::model::Point;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An image that the canvas draws behind the level; its height follows from the proportions of the file. Other programs
/// ignore it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ReferenceImage {
    /// Path of a PNG file, relative to the level file, with `/` between folders.
    pub image: String,
    /// Centre of the image, in level units.
    pub center: Point,
    /// Width of the image in level units, > 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub width: f64,
    /// Opacity, 0..=1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub opacity: f64,
    /// True if the canvas draws it.
    pub visible: bool,
    /// True if it has no handles on the canvas.
    pub locked: bool,
}

impl Default for ReferenceImage {
    fn default() -> Self {
        Self { image: String::new(), center: [0.0, 0.0], width: 10.0, opacity: 0.5, visible: true, locked: false }
    }
}
