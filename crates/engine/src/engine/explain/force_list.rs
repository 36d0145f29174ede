//! The forces on one node or disc, one by one, by the functions that the step adds up.

use crate::engine::data::scratch::NodeForces;
use crate::engine::data::trace::vector;
use crate::engine::data::{Held, Layout, State, World};
use crate::engine::reference::forces::{decor, gas, hand, springs};
use glam::DVec2;
use serde::Serialize;

/// Where a force comes from. Indices are those of the level file, within their body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Weight.
    Gravity,
    /// A spring of the node's body, and the node at its other end.
    Spring {
        /// Index of the spring.
        spring: usize,
        /// Index of the node at its other end.
        other: usize,
    },
    /// The gas on a hull edge of the node's body.
    Gas {
        /// Index of the hull edge.
        edge: usize,
    },
    /// Decor that pushes by force.
    Decor {
        /// Index of the decor's body.
        body: usize,
        /// Index of its hull edge that pushes.
        edge: usize,
    },
    /// The hand.
    Hand,
}

/// One force.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SourceForce {
    /// Where it comes from.
    pub source: Source,
    /// What the step adds.
    #[serde(serialize_with = "vector")]
    pub force: DVec2,
    /// The part of it that goes by place: of a spring the elastic one, of decor that by depth; of others all.
    #[serde(serialize_with = "vector")]
    pub elastic: DVec2,
    /// The part of it that goes by velocity: damping, viscosity.
    #[serde(serialize_with = "vector")]
    pub damping: DVec2,
}

/// Every force on a node or disc, in the order in which the step adds them, so that they sum up to the same bits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForceList {
    /// One row a source.
    pub rows: Vec<SourceForce>,
    /// Their sum.
    #[serde(serialize_with = "vector")]
    pub total: DVec2,
    /// 1/mass; 0 for what cannot move.
    pub inverse_mass: f64,
    /// `total * inverse_mass`, as the integrator takes it.
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
    /// The forces on a node that the next substep would start from, one by one; none where there is no such node. A body that
    /// does not move by forces has none.
    pub fn forces_on(&self, body: usize, node: usize) -> Option<ForceList> {
        let Self { layout, state, .. } = self;
        let parts = layout.bodies.get(body)?;
        let number = parts.nodes.start + node;
        if !parts.nodes.contains(&number) {
            return None;
        }
        let moves = parts.is_dynamic && !state.blown_up[body];
        let rows = if moves { rows(layout, state, body, number) } else { Vec::new() };
        Some(ForceList::new(rows, layout.inverse_mass[number]))
    }

    /// The forces on a disc that the next substep would start from: weight and the hand; none where there is no such disc.
    /// A disc that does not move by forces, or lies at rest in a heap, has none.
    pub fn forces_on_disc(&self, disc: usize) -> Option<ForceList> {
        let Self { layout, state, .. } = self;
        let inverse_mass = *layout.discs.inverse_mass.get(disc)?;
        let mut rows = Vec::new();
        if inverse_mass != 0.0 && !state.disc_blown_up[disc] && !state.disc_asleep[disc] {
            rows.push(whole(Source::Gravity, DVec2::from(layout.settings.gravity) * layout.discs.mass[disc]));
            let pull = hand::on_disc(state).filter(|&(held, _)| held == disc);
            rows.extend(pull.map(|(_, force)| whole(Source::Hand, force)));
        }
        Some(ForceList::new(rows, inverse_mass))
    }

    /// `gas / S` of a body whose gas pushes now: force per length of hull edge and end node. None for any other body.
    pub fn pressure(&self, body: usize) -> Option<f64> {
        (body < self.layout.bodies.len()).then(|| gas::acting(&self.layout, &self.state, body)).flatten()
    }

    /// What the gas does to each end of every hull edge of a body, in file order; empty for a body that gets no force by gas.
    pub fn gas_on_edges(&self, body: usize) -> Vec<DVec2> {
        let Some(pressure) = self.pressure(body) else { return Vec::new() };
        let edges = &self.layout.hull_edges[self.layout.bodies[body].hull_edges.clone()];
        let along = |&[a, b]: &[u32; 2]| self.state.position(b as usize) - self.state.position(a as usize);
        edges.iter().map(|edge| gas::on_each_end(pressure, along(edge))).collect()
    }
}

fn whole(source: Source, force: DVec2) -> SourceForce {
    SourceForce { source, force, elastic: force, damping: DVec2::ZERO }
}

fn rows(layout: &Layout, state: &State, body: usize, number: usize) -> Vec<SourceForce> {
    let gravity = DVec2::from(layout.settings.gravity);
    let mut rows = vec![whole(Source::Gravity, gravity * layout.mass[number])];
    add_springs(layout, state, body, number, &mut rows);
    add_gas(layout, state, body, number, &mut rows);
    let node = number - layout.bodies[body].nodes.start;
    let pushes = decor::add_with_rows(layout, state, &mut NodeForces::new(layout.node_count))
        .into_iter()
        .filter(|row| (row.body, row.node) == (body, node));
    rows.extend(pushes.map(|row| SourceForce {
        source: Source::Decor { body: row.other, edge: row.edge },
        force: row.elastic + row.viscous,
        elastic: row.elastic,
        damping: row.viscous,
    }));
    if state.hand.is_some_and(|hand| hand.held == Held::Node(body, node)) {
        let mut forces = NodeForces::new(layout.node_count);
        hand::add(layout, state, &mut forces);
        rows.push(whole(Source::Hand, forces.at(number)));
    }
    rows
}

fn add_springs(layout: &Layout, state: &State, body: usize, number: usize, rows: &mut Vec<SourceForce>) {
    let (parts, springs) = (&layout.bodies[body], &layout.springs);
    for spring in parts.springs.clone() {
        let ends = [springs.a[spring] as usize, springs.b[spring] as usize];
        if !ends.contains(&number) {
            continue;
        }
        let [a, b] = ends;
        let (d, v) = (state.position(b) - state.position(a), state.velocity(b) - state.velocity(a));
        let (rest, stiffness, damping) =
            (springs.rest_length[spring], springs.stiffness[spring], springs.damping[spring]);
        let of_both = springs::on_first_end::<true, true>(d, v, rest, stiffness, damping);
        let of_place = springs::on_first_end::<true, false>(d, v, rest, stiffness, damping);
        let of_speed = springs::on_first_end::<false, true>(d, v, rest, stiffness, damping);
        let (Some(force), Some(elastic), Some(drag)) = (of_both, of_place, of_speed) else { continue };
        for (end, other, sign) in [(a, b, 1.0), (b, a, -1.0)] {
            if end == number {
                let source = Source::Spring { spring: spring - parts.springs.start, other: other - parts.nodes.start };
                rows.push(SourceForce { source, force: force * sign, elastic: elastic * sign, damping: drag * sign });
            }
        }
    }
}

fn add_gas(layout: &Layout, state: &State, body: usize, number: usize, rows: &mut Vec<SourceForce>) {
    let Some(pressure) = gas::acting(layout, state, body) else { return };
    let edges = layout.bodies[body].hull_edges.clone();
    for (edge, &[a, b]) in layout.hull_edges[edges].iter().enumerate() {
        let [a, b] = [a as usize, b as usize];
        let force = gas::on_each_end(pressure, state.position(b) - state.position(a));
        let ends = [a, b].into_iter().filter(|&end| end == number);
        rows.extend(ends.map(|_| whole(Source::Gas { edge }, force)));
    }
}
