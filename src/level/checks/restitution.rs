//! Rule: bounces do not gain energy unintentionally.
//! Sources: 000 §D.2.a, 002 §1.iii.

use super::support::{finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Motion, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "restitution",
    title: "Restitution above 1",
    explanation: "The elasticity of a contact is the product of both partners'. Above 1 each bounce is faster \
        than the fall before it: intended for a bumper, a slow explosion otherwise.",
    find,
    fix: None,
};

/// Everything that can bounce: place, restitution, whether it moves.
fn partners(level: &Level) -> Vec<(Place, f64, bool)> {
    let moves = |motion: &Motion| matches!(motion, Motion::Dynamic);
    let bodies =
        level.bodies.iter().enumerate().map(|(i, body)| (Place::Body(i), body.restitution, moves(&body.motion)));
    let discs = level.discs.iter().enumerate().map(|(i, disc)| (Place::Disc(i), disc.restitution, moves(&disc.motion)));
    let obstacles =
        level.obstacles.iter().enumerate().map(|(i, obstacle)| (Place::Obstacle(i), obstacle.restitution, false));
    let bounds = level.world.bounds.iter().map(|bounds| (Place::World, bounds.restitution, false));
    bodies.chain(discs).chain(obstacles).chain(bounds).collect()
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let partners = partners(level);
    let mut order: Vec<usize> = (0..partners.len()).collect();
    order.sort_by(|&i, &j| partners[j].1.total_cmp(&partners[i].1).then(i.cmp(&j)));
    let moving: Vec<usize> = order.iter().copied().filter(|&i| partners[i].2).take(2).collect();
    order.truncate(2);
    for (i, &(place, own, is_moving)) in partners.iter().enumerate() {
        let candidates = if is_moving { &order } else { &moving };
        let Some(&j) = candidates.iter().find(|&&j| j != i) else { continue };
        let (other_place, other, _) = partners[j];
        if own > 1.0 && own * other > 1.0 + 1e-9 {
            let message = format!(
                "Restitution {} of {} times {} of {} is {}: such bounces gain energy",
                tell::num(own),
                name(level, place),
                tell::num(other),
                name(level, other_place),
                tell::num(own * other)
            );
            findings.push(finding(RULE.id, Severity::Hint, vec![place, other_place], message));
        }
    }
}

fn name(level: &Level, place: Place) -> String {
    match place {
        Place::Disc(index) => tell::disc(level, index),
        Place::Obstacle(index) => tell::obstacle(level, index),
        Place::World => "the bounds".to_string(),
        other => tell::body(level, other.body().unwrap_or(0)),
    }
}
