//! Rule: with explicit Euler, damping prevents a gain of energy.
//!
//! For one mass on a spring, `x += hv; v += -h(κx + γv)` has the determinant `1 - hγ + h²κ`. Without damping the amplitude
//! grows by `sqrt(1 + h²ω²)` in every substep, however short. With `velocity_retention` r the determinant is `r(1 - hγ +
//! h²κ)`, so the oscillation decays iff `h²κ - hγ < 1/r - 1`, and does not overshoot iff `2hγ - h²κ < 2 + 2/r`. For a
//! network the row sums of `max(0, h²k - hc)` bound the first and those of `2hc` the second, as in the stability rule.
//! Sources: 000 §B, 004.

use super::stability::step;
use super::support::network::{Network, Row};
use super::support::{body_index, each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Decor, Integrator, Level, Place, World};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "explicit-growth",
    title: "Explicit Euler gains energy",
    explanation: "The rudimentary explicit scheme advances the position with the old velocity. Every oscillation then \
        grows, by sqrt(1 + h²·k/m) in each substep without damping, however short the step. Damping c of at least h·k \
        in each spring, or a velocity retention below 1, prevents the growth. The semi-implicit scheme costs the same \
        and does not grow.",
    find,
    fix: Some(fix),
};

/// Longest doubling time that is reported, in frames.
const PATIENCE: f64 = 100_000.0;

/// Bounds for a body: growth of the squared amplitude per substep minus 1, and the damping's overshoot.
fn excess(body: &Body, h: f64) -> Option<(f64, f64)> {
    let points = measure::points(body)?;
    let mut springs = body.clone();
    springs.triangles.clear();
    let overshoot = largest(&Network::of(&springs, &points, Decor::Impulse), |row| 2.0 * h * row.damping);
    for spring in &mut springs.springs {
        spring.stiffness = (h * h * spring.stiffness - h * spring.damping).max(0.0);
    }
    Some((largest(&Network::of(&springs, &points, Decor::Impulse), |row| row.stiffness), overshoot))
}

fn largest(network: &Network, value: impl Fn(&Row) -> f64) -> f64 {
    let most = |rows: Vec<Row>| rows.iter().map(&value).fold(0.0, f64::max);
    let [by_mass, equal] = network.rows().map(most);
    by_mass.min(equal)
}

/// Limit of `2hγ`; above it damping overshoots.
fn limit(world: &World) -> f64 {
    2.0 + 2.0 / world.velocity_retention
}

/// Substeps at which the body's damping does not overshoot; None if it does not overshoot now or the number is too large.
fn substeps(world: &World, overshoot: f64) -> Option<u32> {
    let needed = (f64::from(world.substeps) * overshoot / limit(world)).floor() + 1.0;
    (needed <= 10_000.0).then_some(needed as u32)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let world = &level.world;
    if world.integrator != Integrator::ExplicitEuler {
        return;
    }
    each_body(level, findings, |index, body| {
        let (growth, overshoot) = if is_dynamic(body) { excess(body, step(world))? } else { return None };
        let who = tell::body(level, index);
        let places = vec![Place::Body(index), Place::World];
        if overshoot >= limit(world) {
            let message = format!(
                "The damping of {who} is too strong for the explicit step: 2h·c/m may reach {}, the limit is {}",
                tell::num(overshoot),
                tell::num(limit(world))
            );
            let found = finding(RULE.id, Severity::Warning, places, message);
            return Some(match substeps(world, overshoot) {
                Some(enough) => found.with_fix(format!("Use {enough} substeps")),
                None => found,
            });
        }
        if world.velocity_retention == 0.0 {
            return None;
        }
        let factor = world.velocity_retention * (1.0 + growth);
        let doubling = 2.0 * std::f64::consts::LN_2 / (libm::log(factor) * f64::from(world.substeps));
        if factor <= 1.0 || doubling > PATIENCE {
            return None;
        }
        let message = format!(
            "With explicit Euler oscillations of {who} may double within {} frames",
            tell::num(doubling.ceil().max(1.0))
        );
        let found = finding(RULE.id, Severity::Warning, places, message);
        Some(found.with_fix("Use semi-implicit Euler"))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = &level.bodies[body_index(level, finding)?];
    let (_, overshoot) = excess(body, step(&level.world)).ok_or("the coordinates are too large")?;
    if overshoot >= limit(&level.world) {
        let enough = substeps(&level.world, overshoot).ok_or("it would need too many substeps")?;
        level.world.substeps = enough;
        return Ok(format!("set {enough} substeps"));
    }
    level.world.integrator = Integrator::SemiImplicitEuler;
    Ok("changed the integrator to semi-implicit Euler".to_string())
}
