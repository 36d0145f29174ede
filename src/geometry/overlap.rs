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
    if half >= SIZES.end || is_tangled(first, second) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(points: &[[f64; 2]]) -> Vec<Vec<DVec2>> {
        vec![points.iter().copied().map(DVec2::from).collect()]
    }

    fn square(x: f64, y: f64, side: f64) -> Vec<Vec<DVec2>> {
        outline(&[[x, y], [x + side, y], [x + side, y + side], [x, y + side]])
    }

    #[track_caller]
    fn close(found: Option<f64>, wanted: f64, part: f64) {
        let found = found.expect("it can be measured");
        assert!((found - wanted).abs() <= part * wanted.abs().max(f64::MIN_POSITIVE), "{found}, not {wanted}");
    }

    #[test]
    fn shared_area_of_squares_is_as_worked_by_hand() {
        let shared = |x, y| shared_area(&square(0.0, 0.0, 3.0), &square(x, y, 3.0));
        close(shared(0.8, 0.0), 2.2 * 3.0, 1e-15);
        close(shared(2.0, 1.0), 1.0 * 2.0, 1e-15);
        close(shared(0.0, 0.0), 9.0, 1e-15);
        close(shared_area(&square(0.0, 0.0, 10.0), &square(4.0, 4.0, 2.0)), 4.0, 1e-15);
        for (x, y) in [(3.0, 0.0), (3.0, 3.0), (5.0, 1.0), (0.0, -3.0)] {
            assert_eq!(shared(x, y), Some(0.0), "({x}, {y}): they touch at most");
        }
    }

    #[test]
    fn holes_and_crossings_count_by_the_even_odd_rule() {
        let mut frame = square(-5.0, -5.0, 10.0);
        frame.extend(square(-4.0, -4.0, 8.0));
        close(area(&frame), 36.0, 1e-15);
        assert_eq!(shared_area(&frame, &square(-1.0, -1.0, 2.0)), Some(0.0), "in the room inside");
        close(shared_area(&frame, &square(3.5, 0.0, 1.0)), 0.5, 1e-14);
        close(shared_area(&frame, &square(-6.0, -6.0, 12.0)), 36.0, 1e-15);
        // A bow-tie with two lobes of 1 each; its signed area is 0.
        let bow = outline(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
        close(area(&bow), 2.0, 1e-15);
        close(shared_area(&bow, &square(0.0, 0.0, 2.0)), 2.0, 1e-15);
        close(shared_area(&bow, &square(1.0, 0.0, 1.0)), 0.5, 1e-15);
        // Clockwise is the same.
        let turned: Vec<Vec<DVec2>> =
            square(0.0, 0.0, 3.0).into_iter().map(|l| l.into_iter().rev().collect()).collect();
        close(shared_area(&turned, &square(2.0, 1.0, 3.0)), 2.0, 1e-15);
        // Twice around is outside.
        let twice = [square(0.0, 0.0, 1.0), square(0.0, 0.0, 1.0)].concat();
        assert_eq!(area(&twice), Some(0.0));
    }

    #[test]
    fn size_and_place_cost_no_more_than_rounding() {
        for scale in [1e-60, 1e-9, 1.0, 1e9, 1e60] {
            let found = shared_area(&square(0.0, 0.0, 3.0 * scale), &square(0.8 * scale, 0.0, 3.0 * scale));
            close(found, 6.6 * scale * scale, 1e-14);
        }
        // At a million, coordinates are multiples of 2⁻³³.
        let far = |x: f64, y: f64| square(1e6 + x, -3e6 + y, 3.0);
        close(shared_area(&far(0.0, 0.0), &far(2.0, 1.0)), 2.0, 1e-15);
        close(shared_area(&far(0.0, 0.0), &far(0.8, 0.0)), 6.6, 1e-9);
        // A small square on the edge of a huge one.
        close(shared_area(&square(-1e6, -2e6, 2e6), &square(-0.5, -0.5, 1.0)), 0.25, 1e-9);
    }

    /// The independent measure counts the points of a fine grid that are inside both.
    #[test]
    fn shared_area_of_tangled_outlines_agrees_with_a_count_of_points() {
        let mut seed = 7u32;
        let mut random = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(seed >> 8) / f64::from(1 << 24)
        };
        for _ in 0..40 {
            let mut any = |count: usize| outline(&(0..count).map(|_| [random(), random()]).collect::<Vec<_>>());
            let (one, other) = (any(9), any(7));
            let has = |all: &[Vec<DVec2>], at: DVec2| {
                let points = &all[0];
                let edges = points.iter().zip(points.iter().cycle().skip(1)).map(|(&a, &b)| (a, b));
                super::super::polygon::contains(edges, at)
            };
            let steps = 200;
            let place = |at: usize| (at as f64 + 0.5) / steps as f64;
            let inside = (0..steps * steps).filter(|&at| {
                let at = DVec2::new(place(at % steps), place(at / steps));
                has(&one, at) && has(&other, at)
            });
            let counted = inside.count() as f64 / (steps * steps) as f64;
            let found = shared_area(&one, &other).expect("it can be measured");
            assert!((found - counted).abs() < 0.006, "{found} {counted}");
        }
    }

    #[test]
    fn loops_use_every_edge_once() {
        assert_eq!(loops(&[[0, 1], [1, 2], [2, 0]]), Some(vec![vec![0, 1, 2]]));
        assert_eq!(loops(&[[0, 1], [1, 2]]), None, "it is open");
        assert_eq!(loops(&[]), Some(vec![]));
        // Two triangles with a common corner, edges in no order and both ways round.
        let found = loops(&[[3, 0], [0, 1], [2, 1], [2, 0], [4, 3], [0, 4]]).unwrap();
        let mut lengths: Vec<usize> = found.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [3, 3]);
    }

    #[test]
    fn what_cannot_be_measured_is_none() {
        let one = square(0.0, 0.0, 1.0);
        for bad in [f64::NAN, f64::INFINITY] {
            assert_eq!(shared_area(&one, &outline(&[[0.0, 0.0], [1.0, bad], [0.0, 1.0]])), None);
        }
        assert_eq!(area(&square(-1e200, 0.0, 1e201)), None);
        assert_eq!(area(&[]), Some(0.0));
        assert_eq!(area(&outline(&[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]])), Some(0.0));
        assert_eq!(area(&outline(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])), Some(0.0));
    }
}
