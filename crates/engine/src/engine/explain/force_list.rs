//! The forces on one node or disc, one by one, computed by the functions of the step.

pub use crate::engine::data::force::{Source, SourceForce};

use crate::engine::data::links::LinkedEnd;
use crate::engine::data::trace::vector;
use crate::engine::data::{ForcePart, Layout, State, World};
use crate::engine::reference::forces::{ALL, decor, gas, gravity, hand, springs};
use crate::engine::reference::links;
use glam::DVec2;
use serde::Serialize;

/// Every force on a node or disc, in the order of the step, so their sum has the same bits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForceList {
    /// One row per source.
    pub rows: Vec<SourceForce>,
    /// Their sum.
    #[serde(serialize_with = "vector")]
    pub total: DVec2,
    /// 1/mass; 0 if it cannot move.
    pub inverse_mass: f64,
    /// `total * inverse_mass`, as the integrator uses it.
    #[serde(serialize_with = "vector")]
    pub acceleration: DVec2,
}

impl ForceList {
    fn new(rows: Vec<SourceForce>, inverse_mass: f64) -> Self {
        let mut total = DVec2::ZERO;
        for row in &rows {
            total += row.force;
        }
        Self { rows, total, inverse_mass, acceleration: total * inverse_mass }
    }
}

impl World {
    /// Returns the forces on a node at the start of the next substep; none if the node does not exist. The list is empty for a node of
    /// a fixed, driven or frozen body.
    pub fn forces_on(&self, body: usize, node: usize) -> Option<ForceList> {
        on_node(&self.layout, &self.state, body, node)
    }

    /// Returns the forces on a disc at the start of the next substep: weight, spring links and the hand; none if the disc does not
    /// exist. The list is empty for a disc that forces do not move or that is asleep.
    pub fn forces_on_disc(&self, disc: usize) -> Option<ForceList> {
        on_disc(&self.layout, &self.state, disc)
    }

    /// Returns `gas / S` of a body: force per length of hull edge and end node. None for a body without gas force.
    pub fn pressure(&self, body: usize) -> Option<f64> {
        (body < self.layout.bodies.len()).then(|| gas::acting(&self.layout, &self.state, body)).flatten()
    }

    /// Returns the gas force on each end of every hull edge of a body, in file order; empty for a body without gas force.
    pub fn gas_on_edges(&self, body: usize) -> Vec<DVec2> {
        let Some(pressure) = self.pressure(body) else { return Vec::new() };
        let edges = &self.layout.hull_edges[self.layout.bodies[body].hull_edges.clone()];
        let along = |&[a, b]: &[u32; 2]| self.state.position(b as usize) - self.state.position(a as usize);
        edges.iter().map(|edge| gas::on_each_end(pressure, along(edge))).collect()
    }
}

/// As [`World::forces_on`], for a state within a substep.
pub fn on_node(layout: &Layout, state: &State, body: usize, node: usize) -> Option<ForceList> {
    let parts = layout.bodies.get(body)?;
    let number = parts.nodes.start + node;
    if !parts.nodes.contains(&number) {
        return None;
    }
    let moves = parts.is_dynamic && !state.blown_up[body];
    let rows = if moves { rows(layout, state, number) } else { Vec::new() };
    Some(ForceList::new(rows, layout.inverse_mass[number]))
}

/// As [`World::forces_on_disc`], for a state within a substep.
pub fn on_disc(layout: &Layout, state: &State, disc: usize) -> Option<ForceList> {
    let inverse_mass = *layout.discs.inverse_mass.get(disc)?;
    let mut rows = Vec::new();
    if inverse_mass != 0.0 && !state.disc_blown_up[disc] && !state.disc_asleep[disc] {
        rows.push(SourceForce::elastic(
            Source::Whole(&gravity::FORCE),
            DVec2::from(layout.settings.gravity) * layout.discs.mass[disc],
        ));
        links::list(layout, state, LinkedEnd::Disc(disc), &mut rows);
        let pull = hand::on_disc(state, disc);
        rows.extend(pull.map(|force| SourceForce::elastic(Source::Whole(&hand::FORCE), force)));
    }
    Some(ForceList::new(rows, inverse_mass))
}

fn rows(layout: &Layout, state: &State, number: usize) -> Vec<SourceForce> {
    let mut rows = Vec::new();
    ALL.iter().for_each(|force| (force.list)(layout, state, number, &mut rows));
    rows
}

impl Source {
    /// Returns the part of a force with its colour.
    pub fn part(self) -> &'static ForcePart {
        let force = match self {
            Self::Spring { .. } | Self::Link { .. } => &springs::FORCE,
            Self::Gas { .. } => &gas::FORCE,
            Self::Decor { .. } => &decor::FORCE,
            Self::Whole(force) => force,
        };
        &force.parts[0]
    }
}
