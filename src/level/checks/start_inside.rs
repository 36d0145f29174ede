//! Rule: bodies start apart.
//! Source: 000 §D.1.c.

use super::inverted_container::is_inverted;
use super::support::joints::CollidingPairs;
use super::support::outline::{HullOutline, distinct_edges};
use super::support::{finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::{Aabb, BoxTree, DVec2, cross, polygon};
use crate::level::{Body, Level, Place};
use std::cell::OnceCell;
use std::ops::ControlFlow;

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "start-inside",
    title: "Bodies start inside each other",
    explanation: "A contact pushes a node out through the nearest edge, assuming that the node just entered there. \
        For bodies that overlap from the start the assumption is wrong: they are thrown apart or stay locked into \
        each other. Move them apart.",
    find,
    fix: None,
};

/// Maximum number of findings per level; it bounds the quadratic number of pairs of a pile.
const LISTED: usize = 500;

/// Minimum depth that counts as overlap, as a fraction of the smaller body's size.
const TOUCHING: f64 = 1e-4;

/// A hull that other bodies are tested against.
struct StartHull {
    points: Vec<DVec2>,
    edges: Vec<[usize; 2]>,
    /// Hull edge number of each entry of `edges`.
    numbers: Vec<usize>,
    bounds: Aabb,
    is_moving: bool,
    tree: OnceCell<BoxTree>,
}

impl StartHull {
    fn of(body: &Body) -> Option<Self> {
        let points = measure::points(body)?;
        if !HullOutline::of(body, &points).is_closed() || is_inverted(body) {
            return None;
        }
        let numbers = distinct_edges(body);
        let edges: Vec<[usize; 2]> = numbers.iter().map(|&edge| body.hull[edge]).collect();
        let bounds = Aabb::around(edges.iter().flatten().map(|&node| points[node]));
        Some(Self { points, edges, numbers, bounds, is_moving: is_dynamic(body), tree: OnceCell::new() })
    }

    fn ends(&self, edge: usize) -> (DVec2, DVec2) {
        (self.points[self.edges[edge][0]], self.points[self.edges[edge][1]])
    }

    fn tree(&self) -> &BoxTree {
        let boxes = || (0..self.edges.len()).map(|edge| <[DVec2; 2]>::from(self.ends(edge))).map(Aabb::around);
        self.tree.get_or_init(|| BoxTree::new(boxes().collect()))
    }

    /// True if the point is inside by more than `touching`.
    fn holds(&self, point: DVec2, touching: f64) -> bool {
        if !self.bounds.contains(point) {
            return false;
        }
        // Only edges to the left of the point affect the parity (000 §D.1.b).
        let ray = Aabb { min: DVec2::new(self.bounds.min.x, point.y), max: point };
        let left = self.tree().touching(&ray);
        if !polygon::contains(left.into_iter().map(|edge| self.ends(edge)), point) {
            return false;
        }
        let near = self.tree().touching(&Aabb { min: point, max: point }.expanded(touching));
        near.into_iter().all(|edge| self.distance(edge, point) > touching)
    }

    fn distance(&self, edge: usize, point: DVec2) -> f64 {
        let (a, b) = self.ends(edge);
        polygon::distance_to_segment(point, a, b)
    }

    fn depth(&self, point: DVec2) -> f64 {
        (0..self.edges.len()).map(|edge| self.distance(edge, point)).fold(f64::INFINITY, f64::min)
    }

    /// Hull nodes inside the other shape, in ascending order.
    fn nodes_inside(&self, other: &Self, touching: f64) -> Vec<usize> {
        let mut nodes: Vec<usize> = self.edges.iter().flatten().copied().collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.retain(|&node| other.holds(self.points[node], touching));
        nodes
    }

    /// Returns an edge whose midpoint, moved slightly inwards, lies inside the other shape, with its depth. Bodies drawn on
    /// a grid may overlap with all their nodes on each other's edges.
    fn edge_inside(&self, other: &Self, touching: f64) -> Option<(usize, f64)> {
        (0..self.edges.len()).find_map(|edge| {
            let (a, b) = self.ends(edge);
            let beside = (b - a).perp().normalize_or_zero() * (2.0 * touching);
            // Edges of a clockwise hull have the inside on the right.
            let middles = [beside, -beside].map(|way| (a + b) * 0.5 + way).into_iter();
            let found = middles.filter(|&middle| self.holds(middle, 0.0)).find(|&middle| other.holds(middle, touching));
            found.map(|middle| (self.numbers[edge], other.depth(middle)))
        })
    }

    /// Returns an edge of this shape and one of the other that clearly cross.
    fn crossing(&self, other: &Self, touching: f64) -> Option<(usize, usize)> {
        (0..self.edges.len()).find_map(|edge| {
            let (a, b) = self.ends(edge);
            let mut found = None;
            let _ = other.tree().visit(&Aabb::around([a, b]), |candidate| {
                let (c, d) = other.ends(candidate);
                if clearly_cross(a, b, c, d, touching) {
                    found = Some((self.numbers[edge], other.numbers[candidate]));
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            found
        })
    }
}

/// True if the segments cross and each end is farther than `touching` from the other's line.
fn clearly_cross(a: DVec2, b: DVec2, c: DVec2, d: DVec2, touching: f64) -> bool {
    let beside = |p: DVec2, q: DVec2, r: DVec2| cross(q - p, r - p).abs() > touching * p.distance(q);
    polygon::segments_cross(a, b, c, d) && beside(a, b, c) && beside(a, b, d) && beside(c, d, a) && beside(c, d, b)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let shapes: Vec<Option<StartHull>> = level.bodies.iter().map(StartHull::of).collect();
    let boxes = shapes.iter().map(|shape| shape.as_ref().map_or(Aabb::EMPTY, |shape| shape.bounds)).collect();
    let start = findings.len();
    let pairs = CollidingPairs::of(level);
    let _ = BoxTree::new(boxes).visit_pairs(|i, j| {
        if let (Some(first), Some(second)) = (&shapes[i], &shapes[j])
            && (first.is_moving || second.is_moving)
            && pairs.bodies(i, j)
        {
            findings.extend(overlap(level, (i, first), (j, second)));
        }
        if findings.len() - start < LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
}

fn overlap(level: &Level, (i, first): (usize, &StartHull), (j, second): (usize, &StartHull)) -> Option<Finding> {
    let size = |shape: &StartHull| shape.bounds.size().max_element();
    let touching = TOUCHING * size(first).min(size(second));
    let (a, b) = (first.bounds, second.bounds);
    if (a.max.min(b.max) - a.min.max(b.min)).min_element() <= touching {
        return None;
    }
    for ((i, own), (j, other)) in [((i, first), (j, second)), ((j, second), (i, first))] {
        let inside = own.nodes_inside(other, touching);
        // The depths of a few nodes suffice for the message.
        let depths = inside.iter().take(4).map(|&node| (other.depth(own.points[node]), node));
        if let Some((depth, node)) = depths.max_by(|a, b| a.0.total_cmp(&b.0)) {
            let more = if inside.len() > 1 {
                format!(", {} inside in all", tell::count(inside.len(), "node"))
            } else {
                String::new()
            };
            let message = format!(
                "Node {node} of {} starts {} inside {}{more}",
                tell::body(level, i),
                tell::num(depth),
                tell::body(level, j)
            );
            let places = inside.into_iter().map(|node| Place::Node(i, node)).chain([Place::Body(j)]).collect();
            return Some(finding(RULE.id, Severity::Warning, places, message));
        }
    }
    if let Some((edge, other)) = first.crossing(second, touching) {
        let message = format!(
            "Hull edge {edge} of {} crosses hull edge {other} of {}",
            tell::body(level, i),
            tell::body(level, j)
        );
        return Some(finding(
            RULE.id,
            Severity::Warning,
            vec![Place::HullEdge(i, edge), Place::HullEdge(j, other)],
            message,
        ));
    }
    [((i, first), (j, second)), ((j, second), (i, first))].into_iter().find_map(|((i, own), (j, other))| {
        let (edge, depth) = own.edge_inside(other, touching)?;
        let message = format!(
            "Hull edge {edge} of {} starts {} inside {}",
            tell::body(level, i),
            tell::num(depth),
            tell::body(level, j)
        );
        Some(finding(RULE.id, Severity::Warning, vec![Place::HullEdge(i, edge), Place::Body(j)], message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Motion, Node};

    fn square(y: f64, motion: Motion) -> Body {
        let nodes = [[0.0, y], [1.0, y], [1.0, y + 1.0], [0.0, y + 1.0]].map(Node::at).to_vec();
        Body { nodes, hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]], motion, ..Body::default() }
    }

    #[test]
    fn clockwise_body_on_the_ground_starts_outside() {
        for y in [1.0, 0.0] {
            let mut brick = square(y, Motion::Dynamic);
            brick.hull.iter_mut().for_each(|edge| edge.reverse());
            let level = Level { bodies: vec![square(0.0, Motion::Fixed), brick], ..Level::default() };
            let mut findings = Vec::new();
            find(&level, &mut findings);
            // In the same place it overlaps, though all its nodes are on edges.
            assert_eq!(findings.is_empty(), y == 1.0, "{findings:?}");
        }
    }
}
