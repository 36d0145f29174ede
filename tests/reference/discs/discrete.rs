//! 003's static resolution for discs: before and after the substep only.

use super::super::Reference;
use blobsmith_engine::engine::trace::DiscImpact as Kind;
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::ObstacleShape;

/// The effect of a hit: the normal towards the disc, and H.
struct Hit {
    normal: DVec2,
    h: DVec2,
}

impl Reference {
    pub(super) fn correct_discs(&mut self) {
        let h = self.h;
        for disc in 0..self.discs.len() {
            let from = self.discs[disc].x;
            let v = self.discs[disc].v;
            self.discs[disc].x += v * h;
            if self.discs[disc].inverse_mass == 0.0 || self.discs[disc].is_broken {
                continue;
            }
            for _pass in 0..8 {
                let mut any = false;
                for obstacle in 0..self.obstacles.len() {
                    any |= self.meet_obstacle(disc, obstacle, from);
                }
                if !any {
                    break;
                }
            }
        }
        for i in 0..self.discs.len() {
            for j in i + 1..self.discs.len() {
                self.meet_discs(i, j);
            }
        }
    }

    /// Discs that overlap and close in exchange.
    fn meet_discs(&mut self, i: usize, j: usize) {
        let reach = self.discs[i].data.radius + self.discs[j].data.radius + self.doubt();
        let (one, two) = (&self.discs[i], &self.discs[j]);
        if !self.discs_touch(i, j) {
            return;
        }
        if (one.inverse_mass == 0.0 && two.inverse_mass == 0.0) || one.is_broken || two.is_broken {
            return;
        }
        let d = two.x - one.x;
        if d.length() <= reach && d.dot(two.v - one.v) < 0.0 {
            self.exchange(i, j, self.h);
        }
    }

    fn meet_obstacle(&mut self, disc: usize, obstacle: usize, from: DVec2) -> bool {
        if !self.disc_touches_obstacle(disc, obstacle) {
            return false;
        }
        let radius = self.discs[disc].data.radius + self.doubt();
        let to = self.discs[disc].x;
        let (kind, hit) = match self.obstacles[obstacle].shape {
            ObstacleShape::Line(a, u) => {
                (Kind::Line, line_hit(DVec2::from_array(a), DVec2::from_array(u), from, to, radius))
            }
            ObstacleShape::Segment(a, b) => {
                let (a, b) = (DVec2::from_array(a), DVec2::from_array(b));
                let is_particle = self.discs[disc].data.radius == 0.0;
                (Kind::Segment, segment_hit(a, b, from, to, radius, is_particle))
            }
            ObstacleShape::Circle { center, radius: circle } => {
                (Kind::Circle, circle_hit(DVec2::from_array(center), circle, from, to, radius))
            }
        };
        let Some(hit) = hit else { return false };
        let e = self.discs[disc].data.restitution * self.obstacles[obstacle].restitution;
        self.reflect(kind, disc, obstacle, hit.normal, self.h);
        self.discs[disc].x += hit.h * (1.0 + e);
        true
    }
}

/// The disc's point that is nearest to the line comes through, or deeper in than it was.
fn line_hit(a: DVec2, u: DVec2, from: DVec2, to: DVec2, radius: f64) -> Option<Hit> {
    let left = DVec2::new(-u.y, u.x) / u.length();
    let normal = if (from - a).dot(left) >= 0.0 { left } else { -left };
    let (before, after) = ((from - a).dot(normal), (to - a).dot(normal));
    (after < radius && after < before).then(|| Hit { normal, h: normal * (radius - after) })
}

/// 003's second condition for the nearest point; the ends are circles of no radius.
fn segment_hit(a: DVec2, b: DVec2, from: DVec2, to: DVec2, radius: f64, is_particle: bool) -> Option<Hit> {
    if let Some(hit) = line_hit(a, b - a, from, to, radius) {
        let way = to - from;
        let across = DVec2::new(-way.y, way.x);
        let nearest = from - hit.normal * radius;
        if ((a - nearest).dot(across) >= 0.0) != ((b - nearest).dot(across) >= 0.0) {
            return Some(hit);
        }
    }
    if is_particle {
        return None;
    }
    circle_hit(a, 0.0, from, to, radius).or_else(|| circle_hit(b, 0.0, from, to, radius))
}

/// The normal at the old place, and that for the point of contact, as in 003.
fn circle_hit(center: DVec2, circle: f64, from: DVec2, to: DVec2, radius: f64) -> Option<Hit> {
    let (before, after) = ((from - center).length(), (to - center).length());
    if before == 0.0 {
        return None;
    }
    let is_inside = before <= circle;
    let (normal, is_hit) = if is_inside {
        ((center - from) / before, after >= (circle - radius).max(0.0) && after > before)
    } else {
        ((from - center) / before, after < circle + radius && after < before)
    };
    is_hit.then(|| Hit { normal, h: normal * (from - to).dot(normal) })
}
