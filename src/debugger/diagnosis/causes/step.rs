//! Causes of a step that is too long for a force: stiffness, damping, mass, gas, decor or the step itself.
//!
//! The terms h²·k/m + 2h·c/m of the springs at a node add up. The node that the check `stability` names decides for its body, by the
//! sums of that check:
//!
//! * damping, if its term is the larger one;
//! * the mass, if it is light and the sum would be fine with the median mass of its body, or of the other bodies if its whole
//!   body is light;
//! * single springs, if the sum would be fine without those that stand out;
//! * otherwise the step if it is longer than usual, and the stiffness of the body if not.

use super::{Case, CauseRule, Certainty, Suspect, consequences};
use crate::debugger::diagnosis::remedies::{self, free_mass, median, step, weight};
use crate::debugger::diagnosis::{Problem, Remedy, describe};
use crate::debugger::why::brief;
use crate::level::checks::{self, StepLoad};
use crate::level::{Decor, Integrator, Level, Motion, Place, Spring};
use std::collections::BTreeSet;

pub(super) const EXPLICIT: CauseRule = CauseRule {
    id: "explicit-euler",
    title: "Explicit Euler gains energy",
    evidence: "The integrator is explicit Euler, and energy grew.",
    find: |case| {
        let world = &case.level.world;
        if world.integrator != Integrator::ExplicitEuler {
            return Vec::new();
        }
        let text = case.checks("explicit-growth").next().map_or_else(
            || "The integrator is explicit Euler, which makes every oscillation and every orbit grow".to_owned(),
            |finding| finding.message.clone(),
        );
        let suspect = EXPLICIT.evident(Place::World, text, []).with_signs(consequences::UNSTABLE);
        vec![
            Suspect { bodies: None, ..suspect }
                .with_remedies([remedies::semi_implicit(), remedies::damped(case.level)]),
        ]
    },
};

pub(super) const DAMPING: CauseRule = CauseRule {
    id: "over-damping",
    title: "Damping too strong for the step",
    evidence: "The check stability or an unstable spring, with 2h·c/m as the larger term; or a retention that slows falls down.",
    find: |case| {
        let mut suspects = of_kind(case, &DAMPING, StepCause::Damping);
        for symptom in
            case.symptoms(Problem::OverDamping).filter(|symptom| matches!(symptom.first.place, Place::Body(_)))
        {
            let text = describe(&symptom.first, case.level);
            let suspect = DAMPING.evident(Place::World, text, symptom.bodies());
            suspects.push(suspect.with_signs(&[Problem::OverDamping]).with_remedies([remedies::less_retention()]));
        }
        suspects
    },
};

pub(super) const LIGHT_NODE: CauseRule = CauseRule {
    id: "mass-ratio",
    title: "Node too light for its springs (mass ratio)",
    evidence: "The check stability or an unstable spring, at a node of at most a quarter of the median mass; or of at most a \
        sixteenth of that in the other bodies, from whose springs its own differ less.",
    find: |case| of_kind(case, &LIGHT_NODE, StepCause::LightNode),
};

pub(super) const STIFF_SPRING: CauseRule = CauseRule {
    id: "stiff-spring",
    title: "Spring too stiff for the step",
    evidence: "The check stability or an unstable spring; and single springs or one body stand out, or the step is not long.",
    find: |case| of_kind(case, &STIFF_SPRING, StepCause::StiffSprings),
};

pub(super) const FEW_SUBSTEPS: CauseRule = CauseRule {
    id: "too-few-substeps",
    title: "Too few substeps (step too long)",
    evidence: "The check stability or an unstable spring; all springs are similar, and a substep lasts 1/8 time unit or more.",
    find: |case| of_kind(case, &FEW_SUBSTEPS, StepCause::LongStep),
};

pub(super) const DECOR: CauseRule = CauseRule {
    id: "stiff-decor",
    title: "Decor too stiff or viscous for the step",
    evidence: "Penalty decor with h²·k/m + 2h·c/m of 1 or more for the lightest node, and a symptom of jitter or blow-up.",
    find: decor,
};

/// The reason for an unstable body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepCause {
    Damping,
    LightNode,
    StiffSprings,
    LongStep,
    /// Another reason than its springs.
    Other,
}

/// The result for the node that needs the shortest step.
struct StepVerdict {
    kind: StepCause,
    load: StepLoad,
    /// Mass of the node, and the usual one that a light node is compared with.
    mass: f64,
    usual_mass: f64,
    /// The springs that stand out.
    springs: Vec<usize>,
}

/// A mass counts as light below this part of the median of its body, or of the other bodies; a stiffness stands out above this
/// multiple of the median.
const LIGHT: f64 = 0.25;
const LIGHT_BODY: f64 = 0.0625;
const STANDS_OUT: f64 = 8.0;
/// A sum that is well within the limit of 4, and one that is far beyond it.
const FINE: f64 = 3.0;
const FAR: f64 = 16.0;
/// Length of a long substep: twice that of the format's defaults (a frame of 1 in 16).
const LONG_STEP: f64 = 0.125;

/// Sums of h²·k/m and of 2h·c/m over the springs of each node.
fn sums(level: &Level, body: usize) -> Vec<(f64, f64)> {
    let (h, parts) = (step(&level.world), &level.bodies[body]);
    let mut sums = vec![(0.0, 0.0); parts.nodes.len()];
    for (index, spring) in parts.springs.iter().enumerate() {
        let weight = weight(level, body, index);
        for node in [spring.a, spring.b] {
            if free_mass(level, body, node).is_some() {
                sums[node].0 += h * h * spring.stiffness * weight;
                sums[node].1 += 2.0 * h * spring.damping * weight;
            }
        }
    }
    sums
}

/// What the springs of a body add up to at the node that needs the shortest step.
fn of_springs(load: &StepLoad) -> f64 {
    load.stiffness + load.damping
}

fn judge(level: &Level, body: usize) -> Option<StepVerdict> {
    let parts = &level.bodies[body];
    let load = StepLoad::of(level, parts)?;
    let mass = free_mass(level, body, load.node)?;
    let usual = median(masses(level, body))?;
    let light = StepVerdict { kind: StepCause::LightNode, load, mass, usual_mass: usual, springs: Vec::new() };
    let verdict = |kind, springs| Some(StepVerdict { kind, springs, ..light });
    if of_springs(&load) < 1.0 {
        return verdict(StepCause::Other, Vec::new());
    }
    let is_fine_with = |usual: f64| of_springs(&load) * mass / usual < FINE;
    if mass <= LIGHT * usual && is_fine_with(usual) {
        return Some(light);
    }
    if let Some(usual_mass) = usual_beside(level, body).filter(|usual| is_fine_with(*usual)) {
        return Some(StepVerdict { usual_mass, ..light });
    }
    if load.damping > load.stiffness {
        return verdict(StepCause::Damping, Vec::new());
    }
    let usual = median(parts.springs.iter().map(|spring| spring.stiffness))?;
    let stands_out = |spring: &usize| parts.springs[*spring].stiffness >= STANDS_OUT * usual;
    let springs: Vec<usize> = (0..parts.springs.len()).filter(stands_out).collect();
    if !springs.is_empty() && 2 * springs.len() < parts.springs.len() {
        return verdict(StepCause::StiffSprings, springs);
    }
    let others = level.bodies.iter().enumerate().filter(|(other, _)| *other != body);
    let mut others = others.filter_map(|(_, other)| StepLoad::of(level, other)).map(|load| of_springs(&load));
    let is_fine = |other: f64| other > 0.0 && 8.0 * other < of_springs(&load);
    let kind = if step(&level.world) < LONG_STEP || others.any(is_fine) {
        StepCause::StiffSprings
    } else {
        StepCause::LongStep
    };
    verdict(kind, springs)
}

/// The masses of a body that can move.
fn masses(level: &Level, body: usize) -> impl Iterator<Item = f64> {
    (0..level.bodies[body].nodes.len()).filter_map(move |node| free_mass(level, body, node))
}

/// Median mass in the other dynamic bodies, if those of a body are far lighter and its springs differ less from the others.
fn usual_beside(level: &Level, body: usize) -> Option<f64> {
    let is_dynamic = |other: &usize| matches!(level.bodies[*other].motion, Motion::Dynamic);
    let others: Vec<usize> = (0..level.bodies.len()).filter(|other| *other != body && is_dynamic(other)).collect();
    let usual = median(others.iter().flat_map(|&other| masses(level, other)))?;
    let ratio = usual / median(masses(level, body))?;
    let differs = |of: fn(&Spring) -> f64| {
        let springs = |body: usize| level.bodies[body].springs.iter().map(of);
        let usual = median(others.iter().flat_map(|&other| springs(other)));
        usual.zip(median(springs(body))).map_or(0.0, |(usual, own)| if own > 0.0 { own / usual } else { 0.0 })
    };
    let most = differs(|spring| spring.stiffness).max(differs(|spring| spring.damping));
    (ratio * LIGHT_BODY >= 1.0 && ratio > most).then_some(usual)
}

/// True if the step can reverse the springs of a body in every substep. The characteristic polynomial of a mode,
/// z² - (2 - κ - γ)·z + 1 - γ with κ = h²·k/m and γ = h·c/m, has a root with a negative real part only if κ + γ > 2 or
/// γ > 1. The sums over the springs of a node bound both.
fn can_reverse(level: &Level, body: usize) -> bool {
    sums(level, body).into_iter().any(|(stiffness, damping)| stiffness + 0.5 * damping > 2.0 || 0.5 * damping > 1.0)
}

/// Bodies that a check or a symptom shows as unstable. A body that is hit again and again reverses too, with springs that
/// the step holds; so a symptom counts only if the springs can be the reason.
fn unstable(case: &Case) -> BTreeSet<usize> {
    let checked = case.checks("stability").filter_map(|finding| finding.places.first()?.body());
    let shown = [Problem::StiffSpring, Problem::Ringing, Problem::OverDamping, Problem::MassRatio];
    let places = shown.into_iter().flat_map(|problem| case.symptoms(problem).flat_map(|symptom| &symptom.spots));
    let seen = places.filter(|spot| !matches!(spot.place, Place::Body(_))).filter_map(|spot| spot.place.body());
    let bodies = 0..case.level.bodies.len();
    let seen = seen.filter(|body| bodies.contains(body) && can_reverse(case.level, *body));
    checked.filter(|body| bodies.contains(body)).chain(seen).collect()
}

fn of_kind(case: &Case, rule: &CauseRule, kind: StepCause) -> Vec<Suspect> {
    if case.level.world.integrator == Integrator::ExplicitEuler {
        return Vec::new();
    }
    let bodies = unstable(case);
    let judged = bodies.iter().filter_map(|&body| Some((body, judge(case.level, body)?)));
    judged
        .filter(|(_, verdict)| verdict.kind == kind)
        .map(|(body, verdict)| {
            let suspect = rule.evident(place(body, &verdict), words(case, body, &verdict), [body]);
            let is_error = case.checks("stability").any(|finding| {
                finding.severity == checks::Severity::Error
                    && finding.places.first().and_then(|p| p.body()) == Some(body)
            });
            let is_far = is_error && of_springs(&verdict.load) > FAR;
            let certainty = if is_far { Certainty::Unstable } else { Certainty::Evident };
            let signs = if is_error { consequences::ANY } else { consequences::UNSTABLE };
            Suspect { certainty, ..suspect }.with_signs(signs).with_remedies(remedies(case.level, body, &verdict))
        })
        .collect()
}

fn place(body: usize, verdict: &StepVerdict) -> Place {
    match (verdict.kind, verdict.springs.first()) {
        (StepCause::LongStep, _) => Place::World,
        (StepCause::StiffSprings, Some(&spring)) => Place::Spring(body, spring),
        _ => Place::Node(body, verdict.load.node),
    }
}

fn words(case: &Case, body: usize, verdict: &StepVerdict) -> String {
    let level = case.level;
    let name = level.quoted_body(body);
    let sums = format!("in {name}, {}", verdict.load.text());
    match verdict.kind {
        StepCause::Damping => format!("Damping too strong for the step: {sums}"),
        StepCause::LightNode => {
            format!(
                "Node {} of {name} is too light for its springs, its mass is {} and that of others {}: {sums}",
                verdict.load.node,
                brief(verdict.mass),
                brief(verdict.usual_mass)
            )
        }
        StepCause::StiffSprings => match verdict.springs[..] {
            [] => {
                let gas = if verdict.load.gas > verdict.load.stiffness { " and the gas" } else { "" };
                format!("The springs{gas} of {name} are too stiff for the step: {sums}")
            }
            [one] => format!("Spring {one} of {name} is too stiff for the step: {sums}"),
            [first, ..] => {
                let count = verdict.springs.len();
                format!("Spring {first} of {name} and {} more are too stiff for the step: {sums}", count - 1)
            }
        },
        StepCause::LongStep | StepCause::Other => {
            let many = match level.world.substeps {
                1 => "One substep is".to_owned(),
                many => format!("{many} substeps are"),
            };
            format!("{many} too few for the {}: {sums}", verdict.load.dominant())
        }
    }
}

/// Twice the number of substeps that the checks require: at the limit itself an oscillation neither grows nor decays. None if
/// they require too many.
pub(super) fn steady_substeps(level: &Level) -> Option<Remedy> {
    let times = 2.0 * f64::from(remedies::required_substeps(level)?) / f64::from(level.world.substeps.max(1));
    let why = "the sum h²·k/m + 2h·c/m is then at most half of its limit, so oscillations decay";
    Some(remedies::substeps(level, times, why))
}

fn remedies(level: &Level, body: usize, verdict: &StepVerdict) -> Vec<Remedy> {
    let finer = steady_substeps(level);
    match verdict.kind {
        StepCause::Damping => remedies::less_damping(level, &[body]).into_iter().chain(finer).collect(),
        StepCause::LightNode => {
            let is_light =
                |node: &usize| free_mass(level, body, *node).is_some_and(|mass| mass <= LIGHT * verdict.usual_mass);
            let light: Vec<usize> = (0..level.bodies[body].nodes.len()).filter(is_light).collect();
            [remedies::usual_masses(level, body, &light, verdict.usual_mass)].into_iter().chain(finer).collect()
        }
        StepCause::StiffSprings => {
            let usual = (!verdict.springs.is_empty())
                .then(|| remedies::median_springs(level, body, &verdict.springs))
                .flatten();
            usual.into_iter().chain([remedies::bearable_stiffness(level, &[body])]).chain(finer).collect()
        }
        StepCause::LongStep | StepCause::Other => {
            let bodies: Vec<usize> = (0..level.bodies.len()).collect();
            let others = [remedies::enough_substeps(level), remedies::bearable_stiffness(level, &bodies)];
            finer.into_iter().chain(others).collect()
        }
    }
}

fn decor(case: &Case) -> Vec<Suspect> {
    let level = case.level;
    let Decor::Penalty { stiffness, viscosity } = level.world.contact.decor else { return Vec::new() };
    let h = step(&level.world);
    let dynamic = (0..level.bodies.len()).filter(|&body| matches!(level.bodies[body].motion, Motion::Dynamic));
    let reached = |body: usize| {
        let masses = level.bodies[body].hull.iter().flatten().filter_map(|&node| free_mass(level, body, node));
        masses.map(|mass| (h * h * stiffness + 2.0 * h * viscosity) / mass).fold(0.0, f64::max)
    };
    let found = dynamic.map(|body| (body, reached(body))).filter(|(_, reached)| *reached >= 1.0);
    found
        .map(|(body, reached)| {
            let text = format!(
                "Penalty decor is too stiff or viscous for {}: its h²·k/m + 2h·c/m alone reaches {}, the limit is {}",
                level.quoted_body(body),
                brief(reached),
                brief(checks::step_limit(&level.world))
            );
            let suspect = DECOR.evident(Place::World, text, [body]).with_signs(&[
                Problem::Jitter,
                Problem::BlowUp,
                Problem::EnergyGain,
                Problem::Ringing,
                Problem::StiffSpring,
            ]);
            Suspect { certainty: Certainty::Evident, ..suspect }.with_remedies(remedies::softer_decor(level))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Node};

    /// Two nodes of mass 1 and a spring, with h²·k/m = κ and h·c/m = γ of its mode.
    fn pair(kappa: f64, gamma: f64) -> Level {
        let mut level = Level::default();
        let h = step(&level.world);
        let (stiffness, damping) = (0.5 * kappa / (h * h), 0.5 * gamma / h);
        let spring = Spring { a: 0, b: 1, rest_length: 1.0, stiffness, damping };
        let nodes = vec![Node::at([0.0, 0.0]), Node::at([1.0, 0.0])];
        level.bodies.push(Body { nodes, springs: vec![spring], ..Body::default() });
        level
    }

    /// Part of the substeps in which the velocity of one mode changes its sign, by semi-implicit steps in units of h.
    fn reversals(kappa: f64, gamma: f64) -> f64 {
        const STEPS: usize = 40;
        let (mut x, mut v, mut count) = (1.0_f64, 0.3_f64, 0);
        for _ in 0..STEPS {
            let next = v - kappa * x - gamma * v;
            count += usize::from(next * v < 0.0);
            (x, v) = (x + next, next);
        }
        count as f64 / STEPS as f64
    }

    #[test]
    fn springs_that_reverse_in_most_substeps_can_reverse() {
        let mut most = [0, 0];
        for kappa in (0..40).map(|n| 0.1 * f64::from(n)) {
            for gamma in (0..20).map(|n| 0.1 * f64::from(n) + 0.05) {
                let (can, part) = (can_reverse(&pair(kappa, gamma), 0), reversals(kappa, gamma));
                assert!(can || part < 0.6, "κ = {kappa}, γ = {gamma}: {part} of the substeps");
                most[usize::from(can)] += 1;
            }
        }
        assert!(most[0] > 100 && most[1] > 100, "{most:?}");
        // Far from the limits the two agree.
        assert!(reversals(3.8, 0.05) > 0.6 && reversals(0.5, 0.5) < 0.3 && !can_reverse(&pair(0.5, 0.5), 0));
    }
}
