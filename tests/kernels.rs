//! Small scenes that reach every unsafe kernel of the engine, small enough for Miri (`just miri`) and valgrind.
//!
//! Each runs a few substeps with every instruction set, against the plain form. Miri has SSE2, so that the kernels themselves are
//! interpreted, with each load and store tested against its allocation.

#[path = "scenes/mod.rs"]
mod scenes;

use blobsmith::engine::{InstructionSet, Threads, World};
use blobsmith::level::{Body, Integrator, Level, Motion, Role};
use scenes::meshes::{shaken, shuffled};
use scenes::mixed::link;
use scenes::{Stuff, lattice, level, moved, ring, with_velocity};

const INTEGRATORS: [Integrator; 3] = [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet];
const STUFF: Stuff = Stuff { stiffness: 3.0, damping: 0.2, gas: 0.3, mass: 0.5 };

/// Steps the level with every set and every integrator, and compares the bits with those of the plain form.
fn assert_same(level: &Level, substeps: usize) {
    for integrator in INTEGRATORS {
        let mut level = level.clone();
        level.world.integrator = integrator;
        let with = |set: InstructionSet| {
            let mut world = World::new(&level).expect("a valid level");
            assert!(world.set_instruction_set(set));
            (0..substeps).for_each(|_| world.step_substep());
            world.hash()
        };
        let plain = with(InstructionSet::Plain);
        let mut count = 0;
        for set in InstructionSet::available().filter(|&set| set != InstructionSet::Plain) {
            assert_eq!(with(set), plain, "{integrator:?}, {}", set.name());
            count += 1;
        }
        assert!(count > 0, "the kernels were not reached");
    }
}

/// More nodes than a block of the schedule has.
fn mesh() -> Body {
    shaken(9, 9, STUFF)
}

#[test]
fn sweep_of_one_mesh_stays_in_its_lists() {
    assert_same(&level(vec![mesh()]), 2);
}

#[test]
fn sweep_of_a_shuffled_mesh_with_unequal_masses_stays_in_its_lists() {
    let mut body = shuffled(mesh(), 3);
    for (index, node) in body.nodes.iter_mut().enumerate() {
        match index % 7 {
            0 => node.pinned = true,
            3 => node.role = Role::Mass(0.1 + index as f64),
            _ => {}
        }
    }
    assert_same(&level(vec![body]), 2);
}

/// A full group of eight and one of five; then with rest lengths that differ between the bodies.
#[test]
fn batches_of_equal_bodies_stay_in_their_lists() {
    let body = |index: usize| moved(ring([0.0, 0.0], 1.0, 5, true, STUFF), [3.0 * index as f64, 0.0]);
    let mut level = level((0..13).map(body).collect());
    assert_same(&level, 2);
    for (index, body) in level.bodies.iter_mut().enumerate() {
        body.springs[0].rest_length *= 1.0 + 0.01 * index as f64;
    }
    assert_same(&level, 2);
}

/// A body that moves along a path, one that blows up, single nodes, and one that is fixed, between the others.
#[test]
fn odd_bodies_among_a_batch_stay_in_their_lists() {
    let mut bodies: Vec<Body> =
        (0..9).map(|index| moved(lattice([0.0, 0.0], 1.0, 2, 1, STUFF), [4.0 * f64::from(index), 0.0])).collect();
    bodies[2].motion = Motion::Fixed;
    bodies[4].nodes[1].velocity = [1e308, -1e308];
    bodies.insert(5, Body { nodes: vec![blobsmith::level::Node::at([0.0, 9.0])], ..Body::default() });
    assert_same(&level(bodies), 3);
}

/// More sticks than lanes, in chains that share nodes.
#[test]
fn sticks_in_lanes_stay_in_their_lists() {
    let mut bodies: Vec<Body> =
        (0..3).map(|index| moved(lattice([0.0, 0.0], 1.0, 4, 2, STUFF), [9.0 * f64::from(index), 0.0])).collect();
    for body in &mut bodies {
        body.springs.clear();
        for node in 1..body.nodes.len() {
            link(body, node - 1, node, node % 2 == 0);
        }
    }
    assert_same(&level(bodies), 2);
}

/// Hulls that overlap from the start: nodes are tested against edges in vectors, and pairs change shared lists.
#[test]
fn contacts_stay_in_their_lists() {
    let body = |index: usize| {
        let at = [1.6 * (index % 3) as f64, 1.5 * (index / 3) as f64];
        let count = [4, 9, 17][index % 3];
        with_velocity(ring(at, 1.0, count, index.is_multiple_of(2), STUFF), [0.3 - 0.1 * index as f64, -0.4])
    };
    let level = level((0..6).map(body).collect());
    assert_same(&level, 2);
    let mut world = World::new(&level).unwrap();
    (0..2).for_each(|_| world.step_substep());
    assert!(world.contact_count() > 4, "{} contacts", world.contact_count());
}

/// Enough groups and pairs that threads share them: too slow for Miri, made for `valgrind` and sanitizers.
#[test]
#[cfg_attr(miri, ignore = "minutes in an interpreter; the unit tests of the pair schedule use threads on few pairs")]
fn threads_that_share_a_sweep_and_contacts_stay_in_their_lists() {
    let body = |index: usize| {
        let at = [1.9 * (index % 30) as f64, 1.9 * (index / 30) as f64];
        with_velocity(ring(at, 1.0, 8, true, STUFF), [0.1, -0.2 + 0.001 * index as f64])
    };
    let level = level((0..720).map(body).collect());
    let with = |count: usize| {
        let mut world = World::new(&level).unwrap();
        world.set_threads(Threads::new(count));
        (0..4).for_each(|_| world.step_substep());
        assert!(world.contact_count() > 1000, "{} contacts", world.contact_count());
        world.hash()
    };
    assert_eq!(with(1), with(3));
}
