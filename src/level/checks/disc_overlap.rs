//! Rule: discs start apart from each other and from bodies and obstacles.
//! Source: 002 §1.

use super::support::joints::CollidingPairs;
use super::support::measure::LARGEST_COORDINATE;
use super::support::outline::distinct_edges;
use super::support::{finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::{Aabb, BoxTree, DVec2, polygon};
use crate::level::{Disc, Level, Motion, ObstacleShape, Place};
use std::ops::ControlFlow;

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "disc-overlap",
    title: "Overlapping disc",
    explanation: "The time of impact of two discs is the moment at which their distance falls to the sum of their \
        radii: discs that overlap from the start have none. They exchange velocities at once if they approach, and \
        nothing separates them. A disc across an obstacle is on neither side of it.",
    find,
    fix: None,
};

/// Maximum number of findings per level.
const LISTED: usize = 500;

/// Minimum depth that counts as overlap, as a fraction of the disc's radius.
const TOUCHING: f64 = 1e-4;

fn is_moving(disc: &Disc) -> bool {
    matches!(disc.motion, Motion::Dynamic)
}

fn center(disc: &Disc) -> DVec2 {
    DVec2::from_array(disc.position)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let bounds = |disc: &Disc| {
        let fits = |x: f64| x.abs() <= LARGEST_COORDINATE;
        let is_measurable = disc.position.iter().copied().all(fits) && fits(disc.radius);
        if is_measurable { Aabb::around([center(disc)]).expanded(disc.radius) } else { Aabb::EMPTY }
    };
    let tree = BoxTree::new(level.discs.iter().map(bounds).collect());
    let start = findings.len();
    with_discs(level, &tree, findings);
    with_obstacles(level, &tree, findings, start);
    with_bodies(level, &tree, findings, start);
}

fn called(level: &Level, disc: usize) -> String {
    tell::sentence(tell::disc(level, disc))
}

fn with_discs(level: &Level, tree: &BoxTree, findings: &mut Vec<Finding>) {
    let start = findings.len();
    let _ = tree.visit_pairs(|i, j| {
        let (first, second) = (&level.discs[i], &level.discs[j]);
        let reach = first.radius + second.radius;
        let depth = reach - center(first).distance(center(second));
        let can_meet = (is_moving(first) || is_moving(second)) && first.collision.collides(&second.collision);
        if depth > TOUCHING * reach && can_meet {
            let message = format!("{} and {} overlap by {}", called(level, i), tell::disc(level, j), tell::num(depth));
            findings.push(finding(RULE.id, Severity::Warning, vec![Place::Disc(i), Place::Disc(j)], message));
        }
        if findings.len() - start < LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
}

fn with_obstacles(level: &Level, tree: &BoxTree, findings: &mut Vec<Finding>, start: usize) {
    for (index, obstacle) in level.obstacles.iter().enumerate() {
        let near = match obstacle.shape {
            ObstacleShape::Segment(a, b) => tree.touching(&Aabb::around([a, b].map(DVec2::from_array))),
            ObstacleShape::Circle { center, radius } => {
                tree.touching(&Aabb::around([DVec2::from_array(center)]).expanded(radius))
            }
            // A line has no bounding box.
            ObstacleShape::Line(..) => (0..level.discs.len()).collect(),
        };
        for number in near {
            let disc = &level.discs[number];
            let depth = disc.radius - distance(&obstacle.shape, center(disc));
            let can_meet = is_moving(disc) && disc.collision.collides(&obstacle.collision);
            if can_meet && depth > TOUCHING * disc.radius && findings.len() - start < LISTED {
                let who = tell::obstacle(level, index);
                let places = vec![Place::Disc(number), Place::Obstacle(index)];
                let message = format!("{} starts {} into {who}", called(level, number), tell::num(depth));
                findings.push(finding(RULE.id, Severity::Warning, places, message));
            }
        }
    }
}

/// Distance of a point to the obstacle; infinite if it cannot be computed.
fn distance(shape: &ObstacleShape, point: DVec2) -> f64 {
    let distance = match *shape {
        ObstacleShape::Segment(a, b) => polygon::distance_to_segment(point, DVec2::from_array(a), DVec2::from_array(b)),
        ObstacleShape::Line(through, direction) => {
            let direction = DVec2::from_array(direction).normalize_or_zero();
            (point - DVec2::from_array(through)).perp_dot(direction).abs()
        }
        ObstacleShape::Circle { center, radius } => (point.distance(DVec2::from_array(center)) - radius).abs(),
    };
    if distance.is_nan() { f64::INFINITY } else { distance }
}

/// A disc overlaps a body if its centre is inside the hull, or a hull edge cuts it.
fn with_bodies(level: &Level, tree: &BoxTree, findings: &mut Vec<Finding>, start: usize) {
    let pairs = CollidingPairs::of(level);
    for (index, body) in level.bodies.iter().enumerate() {
        let Some(points) = measure::points(body) else { continue };
        let edges: Vec<(DVec2, DVec2)> =
            distinct_edges(body).into_iter().map(|edge| body.hull[edge].map(|node| points[node]).into()).collect();
        let bounds = Aabb::around(edges.iter().flat_map(|&(a, b)| [a, b]));
        if bounds.is_empty() {
            continue;
        }
        let near = tree.touching(&bounds);
        if near.is_empty() {
            continue;
        }
        let boxes = BoxTree::new(edges.iter().map(|&(a, b)| Aabb::around([a, b])).collect());
        for number in near {
            let disc = &level.discs[number];
            let at = center(disc);
            let is_cut = || {
                let around = boxes.touching(&Aabb::around([at]).expanded(disc.radius));
                let reach = disc.radius * (1.0 - TOUCHING);
                around.into_iter().any(|edge| polygon::distance_to_segment(at, edges[edge].0, edges[edge].1) < reach)
            };
            let is_inside = || {
                let ray = Aabb { min: DVec2::new(bounds.min.x, at.y), max: at };
                bounds.contains(at) && polygon::contains(boxes.touching(&ray).into_iter().map(|edge| edges[edge]), at)
            };
            let can_meet = (is_moving(disc) || super::support::is_dynamic(body)) && pairs.disc_and_body(number, index);
            if can_meet && findings.len() - start < LISTED && (is_cut() || is_inside()) {
                let places = vec![Place::Disc(number), Place::Body(index)];
                let message = format!("{} starts inside {}", called(level, number), tell::body(level, index));
                findings.push(finding(RULE.id, Severity::Warning, places, message));
            }
        }
    }
}
