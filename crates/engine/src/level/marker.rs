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
    /// Corners or points in order; the four corners of a rectangle, counter-clockwise from the lower left.
    pub fn points(&self) -> Vec<Point> {
        match self {
            Self::Point(point) => vec![*point],
            Self::Rect(min, max) => corners(*min, *max).to_vec(),
            Self::Polygon(points) | Self::Path(points) => points.clone(),
        }
    }

    /// Lines of the outline, or of the path; none of a point.
    pub fn lines(&self) -> Vec<[Point; 2]> {
        let closed = |corners: &[Point]| {
            let next = corners.iter().cycle().skip(1);
            corners.iter().zip(next).map(|(&a, &b)| [a, b]).collect()
        };
        match self {
            Self::Point(_) => Vec::new(),
            Self::Rect(min, max) => closed(&corners(*min, *max)),
            Self::Polygon(corners) => closed(corners),
            Self::Path(points) => points.windows(2).map(|ends| [ends[0], ends[1]]).collect(),
        }
    }

    /// The shape with each point mapped. A rectangle becomes a polygon if its image has slanted sides. A rectangle with
    /// reversed corners is empty, and stays so.
    pub fn mapped(&self, map: impl Fn(Point) -> Point) -> Self {
        match self {
            Self::Point(point) => Self::Point(map(*point)),
            Self::Polygon(points) => Self::Polygon(points.iter().map(|&point| map(point)).collect()),
            Self::Path(points) => Self::Path(points.iter().map(|&point| map(point)).collect()),
            Self::Rect(min, max) => {
                let [a, b, c, d] = corners(*min, *max).map(map);
                let is_upright = a[1] == b[1] && c[1] == d[1] && a[0] == d[0] && b[0] == c[0];
                let is_turned = a[0] == b[0] && c[0] == d[0] && a[1] == d[1] && b[1] == c[1];
                if !is_upright && !is_turned {
                    return Self::Polygon(vec![a, b, c, d]);
                }
                let sorted = |axis: usize| {
                    // A quarter turn swaps the axes.
                    let old = if is_upright { axis } else { 1 - axis };
                    let is_reversed = min[old] > max[old];
                    let (low, high) = (a[axis].min(c[axis]), a[axis].max(c[axis]));
                    if is_reversed { (high, low) } else { (low, high) }
                };
                let ((left, right), (bottom, top)) = (sorted(0), sorted(1));
                Self::Rect([left, bottom], [right, top])
            }
        }
    }

    /// The rectangle between two opposite corners.
    pub fn rect(a: Point, b: Point) -> Self {
        Self::Rect([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])])
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

/// Corners of a rectangle, counter-clockwise from the lower left.
fn corners(min: Point, max: Point) -> [Point; 4] {
    [min, [max[0], min[1]], max, [min[0], max[1]]]
}
