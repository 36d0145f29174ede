//! Rule: two ends share at most one link of a kind.
//! Sources: 000 §C.2.c, 004.

use super::support::{edit, finding, joints, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Link, LinkEnd, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "duplicate-link",
    title: "Duplicate link",
    explanation: "Two spring links between the same ends add up; a second stick or pin joint repeats the projection \
        of the first or contradicts it. Usually the link was drawn twice, which is hard to see.",
    find,
    fix: Some(fix),
};

/// Comparable form of an end.
fn key(end: LinkEnd) -> (u8, u64, u64) {
    match end {
        LinkEnd::Node([body, node]) => (0, body as u64, node as u64),
        LinkEnd::Disc(disc) => (1, disc as u64, 0),
        // -0.0 and 0.0 are the same point.
        LinkEnd::Point([x, y]) => (2, (x + 0.0).to_bits(), (y + 0.0).to_bits()),
    }
}

/// Links with the ends and the kind of an earlier one, in ascending order.
fn repeated(level: &Level) -> Vec<usize> {
    let of_kind = |link: &Link| match link.kind {
        crate::level::LinkKind::Spring { .. } => 0,
        crate::level::LinkKind::Stick { .. } => 1,
        crate::level::LinkKind::Pin => 2,
    };
    let ends = |index: usize| {
        let link = &level.links[index];
        let (a, b) = (key(link.a), key(link.b));
        (a.min(b), a.max(b), of_kind(link))
    };
    edit::repeated((0..level.links.len()).filter(|&link| level.links[link].a != level.links[link].b).collect(), ends)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let repeated = repeated(level);
    if repeated.is_empty() {
        return;
    }
    let which = tell::list("link", &repeated);
    let verb = if repeated.len() == 1 { "joins" } else { "join" };
    let message = format!("{} {verb} ends that an earlier link of the kind joins", tell::sentence(which.clone()));
    let places = repeated.iter().map(|&link| Place::Link(link)).collect();
    findings.push(finding(RULE.id, Severity::Warning, places, message).with_fix(format!("Remove {which}")));
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let repeated = repeated(level);
    if joints::of_finding(level, finding).iter().all(|link| !repeated.contains(link)) {
        return Err("no link is repeated".to_owned());
    }
    Ok(format!("removed {}", tell::count(edit::leave_out(&mut level.links, &repeated), "link")))
}
