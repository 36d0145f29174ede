//! Broad phase: the pairs of bodies whose boxes overlap, without looking at all pairs, in the order of resolution.
//!
//! Must never know: hulls, responses. Candidates come from boxes fattened by a margin and stay until a body
//! escapes its own; the exact test on the boxes of the substep follows, so the margin changes no bit.

use super::colour::Colours;
use crate::engine::Layout;
use crate::geometry::{Aabb, BoxTree};

/// Margin of a fat box as a part of the body's larger extent.
const MARGIN: f64 = 0.125;

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    fat: Vec<Aabb>,
    tree: BoxTree,
    /// Pairs whose fat boxes overlap, lexicographic.
    candidates: Vec<[u32; 2]>,
    /// Pairs whose boxes overlap, lexicographic.
    overlapping: Vec<[u32; 2]>,
    colours: Colours,
}

impl BroadPhase {
    /// Finds the pairs for these boxes, one per body.
    pub(super) fn update(&mut self, layout: &Layout, boxes: &[Aabb]) {
        let is_held = |(fat, bounds): (&Aabb, &Aabb)| bounds.is_empty() || fat.contains_box(bounds);
        if self.fat.len() != boxes.len() || !self.fat.iter().zip(boxes).all(is_held) {
            self.find_candidates(layout, boxes);
        }
        self.overlapping.clear();
        let overlap = |&&[i, j]: &&[u32; 2]| boxes[i as usize].overlaps(&boxes[j as usize]);
        self.overlapping.extend(self.candidates.iter().filter(overlap));
        self.colours.assign(layout, &self.overlapping);
    }

    fn find_candidates(&mut self, layout: &Layout, boxes: &[Aabb]) {
        let fatten = |bounds: &Aabb| {
            if bounds.is_empty() { Aabb::EMPTY } else { bounds.expanded(bounds.size().max_element() * MARGIN) }
        };
        self.fat.clear();
        self.fat.extend(boxes.iter().map(fatten));
        self.tree.rebuild(self.fat.iter().copied());
        self.candidates.clear();
        for (first, bounds) in self.fat.iter().enumerate() {
            if bounds.is_empty() {
                continue;
            }
            let start = self.candidates.len();
            let first_moves = layout.bodies[first].is_dynamic;
            self.tree.for_each(bounds, |second| {
                if second > first && (first_moves || layout.bodies[second].is_dynamic) {
                    self.candidates.push([first as u32, second as u32]);
                }
            });
            self.candidates[start..].sort_unstable();
        }
    }

    /// Calls `found` with every body whose box may overlap `bounds`, in no order that means anything.
    pub(in crate::engine) fn near(&self, bounds: &Aabb, found: impl FnMut(usize)) {
        self.tree.for_each(bounds, found);
    }

    /// The overlapping pairs `(i, j, colour)`, i < j, colour by colour and lexicographic within one.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        self.colours.order().map(|(pair, colour)| {
            let [first, second] = self.overlapping[pair];
            (first as usize, second as usize, colour)
        })
    }
}
