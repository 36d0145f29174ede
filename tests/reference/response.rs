//! What one contact does (000 §D.2).
//!
//! Must never know: how it was found.

use super::{Reference, cross};
use blobsmith::geometry::DVec2;

impl Reference {
    /// M = `node` of `body` is inside the hull of `other` and leaves by its edge.
    pub(super) fn respond(&mut self, body: usize, node: usize, other: usize, edge: usize) {
        let [a, b] = self.bodies[other].data.hull[edge];
        let (data_m, data_ab) = (&self.bodies[body].data, &self.bodies[other].data);
        let restitution = data_m.restitution * data_ab.restitution;
        let friction = data_m.friction * data_ab.friction;
        let inverse_m = self.bodies[body].nodes[node].inverse_mass;
        let (node_a, node_b) = (&self.bodies[other].nodes[a], &self.bodies[other].nodes[b]);
        let is_immovable = node_a.inverse_mass == 0.0 || node_b.inverse_mass == 0.0;
        let inverse_ab = if is_immovable { 0.0 } else { 1.0 / (node_a.mass + node_b.mass) };
        if inverse_m == 0.0 && inverse_ab == 0.0 {
            return;
        }
        self.contacts += 1;
        self.resolved.push([body, node, other, edge]);

        let ab = node_b.x - node_a.x;
        let am = self.position(body, node) - node_a.x;
        let ab_velocity = (self.velocity(other, a) + self.velocity(other, b)) / 2.0;
        let delta_velocity = self.velocity(body, node) - ab_velocity;
        let length_squared = ab.x * ab.x + ab.y * ab.y;
        let divisor = length_squared * inverse_m + length_squared * inverse_ab;
        // "perpendiculaire" of 000: to the right of AB, outwards.
        let outward = DVec2::new(ab.y, -ab.x);
        let inward_speed = cross(ab, delta_velocity);
        if inward_speed > 0.0 || !self.world.contact.approaching_only {
            let impulse = (1.0 + restitution) * inward_speed / divisor;
            let drag = friction * (ab.x * delta_velocity.x + ab.y * delta_velocity.y) / divisor;
            self.push(body, node, outward * impulse * inverse_m - ab * drag * inverse_m);
            for index in [a, b] {
                self.push(other, index, -(outward * impulse * inverse_ab) + ab * drag * inverse_ab);
            }
        }
        let depth = cross(ab, am) / divisor;
        self.shift(body, node, outward * depth * inverse_m);
        for index in [a, b] {
            self.shift(other, index, -(outward * depth * inverse_ab));
        }
    }

    /// Moves a node; under Verlet this changes its velocity.
    fn shift(&mut self, body: usize, node: usize, change: DVec2) {
        self.bodies[body].nodes[node].x += change;
    }
}
