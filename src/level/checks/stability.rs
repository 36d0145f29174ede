//! Rule: the step is short enough for the springs, the gas and penalty decor of a body.
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
//! Source: 000 §B.

use super::support::network::{Network, Row};
use super::support::{body_index, each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Decor, Integrator, Level, Place, World};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "stability",
    title: "Step too long for a body",
    explanation: "A step that is too long for the springs, the gas or penalty decor overshoots further each time, until the numbers overflow. The \
        message names the part with the largest term. For semi-implicit Euler and one mass m on a spring, the step h must keep h²·k/m + 2h·c/m below 4; for a node with several springs \
        the terms add up. Of a range, the first number is certain for the body as drawn, the second is the sum at the named node. \
        Use more substeps, softer springs, less damping, less gas or heavier nodes.",
    find,
    fix: Some(fix),
};

/// Maximum number of substeps that a fix may set; above it, other springs are the better solution.
const MOST_SUBSTEPS: f64 = 10_000.0;

/// Bound that `h²κ + 2hγ` must stay below.
pub fn limit(world: &World) -> f64 {
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

/// How near the step is to the limit of stability for one body: at the node that needs the shortest step, for the shape as drawn.
/// All numbers are dimensionless.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepLoad {
    /// The node.
    pub node: usize,
    /// Upper bound of h²·k/m of its springs.
    pub stiffness: f64,
    /// Upper bound of 2h·c/m of its springs.
    pub damping: f64,
    /// Upper bound of h²·k/m of the gas.
    pub gas: f64,
    /// Both terms of penalty decor.
    pub decor: f64,
    /// Lower bound of the sum for the body as a whole; 0 if the step is certainly short enough.
    pub least: f64,
    /// Number that the sum must stay below.
    pub limit: f64,
    /// Longest step that is certainly stable, in time units.
    longest: f64,
    /// Step of the level, in time units.
    step: f64,
}

impl StepLoad {
    /// The load of a dynamic body. None for other bodies and for coordinates that are too large.
    pub fn of(level: &Level, body: &Body) -> Option<Self> {
        let points = is_dynamic(body).then(|| measure::points(body))??;
        let network = Network::of(body, &points, level.world.contact.decor);
        let gas = network.gas_stiffness();
        let (limit, h) = (limit(&level.world), step(&level.world));
        let rows = network.rows();
        // Both bounds hold, so the one that allows the longer step applies.
        let tightest = [tightest(&rows[0], gas, limit)?, tightest(&rows[1], gas, limit)?];
        let chosen = usize::from(tightest[0].1 < tightest[1].1);
        let (node, longest) = tightest[chosen];
        let springs = Network::of(body, &points, Decor::Impulse).rows()[chosen][node];
        let terms = |row: Row| [h * h * row.stiffness, 2.0 * h * row.damping].map(or_infinite);
        let [stiffness, damping] = terms(springs);
        let decor = terms(rows[chosen][node]).iter().sum::<f64>() - (stiffness + damping);
        Some(Self {
            node,
            stiffness,
            damping,
            gas: or_infinite(h * h * gas),
            decor: decor.max(0.0),
            least: if h < longest { 0.0 } else { network.certain(h) },
            limit,
            longest,
            step: h,
        })
    }

    /// Upper bound of h²·k/m + 2h·c/m.
    pub fn sum(&self) -> f64 {
        self.stiffness + self.damping + self.gas + self.decor
    }

    /// The part with the largest term, as a noun.
    pub fn dominant(&self) -> &'static str {
        let parts = [("springs", self.stiffness), ("damping", self.damping), ("gas", self.gas), ("decor", self.decor)];
        parts.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or("", |part| part.0)
    }

    /// True if the shape as drawn is certainly unstable.
    pub fn is_certain(&self) -> bool {
        self.least > self.limit
    }

    /// The numbers as a clause, the same in checks and diagnoses.
    pub fn text(&self) -> String {
        let parts =
            [("stiffness", self.stiffness), ("damping", self.damping), ("gas", self.gas), ("decor", self.decor)];
        let parts: Vec<String> = parts
            .iter()
            .filter(|part| part.1 > 0.0)
            .map(|(name, part)| format!("{name} {}", tell::num(*part)))
            .collect();
        let (least, most) = (tell::num(self.least), tell::num(self.sum()));
        let reached = match self.is_certain() {
            true if least == most => format!("reaches {most}"),
            true => format!("reaches {least} to {most}"),
            false => format!("may reach {most}"),
        };
        format!(
            "h²·k/m + 2h·c/m {reached} (at node {}: {}), the limit is {}",
            self.node,
            parts.join(", "),
            tell::num(self.limit)
        )
    }
}

/// 0 · ∞ for a vanishing step: treats it as above the limit.
fn or_infinite(number: f64) -> f64 {
    if number.is_nan() { f64::INFINITY } else { number }
}

/// The load of a body for which the step may be too long.
fn need(level: &Level, body: &Body) -> Option<StepLoad> {
    StepLoad::of(level, body).filter(|load| load.step >= load.longest)
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
        let (need, world) = (need(level, body)?, &level.world);
        let severity = if need.is_certain() { Severity::Error } else { Severity::Warning };
        let who = tell::body(level, index);
        let mut message = format!("The step is too long for the {} of {who}: {}", need.dominant(), need.text());
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
    let longest = need(level, body).ok_or("the step is short enough")?.longest;
    let enough = substeps(&level.world, longest).ok_or("it would need too many substeps")?;
    level.world.substeps = enough;
    Ok(format!("set {enough} substeps"))
}
