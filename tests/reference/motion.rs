//! Steps 2 to 4: integration, driven bodies, sticks.

use super::Reference;
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{Integrator, Motion, Path};

impl Reference {
    /// Step 2.
    pub(super) fn integrate(&mut self) {
        let (h, retention) = (self.h, self.world.velocity_retention);
        for node in self.bodies.iter_mut().flat_map(|body| &mut body.nodes) {
            if node.inverse_mass == 0.0 {
                continue;
            }
            let a = node.force * node.inverse_mass;
            match self.world.integrator {
                Integrator::SemiImplicitEuler => {
                    node.v += a * h;
                    node.x += node.v * h;
                    node.v *= retention;
                }
                Integrator::ExplicitEuler => {
                    node.x += node.v * h;
                    node.v += a * h;
                    node.v *= retention;
                }
                Integrator::Verlet => {
                    let x = node.x + (node.x - node.previous) * retention + a * (h * h);
                    node.previous = node.x;
                    node.x = x;
                }
            }
        }
    }

    /// Step 3.
    pub(super) fn drive(&mut self) {
        let h = self.h;
        let (before, after) = (self.steps as f64 * h, (self.steps + 1) as f64 * h);
        for body in &mut self.bodies {
            let Motion::Driven(path) = &body.data.motion else { continue };
            let (from, to) = (offset(path, before), offset(path, after));
            for node in &mut body.nodes {
                node.x = node.start + to;
                node.v = (to - from) / h;
            }
        }
    }

    /// Step 4.
    pub(super) fn resolve_sticks(&mut self) {
        let (h, is_verlet) = (self.h, self.is_verlet());
        for _ in 0..self.world.stick_iterations {
            for body in &mut self.bodies {
                for stick in &body.data.sticks {
                    let (a, b) = (&body.nodes[stick.a], &body.nodes[stick.b]);
                    let d = b.x - a.x;
                    let length = d.length();
                    let weights = a.inverse_mass + b.inverse_mass;
                    if length == 0.0 || weights == 0.0 {
                        continue;
                    }
                    self.projections += 1;
                    let diff = (length - stick.length) / length;
                    let move_a = d * diff * a.inverse_mass / weights;
                    let move_b = -(d * diff * b.inverse_mass / weights);
                    for (index, change) in [(stick.a, move_a), (stick.b, move_b)] {
                        body.nodes[index].x += change;
                        if !is_verlet {
                            body.nodes[index].v += change / h;
                        }
                    }
                }
            }
            self.resolve_links();
        }
    }
}

/// Where on its path a driven body or disc is.
pub(super) fn offset(path: &Path, time: f64) -> DVec2 {
    let count = path.points.len();
    let rounds = time / path.period;
    let along = (rounds - rounds.floor()) * count as f64;
    let index = (along.floor() as usize).min(count - 1);
    let from = DVec2::from_array(path.points[index]);
    let to = DVec2::from_array(path.points[(index + 1) % count]);
    from + (to - from) * (along - index as f64)
}
