//! Rule: a body contains each triangle once.
//! Source: 000 §C.3.

use super::support::{body_of, cover, each_body, edit, finding, has_gas, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "duplicate-triangle",
    title: "Duplicate triangle",
    explanation: "The area of a repeated triangle counts twice, which makes the gas too weak. A reversed copy cancels \
        the area.",
    find,
    fix: Some(fix),
};

fn repeated(body: &Body) -> Vec<usize> {
    let distinct = cover::distinct_triangles(body);
    (0..body.triangles.len()).filter(|i| distinct.binary_search(i).is_err()).collect()
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let repeated = repeated(body);
        if repeated.is_empty() {
            return None;
        }
        let which = tell::list("triangle", &repeated);
        let verb = if repeated.len() == 1 { "has" } else { "have" };
        let message = format!("In {}, {which} {verb} the corners of an earlier one", tell::body(level, index));
        let places = repeated.iter().map(|&triangle| Place::Triangle(index, triangle)).collect();
        let severity = if has_gas(body) { Severity::Error } else { Severity::Warning };
        Some(finding(RULE.id, severity, places, message).with_fix(format!("Remove {which}")))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let repeated = repeated(body);
    Ok(format!("removed {}", tell::count(edit::leave_out(&mut body.triangles, &repeated), "triangle")))
}
