//! A static tree of boxes: which of many boxes touch a given one, without looking at all of them.
//!
//! Must never know: what is inside the boxes.

use super::Aabb;
use std::ops::ControlFlow;

/// Boxes a leaf may hold; few enough to test one by one.
const LEAF: usize = 8;

/// A bounding volume hierarchy split at the median, built in O(n log n).
///
/// Median splits keep the depth logarithmic whatever the input, where a uniform grid degrades on
/// boxes of very different sizes.
#[derive(Clone, Debug)]
pub struct BoxTree {
    boxes: Vec<Aabb>,
    /// Indices of `boxes`; each tree node owns a range.
    order: Vec<usize>,
    nodes: Vec<TreeNode>,
}

#[derive(Clone, Debug)]
struct TreeNode {
    bounds: Aabb,
    start: usize,
    end: usize,
    /// Index of the right child; the left one follows its parent. 0 for a leaf.
    right: usize,
}

impl BoxTree {
    /// Sorts the boxes into a tree; empty boxes are never found.
    pub fn new(boxes: Vec<Aabb>) -> Self {
        let order = (0..boxes.len()).filter(|&i| !boxes[i].is_empty()).collect();
        let mut tree = Self { boxes, order, nodes: Vec::new() };
        if !tree.order.is_empty() {
            tree.split(0, tree.order.len());
        }
        tree
    }

    fn split(&mut self, start: usize, end: usize) -> usize {
        let boxes = &self.boxes;
        let bounds = self.order[start..end].iter().fold(Aabb::EMPTY, |sum, &i| sum.union(boxes[i]));
        let index = self.nodes.len();
        self.nodes.push(TreeNode { bounds, start, end, right: 0 });
        if end - start > LEAF {
            let is_wide = bounds.size().x >= bounds.size().y;
            let key = |i: usize| if is_wide { boxes[i].center().x } else { boxes[i].center().y };
            let middle = (end - start) / 2;
            self.order[start..end].select_nth_unstable_by(middle, |&i, &j| key(i).total_cmp(&key(j)).then(i.cmp(&j)));
            self.split(start, start + middle);
            let right = self.split(start + middle, end);
            self.nodes[index].right = right;
        }
        index
    }

    /// Calls `visit` with the index of every box that touches `area`, in an order that depends only on the boxes,
    /// until it breaks.
    pub fn visit(&self, area: &Aabb, mut visit: impl FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut stack = Vec::with_capacity(64);
        if !self.nodes.is_empty() {
            stack.push(0);
        }
        while let Some(index) = stack.pop() {
            let node: &TreeNode = &self.nodes[index];
            if !node.bounds.overlaps(area) {
                continue;
            }
            if node.right == 0 {
                for &i in &self.order[node.start..node.end] {
                    if self.boxes[i].overlaps(area) {
                        visit(i)?;
                    }
                }
            } else {
                stack.push(node.right);
                stack.push(index + 1);
            }
        }
        ControlFlow::Continue(())
    }

    /// Indices of all boxes that touch `area`, ascending.
    pub fn touching(&self, area: &Aabb) -> Vec<usize> {
        let mut found = Vec::new();
        let _ = self.visit(area, |i| {
            found.push(i);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    /// Calls `visit(i, j)`, i < j, for every pair of boxes that touch each other, by ascending i, until it breaks.
    pub fn visit_pairs(&self, mut visit: impl FnMut(usize, usize) -> ControlFlow<()>) -> ControlFlow<()> {
        for (i, area) in self.boxes.iter().enumerate() {
            if !area.is_empty() {
                self.visit(area, |j| if j > i { visit(i, j) } else { ControlFlow::Continue(()) })?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn finds_what_looking_at_all_pairs_finds() {
        let boxes: Vec<Aabb> = (0..200)
            .map(|i: u32| {
                let corner = DVec2::new(f64::from(i * 37 % 101), f64::from(i * 61 % 89));
                Aabb { min: corner, max: corner + DVec2::new(f64::from(i % 7), f64::from(i % 5)) }
            })
            .collect();
        let mut expected = Vec::new();
        for i in 0..boxes.len() {
            for j in i + 1..boxes.len() {
                if boxes[i].overlaps(&boxes[j]) {
                    expected.push((i, j));
                }
            }
        }
        let mut found = Vec::new();
        let _ = BoxTree::new(boxes).visit_pairs(|i, j| {
            found.push((i, j));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        assert!(expected.len() > 100);
        assert_eq!(found, expected);
    }

    #[test]
    fn nothing_touches_in_an_empty_tree_or_an_empty_box() {
        let area = Aabb { min: DVec2::splat(-1.0), max: DVec2::splat(1.0) };
        assert!(BoxTree::new(Vec::new()).touching(&area).is_empty());
        assert!(BoxTree::new(vec![Aabb::EMPTY]).touching(&area).is_empty());
    }
}
