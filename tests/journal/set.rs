//! Settings that change while a level runs: their effects by hand calculation, and refusals.

use crate::straight::{everything, read};
use blobsmith::debugger::Run;
use blobsmith::level::{Integrator, Level, Place};
use glam::DVec2;
use serde_json::{Value, json};
use std::sync::Arc;

fn run(level: Level) -> Run {
    Run::new(Arc::new(level)).unwrap()
}

/// A node that flies, without anything to hit.
fn node(world: &str) -> Level {
    read(&format!("(format: 1, world: ({world}), bodies: [(nodes: [(position: (3, 4), velocity: (0.25, 0))])])"))
}

#[track_caller]
fn near(a: DVec2, b: [f64; 2]) {
    assert!((a - DVec2::from(b)).length() < 1e-13, "{a} is not {b:?}");
}

#[test]
fn set_gravity_acts_from_the_present_moment() {
    // Powers of two: every sum is exact. h = 1/4; each substep adds g*h, then moves by v*h.
    let mut run = run(node("gravity: (0, -0.125), substeps: 4"));
    run.step_frame();
    // v = -0.125; x = 4 - (1+2+3+4)*0.125/16.
    near(run.world().velocity(0), [0.25, -0.125]);
    near(run.world().position(0), [3.25, 4.0 - 10.0 * 0.125 / 16.0]);
    assert!(run.set("world.gravity[1]", &json!(0.5)).unwrap());
    assert_eq!(run.level().world.gravity, [0.0, 0.5]);
    assert_eq!(run.start_level().world.gravity, [0.0, -0.125]);
    run.step_substep();
    run.step_substep();
    near(run.world().velocity(0), [0.25, -0.125 + 2.0 * 0.125]);
    assert!(!run.set("world.gravity[1]", &json!(0.5)).unwrap(), "the value is unchanged");
    run.set("world.gravity", &json!([0.0, 0.0])).unwrap();
    run.step_frame();
    near(run.world().velocity(0), [0.25, 0.125]);
    assert_eq!(run.live_changes(), [0, 1]);
    run.seek(1);
    assert_eq!(run.live_changes(), [0]);
}

#[test]
fn set_integrator_keeps_the_velocity() {
    let mut run = run(node("gravity: (0, 0), substeps: 4"));
    for (frame, integrator) in ["Verlet", "SemiImplicitEuler", "ExplicitEuler", "Verlet"].iter().enumerate() {
        run.set("world.integrator", &json!(integrator)).unwrap();
        let state = run.world().state();
        match *integrator == "Verlet" {
            true => assert_eq!(state.previous[0], state.positions[0] - state.velocities[0] * 0.25),
            false => assert!(state.previous.is_empty()),
        }
        run.step_frame();
        near(run.world().velocity(0), [0.25, 0.0]);
        near(run.world().position(0), [3.0 + 0.25 * (frame + 1) as f64, 4.0]);
    }
    // Another length of the substep, and another previous position: the velocity stays.
    run.set("world.substeps", &json!(8)).unwrap();
    let state = run.world().state();
    assert_eq!(state.previous[0], state.positions[0] - state.velocities[0] * 0.125);
    run.step_frame();
    near(run.world().position(0), [4.25, 4.0]);
}

#[test]
fn set_pinned_stops_a_node_and_releases_it_at_rest() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Verlet] {
        let mut level = node("gravity: (0, 0), substeps: 4");
        level.world.integrator = integrator;
        let mut run = run(level);
        run.step_frame();
        run.set("bodies[0].nodes[0].pinned", &json!(true)).unwrap();
        run.step_frame();
        run.set("bodies[0].nodes[0].pinned", &json!(false)).unwrap();
        run.step_frame();
        near(run.world().position(0), [3.25, 4.0]);
        run.nudge(Place::Node(0, 0), [0.0, 0.5]).unwrap();
        near(run.world().velocity(0), [0.0, 0.5]);
        run.step_frame();
        near(run.world().position(0), [3.25, 4.5]);
    }
}

#[test]
fn set_frame_time_keeps_the_level_time() {
    let level = read(
        "(format: 1, world: (substeps: 4), discs: [
        (position: (0, 5), radius: 1, motion: Driven((points: [(0, 0), (1, 0)], period: 20)))])",
    );
    let mut run = run(level);
    (0..5).for_each(|_| run.step_frame());
    assert_eq!(run.world().time(), 5.0);
    run.set("world.frame_time", &json!(2.0)).unwrap();
    assert_eq!(run.world().time(), 5.0);
    run.step_frame();
    // Half a round is 10 long, and 7 of it are over.
    assert_eq!(run.world().time(), 7.0);
    near(run.world().disc_position(0), [0.7, 5.0]);
    near(run.world().disc_velocity(0), [0.1, 0.0]);
}

#[test]
fn set_gas_keeps_the_reference_area_of_the_energy() {
    let mut run = run(everything(Integrator::SemiImplicitEuler));
    (0..5).for_each(|_| run.step_frame());
    let world = run.world();
    // 0.1 is the gas of the square, whose area was 1 at the start: twice that is 2.
    let expected = |gas: f64| -gas * (world.doubled_area(0) / 2.0).ln();
    assert!((world.energy().gas - expected(0.1)).abs() < 1e-12);
    let expected = expected(0.4);
    run.set("bodies[0].gas", &json!(0.4)).unwrap();
    assert!((run.world().energy().gas - expected).abs() < 1e-12);
}

#[test]
fn set_refuses_invalid_changes_with_their_place() {
    let mut run = run(everything(Integrator::SemiImplicitEuler));
    run.step_frame();
    run.step_substep();
    let hash = run.world().hash();
    let cases: &[(&str, Value, &str, &str)] = &[
        ("world.substeps", json!(8), "world.substeps", "start of a frame"),
        ("world.frame_time", json!(2.0), "world.frame_time", "start of a frame"),
        ("world.substeps", json!(0), "world.substeps", "0 substeps would stop time"),
        ("bodies[0].nodes[1].position", json!([0.0, 0.0]), "bodies[0].nodes[1].position", "belong to the state"),
        ("bodies[0].nodes[*].velocity", json!([0.0, 1.0]), "bodies[0].nodes[0].velocity", "nudge"),
        ("discs[1].velocity[0]", json!(9.0), "discs[1].velocity", "nudge"),
        ("bodies[0].springs", json!([]), "bodies[0].springs", "from 5"),
        ("bodies[0].springs[0].a", json!(2), "bodies[0].springs[0]", "connections"),
        ("bodies[0].hull[0]", json!([1, 0]), "bodies[0].hull", "connections"),
        ("bodies[0].nodes[4].role", json!({"Mass": 1.0}), "bodies[0].nodes[4].role", "barycentre"),
        ("bodies[0].nodes[0].role.Mass", json!(0.0), "bodies[0].nodes[0].role.Mass", "greater than 0"),
        ("bodies[0].gas", json!("much"), "bodies[0].gas", "expected a number"),
        ("world.integrator", json!("Verlot"), "world.integrator", "did you mean `Verlet`"),
        ("discs", json!([]), "discs", "from 4"),
        ("name", json!("other"), "level", "has no effect on a run"),
        ("bodies[7].gas", json!(1.0), "bodies[7]", "bodies go from 0 to 2"),
        ("world.gravitas", json!(1.0), "world.gravitas", "did you mean `gravity`"),
    ];
    for (path, value, place, words) in cases {
        let error = run.set(path, value).expect_err(path);
        assert_eq!(error.place, *place, "{error}");
        assert!(error.reason.contains(words), "{error}");
        assert!(run.journal().entries().is_empty() && run.world().hash() == hash);
    }
    for place in [Place::Node(1, 0), Place::Node(2, 0), Place::Node(0, 4), Place::Disc(2), Place::Disc(9), Place::World]
    {
        assert!(run.nudge(place, [1.0, 0.0]).is_err(), "{place}");
    }
    assert!(run.nudge(Place::Disc(0), [f64::NAN, 0.0]).is_err());
    assert!(run.journal().entries().is_empty() && run.world().hash() == hash);
}
