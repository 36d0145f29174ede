//! Penetration depth of nodes and outlines inside the hulls of other bodies, from positions alone.
//!
//! Depth is the distance to the nearest point of the other outline, independent of the edge that a contact chose. Pairs
//! without a dynamic body, and those that filters or links exclude from contacts, do not count.

use super::overlap;
use crate::engine::World;
use crate::geometry::DVec2;
use crate::geometry::outline_depth::Target;

/// Up to this number of bodies all pairs of boxes are compared, without allocation; beyond, a tree finds the
/// overlapping pairs.
const FEW_BODIES: usize = 32;

/// Depth of the deepest point of any outline inside another hull.
pub fn deepest(world: &World) -> f64 {
    let count = world.layout().bodies.len();
    if count <= FEW_BODIES {
        return (0..count).map(|body| of_body(world, body)).fold(0.0, f64::max);
    }
    let mut deepest: f64 = 0.0;
    overlap::each_touching_pair(world.layout(), world.state(), |a, b| {
        if !world.state().blown_up[a] && !world.state().blown_up[b] {
            deepest = deepest.max(of_pair(world, a, b)).max(of_pair(world, b, a));
        }
    });
    deepest
}

/// Depth of the deepest point of a body's outline inside another hull.
pub(super) fn of_body(world: &World, body: usize) -> f64 {
    let own = world.hull_box(body);
    let touching = others(world, body).filter(|&other| own.overlaps(&world.hull_box(other)));
    touching.map(|other| of_pair(world, body, other)).fold(0.0, f64::max)
}

/// Depth of a node, also of one that is not on the hull; 0 if it is in no other hull.
pub(super) fn of_node(world: &World, node: usize) -> f64 {
    let point = world.position(node);
    let body = world.layout().body_of(node).0;
    others(world, body)
        .map(|other| Target { edges: || edges(world, other), around: world.hull_box(other) }.depth(point))
        .fold(0.0, f64::max)
}

fn of_pair(world: &World, body: usize, other: usize) -> f64 {
    Target { edges: || edges(world, other), around: world.hull_box(other) }.deepest(edges(world, body))
}

fn others(world: &World, body: usize) -> impl Iterator<Item = usize> + '_ {
    let (layout, state) = (world.layout(), world.state());
    let is_dynamic = layout.bodies[body].is_dynamic;
    let blown_up = state.blown_up[body];
    (0..layout.bodies.len()).filter(move |&other| {
        let can_meet = (is_dynamic || layout.bodies[other].is_dynamic) && layout.filters.bodies_collide(body, other);
        other != body && !blown_up && !state.blown_up[other] && can_meet
    })
}

fn edges(world: &World, body: usize) -> impl Iterator<Item = (DVec2, DVec2)> + Clone + '_ {
    let layout = world.layout();
    let edges = &layout.hull_edges[layout.bodies[body].hull_edges.clone()];
    edges.iter().map(move |&[a, b]| (world.position(a as usize), world.position(b as usize)))
}
