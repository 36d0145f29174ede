//! Links between bodies, discs and fixed points: spring forces (step 1), sticks and pin joints (step 4).
//!
//! The formulas are those of springs (`spring_force.rs`) and sticks (`sticks.rs`). A pin joint moves both ends to their common
//! point, weighted by the inverse masses. Links are processed in file order. Reference and batched substeps share this code.
//!
//! In step 4, a driven disc is at the end of its path in this substep (step 3), like a driven node, although step 8 moves it there.

use super::driven;
use super::spring_force::on_first_end;
use crate::engine::data::force::{Source, SourceForce};
use crate::engine::data::links::{ConstraintLink, LinkedEnd, SpringLink};
use crate::engine::data::scratch::NodeForces;
use crate::engine::data::trace::LinkTrace;
use crate::engine::data::{Layout, State};
use glam::DVec2;

/// Adds the forces of all spring links on nodes.
pub(in crate::engine) fn add_to_nodes<const ELASTIC: bool, const DAMPING: bool>(
    layout: &Layout,
    state: &State,
    forces: &mut NodeForces,
) {
    for spring in &layout.links.springs {
        let Some(force) = force::<ELASTIC, DAMPING>(layout, state, spring) else { continue };
        for (end, force) in [(spring.ends[0], force), (spring.ends[1], -force)] {
            if let LinkedEnd::Node(node) = end {
                forces.add(node, force);
            }
        }
    }
}

/// Forces of all spring links on discs, one entry per disc; empty if no link ends at a disc.
pub(in crate::engine) fn disc_forces(layout: &Layout, state: &State, forces: &mut Vec<DVec2>) {
    add_to_discs::<true>(layout, state, forces);
}

/// Damping forces of all spring links on discs, as [`disc_forces`].
pub(in crate::engine) fn disc_damping(layout: &Layout, state: &State, forces: &mut Vec<DVec2>) {
    add_to_discs::<false>(layout, state, forces);
}

fn add_to_discs<const ELASTIC: bool>(layout: &Layout, state: &State, forces: &mut Vec<DVec2>) {
    forces.clear();
    if !layout.links.touch_discs() {
        return;
    }
    forces.resize(layout.discs.count(), DVec2::ZERO);
    for spring in &layout.links.springs {
        let Some(force) = force::<ELASTIC, true>(layout, state, spring) else { continue };
        for (end, force) in [(spring.ends[0], force), (spring.ends[1], -force)] {
            if let LinkedEnd::Disc(disc) = end {
                forces[disc] += force;
            }
        }
    }
}

/// Lists the forces of the spring links of an end, in file order.
pub(in crate::engine) fn list(layout: &Layout, state: &State, end: LinkedEnd, rows: &mut Vec<SourceForce>) {
    for spring in &layout.links.springs {
        for (own, sign) in spring.ends.into_iter().zip([1.0, -1.0]) {
            if own != end {
                continue;
            }
            let parts = [
                force::<true, true>(layout, state, spring),
                force::<true, false>(layout, state, spring),
                force::<false, true>(layout, state, spring),
            ];
            if let [Some(force), Some(elastic), Some(drag)] = parts {
                let source = Source::Link { link: spring.link };
                rows.push(SourceForce { source, force: force * sign, elastic: elastic * sign, damping: drag * sign });
            }
        }
    }
}

/// Force of a spring link on its first end. None if its ends coincide or one is blown up.
pub(in crate::engine) fn force<const ELASTIC: bool, const DAMPING: bool>(
    layout: &Layout,
    state: &State,
    spring: &SpringLink,
) -> Option<DVec2> {
    let [a, b] = spring.ends;
    if !spring.switches.are_on() || a.is_blown_up(layout, state) || b.is_blown_up(layout, state) {
        return None;
    }
    let d = b.position(state) - a.position(state);
    let v = b.velocity(state) - a.velocity(state);
    on_first_end::<ELASTIC, DAMPING>(d, v, spring.rest_length, spring.stiffness, spring.damping)
}

/// True if the elastic energy of a spring link counts: neither end is blown up, and the energy of one of them counts.
pub(in crate::engine) fn has_energy(layout: &Layout, state: &State, spring: &SpringLink) -> bool {
    spring.switches.are_on()
        && spring.ends.iter().any(|end| end.has_energy(layout))
        && !spring.ends.iter().any(|end| end.is_blown_up(layout, state))
}

/// Elastic energy of all spring links, `½ k (d - L)²`.
pub(in crate::engine) fn spring_energy(layout: &Layout, state: &State) -> f64 {
    let counted = layout.links.springs.iter().filter(|spring| has_energy(layout, state, spring));
    counted.map(|spring| elastic_energy(state, spring)).sum()
}

/// Elastic energy of a spring link.
pub(in crate::engine) fn elastic_energy(state: &State, spring: &SpringLink) -> f64 {
    let [a, b] = spring.ends;
    let excess = (b.position(state) - a.position(state)).length() - spring.rest_length;
    0.5 * spring.stiffness * excess * excess
}

/// The effect of one stick or pin joint in one pass.
pub(in crate::engine) struct Projection {
    /// Index in `layout.links.constraints`.
    pub constraint: usize,
    /// Moves of the ends.
    pub moves: [DVec2; 2],
    /// Kinetic energy and energy of gravity that the moves added.
    pub energy: f64,
}

/// One pass over all sticks and pin joints.
pub(in crate::engine) fn pass(layout: &Layout, state: &mut State) {
    for constraint in &layout.links.constraints {
        if let Some(moves) = moves(layout, state, constraint) {
            move_ends(layout, state, constraint, moves);
        }
    }
}

/// As [`pass`]; reports each projection.
pub(in crate::engine) fn metered_pass(layout: &Layout, state: &mut State, mut report: impl FnMut(Projection)) {
    for (index, constraint) in layout.links.constraints.iter().enumerate() {
        if let Some(moves) = moves(layout, state, constraint) {
            let before = energy_of_ends(layout, state, constraint);
            move_ends(layout, state, constraint, moves);
            let energy = energy_of_ends(layout, state, constraint) - before;
            report(Projection { constraint: index, moves, energy });
        }
    }
}

fn move_ends(layout: &Layout, state: &mut State, constraint: &ConstraintLink, moves: [DVec2; 2]) {
    for (end, by) in constraint.ends.into_iter().zip(moves) {
        move_end(layout, state, end, by);
    }
}

/// Kinetic energy and energy of gravity of the ends that can move.
fn energy_of_ends(layout: &Layout, state: &State, constraint: &ConstraintLink) -> f64 {
    let gravity = DVec2::from(layout.settings.gravity);
    let energy = |end: &LinkedEnd| {
        let (mass, position, velocity) = match *end {
            LinkedEnd::Node(node) => (layout.mass[node], state.position(node), state.live_velocity(layout, node)),
            LinkedEnd::Disc(disc) => (layout.discs.mass[disc], state.disc_positions[disc], state.disc_velocities[disc]),
            LinkedEnd::Point(_) => return 0.0,
        };
        mass * (0.5 * velocity.length_squared() - gravity.dot(position))
    };
    constraint.ends.iter().filter(|end| end.inverse_mass(layout) != 0.0).map(energy).sum()
}

/// True if a stick or pin joint acts: an end can move, and neither is blown up.
pub(in crate::engine) fn acts(layout: &Layout, state: &State, constraint: &ConstraintLink) -> bool {
    constraint.switches.are_on()
        && constraint.ends.iter().any(|end| end.inverse_mass(layout) != 0.0)
        && !constraint.ends.iter().any(|end| end.is_blown_up(layout, state))
}

/// Position of an end in step 4.
fn position(layout: &Layout, state: &State, end: LinkedEnd) -> DVec2 {
    if let LinkedEnd::Disc(disc) = end
        && let Some(path) = &layout.discs.path[disc]
    {
        let [_, after] = driven::times(layout, state);
        return layout.discs.start[disc] + driven::offset(path, after);
    }
    end.position(state)
}

/// Moves of both ends. None if neither can move, if one is blown up, or if a stick has no direction.
fn moves(layout: &Layout, state: &State, constraint: &ConstraintLink) -> Option<[DVec2; 2]> {
    if !acts(layout, state, constraint) {
        return None;
    }
    let [a, b] = constraint.ends;
    let [weight_a, weight_b] = [a, b].map(|end| end.inverse_mass(layout));
    let weight = weight_a + weight_b;
    let d = position(layout, state, b) - position(layout, state, a);
    let excess = match constraint.length {
        Some(length) => {
            let distance = d.length();
            if distance == 0.0 {
                return None;
            }
            d * ((distance - length) / distance)
        }
        None => d,
    };
    Some([excess * (weight_a / weight), excess * (-weight_b / weight)])
}

/// Moves an end. Its velocity changes by move / h; with Verlet the positions of a node carry it.
fn move_end(layout: &Layout, state: &mut State, end: LinkedEnd, by: DVec2) {
    let per_time = 1.0 / layout.substep_time;
    match end {
        LinkedEnd::Node(node) if layout.inverse_mass[node] != 0.0 => {
            state.move_by(node, by);
            if !layout.is_verlet() {
                state.add_velocity(layout, node, by * per_time);
            }
        }
        LinkedEnd::Disc(disc) if layout.discs.is_dynamic(disc) => {
            state.disc_positions[disc] += by;
            state.disc_velocities[disc] += by * per_time;
        }
        LinkedEnd::Node(_) | LinkedEnd::Disc(_) | LinkedEnd::Point(_) => {}
    }
}

/// Distance of the ends less the length of the stick; for a pin joint, the distance.
pub(in crate::engine) fn excess(state: &State, constraint: &ConstraintLink) -> f64 {
    let [a, b] = constraint.ends;
    (b.position(state) - a.position(state)).length() - constraint.length.unwrap_or(0.0)
}

/// As [`excess`], in step 4.
pub(in crate::engine) fn projected_excess(layout: &Layout, state: &State, constraint: &ConstraintLink) -> f64 {
    let [a, b] = constraint.ends.map(|end| position(layout, state, end));
    (b - a).length() - constraint.length.unwrap_or(0.0)
}

/// Rows of the trace before the first pass.
pub(in crate::engine) fn rows(layout: &Layout, state: &State) -> Vec<LinkTrace> {
    let row = |constraint: &ConstraintLink| LinkTrace {
        link: constraint.link,
        length: constraint.length,
        excess_before: projected_excess(layout, state, constraint),
        excess_after: 0.0,
        move_a: DVec2::ZERO,
        move_b: DVec2::ZERO,
        energy: 0.0,
    };
    layout.links.constraints.iter().map(row).collect()
}
