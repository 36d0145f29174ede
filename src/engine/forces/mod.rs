//! Stage 1: the forces of every node from the state at the start of the substep, one kind a file.
//!
//! Must never know: how forces become motion.

pub mod decor;
pub mod gas;
pub mod gravity;
pub mod hand;
pub mod springs;

use super::{EventKind, Layout, State, Trace, World, trace};
use crate::level::Place;
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
    collapsed: Vec<bool>,
}

/// Adds one kind of force to all nodes.
type AddForce = fn(&Layout, &State, &mut Workspace, &mut NodeForces);

/// A kind of force.
pub struct Force {
    /// Name for people.
    pub name: &'static str,
    add: AddForce,
}

/// Every kind, in the order in which they are added.
pub const ALL: &[Force] = &[
    Force { name: "gravity", add: |layout, state, _, forces| gravity::add(layout, state, forces) },
    Force { name: "springs", add: |layout, state, _, forces| springs::add::<true, true>(layout, state, forces) },
    Force {
        name: "gas",
        add: |layout, state, workspace, forces| gas::add(layout, state, &mut workspace.collapsed, forces),
    },
    Force {
        name: "decor reaction",
        add: |layout, state, workspace, forces| decor::add(layout, state, &mut workspace.decor, forces),
    },
    Force { name: "hand", add: |layout, state, _, forces| hand::add(layout, state, forces) },
];

/// The stage: sums all kinds, and reports bodies that have just collapsed.
pub(super) fn stage(world: &mut World, trace: Option<&mut Trace>) {
    if let Some(trace) = trace {
        (trace.forces, trace.decor) = by_kind(&world.layout, &world.state);
    }
    let World { layout, state, scratch, .. } = world;
    scratch.forces.clear();
    for force in ALL {
        (force.add)(layout, state, &mut scratch.workspace, &mut scratch.forces);
    }
    report_collapses(world);
}

fn report_collapses(world: &mut World) {
    for body in 0..world.layout.bodies.len() {
        let is_collapsed = world.scratch.workspace.collapsed[body];
        if is_collapsed && !world.state.collapsed[body] {
            world.report(EventKind::Collapsed, Place::Body(body));
        }
        world.state.collapsed[body] = is_collapsed;
    }
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
    let sum: AddForce = |layout, state, workspace, forces| {
        for force in ALL {
            (force.add)(layout, state, workspace, forces);
        }
    };
    let total = alone(sum, &mut workspace);
    (trace::Forces { gravity, spring, damping, gas, decor, hand, total }, rows)
}
