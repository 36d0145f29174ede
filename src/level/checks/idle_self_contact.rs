//! Rule: contacts of a body with itself are computed by the hull method only.
//! Source: 004.

use super::support::finding;
use super::{CheckRule, Finding, Severity};
use crate::level::{ContactMethod, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "idle-self-contact",
    title: "Self-contact with contact by diagonals",
    explanation: "Self-contact resolves nodes of a body against its own hull edges. Contact by diagonals has no such \
        rule, so the setting has no effect there.",
    find,
    fix: Some(fix),
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let contact = &level.world.contact;
    if contact.self_contact && contact.method == ContactMethod::Diagonals {
        let message = "Self-contact is on, but contact by diagonals does not compute it".to_owned();
        let found = finding(RULE.id, Severity::Warning, vec![Place::World], message);
        findings.push(found.with_fix("Use the hull method for all contacts"));
    }
}

fn fix(level: &mut Level, _finding: &Finding) -> Result<String, String> {
    level.world.contact.method = ContactMethod::Hull;
    Ok("set the contact method to hull".to_owned())
}
