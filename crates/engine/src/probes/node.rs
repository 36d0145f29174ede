//! Probes of a node.

use super::{MeasuredBy, Probe, ProbeFn, ProbeSample, Problem, Reading, Scope, depth, found, touch, truth};
use crate::engine::forces::{ForcePart, PART_COUNT, PARTS};
use crate::geometry::DVec2;

const fn node(id: &'static str, title: &'static str, explanation: &'static str, measure: ProbeFn) -> Probe {
    Probe::number(Scope::Node, id, title, explanation, measure)
}

/// The probes.
pub(super) const PROBES: &[Probe] = &[
    node("x", "Position x", "Its position, x.", |look, index| look.world.position(index).x),
    node("y", "Position y", "Its position, y.", |look, index| look.world.position(index).y),
    node("vx", "Velocity in x", "Its velocity, x; with Verlet as of the last substep.", |look, index| {
        look.world.velocity(index).x
    }),
    node("vy", "Velocity in y", "Its velocity, y; with Verlet as of the last substep.", |look, index| {
        look.world.velocity(index).y
    }),
    node("speed", "Speed", "Length of its velocity.", |look, index| look.world.velocity(index).length()),
    node("kinetic", "Kinetic energy", "½ m v²; 0 for a node that is not free, `nan` if its body blew up.", kinetic),
    node("mass", "Mass", "Its mass; 0 for a barycentre.", |look, index| look.world.layout().mass[index]),
    node(
        "force",
        "Net force",
        "Magnitude of the sum of all its forces in the substep that led here.",
        |look, index| force(look, index).length(),
    )
    .without_samples(),
    node("force.x", "Net force in x", "The same sum, x.", |look, index| force(look, index).x).without_samples(),
    node("force.y", "Net force in y", "The same sum, y.", |look, index| force(look, index).y).without_samples(),
    node(
        "acceleration",
        "Acceleration",
        "Its net force divided by its mass; 0 for a node that is not free. Contacts change velocities directly, without a force.",
        |look, index| force(look, index).length() * look.world.layout().inverse_mass[index],
    )
    .without_samples(),
    node(
        "edge",
        "Chosen edge",
        "The hull edge that it was pushed out of in the substep that led here, as the index of the edge in its body; \
            for several contacts the last. -1 if it was in no hull, or no edge was eligible.",
        touch::chosen_edge,
    )
    .without_samples(),
    node(
        "wrong_edge",
        "Wrong edge",
        "True if a contact since the previous moment pushed it out of another hull edge than the one by which it \
            entered, both in motion.",
        |look, index| truth(found::is_about(look, Problem::WrongEdge, Scope::Node, index)),
    )
    .truth()
    .found(),
    node(
        "depth",
        "Depth",
        "Depth inside the hull of another body: distance to the nearest point of that outline, independent of the edge \
            that a contact chose; 0 if it is inside no hull.",
        |look, index| depth::of_node(look.world, index),
    ),
    node(
        "stuck",
        "Without an edge",
        "True if it was inside a hull without an eligible edge in the last substep.",
        |look, index| truth(look.world.state().without_edge[index]),
    )
    .truth(),
];

/// One probe for each part of a force.
pub(super) const FORCES: [Probe; PART_COUNT] = {
    let mut probes = [PROBES[0]; PART_COUNT];
    let mut at = 0;
    while at < PART_COUNT {
        let part = PARTS[at];
        probes[at] = Probe {
            id: part.names.probe,
            title: part.title,
            explanation: "Magnitude of this part of its net force in the substep that led here.",
            reading: Reading::Trace,
            by: MeasuredBy::Force(part),
            ..PROBES[0]
        };
        at += 1;
    }
    probes
};

/// True if forces and impulses move it: not pinned, not a barycentre node, of a dynamic body that did not blow up.
pub(super) fn is_free(look: &ProbeSample, index: usize) -> bool {
    let layout = look.world.layout();
    layout.inverse_mass[index] != 0.0 && !look.world.state().blown_up[layout.body_of(index).0]
}

pub(super) fn kinetic(look: &ProbeSample, index: usize) -> f64 {
    let layout = look.world.layout();
    match layout.inverse_mass[index] {
        0.0 => 0.0,
        _ if look.world.state().blown_up[layout.body_of(index).0] => f64::NAN,
        _ => 0.5 * layout.mass[index] * look.world.velocity(index).length_squared(),
    }
}

/// Length of a part of the force on a node.
pub(super) fn force_part(look: &ProbeSample, part: &ForcePart, index: usize) -> f64 {
    let force = look.trace.and_then(|trace| trace.forces.of(part.id()).get(index));
    force.map_or(f64::NAN, |force| force.length())
}

fn force(look: &ProbeSample, index: usize) -> DVec2 {
    look.trace.and_then(|trace| trace.forces.total.get(index).copied()).unwrap_or(DVec2::NAN)
}
