//! Weight: `m * g` (000 §C.1).
//!
//! Must never know: other forces.

use super::NodeForces;
use crate::engine::{Layout, State};

/// Adds the weight of every node of the bodies that move.
pub(in crate::engine) fn add(layout: &Layout, state: &State, forces: &mut NodeForces) {
    let [gx, gy] = layout.settings.gravity;
    for (index, body) in layout.bodies.iter().enumerate() {
        if !body.is_dynamic || state.blown_up[index] {
            continue;
        }
        for node in body.nodes.clone() {
            forces.x[node] += layout.mass[node] * gx;
            forces.y[node] += layout.mass[node] * gy;
        }
    }
}
