//! Step 1: gravity, springs, gas, decor reaction, the hand.

use super::contact::{Found, find_edge};
use super::{Body, Node, Reference, cross};
use blobsmith_engine::engine::{EventKind, Held};
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{Decor, EdgeChoice};

impl Reference {
    pub(super) fn compute_forces(&mut self) {
        let gravity = DVec2::from_array(self.world.gravity);
        for body in &mut self.bodies {
            for node in &mut body.nodes {
                node.force = gravity * node.mass;
            }
        }
        for index in 0..self.bodies.len() {
            self.add_springs(index);
        }
        self.add_link_forces();
        for index in 0..self.bodies.len() {
            self.add_gas(index);
        }
        if let Decor::Penalty { stiffness, viscosity } = self.world.contact.decor {
            self.add_decor(stiffness, viscosity);
        }
        if let Some(hand) = self.hand
            && let Held::Node(body, node) = hand.held
        {
            let velocity = self.velocity(body, node);
            let node = &mut self.bodies[body].nodes[node];
            node.force += (DVec2::from_array(hand.target) - node.x) * hand.stiffness - velocity * hand.damping;
        }
    }

    /// 000 §C.2.c.
    fn add_springs(&mut self, index: usize) {
        for spring in 0..self.bodies[index].data.springs.len() {
            let spring = self.bodies[index].data.springs[spring];
            let delta_position = self.position(index, spring.b) - self.position(index, spring.a);
            let delta_velocity = self.velocity(index, spring.b) - self.velocity(index, spring.a);
            let distance = (delta_position.x * delta_position.x + delta_position.y * delta_position.y).sqrt();
            if distance == 0.0 {
                continue;
            }
            let speed = (delta_velocity.x * delta_position.x + delta_velocity.y * delta_position.y) / distance;
            let force = (speed * spring.damping + (distance - spring.rest_length) * spring.stiffness) / distance;
            self.bodies[index].nodes[spring.a].force += delta_position * force;
            self.bodies[index].nodes[spring.b].force -= delta_position * force;
        }
    }

    /// 000 §C.3.
    fn add_gas(&mut self, index: usize) {
        let body = &mut self.bodies[index];
        if body.data.triangles.is_empty() || body.data.gas == 0.0 {
            return;
        }
        let area = body.doubled_area();
        if !(area.is_finite() && area > 0.0) {
            self.raise(EventKind::Collapsed, index);
            return;
        }
        let pressure = body.data.gas / area;
        for &[a, b] in &body.data.hull {
            let d = body.nodes[b].x - body.nodes[a].x;
            let push = DVec2::new(d.y, -d.x) * pressure;
            body.nodes[a].force += push;
            body.nodes[b].force += push;
        }
    }

    /// The page's "decor reaction".
    fn add_decor(&mut self, stiffness: f64, viscosity: f64) {
        let edge_choice = match self.world.contact.edge_choice {
            EdgeChoice::EntryEdge => EdgeChoice::Distance,
            other => other,
        };
        for index in 0..self.bodies.len() {
            if !self.bodies[index].is_dynamic() || self.bodies[index].is_broken {
                continue;
            }
            let centre = self.bodies[index].mean(|node| node.x);
            let centre = self.world.contact.barycentre_rule.then_some(centre);
            for position in 0..self.bodies[index].hull_nodes.len() {
                let node_index = self.bodies[index].hull_nodes[position];
                let node = self.bodies[index].nodes[node_index].clone();
                if node.inverse_mass == 0.0 {
                    continue;
                }
                for other in 0..self.bodies.len() {
                    if self.bodies[other].is_dynamic() || !self.bodies_touch(index, other) {
                        continue;
                    }
                    let found = find_edge(&node, None, &self.bodies[other], edge_choice, centre);
                    if let Found::Edge(edge) = found {
                        let force = self.decor_force(&node, &self.bodies[other], edge, stiffness, viscosity);
                        self.bodies[index].nodes[node_index].force += force;
                    }
                }
            }
        }
    }

    fn decor_force(&self, node: &Node, decor: &Body, edge: usize, stiffness: f64, viscosity: f64) -> DVec2 {
        let [a, b] = decor.data.hull[edge];
        let (a, b) = (&decor.nodes[a], &decor.nodes[b]);
        let d = b.x - a.x;
        let length = d.length();
        let outward = DVec2::new(d.y, -d.x) / length;
        let depth = cross(d, node.x - a.x) / length;
        let edge_velocity = (self.velocity_of(a) + self.velocity_of(b)) / 2.0;
        outward * (stiffness * depth) - (self.velocity_of(node) - edge_velocity) * viscosity
    }
}
