//! Random levels with contacts of every kind: blobs, ropes and pieces of sticks, fixed or moving decor, obstacles, discs.

use super::random::{EDGE_CHOICES, INTEGRATORS, Random, blob, ground, later_rules};
use super::{block, level, moved};
use blobsmith::level::{
    Body, Bounds, Contact, ContactMethod, Decor, Disc, DiscMethod, Level, Motion, Node, Obstacle, ObstacleShape, Path,
    Point, Role, Stick, World,
};

/// Width of a place in the grid that things are put in, and height.
const CELL: Point = [3.1, 2.9];

/// `seed` walks through every integrator, edge choice, method of discs and of contact.
pub fn mixed(seed: u64) -> Level {
    let mut random = Random::new(seed ^ 0x5eed_0003);
    let mut world = world(&mut random, seed);
    let is_convex_only = world.contact.method == ContactMethod::Diagonals;
    let columns = 2 + random.below(2);
    let width = columns as f64 * CELL[0];
    let mut level = level(Vec::new());
    if is_convex_only {
        level.bodies.push(block([-4.0, -2.0], [width + 4.0, 0.0]));
    } else if random.chance(0.7) {
        level.bodies.push(ground(&mut random, width, &mut world));
    }
    if random.chance(0.4) {
        level.bodies.push(driven_floor(&mut random, width));
    }
    for index in 0..3 + random.below(6) {
        let (column, row) = (index % columns, index / columns);
        let place = [
            0.4 + column as f64 * CELL[0] + random.between(0.0, 0.2),
            0.4 + row as f64 * CELL[1] + random.between(0.0, 0.2),
        ];
        match random.below(6) {
            0 | 1 if !is_convex_only => level.bodies.push(moved(blob(&mut random), place)),
            0..=2 => level.bodies.push(moved(piece(&mut random), place)),
            3 => level.bodies.push(moved(rope(&mut random), place)),
            _ => discs(&mut random, place, &mut level.discs),
        }
    }
    if random.chance(0.6) {
        level.obstacles = obstacles(&mut random, width);
    }
    if world.bounds.is_none() && random.chance(0.3) {
        let restitution = random.pick(&[0.0, 0.5, 0.8, 1.0]);
        world.bounds = Some(Bounds { min: [-0.6, -0.3], max: [width + 0.6, 30.0], restitution });
    }
    level.world = world;
    level
}

fn world(random: &mut Random, seed: u64) -> World {
    let is_diagonals = seed % 5 == 4;
    let decor = Decor::Penalty { stiffness: random.between(0.5, 2.0), viscosity: random.between(0.0, 0.2) };
    World {
        gravity: [random.between(-0.01, 0.01), random.between(-0.05, -0.01)],
        frame_time: random.pick(&[1.0, 1.0, 0.5, 1.25]),
        substeps: random.pick(&[8, 12, 16]),
        integrator: INTEGRATORS[(seed % 3) as usize],
        velocity_retention: random.pick(&[1.0, 1.0, 0.9995, 0.99]),
        stick_iterations: 1 + random.below(8) as u32,
        contact: Contact {
            method: if is_diagonals { ContactMethod::Diagonals } else { ContactMethod::Hull },
            edge_choice: EDGE_CHOICES[(seed / 3 % 4) as usize],
            barycentre_rule: random.chance(0.2),
            approaching_only: random.chance(0.4),
            decor: if random.chance(0.3) { decor } else { Decor::Impulse },
            ..later_rules(seed)
        },
        discs: if seed / 12 % 3 == 2 { DiscMethod::Discrete } else { DiscMethod::Swept },
        bounds: None,
    }
}

/// A wide block on a closed path: up and down, and to the sides.
fn driven_floor(random: &mut Random, width: f64) -> Body {
    let (right, up) = (random.between(-0.6, 0.6), random.between(-0.3, 0.8));
    let points = vec![[0.0, 0.0], [right, up], [right / 2.0, up / 3.0 - 0.2]];
    Body {
        motion: Motion::Driven(Path { points, period: random.between(15.0, 40.0) }),
        restitution: random.pick(&[0.0, 0.3, 0.8, 1.0]),
        friction: random.between(0.0, 1.0),
        ..block([-2.0, -1.6], [width * random.between(0.4, 1.2), random.between(-0.2, 0.2)])
    }
}

/// A regular polygon of sticks about 2 across, held by sticks to every second neighbour and a few hidden ones.
fn piece(random: &mut Random) -> Body {
    let count = 3 + random.below(5);
    let (radius, turn) = (random.between(0.7, 1.1), random.between(0.0, 1.0));
    let drift = [random.between(-0.1, 0.1), random.between(-0.1, 0.0)];
    let mut body = Body {
        gas: 0.0,
        restitution: random.pick(&[0.0, 0.5, 1.0]),
        friction: random.between(0.0, 0.6),
        ..Body::default()
    };
    for index in 0..count {
        let angle = std::f64::consts::TAU * index as f64 / count as f64 + turn;
        let position = [1.2 + radius * libm::cos(angle), 1.2 + radius * libm::sin(angle)];
        let role = Role::Mass(random.between(0.5, 2.0));
        body.nodes.push(Node { role, velocity: drift, ..Node::at(position) });
        body.hull.push([index, (index + 1) % count]);
    }
    for index in 0..count {
        link(&mut body, index, (index + 1) % count, false);
    }
    for index in 0..if count > 3 { count } else { 0 } {
        link(&mut body, index, (index + 2) % count, true);
    }
    body.triangles = (1..count - 1).map(|index| [0, index, index + 1]).collect();
    body
}

/// A chain of 4 to 9 sticks, often pinned at one end.
fn rope(random: &mut Random) -> Body {
    let mut body = Body { gas: 0.0, restitution: random.between(0.0, 1.0), ..Body::default() };
    let (step, slope) = (random.between(0.2, 0.3), random.between(-0.2, 0.2));
    for index in 0..5 + random.below(5) {
        let role = Role::Mass(random.between(0.3, 2.0));
        let position = [step * index as f64, 1.5 + slope * index as f64 + random.between(0.0, 0.05)];
        body.nodes.push(Node { role, ..Node::at(position) });
        if index > 0 {
            link(&mut body, index - 1, index, false);
        }
    }
    for stick in &mut body.sticks {
        stick.length *= random.between(0.9, 1.0);
    }
    body.nodes[0].pinned = random.chance(0.6);
    if let Some(last) = body.nodes.last_mut() {
        last.pinned = random.chance(0.2);
    }
    body
}

/// A stick as long as the nodes are apart now.
pub fn link(body: &mut Body, a: usize, b: usize, hidden: bool) {
    let (p, q) = (body.nodes[a].position, body.nodes[b].position);
    let length = ((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1])).sqrt();
    body.sticks.push(Stick { a, b, length, hidden });
}

/// One large disc or up to four small ones that do not overlap, of any motion; a radius of 0 now and then.
fn discs(random: &mut Random, place: Point, into: &mut Vec<Disc>) {
    let is_large = random.chance(0.25);
    for index in 0..if is_large { 1 } else { 1 + random.below(4) } {
        let radius = match random.below(4) {
            _ if is_large => random.between(0.8, 1.1),
            0 => 0.0,
            _ => random.between(0.1, 0.5),
        };
        let center =
            if is_large { [1.2, 1.2] } else { [0.6 + (index % 2) as f64 * 1.1, 0.6 + (index / 2) as f64 * 1.1] };
        let motion = match random.below(8) {
            0 => Motion::Fixed,
            1 => Motion::Driven(Path {
                points: vec![[0.0, 0.0], [random.between(-1.0, 1.0), random.between(-1.0, 1.0)]],
                period: random.between(5.0, 20.0),
            }),
            _ => Motion::Dynamic,
        };
        let fast = random.pick(&[0.1, 0.5, 2.0]);
        into.push(Disc {
            name: String::new(),
            position: [place[0] + center[0], place[1] + center[1]],
            velocity: if motion == Motion::Dynamic {
                [random.between(-fast, fast), random.between(-fast, fast)]
            } else {
                [0.0, 0.0]
            },
            radius,
            mass: random.between(0.3, 3.0),
            restitution: random.pick(&[0.0, 0.5, 0.9, 1.0, 1.0, 1.1]),
            friction: random.pick(&[0.0, 0.3]),
            motion,
        });
    }
}

/// A floor or slope, a wall, a peg, and a large circle around it all, each now and then.
fn obstacles(random: &mut Random, width: f64) -> Vec<Obstacle> {
    let low = random.between(-0.2, 0.3);
    let shapes = [
        ObstacleShape::Segment([-1.0, low], [width + 1.0, low - 0.3]),
        ObstacleShape::Segment([width / 2.0, 3.0], [width / 2.0 + 0.7, 3.9]),
        ObstacleShape::Line([width + 0.5, 0.0], [0.1, 1.0]),
        ObstacleShape::Line([0.0, -0.3], [-1.0, 0.02]),
        ObstacleShape::Circle { center: [width / 2.0, -0.2], radius: random.between(0.3, 0.8) },
        ObstacleShape::Circle { center: [width / 2.0, 4.0], radius: 8.0 },
    ];
    let mut list = Vec::new();
    for shape in shapes {
        if random.chance(0.5) {
            let restitution = random.pick(&[0.0, 0.3, 0.5, 0.8, 1.0, 1.3]);
            list.push(Obstacle { name: String::new(), shape, restitution });
        }
    }
    list
}

/// Some 20 discs that do not touch in a box of four lines, with pegs and walls.
pub fn crowd(seed: u64) -> Level {
    let mut random = Random::new(seed ^ 0xd15c);
    let mut level = level(Vec::new());
    level.world.gravity = [0.01, -0.03];
    level.world.substeps = random.pick(&[4, 8, 16]);
    level.world.discs = if seed % 4 == 3 { DiscMethod::Discrete } else { DiscMethod::Swept };
    let (width, height, speed) = (12.0, 10.0, random.pick(&[0.3, 1.5]));
    for index in 0..20 {
        let place = [(index % 5) as f64 * 2.3 + 1.4, (index / 5) as f64 * 2.3 + 1.4];
        level.discs.push(Disc {
            name: String::new(),
            position: place.map(|x| x + random.between(-0.5, 0.5)),
            velocity: [random.between(-speed, speed), random.between(-speed, speed)],
            radius: if random.chance(0.2) { 0.0 } else { random.between(0.2, 0.6) },
            mass: random.between(0.5, 2.0),
            restitution: random.pick(&[0.5, 0.95, 1.0, 1.1]),
            friction: 0.0,
            motion: if random.chance(0.1) { Motion::Fixed } else { Motion::Dynamic },
        });
        if level.discs[index].motion == Motion::Fixed {
            level.discs[index].velocity = [0.0, 0.0];
        }
    }
    let shapes = [
        ObstacleShape::Line([0.0, 0.0], [1.0, 0.0]),
        ObstacleShape::Line([width, 0.0], [0.0, 1.0]),
        ObstacleShape::Line([0.0, height], [1.0, 0.0]),
        ObstacleShape::Line([0.0, 0.0], [0.0, 1.0]),
        ObstacleShape::Circle { center: [width / 2.0, height / 2.0], radius: 9.0 },
        ObstacleShape::Circle { center: [width, height], radius: 1.0 },
        ObstacleShape::Segment([0.0, 3.0], [0.5, 3.0]),
        ObstacleShape::Segment([width, 7.0], [width - 0.5, 7.1]),
    ];
    for shape in shapes {
        let restitution = random.pick(&[0.9, 0.95, 1.0, 1.1]);
        level.obstacles.push(Obstacle { name: String::new(), shape, restitution });
    }
    level
}

/// `height` equal discs, each exactly on the one below, on a floor of `kind`: 0 line, 1 segment, 2 bounds, 3 the top
/// of a block, 4 a peg.
pub fn tower(kind: usize, height: usize, restitution: f64, method: DiscMethod) -> Level {
    let mut level = level(Vec::new());
    level.world.discs = method;
    let floor = |shape| vec![Obstacle { name: String::new(), shape, restitution: 1.0 }];
    match kind {
        0 => level.obstacles = floor(ObstacleShape::Line([0.0, 0.0], [1.0, 0.0])),
        1 => level.obstacles = floor(ObstacleShape::Segment([-3.0, 0.0], [3.0, 0.0])),
        2 => level.world.bounds = Some(Bounds { min: [-9.0, 0.0], max: [9.0, 99.0], restitution: 1.0 }),
        3 => level.bodies.push(Body { restitution: 1.0, friction: 0.0, ..block([-3.0, -2.0], [3.0, 0.0]) }),
        _ => level.obstacles = floor(ObstacleShape::Circle { center: [0.0, -1.0], radius: 1.0 }),
    }
    for index in 0..height {
        level.discs.push(Disc {
            name: String::new(),
            position: [0.0, 0.5 + index as f64],
            velocity: [0.0, 0.0],
            radius: 0.5,
            mass: 1.0,
            restitution,
            friction: 0.0,
            motion: Motion::Dynamic,
        });
    }
    level
}
