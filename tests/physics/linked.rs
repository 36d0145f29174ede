//! Links, filters and sensors in the batched engine: the same bits as in the reference, for every instruction set and number of threads.

use crate::instructions::{INTEGRATORS, assert_same};
use crate::scenes::linked::{car, link, linked, linked_crowd};
use crate::scenes::meshes::{shaken, strewn};
use crate::scenes::{Stuff, lattice, level, moved};
use blobsmith::engine::{InstructionSet, Threads, World};
use blobsmith::level::{Body, LinkEnd, LinkKind, Stick};

const SPRING: LinkKind = LinkKind::Spring { rest_length: 1.0, stiffness: 0.2, damping: 0.05 };

#[test]
fn linked_levels_give_the_same_bits() {
    for seed in 0..24 {
        assert_same(&format!("linked {seed}"), &linked(seed), 2);
    }
    assert_same("car", &car([0.0, 2.0]), 4);
}

/// Spring links between large meshes, several at one node, next to batches of equal bodies of which some are linked.
#[test]
fn spring_links_of_meshes_give_the_same_bits() {
    let stuff = Stuff::default();
    for integrator in INTEGRATORS {
        let mut bodies = vec![shaken(30, 20, stuff), moved(strewn(700, stuff, 3), [60.0, 0.0])];
        bodies
            .extend((0..19).map(|index| moved(lattice([0.0, 0.0], 1.0, 3, 2, stuff), [5.0 * f64::from(index), 40.0])));
        let mut level = level(bodies);
        level.world.integrator = integrator;
        level.world.substeps = 4;
        level.world.velocity_retention = 0.99;
        let node = |body: usize, node: usize| LinkEnd::Node([body, node]);
        for index in 0..60 {
            level.links.push(link(node(0, index * 7), node(1, index * 11), SPRING, true));
            level.links.push(link(node(0, 13), LinkEnd::Point([index as f64, -9.0]), SPRING, true));
        }
        level.links.push(link(node(4, 0), node(9, 3), SPRING, true));
        level.links.push(link(node(5, 2), node(5, 2), SPRING, true));
        assert_same(&format!("{integrator:?}"), &level, 3);
    }
}

/// Ropes of sticks, some joined by sticks and pin joints, some not, in all numbers of passes.
#[test]
fn stick_links_of_ropes_give_the_same_bits() {
    let rope = |row: usize| {
        let mut body = moved(lattice([0.0, 0.0], 0.5, 24, 1, Stuff::default()), [0.0, 2.0 * row as f64]);
        let springs = std::mem::take(&mut body.springs);
        body.sticks = springs
            .iter()
            .map(|spring| Stick { a: spring.a, b: spring.b, length: spring.rest_length, hidden: false })
            .collect();
        body.nodes[0].pinned = row.is_multiple_of(2);
        Body { gas: 0.0, ..body }
    };
    for (integrator, passes) in INTEGRATORS.into_iter().zip([1, 5, 17]) {
        let mut level = level((0..9).map(rope).collect());
        level.world.integrator = integrator;
        level.world.stick_iterations = passes;
        level.world.substeps = 4;
        level.world.gravity = [0.004, -0.02];
        for row in [0, 1, 4] {
            let ends = [LinkEnd::Node([row, 20]), LinkEnd::Node([row + 1, 9])];
            level.links.push(link(ends[0], ends[1], LinkKind::Stick { length: 5.5 }, true));
            level.links.push(link(
                LinkEnd::Node([row, 30]),
                LinkEnd::Point([3.0, 2.0 * row as f64]),
                LinkKind::Pin,
                true,
            ));
        }
        assert_same(&format!("{integrator:?}, {passes} passes"), &level, 4);
    }
}

/// Enough pairs and equal bodies for every thread.
#[test]
fn linked_crowds_give_the_same_bits_with_any_number_of_threads() {
    let level = linked_crowd(1700);
    let run = |threads: usize| {
        let mut world = World::new(&level).unwrap();
        world.set_threads(Threads::new(threads));
        (0..3).for_each(|_| world.step_substep());
        assert!(world.contact_count() > 1000, "{} contacts", world.contact_count());
        (world.state().clone(), world.take_events(), world.take_sensor_events())
    };
    let one = run(1);
    assert!(one.2.len() > 10, "{} events of sensors", one.2.len());
    for threads in [2, 4] {
        assert!(run(threads) == one, "{threads} threads");
    }
    let mut plain = World::new(&level).unwrap();
    assert!(plain.set_instruction_set(InstructionSet::Plain));
    (0..3).for_each(|_| plain.step_substep());
    assert!(*plain.state() == one.0, "one by one");
}
