//! Exact areas of closed outlines and of what two of them share, by polygon clipping (`i_overlay`) under the even-odd rule.
//!
//! **Error.** The clipper rounds coordinates to a grid of `r·2⁻⁶⁰`, where `r` is half the longer side of the box around both
//! outlines; moving them to the middle of that box rounds by at most `r·2⁻⁵²` in each coordinate. A vertex that moves by
//! `d` changes an area by at most `d` times the length of its edges, so the error is at most `2⁻⁵⁰·r` times the length of
//! both outlines. Far from the origin the input has no more digits than that itself.
//!
//! **Only for measurements.** No state may depend on these numbers: the clipper makes no promise about bits.

use super::{Aabb, BoxTree};
use glam::DVec2;
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::core::solver::Solver;
use i_overlay::float::overlay::{FloatOverlay, OverlayOptions};
use std::ops::ControlFlow;

/// A closed outline: loops of points, the last joined to the first. Inside is by the even-odd rule, so loops may nest,
/// cross themselves and run either way round.
pub type Loops = Vec<Vec<DVec2>>;

/// Pairs of edges with touching boxes beyond which an outline is too tangled to measure.
const MOST_PAIRS: usize = 2_000_000;
/// Up to this many edges no such count is needed.
const FEW_EDGES: usize = 1_000;
/// Longest edge as a multiple of the shortest one beyond which an outline is not measured: on the slivers of bodies that
/// blow up (10⁹ and more) the clipper may split edges without end.
const MOST_STRETCH: f64 = 1e7;
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

/// Area inside an outline. None if a coordinate is not finite or the outline is too large, too tangled or too
/// stretched (edges of which one is 10⁷ times as long as another) to measure.
pub fn area(outline: &[Vec<DVec2>]) -> Option<f64> {
    clipped(outline, &[], OverlayRule::Subject)
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
    clipped(first, second, OverlayRule::Intersect)
}

fn clipped(first: &[Vec<DVec2>], second: &[Vec<DVec2>], rule: OverlayRule) -> Option<f64> {
    let points = || first.iter().chain(second).flatten().copied();
    if !points().all(|point| point.is_finite()) {
        return None;
    }
    let around = Aabb::around(points());
    let origin = around.min * 0.5 + around.max * 0.5;
    let half = (around.max * 0.5 - around.min * 0.5).max_element();
    if around.is_empty() || half < SIZES.start {
        return Some(0.0);
    }
    if half >= SIZES.end || is_stretched(first, second) || is_tangled(first, second) {
        return None;
    }
    let moved = |outline: &[Vec<DVec2>]| -> Vec<Vec<[f64; 2]>> {
        outline.iter().map(|points| points.iter().map(|&point| (point - origin).to_array()).collect()).collect()
    };
    let mut options = OverlayOptions::<f64, i64>::default();
    options.clean_result = false;
    let (first, second) = (moved(first), moved(second));
    let mut overlay = FloatOverlay::<[f64; 2], i64>::from_subj_and_clip_custom(&first, &second, options, Solver::AUTO);
    let shapes = overlay.overlay(rule, FillRule::EvenOdd);
    // Outer contours run counter-clockwise, holes clockwise.
    Some(shapes.iter().flatten().map(|contour| signed_area(contour)).sum::<f64>().max(0.0))
}

fn signed_area(contour: &[[f64; 2]]) -> f64 {
    let points: Vec<DVec2> = contour.iter().copied().map(DVec2::from).collect();
    0.5 * super::polygon::doubled_area(&points)
}

fn is_stretched(first: &[Vec<DVec2>], second: &[Vec<DVec2>]) -> bool {
    let edges = first.iter().chain(second).flat_map(|points| points.iter().zip(points.iter().cycle().skip(1)));
    let lengths = edges.map(|(a, b)| a.distance(*b)).filter(|&length| length > 0.0);
    let [least, most] = lengths.fold([f64::INFINITY, 0.0], |[least, most], at| [least.min(at), most.max(at)]);
    most > MOST_STRETCH * least
}

fn is_tangled(first: &[Vec<DVec2>], second: &[Vec<DVec2>]) -> bool {
    let count: usize = first.iter().chain(second).map(Vec::len).sum();
    if count <= FEW_EDGES {
        return false;
    }
    let edges = first.iter().chain(second).flat_map(|points| points.iter().zip(points.iter().cycle().skip(1)));
    let tree = BoxTree::new(edges.map(|(&a, &b)| Aabb::around([a, b])).collect());
    let mut left = MOST_PAIRS;
    let visit = |_, _| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    tree.visit_pairs(visit).is_break()
}
