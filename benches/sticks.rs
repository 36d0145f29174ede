//! Cost of sticks: ropes, cloths and random graphs, compared with a naive implementation of 004 and with file order,
//! alternating within one run.

mod measure;
#[path = "sticks/naive.rs"]
mod naive;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use blobsmith::engine::{Layout, Observer, Phase, State, Touched, World};
use blobsmith::level::{Body, Level, Node, Role, Stick};
use measure::{cost, median};
use naive::Naive;
use scenes::level;
use scenes::random::Random;

/// Rounds of each.
const TURNS: usize = 61;

fn main() {
    if measure::is_only_asked_to_start() {
        return;
    }
    println!("sticks, whole substeps, ns a stick and pass (medians of {TURNS} turns)\n");
    println!("| scene               | sticks | passes | engine | file order |    naive |    naive/engine |");
    println!("| :------------------ | -----: | -----: | -----: | ---------: | -------: | --------------: |");
    for passes in [3, 16] {
        row("a rope", vec![rope(1000, 0)], passes);
        row("100 ropes of 20", (0..100).map(|index| rope(21, index)).collect(), passes);
        row("a cloth of 30 x 30", vec![cloth(30)], passes);
        row("a cloth of 100 x 100", vec![cloth(100)], passes);
        row("a cloth of 300 x 300", vec![cloth(300)], passes);
        row("a graph at random", vec![graph(2000, 4000)], passes);
    }
}

/// An observer, which forces file order.
struct Idle;

impl Observer for Idle {
    fn begin(&mut self, _: &Layout, _: &State) {}
    fn see(&mut self, _: Phase, _: Touched<'_>, _: &Layout, _: &State) {}
}

fn row(name: &str, bodies: Vec<Body>, passes: u32) {
    let mut level = level(bodies);
    level.world.stick_iterations = passes;
    let sticks: usize = level.bodies.iter().map(|body| body.sticks.len()).sum();
    let h = level.world.frame_time / f64::from(level.world.substeps);
    let mut engine = World::new(&level).expect("a level that is fit to run");
    // The first substep orders the sticks.
    engine.step_substep();
    let substeps = (200_000 / (sticks * passes as usize)).max(1);
    let mut times = [const { Vec::new() }; 3];
    let mut ratios = Vec::new();
    for turn in 0..TURNS {
        let mut naive = naive_from(&level, &engine);
        let mut watched = engine.clone();
        let mut results = [0.0; 3];
        for part in 0..3 {
            let part = (part + turn) % 3;
            results[part] = match part {
                0 => cost(&mut || (0..substeps).for_each(|_| engine.step_substep())),
                1 => cost(&mut || (0..substeps).for_each(|_| watched.step_substep_observed(None, &mut Idle))),
                _ => cost(&mut || (0..substeps).for_each(|_| naive.step(h))),
            };
        }
        assert_eq!(engine.hash(), watched.hash(), "file order has the same bits");
        assert_same(&engine, &naive);
        for (times, result) in times.iter_mut().zip(results) {
            times.push(result * 1e6 / (substeps * sticks * passes as usize) as f64);
        }
        ratios.push(results[2] / results[0]);
    }
    let [engine, watched, naive] = times.map(median);
    println!(
        "| {name:<20} | {sticks:>6} | {passes:>6} | {engine:>6.2} | {watched:>10.2} | {naive:>8.2} | {:>15.2} |",
        median(ratios)
    );
}

fn naive_from(level: &Level, now: &World) -> Naive {
    let mut nodes = Vec::new();
    let mut sticks = Vec::new();
    for body in &level.bodies {
        let first = nodes.len();
        nodes.extend(body.nodes.iter().enumerate().map(|(index, node)| naive::Node {
            position: now.position(first + index).to_array(),
            velocity: now.velocity(first + index).to_array(),
            inverse_mass: match node.role {
                Role::Mass(mass) if !node.pinned => 1.0 / mass,
                _ => 0.0,
            },
        }));
        let stick = |stick: &Stick| naive::Stick { a: first + stick.a, b: first + stick.b, length: stick.length };
        sticks.extend(body.sticks.iter().map(stick));
    }
    Naive { nodes, sticks, gravity: level.world.gravity, passes: level.world.stick_iterations }
}

/// Tests that neither skipped work.
fn assert_same(engine: &World, naive: &Naive) {
    let apart = |a: f64, b: f64| (a - b).abs() / a.abs().max(100.0);
    for (index, node) in naive.nodes.iter().enumerate() {
        let position = engine.position(index).to_array();
        for (a, b) in position.into_iter().zip(node.position) {
            let apart = apart(a, b);
            assert!(apart <= 1e-9, "node {index} is {apart} away");
        }
    }
}

fn joined(body: &mut Body, a: usize, b: usize) {
    let [p, q] = [a, b].map(|node| body.nodes[node].position);
    let length = ((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1])).sqrt();
    body.sticks.push(Stick { a, b, length, hidden: false });
}

/// Hangs by its first node, released sideways.
fn rope(nodes: usize, index: usize) -> Body {
    let mut body = Body::default();
    body.nodes.extend((0..nodes).map(|node| Node::at([node as f64, 3.0 * index as f64])));
    body.nodes[0].pinned = true;
    (1..nodes).for_each(|node| joined(&mut body, node - 1, node));
    body
}

/// Hangs by its upper corners.
fn cloth(side: usize) -> Body {
    let mut body = Body::default();
    body.nodes.extend((0..side * side).map(|node| Node::at([(node % side) as f64, -((node / side) as f64)])));
    body.nodes[0].pinned = true;
    body.nodes[side - 1].pinned = true;
    for node in 0..side * side {
        if node % side + 1 < side {
            joined(&mut body, node, node + 1);
        }
        if node + side < side * side {
            joined(&mut body, node, node + side);
        }
    }
    body
}

/// Sticks between random pairs of nodes.
fn graph(nodes: usize, sticks: usize) -> Body {
    let mut random = Random::new(3);
    let mut body = Body::default();
    let mut place = || Node::at([random.between(0.0, 100.0), random.between(0.0, 100.0)]);
    body.nodes.extend((0..nodes).map(|_| place()));
    body.nodes[0].pinned = true;
    for _ in 0..sticks {
        let a = random.below(nodes);
        joined(&mut body, a, (a + 1 + random.below(nodes - 1)) % nodes);
    }
    body
}
