//! Time and place at which M crosses a moving edge: continuous collision detection of a point and a segment.
//!
//! M, A and B move linearly, so cross(AB, AM) is quadratic in time. The inward crossing is the root at which it increases.

use crate::engine::data::Layout;
use crate::engine::reference::contact::PointQuery;
use crate::engine::reference::contact::edge_choice::EdgeView;
use crate::geometry::cross;
use glam::DVec2;

/// Tolerance as a fraction of the edge's length: a nearer point counts as on the line, or at the end. A contact leaves M on the line
/// of its edge within rounding, which is far below this; motion in a substep is far above.
const NEAR: f64 = 1e-9;

/// Motion of M relative to an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) enum PassageKind {
    /// M crossed the edge inwards.
    In(Passage),
    /// M is on the edge now.
    Along,
}

/// An inward crossing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) struct Passage {
    /// Time in the substep, 0..=1.
    pub time: f64,
    /// Position along the edge, 0 at A and 1 at B; up to `NEAR` beyond the ends.
    pub along: f64,
    /// Increase of the depth of M since the start of the substep, a length.
    pub speed: f64,
    /// True if M was on the edge at the start of the substep.
    pub has_rested: bool,
}

impl Passage {
    /// True if the crossing was at A, within rounding.
    pub fn is_at_a(&self) -> bool {
        self.along <= NEAR
    }

    /// True if the crossing was at B, within rounding.
    pub fn is_at_b(&self) -> bool {
        self.along >= 1.0 - NEAR
    }
}

/// Returns the motion of M relative to an edge that it is left of now; none if M did not cross it in this substep between its ends.
pub(in crate::engine) fn of(layout: &Layout, query: &PointQuery, edge: usize, view: &EdgeView) -> Option<PassageKind> {
    let (ab, am) = at_start(layout, query, edge)?;
    let (ab_change, am_change) = (view.ab - ab, view.am - am);
    // cross(AB, AM)(t) = start + linear*t + quadratic*t²; the inward crossing is the root at which it increases.
    let start = cross(ab, am);
    let linear = cross(ab, am_change) + cross(ab_change, am);
    let quadratic = cross(ab_change, am_change);
    let was_on = start.abs() <= NEAR * ab.length_squared();
    let is_on = view.cross <= NEAR * view.length_squared;
    let root = rising_root(start, linear, quadratic).filter(|time| (0.0..=1.0 + NEAR).contains(time));
    let time = match root {
        // M is on the line now: rounding would decide if it crossed.
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

/// Returns the increase of M's depth behind the edge's line since the start of the substep; 0 if it is unknown.
pub(in crate::engine) fn speed(layout: &Layout, query: &PointQuery, edge: usize, view: &EdgeView) -> f64 {
    let Some((ab, am)) = at_start(layout, query, edge) else { return 0.0 };
    view.cross / view.length_squared.sqrt() - cross(ab, am) / ab.length()
}

/// Returns AB and AM at the start of the substep.
fn at_start(layout: &Layout, query: &PointQuery, edge: usize) -> Option<(DVec2, DVec2)> {
    let old = query.old?;
    let [a, b] = layout.hull_edges[edge].map(|node| old[node as usize]);
    Some((b - a, query.old_point - a))
}

/// Returns the root of `constant + linear*t + quadratic*t²` at which it increases. Its slope there is the root of the discriminant.
/// Of the two forms of the root, the one without cancellation is used.
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
        // (t - 1)(t - 3) = 3 - 4t + t² decreases at 1 and increases at 3. Its negative increases at 1.
        assert_eq!(rising_root(3.0, -4.0, 1.0), Some(3.0));
        assert_eq!(rising_root(-3.0, 4.0, -1.0), Some(1.0));
        // -1 + 2t and 1 - 2t; 1 + t² has no root, (t - 1)² only a double one.
        assert_eq!(rising_root(-1.0, 2.0, 0.0), Some(0.5));
        assert_eq!(rising_root(1.0, -2.0, 0.0).filter(|time| time.is_finite()), None);
        assert_eq!(rising_root(1.0, 0.0, 1.0), None);
        assert_eq!(rising_root(1.0, -2.0, 1.0), None);
    }
}
