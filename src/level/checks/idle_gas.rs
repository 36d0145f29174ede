//! Rule: a body with gas has a hull.
//! Source: 000 §C.3.

use super::support::{body_of, each_body, finding, has_gas, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "idle-gas",
    title: "Idle gas",
    explanation: "Gas pushes on the edges of a hull. In a body without hull and triangles, such as a rope, it has \
        no effect; set it to 0.",
    find,
    fix: Some(fix),
};

fn is_idle(body: &Body) -> bool {
    has_gas(body) && !body.nodes.is_empty() && body.hull.is_empty() && body.triangles.is_empty()
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let who = tell::body(level, index);
        let message = format!("The gas {} of {who} has no effect without a hull", tell::num(body.gas));
        is_idle(body)
            .then(|| finding(RULE.id, Severity::Hint, vec![Place::Body(index)], message).with_fix("Set the gas to 0"))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    body.gas = 0.0;
    Ok("set the gas to 0".to_string())
}
