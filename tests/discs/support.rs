//! Small levels of discs, and a source of numbers.

use blobsmith::engine::trace::DiscEvent;
use blobsmith::engine::{Trace, World};
use blobsmith::level::{Disc, Level, Motion, Obstacle, ObstacleShape, Path, Point};

pub fn disc(position: Point, velocity: Point, radius: f64) -> Disc {
    let (mass, restitution) = (1.0, 1.0);
    let motion = Motion::Dynamic;
    Disc {
        name: String::new(),
        position,
        velocity,
        radius,
        mass,
        restitution,
        friction: 0.0,
        motion,
        ..Disc::default()
    }
}

pub fn fixed(position: Point, radius: f64) -> Disc {
    Disc { motion: Motion::Fixed, ..disc(position, [0.0, 0.0], radius) }
}

pub fn driven(position: Point, radius: f64, points: Vec<Point>, period: f64) -> Disc {
    Disc { motion: Motion::Driven(Path { points, period }), ..disc(position, [0.0, 0.0], radius) }
}

pub fn obstacle(shape: ObstacleShape, restitution: f64) -> Obstacle {
    Obstacle { name: String::new(), shape, restitution, ..Obstacle::default() }
}

pub fn segment(a: Point, b: Point) -> Obstacle {
    obstacle(ObstacleShape::Segment(a, b), 1.0)
}

/// No gravity, one substep of time 1 a frame.
pub fn level(discs: Vec<Disc>, obstacles: Vec<Obstacle>) -> Level {
    let mut level = Level { discs, obstacles, ..Level::default() };
    level.world.gravity = [0.0, 0.0];
    level.world.substeps = 1;
    level
}

/// Four lines around `[0, width] x [0, height]`.
pub fn walls(width: f64, height: f64, restitution: f64) -> Vec<Obstacle> {
    let lines =
        [([0.0, 0.0], [1.0, 0.0]), ([width, 0.0], [0.0, 1.0]), ([0.0, height], [1.0, 0.0]), ([0.0; 2], [0.0, 1.0])];
    lines.into_iter().map(|(point, along)| obstacle(ObstacleShape::Line(point, along), restitution)).collect()
}

pub fn world(level: &Level) -> World {
    World::new(level).unwrap()
}

/// One substep, and what the discs met in it.
pub fn step(world: &mut World) -> Vec<DiscEvent> {
    let mut trace = Trace::default();
    world.step_substep_traced(&mut trace);
    trace.disc_events
}

/// The same numbers everywhere, in 0..1.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
}

/// Discs of radii 0.2 to 0.5 and masses 0.5 to 2 in a box of the given size, none of them touching another.
pub fn random_discs(numbers: &mut Numbers, count: usize, width: f64, height: f64, speed: f64) -> Vec<Disc> {
    let mut discs: Vec<Disc> = Vec::new();
    while discs.len() < count {
        let radius = numbers.between(0.2, 0.5);
        let position = [numbers.between(0.6, width - 0.6), numbers.between(0.6, height - 0.6)];
        let velocity = [numbers.between(-speed, speed), numbers.between(-speed, speed)];
        let apart = |other: &Disc| {
            let (dx, dy) = (other.position[0] - position[0], other.position[1] - position[1]);
            (dx * dx + dy * dy).sqrt() > other.radius + radius + 0.01
        };
        if discs.iter().all(apart) {
            discs.push(Disc { mass: numbers.between(0.5, 2.0), ..disc(position, velocity, radius) });
        }
    }
    discs
}
