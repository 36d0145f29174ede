//! Events of sensors in runs: independent of how a moment was reached, and one list per branch.

use blobsmith::debugger::Run;
use blobsmith::engine::{SensorEvent, Trace, World};
use blobsmith::level::{CollisionFilter, Disc, Level, Motion, Obstacle, ObstacleShape, Place};
use std::sync::Arc;

/// A disc flies along x at one unit per substep through sensors of radius 1.5 at 8 and 20: inside 7 to 9 and 19 to 21.
fn flight() -> Level {
    let collision = CollisionFilter { sensor: true, ..CollisionFilter::default() };
    let gate = |x: f64| Obstacle {
        shape: ObstacleShape::Circle { center: [x, 0.0], radius: 1.5 },
        collision,
        ..Obstacle::default()
    };
    let ball = Disc { velocity: [4.0, 0.0], radius: 0.25, motion: Motion::Dynamic, ..Disc::default() };
    let mut level = Level { discs: vec![ball], obstacles: vec![gate(8.0), gate(20.0)], ..Level::default() };
    (level.world.gravity, level.world.substeps, level.world.frame_time) = ([0.0; 2], 4, 1.0);
    level
}

/// Number of the substep after which an event is true, the sensor, and whether something entered.
fn rows(events: &[SensorEvent]) -> Vec<(u64, Place, bool)> {
    events.iter().map(|event| (event.frame * 4 + u64::from(event.substep) + 1, event.sensor, event.entered)).collect()
}

const FIRST: Place = Place::Obstacle(0);
const SECOND: Place = Place::Obstacle(1);

#[test]
fn sensor_events_are_kept_once_however_a_moment_is_reached() {
    let mut run = Run::new(Arc::new(flight())).unwrap();
    (0..6).for_each(|_| run.step_frame());
    let expected = [(7, FIRST, true), (10, FIRST, false), (19, SECOND, true), (22, SECOND, false)];
    assert_eq!(rows(run.sensor_events()), expected);
    run.seek(1);
    (0..9).for_each(|_| run.step_substep());
    run.seek(0);
    run.seek(6);
    assert_eq!(rows(run.sensor_events()), expected);
    assert_eq!(run.divergence(), None, "state hashes include nothing that a second visit changes");
}

/// Stopped at 8 from frame 2 on, the disc stays in the first gate.
#[test]
fn branches_have_their_own_sensor_events() {
    let mut run = Run::new(Arc::new(flight())).unwrap();
    (0..6).for_each(|_| run.step_frame());
    run.seek(2);
    run.nudge(Place::Disc(0), [-4.0, 0.0]).unwrap();
    (0..4).for_each(|_| run.step_frame());
    assert_eq!(rows(run.sensor_events()), [(7, FIRST, true)]);
    let other = run.branches()[0].id;
    assert!(run.switch_branch(other));
    assert_eq!(rows(run.sensor_events()).len(), 4);
}

#[test]
fn traces_hold_the_sensor_events_of_their_substep() {
    let mut world = World::new(&flight()).unwrap();
    let mut trace = Trace::default();
    let mut traced = Vec::new();
    for _ in 0..24 {
        world.step_substep_traced(&mut trace);
        traced.extend(trace.sensor_events.clone());
    }
    assert_eq!(traced, world.take_sensor_events());
    assert_eq!(rows(&traced).len(), 4);
}
