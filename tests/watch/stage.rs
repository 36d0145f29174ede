//! A small level with hand-calculated quantities, and helpers to measure it.

use blobsmith::debugger::Expression;
use blobsmith::debugger::probes::ProbeSample;
use blobsmith::engine::{Trace, World};
use blobsmith::level::{Body, Disc, Level, Motion, Node, Spring, World as Settings};

/// A soft square of side 2 that moves to the right, its corner 2 also upwards; a fixed block around its corner 1, a
/// quarter deep; a falling disc. Gravity is 1 downwards.
pub fn level() -> Level {
    let node = |position, velocity| Node { velocity, ..Node::at(position) };
    let left = Body {
        name: "left".to_owned(),
        gas: 8.0,
        nodes: vec![
            node([0.0, 0.0], [3.0, 0.0]),
            node([2.0, 0.0], [3.0, 0.0]),
            node([2.0, 2.0], [3.0, 4.0]),
            node([0.0, 2.0], [3.0, 0.0]),
        ],
        springs: vec![
            Spring { a: 0, b: 1, rest_length: 1.0, stiffness: 10.0, damping: 0.0 },
            Spring { a: 1, b: 2, rest_length: 2.5, stiffness: 0.0, damping: 2.0 },
        ],
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Body::default()
    };
    let block = Body {
        name: "block".to_owned(),
        motion: Motion::Fixed,
        gas: 0.0,
        nodes: [[1.5, -1.0], [5.0, -1.0], [5.0, 0.25], [1.5, 0.25]].map(Node::at).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        ..Body::default()
    };
    let ball = Disc {
        name: "ball".to_owned(),
        position: [10.0, 0.0],
        velocity: [0.0, -2.0],
        radius: 1.0,
        mass: 3.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
    };
    let world = Settings { gravity: [0.0, -1.0], ..Settings::default() };
    Level { world, bodies: vec![left, block], discs: vec![ball], ..Level::default() }
}

/// A square and a diamond whose left node is a tenth inside the square's right side (edge 1), into which it moves.
pub fn touching() -> Level {
    let body = |name: &str, corners: [[f64; 2]; 4], velocity| Body {
        name: name.to_owned(),
        gas: 0.0,
        nodes: corners.map(|at| Node { velocity, ..Node::at(at) }).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Body::default()
    };
    let square = body("square", [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], [0.0, 0.0]);
    let diamond = body("diamond", [[0.9, 0.5], [1.5, -0.2], [2.1, 0.5], [1.5, 1.2]], [-0.1, 0.0]);
    let world = Settings { gravity: [0.0, 0.0], ..Settings::default() };
    Level { world, bodies: vec![square, diamond], ..Level::default() }
}

/// The value of an expression in the present state of a world.
#[track_caller]
pub fn measure(text: &str, level: &Level, world: &World, trace: Option<&Trace>) -> f64 {
    let expression = Expression::new(text, level).unwrap_or_else(|error| panic!("{}", error.show(text)));
    let look = ProbeSample { level, world, trace, recorded: None, found: None };
    expression.value(&look, &mut expression.memory())
}

/// The value at frame 0.
#[track_caller]
pub fn at_start(text: &str) -> f64 {
    let level = level();
    let world = World::new(&level).expect("a valid level");
    measure(text, &level, &world, None)
}
