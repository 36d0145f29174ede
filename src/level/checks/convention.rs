//! Rule: the level is laid out as the format says: y up, outside on the right, triangles counter-clockwise.

use super::support::finding;
use super::{CheckRule, Finding, Severity};
use crate::level::import::convention::{self, Convention, ConventionVerdict, Vertical};
use crate::level::{Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "convention",
    title: "Older convention",
    explanation: "Programs after 001 let y point down and count AC ^ AB as positive (001 §C.3), others have y down but wind as 000 (003 \
        and 004 draw so), or the other way round. In a level of 001 gas sucks its hull in and every contact looks for the \
        wrong side, as long as y is not flipped; a level of 003 merely stands on its head, so that is only a hint: \
        gravity may be meant to pull up. See docs/conventions.md.",
    find,
    fix: Some(fix),
};

/// The convention that the level as a whole was written in, if that is another than the format's: then this rule speaks, and
/// those about single hulls and triangles are silent.
pub(super) fn foreign(level: &Level) -> Option<(&'static Convention, ConventionVerdict)> {
    let verdict = convention::recognise(level);
    foreign_by(&verdict).map(|convention| (convention, verdict))
}

fn foreign_by(verdict: &ConventionVerdict) -> Option<&'static Convention> {
    let convention = verdict.convention().filter(|convention| !convention.is_own())?;
    // Hulls alone, or triangles alone, that run the wrong way are a slip of their own, unless gravity says more.
    let is_whole = !verdict.hulls.mirrored.is_empty() && !verdict.triangles.mirrored.is_empty();
    (convention.is_y_down || is_whole).then_some(convention)
}

/// Whether [`foreign`] speaks of hulls and triangles.
pub(super) fn explains_winding(level: &Level) -> bool {
    foreign(level).is_some_and(|(convention, _)| convention.is_mirrored)
}

/// The world, if gravity is part of the matter, and the bodies of which something is wound the other way.
fn places(verdict: &ConventionVerdict) -> Vec<Place> {
    let mut bodies = [verdict.hulls.mirrored.clone(), verdict.triangles.mirrored.clone()].concat();
    bodies.sort_unstable();
    bodies.dedup();
    let world = (verdict.vertical == Vertical::Down).then_some(Place::World);
    world.into_iter().chain(bodies.into_iter().map(Place::Body)).collect()
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let verdict = convention::recognise(level);
    let Some(convention) = foreign_by(&verdict) else { return mixed(&verdict, findings) };
    let severity = if convention.is_mirrored { Severity::Error } else { Severity::Hint };
    let looks = match convention.id {
        "001" => "This looks like a level of a y-down program (001)",
        "reversed" => "This level is wound the other way throughout",
        _ => "This looks like a level of a y-down program (003, 004)",
    };
    let message = format!("{looks}: {}", verdict.seen().join("; "));
    let does = super::support::tell::sentence(convention.what_converting_does().to_string());
    findings.push(finding(RULE.id, severity, places(&verdict), message).with_fix(does));
}

/// With y down as it seems, but wound now so and now otherwise: who is right, only the author knows.
fn mixed(verdict: &ConventionVerdict, findings: &mut Vec<Finding>) {
    if verdict.is_mixed() && verdict.vertical == Vertical::Down {
        let message =
            format!("y seems to point down here, but bodies contradict each other: {}", verdict.seen().join("; "));
        findings.push(finding(RULE.id, Severity::Hint, places(verdict), message));
    }
}

fn fix(level: &mut Level, _: &Finding) -> Result<String, String> {
    let (convention, _) = foreign(level).ok_or("the level is laid out as the format says")?;
    *level = convention::convert(level, convention);
    Ok(format!("converted from convention {}", convention.id))
}
