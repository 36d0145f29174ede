//! The area painted by triangles: bodies without springs whose nodes have constant velocities, so that the shape is known at
//! every moment.

use super::super::scenes::random::Random;
use super::super::scenes::{Stuff, block, connect, lattice, ring};
use super::moving::{bare, many, stuff, weightless};
use super::{Kind, kind};
use blobsmith::geometry::DVec2;
use blobsmith::level::{Body, EdgeChoice, Level, Node, Point, Role};
use std::f64::consts::TAU;

/// Frames of all of them.
const FRAMES: u64 = 32;

pub(super) const KINDS: &[Kind] = &[
    kind("fan from a corner, dented by less than its ear is high", &[], FRAMES, |r| dented(r, Dent::InTheEar, false)),
    kind("fan from a corner, dented by more than that", &["flip", "spill"], FRAMES, |r| {
        dented(r, Dent::BeforeTheBarycentre, false)
    }),
    kind("fan from the barycentre, dented as deep", &[], FRAMES, |r| dented(r, Dent::BeforeTheBarycentre, true)),
    kind("fan from the barycentre, dented beyond it", &["fan-fails", "flip", "spill"], FRAMES, |r| {
        dented(r, Dent::Beyond, true)
    }),
    kind("fan from a corner, dented beyond the barycentre", &["fan-fails", "flip", "spill"], FRAMES, |r| {
        dented(r, Dent::Beyond, false)
    }),
    kind("inner node that leaves the ring of its neighbours", &["flip"], FRAMES, |r| strayed(r, 0.6, 0.85)),
    kind("inner node that stays within it", &[], FRAMES, |r| strayed(r, 0.1, 0.45)),
    kind("fan with a triangle left out", &["unpainted"], FRAMES, |r| fan(r, true)),
    kind("the same fan, whole", &[], FRAMES, |r| fan(r, false)),
    kind("hull node that was added outside of the triangles", &["unpainted"], FRAMES, |r| added(r, 1e-3, 0.05)),
    kind("hull node that was added inside of them", &["spill"], FRAMES, |r| added(r, -0.05, -1e-3)),
    kind("hull node that was added beside an edge, off it by less than a pixel", &[], FRAMES, |r| {
        added(r, -5e-5, 5e-5)
    }),
    kind("balloon with a node that hangs over its neighbour", &["fan-fails", "flip", "spill"], FRAMES, |r| {
        hooked(r, 0.15, 0.3)
    }),
    kind("the same node, short of its neighbour", &[], FRAMES, |r| hooked(r, -0.3, -0.15)),
    kind("balloon with a hole, and a fan over all of it", &["fan-fails", "spill"], FRAMES, |r| holed(r, false)),
    kind("the same, with triangles around the hole", &[], FRAMES, |r| holed(r, true)),
    kind("balloon that drops on the ground, with a fan from its barycentre", &[], 160, dropped),
];

/// Depth of the dent.
#[derive(Clone, Copy, PartialEq)]
enum Dent {
    InTheEar,
    BeforeTheBarycentre,
    Beyond,
}

/// A regular polygon around the origin, turned by chance, on which nothing acts but for a gas that is hardly one.
fn polygon(random: &mut Random, count: usize, with_barycentre: bool) -> Body {
    let stuff = stuff(random, 0.01, 1);
    let mut body = bare(ring([0.0, 0.0], random.between(0.5, 2.0), count, with_barycentre, stuff));
    body.springs.clear();
    // In all frames it gives a node less than a millionth of the size.
    body.gas = if random.chance(0.7) { 1e-10 * stuff.mass } else { 0.0 };
    let turn = DVec2::from_angle(random.between(0.0, TAU));
    for node in &mut body.nodes {
        node.position = turn.rotate(DVec2::from(node.position)).to_array();
    }
    body
}

/// All of a body at one speed.
fn drifting(random: &mut Random, mut body: Body) -> Level {
    let drift = [random.between(-0.1, 0.1), random.between(-0.1, 0.1)];
    for node in body.nodes.iter_mut().filter(|node| node.role != Role::Barycentre) {
        node.velocity = [node.velocity[0] + drift[0], node.velocity[1] + drift[1]];
    }
    weightless(vec![body], many(random))
}

/// Node 1 of a polygon of radius 1 goes to the middle and is d deep at the end. Its ear, the triangle with its neighbours, is
/// h = 1 - cos(turn) high. With d > h it lies outside the hull, flipped, and over it lie the other triangles of a fan from node 0. The
/// barycentre goes to -d/n: up to d = 0.85 it has node 1 before it, and with that all edges on their insides; at d = 1.4
/// node 1 is at -0.4, and the barycentre, no farther than -0.27, is in the dent. A fan from there has the two triangles to the dent's
/// walls flipped; others paint there.
fn dented(random: &mut Random, dent: Dent, with_barycentre: bool) -> Level {
    let count = 6 + random.below(5);
    let mut body = polygon(random, count, with_barycentre);
    if dent == Dent::Beyond {
        // A body that is no balloon needs no barycentre.
        body.gas = body.gas.max(1e-10);
    }
    let ear = 1.0 - (TAU / count as f64).cos();
    let deep = match dent {
        Dent::InTheEar => random.between(0.3, 0.8) * ear,
        Dent::BeforeTheBarycentre => random.between(1.3 * ear, 0.85),
        Dent::Beyond => random.between(1.4, 1.6),
    };
    body.nodes[1].velocity = body.nodes[1].position.map(|x| -x * deep / FRAMES as f64);
    drifting(random, body)
}

/// Node 1 of a polygon of radius 1 goes out to a radius of 1.6 and so far beyond node 2, as an angle seen from the middle. Then the
/// edge from it to node 2 runs backwards, and the middle is on its outside. The edge from node 0 passes node 2 at a radius of
/// 1.6·sin(2t + δ)/(sin 2t + 1.6·sin δ), above 1.1 for ten nodes and more and δ up to 0.3. The barycentre is at most 0.12 off the middle, and from
/// there the angle between what is 1.6 and 1 away is another by 0.12·(1 - 1/1.6) = 0.05 or so. The fan's triangle at that edge is turned
/// over, and the ones beside it paint under the node that hangs over.
fn hooked(random: &mut Random, least: f64, most: f64) -> Level {
    let count = 10 + random.below(5);
    let mut body = polygon(random, count, true);
    body.gas = body.gas.max(1e-10);
    let beyond = TAU / count as f64 + random.between(least, most);
    let at = DVec2::from(body.nodes[1].position);
    let end = DVec2::from_angle(beyond).rotate(at) * 1.6;
    body.nodes[1].velocity = ((end - at) / FRAMES as f64).to_array();
    drifting(random, body)
}

/// A polygon with a smaller one as a hole. Triangles between both tile it; a fan from node 0 of the outer one paints the hole, and
/// so does one from the barycentre, which sees every edge of the hole from its outside.
fn holed(random: &mut Random, is_tiled: bool) -> Level {
    let count = 5 + random.below(5);
    let mut body = polygon(random, count, false);
    body.gas = body.gas.max(1e-10);
    let small = random.between(0.1, 0.7);
    for index in 0..count {
        let mut node = body.nodes[index].clone();
        node.position = node.position.map(|x| x * small);
        body.nodes.push(node);
    }
    let inner = |index: usize| count + index % count;
    body.hull.extend((0..count).map(|index| [inner(index + 1), inner(index)]));
    if is_tiled {
        let around = |index: usize| {
            let next = (index + 1) % count;
            [[index, next, inner(next)], [index, inner(next), inner(index)]]
        };
        body.triangles = (0..count).flat_map(around).collect();
    }
    drifting(random, body)
}

/// The middle node of four cells, each halved by its rising diagonal. Its neighbours are a hexagon, of which one side runs from (1, 0)
/// to (2, 1); on the way to the corner (2, 0) it is crossed halfway. Beyond that the triangle at this side is turned
/// over, and lies on the one at the corner.
fn strayed(random: &mut Random, least: f64, most: f64) -> Level {
    let size = random.between(0.3, 2.0);
    let stuff = stuff(random, 0.01, 1);
    let mut body = bare(lattice([0.0, 0.0], size, 2, 2, stuff));
    body.springs.clear();
    let speed = random.between(least, most) * size / FRAMES as f64;
    let middle = body.nodes.iter_mut().find(|node| node.position == [size, size]).expect("four cells have a middle");
    middle.velocity = [speed, -speed];
    drifting(random, body)
}

/// Without one of n equal triangles a part of 1/n is left unpainted.
fn fan(random: &mut Random, is_torn: bool) -> Level {
    let count = 5 + random.below(5);
    let mut body = polygon(random, count, true);
    if is_torn {
        let torn = random.below(count);
        body.triangles.remove(torn);
    }
    drifting(random, body)
}

/// A hull edge gets a node on its way, off it by such a part of the hull's area, and the triangles stay as they are.
fn added(random: &mut Random, least: f64, most: f64) -> Level {
    let count = 5 + random.below(5);
    let mut body = polygon(random, count, true);
    let edge = random.below(count);
    let [a, b] = body.hull[edge].map(|node| DVec2::from(body.nodes[node].position));
    let area = 0.5 * count as f64 * a.perp_dot(b);
    let (middle, side) = ((a + b) * 0.5, (b - a).length());
    let off = 2.0 * random.between(least, most) * area / side;
    let at: Point = (middle + middle.normalize() * off).to_array();
    let node = body.nodes.len();
    body.nodes.push(Node { role: body.nodes[0].role, ..Node::at(at) });
    let [first, second] = body.hull[edge];
    body.hull.splice(edge..=edge, [[first, node], [node, second]]);
    drifting(random, body)
}

/// A balloon falls by a tenth of its radius or less. What bears it grows by about g·M/R for every part of the radius that it is
/// pressed in: springs as stiff as ten times that, and a gas whose pressure holds its weight on half of its width, leave it round.
fn dropped(random: &mut Random) -> Level {
    let (substeps, count) = (random.pick(&[8, 16, 32]), 6 + random.below(5));
    let mut body = polygon(random, count, true);
    let radius = DVec2::from(body.nodes[0].position).length();
    let Role::Mass(mass) = body.nodes[0].role else { unreachable!("node 0 is on the hull") };
    let (gravity, weight) = (random.between(0.005, 0.02) * radius, mass * count as f64);
    let area = 0.5 * count as f64 * radius * radius * (TAU / count as f64).sin();
    body.gas = gravity * weight / radius * area;
    let stiffness = 10.0 * gravity * weight / radius;
    let stuff = Stuff { stiffness, damping: random.between(0.1, 0.5) * (stiffness * mass).sqrt(), ..Stuff::default() };
    (0..count).for_each(|node| connect(&mut body, node, (node + 1) % count, stuff));
    let up = random.between(1.0, 1.1) * radius;
    body.nodes.iter_mut().for_each(|node| node.position[1] += up);
    (body.restitution, body.friction) = (random.between(0.0, 0.8), random.between(0.0, 0.9));
    let mut level = weightless(vec![block([-20.0, -20.0], [20.0, 0.0]), body], substeps);
    level.world.gravity = [0.0, -gravity];
    level.world.contact.edge_choice = EdgeChoice::EntryEdge;
    level
}
