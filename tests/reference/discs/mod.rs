//! Step 8: discs, as LEVEL_FORMAT.md states it: of all pairs the earliest contact, repeatedly.

mod discrete;
mod hulls;
mod swept;

use super::{Reference, motion};
use blobsmith_engine::engine::trace::DiscImpact as Kind;
use blobsmith_engine::engine::{EventKind, Held};
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{self, Bounds, DiscMethod, Motion, Place};

/// Closing speeds up to this part of the fastest disc's count as rounding of 0.
const ROUNDING: f64 = 2e-15;

/// Those up to this part are called vague.
const VAGUE: f64 = 1e-10;

/// One disc.
#[derive(Clone, Debug)]
pub struct Disc {
    pub data: level::Disc,
    pub x: DVec2,
    pub v: DVec2,
    /// Position at the start of the substep.
    pub old: DVec2,
    /// 0 for fixed and driven ones.
    pub inverse_mass: f64,
    /// On which side of each obstacle it is: +1 or -1.
    pub sides: Vec<f64>,
    /// Some number of it is not finite.
    pub is_broken: bool,
}

/// What happened to the discs in a substep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    pub kind: Kind,
    pub disc: usize,
    pub other: usize,
    /// Since the start of the substep.
    pub time: f64,
}

impl Disc {
    pub fn new(data: &level::Disc, obstacles: usize) -> Self {
        let is_free = data.motion == Motion::Dynamic;
        Self {
            x: DVec2::from_array(data.position),
            v: if data.motion == Motion::Fixed { DVec2::ZERO } else { DVec2::from_array(data.velocity) },
            old: DVec2::from_array(data.position),
            inverse_mass: if is_free { 1.0 / data.mass } else { 0.0 },
            sides: vec![0.0; obstacles],
            is_broken: false,
            data: data.clone(),
        }
    }
}

impl Reference {
    pub(super) fn move_discs(&mut self) {
        self.start_discs();
        match self.world.discs {
            DiscMethod::Swept => self.fly_discs(),
            DiscMethod::Discrete => self.correct_discs(),
        }
        let after = (self.steps + 1) as f64 * self.h;
        for disc in &mut self.discs {
            if let Motion::Driven(path) = &disc.data.motion {
                disc.x = DVec2::from_array(disc.data.position) + motion::offset(path, after);
            }
        }
        self.meet_hulls();
        if let Some(bounds) = self.world.bounds {
            self.discs.iter_mut().filter(|disc| disc.inverse_mass > 0.0).for_each(|disc| clamp(disc, bounds));
        }
        self.find_broken_discs();
    }

    /// Gravity and retention; driven discs stand where their path is at the start of the substep.
    fn start_discs(&mut self) {
        let (h, steps) = (self.h, self.steps as f64);
        let gravity = DVec2::from_array(self.world.gravity);
        for (index, disc) in self.discs.iter_mut().enumerate() {
            disc.old = disc.x;
            match &disc.data.motion {
                Motion::Dynamic => {
                    let mut a = gravity;
                    if let Some(force) = self.disc_forces.get(index) {
                        a += *force * disc.inverse_mass;
                    }
                    if let Some(hand) = self.hand.filter(|hand| hand.held == Held::Disc(index)) {
                        let pull = (DVec2::from_array(hand.target) - disc.x) * hand.stiffness - disc.v * hand.damping;
                        a += pull * disc.inverse_mass;
                    }
                    disc.v = (disc.v + a * h) * self.world.velocity_retention;
                }
                Motion::Fixed => disc.v = DVec2::ZERO,
                Motion::Driven(path) => {
                    let (from, to) = (motion::offset(path, steps * h), motion::offset(path, (steps + 1.0) * h));
                    disc.x = DVec2::from_array(disc.data.position) + from;
                    disc.v = (to - from) / h;
                }
            }
        }
        self.weak = self.discs.iter().map(|disc| disc.v.length()).fold(0.0, f64::max) * ROUNDING;
    }

    fn find_broken_discs(&mut self) {
        for index in 0..self.discs.len() {
            let disc = &mut self.discs[index];
            let is_sound = disc.x.is_finite() && disc.v.is_finite();
            if !(is_sound || disc.is_broken) {
                disc.is_broken = true;
                self.events.push((self.steps, EventKind::BlowUp, Place::Disc(index)));
            }
        }
    }

    /// What rounding may add to a distance: only where a run wants to know whether it matters.
    fn doubt(&mut self) -> f64 {
        self.doubts.as_mut().map_or(0.0, |(random, size)| random.between(-*size, *size))
    }

    /// Notes one impact.
    fn count(&mut self, kind: Kind, disc: usize, other: usize, time: f64, closing: f64) {
        self.is_count_vague |= closing <= self.weak * (VAGUE / ROUNDING);
        self.contacts += 1;
        self.impacts.push(Impact { kind, disc, other, time });
    }

    /// Two discs exchange along the line of their centres (002 §1.iv, §2, §3).
    fn exchange(&mut self, i: usize, j: usize, time: f64) {
        let (one, two) = (&self.discs[i], &self.discs[j]);
        let (m1, m2) = (one.data.mass, two.data.mass);
        let n = (two.x - one.x) / (two.x - one.x).length();
        let (u1, u2) = (one.v.dot(n), two.v.dot(n));
        let closing = u1 - u2;
        let scale = (1.0 + one.data.restitution * two.data.restitution) / 2.0;
        let (change1, change2) = match (one.inverse_mass > 0.0, two.inverse_mass > 0.0) {
            (true, true) => (
                u1 * (m1 - m2) / (m1 + m2) + u2 * (2.0 * m2) / (m1 + m2) - u1,
                u2 * (m2 - m1) / (m1 + m2) + u1 * (2.0 * m1) / (m1 + m2) - u2,
            ),
            (true, false) => (2.0 * (u2 - u1), 0.0),
            (false, true) => (0.0, 2.0 * (u1 - u2)),
            (false, false) => (0.0, 0.0),
        };
        self.discs[i].v += n * (change1 * scale);
        self.discs[j].v += n * (change2 * scale);
        self.count(Kind::Disc, i, j, time, closing);
    }

    /// Only the normal component changes.
    fn reflect(&mut self, kind: Kind, disc: usize, obstacle: usize, n: DVec2, time: f64) {
        let e = self.discs[disc].data.restitution * self.obstacles[obstacle].restitution;
        let closing = -self.discs[disc].v.dot(n);
        self.discs[disc].v += n * ((1.0 + e) * closing);
        self.count(kind, disc, obstacle, time, closing);
    }
}

/// 004's clamp, shrunk by the radius.
fn clamp(disc: &mut Disc, bounds: Bounds) {
    let e = disc.data.restitution * bounds.restitution;
    for axis in 0..2 {
        let (mut low, mut high) = (bounds.min[axis] + disc.data.radius, bounds.max[axis] - disc.data.radius);
        if low > high {
            // Too large: held in the middle.
            (low, high) = ((low + high) / 2.0, (low + high) / 2.0);
        }
        let (x, v) = (disc.x[axis], disc.v[axis]);
        if x < low || x > high {
            if (x < low && v < 0.0) || (x > high && v > 0.0) {
                disc.v[axis] = -e * v;
            }
            disc.x[axis] = if x < low { low } else { high };
        }
    }
}
