//! Divides a box into regions of equal label, with the borders between them, by adaptive sampling on a grid.

mod sampler;

use super::Aabb;
use glam::DVec2;
use sampler::Sampler;
use std::collections::BTreeMap;

/// Returns the label of any point, and for some boxes one label that holds in the whole box.
pub trait Labels {
    /// The label of a point.
    type Label: Copy + Ord;
    /// Enters a box within the current one. Returns the label of all its points, border included, if the box has a
    /// single label that is found without sampling.
    fn enter(&mut self, area: Aabb) -> Option<Self::Label>;
    /// Returns to the enclosing box.
    fn leave(&mut self);
    /// Label of a point of the current box.
    fn at(&mut self, point: DVec2) -> Self::Label;
}

/// Labels from a function of a point, without box information.
struct Plain<F>(F);

impl<L: Copy + Ord, F: FnMut(DVec2) -> L> Labels for Plain<F> {
    type Label = L;
    fn enter(&mut self, _: Aabb) -> Option<L> {
        None
    }
    fn leave(&mut self) {}
    fn at(&mut self, point: DVec2) -> L {
        (self.0)(point)
    }
}

/// A segment of a border.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border<L> {
    /// End points.
    pub ends: [DVec2; 2],
    /// Labels on its two sides, the lesser one first.
    pub labels: [L; 2],
}

/// The regions of a box and their borders.
#[derive(Clone, Debug, PartialEq)]
pub struct Regions<L> {
    /// Pieces of each region, counter-clockwise; every piece is star-shaped around its first corner.
    pub pieces: BTreeMap<L, Vec<[DVec2; 4]>>,
    /// Segments where labels change.
    pub borders: Vec<Border<L>>,
}

impl<L> Default for Regions<L> {
    fn default() -> Self {
        Self { pieces: BTreeMap::new(), borders: Vec::new() }
    }
}

impl<L: Copy + Ord> Regions<L> {
    /// Samples labels at the corners of a grid of `columns` by `rows` cells, along cell sides whose corners differ, and
    /// where three regions meet. May miss features smaller than a cell. The result is empty for a box that is empty or
    /// not finite.
    ///
    /// Calls `label` `(columns + 1) (rows + 1)` times, and about ten times for each side that a border crosses.
    pub fn sample(area: Aabb, columns: usize, rows: usize, label: impl FnMut(DVec2) -> L) -> Self {
        Self::of(area, columns, rows, &mut Plain(label))
    }

    /// Like [`Regions::sample`], but tests boxes first, from the whole area down, and samples points only in boxes
    /// without a single label. The result is the same.
    pub fn of(area: Aabb, columns: usize, rows: usize, labels: &mut impl Labels<Label = L>) -> Self {
        let mut regions = Self::default();
        if area.is_empty() || !area.is_finite() || columns == 0 || rows == 0 {
            return regions;
        }
        let sampler = Sampler::new(area, columns, rows, labels);
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
                    None => regions.cut(&sampler, column, row, corners),
                }
            }
            if let Some((from, known)) = run {
                regions.add(known, sampler.slab(from, columns, row));
            }
        }
        regions
    }

    /// Area of the region of a label.
    pub fn area(&self, label: L) -> f64 {
        let pieces = self.pieces.get(&label).map_or(&[][..], Vec::as_slice);
        pieces.iter().map(|piece| 0.5 * super::cross(piece[2] - piece[0], piece[3] - piece[1])).sum()
    }

    fn add(&mut self, label: L, piece: [DVec2; 4]) {
        self.pieces.entry(label).or_default().push(piece);
    }

    /// Cuts a cell with several labels: each corner gets the part up to the junction, or up to the mean of the changes.
    fn cut<S: Labels<Label = L>>(&mut self, sampler: &Sampler<S>, column: usize, row: usize, corners: [L; 4]) {
        let at = sampler.places(column, row);
        let sides = [0, 1, 2, 3].map(|side| {
            let next = (side + 1) % 4;
            (corners[side] != corners[next]).then(|| sampler.change(side, column, row))
        });
        let changes = || sides.iter().flatten();
        let middle = sampler.junction(column, row);
        let middle = middle.unwrap_or_else(|| changes().sum::<DVec2>() / changes().count() as f64);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn unit() -> Aabb {
        Aabb { min: DVec2::ZERO, max: DVec2::ONE }
    }

    #[test]
    fn sample_agrees_with_areas_by_hand() {
        // Left of x + y = 1 is half of the square; left of x = 0.3 three tenths.
        let half = Regions::sample(unit(), 10, 10, |p| p.x + p.y < 1.0);
        assert!((half.area(true) - 0.5).abs() < 1e-3, "{}", half.area(true));
        assert!((half.area(true) + half.area(false) - 1.0).abs() < 1e-12);
        let third = Regions::sample(unit(), 8, 8, |p| u8::from(p.x < 0.3));
        assert!((third.area(1) - 0.3).abs() < 1e-3, "{}", third.area(1));
        // The border is as long as the square is high.
        let length: f64 = third.borders.iter().map(|border| border.ends[0].distance(border.ends[1])).sum();
        assert!((length - 1.0).abs() < 1e-9, "{length}");
        assert!(third.borders.iter().all(|border| (border.ends[0].x - 0.3).abs() < 1e-3 && border.labels == [0, 1]));
    }

    #[test]
    fn pieces_are_counter_clockwise_where_three_labels_meet() {
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
    fn sample_finds_the_junction_of_three_labels() {
        // Three sectors around a point that lies on no grid line.
        let (middle, side) = (DVec2::new(0.437, 0.561), 1.0 / 9.0);
        let label = |p: DVec2| match p - middle {
            d if d.y > 0.0 => 0,
            d if d.x > 0.3 * d.y => 1,
            _ => 2,
        };
        let regions = Regions::sample(unit(), 9, 9, label);
        let ends = regions.borders.iter().flat_map(|border| border.ends);
        let nearest = ends.map(|end| end.distance(middle)).fold(f64::INFINITY, f64::min);
        assert!(nearest < side / 60.0, "{nearest} of a cell of {side}");
    }

    /// Known boxes save samples and do not change the result.
    #[test]
    fn known_boxes_save_samples() {
        /// Left and right of x = 0.3; a box on one side has a single label.
        struct Halves {
            boxes: Vec<Aabb>,
            asked: usize,
        }
        impl Labels for Halves {
            type Label = bool;
            fn enter(&mut self, area: Aabb) -> Option<bool> {
                let is_within =
                    self.boxes.last().is_none_or(|outer| outer.contains(area.min) && outer.contains(area.max));
                assert!(is_within, "boxes must nest");
                self.boxes.push(area);
                (area.max.x < 0.3 || area.min.x >= 0.3).then_some(area.max.x < 0.3)
            }
            fn leave(&mut self) {
                self.boxes.pop().expect("leave without enter");
            }
            fn at(&mut self, point: DVec2) -> bool {
                assert!(self.boxes.last().unwrap().contains(point));
                self.asked += 1;
                point.x < 0.3
            }
        }
        let mut halves = Halves { boxes: Vec::new(), asked: 0 };
        let known = Regions::of(unit(), 64, 48, &mut halves);
        assert_eq!(known, Regions::sample(unit(), 64, 48, |p| p.x < 0.3));
        assert!(halves.boxes.is_empty() && halves.asked < 65 * 49 / 2, "{}", halves.asked);
    }

    #[test]
    fn empty_boxes_and_single_labels_have_no_borders() {
        assert!(Regions::sample(Aabb::EMPTY, 4, 4, |_| 0).pieces.is_empty());
        assert!(Regions::sample(unit(), 0, 4, |_| 0).pieces.is_empty());
        let whole = Regions::sample(unit(), 4, 4, |_| 0);
        assert!(whole.borders.is_empty() && (whole.area(0) - 1.0).abs() < 1e-12);
        assert_eq!(whole.pieces[&0].len(), 4, "one piece per row");
    }
}
