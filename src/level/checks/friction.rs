//! Rule: contact friction stops sliding and does not reverse it.
//! Source: 000 §D.2.b.

use super::support::{finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Motion, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "friction",
    title: "Friction above 1",
    explanation: "The friction of a contact is the product of both partners'. It removes that fraction of the sliding \
        velocity in each contact. At 1 sliding stops at once, above 1 it reverses, and above 2 every contact adds \
        energy.",
    find,
    fix: Some(fix),
};

/// One side of a contact.
#[derive(Clone, Copy)]
struct Partner {
    place: Place,
    friction: f64,
    is_moving: bool,
}

fn partners(level: &Level) -> Vec<Partner> {
    let bodies = level.bodies.iter().enumerate().filter(|(_, body)| !body.hull.is_empty());
    let bodies = bodies.map(|(i, body)| (Place::Body(i), body.friction, &body.motion));
    let discs = level.discs.iter().enumerate().map(|(i, disc)| (Place::Disc(i), disc.friction, &disc.motion));
    bodies
        .chain(discs)
        .map(|(place, friction, motion)| Partner { place, friction, is_moving: matches!(motion, Motion::Dynamic) })
        .collect()
}

/// Pairs of partners whose friction product exceeds 1: each partner with friction above 1, and its roughest such partner.
fn too_rough(level: &Level) -> Vec<(Partner, Partner)> {
    let partners = partners(level);
    // The two roughest of all and the two roughest dynamic ones suffice to find every roughest partner.
    let mut by_friction: Vec<usize> = (0..partners.len()).collect();
    by_friction.sort_by(|&i, &j| partners[j].friction.total_cmp(&partners[i].friction).then(i.cmp(&j)));
    let moving: Vec<usize> = by_friction.iter().copied().filter(|&i| partners[i].is_moving).take(2).collect();
    let all: Vec<usize> = by_friction.into_iter().take(2).collect();
    let roughest = |i: usize| {
        let candidates = if partners[i].is_moving { &all } else { &moving };
        candidates.iter().copied().find(|&j| j != i)
    };
    (0..partners.len())
        .filter(|&i| partners[i].friction > 1.0)
        .filter_map(|i| Some((partners[i], partners[roughest(i)?])))
        .filter(|(own, other)| own.friction * other.friction > 1.0 + 1e-9)
        .collect()
}

fn name(level: &Level, place: Place) -> String {
    match place {
        Place::Disc(index) => tell::disc(level, index),
        other => tell::body(level, other.body().unwrap_or(0)),
    }
}

/// Highest friction that stops sliding without reversing it.
fn highest(other: Partner) -> f64 {
    (1.0 / other.friction).max(1.0)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (own, other) in too_rough(level) {
        let message = format!(
            "Friction {} of {} times {} of {} is {}, which reverses sliding",
            tell::num(own.friction),
            name(level, own.place),
            tell::num(other.friction),
            name(level, other.place),
            tell::num(own.friction * other.friction)
        );
        let found = finding(RULE.id, Severity::Warning, vec![own.place, other.place], message);
        findings.push(found.with_fix(format!("Lower it to {}", tell::num(highest(other)))));
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let place = finding.places.first().copied();
    let (own, other) =
        too_rough(level).into_iter().find(|(own, _)| Some(own.place) == place).ok_or("the friction is not too high")?;
    let highest = highest(other);
    match own.place {
        Place::Disc(index) => level.discs[index].friction = highest,
        place => level.bodies[place.body().ok_or("there is no such body")?].friction = highest,
    }
    Ok(format!("lowered the friction to {}", tell::num(highest)))
}
