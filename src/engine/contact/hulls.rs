//! Hulls as blocks of eight nodes and eight edges, so that one instruction looks at eight: a copy of the positions for as long as
//! contacts are being found, kept up with each that is resolved.
//!
//! Must never know: rules, responses, pairs.

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
    bodies: Vec<Hull>,
    nodes: Vec<NodeBlock>,
    edges: Vec<EdgeBlock>,
    /// For each hull edge the places of its ends in their body's part of [`Layout::hull_nodes`].
    ends: Vec<[u32; 2]>,
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
}

impl Hulls {
    /// Brings all that may have moved up to date.
    pub fn update(&mut self, layout: &Layout, state: &State) {
        let is_new = self.bodies.len() != layout.bodies.len();
        if is_new {
            *self = Self::of(layout);
        }
        for (index, body) in layout.bodies.iter().enumerate() {
            if is_new || body.is_dynamic || body.path.is_some() {
                self.fill(layout, state, index);
            }
        }
    }

    fn of(layout: &Layout) -> Self {
        let mut hulls = Self::default();
        let blank = [f64::NAN; LANES];
        for body in &layout.bodies {
            let own = &layout.hull_nodes[body.hull_nodes.clone()];
            let place = |node: u32| own.binary_search(&node).unwrap_or(0) as u32;
            let edges = &layout.hull_edges[body.hull_edges.clone()];
            let mut incident = vec![Vec::new(); own.len()];
            for (edge, ends) in edges.iter().enumerate() {
                let ends = ends.map(place);
                for (end, &place) in ends.iter().enumerate() {
                    incident[place as usize].push((2 * edge + end) as u32);
                }
                hulls.ends.push(ends);
            }
            for of_node in incident {
                hulls.begins.push(hulls.incident.len() as u32);
                hulls.incident.extend(of_node);
            }
            let (node, edge) = (hulls.nodes.len(), hulls.edges.len());
            hulls.nodes.resize(node + own.len().div_ceil(LANES), [blank; 2]);
            hulls.edges.resize(edge + edges.len().div_ceil(LANES), [blank; 4]);
            hulls.bodies.push(Hull {
                nodes: node..hulls.nodes.len(),
                edges: edge..hulls.edges.len(),
                first_node: body.hull_nodes.start,
                first_edge: body.hull_edges.start,
            });
        }
        hulls.begins.push(hulls.incident.len() as u32);
        hulls
    }

    fn fill(&mut self, layout: &Layout, state: &State, index: usize) {
        let (hull, body) = (&self.bodies[index], &layout.bodies[index]);
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

    /// The nodes of a body's hull, ascending.
    #[inline(always)]
    pub fn nodes(&self, body: usize) -> &[NodeBlock] {
        &self.nodes[self.bodies[body].nodes.clone()]
    }

    /// The edges of a body's hull, in file order.
    #[inline(always)]
    pub fn edges(&self, body: usize) -> &[EdgeBlock] {
        &self.edges[self.bodies[body].edges.clone()]
    }

    /// Where a node of a body's hull is, by its place in the body's part of [`Layout::hull_nodes`].
    #[inline(always)]
    pub fn position(&self, body: usize, place: usize) -> DVec2 {
        let block = &self.nodes[self.bodies[body].nodes.start + place / LANES];
        DVec2::new(block[0][place % LANES], block[1][place % LANES])
    }

    /// The nodes of an edge of all hull edges have moved.
    #[inline(always)]
    pub fn follow_edge(&mut self, layout: &Layout, state: &State, body: usize, edge: usize) {
        for place in self.ends[edge] {
            self.follow(layout, state, body, place as usize);
        }
    }

    /// A node of a body's hull has moved.
    #[inline(always)]
    pub fn follow(&mut self, layout: &Layout, state: &State, body: usize, place: usize) {
        let hull = &self.bodies[body];
        let at = state.position(layout.hull_nodes[hull.first_node + place] as usize);
        let block = &mut self.nodes[hull.nodes.start + place / LANES];
        (block[0][place % LANES], block[1][place % LANES]) = (at.x, at.y);
        let begin = hull.first_node + place;
        for &end in &self.incident[self.begins[begin] as usize..self.begins[begin + 1] as usize] {
            let (edge, end) = (end as usize / 2, end as usize % 2);
            let block = &mut self.edges[hull.edges.start + edge / LANES];
            (block[2 * end][edge % LANES], block[2 * end + 1][edge % LANES]) = (at.x, at.y);
        }
    }

    /// First hull edge of a body.
    #[inline(always)]
    pub fn first_edge(&self, body: usize) -> usize {
        self.bodies[body].first_edge
    }
}
