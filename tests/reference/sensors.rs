//! Collision filters and sensors, by LEVEL_FORMAT_2.md.

use super::{Body, Reference};
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{CollisionFilter, LinkEnd, ObstacleShape, Place};
use std::collections::BTreeSet;

/// The inside of a sensor.
#[derive(Clone, Copy)]
enum Zone<'a> {
    Hull(&'a Body),
    Round(DVec2, f64),
}

/// Each side's category is in the other's mask.
fn considers(one: &CollisionFilter, two: &CollisionFilter) -> bool {
    (one.category & two.mask) != 0 && (two.category & one.mask) != 0
}

/// A pair that is considered, and none is a sensor.
fn resolves(one: &CollisionFilter, two: &CollisionFilter) -> bool {
    considers(one, two) && !(one.sensor || two.sensor)
}

impl Reference {
    pub(super) fn bodies_touch(&self, i: usize, j: usize) -> bool {
        let is_parted = self.links.iter().any(|link| match (link.collide, link.a, link.b) {
            (false, LinkEnd::Node([a, _]), LinkEnd::Node([b, _])) => (a, b) == (i, j) || (b, a) == (i, j),
            _ => false,
        });
        !is_parted && resolves(&self.bodies[i].data.collision, &self.bodies[j].data.collision)
    }

    pub(super) fn disc_touches_body(&self, disc: usize, body: usize) -> bool {
        let is_parted = self.links.iter().any(|link| match (link.collide, link.a, link.b) {
            (false, LinkEnd::Node([b, _]), LinkEnd::Disc(d)) | (false, LinkEnd::Disc(d), LinkEnd::Node([b, _])) => {
                (d, b) == (disc, body)
            }
            _ => false,
        });
        !is_parted && resolves(&self.discs[disc].data.collision, &self.bodies[body].data.collision)
    }

    pub(super) fn discs_touch(&self, i: usize, j: usize) -> bool {
        resolves(&self.discs[i].data.collision, &self.discs[j].data.collision)
    }

    pub(super) fn body_touches_obstacle(&self, body: usize, obstacle: usize) -> bool {
        resolves(&self.bodies[body].data.collision, &self.obstacles[obstacle].collision)
    }

    pub(super) fn disc_touches_obstacle(&self, disc: usize, obstacle: usize) -> bool {
        resolves(&self.discs[disc].data.collision, &self.obstacles[obstacle].collision)
    }

    /// After step 8: who is inside which sensor now, and what has changed since the last substep.
    pub(super) fn look_at_sensors(&mut self) {
        let mut now = BTreeSet::new();
        let mut least = f64::INFINITY;
        for (index, body) in self.bodies.iter().enumerate() {
            if body.data.collision.sensor && !body.is_broken {
                let filter = &body.data.collision;
                self.find_inside(Place::Body(index), filter, Zone::Hull(body), &mut now, &mut least);
            }
        }
        for (index, disc) in self.discs.iter().enumerate() {
            if disc.data.collision.sensor && !disc.is_broken {
                let zone = Zone::Round(disc.x, disc.data.radius);
                self.find_inside(Place::Disc(index), &disc.data.collision, zone, &mut now, &mut least);
            }
        }
        for (index, obstacle) in self.obstacles.iter().enumerate() {
            if let (true, ObstacleShape::Circle { center, radius }) = (obstacle.collision.sensor, obstacle.shape) {
                let zone = Zone::Round(DVec2::from_array(center), radius);
                self.find_inside(Place::Obstacle(index), &obstacle.collision, zone, &mut now, &mut least);
            }
        }
        if let Some(margin) = &mut self.margin {
            *margin = margin.min(least);
        }
        let changed = self.inside.symmetric_difference(&now);
        self.sensor_events = changed.map(|&(sensor, other)| (sensor, other, now.contains(&(sensor, other)))).collect();
        self.inside = now;
    }

    fn find_inside(
        &self,
        sensor: Place,
        filter: &CollisionFilter,
        zone: Zone,
        now: &mut BTreeSet<(Place, Place)>,
        least: &mut f64,
    ) {
        for (index, body) in self.bodies.iter().enumerate() {
            let other = Place::Body(index);
            if other != sensor && !body.is_broken && considers(filter, &body.data.collision) {
                let nodes = body.hull_nodes.iter().map(|&node| body.nodes[node].x);
                if nodes.fold(false, |any, x| any | is_within(zone, x, least)) {
                    now.insert((sensor, other));
                }
            }
        }
        for (index, disc) in self.discs.iter().enumerate() {
            let other = Place::Disc(index);
            let is_other = other != sensor && !disc.is_broken && considers(filter, &disc.data.collision);
            if is_other && is_within(zone, disc.x, least) {
                now.insert((sensor, other));
            }
        }
    }
}

/// Whether a point is inside; `least` is the smallest distance to a border so far.
fn is_within(zone: Zone, x: DVec2, least: &mut f64) -> bool {
    match zone {
        Zone::Round(center, radius) => {
            let distance = (x - center).length();
            *least = least.min((distance - radius).abs());
            distance <= radius
        }
        Zone::Hull(body) => {
            let mut crossed = 0;
            for &[a, b] in &body.data.hull {
                let (a, b) = (body.nodes[a].x, body.nodes[b].x);
                let part = ((x - a).dot(b - a) / (b - a).dot(b - a)).clamp(0.0, 1.0);
                *least = least.min((x - a - (b - a) * part).length());
                // A ray to the right, half-open in y.
                let is_level = (a.y <= x.y) != (b.y <= x.y);
                crossed += usize::from(is_level && a.x + (x.y - a.y) / (b.y - a.y) * (b.x - a.x) > x.x);
            }
            crossed % 2 == 1
        }
    }
}
