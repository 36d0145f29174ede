//! 002: velocities are constant within the substep, the earliest contact of all comes first.

use super::super::Reference;
use blobsmith_engine::engine::EventKind;
use blobsmith_engine::engine::trace::DiscImpact as Kind;
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{ObstacleShape, Place};

/// This number of impacts in one substep counts as an infinite series.
const MOST: usize = 20_000;

/// Sine of a nearly flat angle, and the number of impacts of a disc in one substep from which results depend on rounding.
const FLAT: f64 = 1e-5;
const OFTEN: usize = 14;

/// A contact to come: when, what, which, and the unit normal from an obstacle.
#[derive(Clone, Copy, Debug)]
struct Coming {
    time: f64,
    kind: Kind,
    disc: usize,
    other: usize,
    normal: DVec2,
}

impl Reference {
    pub(super) fn fly_discs(&mut self) {
        let mut now = 0.0;
        for _ in 0..MOST {
            let left = self.h - now;
            let Some(next) = self.earliest().filter(|next| next.time <= left) else {
                return self.advance(left);
            };
            self.advance(next.time);
            now += next.time;
            if next.kind == Kind::Disc {
                self.exchange(next.disc, next.other, now);
            } else {
                self.note_sliding(&next);
                self.reflect(next.kind, next.disc, next.other, next.normal, now);
            }
        }
        self.events.push((self.steps, EventKind::ManyImpacts, Place::Disc(0)));
        self.advance(self.h - now);
    }

    /// A disc that leaves the inside of a circle at a nearly flat angle touches it infinitely often, a case that LEVEL_FORMAT.md
    /// does not define: the margin is set to 0 there.
    fn note_sliding(&mut self, next: &Coming) {
        if next.kind != Kind::Circle || self.discs[next.disc].sides[next.other] > 0.0 {
            return;
        }
        let disc = &self.discs[next.disc];
        let e = disc.data.restitution * self.obstacles[next.other].restitution;
        let is_flat = -e * disc.v.dot(next.normal) < disc.v.length() * FLAT;
        let met = self.impacts.iter().filter(|impact| impact.disc == next.disc || impact.other == next.disc).count();
        if is_flat || met >= OFTEN {
            self.margin = self.margin.map(|_| 0.0);
        }
    }

    fn advance(&mut self, time: f64) {
        for disc in &mut self.discs {
            disc.x += disc.v * time;
        }
    }

    /// The least by time, then kind, index, index.
    fn earliest(&mut self) -> Option<Coming> {
        let mut best: Option<Coming> = None;
        let mut offer = |coming: Coming| {
            let key = |c: &Coming| (c.kind, c.disc, c.other);
            if best
                .is_none_or(|best| coming.time < best.time || (coming.time == best.time && key(&coming) < key(&best)))
            {
                best = Some(coming);
            }
        };
        for i in 0..self.discs.len() {
            for j in i + 1..self.discs.len() {
                if let Some(time) = self.disc_time(i, j).filter(|_| self.discs_touch(i, j)) {
                    offer(Coming { time, kind: Kind::Disc, disc: i, other: j, normal: DVec2::ZERO });
                }
            }
        }
        for disc in 0..self.discs.len() {
            if self.discs[disc].inverse_mass == 0.0 || self.discs[disc].is_broken {
                continue;
            }
            for other in 0..self.obstacles.len() {
                let kind = match self.obstacles[other].shape {
                    ObstacleShape::Line(..) => Kind::Line,
                    ObstacleShape::Segment(..) => Kind::Segment,
                    ObstacleShape::Circle { .. } => Kind::Circle,
                };
                if !self.disc_touches_obstacle(disc, other) {
                    continue;
                }
                for (time, normal) in self.obstacle_times(disc, other) {
                    offer(Coming { time, kind, disc, other, normal });
                }
            }
        }
        best
    }

    fn disc_time(&mut self, i: usize, j: usize) -> Option<f64> {
        let (one, two) = (&self.discs[i], &self.discs[j]);
        if (one.inverse_mass == 0.0 && two.inverse_mass == 0.0) || one.is_broken || two.is_broken {
            return None;
        }
        let (d, v, reach) = (two.x - one.x, two.v - one.v, one.data.radius + two.data.radius);
        if reach == 0.0 {
            return None;
        }
        closing_time(d, v, reach + self.doubt(), self.weak)
    }

    /// When the disc meets the obstacle, and the normal there; a segment has a face and two ends.
    fn obstacle_times(&mut self, disc: usize, obstacle: usize) -> Vec<(f64, DVec2)> {
        let shape = self.obstacles[obstacle].shape;
        let reach = self.discs[disc].data.radius + self.doubt();
        let side = self.side(disc, obstacle);
        let (x, v) = (self.discs[disc].x, self.discs[disc].v);
        let mut found = Vec::new();
        match shape {
            ObstacleShape::Line(a, direction) => {
                let (a, direction) = (DVec2::from_array(a), DVec2::from_array(direction));
                found.extend(face_time(x, v, reach, a, direction, side, self.weak));
            }
            ObstacleShape::Segment(a, b) => {
                let (a, b) = (DVec2::from_array(a), DVec2::from_array(b));
                let nearest = a + (b - a) * ((x - a).dot(b - a) / (b - a).dot(b - a)).clamp(0.0, 1.0);
                if (x - nearest).length() <= reach && nearest != x {
                    // It touches or overlaps now: only its nearest point counts.
                    let normal = (x - nearest) / (x - nearest).length();
                    return if v.dot(normal) < -self.weak { vec![(0.0, normal)] } else { found };
                }
                if let Some((time, normal)) = face_time(x, v, reach, a, b - a, side, self.weak) {
                    let along = (x + v * time - a).dot(b - a);
                    if 0.0 <= along && along <= (b - a).dot(b - a) {
                        found.push((time, normal));
                    }
                }
                for end in [a, b] {
                    if let Some(time) = closing_time(x - end, v, reach, self.weak) {
                        let away = x + v * time - end;
                        if away.length() > 0.0 {
                            found.push((time, away / away.length()));
                        }
                    }
                }
            }
            ObstacleShape::Circle { center, radius } => {
                let d = x - DVec2::from_array(center);
                let time = if side > 0.0 {
                    closing_time(d, v, radius + reach, self.weak)
                } else {
                    parting_time(d, v, (radius - reach).max(0.0), self.weak)
                };
                if let Some(time) = time {
                    let away = d + v * time;
                    found.push((time, away / away.length() * side));
                }
            }
        }
        found
    }

    /// The side stays the same until the centre is clearly on the other: at the impact a particle is on its obstacle up to
    /// rounding.
    fn side(&mut self, disc: usize, obstacle: usize) -> f64 {
        let x = self.discs[disc].x;
        let distance = match self.obstacles[obstacle].shape {
            ObstacleShape::Line(a, direction) => {
                let (a, u) = (DVec2::from_array(a), DVec2::from_array(direction));
                (x - a).dot(DVec2::new(-u.y, u.x)) / u.length()
            }
            ObstacleShape::Segment(a, b) => {
                let (a, u) = (DVec2::from_array(a), DVec2::from_array(b) - DVec2::from_array(a));
                (x - a).dot(DVec2::new(-u.y, u.x)) / u.length()
            }
            ObstacleShape::Circle { center, radius } => (x - DVec2::from_array(center)).length() - radius,
        };
        let is_circle = matches!(self.obstacles[obstacle].shape, ObstacleShape::Circle { .. });
        let side = &mut self.discs[disc].sides[obstacle];
        if *side == 0.0 {
            *side = if distance > 0.0 || (distance == 0.0 && !is_circle) { 1.0 } else { -1.0 };
        } else if distance.abs() > 1e-9 {
            *side = distance.signum();
        }
        *side
    }
}

/// When |d + v t| comes down to `reach` (002 §1.ii); at once where it is there or below and comes closer, faster than
/// `weak`.
fn closing_time(d: DVec2, v: DVec2, reach: f64, weak: f64) -> Option<f64> {
    let a = v.dot(v);
    let b = 2.0 * d.dot(v);
    let c = d.dot(d) - reach * reach;
    if b >= -2.0 * weak * d.length() {
        return None;
    }
    if c <= 0.0 {
        return Some(0.0);
    }
    let delta = b * b - 4.0 * a * c;
    (delta >= 0.0).then(|| (-b - delta.sqrt()) / (2.0 * a))
}

/// When |d + v t| grows to `reach`; at once where it is there or above and grows.
fn parting_time(d: DVec2, v: DVec2, reach: f64, weak: f64) -> Option<f64> {
    let a = v.dot(v);
    let b = 2.0 * d.dot(v);
    let c = d.dot(d) - reach * reach;
    if c >= 0.0 {
        return (b > 2.0 * weak * d.length()).then_some(0.0);
    }
    (a > 0.0).then(|| (-b + (b * b - 4.0 * a * c).sqrt()) / (2.0 * a))
}

/// When a disc on this side of the line through `a` along `direction` is at the distance `reach`, and the normal.
fn face_time(x: DVec2, v: DVec2, reach: f64, a: DVec2, direction: DVec2, side: f64, weak: f64) -> Option<(f64, DVec2)> {
    let normal = DVec2::new(-direction.y, direction.x) / direction.length() * side;
    let speed = -v.dot(normal);
    let gap = (x - a).dot(normal) - reach;
    (speed > weak).then(|| (gap.max(0.0) / speed, normal))
}
