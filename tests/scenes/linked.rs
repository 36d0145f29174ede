//! Random levels of format 2: links of every kind between nodes, discs and points, filters, and sensors of every shape.

use super::mixed::mixed;
use super::random::Random;
use super::{Stuff, block, lattice, moved, ring};
use blobsmith::level::{
    Body, CollisionFilter, Disc, Level, Link, LinkEnd, LinkKind, Motion, Obstacle, ObstacleShape, Path, Point, Role,
};

/// Bits of the categories in use.
const CATEGORIES: [u32; 3] = [1, 2, 4];

/// A level of `mixed` with links, filters and sensors; `seed` walks through the integrators.
pub fn linked(seed: u64) -> Level {
    let mut random = Random::new(seed ^ 0x11e4_c0de);
    let mut level = mixed(seed);
    if !seed.is_multiple_of(4) {
        filter(&mut random, &mut level);
    }
    if seed % 3 != 1 {
        sensors(&mut random, &mut level);
    }
    for _ in 0..2 + random.below(6) {
        let link = random_link(&mut random, &mut level);
        level.links.extend(link);
    }
    level
}

/// A link of this kind without a name.
pub fn link(a: LinkEnd, b: LinkEnd, kind: LinkKind, collide: bool) -> Link {
    Link { id: String::new(), a, b, kind, collide, tags: Vec::new(), properties: Default::default() }
}

/// Gives categories and masks to a part of the bodies, discs and obstacles.
fn filter(random: &mut Random, level: &mut Level) {
    let bodies = level.bodies.iter_mut().map(|body| &mut body.collision);
    let discs = level.discs.iter_mut().map(|disc| &mut disc.collision);
    let obstacles = level.obstacles.iter_mut().map(|obstacle| &mut obstacle.collision);
    for collision in bodies.chain(discs).chain(obstacles) {
        if random.chance(0.5) {
            collision.category = random.pick(&CATEGORIES);
            collision.mask = random.pick(&[u32::MAX, 1, 3, 5, 6, 7]);
        }
    }
}

/// Turns some parts into sensors, and adds a fixed and a driven body, a disc and a circle that are.
fn sensors(random: &mut Random, level: &mut Level) {
    let sensor = CollisionFilter { sensor: true, ..CollisionFilter::default() };
    let mut place = || [random.between(0.0, 6.0), random.between(0.0, 5.0)];
    let [fixed, driven, disc, circle] = [place(), place(), place(), place()];
    let size = [random.between(0.7, 2.5), random.between(0.7, 2.5)];
    let zone = |at: Point, motion| Body { motion, collision: sensor, ..block(at, [at[0] + size[0], at[1] + size[1]]) };
    level.bodies.push(zone(fixed, Motion::Fixed));
    let path = Path { points: vec![[0.0, 0.0], [1.3, 0.4], [-0.2, 0.9]], period: random.between(8.0, 20.0) };
    level.bodies.insert(0, zone(driven, Motion::Driven(path)));
    let velocity = [random.between(-0.2, 0.2), random.between(0.0, 0.3)];
    level.discs.push(Disc { position: disc, velocity, radius: 0.6, collision: sensor, ..Disc::default() });
    let shape = ObstacleShape::Circle { center: circle, radius: random.between(0.5, 2.0) };
    level.obstacles.push(Obstacle { shape, collision: sensor, ..Obstacle::default() });
    for body in &mut level.bodies {
        body.collision.sensor |= random.chance(0.1);
    }
}

fn position(level: &Level, end: LinkEnd) -> Point {
    match end {
        LinkEnd::Node([body, node]) => level.bodies[body].nodes[node].position,
        LinkEnd::Disc(disc) => level.discs[disc].position,
        LinkEnd::Point(point) => point,
    }
}

fn distance(level: &Level, a: LinkEnd, b: LinkEnd) -> f64 {
    let (a, b) = (position(level, a), position(level, b));
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}

fn end(random: &mut Random, level: &Level) -> LinkEnd {
    let disc = (!level.discs.is_empty() && random.chance(0.35)).then(|| random.below(level.discs.len()));
    if let Some(disc) = disc {
        return LinkEnd::Disc(disc);
    }
    loop {
        let body = random.below(level.bodies.len());
        let node = random.below(level.bodies[body].nodes.len());
        if level.bodies[body].nodes[node].role != Role::Barycentre {
            return LinkEnd::Node([body, node]);
        }
    }
}

/// A link between two random ends that are not far apart, or one of them and a point nearby.
fn random_link(random: &mut Random, level: &mut Level) -> Option<Link> {
    let a = end(random, level);
    let b = if random.chance(0.25) {
        let [x, y] = position(level, a);
        LinkEnd::Point([x + random.between(-0.4, 0.4), y + random.between(-0.4, 0.4)])
    } else {
        let others: Vec<LinkEnd> = (0..12).map(|_| end(random, level)).filter(|&other| other != a).collect();
        let near = |one: &&LinkEnd, two: &&LinkEnd| distance(level, a, **one).total_cmp(&distance(level, a, **two));
        *others.iter().min_by(near)?
    };
    let apart = distance(level, a, b);
    let kind = match random.below(3) {
        0 => LinkKind::Spring {
            rest_length: apart * random.between(0.6, 1.1),
            stiffness: random.between(0.02, 0.3),
            damping: random.pick(&[0.0, 0.02, 0.1]),
        },
        // A pin joint over a large distance would only tear the level apart.
        1 if apart < 0.8 => LinkKind::Pin,
        _ => LinkKind::Stick { length: (apart * random.between(0.95, 1.02)).max(0.05) },
    };
    Some(link(a, b, kind, random.chance(0.5)))
}

/// Small bodies that overlap from the start, in rows of 40: some joined by links of every kind, some filtered, and two sensors. Large
/// enough for several threads.
pub fn linked_crowd(count: usize) -> Level {
    let stuff = Stuff::default();
    let place = |index: usize| [(index % 40) as f64 * 0.95, (index / 40) as f64 * 0.95];
    let body = |index: usize| match index % 5 {
        0 => ring([place(index)[0] + 0.5, place(index)[1] + 0.5], 0.6, 5, true, stuff),
        _ => lattice(place(index), 1.0, 1, 1, stuff),
    };
    let mut level = super::level((0..count).map(body).collect());
    for index in (0..count - 1).step_by(3) {
        let [a, b] = [LinkEnd::Node([index, 1]), LinkEnd::Node([index + 1, 0])];
        let length = distance(&level, a, b);
        let kind = match index / 3 % 4 {
            0 => LinkKind::Spring { rest_length: length, stiffness: 0.2, damping: 0.02 },
            1 => LinkKind::Stick { length },
            2 if length < 0.4 => LinkKind::Pin,
            _ => continue,
        };
        level.links.push(link(a, b, kind, index % 2 == 0));
    }
    for (index, body) in level.bodies.iter_mut().enumerate() {
        body.collision.category = CATEGORIES[index % 3];
        body.collision.mask = if index % 7 == 3 { 5 } else { u32::MAX };
        body.nodes[1].pinned = index % 50 == 0;
    }
    let sensor = CollisionFilter { sensor: true, ..CollisionFilter::default() };
    level.bodies.push(Body { collision: sensor, ..block([0.03, 0.07], [8.0, 2.0]) });
    level.discs.push(Disc { position: [5.0, 5.0], radius: 1.4, collision: sensor, ..Disc::default() });
    level
}

/// A car: a chassis on two wheels with sprung and pinned axles, and a trailer on a stick.
pub fn car(at: Point) -> Level {
    let stuff = Stuff::default();
    let mut level = super::level(vec![moved(lattice([0.0, 1.0], 1.0, 4, 1, stuff), at)]);
    level.bodies.push(moved(lattice([6.0, 1.0], 1.0, 2, 1, stuff), at));
    for x in [0.0, 4.0, 7.0] {
        let position = [at[0] + x, at[1] + 0.3];
        level.discs.push(Disc { position, radius: 0.3, ..Disc::default() });
    }
    let spring = LinkKind::Spring { rest_length: 0.7, stiffness: 0.4, damping: 0.05 };
    let nodes = level.bodies.iter_mut().flat_map(|body| &mut body.nodes).map(|node| &mut node.velocity);
    nodes.chain(level.discs.iter_mut().map(|disc| &mut disc.velocity)).for_each(|velocity| *velocity = [0.3, -0.2]);
    level.links = vec![
        link(LinkEnd::Node([0, 0]), LinkEnd::Disc(0), spring, false),
        link(LinkEnd::Node([0, 8]), LinkEnd::Disc(1), spring, false),
        link(LinkEnd::Node([1, 1]), LinkEnd::Disc(2), LinkKind::Stick { length: 0.7 }, false),
        link(LinkEnd::Node([0, 8]), LinkEnd::Node([1, 0]), LinkKind::Stick { length: 2.0 }, true),
    ];
    level
}
