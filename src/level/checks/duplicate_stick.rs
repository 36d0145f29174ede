//! Rule: two nodes share at most one stick.
//! Source: 004.

use super::support::{body_of, each_body, edit, finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "duplicate-stick",
    title: "Duplicate stick",
    explanation: "A second stick between the same nodes repeats the same correction. If its length differs, the two \
        contradict each other and the nodes never settle.",
    find,
    fix: Some(fix),
};

fn repeated(body: &Body) -> Vec<usize> {
    let key = |i: usize| {
        let stick = &body.sticks[i];
        (stick.a.min(stick.b), stick.a.max(stick.b))
    };
    edit::repeated((0..body.sticks.len()).filter(|&i| body.sticks[i].a != body.sticks[i].b).collect(), key)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let repeated = repeated(body);
        if repeated.is_empty() {
            return None;
        }
        let which = tell::list("stick", &repeated);
        let verb = if repeated.len() == 1 { "joins" } else { "join" };
        let message = format!("In {}, {which} {verb} nodes that an earlier stick joins", tell::body(level, index));
        let places = repeated.iter().map(|&stick| Place::Stick(index, stick)).collect();
        Some(finding(RULE.id, Severity::Warning, places, message).with_fix(format!("Remove {which}")))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let repeated = repeated(body);
    Ok(format!("removed {}", tell::count(edit::leave_out(&mut body.sticks, &repeated), "stick")))
}
