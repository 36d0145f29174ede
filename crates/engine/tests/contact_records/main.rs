//! Recorded contacts: by hand, against the change of momentum, and equal in every mode.

mod by_hand;
mod laws;
mod modes;

use blobsmith_engine::engine::{ContactRecord, InstructionSet, Threads, Trace, World};
use blobsmith_engine::geometry::{DVec2, cross};
use blobsmith_engine::level::{
    Body, Bounds, Contact, ContactMethod, ContactResponse, Decor, Disc, DiscMethod, EdgeChoice, Integrator, Level,
    Motion, Node, Obstacle, ObstacleShape, Path, Place, Role, Spring, flatten,
};

pub const INTEGRATORS: [Integrator; 3] = [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet];
pub const CHOICES: [EdgeChoice; 4] =
    [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance, EdgeChoice::EntryEdge];

/// Without gravity, with substeps of 0.1.
pub fn level() -> Level {
    let mut level = Level::default();
    (level.world.gravity, level.world.substeps) = ([0.0; 2], 10);
    level
}

pub fn recording(level: &Level) -> World {
    let mut world = World::new(level).unwrap();
    world.set_contact_recording(true);
    world
}

/// The contacts of the first substep.
pub fn first_contacts(level: &Level) -> Vec<ContactRecord> {
    let mut world = recording(level);
    world.step_substep();
    world.take_contacts()
}

/// A polygon of nodes of mass 1 without forces, counter-clockwise; restitution 0.5, friction 0.3.
pub fn polygon(points: &[[f64; 2]], velocity: [f64; 2]) -> Body {
    let nodes = points.iter().map(|&at| Node { velocity, ..Node::at(at) }).collect();
    let hull = (0..points.len()).map(|index| [index, (index + 1) % points.len()]).collect();
    Body { nodes, hull, gas: 0.0, ..Body::default() }
}

pub fn block(min: [f64; 2], max: [f64; 2], velocity: [f64; 2]) -> Body {
    polygon(&[min, [max[0], min[1]], max, [min[0], max[1]]], velocity)
}

pub fn fixed(body: Body) -> Body {
    Body { motion: Motion::Fixed, ..body }
}

pub fn obstacle(shape: ObstacleShape) -> Obstacle {
    Obstacle { shape, restitution: 0.8, ..Obstacle::default() }
}

pub fn disc(position: [f64; 2], velocity: [f64; 2], mass: f64) -> Disc {
    Disc { position, velocity, mass, radius: 0.5, restitution: 0.5, ..Disc::default() }
}

/// Tests the parts, and within rounding point, normal, impulse and friction.
pub fn assert_is(
    record: &ContactRecord,
    parts: [Place; 2],
    [point, normal]: [[f64; 2]; 2],
    [impulse, friction]: [f64; 2],
) {
    assert_eq!([record.moving, record.other], parts);
    let errors = [record.point - DVec2::from(point), record.normal - DVec2::from(normal)].map(DVec2::length);
    let errors = [errors[0], errors[1], record.impulse - impulse, record.friction - friction];
    assert!(errors.iter().all(|error| error.abs() < 1e-12), "{errors:?} off: {record:?}");
}

/// Bits of a reproducible sequence.
pub fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut bits = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
    move || {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (bits >> 33) as f64 / (1u64 << 31) as f64
    }
}
