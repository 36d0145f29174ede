//! Meshes for tests of order and layout: lattices in any numbering, meshes without rows, groups of small ones.

use super::random::Random;
use super::{Stuff, connect, lattice};
use blobsmith::level::{Body, Node, Role};

/// A lattice whose nodes swing.
pub fn shaken(columns: usize, rows: usize, stuff: Stuff) -> Body {
    let mut random = Random::new(7);
    let mut body = lattice([0.0, 0.0], 1.0, columns - 1, rows - 1, stuff);
    for node in &mut body.nodes {
        node.velocity = [random.between(-0.01, 0.01), random.between(-0.01, 0.01)];
    }
    body
}

/// Nodes strewn over a square, each joined to what is near; numbered as the rows of a coarse grid have them. No two springs are
/// of one length.
pub fn strewn(count: usize, stuff: Stuff, seed: u64) -> Body {
    let mut random = Random::new(seed);
    let side = (count as f64).sqrt().ceil() as usize;
    let mut body = Body { gas: 0.0, ..Body::default() };
    for index in 0..count {
        let (column, row) = (index % side, index / side);
        let position = [column as f64 + random.between(-0.35, 0.35), row as f64 + random.between(-0.35, 0.35)];
        let velocity = [random.between(-0.01, 0.01), random.between(-0.01, 0.01)];
        body.nodes.push(Node {
            role: Role::Mass(stuff.mass * random.between(0.5, 2.0)),
            velocity,
            ..Node::at(position)
        });
    }
    for index in 0..count {
        let (column, row) = (index % side, index / side);
        for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let (x, y) = (column as i64 + right, row as i64 + up);
            let other = (y * side as i64 + x) as usize;
            if (0..side as i64).contains(&x) && other < count && random.chance(0.9) {
                let (a, b) = if random.chance(0.5) { (index, other) } else { (other, index) };
                connect(&mut body, a, b, stuff);
            }
        }
    }
    body
}

/// The same body with its nodes numbered, and its springs listed, in no order.
pub fn shuffled(mut body: Body, seed: u64) -> Body {
    let mut random = Random::new(seed);
    let mut place: Vec<usize> = (0..body.nodes.len()).collect();
    shuffle(&mut place, &mut random);
    let mut nodes = body.nodes.clone();
    for (from, &to) in place.iter().enumerate() {
        nodes[to] = body.nodes[from].clone();
    }
    body.nodes = nodes;
    shuffle(&mut body.springs, &mut random);
    for spring in &mut body.springs {
        (spring.a, spring.b) = (place[spring.a], place[spring.b]);
    }
    body.hull.iter_mut().flatten().chain(body.triangles.iter_mut().flatten()).for_each(|node| *node = place[*node]);
    body
}

fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for index in (1..list.len()).rev() {
        list.swap(index, random.below(index + 1));
    }
}
