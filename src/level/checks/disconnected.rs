//! Rule: a moving body is connected.
//! Sources: 000 §C.3, 000 §D.1.a, 000 §E.2.

use super::support::edit::Parts;
use super::support::{each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "disconnected",
    title: "Disconnected parts",
    explanation: "The parts of this body share no spring, stick, triangle or hull edge, so they move apart. Yet the \
        body has one gas, one barycentre and one bounding box, and its parts pass through each other, since contacts \
        are only computed between bodies. Make each part a body.",
    find,
    fix: None,
};

/// Lowest node of each connected part; nodes without any element belong to no part.
fn parts(body: &Body) -> Vec<usize> {
    let center = measure::barycentre(body);
    let mut parts = Parts::new(body.nodes.len());
    let mut is_linked = vec![false; body.nodes.len()];
    let mut join = |a: usize, b: usize| {
        // The barycentre connects nothing, since its position is computed.
        if Some(a) != center && Some(b) != center {
            parts.join(a, b);
            (is_linked[a], is_linked[b]) = (true, true);
        }
    };
    body.springs.iter().for_each(|spring| join(spring.a, spring.b));
    body.sticks.iter().for_each(|stick| join(stick.a, stick.b));
    body.hull.iter().for_each(|&[a, b]| join(a, b));
    for &[a, b, c] in &body.triangles {
        join(a, b);
        join(b, c);
        join(c, a);
    }
    (0..body.nodes.len()).filter(|&node| is_linked[node] && parts.root(node) == node).collect()
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        if !is_dynamic(body) {
            return None;
        }
        let parts = parts(body);
        if parts.len() < 2 {
            return None;
        }
        let who = tell::sentence(tell::body(level, index));
        let message = format!("{who} falls into {} parts, beginning at {}", parts.len(), tell::list("node", &parts));
        let places = parts.iter().map(|&node| Place::Node(index, node)).collect();
        Some(finding(RULE.id, Severity::Warning, places, message))
    });
}
