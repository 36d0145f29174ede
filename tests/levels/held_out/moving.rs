//! Bodies in motion: springs, gas, shots, stacks.

use super::super::scenes::random::Random;
use super::super::scenes::{Stuff, block, connect, decor, frame, lattice, level, ring, with_velocity};
use super::{Kind, kind};
use blobsmith::geometry::DVec2;
use blobsmith::level::{Body, Contact, Disc, EdgeChoice, Integrator, Level, Node, Point, Role, Stick};
use std::f64::consts::{PI, TAU};

pub(super) const KINDS: &[Kind] = &[
    kind("spring beyond the limit of the step (h²·k/m from 4.2 to 4.8)", &["stiff-spring"], 64, |r| {
        let reached = r.between(4.2, 4.8);
        pair(r, reached, 1e-4, Integrator::SemiImplicitEuler)
    }),
    kind("spring a little below it (3.0 to 3.5), undamped", &["ringing"], 64, |r| {
        let reached = r.between(3.0, 3.5);
        pair(r, reached, 0.05, Integrator::SemiImplicitEuler)
    }),
    kind("spring far below it (0.01 to 1)", &[], 64, |r| {
        let reached = r.between(0.01, 1.0);
        pair(r, reached, 0.05, Integrator::SemiImplicitEuler)
    }),
    kind("swing whose energy explicit Euler multiplies by e a window", &["explicit-growth"], 64, |r| {
        growing(r, Integrator::ExplicitEuler)
    }),
    kind("the same with semi-implicit Euler", &[], 64, |r| growing(r, Integrator::SemiImplicitEuler)),
    kind("the same with Verlet", &[], 64, |r| growing(r, Integrator::Verlet)),
    kind("gas that throws nodes three sizes far in one substep", &["blow-up"], 8, |r| balloon(r, 3.0)),
    kind("a thousandth of that gas", &[], 8, |r| balloon(r, 0.003)),
    kind("triangle whose tip goes through its base", &["collapse", "flip"], 32, |r| tent(r, -1.0)),
    kind("triangle whose tip goes away from it", &[], 32, |r| tent(r, 1.0)),
    kind("block whose substep is three times as long as itself and the wall", &["tunnelling"], 8, |r| shot(r, 3.0)),
    kind("block whose substep is an eighth of the wall", &[], 16, |r| shot(r, 0.0)),
    kind("block that starts with its feet in the ground", &["repositioning"], 16, |r| rooted(r, true)),
    kind("block that starts on the ground", &[], 16, |r| rooted(r, false)),
    kind("block that leaves, turned round by two impulses", &["sticking"], 20, |r| leaving(r, false)),
    kind("the same, answered only when it comes in", &[], 20, |r| leaving(r, true)),
    kind("box hit on the line of its barycentre, beside the middle of the edge", &["self-rolling"], 64, |r| {
        hit(r, true)
    }),
    kind("box hit in the middle of the edge", &[], 64, |r| hit(r, false)),
    kind("outline two nodes of which change places", &["self-overlap"], 32, |r| crossing(r, 1.0)),
    kind("outline two nodes of which part", &[], 32, |r| crossing(r, -1.0)),
    Kind {
        in_passing: true,
        ..kind("node that a step puts nearer to the side than to the top that it came in by", &["wrong-edge"], 3, |r| {
            cornered(r, EdgeChoice::Distance)
        })
    },
    kind("the same with EntryEdge", &[], 3, |r| cornered(r, EdgeChoice::EntryEdge)),
    kind("lattices in free flight", &[], 64, flying),
    kind("lattice dropped on the ground", &[], 160, |r| fallen(r, 1)),
    kind("stack of two to four boxes", &[], 160, |r| {
        let count = 2 + r.below(3);
        fallen(r, count)
    }),
    kind("discs in a box", &[], 160, boxed),
    kind("rope of sticks, hanging", &[], 96, rope),
];

/// Substeps, 1 to 64.
pub(super) fn many(random: &mut Random) -> u32 {
    random.pick(&[1, 4, 8, 16, 64])
}

/// Free motion: without weight, friction and gas.
pub(super) fn weightless(bodies: Vec<Body>, substeps: u32) -> Level {
    let mut level = level(bodies);
    level.world.gravity = [0.0, 0.0];
    level.world.substeps = substeps;
    level.world.contact = Contact { edge_choice: EdgeChoice::Distance, approaching_only: true, ..Contact::default() };
    level
}

/// Springs between masses such that h²·k·(1/m + 1/m) is so much.
pub(super) fn stuff(random: &mut Random, reached: f64, substeps: u32) -> Stuff {
    let mass = random.between(0.5, 2.0);
    let stiffness = 0.5 * reached * mass * f64::from(substeps) * f64::from(substeps);
    Stuff { stiffness, damping: 0.0, gas: 0.0, mass }
}

pub(super) fn bare(mut body: Body) -> Body {
    (body.gas, body.friction) = (0.0, 0.0);
    body
}

pub(super) fn node(at: Point, velocity: Point, mass: f64) -> Node {
    Node { velocity, role: Role::Mass(mass), ..Node::at(at) }
}

/// Two masses and a spring that is off its length by so much of it.
fn pair(random: &mut Random, reached: f64, strain: f64, integrator: Integrator) -> Level {
    let substeps = many(random);
    swinging(random, reached, strain, integrator, substeps)
}

fn swinging(random: &mut Random, reached: f64, strain: f64, integrator: Integrator, substeps: u32) -> Level {
    let (first, second) = (random.between(0.5, 2.0), random.between(0.5, 2.0));
    let length = random.between(0.5, 3.0);
    let mut body = bare(Body::default());
    body.nodes = vec![node([0.0, 0.0], [0.0, 0.0], first), node([length, 0.0], [0.0, 0.0], second)];
    let squared = f64::from(substeps) * f64::from(substeps);
    let stiffness = reached * squared / (1.0 / first + 1.0 / second);
    connect(&mut body, 0, 1, Stuff { stiffness, damping: 0.0, ..Stuff::default() });
    body.springs[0].rest_length *= 1.0 - strain;
    let mut level = weightless(vec![body], substeps);
    level.world.integrator = integrator;
    level
}

/// Energy grows by 1 + (h·ω)² in a substep: e times in a window of 32 frames where (h·ω)² is 1/(32 substeps).
fn growing(random: &mut Random, integrator: Integrator) -> Level {
    let substeps = random.pick(&[8, 16, 64]);
    swinging(random, 1.0 / (32.0 * f64::from(substeps)), 0.1, integrator, substeps)
}

/// A regular polygon with a gas whose pressure moves a node in the first substep by so many times its size: by p·d/m·h² with d
/// from the node before to the one after.
fn balloon(random: &mut Random, sizes: f64) -> Level {
    let (substeps, count, radius) = (many(random), 5 + random.below(5), random.between(0.5, 2.0));
    let stuff = stuff(random, 0.01, substeps);
    let mut body = bare(ring([0.0, 0.0], radius, count, random.chance(0.5), stuff));
    let turn = TAU / count as f64;
    let doubled_area = count as f64 * radius * radius * turn.sin();
    let size = (0.5 * doubled_area).sqrt().max(2.0 * radius * (0.5 * turn).sin());
    let squared = f64::from(substeps) * f64::from(substeps);
    body.gas = sizes * size * stuff.mass * squared * doubled_area / (2.0 * radius * turn.sin());
    weightless(vec![body], substeps)
}

fn tent(random: &mut Random, way: f64) -> Level {
    let substeps = many(random);
    let (base, height) = (random.between(1.0, 3.0), random.between(0.5, 2.0));
    let stuff = stuff(random, 1e-6, substeps);
    let mut body = bare(Body::default());
    body.nodes = [[0.0, 0.0], [base, 0.0], [0.5 * base, height]].map(|at| node(at, [0.0, 0.0], stuff.mass)).to_vec();
    // Through after a third of the frames.
    body.nodes[2].velocity = [0.0, way * height / 10.0];
    (body.hull, body.triangles) = (vec![[0, 1], [1, 2], [2, 0]], vec![[0, 1, 2]]);
    for [a, b] in [[0, 1], [1, 2], [2, 0]] {
        connect(&mut body, a, b, stuff);
    }
    weightless(vec![body], substeps)
}

/// A block against a thin wall. In a substep it goes `sizes` times as far as it and the wall are thick; then it is before the wall
/// after two of them, and behind it after three. Or slowly.
fn shot(random: &mut Random, sizes: f64) -> Level {
    let substeps = random.pick(&[4, 8, 16]);
    let (wall, side) = (random.between(0.02, 0.1), random.between(0.1, 0.3));
    let way = if sizes > 0.0 { sizes * (wall + side) } else { wall / 8.0 };
    let gap = if sizes > 0.0 { random.between(0.1, 0.9) * (wall + side) } else { 0.5 * way };
    let stuff = stuff(random, 0.5, substeps);
    let body = bare(lattice([-side - gap - 2.0 * way, -0.3 * side], side, 1, 1, stuff));
    let mut level = weightless(
        vec![block([0.0, -5.0], [wall, 5.0]), with_velocity(body, [way * f64::from(substeps), 0.0])],
        substeps,
    );
    level.world.contact.edge_choice = EdgeChoice::EntryEdge;
    level
}

/// A block on the ground, or with a quarter of it inside: what puts it back presses two upright springs by that.
fn rooted(random: &mut Random, is_inside: bool) -> Level {
    let (substeps, side) = (random.pick(&[8, 16, 64]), random.between(0.5, 2.0));
    let stuff = stuff(random, 0.3, substeps);
    let depth = if is_inside { random.between(0.2, 0.3) * side } else { -0.01 * side };
    let body = bare(lattice([0.0, -depth], side, 1, 1, stuff));
    weightless(vec![block([-20.0, -20.0], [20.0, 0.0]), body], substeps)
}

/// Its two lower nodes, half of its mass, are inside for three substeps at the speed at which it leaves. An impulse of a restitution
/// e takes (1 + e) times the momentum of each: at e from 0.95 on, more than nine tenths of all.
fn leaving(random: &mut Random, approaching_only: bool) -> Level {
    let (substeps, side) = (random.pick(&[4, 8, 16]), random.between(0.5, 2.0));
    let stuff = stuff(random, 0.02, substeps);
    // A thousandth a frame could not be seen.
    let speed = random.between(0.05, 0.2) * side;
    let body = bare(lattice([0.0, -3.0 * speed / f64::from(substeps)], side, 1, 1, stuff));
    let mut bodies = vec![block([-20.0, -20.0], [20.0, 0.0]), with_velocity(body, [0.0, speed])];
    bodies[0].restitution = 1.0;
    bodies[1].restitution = random.between(0.95, 1.0);
    let mut level = weightless(bodies, substeps);
    level.world.contact.approaching_only = approaching_only;
    level
}

/// A box whose upper side is two edges, or one, and a square that comes down on it with a corner, on the line of the box's barycentre:
/// an impulse P there turns nothing. At the middle of the edge, s beside it, it turns it by s·P. At least P = v/(1/M + 1/M' + s²/I) goes
/// over, which stops the approach; v is such that this turns it three quarters around in a window.
fn hit(random: &mut Random, is_split: bool) -> Level {
    let substeps = 32;
    let (width, height) = (random.between(1.5, 3.0), random.between(0.6, 1.2));
    let stuff = stuff(random, 0.3, substeps);
    let split = random.between(0.15, 0.3) * width;
    let mut corners = vec![[0.0, 0.0], [width, 0.0], [width, height], [split, height], [0.0, height]];
    if !is_split {
        corners.remove(3);
    }
    let mut body = clique(&corners, stuff);
    let count = corners.len() as f64;
    let centre = corners.iter().fold(DVec2::ZERO, |sum, &at| sum + DVec2::from(at)) / count;
    let inertia: f64 = corners.iter().map(|&at| stuff.mass * (DVec2::from(at) - centre).length_squared()).sum();
    let lever = if is_split { 0.5 * (width + split) - centre.x } else { 0.16 * width };
    let half = 0.4 * height;
    let tip = [centre.x, height + 0.01];
    let around = [[0.0, 0.0], [half, half], [0.0, 2.0 * half], [-half, half]];
    let mut other = clique(&around.map(|at| [tip[0] + at[0], tip[1] + at[1]]), stuff);
    let weight = 1.0 / (count * stuff.mass) + 1.0 / (4.0 * stuff.mass) + lever * lever / inertia;
    let impulse = 0.75 * TAU / 32.0 * inertia / lever;
    (body.restitution, other.restitution) = (1.0, 1.0);
    let mut level = weightless(vec![body, with_velocity(other, [0.0, -impulse * weight])], substeps);
    level.world.contact.edge_choice = EdgeChoice::EntryEdge;
    level
}

/// A polygon with springs between all of its corners.
fn clique(corners: &[Point], stuff: Stuff) -> Body {
    let mut body = bare(decor(corners));
    body.motion = blobsmith::level::Motion::Dynamic;
    body.nodes.iter_mut().for_each(|node| node.role = Role::Mass(stuff.mass));
    for b in 0..corners.len() {
        (0..b).for_each(|a| connect(&mut body, a, b, stuff));
    }
    body
}

/// A trapezium whose lower nodes go to each other's place, in four frames, or away from each other.
fn crossing(random: &mut Random, way: f64) -> Level {
    let (half, height) = (random.between(0.2, 0.5), random.between(0.5, 2.0));
    let wide = half * random.between(1.5, 3.0);
    let mass = random.between(0.5, 2.0);
    let mut body = bare(Body::default());
    let speed = way * half / 4.0;
    body.nodes = vec![
        node([-half, 0.0], [speed, 0.0], mass),
        node([half, 0.0], [-speed, 0.0], mass),
        node([wide, height], [0.0, 0.0], mass),
        node([-wide, height], [0.0, 0.0], mass),
    ];
    body.hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    weightless(vec![body], many(random))
}

/// A box comes down beside a corner: its lower left node is δ inside of it, and after the first substep 2δ deep.
fn cornered(random: &mut Random, choice: EdgeChoice) -> Level {
    let (substeps, side) = (random.pick(&[4, 8, 16]), random.between(0.5, 2.0));
    let stuff = stuff(random, 0.2, substeps);
    let inside = random.between(0.005, 0.02) * side;
    let body = bare(lattice([-inside, 0.5 * inside], side, 1, 1, stuff));
    let speed = 2.5 * inside * f64::from(substeps);
    let mut level = weightless(vec![block([-20.0, -20.0], [0.0, 0.0]), with_velocity(body, [0.0, -speed])], substeps);
    level.world.contact.edge_choice = choice;
    level
}

fn flying(random: &mut Random) -> Level {
    let substeps = many(random);
    let body = |random: &mut Random, x: f64| {
        let stuff = stuff(random, 0.2, substeps);
        let (columns, rows) = (1 + random.below(3), 1 + random.below(3));
        let mut body = bare(lattice([x, 0.0], random.between(0.3, 1.0), columns, rows, stuff));
        // Each turns as a whole, up to a fifth of a turn a window.
        let (spin, drift) = (random.between(-0.04, 0.04), [random.between(-0.2, 0.2), random.between(-0.2, 0.2)]);
        for node in &mut body.nodes {
            node.velocity = [drift[0] - spin * node.position[1], drift[1] + spin * (node.position[0] - x)];
        }
        body
    };
    let bodies = vec![body(random, 0.0), body(random, 1000.0)];
    let mut level = weightless(bodies, substeps);
    level.world.gravity = [0.0, -0.02];
    level
}

/// Lattices one above the other over the ground, stiff enough to bear one another, and damped.
pub(super) fn fallen(random: &mut Random, count: usize) -> Level {
    let (substeps, side) = (random.pick(&[16, 32]), random.between(0.5, 1.5));
    let mut stuff = stuff(random, 0.2, substeps);
    stuff.damping = 0.02 * stuff.mass * f64::from(substeps);
    let mut bodies = vec![block([-20.0, -20.0], [20.0, 0.0])];
    let (columns, rows) = if count == 1 { (1 + random.below(3), 1 + random.below(3)) } else { (2, 1) };
    let drop = if count == 1 { random.between(0.0, 1.0) * side } else { 0.02 * side };
    let (restitution, friction) = (random.between(0.0, 0.8), random.between(0.0, 0.9));
    for index in 0..count {
        let aside = random.between(-0.1, 0.1) * side;
        let body = lattice([aside, drop + index as f64 * (rows as f64 * side + drop)], side, columns, rows, stuff);
        bodies.push(Body { gas: 0.0, restitution, friction, ..body });
    }
    let mut level = weightless(bodies, substeps);
    level.world.gravity = [0.0, -random.between(0.01, 0.03) * side];
    level.world.contact.edge_choice = EdgeChoice::EntryEdge;
    level.world.contact.approaching_only = random.chance(0.5);
    level
}

fn boxed(random: &mut Random) -> Level {
    let mut level = weightless(vec![frame([0.0, 0.0], [10.0, 10.0], 1.0)], random.pick(&[8, 16]));
    level.world.gravity = [0.0, -random.between(0.0, 0.02)];
    for index in 0..6 {
        level.discs.push(Disc {
            name: String::new(),
            position: [1.5 + 2.5 * (index % 3) as f64, 3.0 + 3.0 * (index / 3) as f64],
            velocity: [random.between(-0.3, 0.3), random.between(-0.3, 0.3)],
            radius: random.between(0.2, 1.0),
            mass: random.between(0.5, 2.0),
            restitution: random.between(0.5, 1.0),
            friction: 0.0,
            motion: blobsmith::level::Motion::Dynamic,
        });
    }
    level
}

fn rope(random: &mut Random) -> Level {
    let length = random.between(0.2, 0.6);
    let mut body = bare(Body::default());
    let turn = random.between(-0.4, 0.4) * PI;
    for index in 0..5 {
        let far = length * index as f64;
        body.nodes.push(node([far * turn.sin(), -far * turn.cos()], [0.0, 0.0], random.between(0.5, 2.0)));
    }
    body.nodes[0].pinned = true;
    body.sticks = (0..4).map(|a| Stick { a, b: a + 1, length, hidden: false }).collect();
    let mut level = weightless(vec![body], random.pick(&[8, 16]));
    (level.world.gravity, level.world.integrator) = ([0.0, -0.01], Integrator::Verlet);
    level
}
