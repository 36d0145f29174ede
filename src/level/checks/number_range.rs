//! Rule: coordinates leave room for computation.
//! Sources: 000 §C.2, 000 §C.3.

use super::support::measure::{self, LARGEST_COORDINATE};
use super::support::{each_body, finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::{Aabb, DVec2};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "number-range",
    title: "Numbers out of range",
    explanation: "Distances and areas use products of coordinates, which overflow beyond 1e100. Also, a body that is \
        tiny compared with its distance from the origin loses digits, since a number has about sixteen. Move it \
        closer to the origin.",
    find,
    fix: None,
};

/// A body smaller than this fraction of its distance to the origin loses more than half of its digits.
const SMALLEST_PART: f64 = 1e-8;

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let coordinate = |node: usize| DVec2::from_array(body.nodes[node].position).abs().max_element();
        let huge: Vec<usize> = (0..body.nodes.len()).filter(|&node| coordinate(node) > LARGEST_COORDINATE).collect();
        let who = tell::body(level, index);
        if let Some(&first) = huge.first() {
            let message =
                format!("In {who}, {} lies as far out as {}", tell::list("node", &huge), tell::num(coordinate(first)));
            let places = huge.into_iter().map(|node| Place::Node(index, node)).collect();
            return Some(finding(RULE.id, Severity::Error, places, message));
        }
        let (size, far) = (extent(body), (0..body.nodes.len()).map(coordinate).fold(0.0, f64::max));
        if size == 0.0 || size >= far * SMALLEST_PART {
            return None;
        }
        let message =
            format!("{} is {} large, {} away from the origin", tell::sentence(who), tell::num(size), tell::num(far));
        Some(finding(RULE.id, Severity::Warning, vec![Place::Body(index)], message))
    });
}

/// Extent of the masses; the drawn position of a barycentre is ignored.
fn extent(body: &Body) -> f64 {
    let masses = body.nodes.iter().filter(|node| measure::mass(node.role).is_some());
    let bounds = Aabb::around(masses.map(|node| DVec2::from_array(node.position)));
    if bounds.is_empty() { 0.0 } else { bounds.size().max_element() }
}
