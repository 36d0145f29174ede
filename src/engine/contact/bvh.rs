//! A bounding volume tree over boxes, rebuilt at once: n log n whatever the sizes and places of the boxes.
//!
//! Must never know: bodies. A grid would need a cell size, and levels mix containers with crumbs.

use crate::geometry::Aabb;

/// Boxes a leaf holds at most.
const LEAF: usize = 4;

/// See the module. Boxes are named by their position in the list that the tree was built from.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Bvh {
    /// Leaves first to last, each with its box.
    leaves: Vec<(Aabb, u32)>,
    nodes: Vec<TreeNode>,
    building: Vec<(usize, usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct TreeNode {
    bounds: Aabb,
    /// Leaves below it.
    first: u32,
    count: u32,
    /// Its left child; the right one follows that. 0 for a node without children.
    left: u32,
}

impl Bvh {
    /// Builds the tree anew. Boxes that are empty or not finite are left out.
    pub fn rebuild(&mut self, boxes: impl Iterator<Item = Aabb>) {
        self.leaves.clear();
        self.nodes.clear();
        let usable = |(index, bounds): (usize, Aabb)| {
            (!bounds.is_empty() && bounds.is_finite()).then_some((bounds, index as u32))
        };
        self.leaves.extend(boxes.enumerate().filter_map(usable));
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
            let range = &mut self.leaves[first..end];
            // Twice the centre, each bound halved first so that huge boxes do not overflow.
            if size.x >= size.y {
                range.select_nth_unstable_by(middle - first, |(a, i), (b, j)| {
                    (a.min.x * 0.5 + a.max.x * 0.5).total_cmp(&(b.min.x * 0.5 + b.max.x * 0.5)).then(i.cmp(j))
                });
            } else {
                range.select_nth_unstable_by(middle - first, |(a, i), (b, j)| {
                    (a.min.y * 0.5 + a.max.y * 0.5).total_cmp(&(b.min.y * 0.5 + b.max.y * 0.5)).then(i.cmp(j))
                });
            }
            let left = self.push_node(first, middle);
            let right = self.push_node(middle, end);
            self.nodes[node].left = left as u32;
            self.building.push((left, first, middle));
            self.building.push((right, middle, end));
        }
    }

    fn push_node(&mut self, first: usize, end: usize) -> usize {
        let bounds = self.leaves[first..end].iter().fold(Aabb::EMPTY, |all, (bounds, _)| all.union(*bounds));
        self.nodes.push(TreeNode { bounds, first: first as u32, count: (end - first) as u32, left: 0 });
        self.nodes.len() - 1
    }

    /// Calls `found` with every box that overlaps `bounds`, in the order of the tree.
    pub fn overlapping(&self, bounds: &Aabb, mut found: impl FnMut(u32)) {
        // Halving 2^32 leaves takes 32 levels, and each holds back one sibling at most.
        let mut waiting = [0u32; 64];
        let mut count = usize::from(!self.nodes.is_empty());
        while count > 0 {
            count -= 1;
            let node = &self.nodes[waiting[count] as usize];
            if !node.bounds.overlaps(bounds) {
                continue;
            }
            if node.left == 0 {
                let leaves = &self.leaves[node.first as usize..(node.first + node.count) as usize];
                for (leaf, index) in leaves {
                    if leaf.overlaps(bounds) {
                        found(*index);
                    }
                }
            } else {
                waiting[count] = node.left;
                waiting[count + 1] = node.left + 1;
                count += 2;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn finds_what_all_pairs_find() {
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
            let mut tree = Bvh::default();
            tree.rebuild(boxes.iter().copied());
            for bounds in &boxes {
                let mut found = Vec::new();
                tree.overlapping(bounds, |index| found.push(index as usize));
                found.sort_unstable();
                let expected: Vec<usize> = (0..count).filter(|&index| boxes[index].overlaps(bounds)).collect();
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn equal_empty_and_infinite_boxes_are_survived() {
        let one = Aabb { min: DVec2::ZERO, max: DVec2::ONE };
        let huge = Aabb { min: DVec2::splat(-f64::MAX), max: DVec2::splat(f64::MAX) };
        let endless = Aabb { min: DVec2::splat(f64::NEG_INFINITY), max: DVec2::splat(f64::INFINITY) };
        let mut tree = Bvh::default();
        tree.rebuild([one; 100].into_iter().chain([huge, Aabb::EMPTY, endless]));
        let mut found = 0;
        tree.overlapping(&one, |_| found += 1);
        assert_eq!(found, 101);
    }
}
