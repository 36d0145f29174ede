//! Stage 6: what follows from the positions: barycentre nodes, barycentres, boxes of hulls.
//!
//! Must never know: what they are used for.

use super::kernels::Told;
use super::layout::BodyLayout;
use super::watch::{PhaseKind, Touched, Watch};
use super::{Layout, State, World};
use crate::geometry::Aabb;
use crate::level::ContactMethod;
use glam::DVec2;
use std::ops::Range;

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

/// Bodies below which one thread has them all: it takes others some 50 µs to wake up.
const FEW_BODIES: usize = 2048;

/// Some consecutive bodies, and what follows from where they are.
struct Part<'a> {
    bodies: Range<usize>,
    told: &'a [Told],
    boxes: &'a mut [Aabb],
    barycentres: &'a mut [DVec2],
}

impl Part<'_> {
    fn derive(self, layout: &Layout, state: &State, needs_all: bool) {
        for (place, index) in self.bodies.enumerate() {
            if self.told[place] != Told::Nothing {
                continue;
            }
            let body = &layout.bodies[index];
            if body.is_dynamic || body.path.is_some() {
                self.boxes[place] = contact_box(layout, state, index);
            }
            if !state.blown_up[index] && (needs_all || body.barycentre.is_some()) {
                self.barycentres[place] = barycentre(layout, state, index);
            }
        }
    }
}

/// The stage.
pub(super) fn stage(world: &mut World, watch: &mut Watch) {
    let World { layout, state, scratch, threads, .. } = world;
    let contact = &layout.settings.contact;
    // A trace names every barycentre; the step itself wants them only for some rules.
    let needs_all = contact.barycentre_rule || contact.method == ContactMethod::Diagonals || watch.trace.is_some();
    let size = layout.bodies.len().div_ceil(threads.parts(layout.bodies.len(), FEW_BODIES)).max(1);
    let lists = scratch.boxes.chunks_mut(size).zip(scratch.barycentres.chunks_mut(size)).zip(scratch.told.chunks(size));
    let parts = lists.enumerate().map(|(index, ((boxes, barycentres), told))| {
        let first = index * size;
        let bodies = first..first + boxes.len();
        Part { bodies, told, boxes, barycentres }
    });
    let seen = &*state;
    threads.share(parts, |part| part.derive(layout, seen, needs_all), |()| ());
    for &index in &layout.centred {
        let (index, body) = (index as usize, &layout.bodies[index as usize]);
        let Some(node) = body.barycentre.filter(|_| !state.blown_up[index]) else { continue };
        let barycentre = scratch.barycentres[index];
        let velocity = mean(layout, body, |node| state.live_velocity(layout, node));
        state.set_position(node, barycentre);
        state.set_velocity(node, velocity);
        if layout.is_verlet() {
            state.set_previous(node, barycentre - velocity * layout.substep_time);
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
