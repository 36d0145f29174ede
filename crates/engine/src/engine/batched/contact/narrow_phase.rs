//! Narrow phase and response for a list of pairs with SIMD, bit-identical to `reference/contact`.
//!
//! If two edges are equally near within rounding, the scalar reference function decides.

use super::hull_columns::{HullView, SharedHullColumns};
use super::hull_topology::HullTopology;
use super::pair_records::PairRecords;
use super::pair_schedule::ThreadTasks;
use super::shared::SharedNodes;
use super::simd_edges::{NearestEdge, edges, in_box, is_inside, nearest};
use crate::engine::data::Layout;
use crate::engine::data::contact_record::ContactLog;
use crate::engine::data::instruction_set::Kernel;
use crate::engine::reference::contact::response;
use crate::engine::reference::contact::response::ContactConstraint;
use crate::engine::reference::contact::{PointQuery, narrow_phase};
use crate::geometry::Aabb;
use crate::level::Place;
use fearless_simd::prelude::*;
use glam::DVec2;

/// Resolves the contacts of the pairs of one thread, in order, while other threads work on other pairs.
pub(in crate::engine) struct ResolvePairs<'a> {
    pub part: ThreadTasks<'a>,
    pub context: NarrowPhaseContext<'a>,
    pub records: &'a mut PairRecords,
}

/// Data of the stage that all threads share.
#[derive(Clone, Copy)]
pub(in crate::engine) struct NarrowPhaseContext<'a> {
    pub layout: &'a Layout,
    pub nodes: SharedNodes<'a>,
    pub hulls: SharedHullColumns<'a>,
    pub boxes: &'a [Aabb],
    pub barycentres: &'a [DVec2],
    pub old_positions: &'a [DVec2],
}

/// Result for a list of pairs.
#[derive(Debug)]
pub(in crate::engine) struct PairsOutcome<'a> {
    /// Number of resolved contacts.
    pub contacts: u64,
    /// Nodes inside a hull for which no edge was selected.
    pub stuck: Vec<u32>,
    /// The contacts, if the substep records them.
    pub records: &'a mut PairRecords,
}

impl<'a> Kernel for ResolvePairs<'a> {
    type Output = PairsOutcome<'a>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> PairsOutcome<'a> {
        let Self { part, context, records } = self;
        let mut outcome = PairsOutcome { contacts: 0, stuck: Vec::new(), records };
        let _watch = part.watch();
        for task in part.tasks {
            let [first, second] = task.pair.map(|body| body as usize);
            part.begin(task);
            // Filled here, because the nodes are then in cache for the pairs of the body.
            for body in task.first_touch() {
                context.hulls.fill(&context.nodes, body);
            }
            context.resolve(simd, first, second, &mut outcome);
            context.resolve(simd, second, first, &mut outcome);
            outcome.records.end_pair(task.order);
            part.end(task);
        }
        outcome
    }
}

/// One direction of a pair: the body whose nodes are tested, and the body whose edges they are tested against.
#[derive(Clone, Copy)]
struct PairView<'a> {
    bodies: [usize; 2],
    own: HullView<'a>,
    other: HullView<'a>,
}

impl<'a> NarrowPhaseContext<'a> {
    /// Tests the hull nodes of `body`, in ascending order, against the hull of `other`. A contact moves its own node and nodes of
    /// `other`, so later nodes of `body` have not moved and one box test covers all of them.
    #[inline(always)]
    fn resolve<S: Simd>(&self, simd: S, body: usize, other: usize, outcome: &mut PairsOutcome<'_>) {
        let pair = PairView { bodies: [body, other], own: self.hulls.of(body), other: self.hulls.of(other) };
        if self.is_out_of_reach(simd, &pair) {
            return;
        }
        for word in 0..pair.own.topology.by_node.len().div_ceil(64) {
            let mut candidates = self.candidates(simd, &pair, word);
            while candidates != 0 {
                let vertex = pair.own.topology.by_node[64 * word + candidates.trailing_zeros() as usize] as usize;
                self.query_node(simd, &pair, vertex, outcome);
                candidates &= candidates - 1;
            }
        }
    }

    /// Bit mask of those of 64 hull nodes, in ascending order, that are in the box of the other body.
    #[inline(always)]
    fn candidates<S: Simd>(&self, simd: S, pair: &PairView<'a>, word: usize) -> u64 {
        let HullTopology { are_nodes, by_node, .. } = pair.own.topology;
        let bounds = &self.boxes[pair.bodies[1]];
        if by_node.len() > 64 {
            let some = by_node[64 * word..].iter().take(64).enumerate();
            let is_in = |vertex: u32| u64::from(bounds.contains(pair.own.position(vertex as usize)));
            return some.fold(0, |candidates, (bit, &vertex)| candidates | is_in(vertex) << bit);
        }
        let columns = pair.own.columns();
        let mut candidates = 0;
        for block in 0..are_nodes.len() {
            candidates |= pair.own.topology.ranks(block, in_box(simd, columns, block, bounds));
        }
        candidates
    }

    /// True if [`narrow_phase::all_alike`] finds all nodes outside.
    #[inline(always)]
    fn is_out_of_reach<S: Simd>(&self, simd: S, pair: &PairView<'a>) -> bool {
        let [own, other] = pair.bodies.map(|body| &self.boxes[body]);
        // Nearly all pairs return here.
        if !other.contains_box(own) {
            return false;
        }
        let [near, far] = narrow_phase::near_and_far(own);
        let HullTopology { are_edges, is_closed, .. } = pair.other.topology;
        if !is_closed || !other.contains_box(&far) {
            return false;
        }
        let columns = pair.other.columns();
        for (block, &are_edges) in are_edges.iter().enumerate() {
            let [ax, ay, bx, by] = edges(simd, columns, block);
            let is_beside =
                (ax.simd_lt(far.min.x) & bx.simd_lt(far.min.x)) | (ax.simd_gt(far.max.x) & bx.simd_gt(far.max.x));
            let is_over =
                (ay.simd_lt(far.min.y) & by.simd_lt(far.min.y)) | (ay.simd_gt(far.max.y) & by.simd_gt(far.max.y));
            if !(is_beside | is_over).to_bitmask() & u64::from(are_edges) != 0 {
                return false;
            }
        }
        let columns = pair.own.columns();
        for (block, &are_nodes) in pair.own.topology.are_nodes.iter().enumerate() {
            // Earlier contacts may have moved nodes out of the box.
            if !in_box(simd, columns, block, &near) & u64::from(are_nodes) != 0 {
                return false;
            }
        }
        let first = pair.own.topology.by_node[0] as usize;
        !is_inside(simd, &pair.other, pair.own.position(first))
    }

    #[inline(always)]
    fn query_node<S: Simd>(&self, simd: S, pair: &PairView<'a>, vertex: usize, outcome: &mut PairsOutcome<'_>) {
        let point = pair.own.position(vertex);
        if !is_inside(simd, &pair.other, point) {
            return;
        }
        let contact = &self.layout.settings.contact;
        let barycentre = contact.barycentre_rule.then(|| self.barycentres[pair.bodies[0]]);
        let choice = contact.edge_choice;
        let nearest = nearest(simd, &pair.other, point, barycentre, choice);
        let chosen = match nearest {
            NearestEdge::Edge(vertex) => Some(vertex),
            NearestEdge::None => None,
            NearestEdge::Unclear => self.select_edge_scalar(pair, vertex, point, barycentre),
        };
        match chosen {
            Some(edge) => {
                let log = &mut outcome.records.log;
                outcome.contacts += u64::from(self.resolve_contact(pair, vertex, edge, log));
            }
            None => outcome.stuck.push(pair.own.node(vertex) as u32),
        }
    }

    /// Selects the edge with the reference function, for rules that depend on motion and for edges that are equally near within
    /// rounding. Returns the vertex where the edge begins.
    #[inline(never)]
    fn select_edge_scalar(
        &self,
        pair: &PairView<'a>,
        vertex: usize,
        point: DVec2,
        barycentre: Option<DVec2>,
    ) -> Option<usize> {
        let node = pair.own.node(vertex);
        let query = PointQuery {
            point,
            node: Some(node),
            old_point: self.old_positions[node],
            other: pair.bodies[1],
            barycentre,
            choice: self.layout.settings.contact.edge_choice,
            old: Some(self.old_positions),
        };
        let edge = narrow_phase::select_edge(self.layout, &self.nodes, &query)?;
        Some(pair.other.topology.by_edge[edge - pair.other.hull.first_edge as usize] as usize)
    }

    /// As [`response::resolve`]; true if anything could move.
    #[inline(always)]
    fn resolve_contact(&self, pair: &PairView<'a>, vertex: usize, edge: usize, log: &mut ContactLog) -> bool {
        let PairView { own, other, .. } = pair;
        let nodes = &self.nodes;
        let (of_m, of_edge) = (&own.topology.vertices[vertex], &other.topology.vertices[edge]);
        let [m, a, b] = [own.node(vertex), other.node(edge), other.node(edge + 1)];
        let [at_m, at_a, at_b] = [own.position(vertex), other.position(edge), other.position(edge + 1)];
        let [restitution, friction] = [0, 1].map(|index| own.hull.surface[index] * other.hull.surface[index]);
        let response = response::respond(&ContactConstraint {
            ab: at_b - at_a,
            am: at_m - at_a,
            span: [at_b - at_a, at_m - at_a],
            velocity_m: nodes.velocity(m),
            velocity_ab: [nodes.velocity(a), nodes.velocity(b)],
            inverse_mass_m: of_m.inverse_mass,
            inverse_mass_ab: of_edge.inverse_mass_of_edge,
            inverse_masses: [of_edge.inverse_mass, other.topology.vertices[edge + 1].inverse_mass],
            restitution,
            friction,
            rules: &self.layout.settings.contact,
        });
        let Some(response) = response else { return false };
        if log.is_recording() {
            let [body, other] = pair.bodies;
            let places = [Place::Node(body, of_m.node as usize), Place::HullEdge(other, of_edge.edge as usize)];
            log.add_edge(places, at_m, response.ab, response.per_length);
        }
        if response.inverse_mass_m != 0.0 {
            nodes.add_velocity(m, response.impulse_m + response.friction_m);
            own.update_vertex(vertex, nodes.reposition(m, at_m, response.move_m));
        }
        for (end, node, at) in [(0, a, at_a), (1, b, at_b)] {
            if response.mobilities[end] != 0.0 {
                nodes.add_velocity(node, response.impulse_ab[end] + response.friction_ab[end]);
                other.update_vertex(edge + end, nodes.reposition(node, at, response.move_ab[end]));
            }
        }
        true
    }
}
