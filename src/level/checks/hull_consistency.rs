//! Rule: the edges of one hull loop have the same direction.
//! Sources: 000 §C.3, 000 §D.1.c.

use super::support::outline::{HullLoop, HullOutline};
use super::support::{body_of, each_body, finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "hull-consistency",
    title: "Hull edges against each other",
    explanation: "Gas pushes each hull edge to its right, and a node inside is pushed out to the right of the nearest \
        edge. Edges that point against the rest of their loop pull inwards and never stop a node.",
    find,
    fix: Some(fix),
};

fn mixed(found: &HullLoop) -> bool {
    !found.against.is_empty() && found.against.len() < found.edges.len()
}

fn wrong(body: &Body) -> Option<Vec<usize>> {
    let points = measure::points(body)?;
    let outline = HullOutline::of(body, &points);
    let mut wrong: Vec<usize> = outline.loops.iter().filter(|l| mixed(l)).flat_map(HullLoop::wrong_edges).collect();
    wrong.sort_unstable();
    Some(wrong)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let wrong = wrong(body)?;
        if wrong.is_empty() {
            return None;
        }
        let which = tell::list("hull edge", &wrong);
        let verb = if wrong.len() == 1 { "points" } else { "point" };
        let message = format!("In {}, {which} {verb} against the other edges of the loop", tell::body(level, index));
        let places = wrong.iter().map(|&edge| Place::HullEdge(index, edge)).collect();
        Some(finding(RULE.id, Severity::Error, places, message).with_fix(format!("Reverse {which}")))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let wrong = wrong(body).ok_or("the coordinates are too large")?;
    for &edge in &wrong {
        body.hull[edge].reverse();
    }
    Ok(format!("reversed {}", tell::count(wrong.len(), "hull edge")))
}
