//! Positions of hull nodes as a structure of arrays: per body all x in the order of its chains, then all y.
//!
//! The copy is valid during the contact stage. It is filled at the first pair of a body and updated after each contact.

use super::hull_topology::{HullTopologies, HullTopology, LANES};
use super::shared::SharedList;
use crate::engine::data::state::NodePositions;
use crate::engine::data::{Layout, State};
use crate::engine::reference::contact::response;
use crate::geometry::flat::{self, Line};
use glam::DVec2;

/// Hulls of all bodies.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct HullColumns {
    table: HullTable,
    /// Per body, x of each vertex, then y; NaN for an empty vertex.
    lines: Vec<Line>,
}

/// The part that depends on the layout only.
#[derive(Clone, Debug, Default)]
struct HullTable {
    topologies: HullTopologies,
    hulls: Vec<HullEntry>,
}

/// The hull of one body.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct HullEntry {
    topology: u32,
    /// First line of the body in [`HullColumns::lines`].
    first_line: u32,
    /// First node of the body.
    pub first_node: u32,
    /// First edge of the body in [`Layout::hull_edges`].
    pub first_edge: u32,
    /// Restitution and friction of the body, stored here for locality.
    pub surface: [f64; 2],
}

impl HullTable {
    /// Adds the bodies that the layout has and the table does not. Returns the number of lines of all bodies.
    fn extend(&mut self, layout: &Layout, mut first_line: u32) -> usize {
        for body in &layout.bodies[self.hulls.len()..] {
            let inverse_mass_of_edge =
                |ends: [u32; 2]| response::inverse_mass_of_edge(layout, ends.map(|node| node as usize));
            let topology = self.topologies.find(layout, body, inverse_mass_of_edge);
            self.hulls.push(HullEntry {
                topology,
                first_line,
                first_node: body.nodes.start as u32,
                first_edge: body.hull_edges.start as u32,
                surface: [body.restitution, body.friction],
            });
            first_line += 2 * self.topologies.at(topology).lines as u32;
        }
        first_line as usize
    }
}

impl HullColumns {
    /// Makes room for the bodies that the layout has gained since the last call, and fills them in. Of the others it fills in driven
    /// bodies only; [`SharedHullColumns::fill`] updates the others.
    pub fn prepare(&mut self, layout: &Layout, state: &State) {
        let known = self.table.hulls.len();
        if known < layout.bodies.len() {
            let lines = self.table.extend(layout, self.lines.len() as u32);
            self.lines.resize(lines, Line::splat(f64::NAN));
        }
        let shared = self.share();
        layout.driven.iter().for_each(|&body| shared.fill(state, body as usize));
        (known..layout.bodies.len()).for_each(|body| shared.fill(state, body));
    }

    /// The hulls for use by several threads.
    pub(in crate::engine) fn share(&mut self) -> SharedHullColumns<'_> {
        SharedHullColumns { table: &self.table, numbers: SharedList::new(flat::lines_mut(&mut self.lines)) }
    }
}

/// The hulls as seen by all threads. One thread at a time uses a moving body, see [`SharedList`]; bodies that cannot move are only
/// read.
#[derive(Clone, Copy)]
pub(in crate::engine) struct SharedHullColumns<'a> {
    table: &'a HullTable,
    numbers: SharedList<'a, f64>,
}

impl<'a> SharedHullColumns<'a> {
    /// The hull of a body.
    #[inline(always)]
    pub fn of(&self, body: usize) -> HullView<'a> {
        let hull = &self.table.hulls[body];
        HullView { hull, topology: self.table.topologies.at(hull.topology), numbers: self.numbers }
    }

    /// Copies the current positions of the hull nodes of a body.
    #[inline(always)]
    pub fn fill(&self, nodes: &impl NodePositions, body: usize) {
        let hull = self.of(body);
        let [x, y] = [hull.first(), hull.first() + LANES * hull.topology.lines];
        for (vertex, of) in hull.topology.vertices.iter().enumerate().filter(|(_, vertex)| vertex.is_node()) {
            let at = nodes.position((hull.hull.first_node + of.node) as usize);
            self.numbers.change(x + vertex, |x| *x = at.x);
            self.numbers.change(y + vertex, |y| *y = at.y);
        }
    }
}

/// The hull of one body with current positions.
#[derive(Clone, Copy)]
pub(in crate::engine) struct HullView<'a> {
    pub hull: &'a HullEntry,
    pub(in crate::engine) topology: &'a HullTopology,
    numbers: SharedList<'a, f64>,
}

impl HullView<'_> {
    #[inline(always)]
    fn first(&self) -> usize {
        LANES * self.hull.first_line as usize
    }

    /// x of all vertices, then y: [`HullTopology::lines`] times [`LANES`] numbers each.
    #[inline(always)]
    pub fn columns(&self) -> [&[f64]; 2] {
        let count = LANES * self.topology.lines;
        self.numbers.part(self.first()..self.first() + 2 * count).split_at(count).into()
    }

    /// Position of a vertex.
    #[inline(always)]
    pub fn position(&self, vertex: usize) -> DVec2 {
        let x = self.first() + vertex;
        DVec2::new(*self.numbers.at(x), *self.numbers.at(x + LANES * self.topology.lines))
    }

    /// Node of a vertex, as an index into the level.
    #[inline(always)]
    pub fn node(&self, vertex: usize) -> usize {
        (self.hull.first_node + self.topology.vertices[vertex].node) as usize
    }

    /// Sets the position of a node at all its vertices; the body must be able to move.
    #[inline(always)]
    pub fn update_vertex(&self, vertex: usize, at: DVec2) {
        let mut next_occurrence = vertex;
        loop {
            let x = self.first() + next_occurrence;
            self.numbers.change(x, |x| *x = at.x);
            self.numbers.change(x + LANES * self.topology.lines, |y| *y = at.y);
            next_occurrence = self.topology.vertices[next_occurrence].next_occurrence as usize;
            if next_occurrence == vertex {
                break;
            }
        }
    }
}
