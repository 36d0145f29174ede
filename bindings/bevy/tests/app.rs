//! The plugin in an app without a window: stepping, pacing, messages, entities, transforms.

mod support;

use bevy::prelude::*;
use bevy_blobsmith::blobsmith_engine::engine::EventKind;
use bevy_blobsmith::prelude::*;
use support::{TWO_DISCS, bare_app, messages, play, spawn, world};

#[test]
fn fixed_steps_run_one_frame_each_with_the_hashes_of_the_engine() {
    let mut app = bare_app();
    let entity = spawn(&mut app, play(TWO_DISCS), BlobSettings { contacts: true, ..default() });
    let mut alone = play(TWO_DISCS);
    for frame in 0..20 {
        assert_eq!((world(&app, entity).frame(), world(&app, entity).hash()), (frame, alone.hash()));
        app.update();
        alone.step(1);
    }
}

#[test]
fn real_time_runs_the_frames_that_are_due() {
    let mut app = bare_app();
    let mut level = play(TWO_DISCS);
    level.set_seconds_per_frame(0.024).unwrap();
    let entity = spawn(&mut app, level, BlobSettings { pacing: Pacing::RealTime, ..default() });
    let mut frames = Vec::new();
    for _ in 0..6 {
        app.update();
        frames.push(world(&app, entity).frame());
    }
    // After 10, 20, ..., 60 ms, with 24 ms per frame.
    assert_eq!(frames, [0, 0, 1, 1, 2, 2]);
    // 60 ms are 12 ms after the second frame.
    assert!((world(&app, entity).alpha() - 0.5).abs() < 1e-9);
}

#[test]
fn paused_worlds_stand_still() {
    let mut app = bare_app();
    let entity = spawn(&mut app, play(TWO_DISCS), BlobSettings { paused: true, ..default() });
    (0..3).for_each(|_| app.update());
    assert_eq!(world(&app, entity).frame(), 0);
    app.world_mut().get_mut::<BlobSettings>(entity).unwrap().paused = false;
    (0..3).for_each(|_| app.update());
    assert_eq!(world(&app, entity).frame(), 3);
}

#[test]
fn editors_pause_and_step_worlds_even_if_the_game_has_paused_them() {
    for paused in [false, true] {
        let mut app = bare_app();
        let entity = spawn(&mut app, play(TWO_DISCS), BlobSettings { paused, ..default() });
        let mut frames_after = |request: &str| {
            app.world_mut().get_mut::<BlobWorld>(entity).unwrap().answer(request);
            (0..5).for_each(|_| app.update());
            world(&app, entity).frame()
        };
        assert_eq!(frames_after(r#"{"do": "pause"}"#), 0);
        assert_eq!(frames_after(r#"{"do": "step", "frames": 3}"#), 3);
    }
}

#[test]
fn contacts_are_messages_with_entities() {
    let mut app = bare_app();
    let entity = spawn(&mut app, play(TWO_DISCS), BlobSettings { contacts: true, ..default() });
    let mut contacts = Vec::new();
    for _ in 0..6 {
        app.update();
        contacts.extend(messages::<BlobContact>(&mut app));
    }
    // The gap of 3 closes in the third frame, whose number is 2 or, by rounding of the border, 3. Equal masses: the impulse is 1.
    assert_eq!(contacts.len(), 2);
    let [begin, end] = [contacts[0], contacts[1]];
    assert_eq!((begin.contact.phase, begin.contact.impulse, begin.world), (ContactPhase::Begin, 1.0, entity));
    assert_eq!((end.contact.phase, end.frame), (ContactPhase::End, begin.frame + 1));
    let world = world(&app, entity);
    let [left, right] = ["left", "right"].map(|id| world.entity(world.disc(id).unwrap()));
    assert!(left.is_some() && left != right);
    assert_eq!([begin.first, begin.second], [left, right]);
}

#[test]
fn contacts_are_silent_by_default() {
    let mut app = bare_app();
    spawn(&mut app, play(TWO_DISCS), BlobSettings::default());
    for _ in 0..6 {
        app.update();
        assert_eq!(messages::<BlobContact>(&mut app), []);
    }
}

#[test]
fn sensors_and_faults_are_messages() {
    let mut app = bare_app();
    let level = play(
        r#"{"format": 2, "world": {"gravity": [0, 0]}, "discs": [
            {"id": "ball", "position": [-3, 0], "velocity": [1, 0], "radius": 0.5},
            {"id": "goal", "position": [0, 0], "radius": 1, "motion": "Fixed", "collision": {"sensor": true}}],
            "bodies": [{"id": "flat", "nodes": [{"position": [0, 9]}, {"position": [1, 9]}, {"position": [0, 8]}],
                "gas": 1, "triangles": [[0, 1, 2]], "hull": [[0, 1], [1, 2], [2, 0]]}]}"#,
    );
    let entity = spawn(&mut app, level, BlobSettings::default());
    let (mut sensors, mut faults) = (Vec::new(), Vec::new());
    for _ in 0..8 {
        app.update();
        sensors.extend(messages::<BlobSensor>(&mut app));
        faults.extend(messages::<BlobFault>(&mut app));
    }
    let world = world(&app, entity);
    let ball = world.disc("ball").unwrap();
    assert_eq!(sensors.iter().map(|sensor| sensor.entered).collect::<Vec<_>>(), [true, false]);
    assert_eq!((sensors[0].other, sensors[0].entity), (ball.into(), world.entity(ball)));
    // The triangle is clockwise, so its area is negative from the start.
    let flat = world.body("flat").unwrap();
    assert_eq!((faults[0].fault, faults[0].part, faults[0].world), (EventKind::Collapsed, flat.into(), entity));
    assert_eq!(faults[0].entity, world.entity(flat));
}

#[test]
fn parts_have_entities_as_long_as_they_exist() {
    let mut app = bare_app();
    let entity = spawn(&mut app, play(TWO_DISCS), BlobSettings::default());
    app.update();
    let children = |app: &App| app.world().get::<Children>(entity).map_or(0, |children| children.len());
    assert_eq!(children(&app), 2);
    let prefab =
        Prefab::from_text(r#"{"format": 2, "bodies": [{"id": "dot", "nodes": [{"position": [0, 0]}]}]}"#).unwrap();
    let mut running = app.world_mut().get_mut::<BlobWorld>(entity).unwrap();
    let left = running.disc("left").unwrap();
    let gone = running.entity(left).unwrap();
    running.remove(left).unwrap();
    running.spawn(&prefab, &Placement::at([7.0, 8.0])).unwrap();
    app.update();
    assert_eq!(children(&app), 2);
    assert!(app.world().get_entity(gone).is_err(), "the entity of the removed disc");
    let dot = world(&app, entity).body("spawn-1/dot").unwrap();
    let dot = world(&app, entity).entity(dot).unwrap();
    assert_eq!(app.world().get::<Name>(dot).unwrap().as_str(), "spawn-1/dot");
    assert_eq!(app.world().get::<Transform>(dot).unwrap().translation, Vec3::new(7.0, 8.0, 0.0));
    app.world_mut().entity_mut(entity).despawn();
    app.update();
    assert!(app.world().get_entity(dot).is_err(), "the parts go with their world");
}

#[test]
fn transforms_lie_between_two_frames() {
    let mut app = bare_app();
    let entity = spawn(&mut app, play(TWO_DISCS), BlobSettings::default());
    let x = |app: &App| {
        let left = world(app, entity).entity(world(app, entity).disc("left").unwrap()).unwrap();
        app.world().get::<Transform>(left).unwrap().translation.x
    };
    app.update();
    // A fixed step has just ended: the weight of the present frame, in which x is 1, is 0.
    assert_eq!((x(&app), world(&app, entity).alpha()), (0.0, 0.0));
    // A quarter of a step.
    app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(std::time::Duration::from_micros(2500)));
    app.update();
    assert_eq!((x(&app), world(&app, entity).frame()), (0.25, 1));
    app.world_mut().get_mut::<BlobSettings>(entity).unwrap().interpolate = false;
    (0..3).for_each(|_| app.update());
    assert_eq!((x(&app), world(&app, entity).frame()), (2.0, 2));
}

#[test]
fn bodies_turn_with_their_shape() {
    let mut app = bare_app();
    // Two masses that circle their barycentre, held by a stick: at radius 1 and speed 0.1 about 0.1 radians per frame.
    let level = play(
        r#"{"format": 2, "world": {"gravity": [0, 0], "substeps": 16}, "bodies": [{"id": "baton", "nodes": [
            {"position": [4, 0], "velocity": [0, -0.1]}, {"position": [6, 0], "velocity": [0, 0.1]}],
            "sticks": [{"a": 0, "b": 1, "length": 2}]}]}"#,
    );
    let entity = spawn(&mut app, level, BlobSettings { interpolate: false, ..default() });
    (0..10).for_each(|_| app.update());
    let running = world(&app, entity);
    let body = running.body("baton").unwrap();
    let transform = app.world().get::<Transform>(running.entity(body).unwrap()).unwrap();
    let points = running.points(body).unwrap();
    let angle = (points[1][1] - points[0][1]).atan2(points[1][0] - points[0][0]) as f32;
    assert!((angle - 1.0).abs() < 0.05, "{angle}");
    let (axis, turned) = transform.rotation.to_axis_angle();
    assert!((turned - angle).abs() < 1e-5 && axis.z > 0.999, "{axis} {turned}");
    assert!((transform.translation - Vec3::new(5.0, 0.0, 0.0)).length() < 1e-5);
}
