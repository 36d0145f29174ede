//! A past frame: positions, and contacts of nodes with hull edges.

use super::Trace;
use crate::engine::data::{Layout, World};
use glam::DVec2;

/// Positions and contacts at the start of a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// Positions of all nodes, global numbering.
    pub positions: Vec<DVec2>,
    /// Centres of all discs.
    pub discs: Vec<DVec2>,
    /// Contacts in the substeps before the frame; none if they were not recorded.
    pub touches: Option<Vec<Touch>>,
}

/// Contacts of a node with a hull edge in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The node, global numbering.
    pub node: u32,
    /// The hull edge, global numbering.
    pub edge: u32,
    /// Number of substeps with a contact.
    pub count: u32,
    /// Sum of the momentum that the impulses exchanged; mass·length/time.
    pub strength: f64,
}

impl Past {
    /// Copies the current positions of a world.
    pub fn of(world: &World, touches: Option<Vec<Touch>>) -> Self {
        let state = world.state();
        Self { positions: state.positions.clone(), discs: state.disc_positions.clone(), touches }
    }
}

impl Touch {
    /// Adds the contacts of a substep that had a response. `found` has one entry per pair of node and edge.
    pub fn gather(layout: &Layout, trace: &Trace, found: &mut Vec<Self>) {
        for contact in &trace.contacts {
            let (Some(edge), Some(response)) = (contact.chosen, &contact.response) else { continue };
            let node = (layout.bodies[contact.body].nodes.start + contact.node) as u32;
            let edge = (layout.bodies[contact.other].hull_edges.start + edge) as u32;
            // Both sides exchange the same momentum; it is computed from a side that can move.
            let strength = if response.inverse_mass_m > 0.0 {
                response.impulse_m.length() / response.inverse_mass_m
            } else {
                let ends = response.impulse_ab.iter().zip(response.mobilities);
                let mut moved = ends.filter(|(_, mobility)| *mobility > 0.0);
                moved.next().map_or(0.0, |(impulse, mobility)| impulse.length() / mobility)
            };
            match found.iter_mut().find(|touch| (touch.node, touch.edge) == (node, edge)) {
                Some(touch) => {
                    touch.count += 1;
                    touch.strength += strength;
                }
                None => found.push(Self { node, edge, count: 1, strength }),
            }
        }
    }
}
