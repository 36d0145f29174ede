//! Stage 1: the forces of every node from the state at the start of the substep, one kind a file.
//!
//! Must never know: how forces become motion.

pub mod decor;
pub mod gas;
pub mod gravity;
pub mod hand;
pub mod sources;
pub mod springs;

use super::watch::{PhaseKind, Touched, Watch};
use super::{EventKind, Layout, State, World, trace};
use crate::level::{Decor, Place};
use glam::DVec2;

/// A force per node, global numbering.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NodeForces(Vec<DVec2>);

impl NodeForces {
    pub fn new(nodes: usize) -> Self {
        Self(vec![DVec2::ZERO; nodes])
    }

    pub fn clear(&mut self) {
        self.0.fill(DVec2::ZERO);
    }

    #[inline(always)]
    pub fn add(&mut self, node: usize, force: DVec2) {
        self.0[node] += force;
    }

    #[inline(always)]
    pub fn at(&self, node: usize) -> DVec2 {
        self.0[node]
    }
}

/// What the forces work with beside the state, and what they notice on the way.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    /// What the decor's reaction needs.
    decor: decor::Decors,
    /// Bodies whose gas has no volume to push with.
    pub collapsed: Vec<bool>,
}

/// Adds one kind of force to all nodes.
type AddForce = fn(&Layout, &State, &mut Workspace, &mut NodeForces);

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
        add: |layout, state, _, forces| gravity::add(layout, state, forces),
    },
    Force {
        name: "springs",
        phase: PhaseKind::Springs,
        is_there: |layout, _| !layout.springs.a.is_empty(),
        add: |layout, state, _, forces| springs::add::<true, true>(layout, state, forces),
    },
    Force {
        name: "gas",
        phase: PhaseKind::Gas,
        is_there: |layout, _| layout.bodies.iter().any(|body| body.gas != 0.0 && !body.triangles.is_empty()),
        add: |layout, state, workspace, forces| gas::add(layout, state, &mut workspace.collapsed, forces),
    },
    Force {
        name: "decor reaction",
        phase: PhaseKind::Decor,
        is_there: |layout, _| layout.settings.contact.decor != Decor::Impulse,
        add: |layout, state, workspace, forces| decor::add(layout, state, &mut workspace.decor, forces),
    },
    Force {
        name: "hand",
        phase: PhaseKind::Hand,
        is_there: |_, state| state.hand.is_some(),
        add: |layout, state, _, forces| hand::add(layout, state, forces),
    },
];

/// The stage: sums all kinds, and reports bodies that have just collapsed.
pub(super) fn stage(world: &mut World, watch: &mut Watch) {
    if let Some(trace) = watch.trace.as_deref_mut() {
        (trace.forces, trace.decor) = by_kind(&world.layout, &world.state);
    }
    world.scratch.forces.clear();
    let World { layout, state, scratch, .. } = world;
    for force in ALL {
        (force.add)(layout, state, &mut scratch.workspace, &mut scratch.forces);
        if watch.is_observed() && (force.is_there)(layout, state) {
            watch.see(force.phase, Touched::Nothing, layout, state);
        }
    }
    report_collapses(world);
}

/// Reports bodies whose gas has just lost its volume.
pub(super) fn report_collapses(world: &mut World) {
    for body in 0..world.layout.bodies.len() {
        let is_collapsed = world.scratch.workspace.collapsed[body];
        if is_collapsed && !world.state.collapsed[body] {
            world.report(EventKind::Collapsed, Place::Body(body));
        }
        world.state.collapsed[body] = is_collapsed;
    }
}

/// The decor's reaction alone.
pub(super) fn of_decor(layout: &Layout, state: &State) -> NodeForces {
    let mut forces = NodeForces::new(layout.node_count);
    decor::add(layout, state, &mut decor::Decors::default(), &mut forces);
    forces
}

/// All forces, summed as the step does.
pub(super) fn sum(layout: &Layout, state: &State) -> NodeForces {
    let (mut workspace, mut forces) = (Workspace::default(), NodeForces::new(layout.node_count));
    for force in ALL {
        (force.add)(layout, state, &mut workspace, &mut forces);
    }
    forces
}

/// The forces by kind, and the decor's node by node, for people: the same functions as the step's, one at a time.
pub(super) fn by_kind(layout: &Layout, state: &State) -> (trace::Forces, Vec<trace::DecorTrace>) {
    let mut workspace = Workspace::default();
    workspace.decor.told = Some(Vec::new());
    let alone = |add: AddForce, workspace: &mut Workspace| {
        let mut forces = NodeForces::new(layout.node_count);
        add(layout, state, workspace, &mut forces);
        forces.0
    };
    let [gravity, gas, decor, hand] = [0, 2, 3, 4].map(|kind| alone(ALL[kind].add, &mut workspace));
    let rows = workspace.decor.told.take().unwrap_or_default();
    let spring = alone(|layout, state, _, forces| springs::add::<true, false>(layout, state, forces), &mut workspace);
    let damping = alone(|layout, state, _, forces| springs::add::<false, true>(layout, state, forces), &mut workspace);
    let total = sum(layout, state).0;
    (trace::Forces { gravity, spring, damping, gas, decor, hand, total }, rows)
}
