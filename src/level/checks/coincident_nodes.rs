//! Rule: no two nodes of a body coincide.
//! Source: 000 §A.

use super::support::{body_of, each_body, edit, finding, measure, tell};
use super::zero_length::coincidence;
use super::{CheckRule, Finding, Severity};
use crate::geometry::{Aabb, BoxTree};
use crate::level::{Body, Level, Place};
use std::ops::ControlFlow;

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "coincident-nodes",
    title: "Coincident nodes",
    explanation: "Only springs hold masses together: two nodes at the same position with nothing between them look \
        like one node and separate when the level runs. Usually two parts should have been joined, or a node was \
        placed twice.",
    find,
    fix: Some(fix),
};

/// Maximum number of pairs listed per body. It bounds the quadratic number of pairs of a large cluster.
const LISTED: usize = 10_000;

/// Returns pairs (i, j), i < j, of coincident nodes. Pairs that share an element are left to the rule for that element.
fn pairs(body: &Body) -> Option<Vec<(usize, usize)>> {
    let points = measure::points(body)?;
    let reach = coincidence(&points);
    let center = measure::barycentre(body);
    let masses = (0..points.len())
        .map(|i| if Some(i) == center { Aabb::EMPTY } else { Aabb::around([points[i]]).expanded(reach * 0.5) });
    let mut found = Vec::new();
    let _ = BoxTree::new(masses.collect()).visit_pairs(|i, j| {
        if points[i].distance(points[j]) <= reach {
            found.push((i, j));
        }
        if found.len() < LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if !found.is_empty() {
        let joined = joined(body);
        found.retain(|pair| joined.binary_search(pair).is_err());
    }
    found.sort_unstable();
    Some(found)
}

/// Returns sorted pairs (i, j), i < j, that share a spring, stick, hull edge or triangle.
fn joined(body: &Body) -> Vec<(usize, usize)> {
    let springs = body.springs.iter().map(|spring| (spring.a, spring.b));
    let sticks = body.sticks.iter().map(|stick| (stick.a, stick.b));
    let hull = body.hull.iter().map(|&[a, b]| (a, b));
    let sides = body.triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
    let mut joined: Vec<(usize, usize)> =
        springs.chain(sticks).chain(hull).chain(sides).map(|(a, b)| (a.min(b), a.max(b))).collect();
    joined.sort_unstable();
    joined
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let pairs = pairs(body)?;
        let &(a, b) = pairs.first()?;
        let more = match pairs.len() - 1 {
            0 => String::new(),
            n => format!(", and {} more", tell::count(n, "pair")),
        };
        let place = tell::point(crate::geometry::DVec2::from_array(body.nodes[a].position));
        let message = format!("In {}, nodes {a} and {b} are both at {place}{more}", tell::body(level, index));
        let mut nodes: Vec<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let places = nodes.into_iter().map(|node| Place::Node(index, node)).collect();
        Some(finding(RULE.id, Severity::Warning, places, message).with_fix("Merge them"))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let pairs = pairs(body).ok_or("the coordinates are too large")?;
    let before = body.nodes.len();
    edit::merge_nodes(body, &pairs);
    edit::leave_out_repeated(body);
    Ok(format!("merged {} into others", tell::count(before - body.nodes.len(), "node")))
}
