//! Overlap of bodies: common area of two hulls under the even-odd rule, and the largest share of a body.
//!
//! Nothing is cached. Boxes are compared first, so only touching pairs are clipped. Pairs without a dynamic body, and
//! those that filters or links exclude from contacts, do not count in shares, because they may overlap.

use crate::engine::{Layout, State};
use crate::geometry::loops::{self, Loops};
use crate::geometry::overlap;
use crate::geometry::{Aabb, BoxTree};
use std::ops::ControlFlow;

/// Common area of the hulls of two bodies, in squared lengths: exact up to rounding (see [`overlap`]); 0 if they only
/// touch. NaN if a hull is missing, open or not finite.
pub fn overlap_area(layout: &Layout, state: &State, a: usize, b: usize) -> f64 {
    let area = || {
        let (first, second) = (hull(layout, state, a)?, hull(layout, state, b)?);
        overlap::shared_area(&first, &second)
    };
    area().unwrap_or(f64::NAN)
}

/// [`overlap_area`] as a part of the area of the smaller hull, 0 to 1; 0 if a hull encloses no area. NaN as there.
pub fn overlap_share(layout: &Layout, state: &State, a: usize, b: usize) -> f64 {
    share(layout, state, a, b).unwrap_or(f64::NAN)
}

/// The largest share of a body with any other, 0 to 1; 0 if there is no other. NaN if its own hull is missing, open or
/// not finite.
pub fn largest_share(layout: &Layout, state: &State, body: usize) -> f64 {
    if hull(layout, state, body).is_none() {
        return f64::NAN;
    }
    let own = bounds(layout, state, body);
    let others = (0..layout.bodies.len()).filter(|&other| {
        other != body && takes_part(layout, body, other) && own.overlaps(&bounds(layout, state, other))
    });
    others.filter_map(|other| share(layout, state, body, other)).fold(0.0, f64::max)
}

/// The largest share of any pair with a dynamic body, 0 to 1.
pub fn largest_of_all(layout: &Layout, state: &State) -> f64 {
    let mut largest: f64 = 0.0;
    each_touching_pair(layout, state, |a, b| {
        largest = largest.max(share(layout, state, a, b).unwrap_or(0.0));
    });
    largest
}

/// Calls `call` for every pair with touching boxes and a dynamic body, the lower index first.
pub fn each_touching_pair(layout: &Layout, state: &State, mut call: impl FnMut(usize, usize)) {
    let tree = BoxTree::new((0..layout.bodies.len()).map(|body| bounds(layout, state, body)).collect());
    let visit = |a: usize, b: usize| {
        if takes_part(layout, a, b) {
            call(a, b);
        }
        ControlFlow::Continue(())
    };
    // Never interrupted.
    let _ = tree.visit_pairs(visit);
}

fn takes_part(layout: &Layout, a: usize, b: usize) -> bool {
    (layout.bodies[a].is_dynamic || layout.bodies[b].is_dynamic) && layout.filters.bodies_collide(a, b)
}

fn share(layout: &Layout, state: &State, a: usize, b: usize) -> Option<f64> {
    let (first, second) = (hull(layout, state, a)?, hull(layout, state, b)?);
    let shared = overlap::shared_area(&first, &second)?;
    if shared == 0.0 {
        return Some(0.0);
    }
    let smaller = overlap::area(&first)?.min(overlap::area(&second)?);
    Some(if smaller > 0.0 { (shared / smaller).min(1.0) } else { 0.0 })
}

/// The loops of a body's hull. None if there is no closed hull of finite points.
fn hull(layout: &Layout, state: &State, body: usize) -> Option<Loops> {
    let edges = &layout.hull_edges[layout.bodies[body].hull_edges.clone()];
    let loops = loops::of_edges(edges).filter(|loops| !loops.is_empty())?;
    let at = |points: Vec<u32>| points.into_iter().map(|node| state.positions[node as usize]).collect();
    let loops: Loops = loops.into_iter().map(at).collect();
    loops.iter().flatten().all(|point| point.is_finite()).then_some(loops)
}

/// The box around a hull; empty if a coordinate is not finite.
fn bounds(layout: &Layout, state: &State, body: usize) -> Aabb {
    let nodes = &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()];
    let points = || nodes.iter().map(|&node| state.positions[node as usize]);
    if points().all(|point| point.is_finite()) { Aabb::around(points()) } else { Aabb::EMPTY }
}
