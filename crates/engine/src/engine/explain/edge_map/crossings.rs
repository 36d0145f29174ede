//! Even-odd rule over a box: the edges for which the parity can differ between two points of the box.
//!
//! If the line of an edge does not intersect the box, the rays of all points between the heights of its ends behave alike: all or none
//! of them cross the edge. The edge then reduces to two heights at which the parity changes, or to none. Equal heights of two edges
//! cancel, so a connected part of the hull left of the box leaves no heights.

use super::side::{EdgeSide, Patch};
use crate::engine::reference::contact::narrow_phase::toggles_parity;
use glam::DVec2;

/// Edges and heights that determine the parity in a box.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct CrossingCandidates {
    /// Parity below all heights, without the edges in `open`.
    is_odd: bool,
    /// Heights at which the parity changes; the height itself belongs to the part above.
    heights: Vec<f64>,
    /// Edges, by index in the hull, that must be tested for each point.
    open: Vec<u32>,
}

impl CrossingCandidates {
    /// Creates the candidates of the whole plane: all edges.
    pub fn new(count: usize) -> Self {
        Self { is_odd: false, heights: Vec::new(), open: (0..count as u32).collect() }
    }

    /// Computes the candidates of a box inside the box of `outer`.
    pub fn narrow(&mut self, outer: &Self, sides: &[EdgeSide], patch: &Patch) {
        self.is_odd = outer.is_odd;
        self.heights.clear();
        self.open.clear();
        outer.heights.iter().for_each(|&height| self.toggle_at(height, patch));
        for &place in &outer.open {
            let side = &sides[place as usize];
            let (low, high) = (side.a.y.min(side.b.y), side.a.y.max(side.b.y));
            if high <= patch.area.min.y || low > patch.area.max.y || low == high {
                continue;
            }
            match meets_rays(side, patch) {
                Some(true) => [low, high].into_iter().for_each(|height| self.toggle_at(height, patch)),
                Some(false) => {}
                None => self.open.push(place),
            }
        }
    }

    /// Toggles the parity at and above a height.
    fn toggle_at(&mut self, height: f64, patch: &Patch) {
        if height <= patch.area.min.y {
            self.is_odd = !self.is_odd;
        } else if height <= patch.area.max.y {
            match self.heights.iter().position(|&known| known == height) {
                Some(twice) => drop(self.heights.swap_remove(twice)),
                None => self.heights.push(height),
            }
        }
    }

    /// True if all points of the box are inside, false if all are outside, none if they may differ.
    pub fn of_all(&self) -> Option<bool> {
        (self.heights.is_empty() && self.open.is_empty()).then_some(self.is_odd)
    }

    /// True if a point of the box is inside.
    pub fn is_inside(&self, sides: &[EdgeSide], point: DVec2) -> bool {
        let toggles = self.heights.iter().filter(|&&height| height <= point.y).count();
        let mut inside = self.is_odd ^ (toggles % 2 == 1);
        for &place in &self.open {
            let side = &sides[place as usize];
            inside ^= toggles_parity(side.a, side.b, point);
        }
        inside
    }
}

/// Considers the points of the box between the heights of the edge's ends. Returns true if all their rays cross the edge, false if
/// none does, and none if this is unknown.
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
