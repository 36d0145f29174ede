//! The flight recorder: what it keeps is what the game did.

use super::{gallery, square, weightless};
use blobsmith_engine::level::LinkKind;
use blobsmith_engine::level::format::{TextFormat, read_document, write_document};
use blobsmith_engine::play::recorder::{Recording, What};
use blobsmith_engine::play::{Flight, HandId, LinkTarget, Placement, PlayError, PlayWorld, Prefab, RecorderSettings};
use serde_json::json;

/// Random numbers by a linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count.max(1)
    }

    fn point(&mut self, size: f64) -> [f64; 2] {
        [0; 2].map(|_: i32| (self.below(2001) as f64 - 1000.0) / 1000.0 * size)
    }
}

fn settings(frames: u64, keyframe_every: u64) -> RecorderSettings {
    RecorderSettings { frames, keyframe_every, on_fault: true }
}

/// A square and a ball on a spring, with an obstacle.
fn cart() -> Prefab {
    let spring = json!({"Spring": {"rest_length": 1, "stiffness": 0.1, "damping": 0}});
    let mut level = json!({"format": 2, "bodies": [square("box", [0.0, 0.0], 2.0)],
        "discs": [{"id": "ball", "position": [1, 5], "radius": 0.5}],
        "obstacles": [{"id": "peg", "shape": {"Circle": {"center": [4, 4], "radius": 0.4}}}],
        "links": [{"id": "rope", "a": {"node": [0, 2]}, "b": {"disc": 0}, "kind": spring}]});
    level["bodies"][0]["gas"] = 0.01.into();
    Prefab::from_text(&level.to_string()).unwrap()
}

/// One random call; refused calls are fine.
fn act(
    world: &mut PlayWorld,
    hands: &mut Vec<HandId>,
    random: &mut Random,
    is_forced: &mut bool,
) -> Result<(), PlayError> {
    let bodies: Vec<_> = world.bodies().collect();
    let discs: Vec<_> = world.discs().collect();
    let links: Vec<_> = world.links().collect();
    let peg = world.obstacles().next();
    let body = bodies.get(random.below(bodies.len())).copied();
    let disc = discs.get(random.below(discs.len())).copied();
    let Some(body) = body else { return world.spawn(&cart(), &Placement::default()).map(drop) };
    let node = random.below(world.node_count(body)?);
    match random.below(16) {
        0 => world.set_velocity(body, random.point(0.2)),
        1 => world.apply_impulse((body, node), random.point(0.2)),
        2 => {
            *is_forced = true;
            world.apply_force(body, random.point(0.1))
        }
        3 => world.teleport(body, random.point(2.0)),
        4 => world.pin(body, node),
        5 => world.unpin(body, node),
        6 => {
            hands.push(world.grab((body, node), random.point(5.0))?);
            Ok(())
        }
        7 if !hands.is_empty() => world.move_hand(hands[random.below(hands.len())], random.point(5.0)),
        8 if !hands.is_empty() => world.release(hands.swap_remove(random.below(hands.len()))),
        9 | 10 => {
            let placement =
                Placement { position: random.point(15.0), mirror: random.below(2) == 0, ..Placement::default() };
            world.spawn(&cart(), &placement).map(drop)
        }
        11 if bodies.len() > 1 => world.remove(body),
        12 => disc.map_or(Ok(()), |disc| world.remove(disc)),
        13 => peg.map_or(Ok(()), |obstacle| world.remove(obstacle)),
        14 => {
            let kind = LinkKind::Spring { rest_length: 2.0, stiffness: 0.05, damping: 0.01 };
            let end = disc.map_or(LinkTarget::Point([0.0, 9.0]), LinkTarget::Disc);
            world.connect(LinkTarget::Node(body, node), end, kind, true).map(drop)
        }
        _ if !links.is_empty() => {
            let link = links[random.below(links.len())];
            if random.below(4) == 0 { world.remove(link) } else { world.switch_link(link, random.below(2) == 0) }
        }
        _ => Ok(()),
    }
}

/// The recording of a flight, written and read again.
fn through_text(flight: &Flight) -> Recording {
    let (recording, difference) = flight.recording();
    assert_eq!(difference, None);
    let format = if flight.frames()[0].is_multiple_of(2) { TextFormat::Ron } else { TextFormat::Json };
    let read: Recording = read_document(&write_document(&recording, format), format).unwrap();
    assert!(read == recording, "the text differs");
    read
}

/// The recording replays without a difference, as a whole and from its last change of parts, and has the hashes of the game.
///
/// A force acts within a step, before the first substep; a recording has it at the start of the frame, so hashes of those frames (0
/// in `game`) are not compared.
fn check(flight: &Flight, game: &[u64], name: &str) {
    let [first, last] = flight.frames();
    let recording = through_text(flight);
    let hashes: Vec<u64> = recording.branches[0].hashes.iter().map(|hash| hash.state).collect();
    let pairs = hashes.iter().zip(&game[first as usize..=last as usize]).filter(|(_, game)| **game != 0);
    pairs.enumerate().for_each(|(frame, (recorded, game))| assert_eq!(recorded, game, "{name} from {first}: {frame}"));
    assert_eq!(recording.verify(), Ok(None), "{name} from {first}");
    let end = recording.end().unwrap();
    assert!(end.departure.is_none() && end.inputs.iter().all(|input| !input.input.changes_parts()));
    let rest = Recording {
        level: end.level,
        start: end.start,
        branches: vec![blobsmith_engine::play::recorder::RecordedBranch {
            inputs: end.inputs,
            hashes: end.hashes,
            ..recording.branches[0].clone()
        }],
        ..recording
    };
    assert_eq!(rest.verify(), Ok(None), "{name}: the end from {}", end.first_frame + first);
}

#[test]
fn recordings_replay_random_games_bit_by_bit() {
    let names = ["01-", "14-", "31-", "34-", "40-", "43-", "48-", "60-", "63-", "65-"];
    let chosen = gallery().into_iter().filter(|path| {
        names.iter().any(|name| path.file_name().is_some_and(|own| own.to_string_lossy().starts_with(name)))
    });
    let mut changes = 0;
    for (seed, path) in chosen.enumerate() {
        let (mut world, mut random) = (PlayWorld::from_file(&path).unwrap(), Random(seed as u64));
        let (name, mut hands, mut game) = (path.display().to_string(), Vec::new(), Vec::new());
        for frame in 0..70 {
            if frame == 5 {
                world.set_recorder(Some(settings(30, 7))).unwrap();
            }
            let mut is_forced = false;
            for _ in 0..random.below(3) {
                let _ = act(&mut world, &mut hands, &mut random, &mut is_forced);
            }
            game.push(if is_forced { 0 } else { world.hash() });
            if [6, 33, 69].contains(&frame) {
                let flight = world.flight("test").unwrap();
                let [first, last] = flight.frames();
                assert!(last == frame && first <= frame.saturating_sub(30).max(5) && first + 45 >= frame);
                check(&flight, &game, &name);
                let inputs = &flight.recording().0.branches[0].inputs;
                changes += inputs.iter().filter(|input| input.input.changes_parts()).count();
            }
            world.step(1);
        }
    }
    assert!(changes > 100, "{changes} changes of parts");
}

#[test]
fn recording_of_a_moment_has_the_state_alone() {
    let mut world = weightless(json!({"bodies": [square("a", [0.0, 0.0], 1.0), square("b", [5.0, 0.0], 1.0)]}));
    let [first, second] = [world.body("a").unwrap(), world.body("b").unwrap()];
    world.set_velocity(second, [0.5, 0.25]).unwrap();
    world.step(8);
    world.remove(first).unwrap();
    let (recording, difference) = world.present_flight().recording();
    assert_eq!((difference, recording.level.bodies.len(), recording.verify()), (None, 1, Ok(None)));
    let start = recording.start.unwrap();
    // 8 frames at (0.5, 0.25).
    assert_eq!((start.frame, start.positions.0[0].to_array()), (8, [9.0, 2.0]));
    assert_eq!(recording.branches[0].hashes[0].state, world.hash());
}

#[test]
fn driven_parts_keep_their_level_time() {
    let path = json!({"points": [[0, 0], [4, 0], [4, 3]], "period": 7.3});
    let mut world =
        weightless(json!({"discs": [{"id": "lift", "position": [1, 2], "radius": 1, "motion": {"Driven": path}}]}));
    world.set_recorder(Some(settings(4, 2))).unwrap();
    let mut game = Vec::new();
    for _ in 0..23 {
        game.push(world.hash());
        world.step(1);
    }
    game.push(world.hash());
    check(&world.flight("").unwrap(), &game, "driven");
}

#[test]
fn restored_worlds_record_anew() {
    let mut world = weightless(json!({"bodies": [square("a", [0.0, 0.0], 1.0)]}));
    world.set_recorder(Some(settings(100, 10))).unwrap();
    world.step(20);
    let snapshot = world.snapshot();
    world.step(5);
    world.restore(&snapshot);
    let hash = world.hash();
    let flight = world.flight("").unwrap();
    assert_eq!(flight.frames(), [20, 20]);
    assert_eq!(flight.recording().0.branches[0].hashes[0].state, hash);
}

#[test]
fn first_fault_keeps_the_frames_before_it() {
    // The upper corner is thrown through the base: the triangle's area becomes negative.
    let triangle = json!({"id": "t", "nodes": [{"position": [0, 0]}, {"position": [2, 0]}, {"position": [1, 1], "velocity": [0, -0.1]}],
        "hull": [[0, 1], [1, 2], [2, 0]], "triangles": [[0, 1, 2]], "gas": 1e-9});
    let mut world = weightless(json!({"bodies": [triangle]}));
    world.set_recorder(Some(settings(600, 60))).unwrap();
    world.step(9);
    assert!(world.take_fault_flight().is_none());
    world.step(20);
    let flight = world.take_fault_flight().expect("a fault");
    // The height is 1 - 0.1 n.
    assert!((10..=11).contains(&flight.frames()[1]), "{:?}", flight.frames());
    let (recording, difference) = flight.recording();
    assert!(difference.is_none() && recording.source.unwrap().reason.contains("t"));
    assert!(world.take_fault_flight().is_none(), "the first fault only");
}

#[test]
fn bad_recordings_are_refused_with_the_place() {
    let mut world = weightless(json!({"bodies": [square("a", [0.0, 0.0], 1.0)]}));
    world.set_recorder(Some(settings(100, 10))).unwrap();
    world.step(3);
    world.spawn(&cart(), &Placement::default()).unwrap();
    world.step(3);
    let good = world.flight("").unwrap().recording().0;
    let refused = |change: &dyn Fn(&mut Recording)| {
        let mut bad = good.clone();
        change(&mut bad);
        bad.verify().expect_err("a bad recording").place
    };
    assert_eq!(
        refused(&|bad| {
            bad.start.as_mut().unwrap().positions.0.pop();
        }),
        "start.positions"
    );
    assert_eq!(refused(&|bad| bad.start.as_mut().unwrap().positions.0[1].x = f64::NAN), "start.positions");
    assert_eq!(refused(&|bad| bad.start.as_mut().unwrap().blown_up.push(7)), "start.blown_up");
    assert_eq!(refused(&|bad| bad.start.as_mut().unwrap().links_off.push(0)), "start.links_off");
    assert_eq!(refused(&|bad| bad.start.as_mut().unwrap().since = (9, 0.0)), "start.since");
    assert_eq!(refused(&|bad| bad.branches[0].inputs[0].frame = 1_000_000), "branches[0].inputs[0]");
    assert_eq!(refused(&|bad| bad.branches[0].inputs[0].substep = 1), "branches[0].inputs[0]");
    let input = |what: What| refused(&|bad| bad.branches[0].inputs[0].input = what.clone());
    assert_eq!(input(What::Remove { place: "bodies[4]".into() }), "branches[0].inputs[0].input.Remove.place");
    assert_eq!(
        input(What::Velocity { place: "bodies[0]".into(), velocity: [f64::NAN, 0.0] }),
        "branches[0].inputs[0].input.Velocity.velocity"
    );
    assert_eq!(input(What::Switch { link: 3, on: true }), "branches[0].inputs[0].input.Switch.link");
    let damaged = |digits: &str| {
        let text = write_document(&good, TextFormat::Json);
        let at = text.find("\"positions\":").unwrap() + 12;
        let quote = at + text[at..].find('"').unwrap() + 1;
        read_document::<Recording>(&format!("{}{digits}{}", &text[..quote], &text[quote..]), TextFormat::Json)
    };
    assert!(damaged("0").unwrap_err().to_string().contains("32 hexadecimal digits"));
    assert!(damaged("é").is_err());
}
