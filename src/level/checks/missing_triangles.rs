//! Rule: a body with gas and a hull has triangles.
//! Source: 000 §C.3.

use super::support::{body_of, each_body, edit, finding, has_gas, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "missing-triangles",
    title: "Gas without triangles",
    explanation: "The pressure of the gas comes from the area of the triangles. Without any there is no pressure: the \
        body sags as if it had no gas.",
    find,
    fix: Some(fix),
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        if !has_gas(body) || body.hull.is_empty() || !body.triangles.is_empty() {
            return None;
        }
        let who = tell::sentence(tell::body(level, index));
        let message =
            format!("{who} has gas {} and a hull, but no triangles to measure its area by", tell::num(body.gas));
        let found = finding(RULE.id, Severity::Warning, vec![Place::Body(index)], message);
        Some(match edit::refill_offer(body) {
            Some(offer) => found.with_fix(offer),
            None => found,
        })
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    edit::refill(body_of(level, finding)?)
}
