//! Snaps to the axis of the live mirror while it is on.

use super::{Query, SnapGuide, SnapKind, Snapped};
use crate::geometry::DVec2;

pub(super) const KIND: SnapKind = SnapKind {
    id: "axis",
    title: "Axis of the mirror",
    explanation: "The axis of the live mirror. A point on it is its own image.",
    find,
};

/// Snap distance in points.
const REACH: f64 = 7.0;

fn find(query: &Query) -> Option<Snapped> {
    let x = query.mirror.filter(|x| (x - query.at.x).abs() < REACH * query.unit)?;
    let y = if query.options.has("grid") { super::grid::rounded(query, query.at.y) } else { query.at.y };
    let at = DVec2::new(x, y);
    Some(Snapped { at, place: None, label: "axis".to_owned(), guides: vec![SnapGuide::Line(at, DVec2::Y)] })
}
