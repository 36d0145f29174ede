//! Gas pressure on the hull (000 §C.3): P·V = K, with the area as volume.
//!
//! The area is the shoelace sum over the triangles, or over the hull if the triangles tile it.

use crate::engine::data::force::{Batched, Force, ForcePart, Source, SourceForce, Work, names};
use crate::engine::data::scratch::NodeForces;
use crate::engine::data::{Layout, State, World};
use glam::DVec2;

/// The declaration.
pub static FORCE: Force = Force {
    id: "gas",
    title: "gas",
    explanation: "Adds the gas pressure on all hull edges to the forces.",
    noun: "gas",
    parts: &[ForcePart {
        names: names!("gas"),
        title: "Gas force",
        explanation: "An arrow for the pressure of the gas on a hull node.",
        tint: [0x2ba086, 0x017b68],
        work: Work::Stored,
        add: |layout, state, forces| add(layout, state, &mut Vec::new(), forces),
    }],
    is_there: |layout, _| layout.bodies.iter().any(|body| body.gas != 0.0 && !body.triangles.is_empty()),
    batched: Batched::Always,
    add: |layout, state, scratch| add(layout, state, &mut scratch.collapsed, &mut scratch.forces),
    list,
};

/// Twice the signed area of a body: `S = Σ cross(AB, AC)` over its triangles, or over the hull if they tile it.
pub(in crate::engine) fn doubled_area(layout: &Layout, state: &State, body: usize) -> f64 {
    layout.doubled_area(body, |node| state.position(node))
}

/// `gas / S`: force per length of hull edge and end node. None if `S` is not a positive finite number.
pub(in crate::engine) fn pressure(layout: &Layout, state: &State, body: usize) -> Option<f64> {
    let doubled_area = doubled_area(layout, state, body);
    let is_sound = doubled_area > 0.0 && doubled_area.is_finite();
    is_sound.then(|| layout.bodies[body].gas / doubled_area)
}

/// Adds the pressure on every hull edge of the dynamic bodies, half of it to each end.
///
/// `collapsed` gets one entry per body: true if its gas exerts no force because its area is not positive.
pub(in crate::engine) fn add(layout: &Layout, state: &State, collapsed: &mut Vec<bool>, forces: &mut NodeForces) {
    collapsed.clear();
    collapsed.resize(layout.bodies.len(), false);
    for (index, body) in layout.bodies.iter().enumerate() {
        if !body.is_dynamic || body.gas == 0.0 || body.triangles.is_empty() || state.blown_up[index] {
            continue;
        }
        let Some(pressure) = pressure(layout, state, index) else {
            collapsed[index] = true;
            continue;
        };
        for &[a, b] in &layout.hull_edges[body.hull_edges.clone()] {
            let (a, b) = (a as usize, b as usize);
            let d = state.position(b) - state.position(a);
            let force = on_each_end(pressure, d);
            forces.add(a, force);
            forces.add(b, force);
        }
    }
}

/// Writes the force on each end of every hull edge to `slots`, in file order, for the batched sweep.
///
/// Writes zeros and returns false if the gas exerts no force.
pub(in crate::engine) fn fill(layout: &Layout, state: &State, body: usize, slots: &mut [DVec2]) -> bool {
    let pressure = acting(layout, state, body);
    let edges = &layout.hull_edges[layout.bodies[body].hull_edges.clone()];
    for (slot, &[a, b]) in slots.iter_mut().zip(edges) {
        let d = state.position(b as usize) - state.position(a as usize);
        *slot = pressure.map_or(DVec2::ZERO, |pressure| on_each_end(pressure, d));
    }
    pressure.is_some()
}

/// Returns the force of the pressure on each end of a hull edge; `d` is the vector from its start to its end.
#[inline(always)]
pub(in crate::engine) fn on_each_end(pressure: f64, d: DVec2) -> DVec2 {
    DVec2::new(pressure * d.y, -(pressure * d.x))
}

/// Returns the pressure of a body's gas now; none for a body without gas force.
pub(in crate::engine) fn acting(layout: &Layout, state: &State, index: usize) -> Option<f64> {
    let body = &layout.bodies[index];
    if !body.is_dynamic || body.gas == 0.0 || body.triangles.is_empty() || state.blown_up[index] {
        return None;
    }
    pressure(layout, state, index)
}

/// Lists the gas forces on a node by hull edge, in file order.
fn list(layout: &Layout, state: &State, number: usize, rows: &mut Vec<SourceForce>) {
    let body = layout.body_of(number).0;
    let Some(pressure) = acting(layout, state, body) else { return };
    let edges = layout.bodies[body].hull_edges.clone();
    for (edge, &[a, b]) in layout.hull_edges[edges].iter().enumerate() {
        let [a, b] = [a as usize, b as usize];
        let force = on_each_end(pressure, state.position(b) - state.position(a));
        let ends = [a, b].into_iter().filter(|&end| end == number);
        rows.extend(ends.map(|_| SourceForce::elastic(Source::Gas { edge }, force)));
    }
}

impl World {
    /// Twice the signed area of a body's triangles now; see [`Layout::doubled_area`].
    pub fn doubled_area(&self, body: usize) -> f64 {
        doubled_area(&self.layout, &self.state, body)
    }
}
