//! Prefabs, links and removal.

use super::{gallery, square, weightless, world};
use blobsmith_engine::level::LinkKind;
use blobsmith_engine::level::flatten::load_flat;
use blobsmith_engine::play::{
    BodyHandle, InstanceHandle, LinkTarget, PartHandle, Placement, PlayError, PlayEventKind, PlayWorld, Prefab,
    QueryFilter,
};
use serde_json::{Value, json};

fn prefab(mut level: Value) -> Prefab {
    level["format"] = 2.into();
    Prefab::from_text(&level.to_string()).unwrap_or_else(|error| panic!("{error}"))
}

/// A square of side 2 with a ball in its centre, tied by a spring.
fn cart() -> Prefab {
    let spring = json!({"Spring": {"rest_length": 1, "stiffness": 0.1, "damping": 0}});
    prefab(json!({"bodies": [square("box", [0.0, 0.0], 2.0)],
        "discs": [{"id": "ball", "position": [1, 5], "radius": 0.5}],
        "links": [{"id": "rope", "a": {"node": [0, 2]}, "b": {"disc": 0}, "kind": spring}]}))
}

#[test]
fn spawn_places_the_parts_and_names_them() {
    let mut world = weightless(json!({"bodies": [square("own", [-9.0, 0.0], 1.0)]}));
    let own = world.body("own").unwrap();
    let placement = Placement { position: [10.0, 20.0], angle_deg: 90.0, velocity: [0.5, 0.0], ..Placement::default() };
    let first = world.spawn(&cart(), &placement).unwrap();
    let second = world.spawn_with_id(&cart(), &Placement { mirror: true, ..Placement::default() }, "twin").unwrap();
    let body = world.body("spawn-1/box").unwrap();
    // Rotated by a quarter turn, (2, 0) comes to (0, 2).
    let expected = [[10.0, 20.0], [10.0, 22.0], [8.0, 22.0], [8.0, 20.0]];
    let near = |at: &[[f64; 2]], expected: &[[f64; 2]]| {
        at.iter().zip(expected).all(|(at, to)| (at[0] - to[0]).abs() + (at[1] - to[1]).abs() < 1e-12)
    };
    assert!(near(world.points(body).unwrap(), &expected));
    assert_eq!(world.velocity(body).unwrap().to_array(), [0.5, 0.0]);
    let ball = world.disc("twin/ball").unwrap();
    assert_eq!(world.disc_position(ball).unwrap().to_array(), [-1.0, 5.0]);
    let kinds: Vec<bool> =
        world.parts_of_instance(first).unwrap().iter().map(|part| matches!(part, PartHandle::Link(_))).collect();
    assert_eq!(kinds, [false, false, true]);
    assert_eq!((world.id(second).unwrap(), world.points(own).unwrap()[0]), ("twin", [-9.0, 0.0]));
    assert_eq!(world.part_counts().nodes, 12);
}

#[test]
fn removed_parts_are_stale_and_take_their_links_along() {
    let mut world = weightless(json!({}));
    let carts: Vec<InstanceHandle> =
        (0..3).map(|index| world.spawn(&cart(), &Placement::at([20.0 * f64::from(index), 0.0])).unwrap()).collect();
    let [first, last] = ["spawn-1", "spawn-3"].map(|id| world.body(&format!("{id}/box")).unwrap());
    let balls: Vec<_> = world.discs().collect();
    let links: Vec<_> = world.links().collect();
    world.remove(first).unwrap();
    assert_eq!(world.remove(first), Err(PlayError::Stale("body")));
    assert_eq!(world.points(first), Err(PlayError::Stale("body")));
    assert_eq!((world.bodies().count(), world.links().count(), world.discs().count()), (2, 2, 3));
    assert_eq!(world.is_link_on(links[0]), Err(PlayError::Stale("link")));
    world.remove(balls[1]).unwrap();
    assert_eq!(world.links().collect::<Vec<_>>(), [links[2]]);
    world.remove(carts[1]).unwrap();
    assert_eq!(world.bodies().collect::<Vec<_>>(), [last]);
    assert_eq!(world.disc_position(balls[2]).unwrap().to_array(), [41.0, 5.0]);
    world.step(3);
    assert!(world.bodies_at([1.0, 1.0], &QueryFilter::default()).unwrap().is_empty());
    assert_eq!(world.bodies_at([41.0, 1.0], &QueryFilter::default()).unwrap(), [last]);
    assert_eq!(world.nearest_node([0.0, 0.0], 100.0, &QueryFilter::default()).unwrap().unwrap().0, last);
}

#[test]
fn refused_spawns_change_nothing() {
    let mut world = weightless(json!({}));
    let part = cart();
    world.spawn_with_id(&part, &Placement::default(), "a").unwrap();
    let (hash, counts) = (world.hash(), world.part_counts());
    let ids = ["a", "", "b/c", "ü"].map(|id| world.spawn_with_id(&part, &Placement::default(), id));
    assert!(ids.iter().all(|refused| matches!(refused, Err(PlayError::Id(..)))), "{ids:?}");
    let nan = Placement { velocity: [f64::NAN, 0.0], ..Placement::default() };
    assert!(matches!(world.spawn(&part, &nan), Err(PlayError::Number("velocity", _))));
    let turned = Placement { angle_deg: f64::INFINITY, ..Placement::default() };
    assert!(matches!(world.spawn(&part, &turned), Err(PlayError::Number("angle_deg", _))));
    let body = world.bodies().next().unwrap();
    let stick = LinkKind::Stick { length: -1.0 };
    let ends = [LinkTarget::Node(body, 0), LinkTarget::Point([0.0, 0.0])];
    assert!(matches!(world.connect(ends[0], ends[1], stick, true), Err(PlayError::Level(_))));
    let missing = LinkTarget::Node(body, 99);
    assert!(matches!(world.connect(ends[0], missing, LinkKind::Pin, true), Err(PlayError::NoNode(99, 4))));
    let far = Placement::at([1e308, 0.0]);
    let _ = world.spawn(&prefab(json!({"discs": [{"position": [1e308, 0], "radius": 1}]})), &far).unwrap_err();
    assert_eq!((world.hash(), world.part_counts()), (hash, counts));
}

/// A weight on a spring of stiffness k swings with period 2π√(m/k); switched off, it flies straight on.
#[test]
fn connected_springs_swing_and_can_be_torn() {
    let mut world = weightless(json!({"discs": [{"id": "weight", "position": [3, 0], "radius": 0.1, "mass": 1}],
        "world": {"integrator": "SemiImplicitEuler"}}));
    let weight = world.disc("weight").unwrap();
    let spring = LinkKind::Spring { rest_length: 2.0, stiffness: 0.01, damping: 0.0 };
    let link = world.connect(LinkTarget::Point([0.0, 0.0]), LinkTarget::Disc(weight), spring, true).unwrap();
    // Half a period of 2π√(1/0.01) = 62.83 frames.
    world.step(31);
    assert!((world.disc_position(weight).unwrap().x - 1.0).abs() < 0.02);
    world.step(16);
    let (at, velocity) = (world.disc_position(weight).unwrap(), world.disc_velocity(weight).unwrap());
    assert!((velocity.x - 0.1).abs() < 0.002, "{velocity}");
    world.switch_link(link, false).unwrap();
    world.step(100);
    assert!((world.disc_position(weight).unwrap().x - (at.x + 100.0 * velocity.x)).abs() < 1e-9);
    assert_eq!((world.is_link_on(link), world.id(link)), (Ok(false), Ok("link-1")));
}

/// Handles, hashes and events of a random script are those of the script after a restore, and of a second world.
#[test]
fn spawn_scripts_repeat_bit_by_bit() {
    let parts: Vec<Prefab> = gallery()
        .iter()
        .filter_map(|path| load_flat(path).ok())
        .filter(|level| level.bodies.iter().map(|body| body.nodes.len()).sum::<usize>() < 100 && level.discs.len() < 30)
        .map(|level| Prefab::from_level(level).unwrap())
        .collect();
    assert!(parts.len() > 20);
    let mut world = world(json!({"format": 2, "world": {"gravity": [0, -0.02], "substeps": 4}}));
    world.set_contact_events(true);
    world.set_interpolation(true);
    let script = |world: &mut PlayWorld, seed: u64| {
        let mut numbers = seed;
        let mut below = |count: usize| {
            numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((numbers >> 33) as usize) % count.max(1)
        };
        let mut hashes = Vec::new();
        for _ in 0..40 {
            match below(5) {
                0..=1 => {
                    let position = [below(100) as f64 - 50.0, below(30) as f64];
                    world
                        .spawn(
                            &parts[below(parts.len())],
                            &Placement { angle_deg: 7.0, position, ..Placement::default() },
                        )
                        .unwrap();
                }
                2 => {
                    let bodies: Vec<BodyHandle> = world.bodies().collect();
                    bodies.get(below(bodies.len())).into_iter().for_each(|&body| world.remove(body).unwrap());
                }
                3 => {
                    let instances: Vec<InstanceHandle> = world.instances().collect();
                    instances.get(below(instances.len())).into_iter().for_each(|&one| world.remove(one).unwrap());
                }
                _ => {
                    let discs: Vec<_> = world.discs().collect();
                    discs.get(below(discs.len())).into_iter().for_each(|&disc| world.remove(disc).unwrap());
                }
            }
            world.step(2);
            let handles: Vec<u64> = world.bodies().map(BodyHandle::to_bits).collect();
            hashes.push((world.hash(), handles, world.take_events()));
        }
        hashes
    };
    script(&mut world, 1);
    let mut twin = world.clone();
    let snapshot = world.snapshot();
    assert_eq!(snapshot.hash(), world.hash());
    let expected = script(&mut world, 2);
    assert!(script(&mut twin, 2) == expected, "a clone");
    script(&mut world, 3);
    world.restore(&snapshot);
    let again = script(&mut world, 2);
    let hashes = |script: &[(u64, Vec<u64>, Vec<_>)]| script.iter().map(|(hash, ..)| *hash).collect::<Vec<_>>();
    assert_eq!(hashes(&again), hashes(&expected), "after a restore; its new handles have new serial numbers");
}

#[test]
fn sensors_report_what_is_removed_inside_them() {
    let sensor =
        json!({"id": "goal", "position": [0, 0], "radius": 5, "motion": "Fixed", "collision": {"sensor": true}});
    let mut world = weightless(json!({"discs": [sensor, {"id": "ball", "position": [1, 0], "radius": 0.5}]}));
    let [goal, ball] = ["goal", "ball"].map(|id| world.disc(id).unwrap());
    world.step(1);
    world.remove(ball).unwrap();
    let kinds: Vec<PlayEventKind> = world.take_events().into_iter().map(|event| event.kind).collect();
    let (sensor, other) = (PartHandle::Disc(goal), PartHandle::Disc(ball));
    assert_eq!(kinds, [PlayEventKind::SensorEntered { sensor, other }, PlayEventKind::SensorLeft { sensor, other }]);
}
