//! Tests whether loops cross or touch themselves or each other.

use super::MeshError;
use crate::geometry::{Aabb, BoxTree, DVec2, cross, polygon};
use std::ops::ControlFlow;

/// Maximum number of box pairs tested.
const PAIR_BUDGET: usize = 20_000_000;

/// Position at which two edges of the loops cross or touch, except neighbours at their common corner; None if there is
/// none.
///
/// # Errors
/// If the number of overlapping boxes exceeds the budget.
pub(in crate::level) fn crossing(loops: &[Vec<DVec2>]) -> Result<Option<DVec2>, MeshError> {
    let mut edges: Vec<[DVec2; 2]> = Vec::new();
    // The index of the edge that follows in its loop.
    let mut next: Vec<usize> = Vec::new();
    for points in loops {
        let start = edges.len();
        for i in 0..points.len() {
            edges.push([points[i], points[(i + 1) % points.len()]]);
            next.push(start + (i + 1) % points.len());
        }
    }
    let tree = BoxTree::new(edges.iter().map(|&ends| Aabb::around(ends)).collect());
    let mut found = None;
    let mut budget = PAIR_BUDGET;
    let _ = tree.visit_pairs(|i, j| {
        let are_neighbours = next[i] == j || next[j] == i;
        if !are_neighbours && meet(edges[i], edges[j]) {
            found = Some(meeting(edges[i], edges[j]));
        }
        budget -= 1;
        if found.is_some() || budget == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match found {
        None if budget == 0 => Err(MeshError::SelfIntersection(edges[0][0].to_array())),
        found => Ok(found),
    }
}

/// True if two segments have a common point.
fn meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let lies_on = |p: DVec2, q: DVec2, r: DVec2| cross(q - p, r - p) == 0.0 && (p - r).dot(q - r) <= 0.0;
    polygon::segments_cross(a, b, c, d) || lies_on(a, b, c) || lies_on(a, b, d) || lies_on(c, d, a) || lies_on(c, d, b)
}

/// Approximate common point of two intersecting segments.
fn meeting([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> DVec2 {
    let denominator = cross(b - a, d - c);
    if denominator == 0.0 {
        return polygon::closest_on_segment(c, a, b);
    }
    a + (b - a) * (cross(c - a, d - c) / denominator).clamp(0.0, 1.0)
}
