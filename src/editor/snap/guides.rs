//! Snaps to guide lines, and to their crossings.

use super::{GUIDES, Query, SnapGuide, SnapKind, Snapped};
use crate::geometry::DVec2;

pub(super) const KIND: SnapKind = SnapKind {
    id: GUIDES,
    title: "Guides",
    explanation: "Guide lines of the level and their crossings. Drag guides out of the rulers.",
    find,
};

/// Snap distance in points.
const REACH: f64 = 7.0;

/// The nearest line within reach.
fn nearest(lines: &[f64], at: f64, reach: f64) -> Option<f64> {
    let near = lines.iter().copied().filter(|line| (line - at).abs() < reach);
    near.min_by(|a, b| (a - at).abs().total_cmp(&(b - at).abs()))
}

fn find(query: &Query) -> Option<Snapped> {
    let guides = &query.level.editor.as_ref()?.guide_lines;
    let reach = REACH * query.unit;
    let x = nearest(&guides.vertical, query.at.x, reach);
    let y = nearest(&guides.horizontal, query.at.y, reach);
    if x.is_none() && y.is_none() {
        return None;
    }
    let along = |coordinate: f64| match query.options.has("grid") {
        true => super::grid::rounded(query, coordinate),
        false => coordinate,
    };
    let at = DVec2::new(x.unwrap_or_else(|| along(query.at.x)), y.unwrap_or_else(|| along(query.at.y)));
    let label = if x.is_some() && y.is_some() { "crossing of guides" } else { "guide" };
    let lines = [x.map(|_| SnapGuide::Line(at, DVec2::Y)), y.map(|_| SnapGuide::Line(at, DVec2::X))];
    Some(Snapped { at, place: None, label: label.to_owned(), guides: lines.into_iter().flatten().collect() })
}
