//! Stage "integration": advances free nodes by one substep, one scheme per file. Freezes bodies with a non-finite position.

mod explicit_euler;
mod semi_implicit_euler;
mod verlet;

use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::scratch::NodeForces;
use crate::engine::data::{EventKind, Layout, State, World};
use crate::level::{Integrator, Place};
use glam::DVec2;
use std::ops::Range;

/// Advances the free nodes of the range by one substep.
type Integrate = fn(&Layout, &mut State, &NodeForces, Range<usize>);

/// An integration scheme.
struct Scheme {
    integrator: Integrator,
    integrate: Integrate,
}

const ALL: &[Scheme] = &[
    Scheme { integrator: Integrator::SemiImplicitEuler, integrate: semi_implicit_euler::integrate },
    Scheme { integrator: Integrator::ExplicitEuler, integrate: explicit_euler::integrate },
    Scheme { integrator: Integrator::Verlet, integrate: verlet::integrate },
];

/// Integrates every free node, and freezes bodies that blow up.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    let World { layout, state, scratch, .. } = world;
    let scheme = ALL.iter().find(|scheme| scheme.integrator == layout.settings.integrator);
    let integrate = scheme.expect("every integrator has its row").integrate;
    for (index, body) in layout.bodies.iter().enumerate() {
        if body.is_dynamic && !state.blown_up[index] {
            integrate(layout, state, &scratch.forces, body.nodes.clone());
        }
    }
    freeze_blown_up(world);
    if world.layout.bodies.iter().any(|body| body.is_dynamic) {
        watch.see(PhaseKind::Integration, Touched::AllNodes, &world.layout, &world.state);
    }
}

/// Marks and reports the bodies that have a node with a non-finite position.
pub(in crate::engine) fn freeze_blown_up(world: &mut World) {
    for index in 0..world.layout.bodies.len() {
        let body = &world.layout.bodies[index];
        if !body.is_dynamic || world.state.blown_up[index] {
            continue;
        }
        let first = body.nodes.start;
        if let Some(node) = first_not_finite(&world.state, body.nodes.clone()) {
            world.state.blown_up[index] = true;
            world.report(EventKind::BlowUp, Place::Node(index, node - first));
        }
    }
}

/// Returns the first node of the range with a non-finite position.
fn first_not_finite(state: &State, nodes: Range<usize>) -> Option<usize> {
    // 0 times a finite number is 0, and 0 times any other value is NaN. One sum tests all nodes without branches.
    let nan_accumulator: f64 =
        nodes.clone().map(|node| (state.positions[node].x + state.positions[node].y) * 0.0).sum();
    if nan_accumulator == 0.0 {
        return None;
    }
    // The sum of two huge finite coordinates may overflow: check each of them.
    nodes.into_iter().find(|&node| !state.position(node).is_finite())
}

/// Last stage, Verlet only: computes the stored velocities from the positions.
pub(in crate::engine) fn read_velocities(world: &mut World, watch: &mut Watch) {
    if !world.layout.is_verlet() {
        return;
    }
    let World { layout, state, .. } = world;
    for node in 0..layout.node_count {
        let velocity = state.live_velocity(layout, node);
        state.set_velocity(node, velocity);
    }
    if layout.node_count > 0 {
        watch.see(PhaseKind::Velocities, Touched::AllNodes, layout, state);
    }
}

/// Iterates over the free nodes of a range and their accelerations.
fn free_nodes<'a>(
    layout: &'a Layout,
    forces: &'a NodeForces,
    nodes: Range<usize>,
) -> impl Iterator<Item = (usize, DVec2)> + 'a {
    nodes
        .filter(|&node| layout.inverse_mass[node] != 0.0)
        .map(|node| (node, forces.at(node) * layout.inverse_mass[node]))
}
