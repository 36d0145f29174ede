//! Snapshots: going back gives the same frames.

use super::{gallery, weightless};
use blobsmith_engine::play::PlayWorld;
use serde_json::json;

#[test]
fn restore_keeps_the_trajectory_of_every_gallery_level() {
    for path in gallery() {
        let mut world = PlayWorld::from_file(&path).unwrap();
        world.step(2);
        let snapshot = world.snapshot();
        let hashes = |world: &mut PlayWorld| {
            let one = |_| {
                world.step(1);
                world.hash()
            };
            [0; 4].map(one)
        };
        let expected = hashes(&mut world);
        world.restore(&snapshot);
        assert_eq!((world.frame(), world.hash()), (2, snapshot.hash()), "{}", path.display());
        assert_eq!(hashes(&mut world), expected, "{}", path.display());
        let mut other = PlayWorld::from_file(&path).unwrap();
        other.restore(&snapshot);
        assert_eq!(hashes(&mut other), expected, "{}, in another world", path.display());
    }
}

#[test]
fn restore_undoes_pins_hands_and_the_clock() {
    let mut world = weightless(json!({"bodies": [{"id": "a", "nodes": [{"position": [0, 0], "velocity": [1, 0]}]}]}));
    let body = world.body("a").unwrap();
    world.advance(0.75 / 60.0).unwrap();
    let hand = world.grab(body, [0.0, 5.0]).unwrap();
    let snapshot = world.snapshot();
    world.release(hand).unwrap();
    world.pin(body, 0).unwrap();
    let later = world.grab(body, [0.0, 0.0]);
    assert!(later.is_err(), "a pinned node cannot be pulled");
    world.step(3);
    assert_eq!(world.points(body).unwrap(), [[0.0, 0.0]]);
    world.restore(&snapshot);
    assert!(!world.is_pinned(body, 0).unwrap());
    assert_eq!((world.hands().collect::<Vec<_>>(), world.move_hand(hand, [0.0, 6.0])), (vec![hand], Ok(())));
    // A quarter of a frame is missing to the first one.
    assert_eq!(world.advance(0.5 / 60.0).unwrap().frames, 1);
}

#[test]
fn restore_keeps_interpolation_on_or_off() {
    let mut world = weightless(json!({"discs": [{"id": "d", "position": [0, 0], "velocity": [1, 0], "radius": 1}]}));
    let disc = world.disc("d").unwrap();
    let start = world.snapshot();
    world.set_interpolation(true);
    world.step(2);
    let moving = world.snapshot();
    world.restore(&start);
    assert_eq!(world.interpolated_disc(disc, 0.5), Ok([0.0, 0.0]), "no earlier frame is known");
    world.restore(&moving);
    assert_eq!(world.interpolated_disc(disc, 0.5), Ok([1.5, 0.0]));
    world.set_interpolation(false);
    world.restore(&moving);
    assert!(world.interpolated_disc(disc, 0.5).is_err());
}

/// Engines move worlds between threads, and share them.
#[test]
fn worlds_and_snapshots_are_send_and_sync() {
    fn is_shared<T: Send + Sync + Clone + 'static>() {}
    is_shared::<PlayWorld>();
    is_shared::<blobsmith_engine::play::PlaySnapshot>();
}
