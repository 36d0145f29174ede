//! Loading, running and measuring levels.

use blobsmith::engine::trace::DiscEvent;
use blobsmith::engine::{Event, EventKind, Trace, World};
use blobsmith::geometry::DVec2;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{Level, Motion, gallery};
use std::f64::consts::{PI, TAU};

/// How long every level is run.
pub const FRAMES: u64 = 600;

/// The level with this id, as its file has it.
pub fn level(id: &str) -> Level {
    let entry = gallery::level(id).unwrap_or_else(|| panic!("no level {id}"));
    format::read(entry.text, TextFormat::Ron).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// The level with this id, with its instances replaced by their parts.
pub fn flat(id: &str) -> Level {
    let entry = gallery::level(id).unwrap_or_else(|| panic!("no level {id}"));
    gallery::read_flat(entry).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// A running level with all its events.
pub struct Run {
    pub level: Level,
    pub world: World,
    pub events: Vec<Event>,
}

impl Run {
    pub fn new(id: &str) -> Self {
        Self::of(flat(id))
    }

    pub fn of(level: Level) -> Self {
        let world = World::new(&level).expect("a level of the gallery is valid");
        Self { level, world, events: Vec::new() }
    }

    /// Runs `count` frames and looks at each.
    pub fn frames(&mut self, count: u64, mut look: impl FnMut(&Self)) {
        for _ in 0..count {
            self.world.step_frame();
            self.events.extend(self.world.take_events());
            look(self);
        }
    }

    /// Index of the first body with this name.
    pub fn body(&self, name: &str) -> usize {
        self.level.bodies.iter().position(|body| body.name == name).unwrap_or_else(|| panic!("no body {name}"))
    }

    /// Where a node of a body is.
    pub fn node(&self, body: usize, node: usize) -> DVec2 {
        self.world.position(self.world.layout().bodies[body].nodes.start + node)
    }

    /// How fast a node of a body is.
    pub fn velocity(&self, body: usize, node: usize) -> DVec2 {
        self.world.velocity(self.world.layout().bodies[body].nodes.start + node)
    }

    /// Where all nodes of a body are.
    pub fn nodes(&self, body: usize) -> Vec<DVec2> {
        (0..self.level.bodies[body].nodes.len()).map(|node| self.node(body, node)).collect()
    }

    /// The corners of a body's single hull loop, which is in order.
    pub fn outline(&self, body: usize) -> Vec<DVec2> {
        self.level.bodies[body].hull.iter().map(|edge| self.node(body, edge[0])).collect()
    }

    pub fn is_finite(&self) -> bool {
        let discs = 0..self.level.discs.len();
        (0..self.world.layout().node_count)
            .all(|node| self.world.position(node).is_finite() && self.world.velocity(node).is_finite())
            && discs.into_iter().all(|disc| self.disc(disc).is_finite() && self.disc_velocity(disc).is_finite())
    }

    /// Where a disc is.
    pub fn disc(&self, disc: usize) -> DVec2 {
        self.world.disc_position(disc)
    }

    /// How fast a disc is.
    pub fn disc_velocity(&self, disc: usize) -> DVec2 {
        self.world.disc_velocity(disc)
    }

    /// Numbers of the discs that move by themselves.
    pub fn free_discs(&self) -> Vec<usize> {
        (0..self.level.discs.len()).filter(|&disc| self.level.discs[disc].motion == Motion::Dynamic).collect()
    }

    /// Mass times velocity and kinetic energy, summed over these discs.
    pub fn momentum_and_energy(&self, discs: &[usize]) -> (DVec2, f64) {
        discs.iter().fold((DVec2::ZERO, 0.0), |(momentum, energy), &disc| {
            let (mass, velocity) = (self.level.discs[disc].mass, self.disc_velocity(disc));
            (momentum + velocity * mass, energy + 0.5 * mass * velocity.length_squared())
        })
    }

    /// One substep, and what discs met in it.
    pub fn traced_substep(&mut self) -> Vec<DiscEvent> {
        let mut trace = Trace::default();
        self.world.step_substep_traced(&mut trace);
        self.events.extend(self.world.take_events());
        trace.disc_events
    }

    /// Triangles of a body that are clockwise or flat.
    pub fn flipped(&self, body: usize) -> usize {
        let is_flipped = |&&[a, b, c]: &&[usize; 3]| {
            let [a, b, c] = [a, b, c].map(|node| self.node(body, node));
            (b - a).perp_dot(c - a) <= 0.0
        };
        self.level.bodies[body].triangles.iter().filter(is_flipped).count()
    }

    pub fn count(&self, kind: EventKind) -> usize {
        self.events.iter().filter(|event| event.kind == kind).count()
    }

    /// Angle by which each outline node stands around node 0, the hub.
    pub fn angle_about_hub(&self, body: usize, node: usize) -> f64 {
        (self.node(body, node) - self.node(body, 0)).to_angle()
    }
}

/// The smallest turn from one angle to another.
pub fn turn(from: f64, to: f64) -> f64 {
    (to - from + PI).rem_euclid(TAU) - PI
}

/// Twice the area by the shoelace formula, halved.
pub fn area(polygon: &[DVec2]) -> f64 {
    let next = |i: usize| polygon[(i + 1) % polygon.len()];
    0.5 * (0..polygon.len()).map(|i| polygon[i].perp_dot(next(i))).sum::<f64>()
}

/// The area that two convex counter-clockwise polygons share: one clipped by every edge of the other.
pub fn overlap(first: &[DVec2], second: &[DVec2]) -> f64 {
    let mut left = first.to_vec();
    for i in 0..second.len() {
        let (a, b) = (second[i], second[(i + 1) % second.len()]);
        let side = |point: DVec2| (b - a).perp_dot(point - a);
        let mut clipped = Vec::new();
        for j in 0..left.len() {
            let (here, there) = (left[j], left[(j + 1) % left.len()]);
            if side(here) >= 0.0 {
                clipped.push(here);
            }
            if (side(here) >= 0.0) != (side(there) >= 0.0) {
                clipped.push(here.lerp(there, side(here) / (side(here) - side(there))));
            }
        }
        left = clipped;
        if left.is_empty() {
            return 0.0;
        }
    }
    area(&left)
}

#[test]
fn overlap_of_squares_matches_hand_calculation() {
    let square = |x: f64, y: f64| -> Vec<DVec2> {
        [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(|(dx, dy)| DVec2::new(x + dx, y + dy)).to_vec()
    };
    assert_eq!(overlap(&square(0.0, 0.0), &square(0.0, 0.0)), 4.0);
    assert_eq!(overlap(&square(0.0, 0.0), &square(1.5, 1.0)), 0.5);
    assert_eq!(overlap(&square(0.0, 0.0), &square(2.5, 0.0)), 0.0);
    let half = vec![DVec2::ZERO, DVec2::new(2.0, 0.0), DVec2::new(0.0, 2.0)];
    assert_eq!(overlap(&square(0.0, 0.0), &half), 2.0);
    assert!((turn(3.0, -3.0) - (TAU - 6.0)).abs() < 1e-12);
}
