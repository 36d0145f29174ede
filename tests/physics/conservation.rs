//! Contacts between free bodies conserve momentum; the centre of mass moves uniformly.

use super::subject::{Subject, for_both};
use crate::scenes::random::Random;
use crate::scenes::{Stuff, cells, lattice, level, ring, with_velocity};
use blobsmith::geometry::DVec2;
use blobsmith::level::{Body, EdgeChoice, Integrator, Level, Role, World};

for_both!(momentum_is_conserved_by_contacts);

/// Four bodies that fly at each other.
pub fn crowd() -> Vec<Body> {
    let stuff = Stuff { damping: 0.05, ..Stuff::default() };
    let mut bodies = vec![
        with_velocity(lattice([0.0, 0.0], 0.9, 3, 3, stuff), [0.12, 0.01]),
        with_velocity(ring([5.0, 1.5], 1.3, 9, true, stuff), [-0.11, 0.02]),
        with_velocity(cells([1.0, 4.0], 0.8, &["#.#", "###"], stuff), [0.03, -0.13]),
        with_velocity(lattice([4.2, 3.4], 1.9, 1, 1, stuff), [-0.05, -0.08]),
    ];
    let mut random = Random::new(4);
    for body in &mut bodies {
        for node in &mut body.nodes {
            node.position[0] += random.between(-0.05, 0.05);
            node.position[1] += random.between(-0.05, 0.05);
            if let Role::Mass(mass) = &mut node.role {
                *mass = random.between(0.5, 3.0);
            }
        }
    }
    bodies
}

/// Σ m f(node).
fn total(bodies: &[Body], f: impl Fn(usize, usize) -> DVec2) -> DVec2 {
    let mut sum = DVec2::ZERO;
    for (index, body) in bodies.iter().enumerate() {
        for (node, data) in body.nodes.iter().enumerate() {
            if let Role::Mass(mass) = data.role {
                sum += f(index, node) * mass;
            }
        }
    }
    sum
}

/// No gravity: springs, gas (around a closed hull), impulse, friction and moves all act in pairs that cancel:
/// M gets J, A and B together (m_A + m_B)·J/(m_A + m_B). So Σ m v stays, and Σ m x grows by it.
fn momentum_is_conserved_by_contacts<S: Subject>() {
    let schemes = [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet];
    for integrator in schemes {
        for edge_choice in [EdgeChoice::Distance, EdgeChoice::EntryEdge] {
            let bodies = crowd();
            let mut world = World { gravity: [0.0, 0.0], integrator, ..World::default() };
            world.contact.edge_choice = edge_choice;
            let mut subject = S::start(&Level { world, ..level(bodies.clone()) });
            let momentum = total(&bodies, |body, node| subject.v(body, node));
            let place = total(&bodies, |body, node| subject.x(body, node));
            for frame in 1..=60 {
                subject.frame();
                // What rounding may add: a part of all that was summed; under Verlet velocities are places over h.
                let speeds = total(&bodies, |body, node| subject.v(body, node).abs()).element_sum();
                let places = total(&bodies, |body, node| subject.x(body, node).abs()).element_sum();
                let sum = if integrator == Integrator::Verlet { speeds + places * 16.0 } else { speeds };
                let now = total(&bodies, |body, node| subject.v(body, node));
                assert!(
                    (now - momentum).length() < 1e-12 * sum,
                    "{integrator:?}, frame {frame}: {now} from {momentum}"
                );
                let drift = total(&bodies, |body, node| subject.x(body, node)) - place - momentum * f64::from(frame);
                assert!(
                    drift.length() < 1e-12 * (sum + places) * f64::from(frame),
                    "{integrator:?}, frame {frame}: {drift}"
                );
            }
            assert!(subject.contacts() > 50, "too few contacts: {}", subject.contacts());
        }
    }
}
