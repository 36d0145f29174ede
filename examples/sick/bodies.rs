//! Random bodies and their surroundings.

use super::random::Random;
use blobsmith::geometry::{Aabb, DVec2};
use blobsmith::level::shapes::{BalloonShape, Container, CrateBox, DiscShape, Gear, Material, Rectangle, Ring, Star};
use blobsmith::level::{Body, EdgeChoice, Level, Motion, Node, Obstacle, ObstacleShape, Role, World};

/// A material that is stable with 16 substeps.
pub fn material(random: &mut Random) -> Material {
    let stiffness = random.around(5.0, 14.0);
    Material::default()
        .springy(stiffness, random.between(0.25, 0.6))
        .touching(random.between(0.2, 0.6), random.between(0.1, 0.5))
}

/// A random braced body.
pub fn body(random: &mut Random) -> Body {
    let material = material(random);
    let size = random.between(0.8, 1.5);
    match random.whole(0, 7) {
        0 | 1 => lattice(random, true),
        2 => CrateBox { size: [2.0 * size, 1.6 * size], edges_per_side: random.whole(2, 4), material }.body(),
        3 => {
            Ring { radius: 1.2 * size, hole: random.between(0.4, 0.6), segments: random.whole(10, 16), material }.body()
        }
        4 => {
            DiscShape { radius: size, rings: random.whole(2, 3), sectors: random.whole(8, 12), smooth: false, material }
                .body()
        }
        5 => Star { tips: random.whole(5, 7), radius: 1.3 * size, inner: 0.6, blunt: 0.3, material }.body(),
        6 => Gear { teeth: random.whole(6, 9), module: 0.25 * size, material, ..Gear::default() }.body(),
        _ => balloon(random),
    }
}

/// A lattice of cells, optionally with the diagonals that make it rigid.
pub fn lattice(random: &mut Random, is_braced: bool) -> Body {
    let material = material(random);
    let cell = random.between(0.4, 0.7);
    let (columns, rows) = (random.whole(2, 4), random.whole(2, 4));
    Rectangle { columns, rows, cell: [cell, cell], shear: is_braced, brace: is_braced, material }.body()
}

/// A gas-filled n-gon in which springs and gas are about in balance.
pub fn balloon(random: &mut Random) -> Body {
    let (sides, radius) = (random.whole(10, 18), random.between(0.9, 1.5));
    let material = material(random).filled(random.between(1.0, 2.5));
    let brace_span = random.whole(2, 3);
    BalloonShape { sides, radius, start_rad: random.between(0.0, 6.0), barycentre: false, brace_span, material }.body()
}

/// A square with `edges_per_side`.
pub fn square(random: &mut Random, side: f64, edges_per_side: usize) -> Body {
    CrateBox { size: [side, side], edges_per_side, material: material(random) }.body()
}

/// A fixed block with a hull, given by two corners.
pub fn block(name: &str, min: [f64; 2], max: [f64; 2]) -> Body {
    Body {
        name: name.to_owned(),
        motion: Motion::Fixed,
        gas: 0.0,
        nodes: [[min[0], min[1]], [max[0], min[1]], [max[0], max[1]], [min[0], max[1]]].map(Node::at).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Body::default()
    }
}

/// A room with thick walls around the origin.
pub fn container(random: &mut Random, width: f64, height: f64) -> Body {
    Container { inside: [width, height], wall: random.between(0.8, 1.6), material: Material::decor() }.body()
}

/// Bounding box of a body.
pub fn bounds(body: &Body) -> Aabb {
    Aabb::around(body.nodes.iter().map(|node| DVec2::from(node.position)))
}

/// Moves the middle of the body's lower side to this position.
pub fn placed(mut body: Body, x: f64, y: f64) -> Body {
    let around = bounds(&body);
    let shift = DVec2::new(x - 0.5 * (around.min.x + around.max.x), y - around.min.y);
    for node in &mut body.nodes {
        node.position = (DVec2::from(node.position) + shift).to_array();
    }
    body
}

/// Sets the velocity of the body.
pub fn moving(mut body: Body, velocity: [f64; 2]) -> Body {
    body.nodes.iter_mut().for_each(|node| node.velocity = velocity);
    body
}

/// Multiplies all masses.
pub fn scale_masses(body: &mut Body, factor: f64) {
    for node in &mut body.nodes {
        if let Role::Mass(mass) = &mut node.role {
            *mass *= factor;
        }
    }
}

/// Multiplies stiffness and damping of all springs.
pub fn scale_springs(body: &mut Body, stiffness: f64, damping: f64) {
    for spring in &mut body.springs {
        spring.stiffness *= stiffness;
        spring.damping *= damping;
    }
}

/// A level with a floor at height 0: a body or an obstacle.
pub fn stage(random: &mut Random, mut bodies: Vec<Body>) -> Level {
    let edge_choice = if random.chance(0.5) { EdgeChoice::Distance } else { EdgeChoice::EntryEdge };
    let mut world = World { gravity: [0.0, -random.between(0.012, 0.025)], ..World::default() };
    world.contact.edge_choice = edge_choice;
    let mut level = Level { world, ..Level::default() };
    if random.chance(0.7) {
        bodies.insert(0, block("floor", [-400.0, -random.between(2.0, 4.0)], [400.0, 0.0]));
    } else {
        let shape = ObstacleShape::Line([0.0, 0.0], [1.0, 0.0]);
        level.obstacles.push(Obstacle { name: "floor".to_owned(), shape, restitution: 0.4 });
    }
    level.bodies = bodies;
    level
}

/// One to three braced bodies side by side that fall on a floor.
pub fn falling(random: &mut Random) -> Level {
    let count = random.whole(1, 3);
    let bodies = (0..count).map(|at| {
        let (body, height) = (body(random), random.between(0.05, 2.0));
        placed(body, 5.0 * at as f64 - 5.0, height)
    });
    let bodies = bodies.collect();
    stage(random, bodies)
}

/// Index of a random dynamic body.
pub fn some_body(random: &mut Random, level: &Level) -> usize {
    let dynamic: Vec<usize> =
        (0..level.bodies.len()).filter(|&at| level.bodies[at].motion == Motion::Dynamic).collect();
    dynamic[random.whole(0, dynamic.len() - 1)]
}
