//! When and where M crosses one moving edge within the substep: continuous collision detection of a point and a segment.
//!
//! M, A and B move linearly, so cross(AB, AM) is quadratic in time; the crossing inwards is the root at which it rises.

use crate::engine::data::Layout;
use crate::engine::reference::contact::PointQuery;
use crate::engine::reference::contact::edge_choice::EdgeView;
use crate::geometry::cross;
use glam::DVec2;

/// As a part of an edge's length: what is nearer to its line is on it, and to its end, at it. Contacts put M on the line
/// of its edge but for rounding, which is far below this; what happens in a substep is far above.
const NEAR: f64 = 1e-9;

/// What M did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) enum PassageKind {
    /// It came in.
    In(Passage),
    /// It lies on the edge.
    Along,
}

/// How M came in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) struct Passage {
    /// When within the substep, 0..=1.
    pub time: f64,
    /// Where on the edge, 0 at A and 1 at B, and a little beyond.
    pub along: f64,
    /// How much deeper M is than at the start: a length per substep.
    pub speed: f64,
    /// It lay on the edge when the substep began.
    pub has_rested: bool,
}

impl Passage {
    /// Whether it was at A, but for rounding.
    pub fn is_at_a(&self) -> bool {
        self.along <= NEAR
    }

    /// Whether it was at B, but for rounding.
    pub fn is_at_b(&self) -> bool {
        self.along >= 1.0 - NEAR
    }
}

/// The way of M through an edge that it is left of now; none where that was not in this substep, or beyond its ends.
pub(in crate::engine) fn of(layout: &Layout, query: &PointQuery, edge: usize, view: &EdgeView) -> Option<PassageKind> {
    let (ab, am) = at_start(layout, query, edge)?;
    let (ab_change, am_change) = (view.ab - ab, view.am - am);
    // cross(AB, AM)(t) = start + linear*t + quadratic*t²; the way in is the root at which it rises.
    let start = cross(ab, am);
    let linear = cross(ab, am_change) + cross(ab_change, am);
    let quadratic = cross(ab_change, am_change);
    let was_on = start.abs() <= NEAR * ab.length_squared();
    let is_on = view.cross <= NEAR * view.length_squared;
    let root = rising_root(start, linear, quadratic).filter(|time| (0.0..=1.0 + NEAR).contains(time));
    let time = match root {
        // Where it lies now: whether it came in, only rounding could tell.
        _ if is_on => 1.0,
        Some(time) => time.min(1.0),
        None if was_on => 0.0,
        None => return None,
    };
    let (ab_then, am_then) = (ab + ab_change * time, am + am_change * time);
    let along = ab_then.dot(am_then) / ab_then.length_squared();
    if !(-NEAR..=1.0 + NEAR).contains(&along) {
        return None;
    }
    if is_on {
        return Some(PassageKind::Along);
    }
    let has_rested = was_on && time <= NEAR;
    Some(PassageKind::In(Passage { time, along, speed: speed(layout, query, edge, view), has_rested }))
}

/// How much deeper M is behind the edge's line than at the start of the substep; 0 where that is not known.
pub(in crate::engine) fn speed(layout: &Layout, query: &PointQuery, edge: usize, view: &EdgeView) -> f64 {
    let Some((ab, am)) = at_start(layout, query, edge) else { return 0.0 };
    view.cross / view.length_squared.sqrt() - cross(ab, am) / ab.length()
}

/// AB and AM at the start of the substep.
fn at_start(layout: &Layout, query: &PointQuery, edge: usize) -> Option<(DVec2, DVec2)> {
    let old = query.old?;
    let [a, b] = layout.hull_edges[edge].map(|node| old[node as usize]);
    Some((b - a, query.old_point - a))
}

/// Where `constant + linear*t + quadratic*t²` passes zero upwards. Its slope there is the root of the discriminant,
/// which tells the two zeros apart; of the two forms the one is taken in which nothing cancels.
fn rising_root(constant: f64, linear: f64, quadratic: f64) -> Option<f64> {
    let discriminant = linear * linear - 4.0 * quadratic * constant;
    if discriminant <= 0.0 || !discriminant.is_finite() {
        return None;
    }
    let slope = discriminant.sqrt();
    Some(if linear > 0.0 { -2.0 * constant / (linear + slope) } else { (slope - linear) / (2.0 * quadratic) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rising_root_matches_hand_calculation() {
        // (t - 1)(t - 3) = 3 - 4t + t²: falls at 1, rises at 3. Its negative rises at 1.
        assert_eq!(rising_root(3.0, -4.0, 1.0), Some(3.0));
        assert_eq!(rising_root(-3.0, 4.0, -1.0), Some(1.0));
        // -1 + 2t and 1 - 2t; 1 + t² has none, (t - 1)² only touches.
        assert_eq!(rising_root(-1.0, 2.0, 0.0), Some(0.5));
        assert_eq!(rising_root(1.0, -2.0, 0.0).filter(|time| time.is_finite()), None);
        assert_eq!(rising_root(1.0, 0.0, 1.0), None);
        assert_eq!(rising_root(1.0, -2.0, 1.0), None);
    }
}
