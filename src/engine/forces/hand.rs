//! The hand: a spring between the mouse and one node.
//!
//! Must never know: mice, cameras.

use super::NodeForces;
use crate::engine::{Layout, State};
use glam::DVec2;

/// Adds `stiffness*(target - x) - damping*v` to the node held, if any.
pub(in crate::engine) fn add(layout: &Layout, state: &State, forces: &mut NodeForces) {
    let Some(hand) = state.hand else { return };
    if state.blown_up[hand.body] {
        return;
    }
    let node = layout.bodies[hand.body].nodes.start + hand.node;
    let pull = (DVec2::from(hand.target) - state.position(node)) * hand.stiffness;
    forces.add(node, pull - state.velocity(node) * hand.damping);
}
