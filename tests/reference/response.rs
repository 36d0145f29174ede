//! What one contact does (000 §D.2).
//!
//! Must never know: how it was found.

use super::{Body, Reference, cross};
use blobsmith::geometry::DVec2;

/// What the response asks of M, be it a node or the deepest point of a disc.
#[derive(Clone, Copy, Debug)]
pub struct Intruder {
    /// From A, or from the end that stands for it.
    pub from_edge: DVec2,
    pub v: DVec2,
    pub inverse_mass: f64,
    pub restitution: f64,
    pub friction: f64,
}

impl Reference {
    /// M = `node` of `body` is inside the hull of `other` and leaves by its edge.
    pub(super) fn respond(&mut self, body: usize, node: usize, other: usize, edge: usize) {
        let data = &self.bodies[body].data;
        let [a, b] = self.bodies[other].data.hull[edge].map(|node| self.position(other, node));
        let m = Intruder {
            from_edge: self.position(body, node) - a,
            v: self.velocity(body, node),
            inverse_mass: self.bodies[body].nodes[node].inverse_mass,
            restitution: data.restitution,
            friction: data.friction,
        };
        if let Some((impulse, change)) = self.expel(m, other, edge, b - a) {
            self.resolved.push([body, node, other, edge]);
            self.push(body, node, impulse);
            self.shift(body, node, change);
        }
    }

    /// Moves the edge, which lies along `ab`, and says what M gets: velocity and place.
    pub(super) fn expel(&mut self, m: Intruder, other: usize, edge: usize, ab: DVec2) -> Option<(DVec2, DVec2)> {
        let Body { data, nodes, .. } = &self.bodies[other];
        let [a, b] = data.hull[edge];
        let restitution = m.restitution * data.restitution;
        let friction = m.friction * data.friction;
        let inverse_m = m.inverse_mass;
        let (node_a, node_b) = (&nodes[a], &nodes[b]);
        let is_immovable = node_a.inverse_mass == 0.0 || node_b.inverse_mass == 0.0;
        let inverse_ab = if is_immovable { 0.0 } else { 1.0 / (node_a.mass + node_b.mass) };
        if inverse_m == 0.0 && inverse_ab == 0.0 {
            return None;
        }
        self.contacts += 1;

        let ab_velocity = (self.velocity(other, a) + self.velocity(other, b)) / 2.0;
        let delta_velocity = m.v - ab_velocity;
        let length_squared = ab.x * ab.x + ab.y * ab.y;
        let divisor = length_squared * inverse_m + length_squared * inverse_ab;
        // "perpendiculaire" of 000: to the right of AB, outwards.
        let outward = DVec2::new(ab.y, -ab.x);
        let inward_speed = cross(ab, delta_velocity);
        let mut pushed = DVec2::ZERO;
        if inward_speed > 0.0 || !self.world.contact.approaching_only {
            let impulse = (1.0 + restitution) * inward_speed / divisor;
            let drag = friction * (ab.x * delta_velocity.x + ab.y * delta_velocity.y) / divisor;
            pushed = outward * impulse * inverse_m - ab * drag * inverse_m;
            for index in [a, b] {
                self.push(other, index, -(outward * impulse * inverse_ab) + ab * drag * inverse_ab);
            }
        }
        let depth = cross(ab, m.from_edge) / divisor;
        for index in [a, b] {
            self.shift(other, index, -(outward * depth * inverse_ab));
        }
        Some((pushed, outward * depth * inverse_m))
    }

    /// Moves a node; under Verlet this changes its velocity.
    pub(super) fn shift(&mut self, body: usize, node: usize, change: DVec2) {
        self.bodies[body].nodes[node].x += change;
    }
}
