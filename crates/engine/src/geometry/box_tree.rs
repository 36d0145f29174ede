//! A static bounding volume hierarchy: finds the boxes that touch a given box in logarithmic time.
//!
//! Built top-down with median splits along the longer axis, in O(n log n) for any sizes and positions. A uniform grid
//! would need a cell size, and levels mix very large and very small boxes.

use super::Aabb;
use super::SortCopies;
use std::ops::ControlFlow;

/// Maximum number of boxes in a leaf.
const LEAF: usize = 16;

/// A bounding volume tree. A box is identified by its index in the list that the tree was built from. Queries never
/// return boxes that are empty or not finite.
#[derive(Clone, Debug, Default)]
pub struct BoxTree {
    /// Box and index, leaf by leaf.
    leaves: Vec<(Aabb, u32)>,
    /// Position in `leaves` of each box of the list; undefined for boxes that were left out.
    slots: Vec<u32>,
    nodes: Vec<TreeNode>,
    /// Boxes inserted since the tree was built; each query tests them all.
    loose: Vec<(Aabb, u32)>,
    building: Vec<(usize, usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct TreeNode {
    bounds: Aabb,
    /// First box of the subtree in `leaves`.
    first: u32,
    count: u32,
    /// Left child; the right child is `left + 1`. 0 for a leaf.
    left: u32,
}

impl BoxTree {
    /// Builds a tree over these boxes.
    pub fn new(boxes: Vec<Aabb>) -> Self {
        let mut tree = Self::default();
        tree.rebuild(boxes);
        tree
    }

    /// Rebuilds the tree and reuses its memory.
    pub fn rebuild(&mut self, boxes: impl IntoIterator<Item = Aabb>) {
        self.leaves.clear();
        self.nodes.clear();
        self.loose.clear();
        let usable = |(index, bounds): (usize, Aabb)| {
            (!bounds.is_empty() && bounds.is_finite()).then_some((bounds, index as u32))
        };
        let mut count = 0;
        self.leaves.extend(boxes.into_iter().inspect(|_| count += 1).enumerate().filter_map(usable));
        self.slots.clear();
        self.slots.resize(count, 0);
        if self.leaves.is_empty() {
            return;
        }
        self.push_node(0, self.leaves.len());
        self.building.push((0, 0, self.leaves.len()));
        while let Some((node, first, end)) = self.building.pop() {
            if end - first <= LEAF {
                continue;
            }
            let middle = first + (end - first) / 2;
            let size = self.nodes[node].bounds.size();
            // Each bound is halved first, so that huge boxes do not overflow.
            let center = |bounds: &Aabb| {
                let center = bounds.min * 0.5 + bounds.max * 0.5;
                if size.x >= size.y { center.x } else { center.y }
            };
            self.leaves[first..end].select_nth_unstable_by(middle - first, |(a, i), (b, j)| {
                center(a).total_cmp(&center(b)).then(i.cmp(j))
            });
            let left = self.push_node(first, middle);
            let right = self.push_node(middle, end);
            self.nodes[node].left = left as u32;
            self.building.push((left, first, middle));
            self.building.push((right, middle, end));
        }
        for (slot, (_, index)) in self.leaves.iter().enumerate() {
            self.slots[*index as usize] = slot as u32;
        }
    }

    /// Replaces one box of the tree. The structure stays; the bounds of its ancestors grow. Queries stay exact, but
    /// become slower with every box that moves far.
    pub fn replace(&mut self, index: usize, bounds: Aabb) {
        let slot = self.slots[index];
        if let Some(loose) = (slot as usize).checked_sub(self.leaves.len()) {
            self.loose[loose].0 = bounds;
            return;
        }
        self.leaves[slot as usize].0 = bounds;
        let mut node = 0;
        loop {
            let TreeNode { left, .. } = self.nodes[node];
            self.nodes[node].bounds = self.nodes[node].bounds.union(bounds);
            if left == 0 {
                return;
            }
            let right = left as usize + 1;
            node = if slot < self.nodes[right].first { left as usize } else { right };
        }
    }

    /// Inserts a box that was left out, or a box behind the others. Every query tests it: rebuild after a few.
    pub fn insert(&mut self, index: usize, bounds: Aabb) {
        self.make_room(index + 1);
        self.slots[index] = (self.leaves.len() + self.loose.len()) as u32;
        self.loose.push((bounds, index as u32));
    }

    /// Extends the list of boxes to this number; the new ones are left out.
    pub fn make_room(&mut self, count: usize) {
        self.slots.resize(self.slots.len().max(count), 0);
    }

    /// Number of boxes inserted since the tree was built.
    pub fn loose_count(&self) -> usize {
        self.loose.len()
    }

    fn push_node(&mut self, first: usize, end: usize) -> usize {
        let bounds = self.leaves[first..end].iter().fold(Aabb::EMPTY, |all, (bounds, _)| all.union(*bounds));
        self.nodes.push(TreeNode { bounds, first: first as u32, count: (end - first) as u32, left: 0 });
        self.nodes.len() - 1
    }

    /// Calls `visit` with every box that touches `area`, in an order that depends only on the boxes, until it breaks.
    pub fn visit(&self, area: &Aabb, mut visit: impl FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        // A tree of 2^32 leaves has 32 levels, and each level leaves at most one sibling on the stack.
        let mut waiting = [0u32; 64];
        let mut count = usize::from(!self.nodes.is_empty());
        while count > 0 {
            count -= 1;
            let node = &self.nodes[waiting[count] as usize];
            if !node.bounds.overlaps(area) {
                continue;
            }
            if node.left == 0 {
                let leaves = &self.leaves[node.first as usize..(node.first + node.count) as usize];
                for (leaf, index) in leaves {
                    if leaf.overlaps(area) {
                        visit(*index as usize)?;
                    }
                }
            } else {
                waiting[count] = node.left;
                waiting[count + 1] = node.left + 1;
                count += 2;
            }
        }
        for (bounds, index) in &self.loose {
            if bounds.overlaps(area) {
                visit(*index as usize)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Position of each box in leaf order, so boxes near each other usually have similar numbers; undefined for boxes
    /// that were left out.
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Calls `found` with every box that touches `area`, in an order that depends only on the boxes.
    pub fn for_each(&self, area: &Aabb, mut found: impl FnMut(usize)) {
        let _ = self.visit(area, |index| {
            found(index);
            ControlFlow::Continue(())
        });
    }

    /// All boxes that touch `area`, ascending.
    pub fn touching(&self, area: &Aabb) -> Vec<usize> {
        let mut found = Vec::new();
        self.for_each(area, |index| found.push(index));
        found.sort_copies();
        found
    }

    /// Calls `visit(i, j)`, i < j, for every pair of boxes that touch each other, by ascending i, until it breaks.
    pub fn visit_pairs(&self, mut visit: impl FnMut(usize, usize) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut by_index = [self.leaves.as_slice(), &self.loose].concat();
        by_index.sort_copies_by_key(|&(_, index)| index);
        for (area, i) in by_index {
            let i = i as usize;
            self.visit(&area, |j| if j > i { visit(i, j) } else { ControlFlow::Continue(()) })?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn replace_makes_boxes_found_at_their_new_place() {
        let unit = |at: f64| Aabb { min: DVec2::splat(at), max: DVec2::splat(at + 0.5) };
        let mut boxes: Vec<Aabb> = (0..50).map(|index| unit(f64::from(index))).collect();
        let mut tree = BoxTree::new(boxes.clone());
        for index in 0..50 {
            boxes[index] = unit((index * 37 % 50) as f64 + 100.0);
            tree.replace(index, boxes[index]);
            for (wanted, bounds) in boxes.iter().enumerate() {
                assert_eq!(tree.touching(bounds), [wanted]);
            }
        }
    }

    #[test]
    fn inserted_boxes_are_found_like_the_others() {
        let unit = |at: f64| Aabb { min: DVec2::splat(at), max: DVec2::splat(at + 0.5) };
        let mut boxes: Vec<Aabb> = (0..40).map(|index| unit(f64::from(index))).collect();
        boxes[7] = Aabb::EMPTY;
        let mut tree = BoxTree::new(boxes.clone());
        boxes[7] = unit(300.0);
        tree.insert(7, boxes[7]);
        for index in 40..60 {
            boxes.push(unit((index % 45) as f64));
            tree.insert(index, boxes[index]);
        }
        boxes[50] = unit(0.2);
        tree.replace(50, boxes[50]);
        for area in &boxes {
            let expected: Vec<usize> = (0..60).filter(|&index| boxes[index].overlaps(area)).collect();
            assert_eq!(tree.touching(area), expected);
        }
        let mut slots = tree.slots().to_vec();
        slots.sort_unstable();
        assert_eq!((slots, tree.loose_count()), ((0..60).collect(), 21));
    }

    #[test]
    fn queries_agree_with_brute_force() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as f64 / (1u64 << 31) as f64
        };
        for count in [0, 1, 4, 5, 9, 100, 1000] {
            let boxes: Vec<Aabb> = (0..count)
                .map(|index| {
                    let min = DVec2::new(random() * 30.0, random() * 30.0);
                    let size = if index % 50 == 7 { 40.0 } else { 1.0 };
                    Aabb { min, max: min + DVec2::new(random() * size, random() * size) }
                })
                .collect();
            let tree = BoxTree::new(boxes.clone());
            let mut pairs = Vec::new();
            for (i, area) in boxes.iter().enumerate() {
                let expected: Vec<usize> = (0..count).filter(|&index| boxes[index].overlaps(area)).collect();
                pairs.extend(expected.iter().filter(|&&j| j > i).map(|&j| (i, j)));
                assert_eq!(tree.touching(area), expected);
            }
            let mut found = Vec::new();
            let _ = tree.visit_pairs(|i, j| {
                found.push((i, j));
                ControlFlow::Continue(())
            });
            assert!(found.is_sorted_by_key(|&(i, _)| i));
            found.sort_unstable();
            assert_eq!(found, pairs);
        }
    }

    #[test]
    fn build_accepts_equal_empty_and_infinite_boxes() {
        let one = Aabb { min: DVec2::ZERO, max: DVec2::ONE };
        let huge = Aabb { min: DVec2::splat(-f64::MAX), max: DVec2::splat(f64::MAX) };
        let endless = Aabb { min: DVec2::splat(f64::NEG_INFINITY), max: DVec2::splat(f64::INFINITY) };
        let tree = BoxTree::new([one; 100].into_iter().chain([huge, Aabb::EMPTY, endless]).collect());
        assert_eq!(tree.touching(&one).len(), 101);
        assert!(tree.touching(&Aabb::EMPTY).is_empty());
        assert!(BoxTree::new(Vec::new()).touching(&one).is_empty());
    }
}
