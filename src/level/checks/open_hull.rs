//! Rule: hulls are closed.
//! Source: 000 §D.1.b.

use super::support::outline::{HullOutline, distinct_edges, incidence};
use super::support::{body_of, each_body, finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "open-hull",
    title: "Open hull",
    explanation: "The inside of a body is determined by the parity of crossings of a ray with its hull. This requires \
        as many edges entering each node as leaving it. Beside a gap the result is wrong for whole strips of the \
        plane. If exactly one edge is missing, it can be added.",
    find,
    fix: Some(fix),
};

/// Returns the edge that closes the hull, if there is one: between its only two open ends, in the direction of the edges
/// there.
fn closing_edge(body: &Body, ends: &[usize]) -> Option<[usize; 2]> {
    let &[first, second] = ends else { return None };
    let incident = incidence(body, &distinct_edges(body));
    let (&[at_first], &[at_second]) = (incident[first].as_slice(), incident[second].as_slice()) else { return None };
    if at_first == at_second {
        return None;
    }
    let arrives = body.hull[at_second][1] == second;
    Some(if arrives { [second, first] } else { [first, second] })
}

fn ends(body: &Body) -> Option<Vec<usize>> {
    let points = measure::points(body)?;
    Some(HullOutline::of(body, &points).ends)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let ends = ends(body)?;
        if ends.is_empty() {
            return None;
        }
        let message = format!("The hull of {} is open at {}", tell::body(level, index), tell::list("node", &ends));
        let places = ends.iter().map(|&node| Place::Node(index, node)).collect();
        let open = finding(RULE.id, Severity::Error, places, message);
        Some(match closing_edge(body, &ends) {
            Some([a, b]) => open.with_fix(format!("Add the hull edge from node {a} to node {b}")),
            None => open,
        })
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let ends = ends(body).ok_or("the coordinates are too large")?;
    let edge = closing_edge(body, &ends).ok_or("more than one edge is missing")?;
    body.hull.push(edge);
    Ok(format!("added the hull edge from node {} to node {}", edge[0], edge[1]))
}
