//! Contacts found in groups of eight or by several threads equal those found one by one, to the bit.

use crate::instructions::assert_same;
use crate::scenes::random::Random;
use crate::scenes::{Stuff, block, cells, decor, frame, lattice, level, moved, pile, ring, with_velocity};
use blobsmith::engine::{InstructionSet, Threads, World};
use blobsmith::level::{Body, Decor, EdgeChoice, Integrator, Level};

const CHOICES: [EdgeChoice; 4] =
    [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance, EdgeChoice::EntryEdge];

/// Hulls of few and of many edges, dented, with a hole, with and without nodes that are pinned, dropped on each other in a
/// container; a wall that is a single edge.
fn heap(seed: u64) -> Level {
    let mut random = Random::new(seed);
    let stuff = Stuff { stiffness: 3.0, damping: 0.2, gas: 0.3, mass: 0.5 };
    let mut bodies = vec![frame([0.0, 0.0], [14.0, 30.0], 1.0)];
    let mut wall = decor(&[[5.0, 3.0], [9.0, 2.0]]);
    wall.hull.truncate(1);
    bodies.push(wall);
    for index in 0..16 {
        let at = [1.5 + (index % 4) as f64 * 3.1 + random.between(-0.3, 0.3), 1.8 + (index / 4) as f64 * 2.9];
        let body: Body = match index % 8 {
            0 => ring(at, 1.0, 3 + random.below(6), index % 2 == 0, stuff),
            1 => ring(at, 1.1, 17, true, stuff),
            2 => cells([at[0] - 0.9, at[1] - 0.9], 0.6, &["#..", "###", "#.#"], stuff),
            3 => cells([at[0] - 0.9, at[1] - 0.9], 0.6, &["###", "#.#", "###"], stuff),
            4 => lattice([at[0] - 0.8, at[1] - 0.8], 0.4, 4, 4, stuff),
            5 => lattice([at[0] - 0.8, at[1] - 0.5], 1.6, 1, 1, stuff),
            // More nodes than a word has bits.
            6 => ring(at, 1.3, 75, false, stuff),
            _ => ring(at, 1.2, 40, false, stuff),
        };
        let mut body = with_velocity(body, [random.between(-0.3, 0.3), random.between(-0.5, 0.1)]);
        body.nodes[0].pinned = index == 8;
        body.restitution = random.between(0.0, 0.8);
        body.friction = random.between(0.0, 0.6);
        bodies.push(body);
    }
    level(bodies)
}

#[test]
fn edge_choices_give_the_same_bits() {
    for (index, choice) in CHOICES.into_iter().enumerate() {
        for barycentre_rule in [false, true] {
            let mut level = heap(index as u64);
            level.world.contact.edge_choice = choice;
            level.world.contact.barycentre_rule = barycentre_rule;
            level.world.contact.approaching_only = barycentre_rule;
            level.world.integrator = [Integrator::SemiImplicitEuler, Integrator::Verlet][index % 2];
            assert_same(&format!("{choice:?}, {barycentre_rule}"), &level, 12);
            let mut world = World::new(&level).unwrap();
            (0..12).for_each(|_| world.step_frame());
            assert!(world.contact_count() > 100, "{choice:?}: {} contacts", world.contact_count());
        }
    }
}

#[test]
fn penalty_decor_gives_the_same_bits() {
    let mut level = heap(9);
    level.world.contact.decor = Decor::Penalty { stiffness: 20.0, viscosity: 0.5 };
    assert_same("decor by force", &level, 10);
}

/// A body inside another from the start, one in the middle of a hollow container, one in a moving container: the inside test of
/// one node that stands for all gives the result of each.
#[test]
fn shared_inside_test_of_a_body_gives_the_same_bits() {
    let small = |at: [f64; 2]| moved(lattice([-0.5, -0.5], 0.5, 2, 2, Stuff::default()), at);
    let rock = block([20.0, -10.0], [40.0, 10.0]);
    let mut hollow = frame([-9.0, -9.0], [9.0, 9.0], 2.0);
    hollow.motion = blobsmith::level::Motion::Dynamic;
    let mut level = level(vec![rock, small([30.0, 0.0]), hollow, small([0.0, 0.0]), small([8.4, 0.0])]);
    for choice in CHOICES {
        level.world.contact.edge_choice = choice;
        assert_same("one inside test for all nodes", &level, 8);
    }
    let mut world = World::new(&level).unwrap();
    (0..8).for_each(|_| world.step_frame());
    assert!(
        world.position(world.layout().bodies[1].nodes.start).y.abs() > 1.0,
        "the body inside the rock is pushed out"
    );
}

/// Enough pairs and equal bodies for every thread.
#[test]
fn threads_give_the_same_bits() {
    let mut level = pile(700, 100);
    // Thin enough to get stuck in each other, so that the order of events is compared too.
    level.world.contact.edge_choice = EdgeChoice::Projection;
    let run = |threads: usize| {
        let mut world = World::new(&level).unwrap();
        world.set_threads(Threads::new(threads));
        assert_eq!(world.threads().count(), threads);
        (0..5).for_each(|_| world.step_frame());
        assert!(world.contact_count() > 1000, "{} contacts", world.contact_count());
        (world.state().clone(), world.take_events())
    };
    let one = run(1);
    for threads in [2, 3, 8] {
        assert!(run(threads) == one, "{threads} threads");
    }
    let mut plain = World::new(&level).unwrap();
    assert!(plain.set_instruction_set(InstructionSet::Plain));
    (0..5).for_each(|_| plain.step_frame());
    assert!(*plain.state() == one.0, "one by one");
}

/// So many that boxes, barycentres and hulls are computed by several threads; some with a barycentre node, some pinned, in
/// contact from the start.
#[test]
fn threads_give_the_same_bits_for_2200_small_bodies() {
    let mut bodies = vec![frame([-1.0, -1.0], [61.0, 50.0], 1.0)];
    for index in 0..2200 {
        let at = [(index % 60) as f64 * 0.95, (index / 60) as f64 * 0.95];
        let mut body = match index % 3 {
            0 => ring([at[0] + 0.5, at[1] + 0.5], 0.6, 5, true, Stuff::default()),
            _ => lattice(at, 1.0, 1, 1, Stuff::default()),
        };
        body.nodes[1].pinned = index % 50 == 0;
        bodies.push(body);
    }
    let mut level = level(bodies);
    level.world.contact.edge_choice = EdgeChoice::Distance;
    level.world.contact.barycentre_rule = true;
    let run = |threads: usize| {
        let mut world = World::new(&level).unwrap();
        world.set_threads(Threads::new(threads));
        (0..2).for_each(|_| world.step_frame());
        assert!(world.contact_count() > 1000, "{} contacts", world.contact_count());
        (world.state().clone(), world.take_events())
    };
    let one = run(1);
    for threads in [2, 5] {
        assert!(run(threads) == one, "{threads} threads");
    }
}
