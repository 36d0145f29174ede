//! Stages 1 and 2 with the instructions of this machine: the forces of all nodes, and where nobody looks on also their motion, in one
//! sweep through the level.
//!
//! Must never know: what a force is made of, contacts. It changes no bit against the plain form.

use super::kernels::{Advance, CrowdSweep, Lanes, Motion, Nodes, Sweep};
use super::watch::Watch;
use super::{Held, InstructionSet, Layout, State, World, forces};
use crate::geometry::flat;
use crate::level::Decor;
use glam::DVec2;
use std::ops::Range;

/// How much of a substep's forces and motion is done in a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Plan {
    /// Nothing: all is done one by one.
    #[default]
    Plain,
    /// Weight, springs and gas; other forces are added to them before anything moves.
    Sums,
    /// Motion too.
    All,
}

impl Plan {
    /// For the substep to come.
    pub fn of(world: &World, watch: &Watch) -> Self {
        let World { layout, state, instructions, .. } = world;
        if *instructions == InstructionSet::Plain {
            return Self::Plain;
        }
        let is_watched = watch.is_observed() || watch.trace.is_some();
        let has_other_forces = layout.settings.contact.decor != Decor::Impulse
            || state.hand.is_some_and(|hand| matches!(hand.held, Held::Node(..)));
        let is_broken = state.blown_up.contains(&true);
        if is_watched || has_other_forces || is_broken { Self::Sums } else { Self::All }
    }
}

/// Weight, springs and gas of every node; with [`Plan::All`] also the motion of every free node, and the positions before it.
pub(super) fn run(world: &mut World) {
    let World { layout, state, scratch, instructions, .. } = world;
    let schedule = layout.schedule();
    scratch.slots.resize(schedule.slots, DVec2::ZERO);
    let collapsed = &mut scratch.workspace.collapsed;
    collapsed.clear();
    collapsed.resize(layout.bodies.len(), false);
    for &[body, slot] in &schedule.gas {
        let pushes = forces::gas::fill(layout, state, body, &mut scratch.slots[slot..]);
        collapsed[body] = !pushes;
    }
    scratch.lanes.resize(schedule.crowd_nodes, Lanes::default());
    let motion = (scratch.plan == Plan::All).then(|| motion(layout));
    let sweep = Sweep {
        schedule,
        nodes: nodes(layout, state, &mut scratch.forces),
        mass: &layout.mass,
        gravity: layout.settings.gravity,
        slots: flat::numbers_mut(&mut scratch.slots),
        motion: motion.map(|motion| (motion, flat::numbers_mut(&mut scratch.old_positions))),
    };
    let expected = "an instruction set of this machine";
    let is_finite = sweep.run(*instructions).expect(expected);
    let crowds = CrowdSweep {
        schedule,
        nodes: nodes(layout, state, &mut scratch.forces),
        gravity: layout.settings.gravity,
        motion: motion.map(|motion| (motion, flat::numbers_mut(&mut scratch.old_positions))),
        lanes: &mut scratch.lanes,
        collapsed,
    };
    scratch.is_finite = crowds.run(*instructions).expect(expected) && is_finite;
    collapsed.iter_mut().zip(&state.blown_up).for_each(|(collapsed, &is_broken)| *collapsed &= !is_broken);
}

/// Moves the free nodes of the range; whether all positions are finite numbers afterwards.
pub(super) fn advance(world: &mut World, range: Range<usize>) -> bool {
    let World { layout, state, scratch, instructions, .. } = world;
    let nodes = nodes(layout, state, &mut scratch.forces);
    Advance { nodes, range, motion: motion(layout) }.run(*instructions).expect("an instruction set of this machine")
}

fn motion(layout: &Layout) -> Motion {
    Motion {
        integrator: layout.settings.integrator,
        substep_time: layout.substep_time,
        retention: layout.settings.velocity_retention,
    }
}

fn nodes<'a>(layout: &'a Layout, state: &'a mut State, forces: &'a mut forces::NodeForces) -> Nodes<'a> {
    Nodes {
        positions: flat::numbers_mut(&mut state.positions),
        velocities: flat::numbers_mut(&mut state.velocities),
        previous: flat::numbers_mut(&mut state.previous),
        forces: forces.numbers_mut(),
        inverse_mass: &layout.inverse_mass,
    }
}
