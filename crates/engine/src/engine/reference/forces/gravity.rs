//! Weight: `m * g` (000 §C.1).

use crate::engine::data::scratch::NodeForces;
use crate::engine::data::{Layout, State};
use glam::DVec2;

/// Adds the weight of every node of the bodies that move.
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
