//! Maps: the plane cut into regions by a label that every point has, with the borders between them.
//!
//! Must never know: what the labels mean.

use super::Aabb;
use glam::DVec2;
use std::collections::BTreeMap;

/// How often a side of a cell is halved to find where on it the label changes: to a 500th of the side.
const HALVINGS: u32 = 9;

/// A stretch of border, and the labels on its two sides, the lesser one first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border<L> {
    /// Its ends.
    pub ends: [DVec2; 2],
    /// On both sides.
    pub labels: [L; 2],
}

/// A box cut into regions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Regions<L> {
    /// For every label the convex pieces that make up its region, counter-clockwise.
    pub pieces: BTreeMap<L, Vec<[DVec2; 4]>>,
    /// Where labels change.
    pub borders: Vec<Border<L>>,
}

impl<L: Copy + Ord> Regions<L> {
    /// Asks for labels at the corners of a grid of `columns` by `rows` cells, and along the cells' sides where two corners
    /// differ. What is smaller than a cell may be missed. A box that is empty or not finite gives nothing.
    ///
    /// `label` is asked `(columns + 1) (rows + 1)` times, and about ten times for each side that a border passes.
    pub fn sample(area: Aabb, columns: usize, rows: usize, label: impl FnMut(DVec2) -> L) -> Self {
        let mut regions = Self { pieces: BTreeMap::new(), borders: Vec::new() };
        if area.is_empty() || !area.is_finite() || columns == 0 || rows == 0 {
            return regions;
        }
        let mut sampler = Sampler::new(area, columns, rows, label);
        for row in 0..rows {
            let mut run: Option<(usize, L)> = None;
            for column in 0..columns {
                let corners = sampler.corners(column, row);
                let whole = corners.iter().all(|&label| label == corners[0]).then_some(corners[0]);
                if let Some((from, known)) = run
                    && whole != Some(known)
                {
                    regions.add(known, sampler.slab(from, column, row));
                    run = None;
                }
                match whole {
                    Some(label) => run = run.or(Some((column, label))),
                    None => regions.cut(&mut sampler, column, row, corners),
                }
            }
            if let Some((from, known)) = run {
                regions.add(known, sampler.slab(from, columns, row));
            }
        }
        regions
    }

    /// Area of a label's region.
    pub fn area(&self, label: L) -> f64 {
        let pieces = self.pieces.get(&label).map_or(&[][..], Vec::as_slice);
        pieces.iter().map(|piece| 0.5 * super::cross(piece[2] - piece[0], piece[3] - piece[1])).sum()
    }

    fn add(&mut self, label: L, piece: [DVec2; 4]) {
        self.pieces.entry(label).or_default().push(piece);
    }

    /// A cell with several labels: each corner has the part up to the middle of the changes.
    fn cut<F: FnMut(DVec2) -> L>(&mut self, sampler: &mut Sampler<L, F>, column: usize, row: usize, corners: [L; 4]) {
        let at = sampler.places(column, row);
        let sides = [0, 1, 2, 3].map(|side| {
            let next = (side + 1) % 4;
            (corners[side] != corners[next]).then(|| sampler.change(side, column, row))
        });
        let changes = || sides.iter().flatten();
        let middle = changes().sum::<DVec2>() / changes().count() as f64;
        for corner in 0..4 {
            let (next, before) = ((corner + 1) % 4, (corner + 3) % 4);
            let half = |side: usize, to: usize| sides[side].unwrap_or((at[corner] + at[to]) * 0.5);
            self.add(corners[corner], [at[corner], half(corner, next), middle, half(before, before)]);
            if let Some(change) = sides[corner] {
                let (a, b) = (corners[corner].min(corners[next]), corners[corner].max(corners[next]));
                self.borders.push(Border { ends: [change, middle], labels: [a, b] });
            }
        }
    }
}

struct Sampler<L, F> {
    area: Aabb,
    columns: usize,
    rows: usize,
    label: F,
    /// Row by row from below.
    labels: Vec<L>,
    /// Where the label changes on the sides that go right and up from each corner of the grid, once it was asked.
    changes: BTreeMap<(usize, bool), DVec2>,
}

impl<L: Copy + Ord, F: FnMut(DVec2) -> L> Sampler<L, F> {
    fn new(area: Aabb, columns: usize, rows: usize, label: F) -> Self {
        let mut sampler = Self { area, columns, rows, label, labels: Vec::new(), changes: BTreeMap::new() };
        sampler.labels.reserve((columns + 1) * (rows + 1));
        for row in 0..=rows {
            for column in 0..=columns {
                let at = sampler.place(column, row);
                let label = (sampler.label)(at);
                sampler.labels.push(label);
            }
        }
        sampler
    }

    fn place(&self, column: usize, row: usize) -> DVec2 {
        let part = DVec2::new(column as f64 / self.columns as f64, row as f64 / self.rows as f64);
        self.area.min + self.area.size() * part
    }

    fn index(&self, column: usize, row: usize) -> usize {
        row * (self.columns + 1) + column
    }

    /// Labels of a cell's corners, counter-clockwise from below left.
    fn corners(&self, column: usize, row: usize) -> [L; 4] {
        let of = |column: usize, row: usize| self.labels[self.index(column, row)];
        [of(column, row), of(column + 1, row), of(column + 1, row + 1), of(column, row + 1)]
    }

    fn places(&self, column: usize, row: usize) -> [DVec2; 4] {
        [
            self.place(column, row),
            self.place(column + 1, row),
            self.place(column + 1, row + 1),
            self.place(column, row + 1),
        ]
    }

    /// The cells of a row from a column up to, not with, another.
    fn slab(&self, from: usize, to: usize, row: usize) -> [DVec2; 4] {
        [self.place(from, row), self.place(to, row), self.place(to, row + 1), self.place(from, row + 1)]
    }

    /// Where the label changes on a side of a cell: 0 below, 1 right, 2 above, 3 left. Two cells that share a side share
    /// the answer, so that no gap opens between them.
    fn change(&mut self, side: usize, column: usize, row: usize) -> DVec2 {
        let (column, row, is_up) = match side {
            0 => (column, row, false),
            1 => (column + 1, row, true),
            2 => (column, row + 1, false),
            _ => (column, row, true),
        };
        let index = self.index(column, row);
        if let Some(&known) = self.changes.get(&(index, is_up)) {
            return known;
        }
        let (mut from, mut to) =
            (self.place(column, row), self.place(column + usize::from(!is_up), row + usize::from(is_up)));
        let first = self.labels[index];
        for _ in 0..HALVINGS {
            let middle = (from + to) * 0.5;
            if (self.label)(middle) == first { from = middle } else { to = middle }
        }
        let change = (from + to) * 0.5;
        self.changes.insert((index, is_up), change);
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit() -> Aabb {
        Aabb { min: DVec2::ZERO, max: DVec2::ONE }
    }

    #[test]
    fn areas_of_a_cut_square_by_hand() {
        // Left of x + y = 1 is half of the square; left of x = 0.3 three tenths.
        let half = Regions::sample(unit(), 10, 10, |p| p.x + p.y < 1.0);
        assert!((half.area(true) - 0.5).abs() < 1e-3, "{}", half.area(true));
        assert!((half.area(true) + half.area(false) - 1.0).abs() < 1e-12);
        let third = Regions::sample(unit(), 8, 8, |p| u8::from(p.x < 0.3));
        assert!((third.area(1) - 0.3).abs() < 1e-3, "{}", third.area(1));
        // Its border is the line, as long as the square is high.
        let length: f64 = third.borders.iter().map(|border| border.ends[0].distance(border.ends[1])).sum();
        assert!((length - 1.0).abs() < 1e-9, "{length}");
        assert!(third.borders.iter().all(|border| (border.ends[0].x - 0.3).abs() < 1e-3 && border.labels == [0, 1]));
    }

    #[test]
    fn three_labels_meet_and_every_piece_turns_left() {
        let label = |p: DVec2| {
            if p.x < 0.37 {
                0
            } else if p.y < 0.61 {
                1
            } else {
                2
            }
        };
        let regions = Regions::sample(unit(), 9, 7, label);
        let areas = [0, 1, 2].map(|label| regions.area(label));
        assert!((areas.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (area, hand) in areas.into_iter().zip([0.37, 0.63 * 0.61, 0.63 * 0.39]) {
            assert!((area - hand).abs() < 4e-3, "{area} {hand}");
        }
        for piece in regions.pieces.values().flatten() {
            let [a, b, c, d] = *piece;
            assert!(super::super::cross(c - a, d - b) >= 0.0, "{piece:?}");
        }
    }

    #[test]
    fn nothing_to_cut_gives_nothing() {
        assert!(Regions::sample(Aabb::EMPTY, 4, 4, |_| 0).pieces.is_empty());
        assert!(Regions::sample(unit(), 0, 4, |_| 0).pieces.is_empty());
        let whole = Regions::sample(unit(), 4, 4, |_| 0);
        assert!(whole.borders.is_empty() && (whole.area(0) - 1.0).abs() < 1e-12);
        assert_eq!(whole.pieces[&0].len(), 4, "a run a row");
    }
}
