//! Areas of closed outlines and of what two of them share, under the even-odd rule, by trapezoidal decomposition.
//!
//! Horizontal lines through all corners and all crossings of edges cut the plane into slabs. No edges cross within a slab, so that
//! there the part inside is a row of trapezoids: their widths at half the height of the slab, times that height (Chazelle 1991 for
//! the decomposition). There is no topology that rounding could make inconsistent. The clipping library that was used before,
//! i_overlay 9.1, splits edges without end where the corners of a crumpled hull lie on its other edges within rounding.
//!
//! **Error.** A crossing whose height is off by `d` changes an area by at most `d` times the width between the two edges there, which
//! is of the order of `d` times the difference of their slopes: rounding squared. The sum of the trapezoids is rounded as usual:
//! about `2⁻⁵²` of the box around both outlines for each slab.
//!
//! **Only for measurements.** No state may depend on these numbers.

use super::{Aabb, BoxTree, cross};
use glam::DVec2;
use std::ops::ControlFlow;

/// A closed outline: loops of points, the last joined to the first. Inside is by the even-odd rule, so loops may nest,
/// cross themselves and run either way round.
pub type Loops = Vec<Vec<DVec2>>;

/// Pairs of edges with touching boxes, and edges in all slabs together, beyond which an outline is too tangled to measure.
const MOST_PAIRS: usize = 2_000_000;
const MOST_STEPS: usize = 20_000_000;
/// Half sizes outside this range overflow or underflow when squared.
const SIZES: std::ops::Range<f64> = 1e-150..1e150;

/// Closed loops that use every edge once (Hierholzer's decomposition). None if an odd number of edges ends at a node, so
/// that the edges bound no area.
pub fn loops(edges: &[[u32; 2]]) -> Option<Vec<Vec<u32>>> {
    let mut ends: Vec<(u32, u32)> =
        edges.iter().enumerate().flat_map(|(edge, &[a, b])| [(a, edge as u32), (b, edge as u32)]).collect();
    ends.sort_unstable();
    if ends.chunk_by(|a, b| a.0 == b.0).any(|same| same.len() % 2 != 0) {
        return None;
    }
    // By node, the first end in the list and the first that may still have an unused edge.
    let first = |node: u32| ends.partition_point(|end| end.0 < node);
    let mut next: Vec<usize> = ends.iter().map(|end| first(end.0)).collect();
    let mut is_used = vec![false; edges.len()];
    let mut all = Vec::new();
    for edge in 0..edges.len() {
        while !is_used[edge] {
            // Where even numbers of edges end, a walk can only get stuck where it started.
            let (start, mut node, mut points) = (edges[edge][0], edges[edge][0], Vec::new());
            loop {
                let slot = first(node);
                while is_used[ends[next[slot]].1 as usize] {
                    next[slot] += 1;
                }
                let taken = ends[next[slot]].1 as usize;
                is_used[taken] = true;
                points.push(node);
                node = if edges[taken][0] == node { edges[taken][1] } else { edges[taken][0] };
                if node == start {
                    break;
                }
            }
            if points.len() > 2 {
                all.push(points);
            }
        }
    }
    Some(all)
}

/// Area inside an outline. None if a coordinate is not finite or the outline is too large or too tangled to measure.
pub fn area(outline: &[Vec<DVec2>]) -> Option<f64> {
    measured(outline, None)
}

/// Area inside both outlines; 0 if they only touch. None as for [`area`].
pub fn shared_area(first: &[Vec<DVec2>], second: &[Vec<DVec2>]) -> Option<f64> {
    let around = |outline: &[Vec<DVec2>]| Aabb::around(outline.iter().flatten().copied());
    let is_finite = |outline: &[Vec<DVec2>]| outline.iter().flatten().all(|point| point.is_finite());
    if !is_finite(first) || !is_finite(second) {
        return None;
    }
    if first.is_empty() || second.is_empty() || !around(first).overlaps(&around(second)) {
        return Some(0.0);
    }
    measured(first, Some(second))
}

/// An edge from its lower to its higher end.
#[derive(Clone, Copy)]
struct Edge {
    low: DVec2,
    high: DVec2,
    is_of_second: bool,
}

impl Edge {
    fn at(&self, y: f64) -> f64 {
        self.low.x + (self.high.x - self.low.x) * ((y - self.low.y) / (self.high.y - self.low.y))
    }

    /// The height at which two edges cross, if they do; what is off by rounding only adds a slab.
    fn crossing(&self, other: &Self) -> Option<f64> {
        let (own, their, apart) = (self.high - self.low, other.high - other.low, other.low - self.low);
        let part = cross(apart, their) / cross(own, their);
        let y = self.low.y + part * own.y;
        let (low, high) = (self.low.y.max(other.low.y), self.high.y.min(other.high.y));
        (y > low && y < high).then_some(y)
    }
}

fn measured(first: &[Vec<DVec2>], second: Option<&[Vec<DVec2>]>) -> Option<f64> {
    let both = [(first, false), (second.unwrap_or(&[]), true)];
    let points = || both.iter().flat_map(|(outline, _)| outline.iter().flatten().copied());
    if !points().all(|point| point.is_finite()) {
        return None;
    }
    let around = Aabb::around(points());
    let origin = around.min * 0.5 + around.max * 0.5;
    let half = (around.max * 0.5 - around.min * 0.5).max_element();
    if around.is_empty() || half < SIZES.start {
        return Some(0.0);
    }
    if half >= SIZES.end {
        return None;
    }
    let mut edges: Vec<Edge> = Vec::new();
    for (outline, is_of_second) in both {
        for points in outline {
            let ends = points.iter().zip(points.iter().cycle().skip(1)).map(|(&a, &b)| (a - origin, b - origin));
            let upwards = ends.map(|(a, b)| if a.y < b.y { (a, b) } else { (b, a) });
            edges.extend(upwards.map(|(low, high)| Edge { low, high, is_of_second }));
        }
    }
    edges.retain(|edge| edge.low.y < edge.high.y);
    edges.sort_by(|a, b| a.low.y.total_cmp(&b.low.y));
    let heights = heights(&edges)?;
    sum_of_slabs(&edges, &heights, second.is_some())
}

/// The heights of all corners and crossings, ascending; none of a tangle.
fn heights(edges: &[Edge]) -> Option<Vec<f64>> {
    let mut heights: Vec<f64> = edges.iter().flat_map(|edge| [edge.low.y, edge.high.y]).collect();
    let tree = BoxTree::new(edges.iter().map(|edge| Aabb::around([edge.low, edge.high])).collect());
    let mut left = MOST_PAIRS;
    let visit = |a: usize, b: usize| {
        heights.extend(edges[a].crossing(&edges[b]));
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if tree.visit_pairs(visit).is_break() {
        return None;
    }
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    Some(heights)
}

/// Edges come in order of their lower ends.
fn sum_of_slabs(edges: &[Edge], heights: &[f64], needs_second: bool) -> Option<f64> {
    let mut coming = edges.iter().peekable();
    let mut open: Vec<Edge> = Vec::new();
    let mut row: Vec<(f64, bool)> = Vec::new();
    let (mut area, mut steps) = (0.0, 0);
    for slab in heights.windows(2) {
        let (bottom, top) = (slab[0], slab[1]);
        open.retain(|edge| edge.high.y > bottom);
        while let Some(edge) = coming.next_if(|edge| edge.low.y <= bottom) {
            open.push(*edge);
        }
        steps += open.len();
        if steps > MOST_STEPS {
            return None;
        }
        let middle = 0.5 * bottom + 0.5 * top;
        row.clear();
        row.extend(open.iter().map(|edge| (edge.at(middle), edge.is_of_second)));
        row.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut is_inside = [false, !needs_second];
        let mut width = 0.0;
        for (place, &(x, is_of_second)) in row.iter().enumerate() {
            is_inside[usize::from(is_of_second)] ^= true;
            if let Some((next, _)) = row.get(place + 1)
                && is_inside == [true; 2]
            {
                width += next - x;
            }
        }
        area += width * (top - bottom);
    }
    Some(area)
}
