//! Rule: the level uses the format's convention: y up, outside on the right, triangles counter-clockwise.
//! Sources: 001 §C.3, 003, 004.

use super::support::finding;
use super::{CheckRule, Finding, Severity};
use crate::level::import::convention::{self, Convention, ConventionVerdict, Vertical};
use crate::level::{Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "convention",
    title: "Older convention",
    explanation: "Programs after Mister Jelly let y point down and count AC ^ AB as positive, others have y down but \
        wind as this program does, or the reverse. In a level of Mister Jelly, gas pulls its hull inwards and every \
        contact uses the wrong side until y is flipped. A level that only has y down is upside down. That is only a \
        hint, since gravity may be meant to pull up. Levels with links are never taken for older ones. See docs/conventions.md.",
    find,
    fix: Some(fix),
};

/// Returns the convention of the level if it differs from that of the format. The rules about single hulls and triangles
/// then report nothing.
pub(super) fn foreign(level: &Level) -> Option<(&'static Convention, ConventionVerdict)> {
    let verdict = convention::recognise(level);
    foreign_by(&verdict).map(|convention| (convention, verdict))
}

fn foreign_by(verdict: &ConventionVerdict) -> Option<&'static Convention> {
    let convention = verdict.convention().filter(|convention| !convention.is_own())?;
    // Reversed hulls alone, or reversed triangles alone, are single mistakes unless gravity indicates another convention.
    let is_whole = !verdict.hulls.mirrored.is_empty() && !verdict.triangles.mirrored.is_empty();
    (convention.is_y_down || is_whole).then_some(convention)
}

/// True if [`foreign`] covers hulls and triangles.
pub(super) fn explains_winding(level: &Level) -> bool {
    foreign(level).is_some_and(|(convention, _)| convention.is_mirrored)
}

/// Returns the world, if gravity is involved, and all bodies with a reversed element.
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
        "001" => "This looks like a level of a y-down program such as Mister Jelly",
        "reversed" => "This level is wound the other way throughout",
        _ => "This looks like a level of a y-down program",
    };
    let message = format!("{looks}: {}", verdict.seen().join("; "));
    let does = super::support::tell::sentence(convention.what_converting_does().to_string());
    findings.push(finding(RULE.id, severity, places(&verdict), message).with_fix(does));
}

/// Reports a level with y down in which bodies contradict each other. It has no fix, since the intended convention is
/// unknown.
fn mixed(verdict: &ConventionVerdict, findings: &mut Vec<Finding>) {
    if verdict.is_mixed() && verdict.vertical == Vertical::Down {
        let message =
            format!("y seems to point down here, but bodies contradict each other: {}", verdict.seen().join("; "));
        findings.push(finding(RULE.id, Severity::Hint, places(verdict), message));
    }
}

fn fix(level: &mut Level, _: &Finding) -> Result<String, String> {
    let (convention, _) = foreign(level).ok_or("the level uses the format's convention")?;
    *level = convention::convert(level, convention);
    Ok(format!("converted from convention {}", convention.id))
}
