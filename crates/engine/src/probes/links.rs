//! Probes of springs and sticks.

use super::{Probe, ProbeFn, ProbeSample, Scope};

const fn spring(id: &'static str, title: &'static str, explanation: &'static str, measure: ProbeFn) -> Probe {
    Probe::number(Scope::Spring, id, title, explanation, measure)
}

const fn stick(id: &'static str, title: &'static str, explanation: &'static str, measure: ProbeFn) -> Probe {
    Probe::number(Scope::Stick, id, title, explanation, measure)
}

/// Title of the force of a spring; titles and explanations of its two parts.
pub(super) const TENSION: &str = "Tension";
pub(super) const ELASTIC: (&str, &str) = ("Elastic force", "Part of the tension: stiffness times stretch.");
pub(super) const DAMPING: (&str, &str) =
    ("Damping force", "Part of the tension: damping times the speed at which the ends part.");

/// Probes of a spring.
pub(super) const SPRINGS: &[Probe] = &[
    spring("length", "Length", "Distance of its ends.", length),
    spring("rest_length", "Rest length", "Its length at zero force.", |look, index| {
        look.world.layout().springs.rest_length[index]
    }),
    spring("strain", "Strain", "(length - rest length) / rest length: positive if stretched.", |look, index| {
        let rest_length = look.world.layout().springs.rest_length[index];
        (length(look, index) - rest_length) / rest_length
    }),
    spring(
        "tension",
        TENSION,
        "Elastic force plus damping force: pulls its ends together; negative if it pushes.",
        |look, index| forces(look, index).into_iter().sum(),
    ),
    spring("tension.elastic", ELASTIC.0, ELASTIC.1, |look, index| forces(look, index)[0]),
    spring("tension.damping", DAMPING.0, DAMPING.1, |look, index| forces(look, index)[1]),
    spring("energy", "Energy", "½ k (d - L)².", |look, index| {
        let springs = &look.world.layout().springs;
        let elongation = length(look, index) - springs.rest_length[index];
        0.5 * springs.stiffness[index] * elongation * elongation
    }),
];

/// Probes of a stick.
pub(super) const STICKS: &[Probe] = &[
    stick("length", "Length", "Distance of its ends.", stick_length),
    stick("error", "Error", "(length - nominal length) / nominal length: positive if too long.", |look, index| {
        let kept = look.world.layout().sticks.length[index];
        (stick_length(look, index) - kept) / kept
    }),
];

fn length(look: &ProbeSample, index: usize) -> f64 {
    let springs = &look.world.layout().springs;
    look.world.position(springs.a[index] as usize).distance(look.world.position(springs.b[index] as usize))
}

fn stick_length(look: &ProbeSample, index: usize) -> f64 {
    let sticks = &look.world.layout().sticks;
    look.world.position(sticks.a[index] as usize).distance(look.world.position(sticks.b[index] as usize))
}

/// Elastic and damping part of the force of 000 §C.2; zero if the ends coincide.
fn forces(look: &ProbeSample, index: usize) -> [f64; 2] {
    let springs = &look.world.layout().springs;
    let (a, b) = (springs.a[index] as usize, springs.b[index] as usize);
    let along = look.world.position(b) - look.world.position(a);
    let length = along.length();
    if length == 0.0 {
        return [0.0; 2];
    }
    let parting = (look.world.velocity(b) - look.world.velocity(a)).dot(along) / length;
    let stretch = length - springs.rest_length[index];
    [stretch * springs.stiffness[index], parting * springs.damping[index]]
}
