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
    // The trace names every barycentre; the step itself needs them for some rules only.
    let needs_all = contact.barycentre_rule || contact.method == ContactMethod::Diagonals || watch.trace.is_some();
    for (index, (bounds, center)) in scratch.boxes.iter_mut().zip(&mut scratch.barycentres).enumerate() {
        update(layout, state, index, needs_all, bounds, center);
    }
    move_barycentre_nodes(layout, state, &scratch.barycentres);
    if watch.is_observed() {
        let moving = |body: &&BodyLayout| body.is_dynamic || body.path.is_some();
        let nodes: Vec<usize> = layout.bodies.iter().filter(moving).filter_map(|body| body.barycentre).collect();
        if !nodes.is_empty() {
            watch.see(PhaseKind::Derived, Touched::Few(&nodes, None), layout, state);
        }
    }
}

/// Box and barycentre of one body; the barycentre only if all are needed or a node goes there.
#[inline(always)]
pub(super) fn update(
    layout: &Layout,
    state: &State,
    index: usize,
    needs_all: bool,
    bounds: &mut Aabb,
    center: &mut DVec2,
) {
    let body = &layout.bodies[index];
    if body.is_dynamic || body.path.is_some() {
        *bounds = contact_box(layout, state, index);
    }
    if !state.blown_up[index] && (needs_all || body.barycentre.is_some()) {
        *center = barycentre(layout, state, index);
    }
}

/// Puts the barycentre nodes where the masses are.
pub(super) fn move_barycentre_nodes(layout: &Layout, state: &mut State, barycentres: &[DVec2]) {
    for &index in &layout.centred {
        let (index, body) = (index as usize, &layout.bodies[index as usize]);
        let Some(node) = body.barycentre.filter(|_| !state.blown_up[index]) else { continue };
        let velocity = mean(layout, body, |node| state.live_velocity(layout, node));
        state.set_position(node, barycentres[index]);
        state.set_velocity(node, velocity);
        if layout.is_verlet() {
            state.set_previous(node, barycentres[index] - velocity * layout.substep_time);
        }
    }
}
