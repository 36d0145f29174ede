//! Even-odd parity over a box: the edges that can still change the answer between two of its points.
//!
//! An edge whose line passes clear of the box is crossed by the rays of the points at certain heights or by none, so it reduces to two
//! heights at which the parity changes. Two edges that meet at one height cancel; a stretch of hull left of the box leaves nothing.

use super::side::{EdgeSide, Patch};
use crate::engine::reference::contact::narrow_phase::toggles_parity;
use glam::DVec2;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct CrossingCandidates {
    /// Below all heights, as far as it is known.
    is_odd: bool,
    /// The parity changes at and above each.
    heights: Vec<f64>,
    /// Edges, by their place in the hull, that must be asked point by point.
    open: Vec<u32>,
}

impl CrossingCandidates {
    /// All edges are to be asked.
    pub fn new(count: usize) -> Self {
        Self { is_odd: false, heights: Vec::new(), open: (0..count as u32).collect() }
    }

    /// What is left of it in a box within that of `outer`.
    pub fn narrow(&mut self, outer: &Self, sides: &[EdgeSide], patch: &Patch) {
        self.is_odd = outer.is_odd;
        self.heights.clear();
        self.open.clear();
        outer.heights.iter().for_each(|&height| self.turn(height, patch));
        for &place in &outer.open {
            let side = &sides[place as usize];
            let (low, high) = (side.a.y.min(side.b.y), side.a.y.max(side.b.y));
            if high <= patch.area.min.y || low > patch.area.max.y || low == high {
                continue;
            }
            match meets_rays(side, patch) {
                Some(true) => [low, high].into_iter().for_each(|height| self.turn(height, patch)),
                Some(false) => {}
                None => self.open.push(place),
            }
        }
    }

    /// The parity changes at a height.
    fn turn(&mut self, height: f64, patch: &Patch) {
        if height <= patch.area.min.y {
            self.is_odd = !self.is_odd;
        } else if height <= patch.area.max.y {
            match self.heights.iter().position(|&known| known == height) {
                Some(twice) => drop(self.heights.swap_remove(twice)),
                None => self.heights.push(height),
            }
        }
    }

    /// Whether all points of the box are inside, or outside; none where they differ, or may.
    pub fn of_all(&self) -> Option<bool> {
        (self.heights.is_empty() && self.open.is_empty()).then_some(self.is_odd)
    }

    /// Whether a point of the box is inside.
    pub fn is_inside(&self, sides: &[EdgeSide], point: DVec2) -> bool {
        let turns = self.heights.iter().filter(|&&height| height <= point.y).count();
        let mut inside = self.is_odd ^ (turns % 2 == 1);
        for &place in &self.open {
            let side = &sides[place as usize];
            inside ^= toggles_parity(side.a, side.b, point);
        }
        inside
    }
}

/// Whether rays from all points of the box that have the edge at their height meet it, or of none; none where that is
/// not sure.
fn meets_rays(side: &EdgeSide, patch: &Patch) -> Option<bool> {
    if !side.is_measurable() {
        return None;
    }
    let (range, margin) = (side.cross(patch).over(patch), side.margin(patch));
    let is_upwards = side.a.y < side.b.y;
    if range.high < -margin {
        Some(is_upwards)
    } else if range.low > margin {
        Some(!is_upwards)
    } else {
        None
    }
}
