//! Snaps to the crossings of the grid.

use super::{Query, SnapKind, SnapOptions, Snapped};
use crate::editor::widgets::write_number;
use crate::geometry::DVec2;
use crate::picture::layers;

pub(super) const KIND: SnapKind = SnapKind {
    id: "grid",
    title: "Grid",
    explanation: "Crossings of the grid: the one that the zoom shows, or of a size of your own.",
    find,
};

/// Distance between the lines of the grid at a zoom; none where that makes no grid.
pub fn step(options: &SnapOptions, unit: f64) -> Option<f64> {
    options.typed_grid().or_else(|| layers::grid::fine_step(unit))
}

/// The line of the grid nearest to a coordinate.
pub(super) fn rounded(query: &Query, coordinate: f64) -> f64 {
    let Some(step) = step(query.options, query.unit) else { return coordinate };
    let (lines, inverse) = ((coordinate / step).round(), (1.0 / step).round());
    // Tenths and the like are nearer to what people write when they are divided than when they are added up.
    if (step * inverse - 1.0).abs() < 1e-9 { lines / inverse } else { lines * step }
}

fn find(query: &Query) -> Option<Snapped> {
    step(query.options, query.unit)?;
    let at = DVec2::new(rounded(query, query.at.x), rounded(query, query.at.y));
    let label = format!("{}, {}", write_number(at.x + 0.0), write_number(at.y + 0.0));
    Some(Snapped { at: at + DVec2::ZERO, place: None, label, guides: Vec::new() })
}
