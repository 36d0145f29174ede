//! An independent reference: all pairs, earliest event each time, by the quadratic formula of 002 §1.ii as printed.
//!
//! Shares nothing with the engine but the level types. Not for discs that touch at the start, nor for ties.

use crate::support::*;
use blobsmith::level::{Level, ObstacleShape};

type Vector = [f64; 2];

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1]]
}

fn plus(a: Vector, b: Vector, factor: f64) -> Vector {
    [a[0] + b[0] * factor, a[1] + b[1] * factor]
}

/// Both roots of |d + v·t| = distance, lesser first.
fn roots(d: Vector, v: Vector, distance: f64) -> Option<[f64; 2]> {
    let (a, b, c) = (dot(v, v), 2.0 * dot(d, v), dot(d, d) - distance * distance);
    let delta = b * b - 4.0 * a * c;
    (a > 0.0 && delta >= 0.0).then(|| [(-b - delta.sqrt()) / (2.0 * a), (-b + delta.sqrt()) / (2.0 * a)])
}

#[derive(Clone, Copy)]
enum What {
    Disc(usize),
    /// Unit normal, and the restitution of the obstacle.
    Surface(Vector, f64),
}

struct Reference {
    level: Level,
    position: Vec<Vector>,
    velocity: Vec<Vector>,
    events: usize,
}

impl Reference {
    fn new(level: &Level) -> Self {
        let position = level.discs.iter().map(|disc| disc.position).collect();
        let velocity = level.discs.iter().map(|disc| disc.velocity).collect();
        Self { level: level.clone(), position, velocity, events: 0 }
    }

    fn step(&mut self) {
        let h = self.level.world.frame_time;
        let g = self.level.world.gravity;
        for velocity in &mut self.velocity {
            *velocity = plus(*velocity, g, h);
        }
        let mut left = h;
        while let Some((wait, disc, what)) = self.earliest().filter(|(wait, ..)| *wait <= left) {
            self.advance(wait);
            left -= wait;
            self.meet(disc, what);
            self.events += 1;
        }
        self.advance(left);
    }

    fn advance(&mut self, time: f64) {
        for (position, velocity) in self.position.iter_mut().zip(&self.velocity) {
            *position = plus(*position, *velocity, time);
        }
    }

    fn earliest(&self) -> Option<(f64, usize, What)> {
        let mut first: Option<(f64, usize, What)> = None;
        let mut offer = |wait: f64, disc: usize, what: What| {
            if first.is_none_or(|(least, ..)| wait < least) {
                first = Some((wait.max(0.0), disc, what));
            }
        };
        let discs = &self.level.discs;
        for i in 0..discs.len() {
            let (x, v, r) = (self.position[i], self.velocity[i], discs[i].radius);
            for (j, other) in discs.iter().enumerate().skip(i + 1) {
                let (d, dv) = (minus(self.position[j], x), minus(self.velocity[j], v));
                if dot(d, dv) < 0.0
                    && let Some([wait, _]) = roots(d, dv, r + other.radius)
                {
                    offer(wait, i, What::Disc(j));
                }
            }
            for obstacle in &self.level.obstacles {
                for (wait, normal) in meetings(&obstacle.shape, x, v, r) {
                    offer(wait, i, What::Surface(normal, obstacle.restitution));
                }
            }
        }
        first
    }

    fn meet(&mut self, i: usize, what: What) {
        let discs = &self.level.discs;
        match what {
            What::Surface(normal, restitution) => {
                let factor = -(1.0 + restitution * discs[i].restitution) * dot(self.velocity[i], normal);
                self.velocity[i] = plus(self.velocity[i], normal, factor);
            }
            What::Disc(j) => {
                let d = minus(self.position[j], self.position[i]);
                let n = [d[0] / dot(d, d).sqrt(), d[1] / dot(d, d).sqrt()];
                let (m1, m2) = (discs[i].mass, discs[j].mass);
                let (u1, u2) = (dot(self.velocity[i], n), dot(self.velocity[j], n));
                let mu1 = u1 * (m1 - m2) / (m1 + m2) + u2 * 2.0 * m2 / (m1 + m2);
                let mu2 = u2 * (m2 - m1) / (m1 + m2) + u1 * 2.0 * m1 / (m1 + m2);
                let scale = (1.0 + discs[i].restitution * discs[j].restitution) / 2.0;
                self.velocity[i] = plus(self.velocity[i], n, (mu1 - u1) * scale);
                self.velocity[j] = plus(self.velocity[j], n, (mu2 - u2) * scale);
            }
        }
    }
}

/// When, and with what normal, a disc that closes in on the obstacle touches it.
fn meetings(shape: &ObstacleShape, x: Vector, v: Vector, r: f64) -> Vec<(f64, Vector)> {
    let end = |end: Vector| {
        let d = minus(end, x);
        let wait = roots(d, [-v[0], -v[1]], r)?[0];
        let at = plus(x, v, wait);
        (dot(d, v) > 0.0).then(|| (wait, [(at[0] - end[0]) / r, (at[1] - end[1]) / r]))
    };
    let face = |a: Vector, direction: Vector, is_on: &dyn Fn(f64) -> bool| {
        let length = dot(direction, direction).sqrt();
        let mut n = [-direction[1] / length, direction[0] / length];
        if dot(minus(x, a), n) < 0.0 {
            n = [-n[0], -n[1]];
        }
        let speed = -dot(v, n);
        let wait = (dot(minus(x, a), n) - r) / speed;
        let along = dot(minus(plus(x, v, wait), a), direction) / (length * length);
        (speed > 0.0 && wait > -1e-9 && is_on(along)).then_some((wait, n))
    };
    match *shape {
        ObstacleShape::Line(point, direction) => face(point, direction, &|_| true).into_iter().collect(),
        ObstacleShape::Segment(a, b) => {
            let on = |along: f64| (0.0..=1.0).contains(&along);
            let all = [face(a, minus(b, a), &on), end(a), end(b)];
            all.into_iter().flatten().filter(|(wait, _)| *wait > -1e-9).collect()
        }
        ObstacleShape::Circle { center, radius } => {
            let d = minus(x, center);
            if dot(d, d) > radius * radius {
                let Some([wait, _]) = roots(d, v, radius + r) else { return vec![] };
                let at = minus(plus(x, v, wait), center);
                let n = [at[0] / (radius + r), at[1] / (radius + r)];
                if dot(v, n) < 0.0 { vec![(wait, n)] } else { vec![] }
            } else {
                let Some([_, wait]) = roots(d, v, radius - r) else { return vec![] };
                let at = minus(plus(x, v, wait), center);
                vec![(wait, [-at[0] / (radius - r), -at[1] / (radius - r)])]
            }
        }
    }
}

fn compare(level: &Level, frames: usize, tolerance: f64) -> usize {
    let mut world = world(level);
    let mut reference = Reference::new(level);
    for frame in 0..frames {
        world.step_frame();
        reference.step();
        assert_eq!(world.contact_count() as usize, reference.events, "frame {frame}");
        for disc in 0..level.discs.len() {
            let at = world.disc_position(disc).to_array();
            let apart = minus(at, reference.position[disc]);
            assert!(dot(apart, apart).sqrt() < tolerance, "frame {frame}, disc {disc}: {at:?} {apart:?}");
        }
    }
    reference.events
}

#[test]
fn boxes_of_thirty_discs_agree_with_all_pairs() {
    for seed in 1..=6 {
        let mut numbers = Numbers(seed);
        let mut level = level(random_discs(&mut numbers, 30, 12.0, 10.0, 1.5), walls(12.0, 10.0, 0.95));
        level.world.gravity = [0.01, -0.03];
        // Chaos multiplies the last bit by some ten at every meeting: few frames, but together hundreds of events.
        let events = compare(&level, 4, 1e-6);
        assert!(events >= 50, "{events}");
    }
}

#[test]
fn one_long_step_agrees_as_well() {
    for seed in 21..=26 {
        let mut level = level(random_discs(&mut Numbers(seed), 30, 12.0, 10.0, 1.5), walls(12.0, 10.0, 1.0));
        level.world.frame_time = 4.0;
        assert!(compare(&level, 1, 1e-6) >= 50);
    }
}

#[test]
fn few_discs_among_all_kinds_of_obstacles_agree_for_long() {
    let mut events = 0;
    for seed in 41..=46 {
        let mut numbers = Numbers(seed);
        let mut level = level(random_discs(&mut numbers, 4, 12.0, 10.0, 2.0), walls(12.0, 10.0, 1.0));
        level.obstacles.push(obstacle(ObstacleShape::Circle { center: [6.0, 5.0], radius: 9.0 }, 1.0));
        level.obstacles.push(obstacle(ObstacleShape::Segment([0.0, 3.0], [0.5, 3.0]), 0.9));
        level.obstacles.push(obstacle(ObstacleShape::Segment([12.0, 7.0], [11.5, 7.1]), 1.1));
        events += compare(&level, 12, 1e-6);
    }
    assert!(events >= 60, "{events}");
}
