//! The response to a contact: impulse, friction, repositioning (000 §D.2).
//!
//! Must never know: how the edge was chosen.

use crate::engine::trace::Response;
use crate::engine::{Layout, State};
use crate::geometry::cross;
use glam::DVec2;

/// M against the edge AB as one solid, at detection.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Meeting {
    /// From A to B; the outside is on its right.
    pub ab: DVec2,
    /// From A to M.
    pub am: DVec2,
    /// v_M - (v_A + v_B)/2
    pub relative_velocity: DVec2,
    /// 0 when M cannot move.
    pub inverse_mass_m: f64,
    /// 1 / (mass of A + mass of B); 0 when one cannot move.
    pub inverse_mass_ab: f64,
    /// Product of both bodies'.
    pub restitution: f64,
    /// Product of both bodies'.
    pub friction: f64,
    /// As in the level: impulse and friction only for an M that moves inwards.
    pub approaching_only: bool,
}

/// What the contact does to M, and to A and B each. None when nothing can move, or the edge has no length.
pub(in crate::engine) fn respond(meeting: &Meeting) -> Option<Response> {
    let Meeting { ab, am, relative_velocity, inverse_mass_m, inverse_mass_ab, restitution, friction, .. } = *meeting;
    let length_squared = ab.length_squared();
    let weight = length_squared * inverse_mass_m + length_squared * inverse_mass_ab;
    if !(weight > 0.0 && weight.is_finite()) {
        return None;
    }
    let outward = DVec2::new(ab.y, -ab.x);
    let closing = cross(ab, relative_velocity);
    let approaching = !meeting.approaching_only || closing > 0.0;
    let (mut impulse, mut drag) = (0.0, 0.0);
    if approaching {
        impulse = (1.0 + restitution) * closing / weight;
        drag = friction * ab.dot(relative_velocity) / weight;
    }
    let push = cross(ab, am) / weight;
    Some(Response {
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
    })
}

/// 1 / (mass of A + mass of B); 0 when one of them cannot move.
pub(in crate::engine) fn inverse_mass_of_edge(layout: &Layout, [a, b]: [usize; 2]) -> f64 {
    let is_free = layout.inverse_mass[a] != 0.0 && layout.inverse_mass[b] != 0.0;
    if is_free { 1.0 / (layout.mass[a] + layout.mass[b]) } else { 0.0 }
}

/// Gives A and B what the response has for them.
pub(in crate::engine) fn apply_to_edge(layout: &Layout, state: &mut State, ends: [usize; 2], response: &Response) {
    if response.inverse_mass_ab != 0.0 {
        for node in ends {
            state.add_velocity(layout, node, response.impulse_ab + response.friction_ab);
            state.move_by(node, response.move_ab);
        }
    }
}

/// Resolves the contact of node M of `body` with a hull edge of `other`.
pub(super) fn resolve(
    layout: &Layout,
    state: &mut State,
    body: usize,
    other: usize,
    m: usize,
    edge: usize,
) -> Option<Response> {
    let [a, b] = layout.hull_edges[edge].map(|node| node as usize);
    let (first, second) = (&layout.bodies[body], &layout.bodies[other]);
    let mean_velocity = (state.live_velocity(layout, a) + state.live_velocity(layout, b)) * 0.5;
    let response = respond(&Meeting {
        ab: state.position(b) - state.position(a),
        am: state.position(m) - state.position(a),
        relative_velocity: state.live_velocity(layout, m) - mean_velocity,
        inverse_mass_m: layout.inverse_mass[m],
        inverse_mass_ab: inverse_mass_of_edge(layout, [a, b]),
        restitution: first.restitution * second.restitution,
        friction: first.friction * second.friction,
        approaching_only: layout.settings.contact.approaching_only,
    })?;
    if response.inverse_mass_m != 0.0 {
        state.add_velocity(layout, m, response.impulse_m + response.friction_m);
        state.move_by(m, response.move_m);
    }
    apply_to_edge(layout, state, [a, b], &response);
    Some(response)
}
