//! The three schemes: one step by hand, then their order and their energy on the harmonic oscillator.

use super::subject::{Subject, for_both, loose, mass, near, near_number, still};
use crate::scenes::level;
use blobsmith::level::{Integrator, Level, Spring, World};

for_both!(
    integrators_match_hand_calculation_for_one_step,
    retention_matches_hand_calculation_under_every_integrator,
    euler_integrators_are_of_first_order,
    verlet_is_of_second_order_from_an_exact_previous_position,
    verlet_from_a_velocity_equals_semi_implicit_euler,
    semi_implicit_euler_conserves_its_shadow_energy,
    explicit_euler_gains_energy_by_a_known_factor,
);

const SCHEMES: [Integrator; 3] = [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet];

fn thrown<S: Subject>(integrator: Integrator, velocity_retention: f64) -> S {
    let mut body = loose(vec![mass([0.0, 0.0], 1.0)]);
    body.nodes[0].velocity = [0.0, 3.0];
    let world = World { gravity: [0.0, -8.0], integrator, velocity_retention, ..still(0.5) };
    let mut subject = S::start(&Level { world, ..level(vec![body]) });
    subject.substep();
    subject
}

/// v = 3, a = -8, h = 0.5. Semi-implicit: v = -1, x = -0.5. Explicit: x = 1.5, v = -1.
/// Verlet: prev = -1.5, x = 0 + 1.5 - 8·0.25 = -0.5, v = -0.5/0.5 = -1.
fn integrators_match_hand_calculation_for_one_step<S: Subject>() {
    for (scheme, x) in SCHEMES.into_iter().zip([-0.5, 1.5, -0.5]) {
        let subject: S = thrown(scheme, 1.0);
        near(subject.x(0, 0), [0.0, x]);
        near(subject.v(0, 0), [0.0, -1.0]);
    }
}

/// Retention 0.5, after both lines of the scheme. Semi-implicit: v = -1, x = -0.5, then v = -0.5.
/// Explicit: x = 1.5, v = -1, then -0.5. Verlet: x = 1.5·0.5 - 2 = -1.25, v = -2.5.
fn retention_matches_hand_calculation_under_every_integrator<S: Subject>() {
    for (scheme, (x, v)) in SCHEMES.into_iter().zip([(-0.5, -0.5), (1.5, -0.5), (-1.25, -2.5)]) {
        let subject: S = thrown(scheme, 0.5);
        near(subject.x(0, 0), [0.0, x]);
        near(subject.v(0, 0), [0.0, v]);
    }
}

/// Mass 1 on a spring of stiffness 1 and rest length 2, drawn to 3: x = 2 + cos t.
fn oscillator<S: Subject>(integrator: Integrator, substeps: u32, velocity: f64) -> S {
    let mut body = loose(vec![mass([0.0, 0.0], 1.0), mass([3.0, 0.0], 1.0)]);
    body.nodes[0].pinned = true;
    body.nodes[1].velocity = [velocity, 0.0];
    body.springs.push(Spring { a: 0, b: 1, rest_length: 2.0, stiffness: 1.0, damping: 0.0 });
    let world = World { gravity: [0.0, 0.0], integrator, substeps, ..World::default() };
    S::start(&Level { world, ..level(vec![body]) })
}

/// Error of the position at time 2.
fn error<S: Subject>(integrator: Integrator, substeps: u32, velocity: f64) -> f64 {
    let mut subject: S = oscillator(integrator, substeps, velocity);
    subject.frame();
    subject.frame();
    (subject.x(0, 1).x - 2.0 - 2.0_f64.cos()).abs()
}

/// Half the step, half the error.
fn euler_integrators_are_of_first_order<S: Subject>() {
    for scheme in [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler] {
        let ratio = error::<S>(scheme, 256, 0.0) / error::<S>(scheme, 512, 0.0);
        assert!((1.9..2.1).contains(&ratio), "{scheme:?}: {ratio}");
    }
}

/// Half the step, a quarter of the error, when the previous position is the exact one of time -h:
/// v = (x(0) - x(-h))/h = (1 - cos h)/h.
fn verlet_is_of_second_order_from_an_exact_previous_position<S: Subject>() {
    let exact = |substeps: u32| {
        let h = 1.0 / f64::from(substeps);
        error::<S>(Integrator::Verlet, substeps, (1.0 - h.cos()) / h)
    };
    let ratio = exact(128) / exact(256);
    assert!((3.8..4.2).contains(&ratio), "{ratio}");
}

/// With prev = x - v h both give x' = x + h v + h² a in the first step, and in every later one.
fn verlet_from_a_velocity_equals_semi_implicit_euler<S: Subject>() {
    let mut euler: S = oscillator(Integrator::SemiImplicitEuler, 16, 0.3);
    let mut verlet: S = oscillator(Integrator::Verlet, 16, 0.3);
    for _ in 0..20 {
        euler.frame();
        verlet.frame();
        assert!((euler.x(0, 1) - verlet.x(0, 1)).length() < 1e-11);
        assert!((euler.v(0, 1) - verlet.v(0, 1)).length() < 1e-11);
    }
}

/// v' = v - h x, x' = x + h v' leaves x² + v² - h x v as it is (put the one into the other: the terms cancel).
fn semi_implicit_euler_conserves_its_shadow_energy<S: Subject>() {
    let mut subject: S = oscillator(Integrator::SemiImplicitEuler, 16, 0.0);
    for _ in 0..200 {
        subject.frame();
        let (x, v) = (subject.x(0, 1).x - 2.0, subject.v(0, 1).x);
        assert!((x * x + v * v - x * v / 16.0 - 1.0).abs() < 1e-11);
    }
}

/// x' = x + h v, v' = v - h x multiply x² + v² by 1 + h²: from ½, after 10 steps of h = 1/16, ½·(1 + 1/256)^10.
fn explicit_euler_gains_energy_by_a_known_factor<S: Subject>() {
    let mut subject: S = oscillator(Integrator::ExplicitEuler, 16, 0.0);
    let mut expected = 0.5;
    for _ in 0..10 {
        subject.substep();
        expected *= 1.0 + 1.0 / 256.0;
        near_number(subject.energies().total, expected);
    }
}
