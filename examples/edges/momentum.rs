//! Measures how much linear and angular momentum contacts create in scenes without gravity, by each response.

use crate::scenes::Family;
use blobsmith::engine::World;
use blobsmith::engine::trace::{ContactTrace, Trace};
use blobsmith::geometry::{DVec2, cross};
use blobsmith::level::{Body, ContactResponse, Level, Motion};

/// The compared responses.
pub const RESPONSES: [ContactResponse; 2] = [ContactResponse::Source, ContactResponse::Weighted];

/// Measurements of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Contacts with an impulse.
    pub contacts: u64,
    /// Largest sum of the impulses on M, A and B, as a fraction of that on M.
    pub linear: f64,
    /// Sum over the contacts of impulse times length of the edge: the unit of the three changes below.
    pub reference: f64,
    /// Sums over the contacts of the magnitude of the change of angular momentum: by impulse, friction and repositioning.
    pub angular: [f64; 3],
    /// Change of the angular momentum of all bodies over the run, as a fraction of momentum times size of the bodies at the start.
    pub drift: f64,
}

/// True if only contacts can change the momentum in a family's scenes.
pub fn is_isolated(family: &Family) -> bool {
    let is_free = |body: &Body| body.motion == Motion::Dynamic && body.nodes.iter().all(|node| !node.pinned);
    (family.scenes)().iter().all(|level| level.world.gravity == [0.0; 2] && level.bodies.iter().all(is_free))
}

/// Runs a level.
pub fn run(level: &Level, frames: u64) -> Outcome {
    let mut world = World::new(level).expect("a scene is a sound level");
    let mut outcome = Outcome::default();
    let before = angular_momentum(&world);
    let scale = scale(&world);
    for _ in 0..frames * u64::from(level.world.substeps) {
        let mut trace = Trace::default();
        world.step_substep_traced(&mut trace);
        trace.contacts.iter().for_each(|contact| outcome.add(&world, contact));
    }
    outcome.drift = (angular_momentum(&world) - before).abs() / scale;
    outcome
}

impl Outcome {
    /// Adds a contact. All of its nodes can move.
    fn add(&mut self, world: &World, contact: &ContactTrace) {
        let (Some(response), Some(edge)) = (contact.response, contact.winner()) else { return };
        let bodies = &world.layout().bodies;
        let of_edge = bodies[contact.other].nodes.start;
        let nodes = [bodies[contact.body].nodes.start + contact.node, of_edge + edge.a, of_edge + edge.b];
        let masses = nodes.map(|node| world.layout().mass[node]);
        let parts = |m: DVec2, [a, b]: [DVec2; 2]| [m * masses[0], a * masses[1], b * masses[2]];
        let impulses = parts(response.impulse_m, response.impulse_ab);
        let size = impulses[0].length();
        if size == 0.0 {
            return;
        }
        let frictions = parts(response.friction_m, response.friction_ab);
        let moves = parts(response.move_m, response.move_ab);
        let at = [contact.point, edge.a_position, edge.b_position];
        let velocities = [response.velocity_m, response.velocity_a, response.velocity_b];
        let after: [DVec2; 3] = std::array::from_fn(|i| velocities[i] + (impulses[i] + frictions[i]) / masses[i]);
        let sum = |left: [DVec2; 3], right: [DVec2; 3]| (0..3).map(|i| cross(left[i], right[i])).sum::<f64>().abs();
        self.contacts += 1;
        self.linear = self.linear.max(impulses.into_iter().sum::<DVec2>().length() / size);
        self.reference += size * response.ab.length();
        for (total, change) in self.angular.iter_mut().zip([sum(at, impulses), sum(at, frictions), sum(moves, after)]) {
            *total += change;
        }
    }
}

fn angular_momentum(world: &World) -> f64 {
    let of = |(node, mass): (usize, &f64)| mass * cross(world.position(node), world.velocity(node));
    world.layout().mass.iter().enumerate().map(of).sum()
}

/// Sum over the bodies of momentum times size.
fn scale(world: &World) -> f64 {
    let momentum = |body: usize| {
        let nodes = world.layout().bodies[body].nodes.clone();
        nodes.map(|node| world.velocity(node) * world.layout().mass[node]).sum::<DVec2>().length()
    };
    (0..world.layout().bodies.len()).map(|body| momentum(body) * world.hull_box(body).size().length()).sum()
}
