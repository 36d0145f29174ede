//! Explicit Euler: `x += h*v; v += h*a`, both from the start of the substep (004).

use super::{Layout, NodeForces, State, free_nodes};
use std::ops::Range;

pub(in crate::engine) fn integrate(layout: &Layout, state: &mut State, forces: &NodeForces, nodes: Range<usize>) {
    let (h, retention) = (layout.substep_time, layout.settings.velocity_retention);
    for (node, acceleration) in free_nodes(layout, forces, nodes) {
        let velocity = state.velocity(node);
        state.set_position(node, state.position(node) + velocity * h);
        state.set_velocity(node, (velocity + acceleration * h) * retention);
    }
}
