//! Snaps to directions in steps of 15° from the previous point.

use super::{Query, SnapGuide, SnapKind, Snapped, grid};
use crate::geometry::DVec2;

pub(super) const KIND: SnapKind = SnapKind {
    id: "angle",
    title: "Angles of 15°",
    explanation: "Directions in steps of 15° from the previous point.",
    find,
};

/// Snap distance from the ray, in points.
const REACH: f64 = 5.0;
/// Angle between directions, in degrees.
const STEP: f64 = 15.0;

/// The snapped direction nearest to a vector, and its angle in degrees; exact along the axes.
pub fn nearest(vector: DVec2) -> (DVec2, f64) {
    let degrees = (libm::atan2(vector.y, vector.x).to_degrees() / STEP).round() * STEP;
    let turn = degrees.rem_euclid(360.0);
    let direction = match turn as i32 {
        0 => DVec2::X,
        90 => DVec2::Y,
        180 => DVec2::NEG_X,
        270 => DVec2::NEG_Y,
        _ => DVec2::new(libm::cos(turn.to_radians()), libm::sin(turn.to_radians())),
    };
    (direction, turn)
}

fn find(query: &Query) -> Option<Snapped> {
    let from = query.from?;
    let vector = query.at - from;
    // Near the start all directions are close together.
    if vector.length() < 2.0 * REACH * query.unit {
        return None;
    }
    let (direction, degrees) = nearest(vector);
    let mut at = from + direction * vector.dot(direction);
    if at.distance(query.at) > REACH * query.unit {
        return None;
    }
    // Along an axis, the grid snaps too.
    if query.options.has("grid") {
        match (direction.x == 0.0, direction.y == 0.0) {
            (true, false) => at.y = grid::rounded(query, at.y),
            (false, true) => at.x = grid::rounded(query, at.x),
            _ => {}
        }
    }
    let label = format!("{}°", if degrees > 180.0 { degrees - 360.0 } else { degrees });
    Some(Snapped { at, place: None, label, guides: vec![SnapGuide::Line(from, direction)] })
}
