//! What a step works with and throws away: forces, boxes, candidate pairs. Its capacity is kept, so that a
//! step allocates nothing once it has seen its largest case.
//!
//! Must never know: anything that decides the future; that is [`super::State`].

use super::contact::broad::BroadPhase;
use super::contact::hulls::Hulls;
use super::contact::self_contact::SweptEdges;
use super::contact::turns::Turns;
use super::discs::DiscScratch;
use super::forces::{NodeForces, Workspace};
use super::kernels::Lanes;
use super::stick_order::StickOrder;
use super::sweep::SweptBodies;
use super::{Layout, State, derive};
use crate::geometry::Aabb;
use glam::DVec2;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Total force of each node in this substep.
    pub forces: NodeForces,
    /// Node positions at the start of the substep.
    pub old_positions: Vec<DVec2>,
    /// Obstacles that the nodes of a body may hit.
    pub near_obstacles: Vec<bool>,
    /// Box around the hull nodes of each body as of the stage `derive`; empty for a body that takes no part in contacts.
    pub boxes: Vec<Aabb>,
    /// Barycentre of each body as of the stage `derive`.
    pub barycentres: Vec<DVec2>,
    /// Pairs of bodies that may touch.
    pub broad: BroadPhase,
    /// Who takes which pairs when.
    pub turns: Turns,
    /// Hulls as contacts look at them.
    pub hulls: Hulls,
    /// Nodes found inside a hull without an eligible edge in this substep.
    pub stuck: Vec<u32>,
    /// Swept boxes for contacts of a body with itself.
    pub swept_edges: SweptEdges,
    /// What the discs work with.
    pub discs: DiscScratch,
    /// In which order sticks are solved.
    pub sticks: StickOrder,
    /// What the forces work with.
    pub workspace: Workspace,
    /// Forces of springs and gas that a sweep has yet to add up.
    pub slots: Vec<DVec2>,
    /// Kept for its capacity.
    pub swept: SweptBodies,
    /// What crowds are computed in.
    pub lanes: Vec<Lanes>,
}

impl Scratch {
    pub fn new(layout: &Layout, state: &State) -> Self {
        Self {
            forces: NodeForces::new(layout.node_count),
            old_positions: state.positions.clone(),
            boxes: (0..layout.bodies.len()).map(|body| derive::contact_box(layout, state, body)).collect(),
            barycentres: vec![DVec2::ZERO; layout.bodies.len()],
            ..Self::default()
        }
    }

    #[inline(always)]
    pub fn old_position(&self, node: usize) -> DVec2 {
        self.old_positions[node]
    }
}
