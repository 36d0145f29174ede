//! Bodies at rest: nodes that vibrate on the ground, contacts without an eligible edge, and discs that are held back.

use super::super::scenes::random::Random;
use super::super::scenes::{block, decor, lattice, with_velocity};
use super::moving::{bare, fallen, node, stuff, weightless};
use super::{Kind, kind};
use blobsmith::geometry::DVec2;
use blobsmith::level::{Body, Decor, Disc, EdgeChoice, Level, Motion, Point};
use std::f64::consts::{PI, TAU};

pub(super) const KINDS: &[Kind] = &[
    kind("feet that a friction of 2 turns round in every substep", &["jitter"], 64, |r| rubbed(r, 2.0, 2.0)),
    kind("the same with a friction that turns them round and leaves six tenths or less", &[], 64, |r| {
        rubbed(r, 1.3, 1.6)
    }),
    kind("the same with a friction below 1", &[], 64, |r| rubbed(r, 0.1, 1.0)),
    kind("feet in ground by force, of a viscosity that turns them round", &["jitter"], 64, |r| dragged(r, 2.0, 2.0)),
    kind("the same with three quarters of that or less", &[], 64, |r| dragged(r, 0.1, 1.5)),
    kind("block that slides over the ground", &[], 96, slid),
    // No edge is eligible, so the block is not pushed out: it is inside for all 16 frames that the detector requires.
    kind(
        "block in the middle of a star, by a rule that asks for the foot or for the wedge",
        &["interpenetration", "no-edge"],
        16,
        |r| pit(r, false),
    ),
    kind("disc in the middle of such a star", &["no-edge"], 16, |r| pit(r, true)),
    kind("disc in the middle of a regular polygon, by the same rules", &[], 16, filled),
    kind("block within a convex one, with the barycentre rule", &["interpenetration", "no-edge"], 16, swallowed),
    kind("lattice dropped on the ground, by these rules, with the barycentre rule or without", &[], 160, footed),
    kind("disc that leaves, turned round by an impulse", &["sticking"], 20, |r| parting(r, 1.0, false)),
    kind("the same disc, answered only when it comes in", &[], 20, |r| parting(r, 1.0, true)),
    kind("disc that comes in, answered whichever way it goes", &[], 20, |r| parting(r, -1.0, false)),
];

/// The larger of a barely visible speed and the speed that gravity adds in a frame.
fn resting(size: f64, gravity: f64) -> f64 {
    (0.001 * size).max(gravity)
}

/// A triangle that is pinned at its top, with two free feet on the ground or in it, and nothing between the three.
fn two_feet(random: &mut Random, y: f64, side: f64, slip: f64, mass: f64) -> Body {
    let mut body = bare(Body::default());
    let x = random.between(-3.0, 3.0);
    body.nodes = vec![
        node([x, y], [slip, 0.0], mass),
        node([x + side, y], [slip, 0.0], mass),
        node([x + random.between(0.0, 1.0) * side, side], [0.0, 0.0], mass),
    ];
    body.nodes[2].pinned = true;
    body.hull = vec![[0, 1], [1, 2], [2, 0]];
    body
}

/// Gravity puts both feet in by g·h² in every substep, the contact puts them back, without restitution, and makes v of the motion along the
/// ground (1 - μ)·v (000 §D.2): -v with μ = 2. With 0.6 v or less of it, the mean square of n >= 128 substeps is below
/// v²/(0.64 n), and v, at most six times what counts, a ninth of that.
fn rubbed(random: &mut Random, least: f64, most: f64) -> Level {
    let (substeps, side, mass) = (random.pick(&[4, 8, 16, 64]), random.between(0.5, 2.0), random.between(0.5, 2.0));
    let gravity = random.between(0.002, 0.02) * side;
    let slip = random.between(2.0, 6.0) * resting(1.5 * side, gravity);
    let mut body = two_feet(random, 0.0, side, slip, mass);
    let mut ground = block([-20.0, -20.0], [20.0, 0.0]);
    body.friction = random.between(0.8, 2.0);
    (ground.friction, ground.restitution) = (random.between(least, most) / body.friction, 0.0);
    let mut level = weightless(vec![ground, body], substeps);
    level.world.gravity = [0.0, -gravity];
    level
}

/// The feet are as deep as the ground bears their weight, m·g/k, so that only the force along it acts: of h·c/m it leaves
/// 1 - h·c/m of the motion, -1 with 2.
fn dragged(random: &mut Random, least: f64, most: f64) -> Level {
    let (substeps, side, mass) = (random.pick(&[4, 8, 16]), random.between(0.5, 2.0), random.between(0.5, 2.0));
    let often = f64::from(substeps);
    let (reached, depth) = (random.between(1e-4, 1e-3), random.between(0.005, 0.02) * side);
    let gravity = depth * reached * often * often;
    let slip = random.between(2.0, 6.0) * resting(1.5 * side, gravity);
    let body = two_feet(random, -depth, side, slip, mass);
    let mut level = weightless(vec![block([-20.0, -20.0], [20.0, 0.0]), body], substeps);
    level.world.gravity = [0.0, -gravity];
    level.world.contact.decor = Decor::Penalty {
        stiffness: reached * mass * often * often,
        viscosity: random.between(least, most) * mass * often,
    };
    level
}

/// It is in the ground in every substep, by one substep of gravity, and its motion is not reversed.
fn slid(random: &mut Random) -> Level {
    let (substeps, side) = (random.pick(&[8, 16, 32]), random.between(0.5, 1.5));
    let mut stuff = stuff(random, 0.2, substeps);
    stuff.damping = 0.02 * stuff.mass * f64::from(substeps);
    let body = bare(lattice([-9.0 * side, 0.0], side, 1, 1, stuff));
    let speed = random.between(0.05, 0.1) * side;
    let mut ground = block([-20.0, -20.0], [20.0, 0.0]);
    (ground.friction, ground.restitution) = (0.0, 0.0);
    let mut level = weightless(vec![ground, with_velocity(body, [speed, 0.0])], substeps);
    level.world.gravity = [0.0, -random.between(0.002, 0.01) * side];
    level
}

/// A star: corners that alternate between two radii.
fn star(points: usize, inner: f64, outer: f64, turn: f64) -> Vec<Point> {
    let at = |index: usize| {
        let radius = if index.is_multiple_of(2) { inner } else { outer };
        (DVec2::from_angle(turn + PI / points as f64 * index as f64) * radius).to_array()
    };
    (0..2 * points).map(at).collect()
}

/// In the middle of a star with n points and radii r and R, AM·AB is r² - r·R·cos(π/n) for every edge, seen from its inner end: below zero
/// where r < R·cos(π/n), and then the foot is on none. It is below -cross(AB, AM) = -r·R·sin(π/n) too where
/// r < R·(cos - sin). Off the middle by d both change by at most d·√2 times the edge's length.
fn pit(random: &mut Random, is_disc: bool) -> Level {
    let choice = random.pick(&[EdgeChoice::Projection, EdgeChoice::Wedge45]);
    let is_wedge = choice == EdgeChoice::Wedge45;
    let points = if is_wedge { 6 + random.below(4) } else { 3 + random.below(6) };
    let (sine, cosine) = (PI / points as f64).sin_cos();
    let outer = random.between(1.0, 3.0);
    let limit = outer * if is_wedge { cosine - sine } else { cosine };
    let inner = random.between(0.3, 0.8) * limit;
    let edge = (outer * outer + inner * inner - 2.0 * outer * inner * cosine).sqrt();
    let room = 0.7 * inner * (limit - inner) / edge;
    let walls = decor(&star(points, inner, outer, random.between(0.0, TAU)));
    let (frames, substeps) = (16.0, random.pick(&[1, 4, 16]));
    let aside = |random: &mut Random| DVec2::from_angle(random.between(0.0, TAU)) * 0.2 * room;
    let (at, drift) = (aside(random), (aside(random) / frames).to_array());
    let mut level = weightless(vec![walls], substeps);
    if is_disc {
        level.discs.push(disc(at.to_array(), drift, random.between(0.1, 1.0) * outer, random.between(0.5, 2.0)));
    } else {
        let side = 0.7 * room;
        let stuff = stuff(random, 0.2, substeps);
        let body = bare(lattice((at - DVec2::splat(0.5 * side)).to_array(), side, 1, 1, stuff));
        level.bodies.push(with_velocity(body, drift));
    }
    level.world.contact.edge_choice = choice;
    level
}

/// Every edge of a regular polygon has its foot.
fn filled(random: &mut Random) -> Level {
    let size = random.between(1.0, 3.0);
    let corners = star(2 + random.below(4), size, size, random.between(0.0, TAU));
    let mut level = weightless(vec![decor(&corners)], random.pick(&[1, 4, 16]));
    let at = DVec2::from_angle(random.between(0.0, TAU)) * 0.1 * size;
    level.discs.push(disc(at.to_array(), [0.0, 0.0], random.between(0.1, 1.0) * size, random.between(0.5, 2.0)));
    level.world.contact.edge_choice = random.pick(&[EdgeChoice::Projection, EdgeChoice::Wedge45]);
    level
}

/// Its barycentre is on the inside of every edge, so that none is left (000 §E.2).
fn swallowed(random: &mut Random) -> Level {
    let (size, substeps) = (random.between(1.0, 3.0), random.pick(&[1, 4, 16]));
    let walls = decor(&star(2 + random.below(4), size, size, random.between(0.0, TAU)));
    let side = 0.2 * size;
    let at = DVec2::from_angle(random.between(0.0, TAU)) * 0.2 * size - DVec2::splat(0.5 * side);
    let stuff = stuff(random, 0.2, substeps);
    let mut level = weightless(vec![walls, bare(lattice(at.to_array(), side, 1, 1, stuff))], substeps);
    level.world.contact.edge_choice =
        random.pick(&[EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance, EdgeChoice::EntryEdge]);
    level.world.contact.barycentre_rule = true;
    level
}

fn footed(random: &mut Random) -> Level {
    let mut level = fallen(random, 1);
    level.world.contact.edge_choice = random.pick(&[EdgeChoice::Projection, EdgeChoice::Wedge45]);
    level.world.contact.barycentre_rule = random.chance(0.5);
    level
}

fn disc(position: Point, velocity: Point, radius: f64, mass: f64) -> Disc {
    let name = String::new();
    Disc { name, position, velocity, radius, mass, restitution: 1.0, friction: 0.0, motion: Motion::Dynamic }
}

/// A disc, or a particle, over the middle of an edge, still inside of it by one and a half to three substeps of its way when it
/// leaves. Off what is fixed an impulse takes (1 + e) times its momentum. Off an edge of two masses m, of a body of four, it takes
/// (1 + e)·v/(1/M + 1/2m) of v/(1/M + 1/4m): with M <= m that is 5/6 of (1 + e) or more, 1.25 at e = 0.5.
fn parting(random: &mut Random, way: f64, approaching_only: bool) -> Level {
    let (substeps, size) = (random.pick(&[4, 8, 16]), random.between(0.2, 1.0));
    let speed = random.between(0.1, 0.4) * size;
    let radius = if random.chance(0.25) { 0.0 } else { size };
    let depth = way * random.between(1.5, 3.0) * speed / f64::from(substeps);
    let stuff = stuff(random, 0.005, substeps);
    let width = random.between(1.0, 3.0) * size;
    let free = bare(lattice([-0.5 * width, -width], width, 1, 1, stuff));
    let mut body = if random.chance(0.5) { free } else { block([-20.0, -20.0], [20.0, 0.0]) };
    body.restitution = random.between(0.5, 1.0);
    let mass = random.between(0.2, 1.0) * stuff.mass;
    let mut level = weightless(vec![body], substeps);
    level.discs.push(disc([0.0, radius - depth], [0.0, way * speed], radius, mass));
    level.world.contact.approaching_only = approaching_only;
    level
}
