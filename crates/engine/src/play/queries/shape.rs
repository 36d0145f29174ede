//! Shapes of the parts that queries find.

use crate::geometry::{cross, polygon};
use crate::level::ObstacleShape;
use glam::DVec2;

/// Geometry of a part now.
#[derive(Clone, Copy, Debug)]
pub(super) enum QueryShape<'a> {
    /// Hull of a body: edges in the numbering of the positions. With an odd number of edges at a node it is not closed; then it has
    /// no well-defined inside.
    Hull { edges: &'a [[u32; 2]], positions: &'a [DVec2], is_closed: bool },
    /// Centre and radius of a solid disc.
    Disc(DVec2, f64),
    /// Centre and radius of a circle that is only a line.
    Circle(DVec2, f64),
    /// Both ends.
    Segment(DVec2, DVec2),
    /// A point and a direction, of any length but 0.
    Line(DVec2, DVec2),
}

impl QueryShape<'_> {
    pub fn of_obstacle(shape: &ObstacleShape) -> Self {
        match *shape {
            ObstacleShape::Segment(a, b) => Self::Segment(a.into(), b.into()),
            ObstacleShape::Line(point, direction) => Self::Line(point.into(), direction.into()),
            ObstacleShape::Circle { center, radius } => Self::Circle(center.into(), radius),
        }
    }

    /// True if the point is inside of a hull or disc; lines contain nothing.
    pub fn contains(&self, point: DVec2) -> bool {
        match *self {
            Self::Hull { edges, positions, .. } => polygon::contains(ends(edges, positions), point),
            Self::Disc(center, radius) => (point - center).length_squared() <= radius * radius,
            Self::Circle(..) | Self::Segment(..) | Self::Line(..) => false,
        }
    }

    /// Distance from a point outside of solid shapes to the shape; of a point inside of a hull or disc, 0.
    pub fn distance(&self, point: DVec2) -> f64 {
        match *self {
            Self::Hull { .. } if self.contains(point) => 0.0,
            Self::Hull { edges, positions, .. } => {
                let distances = ends(edges, positions).map(|(a, b)| polygon::distance_to_segment(point, a, b));
                distances.fold(f64::INFINITY, f64::min)
            }
            Self::Disc(center, radius) => ((point - center).length() - radius).max(0.0),
            Self::Circle(center, radius) => ((point - center).length() - radius).abs(),
            Self::Segment(a, b) => polygon::distance_to_segment(point, a, b),
            Self::Line(on, direction) => (cross(direction, point - on) / direction.length()).abs(),
        }
    }
}

/// Both ends of every edge.
pub(super) fn ends<'a>(
    edges: &'a [[u32; 2]],
    positions: &'a [DVec2],
) -> impl Iterator<Item = (DVec2, DVec2)> + Clone + 'a {
    edges.iter().map(|&[a, b]| (positions[a as usize], positions[b as usize]))
}
