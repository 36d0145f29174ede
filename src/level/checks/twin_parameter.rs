//! Rule: the parameters of the twin exist and accept their values.

use super::support::finding;
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "twin-parameter",
    title: "Invalid twin parameter",
    explanation: "A twin may change any parameter of the level, such as the gas of one body (000 §C.3), named by its path \
        (`editor.twin.set`). This path does not \
        exist, or does not accept the value, or would give the twin other parts than the level. The two are compared part by part. \
        The window ignores the parameter; `render --twin` fails. Correct it under World > Twin, or remove it.",
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
