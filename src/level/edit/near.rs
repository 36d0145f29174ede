//! Spatial grid for pairs of near points; avoids testing all pairs.

use crate::geometry::DVec2;
use crate::level::Body;

/// Points in cells of one size; visited cell by cell, and in a cell by index, independent of the order of insertion.
pub(super) struct Grid {
    /// Row, column and index, sorted.
    cells: Vec<(i64, i64, usize)>,
    size: f64,
}

impl Grid {
    /// Creates cells of `size` > 0.
    pub fn new(points: impl IntoIterator<Item = (usize, DVec2)>, size: f64) -> Self {
        let entry = |(index, point)| {
            let (row, column) = cell(point, size);
            (row, column, index)
        };
        let mut cells: Vec<_> = points.into_iter().map(entry).collect();
        cells.sort_unstable();
        Self { cells, size }
    }

    /// Returns all points that may be within a cell's size of the point.
    pub fn around(&self, point: DVec2) -> impl Iterator<Item = usize> + '_ {
        let (row, column) = cell(point, self.size);
        let (left, right) = (column.saturating_sub(1), column.saturating_add(1));
        (row.saturating_sub(1)..=row.saturating_add(1)).flat_map(move |row| {
            let first = self.cells.partition_point(|&cell| cell < (row, left, 0));
            let found = self.cells[first..].iter();
            found.take_while(move |cell| (cell.0, cell.1) <= (row, right)).map(|cell| cell.2)
        })
    }
}

/// Row and column. The conversion saturates: points farther out share the last cell.
fn cell(point: DVec2, size: f64) -> (i64, i64) {
    ((point.y / size).floor() as i64, (point.x / size).floor() as i64)
}

/// Pairs of different nodes at most `radius` apart, lower index first, with their distance, in order. None if more than
/// `most` pairs would have to be tested.
pub(super) fn pairs(body: &Body, nodes: &[usize], radius: f64, most: usize) -> Option<Vec<(usize, usize, f64)>> {
    let mut nodes = nodes.to_vec();
    nodes.sort_unstable();
    nodes.dedup();
    let point = |node: usize| DVec2::from_array(body.nodes[node].position);
    let grid = Grid::new(nodes.iter().map(|&node| (node, point(node))), radius);
    let mut looked = 0;
    let mut found = Vec::new();
    for &a in &nodes {
        for b in grid.around(point(a)) {
            looked += 1;
            if looked > most {
                return None;
            }
            let distance = point(a).distance(point(b));
            if a < b && distance <= radius {
                found.push((a, b, distance));
            }
        }
    }
    found.sort_unstable_by_key(|&(a, b, _)| (a, b));
    Some(found)
}
