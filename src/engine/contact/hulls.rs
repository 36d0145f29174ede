//! Hulls as blocks of eight nodes and eight edges, so that one instruction looks at eight: a copy of the positions for as long as
//! contacts are being found, kept up with each that is resolved.
//!
//! Must never know: rules, responses, pairs.

use super::response;
use super::shared::SharedList;
use crate::engine::{Layout, State};
use glam::DVec2;
use std::ops::Range;

/// Nodes or edges of a block.
pub(super) const LANES: usize = 8;

/// x and y of eight nodes; NaN where there are fewer.
pub(super) type NodeBlock = [[f64; LANES]; 2];

/// Of eight edges from A to B: x and y of A, x and y of B; NaN where there are fewer.
pub(super) type EdgeBlock = [[f64; LANES]; 4];

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Hulls {
    table: Table,
    nodes: Vec<NodeBlock>,
    edges: Vec<EdgeBlock>,
}

/// What never changes.
#[derive(Clone, Debug, Default)]
struct Table {
    bodies: Vec<Hull>,
    /// For each hull edge the places of its ends in their body's part of [`Layout::hull_nodes`].
    ends: Vec<[u32; 2]>,
    /// For each hull edge 1 / (mass of A + mass of B); 0 when one cannot move.
    inverse_mass: Vec<f64>,
    /// For each node of [`Layout::hull_nodes`] the ends of edges that it is: twice the edge, counted from its body's first,
    /// plus one for B.
    incident: Vec<u32>,
    /// Where those of each node begin, and the end.
    begins: Vec<u32>,
}

/// Where the blocks of one body lie.
#[derive(Clone, Debug)]
struct Hull {
    nodes: Range<usize>,
    edges: Range<usize>,
    /// First of its nodes in [`Layout::hull_nodes`].
    first_node: usize,
    /// First of its edges in [`Layout::hull_edges`].
    first_edge: usize,
    /// Its restitution and friction: what a response needs of it lies together.
    surface: [f64; 2],
}

impl Table {
    fn new(layout: &Layout) -> Self {
        let mut table = Self::default();
        let (mut node, mut edge) = (0, 0);
        for body in &layout.bodies {
            let own = &layout.hull_nodes[body.hull_nodes.clone()];
            let place = |node: u32| own.binary_search(&node).unwrap_or(0) as u32;
            let edges = &layout.hull_edges[body.hull_edges.clone()];
            let mut incident = vec![Vec::new(); own.len()];
            for (edge, ends) in edges.iter().enumerate() {
                table.inverse_mass.push(response::inverse_mass_of_edge(layout, ends.map(|node| node as usize)));
                let ends = ends.map(place);
                for (end, &place) in ends.iter().enumerate() {
                    incident[place as usize].push((2 * edge + end) as u32);
                }
                table.ends.push(ends);
            }
            for of_node in incident {
                table.begins.push(table.incident.len() as u32);
                table.incident.extend(of_node);
            }
            let (nodes, edges) = (own.len().div_ceil(LANES), edges.len().div_ceil(LANES));
            table.bodies.push(Hull {
                nodes: node..node + nodes,
                edges: edge..edge + edges,
                first_node: body.hull_nodes.start,
                first_edge: body.hull_edges.start,
                surface: [body.restitution, body.friction],
            });
            (node, edge) = (node + nodes, edge + edges);
        }
        table.begins.push(table.incident.len() as u32);
        table
    }
}

impl Hulls {
    /// Brings all that may have moved up to date.
    pub fn update(&mut self, layout: &Layout, state: &State) {
        let is_new = self.table.bodies.len() != layout.bodies.len();
        if is_new {
            self.table = Table::new(layout);
            let count = |of: fn(&Hull) -> usize| self.table.bodies.last().map_or(0, of);
            self.nodes = vec![[[f64::NAN; LANES]; 2]; count(|hull| hull.nodes.end)];
            self.edges = vec![[[f64::NAN; LANES]; 4]; count(|hull| hull.edges.end)];
        }
        for (index, body) in layout.bodies.iter().enumerate() {
            if is_new || body.is_dynamic || body.path.is_some() {
                self.fill(layout, state, index);
            }
        }
    }

    fn fill(&mut self, layout: &Layout, state: &State, index: usize) {
        let (hull, body) = (&self.table.bodies[index], &layout.bodies[index]);
        let own = layout.hull_nodes[body.hull_nodes.clone()].chunks(LANES);
        for (block, nodes) in self.nodes[hull.nodes.clone()].iter_mut().zip(own) {
            for (lane, &node) in nodes.iter().enumerate() {
                let at = state.position(node as usize);
                (block[0][lane], block[1][lane]) = (at.x, at.y);
            }
        }
        let edges = layout.hull_edges[body.hull_edges.clone()].chunks(LANES);
        for (block, edges) in self.edges[hull.edges.clone()].iter_mut().zip(edges) {
            for (lane, &[a, b]) in edges.iter().enumerate() {
                let (a, b) = (state.position(a as usize), state.position(b as usize));
                (block[0][lane], block[1][lane], block[2][lane], block[3][lane]) = (a.x, a.y, b.x, b.y);
            }
        }
    }

    /// To be worked on, by several threads if need be.
    pub fn share(&mut self) -> SharedHulls<'_> {
        SharedHulls {
            table: &self.table,
            nodes: SharedList::new(&mut self.nodes),
            edges: SharedList::new(&mut self.edges),
        }
    }
}

/// The same hulls for all threads. Each body is for one of them at a time, see [`SharedList`]; bodies that cannot move are for all,
/// and only to be read.
#[derive(Clone, Copy)]
pub(in crate::engine) struct SharedHulls<'a> {
    table: &'a Table,
    nodes: SharedList<'a, NodeBlock>,
    edges: SharedList<'a, EdgeBlock>,
}

impl SharedHulls<'_> {
    /// Number of blocks of nodes of a body's hull.
    #[inline(always)]
    pub fn node_blocks(&self, body: usize) -> usize {
        self.table.bodies[body].nodes.len()
    }

    /// Some of the nodes of a body's hull; these are ascending.
    #[inline(always)]
    pub fn nodes(&self, body: usize, block: usize) -> &NodeBlock {
        self.nodes.at(self.table.bodies[body].nodes.start + block)
    }

    /// The edges of a body's hull, in file order.
    #[inline(always)]
    pub fn edges(&self, body: usize) -> &[EdgeBlock] {
        self.edges.part(self.table.bodies[body].edges.clone())
    }

    /// The node at a place of a body's hull.
    #[inline(always)]
    pub fn node(&self, layout: &Layout, body: usize, place: usize) -> usize {
        layout.hull_nodes[self.table.bodies[body].first_node + place] as usize
    }

    /// Where that is.
    #[inline(always)]
    pub fn position(&self, body: usize, place: usize) -> DVec2 {
        let block = self.nodes(body, place / LANES);
        DVec2::new(block[0][place % LANES], block[1][place % LANES])
    }

    /// First hull edge of a body.
    #[inline(always)]
    pub fn first_edge(&self, body: usize) -> usize {
        self.table.bodies[body].first_edge
    }

    /// Restitution and friction of a body.
    #[inline(always)]
    pub fn surface(&self, body: usize) -> [f64; 2] {
        self.table.bodies[body].surface
    }

    /// Places of the ends of an edge of all hull edges.
    #[inline(always)]
    pub fn ends(&self, edge: usize) -> [usize; 2] {
        self.table.ends[edge].map(|place| place as usize)
    }

    /// 1 / (mass of A + mass of B) of an edge of all hull edges; 0 when one cannot move.
    #[inline(always)]
    pub fn inverse_mass(&self, edge: usize) -> f64 {
        self.table.inverse_mass[edge]
    }

    /// The node at a place of the hull of a body that can move is somewhere else now.
    #[inline(always)]
    pub fn follow(&self, body: usize, place: usize, at: DVec2) {
        let hull = &self.table.bodies[body];
        let block = hull.nodes.start + place / LANES;
        self.nodes.change(block, |block| (block[0][place % LANES], block[1][place % LANES]) = (at.x, at.y));
        let begin = hull.first_node + place;
        for &end in &self.table.incident[self.table.begins[begin] as usize..self.table.begins[begin + 1] as usize] {
            let (edge, end) = (end as usize / 2, end as usize % 2);
            let lane = edge % LANES;
            let block = hull.edges.start + edge / LANES;
            self.edges.change(block, |block| (block[2 * end][lane], block[2 * end + 1][lane]) = (at.x, at.y));
        }
    }
}
