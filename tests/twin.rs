//! Two runs in lockstep: the twin equals a run of the level with other settings at every moment, and the first
//! different frame is exact.

use blobsmith::debugger::{Run, Twin, twin};
use blobsmith::engine::{Hand, Held, World};
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{Disc, Integrator, Level, Motion, Path, Place, Twin as Settings, TwinSet, gallery};
use std::sync::Arc;

fn level(id: &str) -> Level {
    format::read(gallery::level(id).unwrap().text, TextFormat::Ron).unwrap()
}

fn leader(level: &Level) -> Run {
    Run::new(Arc::new(level.clone())).unwrap()
}

fn other(level: &Level, settings: &Settings) -> Level {
    Level { world: settings.applied_to(&level.world), ..level.clone() }
}

fn set(path: &str, value: serde_json::Value) -> TwinSet {
    TwinSet { path: path.to_owned(), value }
}

fn same_place(first: &World, second: &World) -> bool {
    let nodes = 0..first.layout().node_count;
    nodes.clone().all(|node| first.position(node) == second.position(node))
        && (0..first.layout().discs.count()).all(|disc| first.disc_position(disc) == second.disc_position(disc))
}

/// First frame at which two worlds differ, by stepping both.
fn parting(level: &Level, settings: &Settings, frames: u64) -> Option<u64> {
    let (mut first, mut second) = (World::new(level).unwrap(), World::new(&other(level, settings)).unwrap());
    (0..=frames).find(|&frame| {
        if frame > 0 {
            first.step_frame();
            second.step_frame();
        }
        !same_place(&first, &second)
    })
}

#[test]
fn twin_equals_a_run_with_its_settings() {
    let level = level("05-squares-barycentre-rule");
    let settings = Settings { integrator: Some(Integrator::Verlet), substeps: Some(24), ..Settings::default() };
    let mut straight = World::new(&other(&level, &settings)).unwrap();
    let mut run = leader(&level);
    let mut twin = Twin::new(&level, &settings).unwrap();
    for _ in 0..40 {
        run.step_frame();
        straight.step_frame();
        assert!(twin.follow(&run, || true));
        assert_eq!(twin.run().world().hash(), straight.hash());
    }
    // In the middle of a frame: 16 substeps here correspond to 24 there; after 5 of the leader's, 7 of the twin's have
    // ended.
    for _ in 0..5 {
        run.step_substep();
    }
    twin.follow(&run, || true);
    for _ in 0..7 {
        straight.step_substep();
    }
    assert_eq!(twin.run().moment(), (40, 7));
    assert_eq!(twin.run().world().hash(), straight.hash());
    // Backwards again.
    run.seek(3);
    twin.follow(&run, || true);
    let mut straight = World::new(&other(&level, &settings)).unwrap();
    (0..3).for_each(|_| straight.step_frame());
    assert_eq!(twin.run().world().hash(), straight.hash());
}

#[test]
fn parting_is_the_first_different_frame() {
    // Two squares fall and touch; until then the edge choice has no effect.
    let level = level("04-squares-distance");
    let settings = Settings { barycentre_rule: Some(true), ..Settings::default() };
    let expected = parting(&level, &settings, 200).expect("the bodies touch, so the rule has an effect");
    assert!(expected > 1, "{expected}");
    let mut run = leader(&level);
    let mut twin = Twin::new(&level, &settings).unwrap();
    while run.frame() < 200 {
        // Several frames at a time, as in fast playback.
        (0..7).for_each(|_| run.step_frame());
        twin.follow(&run, || true);
        let known = twin.parting();
        assert_eq!(known, Some(expected).filter(|&frame| frame <= run.frame()), "at frame {}", run.frame());
    }
    assert!(twin.farthest(&run).is_some());
    // The part with the largest distance is that of the first different frame, although both runs are far beyond it.
    let (mut first, mut second) = (World::new(&level).unwrap(), World::new(&other(&level, &settings)).unwrap());
    for _ in 0..expected {
        first.step_frame();
        second.step_frame();
    }
    assert!(twin.first_apart().is_some());
    assert_eq!(twin.first_apart(), twin::farthest(&first, &second));
    run.seek(expected - 1);
    twin.follow(&run, || true);
    assert_eq!(twin.farthest(&run), None, "the frame before is equal");
}

#[test]
fn settings_without_effect_give_the_same_bits() {
    let level = level("27-orbit-verlet");
    let settings = Settings { barycentre_rule: Some(true), stick_iterations: Some(50), ..Settings::default() };
    let mut run = leader(&level);
    let mut twin = Twin::new(&level, &settings).unwrap();
    (0..100).for_each(|_| run.step_frame());
    twin.follow(&run, || true);
    assert!(!twin.is_same());
    assert_eq!((twin.parting(), twin.farthest(&run)), (None, None));
}

#[test]
fn hand_acts_on_both_and_rewinding_clears_both() {
    let level = level("27-orbit-verlet");
    let hand = |x: f64| Some(Hand { target: [x, 1.0], ..hand_on(0, 1) });
    let settings = Settings { substeps: Some(8), ..Settings::default() };
    let mut run = leader(&level);
    let mut twin = Twin::new(&level, &settings).unwrap();
    for frame in 0..30 {
        if frame == 10 {
            run.set_hand(hand(3.0));
        }
        run.step_frame();
        twin.follow(&run, || true);
    }
    // Back to frame 5, with another pull from there on; the first pull is dropped.
    run.seek(5);
    run.set_hand(hand(-2.0));
    (0..20).for_each(|_| run.step_frame());
    twin.follow(&run, || true);
    let mut straight = World::new(&other(&level, &settings)).unwrap();
    (0..5).for_each(|_| straight.step_frame());
    straight.set_hand(hand(-2.0));
    (0..20).for_each(|_| straight.step_frame());
    assert_eq!(twin.run().world().hash(), straight.hash());
    assert_eq!(twin.run().last_frame(), 25);
}

fn hand_on(body: usize, node: usize) -> Hand {
    Hand { held: Held::Node(body, node), target: [0.0, 0.0], stiffness: 0.01, damping: 0.0 }
}

#[test]
fn follow_stops_and_continues() {
    let level = level("27-orbit-verlet");
    let settings = Settings { integrator: Some(Integrator::ExplicitEuler), ..Settings::default() };
    let mut run = leader(&level);
    let mut twin = Twin::new(&level, &settings).unwrap();
    (0..50).for_each(|_| run.step_frame());
    let mut pictures = 0;
    loop {
        let mut left = 30;
        let has_arrived = twin.follow(&run, || {
            left -= 1;
            left >= 0
        });
        pictures += 1;
        if has_arrived {
            break;
        }
        assert!(pictures < 50);
    }
    // 200 substeps, 30 at a time.
    assert_eq!(pictures, 7);
    assert_eq!(twin.run().moment(), (50, 0));
    assert_eq!(twin.parting(), Some(1));
}

#[test]
fn farthest_is_reported_with_its_distance() {
    let level = level("27-orbit-verlet");
    let mut moved = level.clone();
    moved.bodies[2].nodes[1].position[0] += 0.3;
    moved.bodies[2].nodes[1].position[1] += 0.4;
    moved.bodies[1].nodes[1].position[0] += 0.1;
    let (first, second) = (World::new(&level).unwrap(), World::new(&moved).unwrap());
    let apart = twin::farthest(&first, &second).unwrap();
    assert_eq!(apart.place, Place::Node(2, 1));
    assert!((apart.distance - 0.5).abs() < 1e-12);
}

#[test]
fn twin_with_other_gas_parts_like_a_changed_level() {
    let level = level("04-squares-distance");
    let mut changed = level.clone();
    changed.bodies[0].gas *= 2.0;
    let settings = Settings { set: vec![set("bodies[0].gas", changed.bodies[0].gas.into())], ..Settings::default() };
    let (mut first, mut second) = (World::new(&level).unwrap(), World::new(&changed).unwrap());
    let mut run = leader(&level);
    let mut twin = Twin::new(&level, &settings).unwrap();
    let mut expected = None;
    for frame in 1..=30 {
        first.step_frame();
        second.step_frame();
        run.step_frame();
        assert!(twin.follow(&run, || true));
        assert_eq!(twin.run().world().hash(), second.hash());
        expected = expected.or(Some(frame).filter(|_| !same_place(&first, &second)));
        assert_eq!(twin.parting(), expected);
    }
    assert!(expected.is_some(), "gas has an effect");
    assert_eq!(twin.titles()[1], format!("bodies[0].gas {}", changed.bodies[0].gas));
}

#[test]
fn settings_of_the_leader_do_not_override_those_of_the_twin() {
    let level = level("04-squares-distance");
    let gas = level.bodies[0].gas;
    let own = vec![set("bodies[0].gas", (gas * 2.0).into()), set("world.substeps", 8.into())];
    let settings = Settings { set: own, ..Settings::default() };
    let mut straight = World::new(&settings.checked(&level).unwrap()).unwrap();
    let mut run = leader(&level);
    let mut twin = Twin::new(&level, &settings).unwrap();
    for frame in 0..20 {
        match frame {
            // The twin has its own gas for this body, and its own substeps.
            4 => assert!(run.set("bodies[*].gas", &(gas * 3.0).into()).unwrap()),
            8 => assert!(run.set("world.substeps", &20.into()).unwrap()),
            _ => {}
        }
        run.step_frame();
        twin.follow(&run, || true);
        assert_eq!(twin.run().moment(), run.moment());
        if frame < 4 {
            straight.step_frame();
            assert_eq!(twin.run().world().hash(), straight.hash());
        }
    }
    let now = twin.run().level();
    assert_eq!((now.bodies[0].gas, now.bodies[1].gas, now.world.substeps), (gas * 2.0, gas * 3.0, 8));
    // Ten of the leader's twenty substeps correspond to four of the twin's eight.
    (0..10).for_each(|_| run.step_substep());
    twin.follow(&run, || true);
    assert_eq!(twin.run().moment(), (20, 4));
}

#[test]
fn twin_that_differs_within_a_frame_parts_in_that_frame() {
    let level = level("04-squares-distance");
    let gas = 2.0 * level.bodies[0].gas;
    let settings = Settings { set: vec![set("bodies[0].gas", gas.into())], ..Settings::default() };
    let mut run = leader(&level);
    let mut twin = Twin::new(&level, &settings).unwrap();
    (0..3).for_each(|_| run.step_substep());
    assert!(twin.follow(&run, || true));
    assert!(twin.farthest(&run).is_some(), "gas has an effect in the first substeps");
    assert_eq!(twin.parting(), Some(1));
    assert_eq!(twin.origin().map(|origin| origin.moment.0), Some(0));
    // With twice the substeps, the runs are at the same time after every substep of the leader.
    let settings = Settings { substeps: Some(2 * level.world.substeps), ..settings };
    let mut twin = Twin::new(&level, &settings).unwrap();
    twin.follow(&run, || true);
    assert!(twin.is_comparable(&run) && twin.parting() == Some(1));
    // With one substep, they are not.
    let settings = Settings { substeps: Some(1), ..settings };
    let mut twin = Twin::new(&level, &settings).unwrap();
    twin.follow(&run, || true);
    assert!(!twin.is_comparable(&run) && twin.parting().is_none());
}

#[test]
fn difference_that_vanishes_within_a_frame_is_examined_once() {
    let there_and_back = Path { points: vec![[0.0, 0.0], [1.0, 0.0]], period: 1.0 };
    let disc = Disc { motion: Motion::Driven(there_and_back), ..Disc::default() };
    let mut level = Level { discs: vec![disc], ..Level::default() };
    (level.world.frame_time, level.world.substeps) = (1.0, 4);
    // Twice as fast, it is at the start again at the end of every frame, too.
    let settings = Settings { set: vec![set("discs[0].motion.Driven.period", 0.5.into())], ..Settings::default() };
    let mut run = leader(&level);
    let mut twin = Twin::new(&level, &settings).unwrap();
    run.step_substep();
    assert!(twin.follow(&run, || true));
    assert_eq!((twin.parting(), twin.first_apart()), (Some(1), None));
    let mut steps = 0;
    assert!(twin.follow(&run, || {
        steps += 1;
        true
    }));
    assert_eq!(steps, 0, "the same frame again");
}
