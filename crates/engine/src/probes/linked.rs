//! Probes of a link: a spring, stick or pin joint between bodies, discs and fixed points.

use super::links::{DAMPING, ELASTIC, TENSION};
use super::{Probe, ProbeFn, ProbeSample, Scope};
use crate::engine::links::LinkedEnd;
use crate::engine::trace::LinkTrace;
use crate::geometry::DVec2;

const fn link(id: &'static str, title: &'static str, explanation: &'static str, measure: ProbeFn) -> Probe {
    Probe::number(Scope::Link, id, title, explanation, measure)
}

/// The probes.
pub(super) const PROBES: &[Probe] = &[
    link("length", "Length", "Distance of its ends.", length),
    link("rest_length", "Rest length", "Of a spring its length at zero force, of a stick the length kept, 0 for a pin joint.", rest),
    link("stretch", "Stretch", "length - rest length: positive if it is too long.", stretch),
    link(
        "strain",
        "Strain",
        "stretch / rest length: positive if it is too long; infinite or `nan` for a pin joint.",
        |look, index| stretch(look, index) / rest(look, index),
    ),
    link(
        "tension",
        TENSION,
        "Elastic force plus damping force of a spring: pulls its ends together; negative if it pushes. `nan` for a stick or pin \
            joint.",
        tension,
    ),
    link("tension.elastic", ELASTIC.0, ELASTIC.1, |look, index| forces(look, index)[0]),
    link("tension.damping", DAMPING.0, DAMPING.1, |look, index| forces(look, index)[1]),
    link(
        "force",
        "Force",
        "Magnitude of the force on either end. Of a spring: now. Of a stick or pin joint: the mean over the substep that led here, \
            mass · move / h²; `nan` at the beginning.",
        force,
    )
    .without_samples(),
    link("energy", "Energy", "½ k (d - L)² of a spring, `nan` if an end blew up; 0 for a stick or pin joint.", energy),
];

fn ends(look: &ProbeSample, index: usize) -> Option<[LinkedEnd; 2]> {
    look.world.layout().links.ends(index)
}

/// Vector from the first end to the second.
fn along(look: &ProbeSample, index: usize) -> DVec2 {
    let state = look.world.state();
    ends(look, index).map_or(DVec2::NAN, |[a, b]| b.position(state) - a.position(state))
}

fn length(look: &ProbeSample, index: usize) -> f64 {
    along(look, index).length()
}

fn rest(look: &ProbeSample, index: usize) -> f64 {
    let links = &look.world.layout().links;
    match (links.spring(index), links.constraint(index)) {
        (Some(spring), _) => spring.rest_length,
        (None, Some(constraint)) => constraint.length.unwrap_or(0.0),
        (None, None) => f64::NAN,
    }
}

fn stretch(look: &ProbeSample, index: usize) -> f64 {
    length(look, index) - rest(look, index)
}

/// True if the body or disc of an end is blown up, so that the link acts no longer.
fn is_out(look: &ProbeSample, ends: [LinkedEnd; 2]) -> bool {
    ends.into_iter().any(|end| end.is_blown_up(look.world.layout(), look.world.state()))
}

fn tension(look: &ProbeSample, index: usize) -> f64 {
    forces(look, index).into_iter().sum()
}

/// Elastic and damping part of the force of 000 §C.2; zero if the ends coincide, `nan` for a stick or pin joint.
fn forces(look: &ProbeSample, index: usize) -> [f64; 2] {
    let Some(spring) = look.world.layout().links.spring(index) else { return [f64::NAN; 2] };
    let (along, state) = (along(look, index), look.world.state());
    let length = along.length();
    if length == 0.0 || is_out(look, spring.ends) {
        return [0.0; 2];
    }
    let [a, b] = spring.ends;
    let parting = (b.velocity(state) - a.velocity(state)).dot(along) / length;
    [(length - spring.rest_length) * spring.stiffness, parting * spring.damping]
}

pub(super) fn energy(look: &ProbeSample, index: usize) -> f64 {
    let Some(spring) = look.world.layout().links.spring(index) else { return 0.0 };
    let stretch = stretch(look, index);
    if is_out(look, spring.ends) { f64::NAN } else { 0.5 * spring.stiffness * stretch * stretch }
}

fn force(look: &ProbeSample, index: usize) -> f64 {
    let layout = look.world.layout();
    if layout.links.spring(index).is_some() {
        return tension(look, index).abs();
    }
    let (Some(trace), Some([a, b])) = (look.trace, ends(look, index)) else { return f64::NAN };
    let Some(row) = row(trace.links.as_slice(), index) else { return f64::NAN };
    let (of_a, of_b) = (a.inverse_mass(layout), b.inverse_mass(layout));
    // A stick moves both ends by the same impulse, so either end that can move shows it.
    let impulse = match (of_a > 0.0, of_b > 0.0) {
        (true, _) => row.move_a.length() / of_a,
        (false, true) => row.move_b.length() / of_b,
        (false, false) => 0.0,
    };
    impulse / (layout.substep_time * layout.substep_time)
}

fn row(rows: &[LinkTrace], link: usize) -> Option<&LinkTrace> {
    rows.binary_search_by_key(&link, |row| row.link).ok().and_then(|at| rows.get(at))
}
