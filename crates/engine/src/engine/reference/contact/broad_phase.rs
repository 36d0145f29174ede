//! Broad phase: pairs of bodies whose boxes overlap, in the order of resolution.
//!
//! Algorithm: a dynamic AABB tree over boxes enlarged by a margin, as in Bullet's `btDbvt` and Box2D (Catto, *Dynamic Bounding Volume
//! Hierarchies*, GDC 2019). Unlike these, it is built by median splits and rebuilt after many reinsertions or insertions. A pair is a candidate until
//! one of its bodies leaves its enlarged box. The exact test on the boxes of the substep follows, so results do not depend on margin and tree.
//!
//! Cost: O(candidates) while no body leaves its enlarged box.

use super::pair_colouring::PairColours;
use crate::engine::data::{Layout, World};
use crate::geometry::SortCopies;
use crate::geometry::{Aabb, BoxTree};

/// Margin of a fat box, as a fraction of the body's larger extent.
const MARGIN: f64 = 0.125;

/// Boxes that may be outside of the tree's structure, besides a sixteenth of all: queries test each of them.
const FEW_LOOSE: usize = 8;

/// The dynamic AABB tree of the bodies and the overlapping pairs.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    fat: Vec<Aabb>,
    tree: BoxTree,
    /// Pairs whose fat boxes overlap, lexicographic.
    candidates: Vec<[u32; 2]>,
    /// Bodies that left their fat box in this substep, ascending.
    escaped: Vec<usize>,
    /// True for these bodies.
    is_escaped: Vec<bool>,
    /// Their new candidates.
    fresh: Vec<[u32; 2]>,
    /// Number of reinsertions since the tree was built.
    reinserted: usize,
    /// Pairs whose boxes overlap, lexicographic.
    overlapping: Vec<[u32; 2]>,
    /// The same in the order of resolution.
    ordered: Vec<[u32; 2]>,
    colours: PairColours,
}

impl BroadPhase {
    /// Finds the overlapping pairs; `boxes` has one box per body.
    pub(in crate::engine) fn update(&mut self, layout: &Layout, boxes: &[Aabb]) {
        self.update_proxies(layout, boxes);
        self.overlapping.clear();
        let overlap = |&&[i, j]: &&[u32; 2]| {
            boxes[i as usize].overlaps(&boxes[j as usize]) && layout.filters.bodies_collide(i as usize, j as usize)
        };
        self.overlapping.extend(self.candidates.iter().filter(overlap));
        self.colours.assign(layout, &self.overlapping);
        self.ordered.clear();
        self.ordered.extend(self.colours.order().map(|(pair, _)| self.overlapping[pair]));
    }

    /// Updates the candidates of the bodies that left their fat box, or all candidates if there are many such bodies.
    fn update_proxies(&mut self, layout: &Layout, boxes: &[Aabb]) {
        if self.fat.is_empty() {
            return self.find_candidates(layout, boxes);
        }
        // Bodies that were added since the last update.
        self.fat.resize(boxes.len(), Aabb::EMPTY);
        self.tree.make_room(boxes.len());
        self.escaped.clear();
        let has_escaped = |body: &usize| !boxes[*body].is_empty() && !self.fat[*body].contains_box(&boxes[*body]);
        self.escaped.extend((0..boxes.len()).filter(has_escaped));
        if self.escaped.is_empty() {
            return;
        }
        self.reinserted += self.escaped.len();
        let fresh = self.escaped.iter().filter(|&&body| self.fat[body].is_empty()).count();
        let are_too_many =
            self.reinserted > boxes.len() / 2 || self.tree.loose_count() + fresh > FEW_LOOSE + boxes.len() / 16;
        if are_too_many || self.escaped.iter().any(|&body| !fatten(&boxes[body]).is_finite()) {
            return self.find_candidates(layout, boxes);
        }
        for &body in &self.escaped {
            let was_out = self.fat[body].is_empty();
            self.fat[body] = fatten(&boxes[body]);
            if was_out {
                self.tree.insert(body, self.fat[body]);
            } else {
                self.tree.replace(body, self.fat[body]);
            }
        }
        let Self { fat, tree, candidates, escaped, is_escaped, fresh, .. } = self;
        is_escaped.clear();
        is_escaped.resize(boxes.len(), false);
        escaped.iter().for_each(|&body| is_escaped[body] = true);
        candidates.retain(|&[i, j]| !is_escaped[i as usize] && !is_escaped[j as usize]);
        fresh.clear();
        for &body in escaped.iter() {
            tree.for_each(&fat[body], |other| {
                // Two escaped bodies find each other twice.
                let is_counted = other != body && (other > body || !is_escaped[other]);
                if is_counted && (layout.bodies[body].is_dynamic || layout.bodies[other].is_dynamic) {
                    fresh.push([body.min(other) as u32, body.max(other) as u32]);
                }
            });
        }
        fresh.sort_copies();
        merge(candidates, fresh);
    }

    fn find_candidates(&mut self, layout: &Layout, boxes: &[Aabb]) {
        self.reinserted = 0;
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
            self.candidates[start..].sort_copies();
        }
        // More new candidates at once are rare.
        self.fresh.clear();
        self.fresh.reserve(self.candidates.len());
    }

    /// Position of each body's box in the leaf order of the tree: neighbours usually have similar numbers. Undefined for bodies
    /// without contacts.
    pub(in crate::engine) fn slots(&self) -> &[u32] {
        self.tree.slots()
    }

    /// All overlapping pairs, colour by colour and lexicographic within a colour.
    pub(in crate::engine) fn ordered(&self) -> &[[u32; 2]] {
        &self.ordered
    }

    /// Iterates over the overlapping pairs `(i, j, colour)`, i < j, colour by colour and lexicographic within a colour.
    pub(in crate::engine) fn pairs(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        self.colours.order().map(|(pair, colour)| {
            let [first, second] = self.overlapping[pair];
            (first as usize, second as usize, colour)
        })
    }
}

/// Calls `found` with every body whose box may overlap `bounds`, as of the last stage "contacts". The order is unspecified.
pub(in crate::engine) fn near(world: &World, bounds: &Aabb, found: impl FnMut(usize)) {
    if let Some(broad) = world.scratch.workspaces.peek::<BroadPhase>() {
        broad.tree.for_each(bounds, found);
    }
}

/// Merges ascending pairs into ascending pairs.
fn merge(pairs: &mut Vec<[u32; 2]>, more: &[[u32; 2]]) {
    let mut left = pairs.len();
    pairs.resize(left + more.len(), [0; 2]);
    // Backwards and in place: the source entries have been moved already.
    for (index, &next) in more.iter().enumerate().rev() {
        while left > 0 && pairs[left - 1] > next {
            left -= 1;
            pairs[left + index + 1] = pairs[left];
        }
        pairs[left + index] = next;
    }
}

fn fatten(bounds: &Aabb) -> Aabb {
    if bounds.is_empty() { Aabb::EMPTY } else { bounds.expanded(bounds.size().max_element() * MARGIN) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Level, Motion};
    use glam::DVec2;

    #[test]
    fn merged_pairs_are_sorted() {
        for (pairs, more) in
            [(vec![1, 4, 6], vec![0, 2, 3, 9]), (vec![], vec![5, 7]), (vec![3, 8], vec![]), (vec![9], vec![1])]
        {
            let pair = |number: u32| [number / 3, number % 3];
            let mut all: Vec<[u32; 2]> = pairs.iter().copied().map(pair).collect();
            let more: Vec<[u32; 2]> = more.into_iter().map(pair).collect();
            let mut expected = [all.clone(), more.clone()].concat();
            expected.sort_unstable();
            merge(&mut all, &more);
            assert_eq!(all, expected);
        }
    }

    #[test]
    fn broad_phase_of_moving_boxes_equals_all_pairs() {
        let mut seed = 3u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as f64 / (1u64 << 31) as f64
        };
        let count = 60;
        let motion = |index| if index % 7 == 0 { Motion::Fixed } else { Motion::Dynamic };
        let bodies = (0..count).map(|index| Body { motion: motion(index), ..Body::default() }).collect();
        let layout = Layout::new(&Level { bodies, ..Level::default() });
        let mut corners: Vec<DVec2> = (0..count).map(|_| DVec2::new(random(), random()) * 8.0).collect();
        let mut broad = BroadPhase::default();
        for step in 0..300 {
            // A few bodies are fast and the others slow, so both branches of the update run.
            for (index, corner) in corners.iter_mut().enumerate() {
                let speed = if index < 5 { 0.4 } else { 0.01 };
                *corner += DVec2::new(random() - 0.5, random() - 0.5) * speed;
            }
            let mut boxes: Vec<Aabb> =
                corners.iter().map(|&min| Aabb { min, max: min + DVec2::new(1.0, 0.7) }).collect();
            if step > 150 {
                boxes[9] = Aabb::EMPTY;
            }
            broad.update(&layout, &boxes);
            let mut found: Vec<(usize, usize)> = broad.pairs().map(|(i, j, _)| (i, j)).collect();
            found.sort_unstable();
            let expected: Vec<(usize, usize)> = (0..count)
                .flat_map(|i| (i + 1..count).map(move |j| (i, j)))
                .filter(|&(i, j)| boxes[i].overlaps(&boxes[j]) && (i % 7 != 0 || j % 7 != 0))
                .collect();
            assert_eq!(found, expected, "step {step}");
        }
    }
}
