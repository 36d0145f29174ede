//! Narrow phase: tests if a point is inside a hull, and selects the edge for the response (000 §D.1.d).
//!
//! Algorithm: even-odd rule by a horizontal ray (crossing number; Haines, *Graphics Gems IV*, 1994) with the half-open rule of
//! 000 §D.1.b. The source tests parity and edges in one loop. Here edges are compared only for the few points inside, with the same
//! result.

use super::PointQuery;
use super::edge_choice;
use super::edge_choice::{Setting, nearest_edge};
use crate::engine::data::state::NodePositions;
use crate::engine::data::{Layout, State};
use crate::geometry::{Aabb, cross};
use crate::level::EdgeChoice;
use glam::DVec2;

/// A node inside a hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct HullHit {
    /// The selected edge, index over all hull edges; none if no edge is eligible.
    pub edge: Option<usize>,
}

/// Tests one point against one hull; none if the point is outside.
pub(in crate::engine) fn query(
    layout: &Layout,
    state: &impl NodePositions,
    bounds: &Aabb,
    query: &PointQuery,
) -> Option<HullHit> {
    if !bounds.contains(query.point) || !is_inside(layout, state, query.other, query.point) {
        return None;
    }
    Some(HullHit { edge: select_edge(layout, state, query) })
}

/// Selects the edge for a point inside; none if no edge is eligible.
pub(in crate::engine) fn select_edge(layout: &Layout, state: &impl NodePositions, query: &PointQuery) -> Option<usize> {
    let hull = layout.bodies[query.other].hull_edges.clone();
    select_edge_among(layout, state, query, hull.clone(), hull)
}

/// Selects the edge among some edges of the hull: `entry_edges` are those that M may have crossed, `nearest_edges` those that may be
/// nearest. Both are in file order.
pub(in crate::engine) fn select_edge_among(
    layout: &Layout,
    state: &impl NodePositions,
    query: &PointQuery,
    entry_edges: impl Iterator<Item = usize>,
    nearest_edges: impl Iterator<Item = usize>,
) -> Option<usize> {
    let choice = query.choice;
    if choice == EdgeChoice::EntryEdge {
        let entry = edge_choice::entry_edge::entry_edge_among(layout, state, query, entry_edges);
        entry.map(|(edge, _)| edge).or_else(|| {
            let nearest = nearest_edge(layout, state, query, nearest_edges, edge_choice::distance::score)?;
            edge_choice::entry_edge::replacement_of_nearest(layout, state, query, nearest).or(Some(nearest))
        })
    } else {
        nearest_edge(layout, state, query, nearest_edges, edge_choice::score_of(choice))
    }
}

/// Returns the edge that each setting would select, as index of the hull edge in its body.
pub(in crate::engine) fn chosen_by_each_rule(
    layout: &Layout,
    state: &State,
    query: &PointQuery,
    barycentre: DVec2,
) -> [Option<usize>; 8] {
    let first = layout.bodies[query.other].hull_edges.start;
    Setting::ALL.map(|Setting { choice, barycentre_rule }| {
        let query = PointQuery { choice, barycentre: barycentre_rule.then_some(barycentre), ..*query };
        select_edge(layout, state, &query).map(|edge| edge - first)
    })
}

/// True if a ray from the point to the left crosses the edge, by the half-open rule of 000 §D.1.b.
#[inline(always)]
pub(in crate::engine) fn toggles_parity(a: DVec2, b: DVec2, point: DVec2) -> bool {
    let (a_is_below, b_is_below) = (a.y <= point.y, b.y <= point.y);
    // As in the source: a point that is not right of the edge counts as left of it.
    let is_right = cross(b - a, point - a) < 0.0;
    a_is_below != b_is_below && is_right == a_is_below
}

pub(in crate::engine) fn is_inside(layout: &Layout, state: &impl NodePositions, body: usize, point: DVec2) -> bool {
    let mut inside = false;
    for &[a, b] in &layout.hull_edges[layout.bodies[body].hull_edges.clone()] {
        inside ^= toggles_parity(state.position(a as usize), state.position(b as usize), point);
    }
    inside
}

/// Tests all hull nodes of a body against another hull at once: true if all are inside, false if all are outside, none if unknown.
///
/// If no edge of a closed hull is near the body, all its nodes are on the same side, and one test decides. In a container most
/// bodies are far from its walls.
#[inline]
pub(in crate::engine) fn all_alike(
    layout: &Layout,
    state: &impl NodePositions,
    boxes: &[Aabb],
    body: usize,
    other: usize,
) -> Option<bool> {
    // Early exit: few pairs pass this test.
    if !boxes[other].contains_box(&boxes[body]) {
        return None;
    }
    let (own, hull) = (&layout.bodies[body], &layout.bodies[other]);
    let [near, far] = near_and_far(&boxes[body]);
    if !hull.is_closed || !boxes[other].contains_box(&far) {
        return None;
    }
    let nodes = &layout.hull_nodes[own.hull_nodes.clone()];
    let reaches_in = |&[a, b]: &[u32; 2]| {
        let (a, b) = (state.position(a as usize), state.position(b as usize));
        let is_beside = (a.x < far.min.x && b.x < far.min.x) || (a.x > far.max.x && b.x > far.max.x);
        let is_over = (a.y < far.min.y && b.y < far.min.y) || (a.y > far.max.y && b.y > far.max.y);
        !(is_beside || is_over)
    };
    let is_free = !layout.hull_edges[hull.hull_edges.clone()].iter().any(reaches_in);
    let are_near = || nodes.iter().all(|&node| near.contains(state.position(node as usize)));
    (is_free && are_near()).then(|| is_inside(layout, state, other, state.position(nodes[0] as usize)))
}

/// Returns two boxes around a body's box. If all its nodes are in the first and no edge of the other hull touches the second, all
/// nodes are on the same side of that hull.
///
/// Nodes may have left the body's box since it was computed. The distance between the two boxes exceeds rounding.
#[inline(always)]
pub(in crate::engine) fn near_and_far(bounds: &Aabb) -> [Aabb; 2] {
    let size = bounds.size().max_element();
    [bounds.expanded(size * 0.0625), bounds.expanded(size * 0.125)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::data::World;
    use crate::level::{Body, Level, Motion, Node};

    /// A square of this half side around a point, with the first `edges` of its hull edges.
    fn square(center: [f64; 2], half: f64, edges: usize) -> Body {
        let corner = |[x, y]: [f64; 2]| Node::at([center[0] + x * half, center[1] + y * half]);
        let nodes = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner).to_vec();
        let hull = [[0, 1], [1, 2], [2, 3], [3, 0]][..edges].to_vec();
        Body { nodes, hull, ..Body::default() }
    }

    fn all_alike_of(other: Body, at: [f64; 2]) -> Option<bool> {
        let bodies = vec![Body { motion: Motion::Fixed, ..other }, square(at, 0.5, 4)];
        let world = World::new(&Level { bodies, ..Level::default() }).unwrap();
        all_alike(&world.layout, &world.state, &world.scratch.boxes, 1, 0)
    }

    #[test]
    fn all_alike_needs_a_distance_to_every_edge() {
        let solid = || square([0.0, 0.0], 10.0, 4);
        assert_eq!(all_alike_of(solid(), [0.0, 0.0]), Some(true));
        assert_eq!(all_alike_of(solid(), [9.3, 0.0]), Some(true), "0.2 from the edge, an eighth of its size is 0.125");
        assert_eq!(all_alike_of(solid(), [9.4, 0.0]), None, "0.1 from the edge");
        assert_eq!(all_alike_of(solid(), [20.0, 0.0]), None, "the boxes do not overlap");
        assert_eq!(all_alike_of(square([0.0, 0.0], 10.0, 3), [0.0, 0.0]), None, "an open hull has no inside");
        let mut hollow = solid();
        let inner = square([0.0, 0.0], 8.0, 4);
        hollow.nodes.extend(inner.nodes);
        hollow.hull.extend([[4, 7], [7, 6], [6, 5], [5, 4]]);
        assert_eq!(all_alike_of(hollow, [1.0, -2.0]), Some(false));
    }
}
