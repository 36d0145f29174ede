//! Rule: strongly concave bodies are not combined with the barycentre rule of contacts.
//! Source: 000 §E.2.

use super::support::outline::HullOutline;
use super::support::{each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::polygon;
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "concave-barycentre-rule",
    title: "Barycentre rule with a concave body",
    explanation: "With the barycentre rule, an edge is eligible for a node only if the barycentre of the node's body \
        is on the edge's outside. A body that hooks round another one has its barycentre on the wrong side of the \
        very edge that it touches, so the node is pushed out of another edge. Without the rule, the edge choice \
        Entry edge solves the same problem.",
    find,
    fix: None,
};

/// Hull edges that have the body's own barycentre on their outside, in ascending order.
fn turned_away(body: &Body) -> Option<Vec<usize>> {
    let points = measure::points(body)?;
    let center = measure::mean(body)?;
    let tolerance = measure::tolerance(&points);
    let outline = HullOutline::of(body, &points);
    let mut edges = Vec::new();
    for found in &outline.loops {
        let wrong = found.wrong_edges();
        for &edge in &found.edges {
            let [mut a, mut b] = body.hull[edge].map(|node| points[node]);
            if wrong.binary_search(&edge).is_ok() {
                std::mem::swap(&mut a, &mut b);
            }
            if polygon::doubled_triangle_area(a, b, center) < -tolerance * a.distance(b) {
                edges.push(edge);
            }
        }
    }
    edges.sort_unstable();
    Some(edges)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    if !level.world.contact.barycentre_rule {
        return;
    }
    each_body(level, findings, |index, body| {
        let edges = turned_away(body)?;
        if edges.is_empty() {
            return None;
        }
        let verb = if edges.len() == 1 { "has" } else { "have" };
        let who = tell::body(level, index);
        let message = format!("In {who}, {} {verb} the barycentre on the outside", tell::list("hull edge", &edges));
        let severity = if is_dynamic(body) { Severity::Warning } else { Severity::Hint };
        let places = edges.into_iter().map(|edge| Place::HullEdge(index, edge)).collect();
        Some(finding(RULE.id, severity, places, message))
    });
}
