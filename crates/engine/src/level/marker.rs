//! Markers: named points, zones and paths that the engine ignores.

use super::{Point, Properties};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A spawn point, goal, zone or camera path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// Stable identifier, unique in the level.
    #[schemars(extend("pattern" = super::ids::PATTERN))]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Name in watch expressions and games.
    #[serde(default)]
    pub name: String,
    /// Geometry.
    pub shape: MarkerShape,
    /// Words for searching; games may read them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// User data.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
}

/// Geometry of a marker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum MarkerShape {
    /// A point.
    Point(Point),
    /// A rectangle: lower left and upper right corner.
    Rect(Point, Point),
    /// A closed polygon.
    Polygon(Vec<Point>),
    /// An open path.
    Path(Vec<Point>),
}

impl MarkerShape {
    /// The shape with other points. The corners of a rectangle are sorted again, so the map must keep it axis-parallel.
    pub fn mapped(&self, map: impl Fn(Point) -> Point) -> Self {
        let all = |points: &[Point]| points.iter().map(|&point| map(point)).collect();
        match self {
            Self::Point(point) => Self::Point(map(*point)),
            Self::Polygon(corners) => Self::Polygon(all(corners)),
            Self::Path(points) => Self::Path(all(points)),
            Self::Rect(min, max) => {
                let (a, b) = (map(*min), map(*max));
                // A rectangle with reversed corners is empty, and stays so.
                let sorted = |axis: usize| {
                    let is_turned = (a[axis] > b[axis]) != (min[axis] > max[axis]);
                    if is_turned { (b[axis], a[axis]) } else { (a[axis], b[axis]) }
                };
                let ((left, right), (low, high)) = (sorted(0), sorted(1));
                Self::Rect([left, low], [right, high])
            }
        }
    }

    /// Its corners or points; the four corners of a rectangle, counter-clockwise from the lower left.
    pub fn points(&self) -> Vec<Point> {
        match self {
            Self::Point(point) => vec![*point],
            &Self::Rect([left, bottom], [right, top]) => {
                vec![[left, bottom], [right, bottom], [right, top], [left, top]]
            }
            Self::Polygon(points) | Self::Path(points) => points.clone(),
        }
    }

    /// True if a point is inside of a rectangle (border included) or polygon (even-odd rule). Points and paths contain nothing.
    pub fn contains(&self, point: Point) -> bool {
        match self {
            Self::Point(_) | Self::Path(_) => false,
            Self::Rect(min, max) => (0..2).all(|axis| min[axis] <= point[axis] && point[axis] <= max[axis]),
            Self::Polygon(corners) => {
                let previous = corners.iter().cycle().skip(corners.len().saturating_sub(1));
                let is_crossed = |(&[ax, ay], &[bx, by]): (&Point, &Point)| {
                    let crosses = (ay <= point[1]) != (by <= point[1]);
                    let side = (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax);
                    crosses && (side > 0.0) == (by > ay)
                };
                previous.zip(corners).filter(|&edge| is_crossed(edge)).count() % 2 == 1
            }
        }
    }
}
