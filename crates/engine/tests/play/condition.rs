//! Recordings of the moment at which a condition becomes true.

use super::{gallery, square, weightless};
use blobsmith_engine::play::{Placement, PlayError, PlayWorld, Prefab, RecorderSettings};
use serde_json::json;

/// Settings that a recording of 200 frames needs.
fn record(world: &mut PlayWorld, condition: &str) {
    world.set_recorder(Some(RecorderSettings { frames: 200, keyframe_every: 50, on_fault: false })).unwrap();
    world.record_when(Some(condition)).unwrap();
}

/// A disc without weight that moves along x by 1 per frame.
fn moving(id: &str, x: f64) -> serde_json::Value {
    json!({"id": id, "position": [x, 0], "velocity": [1, 0], "radius": 0.25})
}

/// The last frame of the recording that is kept.
fn end(world: &mut PlayWorld) -> Option<u64> {
    world.take_condition_flight().map(|flight| flight.frames()[1])
}

#[test]
fn recording_ends_with_the_frame_at_which_the_condition_became_true_and_replays() {
    let mut world = weightless(json!({"discs": [moving("ball", 0.0)]}));
    record(&mut world, "disc(0).x > 30.5");
    world.step(30);
    assert!(world.take_condition_flight().is_none());
    world.step(1);
    let hash = world.hash();
    world.step(40);
    let flight = world.take_condition_flight().expect("x is 31 after 31 frames");
    assert_eq!(flight.frames(), [0, 31]);
    let (recording, difference) = flight.recording();
    assert_eq!((difference, recording.branches[0].hashes[31].state), (None, hash));
    assert_eq!(recording.source.unwrap().reason, "disc(0).x > 30.5");
}

#[test]
fn recording_is_made_again_only_when_the_condition_becomes_true_again() {
    let mut world = weightless(json!({"discs": [moving("ball", 0.0)]}));
    let ball = world.disc("ball").unwrap();
    record(&mut world, "disc(0).x > 4.5");
    world.step(8);
    assert_eq!(end(&mut world), Some(5));
    world.step(8);
    assert_eq!(end(&mut world), None, "it stayed true");
    world.set_velocity(ball, [-1.0, 0.0]).unwrap();
    world.step(16);
    world.set_velocity(ball, [1.0, 0.0]).unwrap();
    // At x = 0 after frame 32.
    world.step(16);
    assert_eq!(end(&mut world), Some(37));
    // Two more times before the recording is taken: the first one counts.
    for _ in 0..2 {
        world.teleport(ball, [-world.disc_position(ball).unwrap()[0], 0.0]).unwrap();
        world.step(10);
    }
    assert_eq!(end(&mut world), Some(53));
}

#[test]
fn previous_values_are_those_of_the_frame_before() {
    let mut world = weightless(json!({"discs": [moving("ball", 0.0)]}));
    let ball = world.disc("ball").unwrap();
    record(&mut world, "disc(0).x - previous(disc(0).x) > 1.5");
    world.step(10);
    assert_eq!(end(&mut world), None);
    world.set_velocity(ball, [2.0, 0.0]).unwrap();
    world.step(1);
    assert_eq!(end(&mut world), Some(11));
}

#[test]
fn condition_follows_its_part_while_others_come_and_go() {
    let mut world = weightless(json!({
        "bodies": [square("far", [-500.0, 0.0], 2.0), square("hero", [0.0, 0.0], 2.0)], "discs": [moving("ball", 0.0)]
    }));
    let (far, hero) = (world.body("far").unwrap(), world.body("hero").unwrap());
    record(&mut world, "body(\"hero\").y > 50 or min(node.x) < -600");
    world.step(2);
    world.remove(far).unwrap();
    world.teleport(hero, [0.0, 40.0]).unwrap();
    world.step(2);
    assert_eq!(end(&mut world), None);
    world.teleport(hero, [0.0, 40.0]).unwrap();
    world.step(1);
    assert_eq!(end(&mut world), Some(5));
    // Without the part it is false, also for what else it says.
    world.remove(hero).unwrap();
    let away = json!({"format": 2, "bodies": [square("other", [-700.0, 0.0], 2.0)]});
    world.spawn(&Prefab::from_text(&away.to_string()).unwrap(), &Placement::default()).unwrap();
    world.step(3);
    assert_eq!(end(&mut world), None);
}

#[test]
fn removed_parts_do_not_count() {
    let mut world = weightless(json!({"bodies": [square("low", [0.0, -90.0], 2.0), square("high", [0.0, 90.0], 2.0)]}));
    record(&mut world, "min(node.y) > 0");
    world.step(1);
    assert_eq!(end(&mut world), None);
    world.remove(world.body("low").unwrap()).unwrap();
    world.step(1);
    assert_eq!(end(&mut world), Some(2), "all that is left is above 0");
}

#[test]
fn restored_moments_are_evaluated_anew() {
    let mut world = weightless(json!({"discs": [moving("ball", 0.0)]}));
    record(&mut world, "disc(0).x > 4.5");
    let start = world.snapshot();
    world.step(5);
    assert_eq!(end(&mut world), Some(5));
    world.restore(&start);
    world.step(4);
    assert_eq!(end(&mut world), None);
    world.step(1);
    assert_eq!(end(&mut world), Some(5));
    let late = world.snapshot();
    world.step(2);
    assert_eq!(end(&mut world), None);
    world.restore(&late);
    world.step(1);
    assert_eq!(end(&mut world), Some(6), "nothing is known of the frame before");
}

#[test]
fn condition_changes_no_bit_of_a_run_with_parts_that_come_and_go() {
    let run = |condition: Option<&str>| {
        let path = gallery().into_iter().find(|path| path.ends_with("16-pile-of-100.ron")).unwrap();
        let mut world = PlayWorld::from_file(path).unwrap();
        world.set_recorder(Some(RecorderSettings::default())).unwrap();
        world.record_when(condition).unwrap();
        let mut hashes = Vec::new();
        for frame in 0..60 {
            if frame % 7 == 3 {
                let body = world.bodies().nth(frame).unwrap();
                world.remove(body).unwrap();
            }
            world.step(1);
            hashes.push(world.hash());
        }
        hashes
    };
    assert_eq!(run(Some("max(node.speed) > 1e9 or count(body.area < 0) > 3")), run(None));
}

#[test]
fn bad_conditions_are_refused_with_the_place() {
    let mut world = weightless(json!({"bodies": [square("hero", [0.0, 0.0], 2.0)]}));
    assert_eq!(world.record_when(Some("frame > 3")), Err(PlayError::Off("set_recorder")));
    record(&mut world, "frame > 3");
    let mut refused = |text: &str| match world.record_when(Some(text)) {
        Err(PlayError::Condition(reason)) => reason,
        other => panic!("{text}: {other:?}"),
    };
    let unknown = refused("body(\"hera\").y > 0");
    assert!(unknown.contains("^^^^^^") && unknown.contains("did you mean"), "{unknown}");
    assert!(refused("body(\"hero\").y").contains("expected a condition"));
    assert!(refused("body(\"hero\").y >").contains('^'));
    assert!(refused("max(node.force) > 0").contains("a running game does not keep"));
    assert!(refused("problem(\"flip\") > 0").contains("a running game does not keep"));
    // The condition from before still stands.
    world.step(4);
    assert_eq!(end(&mut world), Some(4));
    world.record_when(None).unwrap();
    assert!(world.take_condition_flight().is_none());
}
