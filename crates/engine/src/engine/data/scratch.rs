//! Working memory of a step: per-node and per-body lists that several stages share, and the private workspaces of the stages.
//!
//! Invariant: later substeps do not depend on it. Capacity is kept, so a step allocates nothing after its largest case.

use super::workspaces::Workspaces;
use super::{Layout, State, measure};
use crate::geometry::Aabb;
use glam::DVec2;

/// A force per node, global numbering.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::engine) struct NodeForces(pub Vec<DVec2>);

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

/// Working memory of a step.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Scratch {
    /// Total force of each node; reference substeps only.
    pub forces: NodeForces,
    /// Forces of links on discs, as of the stage "forces"; empty if no link ends at a disc.
    pub disc_forces: Vec<DVec2>,
    /// Node positions at the start of the substep. A batched substep leaves out nodes that no later stage reads.
    pub old_positions: Vec<DVec2>,
    /// True for bodies whose area is not positive, so that their gas exerts no force.
    pub collapsed: Vec<bool>,
    /// True for obstacles that the nodes of the current body may hit.
    pub near_obstacles: Vec<bool>,
    /// Box around the hull nodes of each body at the stage "derived data"; empty for a body without contacts.
    pub boxes: Vec<Aabb>,
    /// Barycentre of each body at the stage "derived data".
    pub barycentres: Vec<DVec2>,
    /// Nodes found inside a hull without an eligible edge in this substep.
    pub stuck: Vec<u32>,
    /// True if discs or obstacles were added or removed since the last stage "discs", whose private memory is then void.
    pub are_discs_stale: bool,
    /// Private memory of the stages.
    pub workspaces: Workspaces,
}

impl Scratch {
    pub fn new(layout: &Layout, state: &State) -> Self {
        Self {
            forces: NodeForces::new(layout.node_count),
            old_positions: state.positions.clone(),
            boxes: (0..layout.bodies.len()).map(|body| measure::contact_box(layout, state, body)).collect(),
            barycentres: vec![DVec2::ZERO; layout.bodies.len()],
            ..Self::default()
        }
    }

    /// Makes room for bodies that the layout has gained.
    pub fn extend(&mut self, layout: &Layout, state: &State) {
        self.forces.0.resize(layout.node_count, DVec2::ZERO);
        self.old_positions.extend_from_slice(&state.positions[self.old_positions.len()..]);
        for body in self.boxes.len()..layout.bodies.len() {
            self.boxes.push(measure::contact_box(layout, state, body));
        }
        self.barycentres.resize(layout.bodies.len(), DVec2::ZERO);
    }

    /// Clears what the sweep has written for removed bodies: their springs may still be compiled.
    pub fn forget_removed(&mut self, layout: &Layout, state: &mut State) {
        for &body in &layout.removed {
            let nodes = layout.bodies[body as usize].nodes.clone();
            state.positions[nodes.clone()].fill(DVec2::ZERO);
            state.velocities[nodes.clone()].fill(DVec2::ZERO);
            if let Some(previous) = state.previous.get_mut(nodes) {
                previous.fill(DVec2::ZERO);
            }
            self.boxes[body as usize] = Aabb::EMPTY;
            if let Some(is_collapsed) = self.collapsed.get_mut(body as usize) {
                *is_collapsed = false;
            }
        }
    }

    #[inline(always)]
    pub fn old_position(&self, node: usize) -> DVec2 {
        self.old_positions[node]
    }
}
