//! Samples labels at the corners of a grid and locates the changes along cell sides; tests boxes of cells first.

use super::Labels;
use crate::geometry::Aabb;
use glam::DVec2;
use std::collections::BTreeMap;
use std::ops::Range;

/// Bisections of a cell side to locate a change: to 1/256 of the side.
const HALVINGS: u32 = 7;
/// Quarterings of a cell to locate a junction: to 1/128 of its side.
const QUARTERINGS: u32 = 6;
/// Cells along a side of the smallest box that is tested as a whole.
const BLOCK: usize = 2;

/// Labels on the corners of a grid, with changes and junctions.
pub(super) struct Sampler<'a, S: Labels> {
    area: Aabb,
    columns: usize,
    rows: usize,
    labels: &'a mut S,
    /// Label of each corner, row by row from below; complete at the end.
    known: Vec<Option<S::Label>>,
    /// Position of the change on the sides that lead right and up from each corner; NaN if there is none.
    changes: [Vec<f64>; 2],
    /// Junction of three or more labels in a cell, by the index of its lower left corner.
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

    /// Fills in the labels of a box of cells: as a whole, or by recursion into quarters.
    fn walk(&mut self, columns: Range<usize>, rows: Range<usize>) {
        let area = Aabb { min: self.place(columns.start, rows.start), max: self.place(columns.end, rows.end) };
        match self.labels.enter(area) {
            Some(label) => {
                for row in rows.start..=rows.end {
                    let (first, last) = (self.index(columns.start, row), self.index(columns.end, row));
                    let known = &mut self.known[first..=last];
                    debug_assert!(known.iter().flatten().all(|other| *other == label), "a box must have one label");
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

    /// Samples the points of a box of cells one by one.
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

    /// Bisects the side that leads right or up from a corner. Two cells that share a side share the result, so there is
    /// no gap between them.
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

    /// Locates a junction of at least three corner labels: descends repeatedly into the quarter whose corners have the
    /// most labels.
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
            // The first of equals wins; if a region ends within a quarter, the best quarter so far is kept.
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

    /// Labels of a cell's corners, counter-clockwise from the lower left.
    pub fn corners(&self, column: usize, row: usize) -> [S::Label; 4] {
        let of =
            |column: usize, row: usize| self.known[self.index(column, row)].expect("all labels are known after `walk`");
        [of(column, row), of(column + 1, row), of(column + 1, row + 1), of(column, row + 1)]
    }

    /// Positions of a cell's corners, counter-clockwise from the lower left.
    pub fn places(&self, column: usize, row: usize) -> [DVec2; 4] {
        [
            self.place(column, row),
            self.place(column + 1, row),
            self.place(column + 1, row + 1),
            self.place(column, row + 1),
        ]
    }

    /// The rectangle of the cells `from..to` of a row.
    pub fn slab(&self, from: usize, to: usize, row: usize) -> [DVec2; 4] {
        [self.place(from, row), self.place(to, row), self.place(to, row + 1), self.place(from, row + 1)]
    }

    /// Position of the change on a side of a cell whose ends differ: 0 bottom, 1 right, 2 top, 3 left.
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

    /// Position of the junction of three or more labels in a cell.
    pub fn junction(&self, column: usize, row: usize) -> Option<DVec2> {
        self.junctions.get(&self.index(column, row)).copied()
    }
}

/// Splits a range in two; a small range stays whole.
fn halves(range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let middle = if range.len() <= BLOCK { range.end } else { range.start + range.len().div_ceil(2) };
    [range.start..middle, middle..range.end].into_iter().filter(|half| !half.is_empty())
}

fn distinct<L: Ord>(labels: [L; 4]) -> usize {
    (0..4).filter(|&i| labels[..i].iter().all(|label| *label != labels[i])).count()
}
