//! The response to a contact: impulse, friction, repositioning (000 §D.2).
//!
//! Must never know: how the edge was chosen.

use crate::engine::trace::Response;
use crate::engine::watch::{PhaseKind, Touched, Watch};
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
    /// v_M
    pub velocity_m: DVec2,
    /// v_A and v_B
    pub velocity_ab: [DVec2; 2],
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
    let Meeting { ab, am, velocity_m, velocity_ab, inverse_mass_m, inverse_mass_ab, restitution, friction, .. } =
        *meeting;
    let length_squared = ab.length_squared();
    let weight = length_squared * inverse_mass_m + length_squared * inverse_mass_ab;
    if !(weight > 0.0 && weight.is_finite()) {
        return None;
    }
    let outward = DVec2::new(ab.y, -ab.x);
    let relative_velocity = velocity_m - (velocity_ab[0] + velocity_ab[1]) * 0.5;
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
        ab,
        am,
        velocity_m,
        velocity_a: velocity_ab[0],
        velocity_b: velocity_ab[1],
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

/// What is pushed out of an edge.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Pushed {
    /// A node, global numbering.
    Node(usize),
    /// A disc.
    Disc(usize),
}

/// Gives M, A and B what the response has for them.
pub(in crate::engine) fn apply(
    layout: &Layout,
    state: &mut State,
    m: Pushed,
    [a, b]: [usize; 2],
    response: &Response,
    watch: &mut Watch,
) {
    let with_m = match m {
        Pushed::Node(node) => ([a, b, node], 3, None),
        Pushed::Disc(disc) => ([a, b, a], 2, Some(disc)),
    };
    let touched = Touched::Few(&with_m.0[..with_m.1], with_m.2);
    if watch.is_observed() {
        // Both velocity changes are added as one sum, which must show in no bit: the impulse alone is only lent.
        let kept = [a, b].map(|node| Motion::of(state, Pushed::Node(node)));
        let kept_m = Motion::of(state, m);
        push(layout, state, m, [a, b], [response.impulse_m, response.impulse_ab], response);
        watch.see(PhaseKind::Impulse, touched, layout, state);
        for (node, motion) in [a, b].into_iter().zip(kept) {
            motion.restore(state, Pushed::Node(node));
        }
        kept_m.restore(state, m);
    }
    let sums = [response.impulse_m + response.friction_m, response.impulse_ab + response.friction_ab];
    push(layout, state, m, [a, b], sums, response);
    watch.see(PhaseKind::Friction, touched, layout, state);
    if response.inverse_mass_m != 0.0 {
        match m {
            Pushed::Node(node) => state.move_by(node, response.move_m),
            Pushed::Disc(disc) => state.disc_positions[disc] += response.move_m,
        }
    }
    if response.inverse_mass_ab != 0.0 {
        for node in [a, b] {
            state.move_by(node, response.move_ab);
        }
    }
    watch.see(PhaseKind::Reposition, touched, layout, state);
}

/// Changes the velocities of what can move: that of M, that of A and of B.
fn push(layout: &Layout, state: &mut State, m: Pushed, ends: [usize; 2], changes: [DVec2; 2], response: &Response) {
    if response.inverse_mass_m != 0.0 {
        match m {
            Pushed::Node(node) => state.add_velocity(layout, node, changes[0]),
            Pushed::Disc(disc) => state.disc_velocities[disc] += changes[0],
        }
    }
    if response.inverse_mass_ab != 0.0 {
        for node in ends {
            state.add_velocity(layout, node, changes[1]);
        }
    }
}

/// What says how something moves: its velocity and, with Verlet, its previous position.
struct Motion {
    velocity: DVec2,
    previous: Option<DVec2>,
}

impl Motion {
    fn of(state: &State, what: Pushed) -> Self {
        match what {
            Pushed::Node(node) => Self { velocity: state.velocity(node), previous: state.previous.get(node).copied() },
            Pushed::Disc(disc) => Self { velocity: state.disc_velocities[disc], previous: None },
        }
    }

    fn restore(self, state: &mut State, what: Pushed) {
        match what {
            Pushed::Node(node) => {
                state.set_velocity(node, self.velocity);
                if let Some(previous) = self.previous {
                    state.set_previous(node, previous);
                }
            }
            Pushed::Disc(disc) => state.disc_velocities[disc] = self.velocity,
        }
    }
}

/// Resolves the contact of node M of `body` with a hull edge of `other`.
pub(super) fn resolve(
    layout: &Layout,
    state: &mut State,
    [body, other]: [usize; 2],
    m: usize,
    edge: usize,
    watch: &mut Watch,
) -> Option<Response> {
    let [a, b] = layout.hull_edges[edge].map(|node| node as usize);
    let (first, second) = (&layout.bodies[body], &layout.bodies[other]);
    let response = respond(&Meeting {
        ab: state.position(b) - state.position(a),
        am: state.position(m) - state.position(a),
        velocity_m: state.live_velocity(layout, m),
        velocity_ab: [state.live_velocity(layout, a), state.live_velocity(layout, b)],
        inverse_mass_m: layout.inverse_mass[m],
        inverse_mass_ab: inverse_mass_of_edge(layout, [a, b]),
        restitution: first.restitution * second.restitution,
        friction: first.friction * second.friction,
        approaching_only: layout.settings.contact.approaching_only,
    })?;
    apply(layout, state, Pushed::Node(m), [a, b], &response, watch);
    Some(response)
}
