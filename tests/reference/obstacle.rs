//! Step 5: 003's static resolution against obstacles, 004's clamp.

use super::Reference;
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{Bounds, Obstacle, ObstacleShape};

/// The effect of a hit: normal, and H.
struct Hit {
    normal: DVec2,
    h: DVec2,
}

impl Reference {
    /// Step 5.
    pub(super) fn resolve_obstacles(&mut self) {
        for body in 0..self.bodies.len() {
            for node in 0..self.bodies[body].nodes.len() {
                if self.bodies[body].nodes[node].inverse_mass > 0.0 {
                    self.resolve_node(body, node);
                }
            }
        }
    }

    fn resolve_node(&mut self, body: usize, node: usize) {
        let restitution = self.bodies[body].data.restitution;
        for _pass in 0..8 {
            let mut any = false;
            for index in 0..self.obstacles.len() {
                if !self.body_touches_obstacle(body, index) {
                    continue;
                }
                let obstacle = &self.obstacles[index];
                let factor = 1.0 + restitution * obstacle.restitution;
                let old = self.bodies[body].nodes[node].old;
                let new = self.position(body, node);
                if let Some(least) = &mut self.margin {
                    *least = least.min(margin(obstacle, old, new));
                }
                let Some(hit) = hit(obstacle, old, new) else { continue };
                let v = self.velocity(body, node);
                self.put(body, node, new + hit.h * factor, v - hit.normal * (factor * v.dot(hit.normal)));
                self.hits += 1;
                any = true;
            }
            if !any {
                break;
            }
        }
        if let Some(bounds) = self.world.bounds {
            self.clamp(body, node, bounds, restitution * bounds.restitution);
        }
    }

    fn clamp(&mut self, body: usize, node: usize, bounds: Bounds, restitution: f64) {
        let (mut x, mut v) = (self.position(body, node), self.velocity(body, node));
        let is_inside = |axis: usize| (bounds.min[axis]..=bounds.max[axis]).contains(&x[axis]);
        if is_inside(0) && is_inside(1) {
            return;
        }
        for axis in 0..2 {
            let (low, high) = (bounds.min[axis], bounds.max[axis]);
            let is_outward = (x[axis] < low && v[axis] < 0.0) || (x[axis] > high && v[axis] > 0.0);
            if is_outward {
                v[axis] *= -restitution;
            }
            x[axis] = x[axis].clamp(low, high);
        }
        self.put(body, node, x, v);
    }

    /// Position and velocity of a free node; Verlet's previous position follows.
    fn put(&mut self, body: usize, node: usize, x: DVec2, v: DVec2) {
        let h = self.h;
        let node = &mut self.bodies[body].nodes[node];
        (node.x, node.v, node.previous) = (x, v, x - v * h);
    }
}

fn hit(obstacle: &Obstacle, old: DVec2, new: DVec2) -> Option<Hit> {
    match obstacle.shape {
        ObstacleShape::Segment(a, b) => {
            let (a, b) = (DVec2::from_array(a), DVec2::from_array(b));
            let hit = hit_line(a, b - a, old, new)?;
            let normal = across(new - old);
            let differ = ((a - old).dot(normal) >= 0.0) != ((b - old).dot(normal) >= 0.0);
            differ.then_some(hit)
        }
        ObstacleShape::Line(point, direction) => {
            hit_line(DVec2::from_array(point), DVec2::from_array(direction), old, new)
        }
        ObstacleShape::Circle { center, radius } => {
            let center = DVec2::from_array(center);
            let is_inside = |p: DVec2| (p - center).length_squared() <= radius * radius;
            if is_inside(old) == is_inside(new) || old == center {
                return None;
            }
            let normal = (old - center) / (old - center).length();
            Some(Hit { normal, h: normal * (old - new).dot(normal) })
        }
    }
}

fn hit_line(a: DVec2, direction: DVec2, old: DVec2, new: DVec2) -> Option<Hit> {
    let normal = across(direction) / direction.length();
    let differ = ((old - a).dot(normal) >= 0.0) != ((new - a).dot(normal) >= 0.0);
    differ.then(|| Hit { normal, h: normal * (a - new).dot(normal) })
}

/// 003: a normal of u is (-u.y, u.x).
fn across(u: DVec2) -> DVec2 {
    DVec2::new(-u.y, u.x)
}

/// How far from another verdict the way from old to new was: the distances that its signs are those of.
fn margin(obstacle: &Obstacle, old: DVec2, new: DVec2) -> f64 {
    let height = |point: DVec2, a: DVec2, direction: DVec2| {
        let length = direction.length();
        if length > 0.0 { ((point - a).dot(across(direction)) / length).abs() } else { f64::INFINITY }
    };
    match obstacle.shape {
        ObstacleShape::Segment(a, b) => {
            let (a, b) = (DVec2::from_array(a), DVec2::from_array(b));
            let to_line = height(old, a, b - a).min(height(new, a, b - a));
            let is_beside = hit_line(a, b - a, old, new).is_some();
            let to_way = height(a, old, new - old).min(height(b, old, new - old));
            if is_beside { to_line.min(to_way) } else { to_line }
        }
        ObstacleShape::Line(point, direction) => {
            let (a, direction) = (DVec2::from_array(point), DVec2::from_array(direction));
            height(old, a, direction).min(height(new, a, direction))
        }
        ObstacleShape::Circle { center, radius } => {
            let center = DVec2::from_array(center);
            ((old - center).length() - radius).abs().min(((new - center).length() - radius).abs())
        }
    }
}
