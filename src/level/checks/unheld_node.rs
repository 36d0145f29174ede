//! Rule: every node of a moving body is held by a spring or stick.
//! Sources: 000 §A, 000 §C.2, 004.

use super::support::{each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "unheld-node",
    title: "Node without a spring",
    explanation: "Hull edges and triangles exert no cohesive force: springs hold a blob together, or sticks. \
        A node without either is pushed away by the gas or falls off. If the body is decor, make it fixed.",
    find,
    fix: None,
};

/// Free masses of the hull and the triangles without a spring or stick, in ascending order.
fn unheld(body: &Body) -> Vec<usize> {
    let mut is_held: Vec<bool> =
        body.nodes.iter().map(|node| node.pinned || measure::mass(node.role).is_none()).collect();
    let springs = body.springs.iter().filter(|spring| spring.a != spring.b).flat_map(|spring| [spring.a, spring.b]);
    let sticks = body.sticks.iter().filter(|stick| stick.a != stick.b).flat_map(|stick| [stick.a, stick.b]);
    springs.chain(sticks).for_each(|node| is_held[node] = true);
    let mut unheld: Vec<usize> = body.hull.iter().flatten().chain(body.triangles.iter().flatten()).copied().collect();
    unheld.retain(|&node| !is_held[node]);
    unheld.sort_unstable();
    unheld.dedup();
    unheld
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let unheld = if is_dynamic(body) { unheld(body) } else { Vec::new() };
        if unheld.is_empty() {
            return None;
        }
        let which = tell::list("node", &unheld);
        let verb = if unheld.len() == 1 { "is" } else { "are" };
        let message = format!("In {}, {which} {verb} held by no spring or stick", tell::body(level, index));
        let places = unheld.into_iter().map(|node| Place::Node(index, node)).collect();
        Some(finding(RULE.id, Severity::Warning, places, message))
    });
}
