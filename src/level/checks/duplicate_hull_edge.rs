//! Rule: a hull contains each edge once.
//! Sources: 000 §C.3, 000 §D.1.b.

use super::support::{body_of, each_body, edit, finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "duplicate-hull-edge",
    title: "Duplicate hull edge",
    explanation: "A repeated edge is crossed twice by the ray of the parity test, which has the same effect as \
        no crossing, and the gas pushes it with twice the force. A reversed copy cancels the push.",
    find,
    fix: Some(fix),
};

fn repeated(body: &Body) -> Vec<usize> {
    let key = |i: usize| {
        let [a, b] = body.hull[i];
        (a.min(b), a.max(b))
    };
    edit::repeated((0..body.hull.len()).filter(|&i| body.hull[i][0] != body.hull[i][1]).collect(), key)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let repeated = repeated(body);
        if repeated.is_empty() {
            return None;
        }
        let which = tell::list("hull edge", &repeated);
        let verb = if repeated.len() == 1 { "joins" } else { "join" };
        let message = format!("In {}, {which} {verb} nodes that an earlier edge joins", tell::body(level, index));
        let places = repeated.iter().map(|&edge| Place::HullEdge(index, edge)).collect();
        Some(finding(RULE.id, Severity::Error, places, message).with_fix(format!("Remove {which}")))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let repeated = repeated(body);
    Ok(format!("removed {}", tell::count(edit::leave_out(&mut body.hull, &repeated), "hull edge")))
}
