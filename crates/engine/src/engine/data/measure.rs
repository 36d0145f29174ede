//! Hull boxes and barycentres of bodies, computed from a layout and a state.

use super::layout::BodyLayout;
use super::{Layout, State, World};
use crate::geometry::Aabb;
use glam::DVec2;

/// Returns the box around the hull nodes of a body; empty without a hull.
pub(in crate::engine) fn hull_box(layout: &Layout, state: &State, body: usize) -> Aabb {
    let nodes = &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()];
    Aabb::around(nodes.iter().map(|&node| state.position(node as usize)))
}

/// Returns the box of a body for the broad phase; empty for a body without contacts.
pub(in crate::engine) fn contact_box(layout: &Layout, state: &State, body: usize) -> Aabb {
    let bounds = if state.blown_up[body] { Aabb::EMPTY } else { hull_box(layout, state, body) };
    if bounds.is_finite() { bounds } else { Aabb::EMPTY }
}

/// Returns the mass-weighted mean position of a body's mass nodes; the origin without mass nodes.
pub(in crate::engine) fn barycentre(layout: &Layout, state: &State, body: usize) -> DVec2 {
    mean(layout, &layout.bodies[body], |node| state.position(node))
}

/// Returns the mass-weighted mean of a value over a body's mass nodes; 0 without mass nodes.
pub(in crate::engine) fn mean(layout: &Layout, body: &BodyLayout, value: impl Fn(usize) -> DVec2) -> DVec2 {
    let (mut sum, mut mass) = (DVec2::ZERO, 0.0);
    for node in body.nodes.clone() {
        sum += value(node) * layout.mass[node];
        mass += layout.mass[node];
    }
    if mass > 0.0 { sum / mass } else { DVec2::ZERO }
}

impl World {
    /// Returns the box around the hull nodes of a body now; empty without a hull.
    pub fn hull_box(&self, body: usize) -> Aabb {
        hull_box(&self.layout, &self.state, body)
    }

    /// Returns the mass-weighted mean position of a body's masses now; the origin without mass nodes.
    pub fn barycentre(&self, body: usize) -> DVec2 {
        barycentre(&self.layout, &self.state, body)
    }
}
