//! Contact events, by hand, against the balance of momentum and against the engine's records.

use super::{gallery, square, weightless, world};
use blobsmith_engine::engine::{ContactRecord, World};
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{Place, flatten::load_flat};
use blobsmith_engine::play::{ContactEvent, ContactPhase, ContactSide, PlayEvent, PlayWorld};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

fn contacts(events: Vec<PlayEvent>) -> Vec<(u64, ContactEvent)> {
    events.into_iter().filter_map(|event| Some((event.frame, event.kind.contact()?))).collect()
}

/// Runs frames and returns their contacts.
fn run(world: &mut PlayWorld, frames: u32) -> Vec<(u64, ContactEvent)> {
    world.set_contact_events(true);
    world.step(frames);
    contacts(world.take_events())
}

#[test]
fn impulse_of_two_discs_is_that_of_the_formula() {
    let mut world = weightless(json!({"discs": [
        {"id": "right", "position": [0, 0], "radius": 1, "mass": 3, "restitution": 0.5},
        {"id": "left", "position": [-3.5, 0], "velocity": [1, 0], "radius": 1, "mass": 1, "restitution": 0.5}]}));
    let events = run(&mut world, 4);
    let [right, left] = ["right", "left"].map(|id| ContactSide::Part(world.disc(id).unwrap().into()));
    let (frame, contact) = events[0];
    // Reduced mass 3/4, e = 1/4: impulse 3/4 * 5/4. It pushes the first disc to the right.
    assert_eq!((frame, contact.phase, contact.first, contact.second), (1, ContactPhase::Begin, right, left));
    assert!((contact.impulse - 0.9375).abs() < 1e-12 && contact.friction == 0.0);
    assert!(contact.normal.distance(DVec2::X) < 1e-12 && contact.point.distance([-1.0, 0.0].into()) < 1e-12);
    assert_eq!(
        events.iter().map(|(_, contact)| contact.phase).collect::<Vec<_>>(),
        [ContactPhase::Begin, ContactPhase::End]
    );
    assert_eq!((events[1].0, events[1].1.impulse, events[1].1.point), (2, 0.0, contact.point));
}

#[test]
fn point_is_the_mean_weighted_by_impulses() {
    // Two nodes of masses 1 and 3 hit the ground in the same substep with the same speed.
    let mut body = square("a", [0.0, 0.25], 4.0);
    for node in 0..4 {
        body["nodes"][node]["velocity"] = json!([0, -1]);
    }
    body["nodes"][1]["role"] = json!({"Mass": 3});
    let mut world =
        weightless(json!({"bodies": [body], "obstacles": [{"shape": {"Line": [[0, 0], [1, 0]]}, "restitution": 0.5}]}));
    let (frame, contact) = run(&mut world, 1)[0];
    assert_eq!((frame, contact.phase), (0, ContactPhase::Begin));
    assert_eq!((contact.point.to_array(), contact.normal.to_array()), ([3.0, 0.0], [0.0, 1.0]));
    // Restitution 0.5 of the body times 0.5: impulse (1 + 1/4) * 4.
    assert!((contact.impulse - 5.0).abs() < 1e-12, "{contact:?}");
}

#[test]
fn impulses_balance_gravity_and_the_change_of_momentum() {
    for restitution in [0.0, 0.7] {
        let mut world = world(json!({"format": 2, "world": {"gravity": [0.125, -0.5], "substeps": 4},
            "discs": [{"id": "d", "position": [0, 3], "radius": 1, "mass": 2, "restitution": restitution}],
            "obstacles": [{"shape": {"Line": [[0, 0], [1, 0]]}, "restitution": 1}]}));
        let disc = world.disc("d").unwrap();
        let events = run(&mut world, 60);
        let sum: DVec2 = events.iter().map(|(_, contact)| contact.normal * contact.impulse).sum();
        let expected = 2.0 * (world.disc_velocity(disc).unwrap() - DVec2::new(0.125, -0.5) * 60.0);
        assert!(sum.distance(expected) < 1e-9 && sum.y > 10.0, "{restitution}: {sum} {expected}");
    }
}

#[test]
fn bounds_are_a_side_of_contacts() {
    let mut world = world(json!({"format": 2, "world": {"gravity": [0, 0], "substeps": 4,
            "bounds": {"min": [-9, 0], "max": [9, 9], "restitution": 1}},
        "bodies": [{"id": "a", "nodes": [{"position": [0, 0.625], "velocity": [0, -0.5]}]}]}));
    let a = world.body("a").unwrap();
    let events = run(&mut world, 4);
    let (_, contact) = events[0];
    assert_eq!((contact.first, contact.second), (ContactSide::Part(a.into()), ContactSide::Bounds));
    // Restitution 0.5 of the body times 1: impulse (1 + 1/2) * 1/2.
    assert!((contact.impulse - 0.75).abs() < 1e-12 && contact.normal == DVec2::Y, "{contact:?}");
}

#[test]
fn contacts_are_off_by_default_and_after_being_turned_off() {
    let stack = gallery().into_iter().find(|path| path.ends_with("15-stack.ron")).unwrap();
    let mut world = PlayWorld::from_file(stack).unwrap();
    world.step(20);
    assert_eq!(contacts(world.take_events()), []);
    assert_ne!(run(&mut world, 20), []);
    world.set_contact_events(false);
    world.step(20);
    assert_eq!(contacts(world.take_events()), []);
    assert!(run(&mut world, 1).iter().all(|(_, contact)| contact.phase == ContactPhase::Begin));
}

#[test]
fn contact_events_change_no_state_and_follow_a_restored_snapshot() {
    for name in ["15-stack.ron", "43-balls-on-blobs.ron"] {
        let path = gallery().into_iter().find(|path| path.ends_with(name)).unwrap();
        let [mut silent, mut world] = [(); 2].map(|()| PlayWorld::from_file(&path).unwrap());
        run(&mut world, 60);
        silent.step(60);
        assert_eq!(silent.hash(), world.hash(), "{name}");
        let snapshot = world.snapshot();
        let expected = run(&mut world, 5);
        world.restore(&snapshot);
        assert_eq!(run(&mut world, 5), expected, "{name}");
        assert!(expected.iter().any(|(_, contact)| contact.phase == ContactPhase::Persist));
    }
}

/// A side in the engine's numbering; the bounds are the world.
fn place(world: &PlayWorld, side: ContactSide) -> Place {
    let ContactSide::Part(part) = side else { return Place::World };
    let at = |position: Option<usize>| position.expect("a part of this world");
    match part {
        blobsmith_engine::play::PartHandle::Body(body) => Place::Body(at(world.bodies().position(|own| own == body))),
        blobsmith_engine::play::PartHandle::Disc(disc) => Place::Disc(at(world.discs().position(|own| own == disc))),
        blobsmith_engine::play::PartHandle::Obstacle(own) => {
            Place::Obstacle(at(world.obstacles().position(|other| other == own)))
        }
        other => panic!("{other:?} has no contacts"),
    }
}

/// Ranks of sides: bodies, discs, obstacles, bounds.
fn ranked(place: Place) -> (u8, Place) {
    let rank = match place.owner() {
        Place::Body(_) => 0,
        Place::Disc(_) => 1,
        Place::Obstacle(_) => 2,
        _ => 3,
    };
    (rank, place.owner())
}

#[test]
fn contact_events_agree_with_the_records_of_the_engine() {
    for name in ["15-stack.ron", "31-obstacles.ron", "34-bumper-table.ron", "43-balls-on-blobs.ron", "60-car.ron"] {
        let path = gallery().into_iter().find(|path| path.ends_with(name)).unwrap();
        let mut engine = World::new(&load_flat(&path).unwrap()).unwrap();
        engine.set_contact_recording(true);
        let mut play = PlayWorld::from_file(&path).unwrap();
        play.set_contact_events(true);
        let mut before: BTreeSet<[Place; 2]> = BTreeSet::new();
        let mut seen = 0;
        for frame in 0..80 {
            engine.step_frame();
            play.step(1);
            let mut impulses: BTreeMap<[Place; 2], DVec2> = BTreeMap::new();
            for record in engine.take_contacts() {
                let ContactRecord { moving, other, normal, impulse, .. } = record;
                let (moving, other) = (ranked(moving), ranked(other));
                let pair = [moving.min(other).1, moving.max(other).1];
                let on_first = if moving <= other { normal * impulse } else { -normal * impulse };
                *impulses.entry(pair).or_default() += on_first;
            }
            let events = contacts(play.take_events());
            let now: BTreeSet<[Place; 2]> = impulses.keys().copied().collect();
            let pair_of = |contact: &ContactEvent| [place(&play, contact.first), place(&play, contact.second)];
            let of = |phase| -> BTreeSet<[Place; 2]> {
                events
                    .iter()
                    .filter(|(_, contact)| contact.phase == phase)
                    .map(|(_, contact)| pair_of(contact))
                    .collect()
            };
            assert_eq!(of(ContactPhase::Begin), &now - &before, "{name} {frame}");
            assert_eq!(of(ContactPhase::Persist), &now & &before, "{name} {frame}");
            assert_eq!(of(ContactPhase::End), &before - &now, "{name} {frame}");
            assert_eq!(events.len(), (&now | &before).len(), "one event per pair");
            for (at, contact) in events.iter().filter(|(_, contact)| contact.phase != ContactPhase::End) {
                assert!(
                    (contact.normal * contact.impulse).distance(impulses[&pair_of(contact)]) < 1e-9 && *at == frame
                );
            }
            seen += events.len();
            before = now;
        }
        assert!(seen > 20, "{name}: {seen}");
    }
}
