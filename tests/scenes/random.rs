//! Levels at random, the same for the same seed everywhere.

use super::{Stuff, block, cells, decor, extent, frame, lattice, level, moved, ring};
use blobsmith::level::{
    Body, Bounds, Contact, ContactResponse, Decor, EdgeChoice, Integrator, Level, Motion, Obstacle, ObstacleShape,
    Path, Point, Repositioning, Role, Stick, World,
};

/// SplitMix64: small, and good enough to place blobs.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

pub const INTEGRATORS: [Integrator; 3] = [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet];
pub(super) const EDGE_CHOICES: [EdgeChoice; 4] =
    [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance, EdgeChoice::EntryEdge];

/// The level with every coordinate off by about what one step rounds away.
pub fn nudged(level: &Level, seed: u64) -> Level {
    let size = extent(level) * 2e-16;
    let mut random = Random::new(seed);
    let mut level = level.clone();
    for node in level.bodies.iter_mut().flat_map(|body| &mut body.nodes) {
        node.position = node.position.map(|x| x + random.between(-size, size));
    }
    for disc in &mut level.discs {
        disc.position = disc.position.map(|x| x + random.between(-size, size));
    }
    level
}

/// The rules of contact that came after 000's, by seed: two scenes of five have none of them.
pub(super) fn later_rules(seed: u64) -> Contact {
    let response = if seed % 5 % 2 == 1 { ContactResponse::Weighted } else { ContactResponse::Source };
    let softer = Repositioning { fraction: 0.25, slop: 0.01 };
    let repositioning = if seed % 5 >= 3 { softer } else { Repositioning::default() };
    Contact { response, repositioning, self_contact: seed % 5 == 2 || seed % 5 == 3, ..Contact::default() }
}

/// World settings; `seed` walks through every integrator with every edge choice.
fn world(random: &mut Random, seed: u64) -> World {
    let integrator = INTEGRATORS[(seed % 3) as usize];
    World {
        gravity: [random.between(-0.005, 0.005), random.between(-0.05, -0.01)],
        frame_time: random.pick(&[1.0, 1.0, 0.5, 1.25]),
        substeps: random.pick(&[8, 12, 16, 32]),
        integrator,
        velocity_retention: random.pick(&[1.0, 1.0, 0.9995, 0.99]),
        contact: Contact {
            edge_choice: EDGE_CHOICES[(seed / 3 % 4) as usize],
            barycentre_rule: random.chance(0.3),
            approaching_only: random.chance(0.4),
            ..later_rules(seed)
        },
        ..World::default()
    }
}

/// A body about 2 to 3 across with its lower left corner near the origin.
pub(super) fn blob(random: &mut Random) -> Body {
    let stuff = Stuff {
        stiffness: random.between(0.1, 0.4),
        damping: random.between(0.03, 0.1),
        gas: if random.chance(0.8) { random.between(0.0, 0.2) } else { 0.0 },
        mass: random.between(0.5, 2.0),
    };
    let mut body = match random.below(8) {
        0 => cells([0.0, 0.0], 0.9, &["#..", "##.", "###"], stuff),
        1 => cells([0.0, 0.0], 0.8, &["#.#", "###"], stuff),
        2 => cells([0.0, 0.0], 0.8, &["###", "#.#", "###"], stuff),
        3 => ring([1.2, 1.2], 1.2, 5 + random.below(8), true, stuff),
        4 => ring([1.2, 1.2], 1.2, 5 + random.below(8), false, stuff),
        5 => lattice([0.0, 0.0], 2.0, 1, 1, stuff),
        _ => {
            let (columns, rows) = (1 + random.below(3), 1 + random.below(3));
            lattice([0.0, 0.0], 0.8, columns, rows, stuff)
        }
    };
    body.restitution = random.between(0.0, 1.0);
    body.friction = random.between(0.0, 1.0);
    vary(&mut body, random);
    body
}

/// Puts a barycentre node where it belongs, for the uneven masses.
fn centre(body: &mut Body) {
    let mut sum = [0.0, 0.0];
    let mut total = 0.0;
    for node in &body.nodes {
        if let Role::Mass(mass) = node.role {
            sum = [sum[0] + mass * node.position[0], sum[1] + mass * node.position[1]];
            total += mass;
        }
    }
    for node in &mut body.nodes {
        if node.role == Role::Barycentre {
            node.position = [sum[0] / total, sum[1] / total];
        }
    }
}

/// Uneven masses, places, speeds; at times a pinned node, shuffled hull order, sticks.
fn vary(body: &mut Body, random: &mut Random) {
    let drift = [random.between(-0.1, 0.1), random.between(-0.1, 0.1)];
    for node in &mut body.nodes {
        let Role::Mass(mass) = &mut node.role else { continue };
        *mass *= random.between(0.7, 1.4);
        node.position = node.position.map(|x| x + random.between(-0.08, 0.08));
        node.velocity = drift.map(|v| v + random.between(-0.02, 0.02));
    }
    centre(body);
    if random.chance(0.3) {
        for index in (1..body.hull.len()).rev() {
            body.hull.swap(index, random.below(index + 1));
        }
    }
    if random.chance(0.15) {
        let index = random.below(body.nodes.len());
        let node = &mut body.nodes[index];
        if matches!(node.role, Role::Mass(_)) {
            node.pinned = true;
            node.velocity = [0.0, 0.0];
        }
    }
    if random.chance(0.15) {
        let replaced = body.springs.split_off(body.springs.len() / 2);
        body.sticks = replaced
            .iter()
            .map(|spring| Stick { a: spring.a, b: spring.b, length: spring.rest_length, hidden: false })
            .collect();
    }
}

/// Bodies that never meet: each far from the others, no decor.
pub fn apart(seed: u64) -> Level {
    let mut random = Random::new(seed);
    let mut world = world(&mut random, seed);
    world.gravity = [world.gravity[0] * 0.02, world.gravity[1] * 0.02];
    world.contact.self_contact = false;
    let count = 1 + random.below(4);
    let bodies = (0..count).map(|index| moved(blob(&mut random), [index as f64 * 200.0 - 200.0, 3.0])).collect();
    Level { world, ..level(bodies) }
}

/// Bodies that fall on each other and on decor.
pub fn meeting(seed: u64) -> Level {
    let mut random = Random::new(seed ^ 0x00c0_ffee);
    let mut world = world(&mut random, seed);
    if random.chance(0.25) {
        world.contact.decor =
            Decor::Penalty { stiffness: random.between(0.5, 2.0), viscosity: random.between(0.0, 0.2) };
    }
    let columns = 2 + random.below(2);
    let count = 2 + random.below(6);
    let width = columns as f64 * 3.2;
    let mut bodies = Vec::new();
    if random.chance(0.8) {
        bodies.push(ground(&mut random, width, &mut world));
    }
    for index in 0..count {
        let place = [
            0.4 + (index % columns) as f64 * 3.1 + random.between(0.0, 0.3),
            0.3 + (index / columns) as f64 * 2.9 + random.between(0.0, 0.3),
        ];
        bodies.push(moved(blob(&mut random), place));
    }
    if random.chance(0.3) {
        bodies.push(paddle(&mut random, width));
    }
    let obstacles = if random.chance(0.2) { obstacles(&mut random, width) } else { Vec::new() };
    Level { world, obstacles, ..level(bodies) }
}

pub(super) fn ground(random: &mut Random, width: f64, world: &mut World) -> Body {
    let mut body = match random.below(4) {
        0 => block([-4.0, -2.0], [width + 4.0, 0.0]),
        1 => decor(&[[-4.0, -2.0], [width + 4.0, -2.0], [width + 4.0, 1.5], [width / 2.0, -0.7], [-4.0, 1.1]]),
        2 => {
            world.bounds = Some(Bounds { min: [-0.5, -1.0], max: [width + 0.5, 30.0], restitution: 0.7 });
            block([0.5, -1.5], [width - 0.5, -0.4])
        }
        _ => frame([0.0, 0.0], [width, 14.0], 2.0),
    };
    body.restitution = random.between(0.0, 1.0);
    body.friction = random.between(0.0, 1.0);
    body
}

fn paddle(random: &mut Random, width: f64) -> Body {
    let reach = random.between(0.5, 1.5);
    let points: Vec<Point> = vec![[0.0, 0.0], [reach, random.between(-0.3, 0.3)], [reach / 3.0, 0.4]];
    Body {
        motion: Motion::Driven(Path { points, period: random.between(15.0, 40.0) }),
        ..block([-3.0, 0.5], [random.between(0.0, 0.2) * width, 1.4])
    }
}

fn obstacles(random: &mut Random, width: f64) -> Vec<Obstacle> {
    let low = random.between(-0.5, 0.2);
    vec![
        Obstacle {
            name: String::new(),
            shape: ObstacleShape::Segment([-1.0, low], [width + 1.0, low - 0.3]),
            restitution: random.between(0.3, 0.9),
            ..Obstacle::default()
        },
        Obstacle {
            name: String::new(),
            shape: ObstacleShape::Line([width + 0.5, 0.0], [0.1, 1.0]),
            restitution: random.between(0.3, 0.9),
            ..Obstacle::default()
        },
        Obstacle {
            name: String::new(),
            shape: ObstacleShape::Circle { center: [width / 2.0, 4.0], radius: 9.0 },
            restitution: random.between(0.3, 0.9),
            ..Obstacle::default()
        },
    ]
}
