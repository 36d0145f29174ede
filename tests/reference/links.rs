//! Links, by LEVEL_FORMAT_2.md: the ends are looked up in the level's own list at each use.

use super::{Reference, motion};
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{LinkEnd, LinkKind, Motion};

impl Reference {
    /// Step 1: springs, in file order.
    pub(super) fn add_link_forces(&mut self) {
        self.disc_forces = vec![DVec2::ZERO; self.discs.len()];
        for index in 0..self.links.len() {
            let link = self.links[index].clone();
            let LinkKind::Spring { rest_length, stiffness, damping } = link.kind else { continue };
            if self.is_end_broken(link.a) || self.is_end_broken(link.b) {
                continue;
            }
            let d = self.end_position(link.b) - self.end_position(link.a);
            let v = self.end_velocity(link.b) - self.end_velocity(link.a);
            let length = d.length();
            if length > 0.0 {
                let direction = d / length;
                let tension = stiffness * (length - rest_length) + damping * v.dot(direction);
                self.pull(link.a, direction * tension);
                self.pull(link.b, direction * -tension);
            }
        }
    }

    /// Step 4: one pass over sticks and pin joints, in file order.
    pub(super) fn resolve_links(&mut self) {
        for index in 0..self.links.len() {
            let link = self.links[index].clone();
            let [wa, wb] = [link.a, link.b].map(|end| self.end_inverse_mass(end));
            if wa + wb == 0.0 || self.is_end_broken(link.a) || self.is_end_broken(link.b) {
                continue;
            }
            let d = self.projected_position(link.b) - self.projected_position(link.a);
            let gap = match link.kind {
                LinkKind::Spring { .. } => continue,
                LinkKind::Pin => d,
                LinkKind::Stick { .. } if d == DVec2::ZERO => continue,
                LinkKind::Stick { length } => d - d / d.length() * length,
            };
            self.projections += 1;
            self.displace(link.a, gap * wa / (wa + wb));
            self.displace(link.b, -gap * wb / (wa + wb));
        }
    }

    /// Σ ½ k (d - L)² over the springs with an end whose energy counts.
    pub(super) fn link_energy(&self) -> f64 {
        let counts = |end: LinkEnd| match end {
            LinkEnd::Node([body, _]) => self.end_inverse_mass(end) > 0.0 && !self.bodies[body].data.collision.sensor,
            LinkEnd::Disc(disc) => self.end_inverse_mass(end) > 0.0 && !self.discs[disc].data.collision.sensor,
            LinkEnd::Point(_) => false,
        };
        let mut sum = 0.0;
        for link in &self.links {
            let LinkKind::Spring { rest_length, stiffness, .. } = link.kind else { continue };
            let is_broken = self.is_end_broken(link.a) || self.is_end_broken(link.b);
            if !is_broken && (counts(link.a) || counts(link.b)) {
                let stretch = (self.end_position(link.b) - self.end_position(link.a)).length() - rest_length;
                sum += stiffness * stretch * stretch / 2.0;
            }
        }
        sum
    }

    fn end_position(&self, end: LinkEnd) -> DVec2 {
        match end {
            LinkEnd::Node([body, node]) => self.position(body, node),
            LinkEnd::Disc(disc) => self.discs[disc].x,
            LinkEnd::Point(point) => DVec2::from_array(point),
        }
    }

    /// Position in step 4: a driven disc is where its path is at the end of the substep.
    fn projected_position(&self, end: LinkEnd) -> DVec2 {
        if let LinkEnd::Disc(disc) = end
            && let Motion::Driven(path) = &self.discs[disc].data.motion
        {
            let start = DVec2::from_array(self.discs[disc].data.position);
            return start + motion::offset(path, (self.steps + 1) as f64 * self.h);
        }
        self.end_position(end)
    }

    fn end_velocity(&self, end: LinkEnd) -> DVec2 {
        match end {
            LinkEnd::Node([body, node]) => self.velocity(body, node),
            LinkEnd::Disc(disc) => self.discs[disc].v,
            LinkEnd::Point(_) => DVec2::ZERO,
        }
    }

    fn end_inverse_mass(&self, end: LinkEnd) -> f64 {
        match end {
            LinkEnd::Node([body, node]) => self.bodies[body].nodes[node].inverse_mass,
            LinkEnd::Disc(disc) => self.discs[disc].inverse_mass,
            LinkEnd::Point(_) => 0.0,
        }
    }

    fn is_end_broken(&self, end: LinkEnd) -> bool {
        match end {
            LinkEnd::Node([body, _]) => self.bodies[body].is_broken,
            LinkEnd::Disc(disc) => self.discs[disc].is_broken,
            LinkEnd::Point(_) => false,
        }
    }

    fn pull(&mut self, end: LinkEnd, force: DVec2) {
        match end {
            LinkEnd::Node([body, node]) => self.bodies[body].nodes[node].force += force,
            LinkEnd::Disc(disc) => self.disc_forces[disc] += force,
            LinkEnd::Point(_) => {}
        }
    }

    /// Moves an end; the velocity changes by move / h, with Verlet only that of discs, since positions carry that of nodes.
    fn displace(&mut self, end: LinkEnd, change: DVec2) {
        let (h, is_verlet) = (self.h, self.is_verlet());
        match end {
            LinkEnd::Node([body, node]) if self.bodies[body].nodes[node].inverse_mass > 0.0 => {
                let node = &mut self.bodies[body].nodes[node];
                node.x += change;
                if !is_verlet {
                    node.v += change / h;
                }
            }
            LinkEnd::Disc(disc) if self.discs[disc].inverse_mass > 0.0 => {
                self.discs[disc].x += change;
                self.discs[disc].v += change / h;
            }
            _ => {}
        }
    }
}
