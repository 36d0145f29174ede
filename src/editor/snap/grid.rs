//! Snaps to grid points.

use super::{Query, SnapKind, SnapOptions, Snapped};
use crate::editor::numbers::write_number;
use crate::geometry::DVec2;
use crate::picture::layers;

pub(super) const KIND: SnapKind = SnapKind {
    id: "grid",
    title: "Grid",
    explanation: "Grid points, of the visible grid or of a spacing that you type.",
    find,
};

/// Grid spacing at a zoom; `None` if the spacing is invalid.
pub fn step(options: &SnapOptions, unit: f64) -> Option<f64> {
    options.typed_grid().or_else(|| layers::grid::fine_step(unit))
}

/// The grid coordinate nearest to a coordinate.
pub(super) fn rounded(query: &Query, coordinate: f64) -> f64 {
    let Some(step) = step(query.options, query.unit) else { return coordinate };
    let (lines, inverse) = ((coordinate / step).round(), (1.0 / step).round());
    // Division by the inverse step gives the double nearest to decimals such as 0.1, multiplication does not.
    if (step * inverse - 1.0).abs() < 1e-9 { lines / inverse } else { lines * step }
}

fn find(query: &Query) -> Option<Snapped> {
    step(query.options, query.unit)?;
    let at = DVec2::new(rounded(query, query.at.x), rounded(query, query.at.y));
    let label = format!("{}, {}", write_number(at.x + 0.0), write_number(at.y + 0.0));
    Some(Snapped { at: at + DVec2::ZERO, place: None, label, guides: Vec::new() })
}
