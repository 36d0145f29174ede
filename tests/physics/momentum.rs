//! Momentum and angular momentum of each contact, by both responses, against the formulas of their lever arms.

use super::conservation::crowd;
use crate::scenes::level;
use blobsmith::engine::World;
use blobsmith::engine::trace::{ContactTrace, Trace};
use blobsmith::geometry::{DVec2, cross};
use blobsmith::level::{ContactResponse, Integrator, Level, World as Settings};

/// Largest part of a contact's sum that rounding may add.
const ROUNDING: f64 = 1e-11;

/// What a contact changes, of M, A and B together.
struct Change {
    /// Magnitude of the impulse on M, and of the friction.
    impulse: f64,
    friction: f64,
    /// Length of the edge.
    length: f64,
    /// Linear momentum, by impulse, friction and repositioning (mass times move).
    linear: [DVec2; 3],
    /// Angular momentum by impulse and by friction.
    angular: [f64; 2],
    /// Lever arm of the impulse and of the friction, from the formulas.
    arms: [f64; 2],
}

/// None if a node cannot move, or if the contact has no impulse.
fn change(world: &World, contact: &ContactTrace) -> Option<Change> {
    let (response, winner) = (contact.response?, contact.winner()?);
    let bodies = &world.layout().bodies;
    let edge = &bodies[contact.other].nodes;
    let nodes = [bodies[contact.body].nodes.start + contact.node, edge.start + winner.a, edge.start + winner.b];
    let masses = nodes.map(|node| world.layout().mass[node]);
    if nodes.iter().any(|&node| world.layout().inverse_mass[node] == 0.0) || !response.approaching {
        return None;
    }
    let at = [contact.point, winner.a_position, winner.b_position];
    let [impulses, frictions, moves] = [
        (response.impulse_m, response.impulse_ab),
        (response.friction_m, response.friction_ab),
        (response.move_m, response.move_ab),
    ]
    .map(|(m, [a, b])| [m * masses[0], a * masses[1], b * masses[2]]);
    let angular = |parts: [DVec2; 3]| at.into_iter().zip(parts).map(|(at, part)| cross(at, part)).sum::<f64>();
    let (ab, am) = (at[2] - at[1], at[0] - at[1]);
    let along = am.dot(ab) / ab.length_squared();
    // Where the reaction acts on the edge: 000 gives both ends one change of velocity, as at their centre of mass.
    let acts_at = match response.shares {
        [0.5, 0.5] => masses[2] / (masses[1] + masses[2]),
        _ => along.clamp(0.0, 1.0),
    };
    Some(Change {
        impulse: impulses[0].length(),
        friction: frictions[0].length(),
        length: ab.length(),
        linear: [impulses, frictions, moves].map(|[m, a, b]| m + a + b),
        angular: [angular(impulses), angular(frictions)],
        arms: [(along - acts_at).abs() * ab.length(), cross(ab, am).abs() / ab.length()],
    })
}

/// Runs the crowd without gravity, for the changes by all of its contacts.
fn changes(response: ContactResponse, integrator: Integrator) -> Vec<Change> {
    let mut bodies = crowd();
    bodies.iter_mut().for_each(|body| body.friction = 0.5);
    let mut world = Settings { gravity: [0.0, 0.0], integrator, ..Settings::default() };
    world.contact.response = response;
    let mut world = World::new(&Level { world, ..level(bodies) }).expect("a sound level");
    let mut all = Vec::new();
    for _ in 0..60 * 16 {
        let mut trace = Trace::default();
        world.step_substep_traced(&mut trace);
        all.extend(trace.contacts.iter().filter_map(|contact| change(&world, contact)));
    }
    assert!(all.len() > 50, "{} contacts", all.len());
    all
}

/// Impulse, friction and repositioning act on M, and oppositely on A and B. Impulse times lever arm is the change of angular
/// momentum: for `Source` the arm reaches from M's foot to the centre of mass of A and B, for `Weighted` it is 0 beside the
/// edge's ends. Friction acts at the depth of M.
#[test]
fn contacts_change_angular_momentum_by_their_lever_arms_only() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet] {
        for response in [ContactResponse::Source, ContactResponse::Weighted] {
            let all = changes(response, integrator);
            for Change { impulse, friction, length, linear, angular, arms } in &all {
                let name = format!("{response:?}, {integrator:?}, impulse {impulse}");
                let moves = linear[2].length();
                assert!(linear[0].length() <= ROUNDING * impulse, "{name}: {}", linear[0]);
                assert!(linear[1].length() <= ROUNDING * friction, "{name}: {}", linear[1]);
                assert!(moves <= ROUNDING, "{name}: {moves}");
                // Positions are below 10.
                for (value, (force, arm)) in angular.iter().zip([(impulse, arms[0]), (friction, arms[1])]) {
                    assert!((value.abs() - force * arm).abs() <= ROUNDING * force * 10.0, "{name}: {value}, arm {arm}");
                }
                assert!(response == ContactResponse::Source || angular[0].abs() <= impulse * length, "{name}");
            }
            let without_arm = all.iter().filter(|change| change.arms[0] < 1e-9 * change.length).count();
            let share = without_arm as f64 / all.len() as f64;
            match response {
                ContactResponse::Source => assert!(share < 0.5, "{share}"),
                ContactResponse::Weighted => assert!(share > 0.9, "{share}"),
            }
        }
    }
}
