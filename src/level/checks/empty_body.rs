//! Rule: a body has at least one mass.
//! Source: 000 §A.

use super::support::{body_index, each_body, finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "empty-body",
    title: "Empty body",
    explanation: "A body is made of masses. A body without masses has no effect and is invisible; usually it remains \
        after its nodes were deleted.",
    find,
    fix: Some(fix),
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let is_empty = body.nodes.iter().all(|node| measure::mass(node.role).is_none());
        let message = format!("{} has no masses", tell::sentence(tell::body(level, index)));
        is_empty
            .then(|| finding(RULE.id, Severity::Hint, vec![Place::Body(index)], message).with_fix("Remove the body"))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let index = body_index(level, finding)?;
    level.bodies.remove(index);
    if let Some(extra) = &mut level.editor
        && index < extra.body_colors.len()
    {
        extra.body_colors.remove(index);
    }
    Ok("removed the body".to_string())
}
