//! Many small equal bodies, which a sweep computes in groups of eight, have the same bits as in the plain form: for every number
//! of bodies, and if one of them fails.

use crate::instructions::{INTEGRATORS, assert_same, sets, with};
use crate::scenes::meshes::{shuffled, strewn};
use crate::scenes::random::Random;
use crate::scenes::{Stuff, block, cells, lattice, level, moved, pile_of, ring};
use blobsmith::engine::{EventKind, Hand, Held, InstructionSet, World};
use blobsmith::level::{Body, Bounds, Decor, Integrator, Level, Obstacle, ObstacleShape, Role, Spring, Stick};

const STIFF: Stuff = Stuff { stiffness: 6.0, damping: 0.15, mass: 0.36, gas: 0.05 };
/// Soft enough for long substeps.
const SOFT: Stuff = Stuff { stiffness: 0.3, damping: 0.05, ..STIFF };

/// Copies far from each other, each pushed about in its own way; rest lengths are those of the first.
fn copies(body: &Body, count: usize, row: f64) -> Vec<Body> {
    let mut random = Random::new(count as u64 + 1);
    let copy = |index| {
        let mut body = moved(body.clone(), [20.0 * index as f64 + random.between(0.0, 3.0), row]);
        for node in &mut body.nodes {
            node.velocity = [random.between(-0.02, 0.02), random.between(-0.02, 0.02)];
        }
        body
    };
    (0..count).map(copy).collect()
}

/// The same with every rest length a little different in every body.
fn relatives(body: &Body, count: usize, row: f64) -> Vec<Body> {
    let mut random = Random::new(count as u64);
    let mut bodies = copies(body, count, row);
    for spring in bodies.iter_mut().flat_map(|body| &mut body.springs) {
        spring.rest_length *= random.between(0.9, 1.1);
    }
    bodies
}

/// A level of few, long substeps.
fn rough(bodies: Vec<Body>, integrator: Integrator) -> Level {
    let mut level = level(bodies);
    level.world.substeps = 4;
    level.world.integrator = integrator;
    level.world.velocity_retention = 0.995;
    level
}

fn blob() -> Body {
    lattice([0.0, 0.0], 1.0, 4, 4, SOFT)
}

/// An irregular mesh: pinned nodes, unequal masses, reversed and double springs, one from a node to itself, and two nodes at one
/// position.
fn odd(seed: u64) -> Body {
    let mut random = Random::new(seed);
    let mut body = shuffled(lattice([0.0, 0.0], 1.0, 5, 3, SOFT), seed);
    for node in &mut body.nodes {
        node.pinned = random.chance(0.1);
        node.role = Role::Mass(random.between(0.1, 3.0));
    }
    let Spring { a, b, .. } = body.springs[3];
    body.nodes[a].position = body.nodes[b].position;
    (body.springs[5].a, body.springs[5].b) = (body.springs[5].b, body.springs[5].a);
    body.springs.push(body.springs[7]);
    body.springs.push(Spring { b: a, ..body.springs[9] });
    body.springs[11].stiffness = 0.0;
    body.springs[12].damping = -0.0;
    body
}

/// They fall on each other, lean and slide, and stay in their lanes.
#[test]
fn batched_piles_give_the_same_bits() {
    for integrator in INTEGRATORS {
        let mut pile = pile_of(23, 5, 4, STIFF);
        pile.world.integrator = integrator;
        pile.world.substeps = 10;
        assert_same(&format!("pile, {integrator:?}"), &pile, 14);
        let mut world = World::new(&pile).unwrap();
        (0..14).for_each(|_| world.step_frame());
        assert!(world.contact_count() > 500, "{} contacts are no pile", world.contact_count());
    }
}

/// Full groups, padded groups, and single bodies.
#[test]
fn batches_of_any_size_give_the_same_bits() {
    for count in [1, 3, 4, 7, 8, 9, 12, 23] {
        let integrator = INTEGRATORS[count % 3];
        assert_same(&format!("{count} copies"), &rough(copies(&blob(), count, 0.0), integrator), 3);
        assert_same(&format!("{count} relatives"), &rough(relatives(&blob(), count, 0.0), integrator), 3);
    }
}

/// Of several kinds in turns, some too few for a group; one that differs in a single number is a kind of its own.
#[test]
fn batches_of_mixed_kinds_give_the_same_bits() {
    let triangle = cells([0.0, 0.0], 1.0, &["#"], SOFT);
    let kinds = [
        relatives(&blob(), 17, 0.0),
        copies(&ring([0.0, 0.0], 3.0, 12, true, SOFT), 13, 40.0),
        relatives(&triangle, 9, 80.0),
        copies(&strewn(90, SOFT, 3), 5, 120.0),
        copies(&strewn(120, SOFT, 3), 6, 160.0),
        copies(&Body { springs: Vec::new(), ..blob() }, 8, 200.0),
        copies(&blob(), 3, 240.0),
    ];
    let mut bodies: Vec<Body> = Vec::new();
    for index in 0..17 {
        bodies.extend(kinds.iter().filter_map(|kind| kind.get(index)).cloned());
    }
    bodies[14].springs[30].stiffness *= 1.0 + f64::EPSILON;
    bodies[28].nodes[3].pinned = true;
    bodies[35].nodes[2].role = Role::Mass(0.5);
    bodies.push(block([-50.0, -60.0], [400.0, -50.0]));
    for integrator in INTEGRATORS {
        assert_same(&format!("kinds, {integrator:?}"), &rough(bodies.clone(), integrator), 3);
    }
}

#[test]
fn batches_of_irregular_meshes_give_the_same_bits() {
    for seed in 0..6 {
        let mut bodies = copies(&odd(seed), 11, 0.0);
        bodies.extend(relatives(&odd(seed + 10), 8, 50.0));
        let mut level = rough(bodies, INTEGRATORS[seed as usize % 3]);
        level.world.gravity = [[0.0, 0.0], [0.0, -0.01], [0.003, -0.0]][seed as usize % 3];
        assert_same(&format!("odd {seed}"), &level, 3);
    }
}

/// Holes, whose edges lead the other way; triangles that do not tile their hull; gas in some only, or more of it, or none.
#[test]
fn batches_with_gas_give_the_same_bits() {
    let holed = cells([0.0, 0.0], 1.0, &["####", "#.##", "####"], SOFT);
    let mut untiled = holed.clone();
    untiled.triangles.pop();
    let bare = Body { hull: Vec::new(), ..holed.clone() };
    for (name, body) in [("a hole", &holed), ("not tiled", &untiled), ("no hull", &bare)] {
        let mut bodies = relatives(body, 20, 0.0);
        for (index, body) in bodies.iter_mut().enumerate() {
            body.gas = [0.05, 0.05, 0.3, 1e-300, 2.0][index % 5];
        }
        bodies[3].gas = 0.0;
        bodies[9].gas = 0.0;
        for integrator in INTEGRATORS {
            assert_same(&format!("{name}, {integrator:?}"), &rough(bodies.clone(), integrator), 3);
        }
    }
    assert_same("no gas", &rough(copies(&Body { gas: 0.0, ..holed }, 9, 0.0), INTEGRATORS[0]), 3);
}

/// One body inside out, one that turns inside out in its first substep, and one whose area overflows, among others.
#[test]
fn collapse_in_one_lane_leaves_the_others_unchanged() {
    let mut bodies = copies(&blob(), 10, 0.0);
    for node in &mut bodies[2].nodes {
        node.position[0] = 86.0 - node.position[0];
    }
    for node in &mut bodies[5].nodes {
        node.velocity = [10.0 * (103.0 - node.position[0]), 0.0];
    }
    for node in &mut bodies[7].nodes {
        node.position = node.position.map(|x| 1e160 * x);
    }
    for integrator in INTEGRATORS {
        let level = rough(bodies.clone(), integrator);
        assert_same(&format!("collapse, {integrator:?}"), &level, 3);
        for set in sets() {
            let mut world = with(&level, set);
            for expected in [[2, 7], [2, 5]] {
                world.step_substep();
                let collapsed = &world.state().collapsed;
                assert!(expected.iter().all(|&body| collapsed[body]), "{integrator:?}, {}: {collapsed:?}", set.name());
                assert!([0, 1, 3, 4, 6, 8, 9].iter().all(|&body| !collapsed[body]), "{collapsed:?}");
            }
        }
    }
}

/// The others of the group are not affected by a body that blows up; its nodes hit them before that as in the plain form.
#[test]
fn blow_up_in_one_lane_leaves_the_others_unchanged() {
    let mut bodies = relatives(&blob(), 13, 0.0);
    bodies[4].nodes[7].velocity = [1e308, 1e308];
    bodies[11].springs[20].rest_length = 1e308;
    bodies.push(block([-50.0, -20.0], [400.0, -1.0]));
    for integrator in INTEGRATORS {
        let level = rough(bodies.clone(), integrator);
        assert_same(&format!("blow-up, {integrator:?}"), &level, 4);
        let mut world = World::new(&level).unwrap();
        world.step_substep();
        if integrator != Integrator::ExplicitEuler {
            let blown_up = &world.state().blown_up;
            assert!(blown_up[4] && !blown_up[3] && !blown_up[5], "{blown_up:?}");
        }
        (0..4).for_each(|_| world.step_frame());
        assert!(world.take_events().iter().any(|event| event.kind == EventKind::BlowUp));
    }
}

/// A floor under all, a segment and a circle in the way of some, and bounds: bodies far from all of them are not tested. Sticks
/// change the result of the sweep; when one lane blows up, the others keep their start positions.
#[test]
fn obstacles_near_some_bodies_give_the_same_bits() {
    let mut bodies = relatives(&blob(), 21, 0.2);
    for (index, node) in
        bodies.iter_mut().enumerate().flat_map(|(index, body)| body.nodes.iter_mut().map(move |n| (index, n)))
    {
        // Some fall fast, some hardly.
        node.velocity[1] -= [0.5, 0.02, 1.5, 0.1][index % 4];
        node.position[1] += [0.0, 3.0, 40.0][index % 3];
    }
    let sticks: Vec<Body> = bodies
        .iter()
        .cloned()
        .map(|mut body| {
            body.sticks.push(Stick { a: 0, b: 1, length: 0.8, hidden: false });
            body
        })
        .collect();
    let mut broken = bodies.clone();
    broken[4].nodes[7].velocity = [1e308, 1e308];
    broken[13].springs[20].rest_length = 1e308;
    let obstacle = |shape, restitution| Obstacle { name: String::new(), shape, restitution };
    for (name, bodies) in [("bodies", bodies), ("with sticks", sticks), ("two blow up", broken)] {
        for integrator in INTEGRATORS {
            let mut level = rough(bodies.clone(), integrator);
            level.obstacles = vec![
                obstacle(ObstacleShape::Line([0.0, 0.0], [1.0, 0.001]), 0.5),
                obstacle(ObstacleShape::Segment([60.0, 1.5], [71.0, 1.0]), 0.2),
                obstacle(ObstacleShape::Circle { center: [122.0, 42.0], radius: 9.0 }, 0.8),
            ];
            level.world.bounds = Some(Bounds { min: [-5.0, -30.0], max: [402.0, 60.0], restitution: 0.3 });
            assert_same(&format!("obstacles, {name}, {integrator:?}"), &level, 12);
            let mut world = World::new(&level).unwrap();
            (0..12).for_each(|_| world.step_frame());
            let hits = world.counts().obstacle_hits;
            assert!(hits > 200, "{name}, {integrator:?}: {hits} hits");
        }
    }
}

/// Forces outside the sweep are added between its sums and the motion.
#[test]
fn decor_forces_and_hand_give_the_same_bits() {
    let mut pile = pile_of(12, 4, 4, STIFF);
    pile.world.contact.decor = Decor::Penalty { stiffness: 3.0, viscosity: 0.1 };
    pile.world.substeps = 6;
    assert_same("decor by force", &pile, 8);
    let level = rough(copies(&blob(), 9, 0.0), Integrator::SemiImplicitEuler);
    for set in sets() {
        let (mut plain, mut swept) = (with(&level, InstructionSet::Plain), with(&level, set));
        for frame in 0..6 {
            let hand = Hand { held: Held::Node(5, 13), target: [130.0, -5.0], stiffness: 0.3, damping: 0.1 };
            for world in [&mut plain, &mut swept] {
                world.set_hand((2..4).contains(&frame).then_some(hand));
                world.step_frame();
            }
            assert_eq!(plain.state(), swept.state(), "{}, frame {frame}", set.name());
        }
    }
}

/// A body moves in a group as it does alone.
#[test]
fn body_in_a_batch_moves_as_it_does_alone() {
    let many = rough(relatives(&blob(), 16, 0.0), Integrator::SemiImplicitEuler);
    let mut together = World::new(&many).unwrap();
    (0..5).for_each(|_| together.step_frame());
    for (index, body) in many.bodies.iter().enumerate() {
        let mut alone = World::new(&Level { bodies: vec![body.clone()], ..many.clone() }).unwrap();
        (0..5).for_each(|_| alone.step_frame());
        let nodes = together.layout().bodies[index].nodes.clone();
        assert_eq!(together.state().positions[nodes], alone.state().positions[..], "{index}");
    }
}
