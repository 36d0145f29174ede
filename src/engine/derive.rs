//! Stage 6: what follows from the positions: barycentre nodes, barycentres, boxes of hulls.
//!
//! Must never know: what they are used for.

use super::layout::BodyLayout;
use super::watch::{PhaseKind, Touched, Watch};
use super::{Layout, State, World};
use crate::geometry::Aabb;
use crate::level::ContactMethod;
use glam::DVec2;

/// Box around the hull nodes of a body; empty without a hull.
pub(super) fn hull_box(layout: &Layout, state: &State, body: usize) -> Aabb {
    let nodes = &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()];
    Aabb::around(nodes.iter().map(|&node| state.position(node as usize)))
}

/// The box that contacts go by: empty for a body that takes no part in them.
pub(super) fn contact_box(layout: &Layout, state: &State, body: usize) -> Aabb {
    let bounds = if state.blown_up[body] { Aabb::EMPTY } else { hull_box(layout, state, body) };
    if bounds.is_finite() { bounds } else { Aabb::EMPTY }
}

/// Mass-weighted mean of the positions of a body's mass nodes; the origin for a body without any.
pub(super) fn barycentre(layout: &Layout, state: &State, body: usize) -> DVec2 {
    mean(layout, &layout.bodies[body], |node| state.position(node))
}

/// Mass-weighted mean of a value of a body's mass nodes; 0 for a body without any.
pub(super) fn mean(layout: &Layout, body: &BodyLayout, value: impl Fn(usize) -> DVec2) -> DVec2 {
    let (mut sum, mut mass) = (DVec2::ZERO, 0.0);
    for node in body.nodes.clone() {
        sum += value(node) * layout.mass[node];
        mass += layout.mass[node];
    }
    if mass > 0.0 { sum / mass } else { DVec2::ZERO }
}

/// The stage.
pub(super) fn stage(world: &mut World, watch: &mut Watch) {
    let World { layout, state, scratch, .. } = world;
    let contact = &layout.settings.contact;
    // A trace names every barycentre; the step itself wants them only for some rules.
    let needs_all = contact.barycentre_rule || contact.method == ContactMethod::Diagonals || watch.trace.is_some();
    for (index, body) in layout.bodies.iter().enumerate() {
        let is_still = !body.is_dynamic && body.path.is_none();
        if !is_still {
            scratch.boxes[index] = contact_box(layout, state, index);
        }
        if state.blown_up[index] || !(needs_all || body.barycentre.is_some()) {
            continue;
        }
        let barycentre = barycentre(layout, state, index);
        scratch.barycentres[index] = barycentre;
        if let Some(node) = body.barycentre {
            let velocity = mean(layout, body, |node| state.live_velocity(layout, node));
            state.set_position(node, barycentre);
            state.set_velocity(node, velocity);
            if layout.is_verlet() {
                state.set_previous(node, barycentre - velocity * layout.substep_time);
            }
        }
    }
    if watch.is_observed() {
        let moving = |body: &&BodyLayout| body.is_dynamic || body.path.is_some();
        let nodes: Vec<usize> = layout.bodies.iter().filter(moving).filter_map(|body| body.barycentre).collect();
        if !nodes.is_empty() {
            watch.see(PhaseKind::Derived, Touched::Few(&nodes, None), layout, state);
        }
    }
}
