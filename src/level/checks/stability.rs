//! Rule: the step is short enough for the springs.
//!
//! # How short
//! Semi-implicit Euler for one mass on a spring, with `κ = k/m`, `γ = c/m`, step h: `v += -h(κx + γv); x += hv`. The matrix of
//! the step has trace `2 - hγ - h²κ` and determinant `1 - hγ`; both eigenvalues stay within the unit circle iff
//! `h²κ + 2hγ < 4` (1 + trace + determinant > 0). Undamped that is `hω < 2`; damping, being explicit here, makes it stricter.
//! With `velocity_retention` r the same calculation gives `h²κ + 2hγ < 2 + 2/r`. Verlet is the recurrence
//! `x₊ - (1+r)x + r x₋ = -h²κx - hγ(x - x₋)`, so `h²κ + 2hγ < 2 + 2r`.
//!
//! For a network, let z be an eigenvalue of the step and q its vector: q*·(the equation) is the scalar one with
//! `κ = q*Kq`, `γ = q*Cq` (K and C are symmetric), so the step is stable if no q breaks the inequality:
//! `h²·row(K) + 2h·row(C)` below the limit at every node, with the row sums of [`super::support::network`]. Conversely, if
//! any q breaks it at z = -1, there is a real z < -1 and the step *is* unstable; power iteration computes such a q.
//! Hence two severities: an error is certain for the shape as drawn; a warning is not excluded.

use super::support::network::{Network, Row};
use super::support::{body_index, each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Integrator, Level, Motion, Place, World};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "stability",
    title: "Step too long for the springs",
    explanation: "A step that is too long for the stiffest spring overshoots further each time, until the numbers overflow. For \
        semi-implicit Euler (000 §B) and one mass m on a spring, the step h must keep h²·k/m + 2h·c/m below 4; for a node with several springs \
        the terms add up. Use more substeps, softer springs, less damping or heavier nodes.",
    find,
    fix: Some(fix),
};

/// Maximum number of substeps that a fix may set; above it, other springs are the better solution.
const MOST_SUBSTEPS: f64 = 10_000.0;

/// Bound that `h²κ + 2hγ` must stay below.
pub(super) fn limit(world: &World) -> f64 {
    let retention = world.velocity_retention;
    match world.integrator {
        Integrator::Verlet => 2.0 + 2.0 * retention,
        Integrator::SemiImplicitEuler | Integrator::ExplicitEuler => 2.0 + 2.0 / retention,
    }
}

/// Duration of a substep.
pub(super) fn step(world: &World) -> f64 {
    world.frame_time / f64::from(world.substeps.max(1))
}

/// Longest stable step for a row; infinite without stiffness and damping.
fn longest(row: Row, gas: f64, limit: f64) -> f64 {
    // The positive root of h²κ + 2hγ = limit, in the form that neither cancels nor divides by κ = 0.
    let (stiffness, damping) = (row.stiffness + gas, row.damping);
    limit / (damping + (damping * damping + stiffness * limit).sqrt())
}

/// Node that needs the shortest step, and that step.
pub(super) fn tightest(rows: &[Row], gas: f64, limit: f64) -> Option<(usize, f64)> {
    let steps = rows.iter().map(|&row| longest(row, gas, limit)).enumerate();
    steps.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Stability requirement of one body.
struct Need {
    node: usize,
    /// Upper bound of h²κ + 2hγ.
    reached: f64,
    /// Longest step that is certainly stable.
    longest: f64,
    /// Lower bound of h²κ + 2hγ.
    certain: f64,
}

fn need(level: &Level, body: &Body) -> Option<Need> {
    let points = measure::points(body)?;
    let network = Network::of(body, &points, level.world.contact.decor);
    let gas = network.gas_stiffness();
    let limit = limit(&level.world);
    let [by_mass, equal] = network.rows();
    // Both bounds hold, so the one that allows the longer step applies.
    let (first, second) = (tightest(&by_mass, gas, limit)?, tightest(&equal, gas, limit)?);
    let ((node, longest), rows) = if first.1 >= second.1 { (first, by_mass) } else { (second, equal) };
    let h = step(&level.world);
    if h < longest {
        return None;
    }
    let reached = h * h * (rows[node].stiffness + gas) + 2.0 * h * rows[node].damping;
    // 0 · ∞ for a vanishing step: treat it as above the limit.
    let reached = if reached.is_nan() { f64::INFINITY } else { reached };
    Some(Need { node, reached, longest, certain: network.certain(h) })
}

/// Number of substeps that suffices, if at most [`MOST_SUBSTEPS`].
pub(super) fn substeps(world: &World, longest: f64) -> Option<u32> {
    let needed = (world.frame_time / longest).floor() + 1.0;
    // A small margin: exactly at the limit the oscillation neither grows nor decays.
    let needed = if world.frame_time / needed >= longest * 0.999 { needed + 1.0 } else { needed };
    (needed <= MOST_SUBSTEPS).then_some(needed as u32)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    if level.world.integrator == Integrator::ExplicitEuler {
        return;
    }
    each_body(level, findings, |index, body| {
        let need = if is_dynamic(body) { need(level, body)? } else { return None };
        let world = &level.world;
        let is_certain = need.certain > limit(world);
        let (severity, verb, reached) = match is_certain {
            true => (Severity::Error, "reaches", need.certain),
            false => (Severity::Warning, "may reach", need.reached),
        };
        let mut message = format!(
            "In {}, at node {}, h²·k/m + 2h·c/m {verb} {}, the limit is {}",
            tell::body(level, index),
            need.node,
            tell::num(reached),
            tell::num(limit(world))
        );
        let enough = substeps(world, need.longest);
        if let Some(enough) = enough {
            message += &format!("; {enough} substeps are enough, the level has {}", world.substeps);
        }
        let found = finding(RULE.id, severity, vec![Place::Node(index, need.node), Place::World], message);
        Some(match enough {
            Some(enough) => found.with_fix(format!("Use {enough} substeps")),
            None => found,
        })
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = &level.bodies[body_index(level, finding)?];
    let need = match body.motion {
        Motion::Dynamic => need(level, body),
        Motion::Fixed | Motion::Driven(_) => None,
    };
    let longest = need.ok_or("the step is short enough")?.longest;
    let enough = substeps(&level.world, longest).ok_or("it would need too many substeps")?;
    level.world.substeps = enough;
    Ok(format!("set {enough} substeps"))
}
