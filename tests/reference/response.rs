//! The response to one contact (000 §D.2).

use super::{Body, Reference, cross};
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{ContactResponse, Repositioning};

/// The data of M, a node or the deepest point of a disc.
#[derive(Clone, Copy, Debug)]
pub struct Intruder {
    /// Where it is.
    pub at: DVec2,
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
            at: self.position(body, node),
            from_edge: self.position(body, node) - a,
            v: self.velocity(body, node),
            inverse_mass: self.bodies[body].nodes[node].inverse_mass,
            restitution: data.restitution,
            friction: data.friction,
        };
        if let Some((impulse, change)) = self.expel(m, other, edge, b - a) {
            self.resolved.push([body, node, other, edge]);
            self.push(body, node, impulse);
            self.reposition(body, node, change);
        }
    }

    /// Moves the edge, which lies along `ab`, and returns the changes of M: velocity and position.
    pub(super) fn expel(&mut self, m: Intruder, other: usize, edge: usize, ab: DVec2) -> Option<(DVec2, DVec2)> {
        let Body { data, nodes, .. } = &self.bodies[other];
        let [a, b] = data.hull[edge];
        let restitution = m.restitution * data.restitution;
        let friction = m.friction * data.friction;
        let inverse_m = m.inverse_mass;
        let (node_a, node_b) = (&nodes[a], &nodes[b]);
        let is_immovable = node_a.inverse_mass == 0.0 || node_b.inverse_mass == 0.0;
        let inverse_ab = if is_immovable { 0.0 } else { 1.0 / (node_a.mass + node_b.mass) };
        if self.world.contact.response == ContactResponse::Source && inverse_m == 0.0 && inverse_ab == 0.0 {
            return None;
        }
        let [va, vb] = [self.velocity(other, a), self.velocity(other, b)];
        let changes = match self.world.contact.response {
            ContactResponse::Source => {
                let divisor = ab.dot(ab) * (inverse_m + inverse_ab);
                source(ab, m.from_edge, m.v - (va + vb) / 2.0, divisor, (restitution, friction))
                    .scaled(inverse_m, [inverse_ab, inverse_ab])
            }
            ContactResponse::Weighted => {
                let (from, to) = (self.position(other, a), self.position(other, b));
                let b_share = ((to - from).dot(m.at - from) / (to - from).dot(to - from)).clamp(0.0, 1.0);
                let shares = [1.0 - b_share, b_share];
                let masses = [self.bodies[other].nodes[a].inverse_mass, self.bodies[other].nodes[b].inverse_mass];
                let total = inverse_m + shares[0] * shares[0] * masses[0] + shares[1] * shares[1] * masses[1];
                if inverse_m == 0.0 {
                    // Near an end that cannot move the response of the other end has no bound.
                    let to_still_end = if masses[0] == 0.0 { shares[1] } else { shares[0] };
                    let is_half_still = (masses[0] == 0.0) != (masses[1] == 0.0);
                    if let Some(least) = self.margin.as_mut().filter(|_| is_half_still) {
                        *least = least.min(to_still_end * (to - from).length());
                    }
                }
                if total == 0.0 {
                    return None;
                }
                let relative = m.v - (va * shares[0] + vb * shares[1]);
                weighted(ab, m.from_edge, relative, total, (restitution, friction))
                    .scaled(inverse_m, [shares[0] * masses[0], shares[1] * masses[1]])
            }
        };
        self.contacts += 1;
        let is_answered = changes.inward_speed > 0.0 || !self.world.contact.approaching_only;
        let softness = softness(self.world.contact.repositioning, cross(ab, m.from_edge) / ab.length());
        for (end, index) in [a, b].into_iter().enumerate() {
            if is_answered {
                self.push(other, index, changes.velocities[1 + end]);
            }
            self.reposition(other, index, changes.moves[1 + end] * softness);
        }
        let pushed = if is_answered { changes.velocities[0] } else { DVec2::ZERO };
        Some((pushed, changes.moves[0] * softness))
    }

    /// Moves a node and keeps its velocity: under Verlet the previous position moves along.
    pub(super) fn reposition(&mut self, body: usize, node: usize, change: DVec2) {
        let node = &mut self.bodies[body].nodes[node];
        node.x += change;
        node.previous += change;
    }

    /// Moves a node; under Verlet this changes its velocity.
    pub(super) fn shift(&mut self, body: usize, node: usize, change: DVec2) {
        self.bodies[body].nodes[node].x += change;
    }
}

/// The changes of M, A and B, in this order.
struct Changes {
    inward_speed: f64,
    velocities: [DVec2; 3],
    moves: [DVec2; 3],
}

impl Changes {
    /// Velocity and move per unit of inverse mass, as M gets them; the ends of the edge get the opposite.
    fn scaled(self, inverse_m: f64, ends: [f64; 2]) -> Self {
        let by = [inverse_m, -ends[0], -ends[1]];
        let all = |of: DVec2| by.map(|factor| of * factor);
        Self { velocities: all(self.velocities[0]), moves: all(self.moves[0]), ..self }
    }
}

/// 000 §D.2, for an inverse mass of 1.
fn source(ab: DVec2, am: DVec2, dv: DVec2, divisor: f64, (e, mu): (f64, f64)) -> Changes {
    // "perpendiculaire" of 000: to the right of AB, outwards.
    let outward = DVec2::new(ab.y, -ab.x);
    let inward_speed = cross(ab, dv);
    let velocity = outward * ((1.0 + e) * inward_speed / divisor) - ab * (mu * ab.dot(dv) / divisor);
    Changes { inward_speed, velocities: [velocity; 3], moves: [outward * (cross(ab, am) / divisor); 3] }
}

/// The format's page, *A response that keeps angular momentum*, for an inverse mass of 1. `from_edge` is M - A:
/// along n it is as long as M - P.
fn weighted(ab: DVec2, from_edge: DVec2, dv: DVec2, total: f64, (e, mu): (f64, f64)) -> Changes {
    let n = DVec2::new(ab.y, -ab.x) / ab.length();
    let s = ab / ab.length();
    let j = -(1.0 + e) * dv.dot(n) / total;
    let f = -mu * dv.dot(s) / total;
    let r = -from_edge.dot(n) / total;
    Changes { inward_speed: -dv.dot(n), velocities: [n * j + s * f; 3], moves: [n * r; 3] }
}

fn softness(rule: Repositioning, depth: f64) -> f64 {
    if rule == Repositioning::default() {
        1.0
    } else if depth == 0.0 {
        0.0
    } else {
        rule.fraction * (depth - rule.slop).max(0.0) / depth
    }
}
