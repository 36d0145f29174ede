//! How deep nodes are inside the hulls of other bodies, from positions alone.
//!
//! Must never know: what contacts did about it. Two bodies neither of which is dynamic may overlap as they like.

use super::Look;
use crate::geometry::{Aabb, DVec2, polygon};

/// The deepest of all.
pub(super) fn deepest(look: &Look) -> f64 {
    (0..look.world.layout().bodies.len()).map(|body| of_body(look, body)).fold(0.0, f64::max)
}

/// The deepest hull node of a body.
pub(super) fn of_body(look: &Look, body: usize) -> f64 {
    let layout = look.world.layout();
    let own = look.world.hull_box(body);
    let mut deepest: f64 = 0.0;
    for other in others(look, body) {
        let hull_box = look.world.hull_box(other);
        if own.overlaps(&hull_box) {
            let nodes = &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()];
            let depths = nodes.iter().map(|&node| within(look, node as usize, other, &hull_box));
            deepest = depths.fold(deepest, f64::max);
        }
    }
    deepest
}

/// One node; 0 where it is in no hull, or not on its own.
pub(super) fn of_node(look: &Look, node: usize) -> f64 {
    let layout = look.world.layout();
    let body = layout.body_of(node).0;
    let on_hull = &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()];
    if on_hull.binary_search(&(node as u32)).is_err() {
        return 0.0;
    }
    let depths = others(look, body).map(|other| within(look, node, other, &look.world.hull_box(other)));
    depths.fold(0.0, f64::max)
}

fn others<'a>(look: &Look<'a>, body: usize) -> impl Iterator<Item = usize> + 'a {
    let (layout, state) = (look.world.layout(), look.world.state());
    let is_dynamic = layout.bodies[body].is_dynamic;
    let blown_up = state.blown_up[body];
    (0..layout.bodies.len()).filter(move |&other| {
        other != body && !blown_up && !state.blown_up[other] && (is_dynamic || layout.bodies[other].is_dynamic)
    })
}

fn within(look: &Look, node: usize, other: usize, hull_box: &Aabb) -> f64 {
    let point = look.world.position(node);
    if !hull_box.contains(point) || !polygon::contains(edges(look, other), point) {
        return 0.0;
    }
    edges(look, other).map(|(a, b)| polygon::distance_to_segment(point, a, b)).fold(f64::INFINITY, f64::min)
}

fn edges<'a>(look: &Look<'a>, body: usize) -> impl Iterator<Item = (DVec2, DVec2)> + 'a {
    let (world, layout) = (look.world, look.world.layout());
    let edges = &layout.hull_edges[layout.bodies[body].hull_edges.clone()];
    edges.iter().map(move |&[a, b]| (world.position(a as usize), world.position(b as usize)))
}
