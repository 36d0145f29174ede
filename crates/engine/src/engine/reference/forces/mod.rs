//! Stage "forces": the sum of all forces on every node at the start of the substep, one kind a file.
//!
//! Kinds are added in the order of [`ALL`], and within a kind in file order; the batched sweep keeps that order for every node.

pub mod decor;
pub mod gas;
pub mod gravity;
pub mod hand;
pub mod springs;

use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::scratch::{NodeForces, Scratch};
use crate::engine::data::{EventKind, Layout, State, World, trace};
use crate::level::{Decor, Place};

/// Adds one kind of force to all nodes.
type AddForce = fn(&Layout, &State, &mut Scratch);

/// A kind of force.
pub struct Force {
    /// Name for people.
    pub name: &'static str,
    phase: PhaseKind,
    /// Whether there is any in this level now.
    is_there: fn(&Layout, &State) -> bool,
    add: AddForce,
}

/// Every kind, in the order in which they are added.
pub const ALL: &[Force] = &[
    Force {
        name: "gravity",
        phase: PhaseKind::Gravity,
        is_there: |layout, _| layout.settings.gravity != [0.0, 0.0] && layout.node_count > 0,
        add: |layout, state, scratch| gravity::add(layout, state, &mut scratch.forces),
    },
    Force {
        name: "springs",
        phase: PhaseKind::Springs,
        is_there: |layout, _| !layout.springs.a.is_empty(),
        add: |layout, state, scratch| springs::add::<true, true>(layout, state, &mut scratch.forces),
    },
    Force {
        name: "gas",
        phase: PhaseKind::Gas,
        is_there: |layout, _| layout.bodies.iter().any(|body| body.gas != 0.0 && !body.triangles.is_empty()),
        add: |layout, state, scratch| gas::add(layout, state, &mut scratch.collapsed, &mut scratch.forces),
    },
    Force {
        name: "decor reaction",
        phase: PhaseKind::Decor,
        is_there: |layout, _| layout.settings.contact.decor != Decor::Impulse,
        add: |layout, state, scratch| decor::add(layout, state, scratch.workspaces.get(), &mut scratch.forces),
    },
    Force {
        name: "hand",
        phase: PhaseKind::Hand,
        is_there: |_, state| state.hand.is_some(),
        add: |layout, state, scratch| hand::add(layout, state, &mut scratch.forces),
    },
];

/// The stage: sums all kinds, and reports bodies that have just collapsed.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    if let Some(trace) = watch.trace.as_deref_mut() {
        (trace.forces, trace.decor) = by_kind(&world.layout, &world.state);
    }
    world.scratch.forces.clear();
    let World { layout, state, scratch, .. } = world;
    for force in ALL {
        (force.add)(layout, state, scratch);
        if watch.is_observed() && (force.is_there)(layout, state) {
            watch.see(force.phase, Touched::Nothing, layout, state);
        }
    }
    report_collapses(world);
}

/// Reports bodies whose gas has just lost its volume.
pub(in crate::engine) fn report_collapses(world: &mut World) {
    for body in 0..world.layout.bodies.len() {
        let is_collapsed = world.scratch.collapsed[body];
        if is_collapsed && !world.state.collapsed[body] {
            world.report(EventKind::Collapsed, Place::Body(body));
        }
        world.state.collapsed[body] = is_collapsed;
    }
}

/// The decor's reaction alone.
pub(in crate::engine) fn of_decor(layout: &Layout, state: &State) -> NodeForces {
    let mut forces = NodeForces::new(layout.node_count);
    decor::add(layout, state, &mut decor::DecorBoxes::default(), &mut forces);
    forces
}

/// All forces, summed as the step does.
pub(in crate::engine) fn sum(layout: &Layout, state: &State) -> NodeForces {
    let mut scratch = Scratch { forces: NodeForces::new(layout.node_count), ..Scratch::default() };
    ALL.iter().for_each(|force| (force.add)(layout, state, &mut scratch));
    scratch.forces
}

/// The forces by kind, and the decor's node by node: the step's functions, one kind at a time.
pub(in crate::engine) fn by_kind(layout: &Layout, state: &State) -> (trace::Forces, Vec<trace::DecorTrace>) {
    let alone = |add: &mut dyn FnMut(&mut NodeForces)| {
        let mut forces = NodeForces::new(layout.node_count);
        add(&mut forces);
        forces.0
    };
    let mut rows = Vec::new();
    let forces = trace::Forces {
        gravity: alone(&mut |forces| gravity::add(layout, state, forces)),
        spring: alone(&mut |forces| springs::add::<true, false>(layout, state, forces)),
        damping: alone(&mut |forces| springs::add::<false, true>(layout, state, forces)),
        gas: alone(&mut |forces| gas::add(layout, state, &mut Vec::new(), forces)),
        decor: alone(&mut |forces| rows = decor::add_with_rows(layout, state, forces)),
        hand: alone(&mut |forces| hand::add(layout, state, forces)),
        total: sum(layout, state).0,
    };
    (forces, rows)
}

impl World {
    /// Forces by kind that the next substep would start from.
    pub fn forces(&self) -> trace::Forces {
        by_kind(&self.layout, &self.state).0
    }
}
