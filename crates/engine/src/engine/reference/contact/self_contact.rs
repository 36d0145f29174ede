//! Contacts of a body with its own hull, after all pairs of bodies (`contact.self_contact`).
//!
//! Algorithm: continuous collision detection of points and edges, as in `EntryEdge`. A hull node M is pushed out of the edge that it
//! crossed inwards in this substep; M and edge move linearly. The earliest crossing counts; ties go to the first edge in file order.
//! Edges that end in M or in a hull neighbour of M are excluded. The even-odd rule is not used: it is undefined where a hull
//! intersects itself.
//!
//! Cost: O(n log n) for n hull edges, by an AABB tree over their swept boxes. Reference and batched substeps share this code.

use super::edge_choice::entry_edge;
use super::response;
use super::{PointQuery, trace_rows};
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::trace::{ContactTrace, EntryCase};
use crate::engine::data::{Layout, State, World};
use crate::geometry::{Aabb, BoxTree};
use crate::level::EdgeChoice;
use glam::DVec2;

/// Growth of a swept box, as a fraction of its size: `EntryEdge` accepts crossings up to 1e-9 of the edge's length beyond its ends.
const MARGIN: f64 = 1e-8;

/// Swept boxes of one body's hull edges, kept between substeps for their capacity only.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct SweptEdges {
    tree: BoxTree,
    candidates: Vec<usize>,
}

/// Resolves the self-contacts of every `Dynamic` body: bodies, then hull nodes, ascending.
pub(in crate::engine) fn resolve(world: &mut World, watch: &mut Watch) {
    let mut edges = world.scratch.workspaces.take::<SweptEdges>();
    for body in 0..world.layout.bodies.len() {
        let World { layout, state, scratch, .. } = &*world;
        let is_apart = !layout.bodies[body].is_dynamic || layout.filters.of_body(body).sensor;
        if is_apart || state.blown_up[body] || scratch.boxes[body].is_empty() {
            continue;
        }
        let hull = layout.bodies[body].hull_edges.clone();
        edges.tree.rebuild(hull.map(|edge| swept_edge(layout, state, &scratch.old_positions, edge)));
        for position in layout.bodies[body].hull_nodes.clone() {
            let node = world.layout.hull_nodes[position] as usize;
            resolve_node(world, &mut edges, body, node, watch);
        }
    }
    world.scratch.workspaces.put(edges);
}

fn resolve_node(world: &mut World, edges: &mut SweptEdges, body: usize, node: usize, watch: &mut Watch) {
    let World { layout, state, scratch, .. } = world;
    let query = PointQuery {
        point: state.position(node),
        node: Some(node),
        old_point: scratch.old_position(node),
        other: body,
        barycentre: None,
        choice: EdgeChoice::EntryEdge,
        old: Some(scratch.old_positions.as_slice()),
    };
    let Some(edge) = crossed_edge(layout, state, &query, edges) else { return };
    let first_edge = layout.bodies[body].hull_edges.start;
    let row = watch.trace.is_some().then(|| ContactTrace {
        body,
        node: node - layout.bodies[body].nodes.start,
        other: body,
        point: query.point,
        barycentre: scratch.barycentres[body],
        candidates: trace_rows::own_candidates(layout, state, &query, scratch.barycentres[body], edge),
        chosen: Some(edge - first_edge),
        rules: None,
        entry: Some(EntryCase::Crossed),
        response: None,
        after: None,
    });
    watch.next_row(PhaseKind::Detect);
    watch.see(PhaseKind::Detect, Touched::Few(&[node], None), layout, state);
    let done = response::resolve(layout, state, [body, body], node, edge, watch);
    state.contacts += u64::from(done.is_some());
    let [a, b] = layout.hull_edges[edge].map(|end| end as usize);
    for other in layout.bodies[body].hull_edges.clone() {
        if layout.hull_edges[other].iter().any(|&end| [node, a, b].contains(&(end as usize))) {
            edges.tree.replace(other - first_edge, swept_edge(layout, state, &scratch.old_positions, other));
        }
    }
    if let (Some(trace), Some(row)) = (watch.trace.as_deref_mut(), row) {
        let (response, after) = done.unzip();
        trace.contacts.push(ContactTrace { response, after, ..row });
    }
}

/// Returns the edge that M crossed first, index over all hull edges.
fn crossed_edge(layout: &Layout, state: &State, query: &PointQuery, edges: &mut SweptEdges) -> Option<usize> {
    let first_edge = layout.bodies[query.other].hull_edges.start;
    let area = swept_box([query.old_point, query.point]);
    let SweptEdges { tree, candidates } = edges;
    candidates.clear();
    tree.for_each(&area, |edge| candidates.push(first_edge + edge));
    let mut first: Option<(f64, usize)> = None;
    // The two edges that end in M are always among them.
    let ends_in_node = |edge: usize| layout.hull_edges[edge].iter().any(|&end| Some(end as usize) == query.node);
    for edge in candidates.iter().copied().filter(|&edge| !ends_in_node(edge)) {
        let Some(time) = entry_edge::entry_time(layout, state, query, edge) else { continue };
        let is_earlier = first.is_none_or(|(least, chosen)| time < least || (time == least && edge < chosen));
        if is_earlier && !query.is_adjacent(layout, edge) {
            first = Some((time, edge));
        }
    }
    first.map(|(_, edge)| edge)
}

/// Returns the box around an edge at the start of the substep and now.
fn swept_edge(layout: &Layout, state: &State, old: &[DVec2], edge: usize) -> Aabb {
    let [a, b] = layout.hull_edges[edge].map(|node| node as usize);
    swept_box([old[a], old[b], state.position(a), state.position(b)])
}

fn swept_box<const N: usize>(points: [DVec2; N]) -> Aabb {
    let bounds = Aabb::around(points);
    bounds.expanded(bounds.size().max_element() * MARGIN)
}
