//! Gas pressure on the hull (000 §C.3): P·V = K, with the area in the place of the volume.
//!
//! The area is the shoelace sum over the triangles, or over the hull where the triangles tile it.

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

/// `S = Σ cross(AB, AC)` over the body's triangles: twice its signed area; from the hull where they tile it.
pub(in crate::engine) fn doubled_area(layout: &Layout, state: &State, body: usize) -> f64 {
    layout.doubled_area(body, |node| state.position(node))
}

/// `gas / S`, force per length of hull edge and end node; none when `S` is not a positive number.
pub(in crate::engine) fn pressure(layout: &Layout, state: &State, body: usize) -> Option<f64> {
    let doubled_area = doubled_area(layout, state, body);
    let is_sound = doubled_area > 0.0 && doubled_area.is_finite();
    is_sound.then(|| layout.bodies[body].gas / doubled_area)
}

/// Adds the pressure on every hull edge of the bodies that move; half of it to each end. `collapsed` is filled anew,
/// one entry per body: whether its gas could not push.
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

/// The same, edge by edge in file order into `slots`, for the sums of a sweep; 0 and false where the gas does not push.
pub(in crate::engine) fn fill(layout: &Layout, state: &State, body: usize, slots: &mut [DVec2]) -> bool {
    let pressure = acting(layout, state, body);
    let edges = &layout.hull_edges[layout.bodies[body].hull_edges.clone()];
    for (slot, &[a, b]) in slots.iter_mut().zip(edges) {
        let d = state.position(b as usize) - state.position(a as usize);
        *slot = pressure.map_or(DVec2::ZERO, |pressure| on_each_end(pressure, d));
    }
    pressure.is_some()
}

/// What the pressure on one hull edge does to each of its ends; `d` leads from its start to its end.
#[inline(always)]
pub(in crate::engine) fn on_each_end(pressure: f64, d: DVec2) -> DVec2 {
    DVec2::new(pressure * d.y, -(pressure * d.x))
}

/// The pressure that a body's gas pushes with now; none for a body that gets no force by gas.
pub(in crate::engine) fn acting(layout: &Layout, state: &State, index: usize) -> Option<f64> {
    let body = &layout.bodies[index];
    if !body.is_dynamic || body.gas == 0.0 || body.triangles.is_empty() || state.blown_up[index] {
        return None;
    }
    pressure(layout, state, index)
}

/// The hull edges of a node in file order.
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
    /// Twice the signed area of a body's triangles, as of now; see [`Layout::doubled_area`].
    pub fn doubled_area(&self, body: usize) -> f64 {
        doubled_area(&self.layout, &self.state, body)
    }
}
