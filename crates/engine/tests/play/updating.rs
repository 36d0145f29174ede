//! Edited levels in a running world.

use super::{square, weightless};
use blobsmith_engine::level::{Level, LinkEnd, LinkKind};
use blobsmith_engine::play::{PlayError, PlayWorld};
use serde_json::json;

fn spring(length: f64) -> serde_json::Value {
    json!({"Spring": {"rest_length": length, "stiffness": 0.1, "damping": 0.0}})
}

/// Two squares that move apart, a disc, an obstacle, and a spring between the first square and the disc.
fn scene() -> PlayWorld {
    weightless(json!({
        "bodies": [square("a", [0.0, 0.0], 1.0), square("b", [5.0, 0.0], 1.0)],
        "discs": [{"id": "ball", "position": [0, 5], "radius": 0.5, "velocity": [0.25, 0]}],
        "obstacles": [{"id": "peg", "shape": {"Circle": {"center": [20, 4], "radius": 0.4}}}],
        "links": [{"id": "rope", "a": {"node": [0, 2]}, "b": {"disc": 0}, "kind": spring(4.0)}]}))
}

fn update(world: &mut PlayWorld, change: impl FnOnce(&mut Level)) -> [usize; 3] {
    let mut level = world.level();
    change(&mut level);
    let updated = world.update_level(level).unwrap();
    [updated.kept, updated.added, updated.removed]
}

#[test]
fn unchanged_level_changes_no_bit() {
    let mut world = scene();
    world.step(7);
    let (hash, mut twin) = (world.hash(), world.clone());
    assert_eq!(update(&mut world, |_| {}), [5, 0, 0]);
    assert_eq!(world.hash(), hash);
    world.step(20);
    twin.step(20);
    assert_eq!(world.hash(), twin.hash());
}

#[test]
fn changed_numbers_keep_motion_and_handles() {
    let mut world = scene();
    let (b, ball) = (world.body("b").unwrap(), world.disc("ball").unwrap());
    world.set_velocity(b, [0.5, 0.0]).unwrap();
    world.step(4);
    let changed = update(&mut world, |level| {
        level.world.gravity = [0.0, -0.25];
        level.bodies[1].tags = vec!["gold".into()];
        level.discs[0].radius = 0.75;
    });
    assert_eq!(changed, [5, 0, 0]);
    // 4 frames at 0.5.
    assert_eq!((world.points(b).unwrap()[0], world.frame()), ([7.0, 0.0], 4));
    assert_eq!((world.tags(b).unwrap(), world.radius(ball).unwrap()), (&["gold".to_owned()][..], 0.75));
    world.step(1);
    assert!((world.velocity(b).unwrap().y + 0.25).abs() < 1e-12);
}

#[test]
fn parts_that_are_drawn_elsewhere_move_by_the_offset() {
    let mut world = weightless(json!({
        "bodies": [square("a", [0.0, 0.0], 1.0), {"id": "floor", "motion": "Fixed", "nodes": [{"position": [0.1, -3]}]}],
        "discs": [{"id": "ball", "position": [0, 5], "radius": 0.5, "velocity": [0.25, 0]}]}));
    let [a, floor] = ["a", "floor"].map(|id| world.body(id).unwrap());
    world.set_velocity(a, [0.5, 0.0]).unwrap();
    world.step(4);
    update(&mut world, |level| {
        level.bodies[0].nodes.iter_mut().for_each(|node| node.position[1] += 8.0);
        level.bodies[1].nodes[0].position = [0.7, -2.9];
        level.discs[0].position = [1.0, 7.0];
    });
    assert_eq!((world.points(a).unwrap()[0], world.velocity(a).unwrap().to_array()), ([2.0, 8.0], [0.5, 0.0]));
    assert_eq!(world.points(floor).unwrap(), [[0.7, -2.9]]);
    let ball = world.disc("ball").unwrap();
    assert_eq!(world.disc_position(ball).unwrap().to_array(), [2.0, 7.0]);
}

#[test]
fn parts_come_and_go_by_their_ids() {
    let mut world = scene();
    let [a, b] = ["a", "b"].map(|id| world.body(id).unwrap());
    world.set_velocity(b, [0.5, 0.0]).unwrap();
    world.step(2);
    let changed = update(&mut world, |level| {
        // The second body first, a new one, and no first one: its link goes too.
        level.bodies.remove(0);
        let mut new = level.bodies[0].clone();
        new.id = "new".into();
        new.nodes.iter_mut().for_each(|node| node.position[1] += 7.0);
        level.bodies.insert(0, new);
        level.links[0].a = LinkEnd::Node([0, 1]);
        level.obstacles.clear();
    });
    // Kept: b and the ball. New: the body and its link. Removed: a, the peg; the link of a goes with it.
    assert_eq!(changed, [2, 2, 2]);
    assert_eq!((world.points(a), world.points(b).unwrap()[0]), (Err(PlayError::Stale("body")), [6.0, 0.0]));
    let new = world.body("new").unwrap();
    assert_eq!(world.points(new).unwrap()[0], [5.0, 7.0]);
    let level = world.level();
    assert_eq!((level.bodies[1].id.as_str(), level.links[0].a), ("new", LinkEnd::Node([1, 1])));
    // A body with another number of nodes is a new body.
    let changed = update(&mut world, |level| {
        level.bodies[0].nodes.pop();
        level.bodies[0].hull.clear();
        level.bodies[0].triangles.clear();
    });
    assert_eq!((changed, world.points(b)), ([3, 1, 1], Err(PlayError::Stale("body"))));
}

#[test]
fn parameters_are_set_by_path() {
    let mut world = scene();
    world.step(3);
    world.set_parameter("links[0].kind.Spring.rest_length", &json!(2.5)).unwrap();
    assert_eq!(world.level().links[0].kind, LinkKind::Spring { rest_length: 2.5, stiffness: 0.1, damping: 0.0 });
    let hash = world.hash();
    let refused = world.set_parameter("bodies[0].gass", &json!(1)).unwrap_err();
    assert!(refused.to_string().contains("gas"), "{refused}");
    assert!(world.set_parameter("bodies[0].gas", &json!(-1)).is_err());
    assert!(world.update_level(Level { format: 9, ..world.level() }).is_err());
    assert_eq!((world.hash(), world.frame()), (hash, 3));
}
