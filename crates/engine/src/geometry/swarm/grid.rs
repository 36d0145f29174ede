//! A uniform grid over a rectangle, with the cell of a box and the cells that a query has to visit.

use crate::geometry::Aabb;
use glam::DVec2;

/// Origin and size of the cells. Coordinates are counted in half cells; points beyond the grid are clamped to the
/// outermost, which preserves order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grid {
    origin: DVec2,
    /// Half cells per unit of length.
    inverse: f64,
    pub columns: i32,
    pub rows: i32,
    /// Index of the last half cell.
    last: DVec2,
}

impl Grid {
    /// A grid of cells of this size; `None` if it would need more than `most` cells.
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

    /// Half cell of a point. Monotonic in the coordinates, so rounding cannot lose a pair of touching boxes.
    #[inline(always)]
    pub fn half(&self, point: DVec2) -> [i32; 2] {
        let at = (point - self.origin) * self.inverse;
        let within = |at: f64, last: f64| {
            let at = if at > 0.0 { at } else { 0.0 };
            (if at < last { at } else { last }) as i32
        };
        [within(at.x, self.last.x), within(at.y, self.last.y)]
    }

    /// The cell nearest to the centre of a box, and whether the box extends at most half a cell beyond it.
    #[inline(always)]
    pub fn cell(&self, bounds: &Aabb) -> ([i32; 2], bool) {
        let (low, high) = (self.half(bounds.min), self.half(bounds.max));
        let cell = [(low[0] + high[0]) >> 2, (low[1] + high[1]) >> 2];
        (cell, Self::is_in(cell, low, high))
    }

    /// True if a box between these half cells extends at most half a cell beyond the cell.
    #[inline(always)]
    pub fn is_in(cell: [i32; 2], low: [i32; 2], high: [i32; 2]) -> bool {
        (low[0] >= 2 * cell[0] - 1)
            & (high[0] <= 2 * cell[0] + 2)
            & (low[1] >= 2 * cell[1] - 1)
            & (high[1] <= 2 * cell[1] + 2)
    }

    /// Range of cells (column, row; inclusive) that may store boxes that touch `area`.
    #[inline(always)]
    pub fn around(&self, area: &Aabb) -> ([i32; 2], [i32; 2]) {
        let (low, high) = (self.half(area.min), self.half(area.max));
        (
            [((low[0] - 1) >> 1).max(0), ((low[1] - 1) >> 1).max(0)],
            [((high[0] + 1) >> 1).min(self.columns - 1), ((high[1] + 1) >> 1).min(self.rows - 1)],
        )
    }
}
