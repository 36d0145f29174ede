//! Rule: links join different parts.
//! Sources: 000 §C.2, 004.

use super::support::{edit, finding, joints, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Link, LinkEnd, LinkKind, Place, Spring, Stick};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "link-inside-body",
    title: "Link inside one body",
    explanation: "A link joins bodies, discs and fixed points. Between two nodes of one body, a spring or stick of \
        the body does the same, follows its copies and is faster. A pin joint between two nodes of one body folds it; \
        join the nodes instead.",
    find,
    fix: Some(fix),
};

/// Body and nodes, if both ends are different nodes of one body.
fn within(link: &Link) -> Option<(usize, [usize; 2])> {
    match (link.a, link.b) {
        (LinkEnd::Node([body, a]), LinkEnd::Node([other, b])) if body == other && a != b => Some((body, [a, b])),
        _ => None,
    }
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (index, link) in level.links.iter().enumerate() {
        let Some((body, [a, b])) = within(link) else { continue };
        let (who, whose) = (tell::sentence(tell::link(level, index)), tell::body(level, body));
        let message = format!("{who} joins nodes {a} and {b} of {whose}, not two parts");
        let found = finding(RULE.id, Severity::Hint, vec![Place::Link(index), Place::Body(body)], message);
        findings.push(match link.kind {
            LinkKind::Spring { .. } => found.with_fix("Make it a spring of the body"),
            LinkKind::Stick { .. } => found.with_fix("Make it a stick of the body"),
            LinkKind::Pin => found,
        });
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let link = *joints::of_finding(level, finding).first().ok_or("the link is no longer there")?;
    let (body, [a, b]) = within(&level.links[link]).ok_or("the link joins two parts")?;
    let parts = &mut level.bodies[body];
    let made = match level.links[link].kind {
        LinkKind::Spring { rest_length, stiffness, damping } => {
            parts.springs.push(Spring { a, b, rest_length, stiffness, damping });
            "spring"
        }
        LinkKind::Stick { length } => {
            parts.sticks.push(Stick { a, b, length, hidden: false });
            "stick"
        }
        LinkKind::Pin => return Err("a body has no pin joints".to_owned()),
    };
    edit::leave_out(&mut level.links, &[link]);
    Ok(format!("made the link a {made} of body {body}"))
}
