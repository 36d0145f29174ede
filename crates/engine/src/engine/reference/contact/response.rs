//! The response to a contact: impulse, friction, repositioning (000 §D.2), by either rule of [`ContactResponse`].
//!
//! One formula serves both. With the shares `a` and `b` of the edge's ends and inverse masses `w`, let
//! `weight = |AB|² (w_M + w_AB)` and `Δv = v_M - (a v_A + b v_B)`:
//!
//! * impulse `(1+e) cross(AB, Δv) / weight`, friction `μ dot(AB, Δv) / weight`, repositioning `cross(AB, AM) / weight`;
//! * `Source`: `a = b = 1/2`, `w_AB = 1/(m_A + m_B)`, and each end takes `w_AB`;
//! * `Weighted`: `b = clamp(AB·AM / |AB|², 0, 1)`, `a = 1 - b`, `w_AB = a² w_A + b² w_B`, and the ends take `a w_A`, `b w_B`.
//!   The impulses on M, A and B then act along one line through the nearest point of the edge, except for the depth of M.
//!   Angular momentum therefore changes only by friction times depth and by repositioning.

use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::trace::{After, Response};
use crate::engine::data::{Layout, State};
use crate::geometry::cross;
use crate::level::{Contact, ContactResponse, Place, Repositioning};
use glam::DVec2;

/// Input of the response: M against the edge AB, at detection.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct ContactConstraint<'a> {
    /// From A to B; the outside is on its right.
    pub ab: DVec2,
    /// From A to M.
    pub am: DVec2,
    /// AB and AM without the rotation for a disc at a corner; they determine the shares of `Weighted`.
    pub span: [DVec2; 2],
    /// v_M
    pub velocity_m: DVec2,
    /// v_A and v_B
    pub velocity_ab: [DVec2; 2],
    /// Inverse mass of M; 0 if it cannot move.
    pub inverse_mass_m: f64,
    /// 1 / (mass of A + mass of B); 0 if one of them cannot move.
    pub inverse_mass_ab: f64,
    /// Inverse masses of A and B.
    pub inverse_masses: [f64; 2],
    /// Product of both restitutions.
    pub restitution: f64,
    /// Product of both friction coefficients.
    pub friction: f64,
    /// The contact settings of the level.
    pub rules: &'a Contact,
}

/// Shares of A and B, inverse mass of the edge, and velocity change of each end per impulse.
struct EdgeShares {
    shares: [f64; 2],
    inverse_mass: f64,
    mobilities: [f64; 2],
}

impl EdgeShares {
    #[inline(always)]
    fn of(constraint: &ContactConstraint) -> Self {
        match constraint.rules.response {
            ContactResponse::Source => {
                let inverse_mass = constraint.inverse_mass_ab;
                Self { shares: [0.5, 0.5], inverse_mass, mobilities: [inverse_mass, inverse_mass] }
            }
            ContactResponse::Weighted => {
                let [w_a, w_b] = constraint.inverse_masses;
                let [ab, am] = constraint.span;
                let b = (ab.dot(am) / ab.length_squared()).clamp(0.0, 1.0);
                let a = 1.0 - b;
                Self { shares: [a, b], inverse_mass: a * a * w_a + b * b * w_b, mobilities: [a * w_a, b * w_b] }
            }
        }
    }
}

/// Returns the fraction of the depth that one repositioning removes; 1 for the source's full correction.
#[inline(always)]
fn removed_part(rules: &Contact, ab: DVec2, am: DVec2) -> f64 {
    if rules.repositioning == Repositioning::default() {
        return 1.0;
    }
    let depth = cross(ab, am) / ab.length();
    let Repositioning { fraction, slop } = rules.repositioning;
    if depth == 0.0 { 0.0 } else { fraction * ((depth - slop).max(0.0) / depth) }
}

/// Computes the response of M, A and B. None if nothing can move or the edge has no length.
#[inline(always)]
pub(in crate::engine) fn respond(constraint: &ContactConstraint) -> Option<Response> {
    let ContactConstraint { ab, am, velocity_m, velocity_ab, inverse_mass_m, restitution, friction, rules, .. } =
        *constraint;
    let length_squared = ab.length_squared();
    let EdgeShares { shares, inverse_mass: inverse_mass_ab, mobilities } = EdgeShares::of(constraint);
    let weight = length_squared * inverse_mass_m + length_squared * inverse_mass_ab;
    if !(weight > 0.0 && weight.is_finite()) {
        return None;
    }
    let outward = DVec2::new(ab.y, -ab.x);
    let velocity_edge = match rules.response {
        ContactResponse::Source => (velocity_ab[0] + velocity_ab[1]) * 0.5,
        ContactResponse::Weighted => velocity_ab[0] * shares[0] + velocity_ab[1] * shares[1],
    };
    let relative_velocity = velocity_m - velocity_edge;
    let closing = cross(ab, relative_velocity);
    let approaching = !rules.approaching_only || closing > 0.0;
    let (mut impulse, mut drag) = (0.0, 0.0);
    if approaching {
        impulse = (1.0 + restitution) * closing / weight;
        drag = friction * ab.dot(relative_velocity) / weight;
    }
    let removed = removed_part(rules, ab, am);
    let push = cross(ab, am) / weight * removed;
    Some(Response {
        restitution,
        friction,
        inverse_mass_m,
        inverse_mass_ab,
        shares,
        mobilities,
        removed,
        ab,
        am,
        velocity_m,
        velocity_a: velocity_ab[0],
        velocity_b: velocity_ab[1],
        relative_velocity,
        impulse_m: outward * (impulse * inverse_mass_m),
        impulse_ab: mobilities.map(|mobility| -outward * (impulse * mobility)),
        friction_m: -ab * (drag * inverse_mass_m),
        friction_ab: mobilities.map(|mobility| ab * (drag * mobility)),
        move_m: outward * (push * inverse_mass_m),
        move_ab: mobilities.map(|mobility| -outward * (push * mobility)),
        per_length: [impulse, drag],
        approaching,
    })
}

/// Returns 1 / (mass of A + mass of B); 0 if one of them cannot move.
pub(in crate::engine) fn inverse_mass_of_edge(layout: &Layout, [a, b]: [usize; 2]) -> f64 {
    let is_free = layout.inverse_mass[a] != 0.0 && layout.inverse_mass[b] != 0.0;
    if is_free { 1.0 / (layout.mass[a] + layout.mass[b]) } else { 0.0 }
}

/// The node or disc that is pushed out of an edge.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Pushed {
    /// A node, global numbering.
    Node(usize),
    /// A disc.
    Disc(usize),
}

/// Applies a response to M, A and B.
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
        // The state gets impulse and friction as one sum. For the observer, the impulse alone is applied, reported and undone first.
        let kept = [a, b].map(|node| SavedMotion::of(state, Pushed::Node(node)));
        let kept_m = SavedMotion::of(state, m);
        push(layout, state, m, [a, b], (response.impulse_m, response.impulse_ab), response);
        watch.see(PhaseKind::Impulse, touched, layout, state);
        for (node, motion) in [a, b].into_iter().zip(kept) {
            motion.restore(state, Pushed::Node(node));
        }
        kept_m.restore(state, m);
    }
    let of_m = response.impulse_m + response.friction_m;
    let of_ab = [0, 1].map(|end| response.impulse_ab[end] + response.friction_ab[end]);
    push(layout, state, m, [a, b], (of_m, of_ab), response);
    watch.see(PhaseKind::Friction, touched, layout, state);
    if response.inverse_mass_m != 0.0 {
        match m {
            Pushed::Node(node) => state.reposition(node, response.move_m),
            Pushed::Disc(disc) => state.disc_positions[disc] += response.move_m,
        }
    }
    for (end, node) in [a, b].into_iter().enumerate() {
        if response.mobilities[end] != 0.0 {
            state.reposition(node, response.move_ab[end]);
        }
    }
    watch.see(PhaseKind::Reposition, touched, layout, state);
}

/// Changes the velocities of M, A and B where they can move.
fn push(
    layout: &Layout,
    state: &mut State,
    m: Pushed,
    ends: [usize; 2],
    (of_m, of_ab): (DVec2, [DVec2; 2]),
    response: &Response,
) {
    if response.inverse_mass_m != 0.0 {
        match m {
            Pushed::Node(node) => state.add_velocity(layout, node, of_m),
            Pushed::Disc(disc) => state.disc_velocities[disc] += of_m,
        }
    }
    for (end, node) in ends.into_iter().enumerate() {
        if response.mobilities[end] != 0.0 {
            state.add_velocity(layout, node, of_ab[end]);
        }
    }
}

/// Returns M, A and B after a response, for the trace.
pub(in crate::engine) fn after(layout: &Layout, state: &State, m: Pushed, [a, b]: [usize; 2]) -> After {
    let (position_m, velocity_m) = match m {
        Pushed::Node(node) => (state.position(node), state.live_velocity(layout, node)),
        Pushed::Disc(disc) => (state.disc_positions[disc], state.disc_velocities[disc]),
    };
    After {
        position_m,
        position_a: state.position(a),
        position_b: state.position(b),
        velocity_m,
        velocity_a: state.live_velocity(layout, a),
        velocity_b: state.live_velocity(layout, b),
    }
}

/// Saved velocity of a node or disc and, with Verlet, its previous position.
struct SavedMotion {
    velocity: DVec2,
    previous: Option<DVec2>,
}

impl SavedMotion {
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

/// Resolves the contact of node M of `body` with a hull edge of `other`. Returns the response and the state after it, for the trace.
pub(in crate::engine) fn resolve(
    layout: &Layout,
    state: &mut State,
    [body, other]: [usize; 2],
    m: usize,
    edge: usize,
    watch: &mut Watch,
) -> Option<(Response, After)> {
    let [a, b] = layout.hull_edges[edge].map(|node| node as usize);
    let (first, second) = (&layout.bodies[body], &layout.bodies[other]);
    let [ab, am] = [b, m].map(|node| state.position(node) - state.position(a));
    let response = respond(&ContactConstraint {
        ab,
        am,
        span: [ab, am],
        velocity_m: state.live_velocity(layout, m),
        velocity_ab: [state.live_velocity(layout, a), state.live_velocity(layout, b)],
        inverse_mass_m: layout.inverse_mass[m],
        inverse_mass_ab: inverse_mass_of_edge(layout, [a, b]),
        inverse_masses: [a, b].map(|node| layout.inverse_mass[node]),
        restitution: first.restitution * second.restitution,
        friction: first.friction * second.friction,
        rules: &layout.settings.contact,
    })?;
    let places = [Place::Node(body, m - first.nodes.start), Place::HullEdge(other, edge - second.hull_edges.start)];
    if watch.contacts.is_recording() {
        watch.contacts.add_edge(places, state.position(m), response.ab, response.per_length);
    }
    apply(layout, state, Pushed::Node(m), [a, b], &response, watch);
    Some((response, after(layout, state, Pushed::Node(m), [a, b])))
}
