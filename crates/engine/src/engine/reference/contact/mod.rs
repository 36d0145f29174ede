//! Stage "contacts": contacts between bodies (000 §D): broad phase, order, detection, response.
//!
//! Each contact is resolved as soon as it is found (Gauss–Seidel iteration), so results depend on the order of pairs, nodes and edges.

pub(in crate::engine) mod broad_phase;
mod diagonals;
pub mod edge_choice;
pub(in crate::engine) mod narrow_phase;
pub(in crate::engine) mod pair_colouring;
pub(in crate::engine) mod response;
mod self_contact;
pub(in crate::engine) mod trace_rows;

use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::trace::{ContactTrace, PairTrace};
use crate::engine::data::{EventKind, Layout, World};
use crate::geometry::SortCopies;
use crate::level::{ContactMethod, Decor, EdgeChoice, Place};
use broad_phase::BroadPhase;
use glam::DVec2;

/// Input of the narrow phase: a point, a hull, and the rule that selects an edge.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct PointQuery<'a> {
    /// M.
    pub point: DVec2,
    /// Node number of M, global numbering; none for a disc.
    pub node: Option<usize>,
    /// Position of M at the start of the substep.
    pub old_point: DVec2,
    /// The body whose hull may contain M.
    pub other: usize,
    /// G, the barycentre of M's body; none without the barycentre rule.
    pub barycentre: Option<DVec2>,
    /// The rule that selects the edge.
    pub choice: EdgeChoice,
    /// Positions of all nodes at the start of the substep, for rules that depend on motion.
    pub old: Option<&'a [DVec2]>,
}

impl PointQuery<'_> {
    /// True if the edge ends in M or in a hull neighbour of M.
    pub fn is_adjacent(&self, layout: &Layout, edge: usize) -> bool {
        let Some(node) = self.node.map(|node| node as u32) else { return false };
        let ends = layout.hull_edges[edge];
        let is_beside = |&[a, b]: &[u32; 2]| (a == node && ends.contains(&b)) || (b == node && ends.contains(&a));
        ends.contains(&node) || layout.hull_edges[layout.bodies[self.other].hull_edges.clone()].iter().any(is_beside)
    }
}

/// Finds the pairs of bodies and resolves their contacts.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    let World { layout, scratch, .. } = world;
    // Moved out of the world so that the world can be borrowed mutably.
    let mut broad: BroadPhase = scratch.workspaces.take();
    broad.update(layout, &scratch.boxes);
    if let Some(trace) = watch.trace.as_deref_mut() {
        trace.pairs.extend(broad.pairs().map(|(first, second, colour)| PairTrace { first, second, colour }));
    }
    resolve_pairs(world, &broad, watch);
    world.scratch.workspaces.put(broad);
    end(world, watch);
}

/// Resolves self-contacts and reports stuck nodes. Reference and batched substeps share it.
pub(in crate::engine) fn end(world: &mut World, watch: &mut Watch) {
    let rules = &world.layout.settings.contact;
    if rules.self_contact && rules.method == ContactMethod::Hull {
        self_contact::resolve(world, watch);
    }
    report_nodes_without_edge(world);
}

fn resolve_pairs(world: &mut World, broad: &BroadPhase, watch: &mut Watch) {
    for (first, second, _) in broad.pairs() {
        if world.layout.settings.contact.method == ContactMethod::Diagonals {
            if !is_pushed_by_force(&world.layout, first, second) {
                diagonals::resolve(world, first, second, watch);
                diagonals::resolve(world, second, first, watch);
            }
        } else {
            resolve_hull(world, first, second, watch);
            resolve_hull(world, second, first, watch);
        }
    }
}

/// True if the decor reaction of stage 1 handles the pair instead.
fn is_pushed_by_force(layout: &Layout, first: usize, second: usize) -> bool {
    let bodies = &layout.bodies;
    let is_decor_pair = !(bodies[first].is_dynamic && bodies[second].is_dynamic);
    is_decor_pair && layout.settings.contact.decor != Decor::Impulse
}

/// Reports the nodes that are inside a hull without an eligible edge, once until they are free again.
fn report_nodes_without_edge(world: &mut World) {
    let mut stuck = std::mem::take(&mut world.scratch.stuck);
    // The order of detection depends on the mode.
    stuck.sort_copies();
    for &node in &stuck {
        let node = node as usize;
        if !world.state.without_edge[node] {
            let (body, local) = world.layout.body_of(node);
            world.report(EventKind::NoEdge, Place::Node(body, local));
        }
    }
    world.state.without_edge.fill(false);
    for node in stuck.drain(..) {
        world.state.without_edge[node as usize] = true;
    }
    world.scratch.stuck = stuck;
}

/// Tests the hull nodes of `body`, ascending, against the hull of `other`; resolves each contact at once.
fn resolve_hull(world: &mut World, body: usize, other: usize, watch: &mut Watch) {
    let is_pushed_by_force = is_pushed_by_force(&world.layout, body, other);
    if is_pushed_by_force && watch.trace.is_none() && !watch.is_observed() {
        return;
    }
    if narrow_phase::all_alike(&world.layout, &world.state, &world.scratch.boxes, body, other) == Some(false) {
        return;
    }
    for position in world.layout.bodies[body].hull_nodes.clone() {
        let World { layout, state, scratch, .. } = world;
        let node = layout.hull_nodes[position] as usize;
        let old = Some(scratch.old_positions.as_slice());
        let (point, old_point) = (state.position(node), scratch.old_position(node));
        let barycentre = scratch.barycentres[body];
        let rule_barycentre = layout.settings.contact.barycentre_rule.then_some(barycentre);
        let choice = layout.settings.contact.edge_choice;
        let query = PointQuery { point, node: Some(node), old_point, other, barycentre: rule_barycentre, choice, old };
        let found = narrow_phase::query(layout, state, &scratch.boxes[other], &query);
        let local = node - layout.bodies[body].nodes.start;
        let Some(found) = found else { continue };
        let row = watch.trace.as_deref().map(|trace| {
            let row = trace_rows::contact(layout, state, &query, [body, local], barycentre, found.edge);
            let rules = || narrow_phase::chosen_by_each_rule(layout, state, &query, barycentre);
            ContactTrace { rules: trace.compares_rules.then(rules), ..row }
        });
        watch.next_row(PhaseKind::Detect);
        watch.see(PhaseKind::Detect, Touched::Few(&[node], None), layout, state);
        let mut done = None;
        if let (Some(edge), false) = (found.edge, is_pushed_by_force) {
            done = response::resolve(layout, state, [body, other], node, edge, watch);
            state.contacts += u64::from(done.is_some());
        } else if found.edge.is_none() && !is_pushed_by_force {
            scratch.stuck.push(node as u32);
        }
        if let (Some(trace), Some(row)) = (watch.trace.as_deref_mut(), row) {
            let (response, after) = done.unzip();
            trace.contacts.push(ContactTrace { response, after, ..row });
        }
    }
}
