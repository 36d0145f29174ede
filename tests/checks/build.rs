//! Small sound levels, built by hand, to be broken in one place.

use blobsmith::level::{Body, Level, Motion, Node, Role, Spring};

/// Side of [`square`].
pub const SIDE: f64 = 10.0;

/// A level with these bodies.
pub fn level(bodies: Vec<Body>) -> Level {
    Level { bodies, ..Level::default() }
}

/// A spring of the default stiffness at its drawn length.
pub fn spring(nodes: &[Node], a: usize, b: usize) -> Spring {
    let [dx, dy] = [0, 1].map(|axis| nodes[b].position[axis] - nodes[a].position[axis]);
    Spring { a, b, rest_length: (dx * dx + dy * dy).sqrt(), stiffness: 0.2, damping: 0.02 }
}

/// Springs between these nodes at their drawn lengths.
pub fn springs(nodes: &[Node], pairs: &[(usize, usize)]) -> Vec<Spring> {
    pairs.iter().map(|&(a, b)| spring(nodes, a, b)).collect()
}

/// Free nodes of mass 1.
pub fn nodes(positions: &[[f64; 2]]) -> Vec<Node> {
    positions.iter().map(|&position| Node::at(position)).collect()
}

/// Hull edges round `first..first + count`.
pub fn ring(first: usize, count: usize) -> Vec<[usize; 2]> {
    (0..count).map(|i| [first + i, first + (i + 1) % count]).collect()
}

/// A braced square with its barycentre in the middle, filled with gas: nodes 0 to 3 counter-clockwise from the lower left, 4 the
/// barycentre; springs 0 to 3 the sides, 4 and 5 the diagonals.
pub fn square(x: f64, y: f64) -> Body {
    let mut nodes =
        nodes(&[[x, y], [x + SIDE, y], [x + SIDE, y + SIDE], [x, y + SIDE], [x + SIDE / 2.0, y + SIDE / 2.0]]);
    nodes[4].role = Role::Barycentre;
    let springs = springs(&nodes, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]);
    Body {
        name: "square".to_string(),
        nodes,
        springs,
        hull: ring(0, 4),
        triangles: vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]],
        ..Body::default()
    }
}

/// A lattice of `columns` x `rows` cells, crossed by springs, with triangles: node (i, j) is `j * (columns + 1) + i`.
pub fn lattice(x: f64, y: f64, columns: usize, rows: usize) -> Body {
    let index = |i: usize, j: usize| j * (columns + 1) + i;
    let mut positions = Vec::new();
    for j in 0..=rows {
        for i in 0..=columns {
            positions.push([x + 5.0 * i as f64, y + 5.0 * j as f64]);
        }
    }
    let nodes = nodes(&positions);
    let mut pairs = Vec::new();
    let mut triangles = Vec::new();
    for j in 0..=rows {
        for i in 0..=columns {
            if i < columns {
                pairs.push((index(i, j), index(i + 1, j)));
            }
            if j < rows {
                pairs.push((index(i, j), index(i, j + 1)));
            }
            if i < columns && j < rows {
                let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
                pairs.extend([(a, c), (b, d)]);
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    let mut border: Vec<usize> = (0..columns).map(|i| index(i, 0)).collect();
    border.extend((0..rows).map(|j| index(columns, j)));
    border.extend((1..=columns).rev().map(|i| index(i, rows)));
    border.extend((1..=rows).rev().map(|j| index(0, j)));
    let hull = (0..border.len()).map(|i| [border[i], border[(i + 1) % border.len()]]).collect();
    let springs = springs(&nodes, &pairs);
    Body { name: "lattice".to_string(), nodes, springs, hull, triangles, ..Body::default() }
}

/// A fixed rectangle from `min` to `max`.
pub fn slab(min: [f64; 2], max: [f64; 2]) -> Body {
    Body {
        name: "slab".to_string(),
        motion: Motion::Fixed,
        gas: 0.0,
        nodes: nodes(&[min, [max[0], min[1]], max, [min[0], max[1]]]),
        hull: ring(0, 4),
        ..Body::default()
    }
}

/// A fixed floor whose top is at height 0.
pub fn floor() -> Body {
    slab([-50.0, -10.0], [50.0, 0.0])
}

/// A fixed frame round the inside of `min` to `max`, `thick` thick: outer loop counter-clockwise, inner loop clockwise.
pub fn frame(min: [f64; 2], max: [f64; 2], thick: f64) -> Body {
    let mut body = slab([min[0] - thick, min[1] - thick], [max[0] + thick, max[1] + thick]);
    body.name = "frame".to_string();
    body.nodes.extend(nodes(&[min, [min[0], max[1]], max, [max[0], min[1]]]));
    body.hull.extend(ring(4, 4));
    body
}
