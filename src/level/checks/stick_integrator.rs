//! Rule: sticks are used with the Verlet integrator.
//! Source: 004.

use super::support::{finding, is_dynamic, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Integrator, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "stick-integrator",
    title: "Sticks with an Euler integrator",
    explanation: "Sticks correct positions. In the Verlet scheme the velocity follows from the positions, so the \
        correction acts at once. In the Euler schemes the displacement must be divided by the step to give a \
        velocity, which makes chains of sticks jerk.",
    find,
    fix: Some(fix),
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    if level.world.integrator == Integrator::Verlet {
        return;
    }
    let with_sticks = |index: &usize| is_dynamic(&level.bodies[*index]) && !level.bodies[*index].sticks.is_empty();
    let bodies: Vec<usize> = (0..level.bodies.len()).filter(with_sticks).collect();
    if bodies.is_empty() {
        return;
    }
    let message = format!("Sticks in {} run with {:?}", tell::list("body", &bodies), level.world.integrator);
    let places = std::iter::once(Place::World).chain(bodies.into_iter().map(Place::Body)).collect();
    findings.push(finding(RULE.id, Severity::Warning, places, message).with_fix("Use Verlet"));
}

fn fix(level: &mut Level, _finding: &Finding) -> Result<String, String> {
    level.world.integrator = Integrator::Verlet;
    Ok("changed the integrator to Verlet".to_string())
}
