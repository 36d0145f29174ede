//! For every rule: levels that break only this rule, the sound counterpart of each, and the parts that the fix may change.

use crate::build::*;
use blobsmith::level::*;

/// One way to break a rule.
pub struct Fixture {
    /// Id of the rule.
    pub rule: &'static str,
    /// Breaks this rule and no other.
    pub broken: fn() -> Level,
    /// The same level without the fault.
    pub sound: fn() -> Level,
    /// Parts that the fix may change (`bodies[0].hull`); `None` where there is no fix.
    pub touches: Option<&'static [&'static str]>,
}

/// A square on a floor.
pub fn plain() -> Level {
    level(vec![square(0.0, 5.0), floor()])
}

/// The plain level as a program of this convention writes it: y turned by hand, and loops and triangles turned round where
/// the numbers wind the other way there.
pub fn in_convention(id: &str) -> Level {
    plain_but(|l| {
        if id != "reversed" {
            l.world.gravity[1] = -l.world.gravity[1];
            l.bodies.iter_mut().flat_map(|body| &mut body.nodes).for_each(|node| node.position[1] = -node.position[1]);
        }
        if id != "001" {
            for body in &mut l.bodies {
                body.hull.iter_mut().for_each(|edge| edge.swap(0, 1));
                body.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
            }
        }
    })
}

/// The plain level with one change.
pub fn plain_but(change: impl FnOnce(&mut Level)) -> Level {
    let mut level = plain();
    change(&mut level);
    level
}

/// A square and an obstacle.
pub fn floored(shape: ObstacleShape, restitution: f64) -> Level {
    let obstacle = Obstacle { shape, restitution, ..Obstacle::default() };
    Level { obstacles: vec![obstacle], ..level(vec![square(0.0, 5.0)]) }
}

/// A lattice on a floor.
pub fn plain_lattice() -> Level {
    level(vec![lattice(0.0, 5.0, 2, 2), floor()])
}

pub fn lattice_but(change: impl FnOnce(&mut Level)) -> Level {
    let mut level = plain_lattice();
    change(&mut level);
    level
}

/// Two lattices in one body, with or without a spring between them.
pub fn two_lattices(are_joined: bool) -> Level {
    let mut body = lattice(0.0, 5.0, 1, 1);
    let other = lattice(20.0, 5.0, 1, 1);
    let first = body.nodes.len();
    body.nodes.extend(other.nodes);
    body.springs.extend(other.springs.iter().map(|s| Spring { a: s.a + first, b: s.b + first, ..*s }));
    body.hull.extend(other.hull.iter().map(|edge| edge.map(|node| node + first)));
    body.triangles.extend(other.triangles.iter().map(|triangle| triangle.map(|node| node + first)));
    if are_joined {
        body.springs.push(spring(&body.nodes, 1, first));
    }
    level(vec![body, floor()])
}

/// A lattice of 3 x 3 cells without its middle one: nodes 5, 6, 10, 9 round the hole.
pub fn ring_of_cells(hole: [[usize; 2]; 4]) -> Level {
    let mut body = lattice(0.0, 5.0, 3, 3);
    body.triangles.retain(|triangle| !triangle.iter().all(|node| [5, 6, 10, 9].contains(node)));
    body.hull.extend(hole);
    level(vec![body, floor()])
}

/// An L whose barycentre lies outside; its triangles are a fan from there.
pub fn folded_l() -> Level {
    let mut nodes = nodes(&[[0.0, 5.0], [20.0, 5.0], [20.0, 10.0], [5.0, 10.0], [5.0, 25.0], [0.0, 25.0]]);
    let pairs = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 2), (1, 3), (0, 4), (5, 3), (0, 3)];
    let springs = springs(&nodes, &pairs);
    nodes.push(Node { role: Role::Barycentre, ..Node::at([50.0 / 6.0, 80.0 / 6.0]) });
    let triangles = (0..6).map(|i| [i, (i + 1) % 6, 6]).collect();
    level(vec![Body { nodes, springs, hull: ring(0, 6), triangles, ..Body::default() }, floor()])
}

/// The L in four triangles without a barycentre.
pub fn sound_l() -> Level {
    let mut level = folded_l();
    level.bodies[0].nodes.pop();
    level.bodies[0].triangles = vec![[0, 1, 3], [1, 2, 3], [0, 3, 5], [3, 4, 5]];
    level
}

/// A lattice with one stick, in the scheme that sticks are made for.
pub fn with_sticks(count: usize) -> Level {
    lattice_but(|l| {
        l.world.integrator = Integrator::Verlet;
        l.bodies[0].sticks = vec![Stick { a: 0, b: 1, length: 5.0, hidden: false }; count];
    })
}

/// A slab above the floor, its corner 0 split in two nodes (0 and 4), or with its last two corners exchanged.
pub fn high_slab(change: impl FnOnce(&mut Body)) -> Level {
    let mut slab = slab([-5.0, 20.0], [5.0, 30.0]);
    change(&mut slab);
    level(vec![slab, floor()])
}

/// A lattice with springs damped like this, under the explicit scheme.
pub fn explicit(damping: f64) -> Level {
    lattice_but(|l| {
        l.world.integrator = Integrator::ExplicitEuler;
        l.bodies[0].springs.iter_mut().for_each(|spring| spring.damping = damping);
    })
}

/// A square within a frame.
pub fn framed() -> Level {
    level(vec![square(0.0, 5.0), frame([-5.0, 0.0], [15.0, 20.0], 2.0)])
}

/// Takes the drawn lengths of all springs as rest lengths.
pub trait AtRest {
    fn at_rest(self) -> Self;
}

impl AtRest for Level {
    fn at_rest(mut self) -> Self {
        for body in &mut self.bodies {
            for i in 0..body.springs.len() {
                body.springs[i] = spring(&body.nodes, body.springs[i].a, body.springs[i].b);
            }
        }
        self
    }
}

/// Rotates a point about the origin, with rounding.
pub fn turn(position: &mut [f64; 2], angle: f64) {
    let [x, y] = *position;
    let (sin, cos) = angle.sin_cos();
    *position = [x * cos - y * sin, x * sin + y * cos];
}

/// Puts all nodes of a square on one line, at different places.
pub fn flatten(body: &mut Body) {
    for (node, x) in body.nodes.iter_mut().zip([0.0, 6.0, 10.0, 4.0, 5.0]) {
        node.position = [x, 8.0];
    }
    let pairs: Vec<(usize, usize)> = body.springs.iter().map(|s| (s.a, s.b)).collect();
    body.springs = springs(&body.nodes, &pairs);
}

/// An octagon with springs along its hull only, and a fan of triangles from its barycentre or from its first node.
pub fn balloon(has_barycentre: bool) -> Body {
    let corners = [[3., 0.], [7., 0.], [10., 3.], [10., 7.], [7., 10.], [3., 10.], [0., 7.], [0., 3.]];
    let mut nodes = nodes(&corners.map(|[x, y]| [x, y + 5.0]));
    let hull = ring(0, 8);
    let springs = springs(&nodes, &hull.iter().map(|&[a, b]| (a, b)).collect::<Vec<_>>());
    let mut triangles: Vec<[usize; 3]> = (1..7).map(|i| [0, i, i + 1]).collect();
    if has_barycentre {
        nodes.push(Node { role: Role::Barycentre, ..Node::at([5.0, 10.0]) });
        triangles = hull.iter().map(|&[a, b]| [a, b, 8]).collect();
    }
    Body { nodes, springs, hull, triangles, ..Body::default() }
}

/// Discs of these centres and radii above a floor.
pub fn discs(list: &[([f64; 2], f64)]) -> Level {
    let disc = |&(position, radius)| Disc {
        name: String::new(),
        position,
        velocity: [0.0, 0.0],
        radius,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
        ..Disc::default()
    };
    Level { discs: list.iter().map(disc).collect(), ..level(vec![floor()]) }
}

pub fn obstacle(shape: ObstacleShape) -> Obstacle {
    Obstacle { name: String::new(), shape, restitution: 0.8, ..Obstacle::default() }
}

/// A square from (0, 5) to (10, 15) and a disc on its top, within bounds; the floor does not move, so may lie outside.
pub fn bounded(min: [f64; 2], max: [f64; 2]) -> Level {
    plain_but(|l| l.world.bounds = Some(Bounds { min, max, restitution: 0.8 }))
}

/// A square, and a slab that shuttles 400 to the right and back in one period: beside the square, 10 thick, and
/// 16 substeps, a leg of half the period is 12.5 a substep for period 4.
pub fn driven(period: f64) -> Level {
    let mut slab = slab([-60.0, 40.0], [-50.0, 50.0]);
    slab.motion = Motion::Driven(Path { points: vec![[0.0, 0.0], [400.0, 0.0]], period });
    level(vec![square(0.0, 5.0), floor(), slab])
}

/// A slab and a disc whose paths begin at this offset.
pub fn begun(offset: [f64; 2]) -> Level {
    let mut level = driven(8.0);
    let path = Path { points: vec![offset, [3.0, 0.0], [3.0, 3.0]], period: 100.0 };
    level.bodies[2].motion = Motion::Driven(path.clone());
    level.discs = discs(&[([40.0, 20.0], 1.0)]).discs;
    level.discs[0].motion = Motion::Driven(path);
    level
}

/// All fixtures.
pub fn all() -> Vec<&'static Fixture> {
    let lists = [
        crate::fixtures_joints::FIXTURES,
        crate::fixtures_links::FIXTURES,
        crate::fixtures_hulls::FIXTURES,
        crate::fixtures_fills::FIXTURES,
        crate::fixtures_world::FIXTURES,
    ];
    lists.into_iter().flatten().collect()
}
