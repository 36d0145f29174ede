//! Semi-implicit (symplectic) Euler: `v += h*a; x += h*v` (000 §B, 001 §B, and 003, which calls it "explicite").

use super::{Layout, NodeForces, State, free_nodes};
use std::ops::Range;

pub(in crate::engine) fn integrate(layout: &Layout, state: &mut State, forces: &NodeForces, nodes: Range<usize>) {
    let (h, retention) = (layout.substep_time, layout.settings.velocity_retention);
    for (node, acceleration) in free_nodes(layout, forces, nodes) {
        let velocity = state.velocity(node) + acceleration * h;
        state.set_position(node, state.position(node) + velocity * h);
        state.set_velocity(node, velocity * retention);
    }
}
