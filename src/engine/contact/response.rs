//! The response to a contact: impulse, friction, repositioning (000 §D.2).
//!
//! Must never know: how the edge was chosen.

use crate::engine::trace::Response;
use crate::engine::{Layout, State};
use crate::geometry::cross;
use glam::DVec2;

/// Resolves the contact of node M of `body` with a hull edge of `other`, M against the edge as one solid.
/// None when nothing can move, or the edge has no length.
pub(super) fn resolve(
    layout: &Layout,
    state: &mut State,
    body: usize,
    other: usize,
    m: usize,
    edge: usize,
) -> Option<Response> {
    let [a, b] = layout.hull_edges[edge].map(|node| node as usize);
    let inverse_mass_m = layout.inverse_mass[m];
    let is_edge_free = layout.inverse_mass[a] != 0.0 && layout.inverse_mass[b] != 0.0;
    let inverse_mass_ab = if is_edge_free { 1.0 / (layout.mass[a] + layout.mass[b]) } else { 0.0 };
    let (first, second) = (&layout.bodies[body], &layout.bodies[other]);
    let restitution = first.restitution * second.restitution;
    let friction = first.friction * second.friction;

    let ab = state.position(b) - state.position(a);
    let am = state.position(m) - state.position(a);
    let mean_velocity = (state.live_velocity(layout, a) + state.live_velocity(layout, b)) * 0.5;
    let relative_velocity = state.live_velocity(layout, m) - mean_velocity;
    let length_squared = ab.length_squared();
    let weight = length_squared * inverse_mass_m + length_squared * inverse_mass_ab;
    if !(weight > 0.0 && weight.is_finite()) {
        return None;
    }

    let outward = DVec2::new(ab.y, -ab.x);
    let closing = cross(ab, relative_velocity);
    let approaching = !layout.settings.contact.approaching_only || closing > 0.0;
    let (mut impulse, mut drag) = (0.0, 0.0);
    if approaching {
        impulse = (1.0 + restitution) * closing / weight;
        drag = friction * ab.dot(relative_velocity) / weight;
    }
    let push = cross(ab, am) / weight;
    let response = Response {
        restitution,
        friction,
        inverse_mass_m,
        inverse_mass_ab,
        relative_velocity,
        impulse_m: outward * (impulse * inverse_mass_m),
        impulse_ab: -outward * (impulse * inverse_mass_ab),
        friction_m: -ab * (drag * inverse_mass_m),
        friction_ab: ab * (drag * inverse_mass_ab),
        move_m: outward * (push * inverse_mass_m),
        move_ab: -outward * (push * inverse_mass_ab),
        approaching,
    };
    if inverse_mass_m != 0.0 {
        state.add_velocity(layout, m, response.impulse_m + response.friction_m);
        state.move_by(m, response.move_m);
    }
    if inverse_mass_ab != 0.0 {
        for node in [a, b] {
            state.add_velocity(layout, node, response.impulse_ab + response.friction_ab);
            state.move_by(node, response.move_ab);
        }
    }
    Some(response)
}
