//! Energy by kind.

use super::Reference;
use super::discs::Disc;
use blobsmith_engine::engine::Energy;
use blobsmith_engine::geometry::DVec2;

pub fn measure(world: &Reference) -> Energy {
    let gravity = DVec2::from_array(world.world.gravity);
    let mut energy = Energy::default();
    for body in world.bodies.iter().filter(|body| !body.is_broken && !body.data.collision.sensor) {
        for node in body.nodes.iter().filter(|node| node.inverse_mass > 0.0) {
            energy.kinetic += 0.5 * node.mass * world.velocity_of(node).length_squared();
            energy.gravity -= node.mass * gravity.dot(node.x);
        }
        for spring in &body.data.springs {
            let (a, b) = (&body.nodes[spring.a], &body.nodes[spring.b]);
            if a.inverse_mass > 0.0 || b.inverse_mass > 0.0 {
                let stretch = (b.x - a.x).length() - spring.rest_length;
                energy.spring += 0.5 * spring.stiffness * stretch * stretch;
            }
        }
        let area = body.doubled_area();
        if body.is_dynamic() && body.data.gas > 0.0 && body.start_area > 0.0 && area > 0.0 {
            energy.gas -= body.data.gas * (area / body.start_area).ln();
        }
    }
    let counts = |disc: &&Disc| disc.inverse_mass > 0.0 && !disc.is_broken && !disc.data.collision.sensor;
    for disc in world.discs.iter().filter(counts) {
        energy.kinetic += 0.5 * disc.data.mass * disc.v.length_squared();
        energy.gravity -= disc.data.mass * gravity.dot(disc.x);
    }
    energy.spring += world.link_energy();
    energy.total = energy.kinetic + energy.gravity + energy.spring + energy.gas;
    energy
}
