//! Reloading an edited level into a running world.

use super::{square, world};
use blobsmith_engine::play::{BodyHandle, PlayError, PlayWorld};
use serde_json::{Value, json};

/// Two unit squares and a disc, with gravity.
fn level() -> Value {
    json!({"format": 2, "world": {"gravity": [0, -0.02], "substeps": 4},
        "bodies": [square("a", [0.0, 0.0], 1.0), square("b", [5.0, 0.0], 1.0)],
        "discs": [{"id": "ball", "position": [9, 9], "radius": 1}]})
}

fn points(world: &PlayWorld, id: &str) -> Vec<[f64; 2]> {
    world.points(world.body(id).unwrap()).unwrap().to_vec()
}

#[test]
fn reload_without_an_edit_changes_no_bit() {
    let start = world(level());
    let (mut reloaded, mut other) = (start.clone(), start.clone());
    for _ in 0..5 {
        reloaded.step(7);
        other.step(7);
        assert!(reloaded.reload(&start, &start));
        assert_eq!(reloaded.hash(), other.hash());
    }
}

#[test]
fn reload_with_the_same_parts_goes_on_with_the_new_settings() {
    let old = world(level());
    let mut edited = level();
    edited["world"]["gravity"] = json!([0, 0]);
    edited["bodies"][0]["name"] = "Anna".into();
    let new = world(edited);
    let mut running = old.clone();
    let a = running.body("a").unwrap();
    running.step(10);
    assert!(running.reload(&old, &new));
    assert_eq!((running.frame(), running.body_named("Anna")), (10, Some(a)));
    // Ten frames of gravity, then none.
    assert!((running.velocity(a).unwrap().y + 0.2).abs() < 1e-12);
    running.step(10);
    assert!((running.velocity(a).unwrap().y + 0.2).abs() < 1e-12);
}

#[test]
fn reload_moves_only_what_the_edit_has_moved() {
    let old = world(level());
    let mut edited = level();
    edited["bodies"][1] = square("b", [5.0, 20.0], 1.0);
    edited["discs"][0]["position"] = json!([-9, 9]);
    let new = world(edited);
    let mut running = old.clone();
    running.step(10);
    let a = points(&running, "a");
    assert!(running.reload(&old, &new));
    assert_eq!(points(&running, "a"), a);
    assert_eq!(points(&running, "b"), points(&new, "b"));
    assert_eq!(running.velocity(running.body("b").unwrap()).unwrap().y, 0.0);
    let ball = running.disc("ball").unwrap();
    assert_eq!(running.disc_position(ball).unwrap().to_array(), [-9.0, 9.0]);
}

#[test]
fn reload_with_other_parts_starts_again_with_stale_handles() {
    let old = world(level());
    let mut edited = level();
    edited["bodies"].as_array_mut().unwrap().push(square("c", [9.0, 0.0], 1.0));
    let new = world(edited);
    let mut running = old.clone();
    running.set_interpolation(true);
    running.set_seconds_per_frame(0.5).unwrap();
    let handles: Vec<BodyHandle> = running.bodies().collect();
    running.step(10);
    assert!(!running.reload(&old, &new));
    assert_eq!((running.hash(), running.frame(), running.seconds_per_frame()), (new.hash(), 0, 0.5));
    for handle in handles {
        assert_eq!(running.points(handle).unwrap_err(), PlayError::Stale("body"));
    }
    assert_eq!(running.points(running.body("c").unwrap()).unwrap().len(), 4);
    let mut between = [[0.0; 2]; 4];
    running.interpolated(running.body("c").unwrap(), 0.5, &mut between).unwrap();
    assert_eq!(between.to_vec(), points(&new, "c"));
}

#[test]
fn reload_keeps_switched_links_and_refuses_nothing_after_a_spawn() {
    let mut linked = level();
    linked["links"] =
        json!([{"id": "rope", "a": {"node": [0, 0]}, "b": {"point": [0, 3]}, "kind": {"Stick": {"length": 3}}}]);
    let old = world(linked.clone());
    linked["world"]["gravity"] = json!([0, -0.01]);
    let new = world(linked);
    let mut running = old.clone();
    let rope = running.link("rope").unwrap();
    running.switch_link(rope, false).unwrap();
    assert!(running.reload(&old, &new));
    assert_eq!(running.is_link_on(rope), Ok(false));
    // A part that the file does not have.
    let prefab = blobsmith_engine::play::Prefab::from_text(&level().to_string()).unwrap();
    running.spawn(&prefab, &Default::default()).unwrap();
    assert!(!running.reload(&new, &old));
    assert_eq!(running.hash(), old.hash());
}
