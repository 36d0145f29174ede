//! Equal bits: in two runs, from a snapshot, with the trace on, from a file.

use crate::scenes::random::meeting;
use crate::scenes::{level, pile};
use blobsmith::engine::{State, Trace, World};
use blobsmith::level::format::{TextFormat, read, write};
use blobsmith::level::{DiscMethod, Level, World as Settings, gallery};

/// Random levels that have contacts, and a pile.
fn levels() -> Vec<Level> {
    let mut levels: Vec<Level> = (0..24).map(meeting).collect();
    levels.push(pile(12, 3));
    // Decor by force, sticks, diagonals and bounds, obstacles.
    let systems = ["28-decor-by-force", "29-ropes-of-sticks", "30-pieces-of-sticks", "31-obstacles"];
    let text = |id| gallery::level(id).expect("a level of the gallery").text;
    levels.extend(systems.map(|id| read(text(id), TextFormat::Ron).expect("a level of the gallery can be read")));
    for discs in [DiscMethod::Swept, DiscMethod::Discrete] {
        let mut level = rain_of_discs();
        level.world.discs = discs;
        levels.push(level);
    }
    levels
}

/// Discs that fall on a floor and on a blob, in a box.
fn rain_of_discs() -> Level {
    let text = "(format: 1, world: (bounds: Some((min: (-5, -1), max: (5, 20)))), bodies: [
        (nodes: [(position: (0, 0.5)), (position: (2, 0.5)), (position: (1, 2))],
         springs: [(a: 0, b: 1, rest_length: 2), (a: 1, b: 2, rest_length: 1.8), (a: 2, b: 0, rest_length: 1.8)],
         hull: [(0, 1), (1, 2), (2, 0)], triangles: [(0, 1, 2)])],
     discs: [(position: (1, 3), radius: 0.5, velocity: (0, -0.5)), (position: (1.2, 5), radius: 0.4, restitution: 0.5),
        (position: (-3, 2), radius: 0.5, velocity: (0.4, 0)), (position: (-2.9, 4), radius: 0, velocity: (0, -1))],
     obstacles: [(shape: Segment((-6, 0), (6, 0.3)), restitution: 0.9)])";
    read(text, TextFormat::Ron).expect("a level that can be read")
}

fn start(level: &Level) -> World {
    World::new(level).expect("a level that is fit to run")
}

/// Hash after every one of these frames.
fn hashes(world: &mut World, frames: usize) -> Vec<u64> {
    let mut hashes = vec![world.hash()];
    for _ in 0..frames {
        world.step_frame();
        hashes.push(world.hash());
    }
    hashes
}

#[test]
fn reruns_give_the_same_bits() {
    for level in levels() {
        assert_eq!(hashes(&mut start(&level), 40), hashes(&mut start(&level), 40));
    }
}

/// From the middle of a frame, into the same world and into a fresh one.
#[test]
fn snapshot_continues_with_the_same_bits() {
    for level in levels() {
        let mut world = start(&level);
        for _ in 0..10 {
            world.step_frame();
        }
        world.step_substep();
        let snapshot = world.state().clone();
        let contacts = world.contact_count();
        let expected = hashes(&mut world, 30);
        let expected_contacts = world.contact_count();
        world.restore(&snapshot);
        assert_eq!(world.contact_count(), contacts);
        assert_eq!(hashes(&mut world, 30), expected);
        assert_eq!(world.contact_count(), expected_contacts);
        let mut fresh = start(&level);
        fresh.restore(&snapshot);
        assert_eq!(hashes(&mut fresh, 30), expected);
    }
}

#[test]
fn trace_changes_no_bit() {
    for (index, level) in levels().iter().enumerate() {
        let (mut plain, mut traced) = (start(level), start(level));
        let mut trace = Trace::default();
        for _ in 0..30 * level.world.substeps {
            plain.step_substep();
            traced.step_substep_traced(&mut trace);
            let State { frame, substep, .. } = *plain.state();
            assert_eq!(plain.hash(), traced.hash(), "level {index}, frame {frame}, substep {substep}");
        }
        assert_eq!(plain.contact_count(), traced.contact_count());
    }
}

#[test]
fn queries_change_no_bit() {
    let level = meeting(5);
    let (mut plain, mut watched) = (start(&level), start(&level));
    for _ in 0..30 {
        plain.step_frame();
        watched.step_frame();
        for body in 0..level.bodies.len() {
            let _ = (watched.hull_box(body), watched.barycentre(body), watched.doubled_area(body));
        }
        let _ = (watched.energy(), watched.forces(), watched.take_events(), watched.time());
        assert_eq!(plain.hash(), watched.hash());
    }
}

#[test]
fn level_read_back_gives_the_same_bits() {
    for level in levels() {
        for format in [TextFormat::Ron, TextFormat::Json] {
            let again = read(&write(&level, format), format).expect("what was written can be read");
            assert_eq!(again, level);
            assert_eq!(hashes(&mut start(&again), 10), hashes(&mut start(&level), 10));
        }
    }
}

/// Names and notes are for people.
#[test]
fn names_and_notes_change_no_bit() {
    let plain = pile(4, 2);
    let mut named = plain.clone();
    named.name = "a pile".into();
    named.notes = "four of them".into();
    named.bodies[1].name = "the first".into();
    assert_eq!(hashes(&mut start(&plain), 10), hashes(&mut start(&named), 10));
}

#[test]
fn empty_level_runs_without_energy() {
    for discs in [DiscMethod::Swept, DiscMethod::Discrete] {
        let mut world = start(&Level { world: Settings { discs, ..Settings::default() }, ..level(Vec::new()) });
        world.step_frame();
        assert_eq!(world.time(), 1.0);
        assert_eq!(world.energy().total, 0.0);
    }
}
