//! Rule: links are drawn at their length, and pin joints with their ends together.
//! Sources: 000 §C.2.a, 004.

use super::support::{finding, joints, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Link, LinkEnd, LinkKind, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "link-length",
    title: "Length of a link",
    explanation: "A stick or pin joint corrects the distance of its ends in the first substep, and the jump becomes \
        velocity. A spring that is drawn off its rest length pulls or pushes from the first step on, which may be \
        intended.",
    find,
    fix: Some(fix),
};

/// Tolerated differences, as a fraction of the longer of drawn length and length: of a spring, of a stick.
const TOLERANCES: [f64; 2] = [0.05, 0.01];
/// Tolerated distance of the ends of a pin joint, as a fraction of the largest coordinate.
const APART: f64 = 1e-6;

/// Length that the link has in the file and length as drawn, if they differ too much.
fn off(level: &Level, link: &Link) -> Option<(f64, f64)> {
    let drawn = joints::drawn(level, link)?;
    let (kept, tolerance) = match link.kind {
        LinkKind::Spring { rest_length, .. } => (rest_length, TOLERANCES[0] * drawn.max(rest_length)),
        LinkKind::Stick { length } => (length, TOLERANCES[1] * drawn.max(length)),
        LinkKind::Pin => {
            let ends = [joints::position(level, link.a)?, joints::position(level, link.b)?];
            (0.0, APART * ends.map(|end| end.abs().max_element()).into_iter().fold(1e-3, f64::max))
        }
    };
    ((drawn - kept).abs() > tolerance).then_some((kept, drawn))
}

/// What the fix does; None for a pin joint without a free point, and for ends at one point, where a stick has no direction.
fn remedy(link: &Link, drawn: f64) -> Option<&'static str> {
    match link.kind {
        LinkKind::Spring { .. } => Some("Lengths as drawn"),
        LinkKind::Stick { .. } if drawn > 0.0 => Some("Lengths as drawn"),
        LinkKind::Pin if matches!((link.a, link.b), (LinkEnd::Point(_), _) | (_, LinkEnd::Point(_))) => {
            Some("Move its fixed point to the other end")
        }
        LinkKind::Stick { .. } | LinkKind::Pin => None,
    }
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (index, link) in level.links.iter().enumerate() {
        let Some((kept, drawn)) = off(level, link) else { continue };
        let (who, drawn_text) = (tell::sentence(tell::link(level, index)), tell::num(drawn));
        let (severity, message) = match link.kind {
            LinkKind::Spring { .. } => {
                (Severity::Hint, format!("{who} is drawn {drawn_text} long, its rest length is {}", tell::num(kept)))
            }
            LinkKind::Stick { .. } => {
                (Severity::Warning, format!("{who} is drawn {drawn_text} long, its length is {}", tell::num(kept)))
            }
            LinkKind::Pin => {
                let ends = tell::link_ends(level, link);
                (Severity::Warning, format!("{who} is a pin joint of {ends}, which are {drawn_text} apart"))
            }
        };
        let found = finding(RULE.id, severity, vec![Place::Link(index)], message);
        findings.push(match remedy(link, drawn) {
            Some(fix) => found.with_fix(fix),
            None => found,
        });
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let link = *joints::of_finding(level, finding).first().ok_or("the link is no longer there")?;
    let (_, drawn) = off(level, &level.links[link]).ok_or("the link has its length")?;
    remedy(&level.links[link], drawn).ok_or("there is no fixed point to move")?;
    let ends = [level.links[link].a, level.links[link].b].map(|end| joints::position(level, end));
    let parts = &mut level.links[link];
    match &mut parts.kind {
        LinkKind::Spring { rest_length: length, .. } | LinkKind::Stick { length } => {
            *length = drawn;
            Ok(format!("set the drawn length of {}", tell::count(1, "link")))
        }
        LinkKind::Pin => {
            let [Some(a), Some(b)] = ends else { return Err("the coordinates are too large".to_owned()) };
            match (&mut parts.a, &mut parts.b) {
                (LinkEnd::Point(point), _) => *point = b.to_array(),
                (_, LinkEnd::Point(point)) => *point = a.to_array(),
                _ => {}
            }
            Ok("moved the fixed point of the pin joint".to_owned())
        }
    }
}
