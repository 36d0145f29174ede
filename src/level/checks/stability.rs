//! Rule: the step is short enough for the springs.
//!
//! Must never know: other rules, the engine, the screen.
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
//! any q breaks it at z = -1, there is a real z < -1 and the step *is* unstable; we try each node by itself, in its worst direction.
//! Hence two severities: an error is certain for the shape as drawn, a warning is not excluded for some shape.

use super::support::network::{Network, Row};
use super::support::{body_index, each_body, finding, is_dynamic, measure, tell};
use super::{Finding, Rule, Severity};
use crate::geometry::DVec2;
use crate::level::{Body, Integrator, Level, Motion, Place, World};

/// The rule.
pub const RULE: Rule = Rule {
    id: "stability",
    title: "Step too long for the springs",
    explanation: "A step that is too long for the stiffest spring swings further out each time, until the numbers explode. For \
        semi-implicit Euler (000 §B) and one mass m on a spring, the step h must keep h²·k/m + 2h·c/m below 4; for a node with several springs \
        the terms add up. More substeps, softer springs, less damping or heavier nodes mend it.",
    find,
    fix: Some(fix),
};

/// Substeps a fix may ask for; beyond, other springs are the better answer.
const MOST_SUBSTEPS: f64 = 10_000.0;

/// Bound that `h²κ + 2hγ` must stay below.
fn limit(world: &World) -> f64 {
    let retention = world.velocity_retention;
    match world.integrator {
        Integrator::Verlet => 2.0 + 2.0 * retention,
        Integrator::SemiImplicitEuler | Integrator::ExplicitEuler => 2.0 + 2.0 / retention,
    }
}

/// Length of a substep.
pub(super) fn step(world: &World) -> f64 {
    world.frame_time / f64::from(world.substeps.max(1))
}

/// The longest stable step for a row; infinite where nothing pulls.
fn longest(row: Row, gas: f64, limit: f64) -> f64 {
    // The positive root of h²κ + 2hγ = limit, in the form that neither cancels nor divides by κ = 0.
    let (stiffness, damping) = (row.stiffness + gas, row.damping);
    limit / (damping + (damping * damping + stiffness * limit).sqrt())
}

/// The node that needs the shortest step, and that step.
fn tightest(rows: &[Row], gas: f64, limit: f64) -> Option<(usize, f64)> {
    let steps = rows.iter().map(|&row| longest(row, gas, limit)).enumerate();
    steps.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// What one body needs.
struct Need {
    node: usize,
    row: Row,
    longest: f64,
    is_certain: bool,
}

fn need(level: &Level, body: &Body) -> Option<Need> {
    let points = measure::points(body)?;
    let network = Network::of(body, &points, level.world.contact.decor);
    let limit = limit(&level.world);
    let (by_mass, equally) =
        (tightest(&network.shared, network.gas, limit)?, tightest(&network.equal, network.gas, limit)?);
    // Both bounds hold, so the one that allows the longer step counts.
    let ((node, longest), rows) =
        if by_mass.1 >= equally.1 { (by_mass, &network.shared) } else { (equally, &network.equal) };
    let h = step(&level.world);
    if h < longest {
        return None;
    }
    let is_certain = certain(body, &points, &network, h, limit);
    let row = Row { stiffness: rows[node].stiffness + network.gas, damping: rows[node].damping };
    Some(Need { node, row, longest, is_certain })
}

/// Whether some node alone, its neighbours held, breaks the limit in its worst direction.
fn certain(body: &Body, points: &[DVec2], network: &Network, h: f64, limit: f64) -> bool {
    // Per node the symmetric 2x2 matrix h²K + 2hC: (xx, xy, yy), with the spring's pull across its direction.
    let mut blocks = vec![(0.0, 0.0, 0.0); body.nodes.len()];
    for spring in &body.springs {
        let along = points[spring.b] - points[spring.a];
        let drawn = along.length();
        if drawn == 0.0 {
            continue;
        }
        let n = along / drawn;
        let slack = spring.rest_length / drawn;
        let across = h * h * spring.stiffness * (1.0 - slack);
        let extra = h * h * spring.stiffness * slack + 2.0 * h * spring.damping;
        for node in [spring.a, spring.b] {
            let w = network.inverse_mass[node];
            let block = &mut blocks[node];
            block.0 += w * (across + extra * n.x * n.x);
            block.1 += w * extra * n.x * n.y;
            block.2 += w * (across + extra * n.y * n.y);
        }
    }
    blocks.iter().any(|&(xx, xy, yy)| {
        let largest = 0.5 * (xx + yy + ((xx - yy) * (xx - yy) + 4.0 * xy * xy).sqrt());
        largest > limit
    })
}

/// Substeps that are enough, if that is a sensible number.
fn substeps(world: &World, longest: f64) -> Option<u32> {
    let needed = (world.frame_time / longest).floor() + 1.0;
    // A little to spare: exactly at the limit the swing neither grows nor dies.
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
        let h = step(world);
        let reached = h * h * need.row.stiffness + 2.0 * h * need.row.damping;
        let verb = if need.is_certain { "reaches" } else { "may reach" };
        let mut message = format!(
            "At node {} of {}, h²·k/m + 2h·c/m {verb} {}, the limit is {}",
            need.node,
            tell::body(level, index),
            tell::num(reached),
            tell::num(limit(world))
        );
        let severity = if need.is_certain { Severity::Error } else { Severity::Warning };
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
