//! Rule: two nodes share at most one spring.
//! Source: 000 §C.2.c.

use super::support::{body_of, each_body, edit, finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "duplicate-spring",
    title: "Duplicate spring",
    explanation: "Two springs between the same nodes add up: the pair is twice as stiff as its neighbours, which is \
        usually a mistake and hard to see. If it is intended, use one spring with the sum of both stiffnesses.",
    find,
    fix: Some(fix),
};

/// Springs that join the same two nodes as an earlier one, in ascending order.
fn repeated(body: &Body) -> Vec<usize> {
    let key = |i: usize| {
        let spring = &body.springs[i];
        (spring.a.min(spring.b), spring.a.max(spring.b))
    };
    edit::repeated((0..body.springs.len()).filter(|&i| body.springs[i].a != body.springs[i].b).collect(), key)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let repeated = repeated(body);
        if repeated.is_empty() {
            return None;
        }
        let which = tell::list("spring", &repeated);
        let verb = if repeated.len() == 1 { "joins" } else { "join" };
        let message = format!("In {}, {which} {verb} nodes that an earlier spring joins", tell::body(level, index));
        let places = repeated.iter().map(|&spring| Place::Spring(index, spring)).collect();
        Some(finding(RULE.id, Severity::Warning, places, message).with_fix(format!("Remove {which}")))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let repeated = repeated(body);
    Ok(format!("removed {}", tell::count(edit::leave_out(&mut body.springs, &repeated), "spring")))
}
