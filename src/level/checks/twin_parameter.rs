//! Rule: the parameters of the twin exist and accept their values.
//! Source: 000 §C.3.

use super::support::finding;
use super::{CheckRule, Finding, Severity};
use crate::level::{DocumentPath, Level, Place, TwinSet};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "twin-parameter",
    title: "Invalid twin parameter",
    explanation: "A twin may change any parameter of the level, such as the gas of one body, named by its path \
        (`editor.twin.set`). This path does not exist, or does not accept the value, or would give the twin other \
        parts than the level. The two are compared part by part. The window ignores the parameter; `render --twin` \
        fails. Correct it under World > Twin, or remove it.",
    find,
    fix: None,
};

/// True if the path leads to a part after those of the level itself, and the level has instances.
fn is_beyond(level: &Level, set: &TwinSet) -> bool {
    let path = DocumentPath::parse(&set.path).ok().filter(|_| !level.instances.is_empty());
    let index_in = |list: &str| set.path.trim().strip_prefix(list)?.split_once(']')?.0.parse::<usize>().ok();
    path.is_some()
        && [
            ("bodies[", level.bodies.len()),
            ("discs[", level.discs.len()),
            ("obstacles[", level.obstacles.len()),
            ("links[", level.links.len()),
        ]
        .into_iter()
        .any(|(list, count)| index_in(list).is_some_and(|index| index >= count))
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let Some(twin) = level.editor.as_ref().and_then(|extra| extra.twin.as_ref()) else { return };
    if twin.set.is_empty() {
        return;
    }
    for (set, error) in twin.set.iter().zip(twin.refusals(level)) {
        // A part of an instance is not known here. The window reports an error of its parameter under World > Twin.
        let Some(error) = error.filter(|_| !is_beyond(level, set)) else { continue };
        let message = format!("{}: {}", error.place, error.reason);
        findings.push(finding(RULE.id, Severity::Warning, vec![Place::World], message));
    }
}
