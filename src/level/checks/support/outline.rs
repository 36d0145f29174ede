//! The hull of a body as loops: connected edges, open ends, holes, crossings.

use crate::geometry::{Aabb, BoxTree, DVec2, polygon};
use crate::level::Body;
use std::ops::ControlFlow;

/// Maximum number of box pairs tested for crossings.
const PAIR_BUDGET: usize = 20_000_000;

/// Maximum number of edges and boxes tested to classify holes: for a self-crossing hull, and for any hull.
const HOLE_BUDGET: [usize; 2] = [500_000, 40_000_000];

/// Loops and open ends of a hull. Edges from a node to itself and repeated edges are ignored; other rules report them.
#[derive(Clone, Debug)]
pub struct HullOutline {
    /// Closed loops, ordered by their lowest edge.
    pub loops: Vec<HullLoop>,
    /// Nodes with an odd number of edges, where the hull is open, in ascending order.
    pub ends: Vec<usize>,
    /// Number of loops if they overlap too much to identify holes, and `loops` is empty. 0 for other hulls.
    pub tangled: usize,
}

/// One closed loop of hull edges.
#[derive(Clone, Debug)]
pub struct HullLoop {
    /// Hull edges in walking order; the walk follows the direction of the first.
    pub edges: Vec<usize>,
    /// `nodes[i]` is where the walk enters `edges[i]`.
    pub nodes: Vec<usize>,
    /// Hull edges that point against the walk.
    pub against: Vec<usize>,
    /// Twice the signed area along the walk.
    pub doubled_area: f64,
    /// True if the loop lies inside an odd number of other loops, so that its inside is outside the body.
    pub is_hole: bool,
}

impl HullLoop {
    /// True if the walk has the outside on its right (000 §C.3).
    pub fn walk_is_right(&self) -> bool {
        (self.doubled_area > 0.0) != self.is_hole
    }

    /// Nodes in the order that has the outside on the right.
    pub fn nodes_outside_right(&self) -> Vec<usize> {
        let mut nodes = self.nodes.clone();
        if !self.walk_is_right() {
            nodes.reverse();
        }
        nodes
    }

    /// Hull edges without the outside on their right, in ascending order.
    pub fn wrong_edges(&self) -> Vec<usize> {
        let mut against = self.against.clone();
        against.sort_unstable();
        if self.walk_is_right() {
            return against;
        }
        let mut along: Vec<usize> =
            self.edges.iter().copied().filter(|edge| against.binary_search(edge).is_err()).collect();
        along.sort_unstable();
        along
    }
}

impl HullOutline {
    /// Finds the loops. `points` are the positions of the body's nodes.
    pub fn of(body: &Body, points: &[DVec2]) -> Self {
        let edges = distinct_edges(body);
        let incident = incidence(body, &edges);
        let ends: Vec<usize> = (0..body.nodes.len()).filter(|&node| incident[node].len() % 2 == 1).collect();
        let is_open = reachable(body, &incident, &ends);
        let mut loops = Vec::new();
        let mut used = vec![false; body.hull.len()];
        for &edge in &edges {
            if !used[edge] && !is_open[body.hull[edge][0]] {
                walk(body, &incident, edge, &mut used, &mut loops);
            }
        }
        for found in &mut loops {
            let corners: Vec<DVec2> = found.nodes.iter().map(|&node| points[node]).collect();
            found.doubled_area = polygon::doubled_area(&corners);
        }
        if mark_holes(body, &mut loops, points) {
            Self { loops, ends, tangled: 0 }
        } else {
            Self { tangled: loops.len(), loops: Vec::new(), ends }
        }
    }

    /// True if there is a hull and every edge of it lies in a loop.
    pub fn is_closed(&self) -> bool {
        self.ends.is_empty() && !self.loops.is_empty()
    }

    /// Twice the enclosed area minus holes, independent of edge directions; None unless closed.
    pub fn doubled_area(&self) -> Option<f64> {
        let signed =
            |found: &HullLoop| if found.is_hole { -found.doubled_area.abs() } else { found.doubled_area.abs() };
        self.is_closed().then(|| self.loops.iter().map(signed).sum())
    }

    /// Returns the loop if the hull is a single loop.
    pub fn only_loop(&self) -> Option<&HullLoop> {
        if self.ends.is_empty() && self.loops.len() == 1 { self.loops.first() } else { None }
    }
}

/// Hull edges between different nodes, without repetitions in either direction.
pub fn distinct_edges(body: &Body) -> Vec<usize> {
    let key = |edge: usize| {
        let [a, b] = body.hull[edge];
        (a.min(b), a.max(b))
    };
    let mut edges: Vec<usize> = (0..body.hull.len()).filter(|&edge| body.hull[edge][0] != body.hull[edge][1]).collect();
    edges.sort_by_key(|&edge| (key(edge), edge));
    edges.dedup_by_key(|edge| key(*edge));
    edges.sort_unstable();
    edges
}

/// The hull edges at each node, ascending.
pub fn incidence(body: &Body, edges: &[usize]) -> Vec<Vec<usize>> {
    let mut incident = vec![Vec::new(); body.nodes.len()];
    for &edge in edges {
        for node in body.hull[edge] {
            incident[node].push(edge);
        }
    }
    incident
}

/// Marks every node connected to one of `starts` by hull edges.
fn reachable(body: &Body, incident: &[Vec<usize>], starts: &[usize]) -> Vec<bool> {
    let mut seen = vec![false; body.nodes.len()];
    let mut stack = starts.to_vec();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            stack.extend(incident[node].iter().flat_map(|&edge| body.hull[edge]));
        }
    }
    seen
}

/// Splits the edges reachable from `start` into simple loops: when the walk returns to a visited node, that part becomes a
/// loop. Every node here has an even number of edges, so the walk never gets stuck.
fn walk(body: &Body, incident: &[Vec<usize>], start: usize, used: &mut [bool], loops: &mut Vec<HullLoop>) {
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut position = std::collections::BTreeMap::new();
    let mut cursor = std::collections::BTreeMap::new();
    let mut node = body.hull[start][0];
    loop {
        if let Some(&from) = position.get(&node) {
            let part: Vec<(usize, usize)> = path.drain(from..).collect();
            for (passed, _) in &part {
                position.remove(passed);
            }
            loops.push(closed(body, part));
        }
        let Some(edge) = next_edge(body, &incident[node], node, used, cursor.entry(node).or_insert(0)) else { break };
        used[edge] = true;
        position.insert(node, path.len());
        path.push((node, edge));
        let [a, b] = body.hull[edge];
        node = if a == node { b } else { a };
    }
}

/// Returns the lowest unused edge that leaves `node`, else the lowest one that enters it.
fn next_edge(body: &Body, incident: &[usize], node: usize, used: &[bool], cursor: &mut usize) -> Option<usize> {
    // The cursor skips used edges, so that nodes with many edges take linear time.
    while incident.get(*cursor).is_some_and(|&edge| used[edge]) {
        *cursor += 1;
    }
    let rest = || incident[*cursor..].iter().copied().filter(|&edge| !used[edge]).take(8);
    rest().find(|&edge| body.hull[edge][0] == node).or_else(|| rest().next())
}

fn closed(body: &Body, part: Vec<(usize, usize)>) -> HullLoop {
    let (mut nodes, mut edges): (Vec<usize>, Vec<usize>) = part.into_iter().unzip();
    let lowest = (0..edges.len()).min_by_key(|&i| edges[i]).unwrap_or(0);
    if !edges.is_empty() && body.hull[edges[lowest]][0] != nodes[lowest] {
        // Reverse the walk so that the lowest edge points along it.
        let first = nodes[0];
        nodes.reverse();
        nodes.rotate_right(1);
        debug_assert_eq!(nodes[0], first);
        edges.reverse();
    }
    let lowest = (0..edges.len()).min_by_key(|&i| edges[i]).unwrap_or(0);
    nodes.rotate_left(lowest);
    edges.rotate_left(lowest);
    let against = (0..edges.len()).filter(|&i| body.hull[edges[i]][0] != nodes[i]).map(|i| edges[i]).collect();
    HullLoop { edges, nodes, against, doubled_area: 0.0, is_hole: false }
}

/// Marks the loops inside an odd number of others, tested at the midpoint of their first edge. Returns false if this
/// exceeds [`HOLE_BUDGET`]: the work is quadratic if all loops overlap.
fn mark_holes(body: &Body, loops: &mut [HullLoop], points: &[DVec2]) -> bool {
    if loops.len() < 2 {
        return true;
    }
    let tree = BoxTree::new(loops.iter().map(|l| Aabb::around(l.nodes.iter().map(|&n| points[n]))).collect());
    let mut work = 0;
    let mut budget = HOLE_BUDGET[0];
    let mut is_hole = vec![false; loops.len()];
    for (i, found) in loops.iter().enumerate() {
        let middle = (points[found.nodes[0]] + points[found.nodes[1 % found.nodes.len()]]) * 0.5;
        let visited = tree.visit(&Aabb { min: middle, max: middle }, |j| {
            work += 1;
            if j != i {
                work += loops[j].nodes.len();
                is_hole[i] ^= contains(&loops[j], points, middle);
            }
            if work > HOLE_BUDGET[1] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if work > budget {
            if visited.is_break() || !crossings(body, points, 1).is_empty() {
                return false;
            }
            budget = HOLE_BUDGET[1];
        }
    }
    for (found, is_hole) in loops.iter_mut().zip(is_hole) {
        found.is_hole = is_hole;
    }
    true
}

/// True if the loop alone encloses the point.
pub fn contains(found: &HullLoop, points: &[DVec2], point: DVec2) -> bool {
    let nodes = &found.nodes;
    polygon::contains((0..nodes.len()).map(|i| (points[nodes[i]], points[nodes[(i + 1) % nodes.len()]])), point)
}

/// Pairs of hull edges that cross, at most `limit`, in ascending order; touching ends do not count.
pub fn crossings(body: &Body, points: &[DVec2], limit: usize) -> Vec<(usize, usize)> {
    let edges = distinct_edges(body);
    let ends = |i: usize| body.hull[edges[i]].map(|node| points[node]);
    let tree = BoxTree::new((0..edges.len()).map(|i| Aabb::around(ends(i))).collect());
    let mut found = Vec::new();
    let mut budget = PAIR_BUDGET;
    let _ = tree.visit_pairs(|i, j| {
        let ([a, b], [c, d]) = (ends(i), ends(j));
        if polygon::segments_cross(a, b, c, d) {
            found.push((edges[i], edges[j]));
        }
        budget -= 1;
        if found.len() >= limit || budget == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.sort_unstable();
    found
}

/// Pairs of hull edges that share a node and lie on each other there, in ascending order.
pub fn folds(body: &Body, points: &[DVec2]) -> Vec<(usize, usize)> {
    let edges = distinct_edges(body);
    let far_end = |edge: usize, node: usize| body.hull[edge].into_iter().find(|&end| end != node);
    let mut found = Vec::new();
    for (node, incident) in incidence(body, &edges).into_iter().enumerate() {
        let &[first, second] = incident.as_slice() else { continue };
        let ends = [first, second].map(|edge| far_end(edge, node).map(|end| points[end]));
        if let [Some(a), Some(c)] = ends
            && polygon::folds_back(a, points[node], c)
        {
            found.push((first.min(second), first.max(second)));
        }
    }
    found.sort_unstable();
    found
}
