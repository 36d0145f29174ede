//! Stage "derived data": hull boxes, barycentres and barycentre nodes, from the positions.

use crate::engine::data::layout::BodyLayout;
use crate::engine::data::measure;
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::{Layout, State, World};
use crate::geometry::Aabb;
use crate::level::ContactMethod;
use glam::DVec2;

/// Updates the hull boxes, barycentres and barycentre nodes of all bodies.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    let World { layout, state, scratch, .. } = world;
    let contact = &layout.settings.contact;
    // The trace contains every barycentre; the step needs them for some rules only.
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

/// Updates the hull box and the barycentre of one body. The barycentre is skipped unless `needs_all` or a node follows it.
#[inline(always)]
pub(in crate::engine) fn update(
    layout: &Layout,
    state: &State,
    index: usize,
    needs_all: bool,
    bounds: &mut Aabb,
    center: &mut DVec2,
) {
    let body = &layout.bodies[index];
    if body.is_dynamic || body.path.is_some() {
        *bounds = measure::contact_box(layout, state, index);
    }
    if !state.blown_up[index] && (needs_all || body.barycentre.is_some()) {
        *center = measure::barycentre(layout, state, index);
    }
}

/// Moves the barycentre nodes to the barycentres of their bodies.
pub(in crate::engine) fn move_barycentre_nodes(layout: &Layout, state: &mut State, barycentres: &[DVec2]) {
    for &index in &layout.centred {
        let (index, body) = (index as usize, &layout.bodies[index as usize]);
        let Some(node) = body.barycentre.filter(|_| !state.blown_up[index]) else { continue };
        let velocity = measure::mean(layout, body, |node| state.live_velocity(layout, node));
        state.set_position(node, barycentres[index]);
        state.set_velocity(node, velocity);
        if layout.is_verlet() {
            state.set_previous(node, barycentres[index] - velocity * layout.substep_time);
        }
    }
}
