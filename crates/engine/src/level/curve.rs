//! Smooth paths of driven parts, as drawn on the canvas. Editor data; the points that they flatten to are written into the
//! part's [`super::Path`].

use super::model::Point;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum number of points that a curve flattens to.
pub const MOST_CURVE_POINTS: usize = 20_000;

/// A closed cubic Bézier curve that a driven part follows. Other programs ignore it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Curve {
    /// Id of the body or disc.
    pub of: String,
    /// Its points, at least one; offsets from the drawn position. The last leads back to the first.
    pub knots: Vec<Knot>,
    /// Speed along each section.
    pub easing: Easing,
    /// Points of the path per section, >= 1.
    #[schemars(range(min = 1))]
    pub steps: u32,
}

/// A point of a [`Curve`] with its two handles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Knot {
    /// Offset from the drawn position.
    pub at: Point,
    /// Handle of the section that ends here, relative to `at`; `[0, 0]` for a corner.
    pub before: Point,
    /// Handle of the section that starts here, relative to `at`.
    pub after: Point,
}

impl Knot {
    /// A corner without handles.
    pub fn corner(at: Point) -> Self {
        Self { at, ..Self::default() }
    }
}

/// Speed along the sections of a [`Curve`]; each section takes the same time, except with `Steady`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Easing {
    /// The curve's parameter is proportional to time.
    #[default]
    Linear,
    /// The same speed everywhere; long sections take longer.
    Steady,
    /// Starts each section slowly.
    In,
    /// Ends each section slowly.
    Out,
    /// Starts and ends each section slowly.
    InOut,
}
