//! Snaps to midpoints of edges, springs, sticks and segments.

use super::{Nearest, Query, SnapGuide, SnapKind, Snapped, lines};

pub(super) const KIND: SnapKind = SnapKind {
    id: "midpoints",
    title: "Midpoints",
    explanation: "The midpoint of a hull edge, spring, stick or segment.",
    find,
};

/// Snap distance in points.
const REACH: f64 = 7.0;

fn find(query: &Query) -> Option<Snapped> {
    let mut nearest = Nearest::within(query, REACH);
    lines(query, REACH, |place, a, b| {
        let middle = (a + b) * 0.5;
        nearest.offer(middle.distance(query.at), || (place, middle, a, b));
    });
    let (place, at, a, b) = nearest.best?;
    Some(Snapped { at, place: Some(place), label: "midpoint".to_owned(), guides: vec![SnapGuide::Segment(a, b)] })
}
