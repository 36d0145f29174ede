//! Labels at the corners of a grid, and where along the sides of its cells they change; boxes of cells are asked first.

use super::Labels;
use crate::geometry::Aabb;
use glam::DVec2;
use std::collections::BTreeMap;
use std::ops::Range;

/// How often a side of a cell is halved to find where on it the label changes: to a 256th of the side.
const HALVINGS: u32 = 7;
/// How often a cell is quartered to find where labels meet in it: to a 128th of its side.
const QUARTERINGS: u32 = 6;
/// Cells along a side of the smallest box that is asked as a whole.
const BLOCK: usize = 2;

/// See the module.
pub(super) struct Sampler<'a, S: Labels> {
    area: Aabb,
    columns: usize,
    rows: usize,
    labels: &'a mut S,
    /// Row by row from below; all are known in the end.
    known: Vec<Option<S::Label>>,
    /// Where the label changes on the sides that go right and up from each corner of the grid: x and y of the change; NaN
    /// where it does not.
    changes: [Vec<f64>; 2],
    /// Where three labels or more meet in a cell, by the index of its lower left corner.
    junctions: BTreeMap<usize, DVec2>,
}

impl<'a, S: Labels> Sampler<'a, S> {
    pub fn new(area: Aabb, columns: usize, rows: usize, labels: &'a mut S) -> Self {
        let count = (columns + 1) * (rows + 1);
        let (known, changes) = (vec![None; count], [0, 1].map(|_| vec![f64::NAN; count]));
        let mut sampler = Self { area, columns, rows, labels, known, changes, junctions: BTreeMap::new() };
        sampler.walk(0..columns, 0..rows);
        sampler
    }

    fn place(&self, column: usize, row: usize) -> DVec2 {
        let part = DVec2::new(column as f64 / self.columns as f64, row as f64 / self.rows as f64);
        self.area.min + self.area.size() * part
    }

    fn index(&self, column: usize, row: usize) -> usize {
        row * (self.columns + 1) + column
    }

    /// Finds out all about a box of cells.
    fn walk(&mut self, columns: Range<usize>, rows: Range<usize>) {
        let area = Aabb { min: self.place(columns.start, rows.start), max: self.place(columns.end, rows.end) };
        match self.labels.enter(area) {
            Some(label) => {
                for row in rows.start..=rows.end {
                    let (first, last) = (self.index(columns.start, row), self.index(columns.end, row));
                    let known = &mut self.known[first..=last];
                    debug_assert!(known.iter().flatten().all(|other| *other == label), "a box has one label");
                    known.fill(Some(label));
                }
            }
            None if columns.len() <= BLOCK && rows.len() <= BLOCK => self.sample_block(columns, rows),
            None => {
                for rows in halves(rows) {
                    halves(columns.clone()).for_each(|columns| self.walk(columns, rows.clone()));
                }
            }
        }
        self.labels.leave();
    }

    /// Asks the points of a box of cells one by one.
    fn sample_block(&mut self, columns: Range<usize>, rows: Range<usize>) {
        for row in rows.start..=rows.end {
            for column in columns.start..=columns.end {
                let index = self.index(column, row);
                if self.known[index].is_none() {
                    self.known[index] = Some(self.labels.at(self.place(column, row)));
                }
            }
        }
        for row in rows.start..=rows.end {
            for column in columns.start..=columns.end {
                if column < columns.end {
                    self.find_change(column, row, false);
                }
                if row < rows.end {
                    self.find_change(column, row, true);
                }
                if column < columns.end && row < rows.end {
                    self.find_junction(column, row);
                }
            }
        }
    }

    /// Looks along the side that goes right or up from a corner. Two cells that share a side share the answer, so that no
    /// gap opens between them.
    fn find_change(&mut self, column: usize, row: usize, is_up: bool) {
        let (index, next) =
            (self.index(column, row), self.index(column + usize::from(!is_up), row + usize::from(is_up)));
        let Some(first) = self.known[index].filter(|_| self.known[index] != self.known[next]) else { return };
        if !self.changes[usize::from(is_up)][index].is_nan() {
            return;
        }
        let (mut from, mut to) =
            (self.place(column, row), self.place(column + usize::from(!is_up), row + usize::from(is_up)));
        for _ in 0..HALVINGS {
            let middle = (from + to) * 0.5;
            if self.labels.at(middle) == first { from = middle } else { to = middle }
        }
        let change = (from + to) * 0.5;
        self.changes[usize::from(is_up)][index] = if is_up { change.y } else { change.x };
    }

    /// Looks for the point at which three labels of a cell's corners or more meet: in the quarter whose corners have the
    /// most, again and again.
    fn find_junction(&mut self, column: usize, row: usize) {
        let mut labels = self.corners(column, row);
        if distinct(labels) < 3 {
            return;
        }
        let [mut low, _, mut high, _] = self.places(column, row);
        for _ in 0..QUARTERINGS {
            let middle = (low + high) * 0.5;
            let ask = |x: f64, y: f64, known: &mut S| known.at(DVec2::new(x, y));
            let [below, right, above, left] =
                [(middle.x, low.y), (high.x, middle.y), (middle.x, high.y), (low.x, middle.y)]
                    .map(|(x, y)| ask(x, y, self.labels));
            let center = ask(middle.x, middle.y, self.labels);
            let [a, b, c, d] = labels;
            let quarters = [
                ([a, below, center, left], low, middle),
                ([below, b, right, center], DVec2::new(middle.x, low.y), DVec2::new(high.x, middle.y)),
                ([center, right, c, above], middle, high),
                ([left, center, above, d], DVec2::new(low.x, middle.y), DVec2::new(middle.x, high.y)),
            ];
            // Of equals the first; a region that ends within a quarter leaves the most where it was.
            let mut best = quarters[0];
            for quarter in &quarters[1..] {
                if distinct(quarter.0) > distinct(best.0) {
                    best = *quarter;
                }
            }
            (labels, low, high) = best;
        }
        self.junctions.insert(self.index(column, row), (low + high) * 0.5);
    }

    /// Labels of a cell's corners, counter-clockwise from below left.
    pub fn corners(&self, column: usize, row: usize) -> [S::Label; 4] {
        let of = |column: usize, row: usize| {
            self.known[self.index(column, row)].expect("every box was filled, or its points asked")
        };
        [of(column, row), of(column + 1, row), of(column + 1, row + 1), of(column, row + 1)]
    }

    /// Where a cell's corners are, counter-clockwise from below left.
    pub fn places(&self, column: usize, row: usize) -> [DVec2; 4] {
        [
            self.place(column, row),
            self.place(column + 1, row),
            self.place(column + 1, row + 1),
            self.place(column, row + 1),
        ]
    }

    /// The cells of a row from a column up to, not with, another.
    pub fn slab(&self, from: usize, to: usize, row: usize) -> [DVec2; 4] {
        [self.place(from, row), self.place(to, row), self.place(to, row + 1), self.place(from, row + 1)]
    }

    /// Where the label changes on a side of a cell whose ends differ: 0 below, 1 right, 2 above, 3 left.
    pub fn change(&self, side: usize, column: usize, row: usize) -> DVec2 {
        let (column, row, is_up) = match side {
            0 => (column, row, false),
            1 => (column + 1, row, true),
            2 => (column, row + 1, false),
            _ => (column, row, true),
        };
        let at = self.changes[usize::from(is_up)][self.index(column, row)];
        let corner = self.place(column, row);
        if is_up { DVec2::new(corner.x, at) } else { DVec2::new(at, corner.y) }
    }

    /// Where three labels or more meet in a cell.
    pub fn junction(&self, column: usize, row: usize) -> Option<DVec2> {
        self.junctions.get(&self.index(column, row)).copied()
    }
}

/// A range in two, or whole where it is small.
fn halves(range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let middle = if range.len() <= BLOCK { range.end } else { range.start + range.len().div_ceil(2) };
    [range.start..middle, middle..range.end].into_iter().filter(|half| !half.is_empty())
}

fn distinct<L: Ord>(labels: [L; 4]) -> usize {
    (0..4).filter(|&i| labels[..i].iter().all(|label| *label != labels[i])).count()
}
