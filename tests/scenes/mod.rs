//! Bodies and levels for tests and benches, made by hand or at random.

// Each test binary uses a part of it.
#![allow(dead_code)]

pub mod format_2;
pub mod linked;
pub mod meshes;
pub mod mixed;
pub mod random;

use blobsmith::level::{Body, Level, Motion, Node, Point, Role, Spring};
use std::collections::BTreeMap;

/// Springs of a generated body.
#[derive(Clone, Copy, Debug)]
pub struct Stuff {
    pub stiffness: f64,
    pub damping: f64,
    pub gas: f64,
    pub mass: f64,
}

impl Default for Stuff {
    fn default() -> Self {
        Self { stiffness: 0.2, damping: 0.02, gas: 0.05, mass: 1.0 }
    }
}

/// A level with these bodies and the format's defaults.
pub fn level(bodies: Vec<Body>) -> Level {
    Level { bodies, ..Level::default() }
}

/// A body of unit cells times `size`: '#' is a cell, rows from top to bottom. Sides and both diagonals of every
/// cell are springs; the hull is the set of sides with a cell on one side only.
pub fn cells(origin: Point, size: f64, rows: &[&str], stuff: Stuff) -> Body {
    let mut body = Body { gas: stuff.gas, ..Body::default() };
    let mut index_of: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut springs: BTreeMap<(usize, usize), ()> = BTreeMap::new();
    let mut sides: Vec<[usize; 2]> = Vec::new();
    for (row, text) in rows.iter().rev().enumerate() {
        for (column, _) in text.bytes().enumerate().filter(|cell| cell.1 == b'#') {
            let corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)];
            let [a, b, c, d] = corners.map(|corner| {
                *index_of.entry(corner).or_insert_with(|| {
                    let position = [origin[0] + corner.0 as f64 * size, origin[1] + corner.1 as f64 * size];
                    body.nodes.push(Node { role: Role::Mass(stuff.mass), ..Node::at(position) });
                    body.nodes.len() - 1
                })
            });
            sides.extend([[a, b], [b, c], [c, d], [d, a]]);
            body.triangles.extend([[a, b, c], [a, c, d]]);
            for (p, q) in [(a, b), (b, c), (c, d), (d, a), (a, c), (b, d)] {
                springs.insert((p.min(q), p.max(q)), ());
            }
        }
    }
    let present: std::collections::BTreeSet<[usize; 2]> = sides.iter().copied().collect();
    body.hull = sides.into_iter().filter(|&[a, b]| !present.contains(&[b, a])).collect();
    for ((a, b), ()) in springs {
        connect(&mut body, a, b, stuff);
    }
    body
}

/// A lattice of `columns` x `rows` cells.
pub fn lattice(origin: Point, size: f64, columns: usize, rows: usize, stuff: Stuff) -> Body {
    let row = "#".repeat(columns);
    cells(origin, size, &vec![row.as_str(); rows], stuff)
}

/// A regular polygon held by gas, springs on the hull, counter-clockwise; with a barycentre node the triangles fan
/// out from it, else from node 0.
pub fn ring(center: Point, radius: f64, count: usize, with_barycentre: bool, stuff: Stuff) -> Body {
    let mut body = Body { gas: stuff.gas, ..Body::default() };
    for index in 0..count {
        let angle = std::f64::consts::TAU * index as f64 / count as f64;
        let position = [center[0] + radius * libm::cos(angle), center[1] + radius * libm::sin(angle)];
        body.nodes.push(Node { role: Role::Mass(stuff.mass), ..Node::at(position) });
        body.hull.push([index, (index + 1) % count]);
    }
    for index in 0..count {
        connect(&mut body, index, (index + 1) % count, stuff);
    }
    if with_barycentre {
        body.nodes.push(Node { role: Role::Barycentre, ..Node::at(center) });
        body.triangles = body.hull.iter().map(|&[a, b]| [a, b, count]).collect();
    } else {
        body.triangles = (1..count - 1).map(|index| [0, index, index + 1]).collect();
    }
    body
}

/// A decor of straight walls around a counter-clockwise loop of points.
pub fn decor(points: &[Point]) -> Body {
    let count = points.len();
    Body {
        motion: Motion::Fixed,
        gas: 0.0,
        nodes: points.iter().map(|&point| Node::at(point)).collect(),
        hull: (0..count).map(|index| [index, (index + 1) % count]).collect(),
        ..Body::default()
    }
}

/// A box with its corners in counter-clockwise order.
pub fn block(min: Point, max: Point) -> Body {
    decor(&[min, [max[0], min[1]], max, [min[0], max[1]]])
}

/// A container: one body, outer loop and inner loop (clockwise), walls of this thickness around min..max.
pub fn frame(min: Point, max: Point, thickness: f64) -> Body {
    let mut body = block([min[0] - thickness, min[1] - thickness], [max[0] + thickness, max[1] + thickness]);
    let inner = block(min, max);
    body.nodes.extend(inner.nodes);
    body.hull.extend([[4, 7], [7, 6], [6, 5], [5, 4]]);
    body
}

/// A spring as long as the nodes are apart now.
pub fn connect(body: &mut Body, a: usize, b: usize, stuff: Stuff) {
    let (p, q) = (body.nodes[a].position, body.nodes[b].position);
    let rest_length = ((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1])).sqrt();
    body.springs.push(Spring { a, b, rest_length, stiffness: stuff.stiffness, damping: stuff.damping });
}

/// Gives every node of the body this velocity.
pub fn with_velocity(mut body: Body, velocity: Point) -> Body {
    for node in &mut body.nodes {
        node.velocity = velocity;
    }
    body
}

/// Moves the body.
pub fn moved(mut body: Body, by: Point) -> Body {
    for node in &mut body.nodes {
        node.position = [node.position[0] + by[0], node.position[1] + by[1]];
    }
    body
}

/// How far the level's nodes and discs lie apart at most.
pub fn extent(level: &Level) -> f64 {
    let nodes = || level.bodies.iter().flat_map(|body| &body.nodes).map(|node| node.position);
    let positions = || nodes().chain(level.discs.iter().map(|disc| disc.position)).flatten();
    positions().fold(0.0, f64::max) - positions().fold(0.0, f64::min)
}

/// A heap of soft squares with slightly different places and speeds, falling into a container: `count` blobs in
/// layers of `per_row`. Stiff enough to bear each other: softer ones tangle under the weight of ten layers.
pub fn pile(count: usize, per_row: usize) -> Level {
    pile_of(count, per_row, 2, Stuff { stiffness: 6.0, damping: 0.6, ..Stuff::default() })
}

/// The same of squares with so many cells a side, all of one size.
pub fn pile_of(count: usize, per_row: usize, cells: usize, stuff: Stuff) -> Level {
    let mut random = random::Random::new(count as u64);
    let width = per_row as f64 * 3.0 + 1.0;
    let rows = count.div_ceil(per_row);
    let mut bodies = vec![frame([0.0, 0.0], [width, rows as f64 * 3.0 + 10.0], 3.0)];
    for index in 0..count {
        let (column, row) = (index % per_row, index / per_row);
        let origin =
            [1.0 + column as f64 * 3.0 + random.between(-0.2, 0.2), 0.1 + row as f64 * 2.6 + random.between(0.0, 0.2)];
        let body = lattice(origin, 2.0 / cells as f64, cells, cells, stuff);
        bodies.push(with_velocity(body, [random.between(-0.01, 0.01), 0.0]));
    }
    level(bodies)
}
