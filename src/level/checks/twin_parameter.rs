//! Rule: the parameters of the twin are there and can be what they shall be.

use super::support::finding;
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "twin-parameter",
    title: "Twin's parameter that cannot be",
    explanation: "A twin may have any parameter of the level otherwise, such as the gas of one body (000 §C.3), named by its path \
        (`editor.twin.set`). This one leads \
        nowhere, or cannot have that value, or would give the twin other parts than the level, part by part with which it is \
        compared. The window's twin does without it; `render --twin` refuses. Fix it under World > Twin, or take it out.",
    find,
    fix: None,
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let Some(twin) = level.editor.as_ref().and_then(|extra| extra.twin.as_ref()) else { return };
    if twin.set.is_empty() {
        return;
    }
    for error in twin.refusals(level).into_iter().flatten() {
        let message = format!("{}: {}", error.place, error.reason);
        findings.push(finding(RULE.id, Severity::Warning, vec![Place::World], message));
    }
}
