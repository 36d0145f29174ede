//! Rule: every link can move at least one of its ends.
//! Source: 002 §3.

use super::support::{edit, finding, joints, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Link, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "link-idle",
    title: "Idle link",
    explanation: "A link between two immovable ends has no effect: pinned nodes, fixed or driven bodies and discs, \
        fixed points. Neither has a link that joins a part to itself. It suggests a joint that is not there.",
    find,
    fix: Some(fix),
};

fn is_idle(level: &Level, link: &Link) -> bool {
    link.a == link.b || [link.a, link.b].into_iter().all(|end| joints::inverse_mass(level, end) == 0.0)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (index, link) in level.links.iter().enumerate().filter(|(_, link)| is_idle(level, link)) {
        let who = tell::sentence(tell::link(level, index));
        let message = match link.a == link.b {
            true => format!("{who} joins {} to itself", tell::link_end(level, link.a)),
            false => format!("{who} joins {}, which nothing can move", tell::link_ends(level, link)),
        };
        let found = finding(RULE.id, Severity::Hint, vec![Place::Link(index)], message);
        findings.push(found.with_fix("Remove the link"));
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let link = *joints::of_finding(level, finding).first().ok_or("the link is no longer there")?;
    if !is_idle(level, &level.links[link]) {
        return Err("the link has an effect".to_owned());
    }
    edit::leave_out(&mut level.links, &[link]);
    Ok("removed 1 link".to_owned())
}
