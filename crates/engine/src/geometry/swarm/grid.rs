//! Cells of one size over a part of the plane, and which of them a box lies in or may touch.

use crate::geometry::Aabb;
use glam::DVec2;

/// Where the cells are. Half cells are counted; what lies beyond the grid is in the outermost, which keeps the order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grid {
    origin: DVec2,
    /// Half cells in a length.
    inverse: f64,
    pub columns: i32,
    pub rows: i32,
    /// Number of the last half cell.
    last: DVec2,
}

impl Grid {
    /// Cells of this size; none where there would be more than `most`.
    pub fn new(min: DVec2, max: DVec2, size: f64, most: f64) -> Option<Self> {
        let cells = ((max - min) / size).floor() + DVec2::ONE;
        (cells.x * cells.y <= most).then(|| Self {
            origin: min,
            inverse: 2.0 / size,
            columns: cells.x as i32,
            rows: cells.y as i32,
            last: cells * 2.0 - DVec2::ONE,
        })
    }

    /// The half cell of a point. It grows with the coordinates, so that of two boxes that touch nothing is missed by rounding.
    #[inline(always)]
    pub fn half(&self, point: DVec2) -> [i32; 2] {
        let at = (point - self.origin) * self.inverse;
        let within = |at: f64, last: f64| {
            let at = if at > 0.0 { at } else { 0.0 };
            (if at < last { at } else { last }) as i32
        };
        [within(at.x, self.last.x), within(at.y, self.last.y)]
    }

    /// The cell whose middle a box is nearest to, and whether it reaches no more than half a cell out of it.
    #[inline(always)]
    pub fn cell(&self, bounds: &Aabb) -> ([i32; 2], bool) {
        let (low, high) = (self.half(bounds.min), self.half(bounds.max));
        let cell = [(low[0] + high[0]) >> 2, (low[1] + high[1]) >> 2];
        (cell, Self::is_in(cell, low, high))
    }

    /// Whether a box between these half cells reaches no more than half a cell out of the cell.
    #[inline(always)]
    pub fn is_in(cell: [i32; 2], low: [i32; 2], high: [i32; 2]) -> bool {
        (low[0] >= 2 * cell[0] - 1)
            & (high[0] <= 2 * cell[0] + 2)
            & (low[1] >= 2 * cell[1] - 1)
            & (high[1] <= 2 * cell[1] + 2)
    }

    /// The cells, first and last column and row, in which boxes may lie that touch `area`.
    #[inline(always)]
    pub fn around(&self, area: &Aabb) -> ([i32; 2], [i32; 2]) {
        let (low, high) = (self.half(area.min), self.half(area.max));
        (
            [((low[0] - 1) >> 1).max(0), ((low[1] - 1) >> 1).max(0)],
            [((high[0] + 1) >> 1).min(self.columns - 1), ((high[1] + 1) >> 1).min(self.rows - 1)],
        )
    }
}
