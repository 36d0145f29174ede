//! Sticks that are solved side by side have the bits of sticks that are solved one after the other in file order, which is
//! what they are where somebody looks on.
//!
//! Must never know: how they are ordered.

use crate::scenes::level;
use crate::scenes::random::Random;
use blobsmith::engine::{Layout, Observer, Phase, State, Touched, World};
use blobsmith::level::{Body, Integrator, Level, Motion, Node, Role, Stick};

/// Told of every phase, and makes nothing of it.
struct Idle(u64);

impl Observer for Idle {
    fn begin(&mut self, _: &Layout, _: &State) {}
    fn see(&mut self, _: Phase, _: Touched<'_>, _: &Layout, _: &State) {
        self.0 += 1;
    }
}

fn stick(a: usize, b: usize, length: f64) -> Stick {
    Stick { a, b, length, hidden: false }
}

/// Nodes in the plane at random, some pinned or of another mass, some at one place.
fn nodes(random: &mut Random, count: usize) -> Body {
    let mut body = Body::default();
    for index in 0..count {
        let mut node = Node::at([random.between(-4.0, 4.0), random.between(-4.0, 4.0)]);
        node.velocity = [random.between(-0.2, 0.2), random.between(-0.2, 0.2)];
        node.role = Role::Mass(if random.chance(0.3) { random.between(0.2, 5.0) } else { 1.0 });
        node.pinned = random.chance(0.1);
        if index > 0 && random.chance(0.05) {
            node.position = body.nodes[index - 1].position;
        }
        body.nodes.push(node);
    }
    body
}

/// A graph of so many sticks; some join a node with itself or two that are joined already.
fn graph(random: &mut Random, count: usize, sticks: usize) -> Body {
    let mut body = nodes(random, count);
    for _ in 0..sticks {
        body.sticks.push(stick(random.below(count), random.below(count), random.between(0.3, 3.0)));
    }
    body
}

fn rope(random: &mut Random, count: usize) -> Body {
    let mut body = nodes(random, count);
    body.sticks = (1..count).map(|node| stick(node - 1, node, 0.5)).collect();
    if random.chance(0.5) {
        body.sticks.reverse();
    }
    body
}

fn cloth(random: &mut Random, columns: usize, rows: usize) -> Body {
    let mut body = nodes(random, columns * rows);
    for node in 0..columns * rows {
        if node % columns + 1 < columns {
            body.sticks.push(stick(node, node + 1, 0.5));
        }
        if node + columns < columns * rows {
            body.sticks.push(stick(node, node + columns, 0.5));
        }
    }
    body
}

/// Steps two worlds of the level, one of them with somebody who looks on; every substep ends with the same bits.
fn assert_same_bits(level: &Level, substeps: u32, what: &str) -> World {
    let mut alone = World::new(level).expect("a level that is fit to run");
    let mut seen = alone.clone();
    let mut idle = Idle(0);
    for substep in 0..substeps {
        alone.step_substep();
        seen.step_substep_observed(None, &mut idle);
        assert_eq!(alone.hash(), seen.hash(), "{what}, substep {substep}");
        assert_eq!(alone.state().blown_up, seen.state().blown_up, "{what}, substep {substep}");
    }
    assert!(idle.0 > u64::from(substeps), "somebody looked on");
    alone
}

#[test]
fn graphs_ropes_and_cloths_at_random() {
    for seed in 0..48 {
        let mut random = Random::new(seed);
        let (count, sticks) = (2 + random.below(60), random.below(160));
        let mut bodies = vec![graph(&mut random, count, sticks)];
        let length = 2 + random.below(40);
        bodies.push(rope(&mut random, length));
        bodies.push(cloth(&mut random, 5 + seed as usize % 4, 7));
        // One that does not move has sticks that nobody solves.
        bodies.push(Body { motion: Motion::Fixed, ..rope(&mut random, 5) });
        let mut level = level(bodies);
        level.world.integrator =
            [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet][seed as usize % 3];
        level.world.stick_iterations = [0, 1, 2, 3, 7, 8, 9, 20][seed as usize % 8];
        level.world.velocity_retention = 0.99;
        let start = World::new(&level).expect("a level that is fit to run");
        let end = assert_same_bits(&level, 48, &format!("seed {seed}"));
        assert_ne!(start.hash(), end.hash());
    }
}

/// A wide one, which is solved pass by pass, and block by block.
#[test]
fn a_wide_cloth() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Verlet] {
        let mut level = level(vec![cloth(&mut Random::new(5), 80, 80)]);
        level.world.integrator = integrator;
        assert_same_bits(&level, 12, "a wide cloth");
    }
}

/// A body that blows up is left out from then on, and comes back with a snapshot of before.
#[test]
fn a_body_that_blows_up() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet] {
        let mut random = Random::new(9);
        let mut bomb = rope(&mut random, 12);
        // The third substep takes it out of the finite numbers.
        bomb.nodes[4].pinned = false;
        bomb.nodes[4].velocity = [f64::MAX / 4.0, 0.0];
        let mut level = level(vec![rope(&mut random, 9), bomb, graph(&mut random, 20, 50)]);
        level.world.integrator = integrator;
        let end = assert_same_bits(&level, 64, &format!("{integrator:?}"));
        assert!(end.state().blown_up[1], "{integrator:?}: it was to blow up");

        let mut world = World::new(&level).expect("a level that is fit to run");
        let before = world.state().clone();
        let run = |world: &mut World| -> Vec<u64> {
            (0..64)
                .map(|_| {
                    world.step_substep();
                    world.hash()
                })
                .collect()
        };
        let first = run(&mut world);
        world.restore(&before);
        assert_eq!(run(&mut world), first, "{integrator:?}: from the start once more");
    }
}
