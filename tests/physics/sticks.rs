//! Sticks that are solved in lanes, by any instruction set, have the same bits as sticks that are solved one by one in file order,
//! as they are with an observer.

use crate::scenes::level;
use crate::scenes::random::Random;
use blobsmith::engine::{InstructionSet, Layout, Observer, Phase, State, Touched, World};
use blobsmith::level::{Body, Integrator, Level, Motion, Node, Role, Stick};

/// An observer that ignores every phase.
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

/// Steps a world of the level with an observer, and one by each instruction set without; every substep ends with the same bits.
fn assert_same_bits(level: &Level, substeps: u32, what: &str) -> World {
    let mut seen = World::new(level).expect("a level that is fit to run");
    let of_set = |set: InstructionSet| {
        let mut world = seen.clone();
        assert!(world.set_instruction_set(set));
        (set, world)
    };
    let mut alone: Vec<(InstructionSet, World)> = InstructionSet::available().map(of_set).collect();
    let mut idle = Idle(0);
    for substep in 0..substeps {
        seen.step_substep_observed(None, &mut idle);
        for (set, alone) in &mut alone {
            alone.step_substep();
            let at = || format!("{what}, {}, substep {substep}", set.name());
            assert_eq!(alone.hash(), seen.hash(), "{}", at());
            assert_eq!(alone.state().blown_up, seen.state().blown_up, "{}", at());
        }
    }
    assert!(idle.0 > u64::from(substeps), "an observer was attached");
    seen
}

#[test]
fn sticks_of_random_graphs_ropes_and_cloths_give_the_same_bits() {
    for seed in 0..48 {
        let mut random = Random::new(seed);
        let (count, sticks) = (2 + random.below(60), random.below(160));
        let mut bodies = vec![graph(&mut random, count, sticks)];
        let length = 2 + random.below(40);
        bodies.push(rope(&mut random, length));
        bodies.push(cloth(&mut random, 5 + seed as usize % 4, 7));
        // One that does not move has sticks that are not solved.
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

/// Wide graphs, most of whose sticks are solved in lanes: in a random graph two passes share nodes anywhere, in a cloth one pass
/// closely follows the other.
#[test]
fn sticks_of_wide_cloths_and_graphs_give_the_same_bits() {
    for (integrator, passes) in
        [(Integrator::SemiImplicitEuler, 3), (Integrator::ExplicitEuler, 17), (Integrator::Verlet, 5)]
    {
        let mut random = Random::new(5);
        for (what, body) in
            [("a wide cloth", cloth(&mut random, 60, 50)), ("a large graph", graph(&mut random, 1000, 2500))]
        {
            let mut level = level(vec![body]);
            level.world.integrator = integrator;
            level.world.stick_iterations = passes;
            assert_same_bits(&level, 4, what);
        }
    }
}

/// Ropes side by side fill lanes; their sticks alternate between ropes in the file, or are listed rope by rope.
#[test]
fn sticks_of_many_ropes_give_the_same_bits() {
    for (is_woven, passes) in [(false, 3), (true, 3), (false, 16), (true, 16)] {
        let mut random = Random::new(11);
        let (ropes, nodes) = (37, 21);
        let mut body = self::nodes(&mut random, ropes * nodes);
        for index in 0..ropes * (nodes - 1) {
            let (rope, part) =
                if is_woven { (index % ropes, index / ropes) } else { (index / (nodes - 1), index % (nodes - 1)) };
            body.sticks.push(stick(rope * nodes + part, rope * nodes + part + 1, 0.5));
        }
        let mut level = level(vec![body]);
        level.world.stick_iterations = passes;
        assert_same_bits(&level, 16, &format!("woven: {is_woven}, {passes} passes"));
    }
}

/// A body that blows up is left out from then on, and restored by an earlier snapshot.
#[test]
fn sticks_of_a_blown_up_body_are_skipped_until_restored() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet] {
        let mut random = Random::new(9);
        let mut bomb = rope(&mut random, 12);
        // It overflows in the third substep.
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
