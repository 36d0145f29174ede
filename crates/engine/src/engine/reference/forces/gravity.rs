//! Weight: `m * g` (000 §C.1).

use crate::engine::data::force::{Batched, Force, ForcePart, Source, SourceForce, Work, names};
use crate::engine::data::scratch::NodeForces;
use crate::engine::data::{Layout, State};
use glam::DVec2;

/// The declaration.
pub static FORCE: Force = Force {
    id: "gravity",
    title: "gravity",
    explanation: "Adds gravity to the forces. Nothing moves yet.",
    noun: "weight",
    parts: &[ForcePart {
        names: names!("gravity"),
        title: "Gravity",
        explanation: "An arrow for the weight of every mass.",
        tint: [0xff9018, 0xe05b00],
        work: Work::Stored,
        add,
    }],
    is_there: |layout, _| layout.settings.gravity != [0.0, 0.0] && layout.node_count > 0,
    batched: Batched::Always,
    add: |layout, state, scratch| add(layout, state, &mut scratch.forces),
    list: |layout, _, node, rows| {
        let weight = DVec2::from(layout.settings.gravity) * layout.mass[node];
        rows.push(SourceForce::elastic(Source::Whole(&FORCE), weight));
    },
};

/// Adds the weight of every node of the dynamic bodies.
pub(in crate::engine) fn add(layout: &Layout, state: &State, forces: &mut NodeForces) {
    let gravity = DVec2::from(layout.settings.gravity);
    for (index, body) in layout.bodies.iter().enumerate() {
        if !body.is_dynamic || state.blown_up[index] {
            continue;
        }
        for node in body.nodes.clone() {
            forces.add(node, gravity * layout.mass[node]);
        }
    }
}
