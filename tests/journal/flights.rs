//! Recordings of games: opened as runs from their recorded state, replayed bit by bit, saved again.

use blobsmith::debugger::recording::{self, What};
use blobsmith::debugger::{Run, freeze};
use blobsmith::level::format::TextFormat;
use blobsmith::level::gallery;
use blobsmith::play::{Flight, Placement, PlayWorld, Prefab, RecorderSettings};

/// The game of a gallery level that ends with a flight; spawns and removals end at frame `calm`.
fn game(level: usize, calm: u64) -> (PlayWorld, Flight) {
    let mut world = PlayWorld::from_level(gallery::read_flat(&gallery::ALL[level]).unwrap()).unwrap();
    let settings = RecorderSettings { frames: 30, keyframe_every: 10, on_fault: false };
    world.set_recorder(Some(settings)).unwrap();
    let ball = r#"{"format": 2, "discs": [{"id": "ball", "position": [0, 0], "radius": 0.5}]}"#;
    let ball = Prefab::from_text(ball).unwrap();
    for frame in 0..50 {
        let body = world.bodies().last().unwrap();
        match frame % 4 {
            0 if frame < calm => drop(world.spawn(&ball, &Placement::at([frame as f64, 12.0])).unwrap()),
            1 => world.apply_impulse((body, 0), [0.05, 0.1]).unwrap(),
            2 => world.set_velocity(body, [0.02, 0.05]).unwrap(),
            _ if frame % 8 == 3 => world.teleport(body, [0.0, 0.125]).unwrap(),
            _ => {
                let first = world.hands().next();
                match first {
                    Some(hand) => world.release(hand).unwrap(),
                    None => drop(world.grab((body, 1), [3.0, 9.0]).unwrap()),
                }
            }
        }
        if frame == 44 {
            world.pin(body, 2).unwrap();
        }
        world.step(1);
    }
    let flight = world.flight("test").unwrap();
    (world, flight)
}

#[test]
fn flights_open_at_their_last_frame_with_the_state_of_the_game() {
    for (level, calm) in [(0, 0), (0, 36), (13, 33), (19, 0)] {
        let (world, flight) = game(level, calm);
        let text = recording::write(&flight.recording().0, TextFormat::Json);
        let (_, mut run) = recording::read(&text, TextFormat::Json).unwrap();
        assert_eq!(run.game_frame() + run.last_frame(), 50);
        assert_eq!(run.earlier_frames().is_some(), calm > 20, "level {level}");
        assert!(run.earlier_frames().is_none_or(|earlier| earlier.departure.is_none()));
        run.seek(run.last_frame());
        assert_eq!((run.departure(), run.divergence()), (None, None), "level {level}");
        assert_eq!(run.world().hash(), world.hash(), "level {level}");
        // Backwards and again.
        run.seek(3);
        run.seek(run.last_frame());
        assert_eq!((run.world().hash(), run.divergence()), (world.hash(), None));
        assert_eq!(run.world().time(), world.time());
    }
}

#[test]
fn flights_are_saved_again_with_their_start_and_new_branches() {
    let (world, flight) = game(0, 0);
    let text = recording::write(&flight.recording().0, TextFormat::Ron);
    let (read, mut run) = recording::read(&text, TextFormat::Ron).unwrap();
    run.seek(run.last_frame());
    assert_eq!(run.recording().branches, read.branches);
    assert_eq!((run.recording().start, run.source()), (read.start.clone(), read.source.as_ref()));
    run.seek(4);
    assert!(run.set("world.gravity", &serde_json::json!([0.0, -0.5])).unwrap());
    run.step_frame();
    let hash = run.world().hash();
    let again = recording::write(&run.recording(), TextFormat::Json);
    let (_, mut again) = recording::read(&again, TextFormat::Json).unwrap();
    again.seek(5);
    assert_eq!((again.world().hash(), again.departure()), (hash, None));
    assert!(again.switch_branch(1));
    again.seek(again.last_frame());
    assert_eq!(again.world().hash(), world.hash());
}

#[test]
fn edited_levels_keep_the_recorded_start_while_the_parts_are_the_same() {
    let (_, flight) = game(0, 0);
    let (read, run) =
        recording::read(&recording::write(&flight.recording().0, TextFormat::Json), TextFormat::Json).unwrap();
    let node = run.world().layout().bodies.last().unwrap().nodes.start;
    let start = run.world().position(node);
    let mut softer = read.level.clone();
    softer.bodies[0].springs.iter_mut().for_each(|spring| spring.stiffness *= 0.5);
    let carried = run.carried_to(softer.clone().into()).unwrap();
    assert_eq!((carried.world().position(node), carried.game_frame()), (start, run.game_frame()));
    assert_ne!(start, read.level.bodies.last().unwrap().nodes[0].position.into());
    softer.bodies.push(softer.bodies[0].clone());
    softer.bodies.last_mut().unwrap().id = "other".into();
    let carried = run.carried_to(softer.into()).unwrap();
    let drawn = read.level.bodies.last().unwrap().nodes[0].position.into();
    assert_eq!((carried.game_frame(), carried.world().position(node)), (0, drawn));
}

#[test]
fn changed_hash_is_reported_with_its_frame() {
    let (_, flight) = game(0, 36);
    let mut recorded = flight.recording().0;
    let last = recorded.branches[0].hashes.len() - 1;
    recorded.branches[0].hashes[last - 2].state ^= 1;
    let (_, mut run) = recording::read(&recording::write(&recorded, TextFormat::Json), TextFormat::Json).unwrap();
    run.seek(run.last_frame());
    assert_eq!(run.departure(), Some(run.last_frame() - 2));
    recorded.branches[0].hashes[2].pose ^= 1;
    let (_, run) = recording::read(&recording::write(&recorded, TextFormat::Json), TextFormat::Json).unwrap();
    assert_eq!(run.earlier_frames().unwrap().departure.map(|one| one.frame), Some(2));
}

#[test]
fn changes_of_parts_on_a_second_branch_are_refused() {
    let (_, flight) = game(0, 36);
    let mut recorded = flight.recording().0;
    let mut second = recorded.branches[0].clone();
    second.id = 2;
    second.inputs.retain(|input| !matches!(input.input, What::Spawn(_)));
    recorded.branches.push(second);
    let error = recording::read(&recording::write(&recorded, TextFormat::Json), TextFormat::Json).unwrap_err();
    assert_eq!(error.place, "branches[0]");
}

#[test]
fn moment_of_a_flight_becomes_a_level() {
    let (world, flight) = game(0, 0);
    let (_, mut run) =
        recording::read(&recording::write(&flight.recording().0, TextFormat::Json), TextFormat::Json).unwrap();
    run.seek(run.last_frame());
    let frozen = freeze::freeze(&run).unwrap().level;
    let body = world.bodies().last().unwrap();
    assert_eq!(frozen.bodies.last().unwrap().nodes[0].position, world.points(body).unwrap()[0]);
    assert_eq!(Run::new(frozen.into()).unwrap().game_frame(), 0);
}
