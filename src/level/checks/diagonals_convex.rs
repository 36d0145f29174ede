//! Rule: contact by diagonals is used with convex bodies only.
//! Sources: 000 §D.1, 004.

use super::support::outline::HullOutline;
use super::support::{body_of, each_body, finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::cross;
use crate::level::{Body, ContactMethod, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "diagonals-convex",
    title: "Contact by diagonals with a concave body",
    explanation: "Contact by diagonals tests where the line from a body's barycentre to one of its nodes crosses an \
        edge of another. In a concave body that line leaves the body, and contacts are reported where nothing \
        touches. The hull method has no such limit.",
    find,
    fix: Some(fix),
};

/// Nodes at which the hull bends inwards, in walking order.
fn inward(body: &Body) -> Option<Vec<usize>> {
    let points = measure::points(body)?;
    let mut inward = Vec::new();
    for found in &HullOutline::of(body, &points).loops {
        let nodes = found.nodes_outside_right();
        let count = nodes.len();
        inward.extend((0..count).map(|i| nodes[(i + 1) % count]).zip((0..count).map(|i| {
            let [a, b, c] = [i, i + 1, i + 2].map(|i| points[nodes[i % count]]);
            cross(b - a, c - b) < -measure::RELATIVE_TOLERANCE * a.distance(b) * b.distance(c)
        })));
    }
    Some(inward.into_iter().filter(|&(_, is_inward)| is_inward).map(|(node, _)| node).collect())
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    if level.world.contact.method != ContactMethod::Diagonals {
        return;
    }
    each_body(level, findings, |index, body| {
        let nodes = inward(body)?;
        if nodes.is_empty() {
            return None;
        }
        let message =
            format!("The hull of {} bends inwards at {}", tell::body(level, index), tell::list("node", &nodes));
        let places = nodes.into_iter().map(|node| Place::Node(index, node)).collect();
        let found = finding(RULE.id, Severity::Warning, places, message);
        Some(found.with_fix("Use the hull method for all contacts"))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    body_of(level, finding)?;
    level.world.contact.method = ContactMethod::Hull;
    Ok("set the contact method to hull".to_string())
}
