//! Trapezoidal decomposition (Chazelle 1991): horizontal lines through the ends and crossings of edges cut the plane
//! into slabs. Edges do not cross within a slab, so the regions between them are trapezoids.

use crate::geometry::{Aabb, BoxTree, DVec2, SortCopies, cross};
use std::ops::ControlFlow;

/// An upward edge with data of its caller.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlabEdge<T> {
    pub low: DVec2,
    pub high: DVec2,
    pub of: T,
}

impl<T> SlabEdge<T> {
    /// The x coordinate at a height; beyond the ends, that of the nearer end.
    pub fn x_at(&self, y: f64) -> f64 {
        if y <= self.low.y {
            self.low.x
        } else if y >= self.high.y {
            self.high.x
        } else {
            self.low.x + (self.high.x - self.low.x) * ((y - self.low.y) / (self.high.y - self.low.y))
        }
    }
}

/// Heights at which edges cross. `None` if more than `most` pairs of boxes touch.
pub(super) fn crossings<T>(edges: &[SlabEdge<T>], most: usize) -> Option<Vec<f64>> {
    let tree = BoxTree::new(edges.iter().map(|edge| Aabb::around([edge.low, edge.high])).collect());
    let (mut found, mut budget) = (Vec::new(), most);
    let all = tree.visit_pairs(|i, j| {
        budget -= 1;
        found.extend(crossing(&edges[i], &edges[j]));
        if budget == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    all.is_continue().then_some(found)
}

/// Height at which two edges cross or touch, except at a common end.
fn crossing<T>(first: &SlabEdge<T>, second: &SlabEdge<T>) -> Option<f64> {
    if [first.low, first.high].iter().any(|end| [second.low, second.high].contains(end)) {
        return None;
    }
    let (along, other) = (first.high - first.low, second.high - second.low);
    let between = second.low - first.low;
    let turn = cross(along, other);
    let (t, u) = (cross(between, other) / turn, cross(between, along) / turn);
    let is_within = |part: f64| (0.0..=1.0).contains(&part);
    (is_within(t) && is_within(u)).then_some(first.low.y + along.y * t)
}

/// Calls for every slab, from below, with the edges that cross it from left to right, and with the slab's lower and
/// upper height. Each edge has its x at mid-height and its index. Returns `None` if the slabs have more than `most`
/// edges together.
pub(super) fn each_slab<T>(
    edges: &[SlabEdge<T>],
    crossings: &[f64],
    most: usize,
    mut call: impl FnMut(&[(f64, usize)], [f64; 2]),
) -> Option<()> {
    let mut levels: Vec<f64> = edges.iter().flat_map(|edge| [edge.low.y, edge.high.y]).collect();
    levels.extend(crossings);
    levels.sort_copies_by(f64::total_cmp);
    levels.dedup();
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.retain(|&edge| edges[edge].low.y < edges[edge].high.y);
    order.sort_copies_by(|&a, &b| edges[a].low.y.total_cmp(&edges[b].low.y));
    let mut waiting = order.into_iter().peekable();
    let mut active: Vec<(f64, usize)> = Vec::new();
    let mut budget = most;
    for slab in levels.windows(2) {
        let [from, to] = [slab[0], slab[1]];
        active.retain(|&(_, edge)| edges[edge].high.y > from);
        while let Some(edge) = waiting.next_if(|&edge| edges[edge].low.y <= from) {
            active.push((0.0, edge));
        }
        budget = budget.checked_sub(active.len() + 1)?;
        let middle = from * 0.5 + to * 0.5;
        active.iter_mut().for_each(|(x, edge)| *x = edges[*edge].x_at(middle));
        active.sort_copies_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        call(&active, [from, to]);
    }
    Some(())
}
