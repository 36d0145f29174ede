//! Which points are near each other, by a grid: no look at all pairs.
//!
//! Must never know: what the points are.

use crate::geometry::DVec2;
use crate::level::Body;
use std::collections::BTreeMap;

/// Points in cells of one size; found in the order of their numbers, whatever order they came in.
pub(super) struct Grid {
    cells: BTreeMap<(i64, i64), Vec<usize>>,
    size: f64,
}

impl Grid {
    /// Cells of `size` > 0.
    pub fn new(points: impl IntoIterator<Item = (usize, DVec2)>, size: f64) -> Self {
        let mut grid = Self { cells: BTreeMap::new(), size };
        for (index, point) in points {
            let cell = grid.cell(point);
            grid.cells.entry(cell).or_default().push(index);
        }
        grid
    }

    fn cell(&self, point: DVec2) -> (i64, i64) {
        // Conversion keeps to the limits of the type: what is farther out shares the last cell.
        ((point.y / self.size).floor() as i64, (point.x / self.size).floor() as i64)
    }

    /// Everything that may be within a cell's size of the point.
    pub fn around(&self, point: DVec2) -> impl Iterator<Item = usize> + '_ {
        let (row, column) = self.cell(point);
        let rows = row.saturating_sub(1)..=row.saturating_add(1);
        rows.flat_map(move |row| {
            let columns = (row, column.saturating_sub(1))..=(row, column.saturating_add(1));
            self.cells.range(columns).flat_map(|(_, found)| found.iter().copied())
        })
    }
}

/// Pairs of different nodes at most `radius` apart, lower number first, with their distance, in order; none when more
/// than `most` pairs would have to be looked at.
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
