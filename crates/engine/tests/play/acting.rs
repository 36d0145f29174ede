//! Velocities, impulses, positions, pins and hands.

use super::{gallery, square, weightless, world};
use blobsmith_engine::engine::{Unmoved, World};
use blobsmith_engine::level::flatten::load_flat;
use blobsmith_engine::play::{BodyHandle, HandId, MovablePart, PlayError, PlayWorld};
use glam::DVec2;
use serde_json::{Value, json};

const INTEGRATORS: [&str; 3] = ["SemiImplicitEuler", "ExplicitEuler", "Verlet"];

/// A square of four masses with a spring, and a disc, under gravity 1.
fn scene(integrator: &str) -> PlayWorld {
    let mut body = square("a", [0.0, 0.0], 2.0);
    body["springs"] = json!([{"a": 0, "b": 2, "rest_length": 2, "stiffness": 0.5, "damping": 0.1}]);
    body["nodes"][1]["role"] = json!({"Mass": 3});
    world(json!({"format": 2, "world": {"gravity": [0, -1], "substeps": 4, "integrator": integrator},
        "bodies": [body], "discs": [{"id": "d", "position": [20, 0], "radius": 1, "mass": 4}]}))
}

fn body_of(world: &PlayWorld) -> BodyHandle {
    world.body("a").unwrap()
}

#[test]
fn set_velocity_moves_every_free_node_by_the_same_way() {
    for integrator in INTEGRATORS {
        let mut level = json!({"bodies": [square("a", [0.0, 0.0], 2.0)], "world": {"integrator": integrator}});
        level["bodies"][0]["nodes"][2]["pinned"] = true.into();
        let mut world = weightless(level);
        let body = body_of(&world);
        world.set_velocity(body, [0.5, 0.25]).unwrap();
        world.step(4);
        assert_eq!(world.points(body).unwrap(), [[2.0, 1.0], [4.0, 1.0], [2.0, 2.0], [2.0, 3.0]], "{integrator}");
        world.set_velocity((body, 0), [0.0, 0.0]).unwrap();
        world.step(4);
        assert_eq!(world.points(body).unwrap()[..2], [[2.0, 1.0], [6.0, 2.0]], "{integrator}");
    }
}

#[test]
fn apply_impulse_changes_the_momentum_by_the_impulse() {
    for integrator in INTEGRATORS {
        let mut world = scene(integrator);
        let body = body_of(&world);
        let disc = world.disc("d").unwrap();
        let momentum = |world: &PlayWorld| world.velocity(body).unwrap() * world.mass(body).unwrap();
        let before = momentum(&world);
        world.apply_impulse(body, [3.0, 0.0]).unwrap();
        assert!((momentum(&world) - before).distance([3.0, 0.0].into()) < 1e-12);
        // Mass 6: every node changes by 3/6.
        assert!(world.velocities(body).unwrap().iter().all(|velocity| velocity.x == 0.5));
        world.apply_impulse((body, 1), [0.0, 6.0]).unwrap();
        assert_eq!(world.node_velocity(body, 1).unwrap().to_array(), [0.5, 2.0], "mass 3");
        world.apply_impulse(disc, [-2.0, 0.0]).unwrap();
        assert_eq!(world.disc_velocity(disc).unwrap().to_array(), [-0.5, 0.0], "mass 4");
    }
}

#[test]
fn teleport_translates_the_whole_future() {
    for integrator in INTEGRATORS {
        let [mut stays, mut moves] = [scene(integrator), scene(integrator)];
        let (body, disc) = (body_of(&stays), stays.disc("d").unwrap());
        for world in [&mut stays, &mut moves] {
            world.apply_impulse(body, [1.0, 2.0]).unwrap();
            world.step(2);
        }
        moves.teleport(body, [-64.0, 128.0]).unwrap();
        moves.teleport(disc, [64.0, 0.0]).unwrap();
        for world in [&mut stays, &mut moves] {
            world.step(5);
        }
        for (a, b) in stays.positions(body).unwrap().iter().zip(moves.positions(body).unwrap()) {
            assert!((*b - *a).distance([-64.0, 128.0].into()) < 1e-9, "{integrator}: {a} {b}");
        }
        let way = moves.disc_position(disc).unwrap() - stays.disc_position(disc).unwrap();
        assert!(way.distance([64.0, 0.0].into()) < 1e-9);
        let (a, b) = (stays.velocity(body).unwrap(), moves.velocity(body).unwrap());
        assert!(a.distance(b) < 1e-9 && a.length() > 1.0, "{integrator}: {a} {b}");
    }
}

#[test]
fn teleport_to_places_barycentres_centres_and_nodes() {
    let mut world = scene("Verlet");
    let (body, disc) = (body_of(&world), world.disc("d").unwrap());
    let shape = world.positions(body).unwrap().to_vec();
    world.teleport_to(body, [8.0, 9.0]).unwrap();
    assert!(world.barycentre(body).unwrap().distance([8.0, 9.0].into()) < 1e-12);
    let moved = world.positions(body).unwrap();
    assert!((moved[2] - moved[0]).distance(shape[2] - shape[0]) < 1e-12, "the shape stays");
    world.teleport_to(disc, [-1.0, 2.0]).unwrap();
    world.teleport_to((body, 3), [0.5, 0.25]).unwrap();
    assert!(world.disc_position(disc).unwrap().distance([-1.0, 2.0].into()) < 1e-12);
    assert!(world.node_position(body, 3).unwrap().distance([0.5, 0.25].into()) < 1e-12);
}

#[test]
fn teleport_moves_what_is_interpolated() {
    let mut world = scene("SemiImplicitEuler");
    let disc = world.disc("d").unwrap();
    world.set_interpolation(true);
    world.step(1);
    let before = world.interpolated_disc(disc, 0.5).unwrap();
    world.teleport(disc, [100.0, 0.0]).unwrap();
    assert_eq!(world.interpolated_disc(disc, 0.5), Ok([before[0] + 100.0, before[1]]));
}

/// Scratch memory must not remember the old place: a world that gets the state from a snapshot continues equally.
#[test]
fn worlds_after_actions_continue_as_their_snapshots_do() {
    for path in gallery().iter().filter(|path| !path.to_string_lossy().contains("39-two-thousand")) {
        let mut world = PlayWorld::from_file(path).unwrap();
        world.step(3);
        let bodies: Vec<_> = world.bodies().step_by(2).map(MovablePart::Body).collect();
        let discs: Vec<_> = world.discs().step_by(3).map(MovablePart::Disc).collect();
        for part in bodies.into_iter().chain(discs).take(6) {
            // Driven parts refuse.
            let _ = world.teleport(part, [0.25, 0.125]);
            let _ = world.apply_impulse(part, [0.01, 0.02]);
        }
        let body = world.bodies().next();
        if let Some(body) = body.filter(|body| world.node_count(*body).unwrap() > 0) {
            let _ = world.pin(body, 0);
        }
        let mut fresh = PlayWorld::from_file(path).unwrap();
        fresh.restore(&world.snapshot());
        world.step(4);
        fresh.step(4);
        assert_eq!(fresh.hash(), world.hash(), "{}", path.display());
    }
}

#[test]
fn pins_at_the_start_are_those_of_the_level() {
    for integrator in INTEGRATORS {
        let level = |is_pinned: bool| -> Value {
            let mut body = square("a", [0.0, 0.0], 2.0);
            body["springs"] = json!([{"a": 0, "b": 2}, {"a": 0, "b": 1}, {"a": 1, "b": 2}]);
            body["nodes"][0]["pinned"] = is_pinned.into();
            json!({"format": 2, "world": {"integrator": integrator}, "bodies": [body]})
        };
        let [mut given, mut acted, mut free] = [level(true), level(false), level(false)].map(world);
        let body = body_of(&acted);
        acted.pin(body, 0).unwrap();
        assert!(acted.is_pinned(body, 0).unwrap() && !acted.is_pinned(body, 1).unwrap());
        for world in [&mut given, &mut acted, &mut free] {
            world.step(20);
        }
        assert_eq!(acted.hash(), given.hash(), "{integrator}");
        assert_ne!(acted.hash(), free.hash());
        assert_eq!(acted.points(body).unwrap()[0], [0.0, 0.0]);

        let [mut freed, mut free] = [level(true), level(false)].map(world);
        freed.unpin(body, 0).unwrap();
        freed.step(20);
        free.step(20);
        assert_eq!(freed.hash(), free.hash(), "{integrator}");
    }
}

#[test]
fn pins_of_a_running_world_are_those_of_a_level_compiled_with_them() {
    for name in ["01-first-blob.ron", "15-stack.ron", "16-pile-of-100.ron"] {
        let path = gallery().into_iter().find(|path| path.ends_with(name)).unwrap();
        let mut level = load_flat(&path).unwrap();
        let mut play = PlayWorld::from_level(level.clone()).unwrap();
        play.step(3);
        let bodies: Vec<BodyHandle> = play.bodies().collect();
        for (index, &body) in bodies.iter().enumerate() {
            level.bodies[index].nodes[1].pinned |= play.pin(body, 1).is_ok();
        }
        let layout = World::new(&level).unwrap().shared_layout().clone();
        let mut compiled = World::of_layout(layout, play.engine().state().clone());
        (0..3).for_each(|_| compiled.step_frame());
        play.step(3);
        assert_eq!(play.hash(), compiled.hash(), "{name}");
    }
}

#[test]
fn restore_brings_back_fixed_parts_that_were_moved() {
    for path in gallery().iter().filter(|path| !path.to_string_lossy().contains("39-two-thousand")) {
        let mut world = PlayWorld::from_file(path).unwrap();
        world.step(2);
        let snapshot = world.snapshot();
        world.step(3);
        let expected = world.hash();
        let parts: Vec<MovablePart> = world.bodies().map(Into::into).chain(world.discs().map(Into::into)).collect();
        for part in parts {
            let _ = world.teleport(part, [0.5, -0.25]);
        }
        world.step(1);
        world.restore(&snapshot);
        world.step(3);
        assert_eq!(world.hash(), expected, "{}", path.display());
    }
}

#[test]
fn sleeping_discs_wake_when_they_are_moved() {
    // A row of discs at rest on the ground, enough for an island.
    let row = (0..140).map(|at| json!({"position": [at, 0.5], "radius": 0.5, "restitution": 0.2}));
    let level =
        json!({"format": 2, "discs": row.collect::<Vec<_>>(), "obstacles": [{"shape": {"Line": [[0, 0], [1, 0]]}}]});
    let mut world = world(level);
    world.step(4);
    let discs: Vec<_> = world.discs().collect();
    assert!(discs.iter().all(|&disc| world.is_asleep(disc).unwrap()), "the row sleeps");
    world.teleport(discs[70], [0.0, 3.0]).unwrap();
    world.set_velocity(discs[7], [0.0, 0.5]).unwrap();
    world.apply_impulse(discs[17], [0.0, 0.5]).unwrap();
    for disc in [70, 7, 17] {
        assert!(!world.is_asleep(discs[disc]).unwrap(), "{disc}");
    }
    world.step(3);
    // Free fall from 3.5, and throws upwards.
    assert!(world.disc_position(discs[70]).unwrap().y < 3.45 && world.disc_position(discs[70]).unwrap().y > 3.3);
    assert!([7, 17].iter().all(|&disc| world.disc_position(discs[disc]).unwrap().y > 1.5));
}

#[test]
fn actions_refuse_bad_numbers_and_parts_and_change_nothing() {
    let bodies = [("a", 0.0), ("fixed", 5.0), ("lift", 9.0)].map(|(id, x)| square(id, [x, 0.0], 1.0));
    let mut level = json!({"bodies": bodies});
    level["bodies"][1]["motion"] = "Fixed".into();
    level["bodies"][2]["motion"] = json!({"Driven": {"points": [[0, 0], [0, 1]], "period": 10}});
    let mut world = weightless(level);
    let [a, fixed, lift] = ["a", "fixed", "lift"].map(|id| world.body(id).unwrap());
    let before = world.hash();
    let nan = [f64::NAN, 0.0];
    assert!(matches!(world.set_velocity(a, nan), Err(PlayError::Number("velocity", _))));
    assert!(matches!(world.apply_impulse(a, [f64::INFINITY, 0.0]), Err(PlayError::Number("impulse", _))));
    assert!(matches!(world.teleport(a, nan), Err(PlayError::Number("by", _))));
    assert!(matches!(world.teleport_to(a, nan), Err(PlayError::Number("point", _))));
    assert!(matches!(world.grab(a, nan), Err(PlayError::Number("target", _))));
    assert_eq!(world.set_velocity((a, 4), [0.0, 1.0]), Err(PlayError::NoNode(4, 4)));
    assert_eq!(world.set_velocity(fixed, [0.0, 1.0]), Err(PlayError::Unmoved(Unmoved::Fixed)));
    assert_eq!(world.apply_impulse(lift, [0.0, 1.0]), Err(PlayError::Unmoved(Unmoved::Driven)));
    assert_eq!(world.teleport(lift, [0.0, 1.0]), Err(PlayError::Unmoved(Unmoved::Driven)));
    assert_eq!(world.pin(fixed, 0), Err(PlayError::Unmoved(Unmoved::Fixed)));
    assert_eq!(world.grab(fixed, [0.0, 0.0]), Err(PlayError::Unmoved(Unmoved::Fixed)));
    assert_eq!(world.set_velocity(BodyHandle::from_bits(0), [0.0, 1.0]), Err(PlayError::Stale("body")));
    assert_eq!(world.hash(), before);
    world.teleport(fixed, [1.0, 0.0]).unwrap();
    assert_eq!(world.points(fixed).unwrap()[0], [6.0, 0.0]);
    world.teleport(a, [1e308, 0.0]).unwrap();
    assert!(matches!(world.teleport(a, [1e308, 0.0]), Err(PlayError::Number("by", _))));
}

#[test]
fn hand_pulls_the_nearest_free_node_until_it_is_released() {
    let mut level = json!({"bodies": [square("a", [0.0, 0.0], 2.0)]});
    level["bodies"][0]["nodes"][1]["pinned"] = true.into();
    let mut world = weightless(level);
    let body = body_of(&world);
    // Node 1 at (2, 0) is pinned; node 2 at (2, 2) is the next.
    let hand = world.grab(body, [3.0, 0.5]).unwrap();
    assert_eq!(world.hands().collect::<Vec<_>>(), [hand]);
    world.step(50);
    let at = world.points(body).unwrap();
    assert!(at[2] != [2.0, 2.0] && (at[0], at[1], at[3]) == ([0.0, 0.0], [2.0, 0.0], [0.0, 2.0]), "{at:?}");
    world.move_hand(hand, [2.0, 9.0]).unwrap();
    world.step(400);
    assert!(world.node_position(body, 2).unwrap().distance([2.0, 9.0].into()) < 0.1);
    world.release(hand).unwrap();
    assert_eq!(
        (world.release(hand), world.move_hand(hand, [0.0, 0.0])),
        (Err(PlayError::Stale("hand")), Err(PlayError::Stale("hand")))
    );
    let again = world.grab((body, 0), [0.0, 0.0]).unwrap();
    assert_ne!(again, hand);
}

/// Two equal hands pull twice as hard as one.
#[test]
fn hands_add_up() {
    let level = json!({"discs": [{"id": "ball", "position": [0.0, 0.0], "radius": 1.0}]});
    let speed_after = |count: usize| {
        let mut world = weightless(level.clone());
        let ball = world.disc("ball").unwrap();
        let hands: Vec<HandId> = (0..count).map(|_| world.grab(ball, [0.001, 0.0]).unwrap()).collect();
        assert_eq!(world.hands().collect::<Vec<_>>(), hands);
        let mut engine = world.engine().clone();
        engine.step_substep();
        world.release(hands[0]).unwrap();
        assert_eq!(world.hands().count(), count - 1);
        engine.disc_velocity(0).x
    };
    let one = speed_after(1);
    assert!(one > 0.0 && (speed_after(2) - 2.0 * one).abs() < 1e-15 && (speed_after(3) - 3.0 * one).abs() < 1e-15);
}

/// A constant force F for n frames changes the velocity by n F / m under every integrator, and moves nothing else.
#[test]
fn forces_change_velocities_by_force_times_time_over_mass() {
    for integrator in ["SemiImplicitEuler", "ExplicitEuler", "Verlet"] {
        let mut level = json!({"bodies": [square("a", [0.0, 0.0], 2.0)],
            "discs": [{"id": "ball", "position": [9.0, 0.0], "radius": 1.0, "mass": 4.0}]});
        level["world"] = json!({"integrator": integrator, "gravity": [0, 0], "substeps": 5});
        level["format"] = 2.into();
        let mut world = PlayWorld::from_text(&level.to_string()).unwrap();
        let (body, ball) = (world.body("a").unwrap(), world.disc("ball").unwrap());
        let mass = world.mass(body).unwrap();
        for _ in 0..10 {
            world.apply_force(body, [0.3 * mass, 0.0]).unwrap();
            world.apply_force(ball, [0.0, 0.4]).unwrap();
            world.apply_force(ball, [0.0, 0.4]).unwrap();
            world.step(1);
        }
        let close = |value: DVec2, expected: [f64; 2]| value.distance(expected.into()) < 1e-12;
        assert!(close(world.velocity(body).unwrap(), [3.0, 0.0]), "{integrator}");
        assert!(close(world.disc_velocity(ball).unwrap(), [0.0, 2.0]), "{integrator}");
        world.step(5);
        assert!(close(world.velocity(body).unwrap(), [3.0, 0.0]), "the forces are over");
    }
}

#[test]
fn several_hands_pull_apart_and_are_released_one_by_one() {
    let mut world = weightless(json!({"bodies": [square("a", [0.0, 0.0], 2.0)]}));
    let body = body_of(&world);
    let [left, right] = [(0, [-3.0, 0.0]), (1, [5.0, 0.0])].map(|(node, to)| world.grab((body, node), to).unwrap());
    assert_eq!(world.hands().collect::<Vec<_>>(), [left, right]);
    world.step(30);
    // Mirror images about x = 1.
    let at = world.points(body).unwrap().to_vec();
    assert!(at[0][0] < -0.5 && (at[0][0] + at[1][0] - 2.0).abs() < 1e-9, "{at:?}");
    world.release(left).unwrap();
    world.set_velocity(body, [0.0, 0.0]).unwrap();
    assert_eq!(world.hands().collect::<Vec<_>>(), [right]);
    world.step(30);
    let now = world.points(body).unwrap();
    assert!(now[0] == at[0] && now[1][0] > at[1][0], "{now:?}");
    assert_eq!(world.move_hand(left, [0.0, 0.0]), Err(PlayError::Stale("hand")));
    world.move_hand(right, [0.0, 0.0]).unwrap();
}
