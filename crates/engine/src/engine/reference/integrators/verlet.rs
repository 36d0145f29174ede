//! Position Verlet: `x_new = x + (x - previous)*retention + a*h²` (004; Verlet 1967, Jakobsen 2001).

use super::{Layout, NodeForces, State, free_nodes};
use std::ops::Range;

pub(in crate::engine) fn integrate(layout: &Layout, state: &mut State, forces: &NodeForces, nodes: Range<usize>) {
    let (h, retention) = (layout.substep_time, layout.settings.velocity_retention);
    let h_squared = h * h;
    for (node, acceleration) in free_nodes(layout, forces, nodes) {
        let position = state.position(node);
        let moved = (position - state.previous(node)) * retention;
        state.set_position(node, position + moved + acceleration * h_squared);
        state.set_previous(node, position);
    }
}
