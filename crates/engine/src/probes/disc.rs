//! Probes of a disc.

use super::{Probe, ProbeFn, ProbeSample, Scope, truth};

const fn disc(id: &'static str, title: &'static str, explanation: &'static str, measure: ProbeFn) -> Probe {
    Probe::number(Scope::Disc, id, title, explanation, measure)
}

/// The probes.
pub(super) const PROBES: &[Probe] = &[
    disc("x", "Centre x", "Position of its centre, x.", |look, index| look.world.disc_position(index).x),
    disc("y", "Centre y", "Position of its centre, y.", |look, index| look.world.disc_position(index).y),
    disc("vx", "Velocity in x", "Its velocity, x.", |look, index| look.world.disc_velocity(index).x),
    disc("vy", "Velocity in y", "Its velocity, y.", |look, index| look.world.disc_velocity(index).y),
    disc("speed", "Speed", "Length of its velocity.", |look, index| look.world.disc_velocity(index).length()),
    disc("kinetic", "Kinetic energy", "½ m v²; 0 for a disc that is not dynamic, `nan` if it blew up.", kinetic),
    disc("mass", "Mass", "Its mass.", |look, index| look.world.layout().discs.mass[index]),
    disc("radius", "Radius", "Its radius; 0 for a particle.", |look, index| look.world.layout().discs.radius[index]),
    disc("at_rest", "At rest", "True if it is asleep.", |look, index| truth(look.world.state().disc_asleep[index]))
        .truth(),
    disc("blown_up", "Blown up", "True if a coordinate is no longer finite.", |look, index| {
        truth(look.world.state().disc_blown_up[index])
    })
    .truth(),
];

fn kinetic(look: &ProbeSample, index: usize) -> f64 {
    let discs = &look.world.layout().discs;
    if look.world.state().disc_blown_up[index] {
        f64::NAN
    } else if discs.is_dynamic(index) {
        0.5 * discs.mass[index] * look.world.disc_velocity(index).length_squared()
    } else {
        0.0
    }
}
