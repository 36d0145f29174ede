//! What is measured of a node.

use super::{Probe, ProbeFn, Sample, Scope, depth, found, touch, truth};
use crate::debugger::diagnosis::Illness;
use crate::geometry::DVec2;

const fn node(id: &'static str, title: &'static str, explanation: &'static str, measure: ProbeFn) -> Probe {
    Probe::number(Scope::Node, id, title, explanation, measure)
}

/// See the module.
pub(super) const PROBES: &[Probe] = &[
    node("x", "Position x", "Where it is, x.", |look, index| look.world.position(index).x),
    node("y", "Position y", "Where it is, y.", |look, index| look.world.position(index).y),
    node("vx", "Velocity in x", "Its velocity, x; with Verlet as of the last substep.", |look, index| {
        look.world.velocity(index).x
    }),
    node("vy", "Velocity in y", "Its velocity, y; with Verlet as of the last substep.", |look, index| {
        look.world.velocity(index).y
    }),
    node("speed", "Speed", "Length of its velocity.", |look, index| look.world.velocity(index).length()),
    node("kinetic", "Kinetic energy", "½ m v²; 0 for a node that is not free.", kinetic),
    node("mass", "Mass", "Its mass; 0 for a barycentre.", |look, index| look.world.layout().mass[index]),
    node(
        "force",
        "Net force",
        "Length of the sum of its forces (gravity, springs, gas, decor, hand) in the substep that led here.",
        |look, index| force(look, index).length(),
    )
    .without_samples(),
    node("force.x", "Net force in x", "The same sum, x.", |look, index| force(look, index).x).without_samples(),
    node("force.y", "Net force in y", "The same sum, y.", |look, index| force(look, index).y).without_samples(),
    node(
        "acceleration",
        "Acceleration",
        "Its net force over its mass; 0 for a node that is not free. Contacts change velocities without a force.",
        |look, index| force(look, index).length() * look.world.layout().inverse_mass[index],
    )
    .without_samples(),
    node(
        "edge",
        "Chosen edge",
        "The hull edge that it was pushed out of in the substep that led here: the edge's index in its body; of \
         several contacts the last. -1 where it was in no hull, or no edge was eligible.",
        touch::chosen_edge,
    )
    .without_samples(),
    node(
        "wrong_edge",
        "Wrong edge",
        "Whether a contact in the substep that led here pushed it out of another hull edge than the one by which it \
         came in, both in motion.",
        |look, index| truth(found::is_about(look, Illness::WrongEdge, Scope::Node, index)),
    )
    .truth()
    .found(),
    node(
        "depth",
        "Depth",
        "How deep it is inside the hull of another body at the moment: distance to the nearest point of that hull's \
         outline, whatever edge a contact chose; 0 where it is inside none.",
        |look, index| depth::of_node(look.world, index),
    ),
    node(
        "stuck",
        "Without an edge",
        "Whether it was inside a hull in the last substep of which no edge was eligible.",
        |look, index| truth(look.world.state().without_edge[index]),
    )
    .truth(),
];

/// Whether forces and impulses move it: not pinned, not a barycentre, of a dynamic body that has not blown up.
pub(super) fn is_free(look: &Sample, index: usize) -> bool {
    let layout = look.world.layout();
    layout.inverse_mass[index] != 0.0 && !look.world.state().blown_up[layout.body_of(index).0]
}

pub(super) fn kinetic(look: &Sample, index: usize) -> f64 {
    let speed_squared = look.world.velocity(index).length_squared();
    if is_free(look, index) { 0.5 * look.world.layout().mass[index] * speed_squared } else { 0.0 }
}

fn force(look: &Sample, index: usize) -> DVec2 {
    look.trace.and_then(|trace| trace.forces.total.get(index).copied()).unwrap_or(DVec2::NAN)
}
