//! Stage 2: forces become motion, one scheme a file.
//!
//! Must never know: where the forces came from.

mod explicit_euler;
mod semi_implicit_euler;
mod verlet;

use super::forces::NodeForces;
use super::kernels::Told;
use super::sweep::{self, Plan};
use super::watch::{PhaseKind, Touched, Watch};
use super::{EventKind, Layout, State, World};
use crate::level::{Integrator, Place};
use glam::DVec2;
use std::ops::Range;

/// Moves the free nodes of the range by one substep.
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

/// The stage: integrates every free node, and contains bodies that blow up.
pub(super) fn stage(world: &mut World, watch: &mut Watch) {
    if world.scratch.plan == Plan::All && world.scratch.is_finite {
        // All is done, and nobody looks on.
        return;
    }
    let scheme = ALL.iter().find(|scheme| scheme.integrator == world.layout.settings.integrator);
    let integrate = scheme.expect("every integrator has its row").integrate;
    for index in 0..world.layout.bodies.len() {
        let body = &world.layout.bodies[index];
        if !body.is_dynamic || world.state.blown_up[index] {
            continue;
        }
        let nodes = body.nodes.clone();
        let is_finite = match world.scratch.plan {
            Plan::All => world.scratch.is_finite,
            Plan::Sums => sweep::advance(world, nodes.clone()),
            Plan::Plain => {
                integrate(&world.layout, &mut world.state, &world.scratch.forces, nodes.clone());
                false
            }
        };
        if is_finite {
            continue;
        }
        if let Some(node) = first_not_finite(&world.state, nodes) {
            world.state.blown_up[index] = true;
            // What the sweep has told of it is of no place.
            world.scratch.told[index] = Told::Nothing;
            let node = node - world.layout.bodies[index].nodes.start;
            world.report(EventKind::BlowUp, Place::Node(index, node));
        }
    }
    if world.layout.bodies.iter().any(|body| body.is_dynamic) {
        watch.see(PhaseKind::Integration, Touched::AllNodes, &world.layout, &world.state);
    }
}

/// The first node of the range whose position is no longer a finite number.
fn first_not_finite(state: &State, nodes: Range<usize>) -> Option<usize> {
    // 0 times a finite number is 0, times anything else NaN: one sum tells for all nodes, without a branch each.
    let poison: f64 = nodes.clone().map(|node| (state.positions[node].x + state.positions[node].y) * 0.0).sum();
    if poison == 0.0 {
        return None;
    }
    // The sum of two huge finite coordinates may overflow: look at each before crying wolf.
    nodes.into_iter().find(|&node| !state.position(node).is_finite())
}

/// Last stage: with Verlet, the velocities that the next forces and every reader see are read from the positions.
pub(super) fn read_velocities(world: &mut World, watch: &mut Watch) {
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

/// The free nodes of a range, with their acceleration.
fn free_nodes<'a>(
    layout: &'a Layout,
    forces: &'a NodeForces,
    nodes: Range<usize>,
) -> impl Iterator<Item = (usize, DVec2)> + 'a {
    nodes
        .filter(|&node| layout.inverse_mass[node] != 0.0)
        .map(|node| (node, forces.at(node) * layout.inverse_mass[node]))
}
