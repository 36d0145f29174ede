//! Shapes of hulls: their edges as trails, each edge from one place to the next; the same for all bodies that are built alike.
//!
//! Must never know: where nodes are, contacts.

use super::hull_columns::LANES;
use crate::engine::data::Layout;
use crate::engine::data::layout::BodyLayout;
use std::collections::BTreeMap;

/// No node, or no edge.
const NONE: u32 = u32::MAX;

/// All shapes of a level.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Shapes {
    shapes: Vec<Shape>,
    /// By what tells them apart.
    known: BTreeMap<Vec<u64>, u32>,
}

/// The hull of a body, whatever its place in the level.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Shape {
    /// Along the trails; between two of them, and at the end, places without a node.
    pub places: Vec<Place>,
    /// Places of the hull's nodes, ascending by node: each node once.
    pub by_node: Vec<u32>,
    /// The place where each edge begins.
    pub by_edge: Vec<u32>,
    /// Of eight places each, those where a node is for the first time.
    pub are_nodes: Vec<u8>,
    /// For each four places, and each choice of some of them, which of the hull's nodes these are, a bit each: what turns places
    /// into ranks without a branch. Only of hulls of up to 64 nodes.
    pub ranks: Vec<[u64; 16]>,
    /// Of eight places each, those where an edge begins.
    pub are_edges: Vec<u8>,
    /// Eights of numbers in a column. Where an edge begins there are eight more places after it.
    pub lines: usize,
    /// Whether the hull parts what is inside from what is outside.
    pub is_closed: bool,
}

/// A node as a trail comes by, and the edge from there to the next place.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Place {
    /// Counted from the body's first.
    pub node: u32,
    /// Which of the hull's nodes it is.
    pub rank: u32,
    /// Counted from the body's first.
    pub edge: u32,
    /// The next place of the same node; itself where there is one only.
    pub twin: u32,
    /// 0 when the node cannot move.
    pub inverse_mass: f64,
    /// Of the edge: 1 / (mass of A + mass of B); 0 when one cannot move.
    pub inverse_mass_of_edge: f64,
}

impl Place {
    const EMPTY: Self =
        Self { node: NONE, rank: NONE, edge: NONE, twin: 0, inverse_mass: 0.0, inverse_mass_of_edge: 0.0 };

    pub fn is_node(&self) -> bool {
        self.node != NONE
    }
}

impl Shapes {
    pub fn at(&self, shape: u32) -> &Shape {
        &self.shapes[shape as usize]
    }

    /// The shape of a body.
    pub fn find(&mut self, layout: &Layout, body: &BodyLayout, inverse_mass_of_edge: impl Fn([u32; 2]) -> f64) -> u32 {
        let edges = &layout.hull_edges[body.hull_edges.clone()];
        let first = body.nodes.start as u32;
        let mut key = vec![u64::from(body.is_closed), edges.len() as u64];
        for &ends in edges {
            key.extend(ends.map(|node| u64::from(node - first)));
            key.push(inverse_mass_of_edge(ends).to_bits());
        }
        let nodes = &layout.hull_nodes[body.hull_nodes.clone()];
        key.extend(nodes.iter().map(|&node| layout.inverse_mass[node as usize].to_bits()));
        let next = self.shapes.len() as u32;
        *self.known.entry(key).or_insert_with(|| {
            let edges: Vec<[u32; 2]> = edges.iter().map(|ends| ends.map(|node| node - first)).collect();
            let nodes: Vec<u32> = nodes.iter().map(|node| node - first).collect();
            let mut shape = Shape::new(&nodes, &edges, body.is_closed);
            for place in shape.places.iter_mut().filter(|place| place.is_node()) {
                place.inverse_mass = layout.inverse_mass[(first + place.node) as usize];
                if place.edge != NONE {
                    place.inverse_mass_of_edge =
                        inverse_mass_of_edge(edges[place.edge as usize].map(|node| first + node));
                }
            }
            self.shapes.push(shape);
            next
        })
    }
}

impl Shape {
    /// The nodes ascending, the ends of edges among them.
    fn new(nodes: &[u32], edges: &[[u32; 2]], is_closed: bool) -> Self {
        let rank = |node: u32| nodes.binary_search(&node).expect("a hull has the ends of its edges");
        // Edges that begin at each node, the first of them last.
        let mut leaving = vec![Vec::new(); nodes.len()];
        for (edge, &[a, _]) in edges.iter().enumerate().rev() {
            leaving[rank(a)].push(edge);
        }
        let mut places = Vec::new();
        for start in 0..edges.len() {
            let mut at = rank(edges[start][0]);
            if leaving[at].last() != Some(&start) {
                continue;
            }
            if !places.is_empty() {
                places.push(Place::EMPTY);
            }
            let place = |rank: usize, edge| Place { node: nodes[rank], rank: rank as u32, edge, ..Place::EMPTY };
            while let Some(edge) = leaving[at].pop() {
                places.push(place(at, edge as u32));
                at = rank(edges[edge][1]);
            }
            places.push(place(at, NONE));
        }
        let mut shape = Self {
            by_node: vec![NONE; nodes.len()],
            by_edge: vec![NONE; edges.len()],
            are_nodes: vec![0; places.len().div_ceil(LANES)],
            ranks: Vec::new(),
            are_edges: vec![0; places.len().saturating_sub(1).div_ceil(LANES)],
            lines: places.len().checked_sub(1).map_or(0, |edges| edges.div_ceil(LANES) + 1),
            places,
            is_closed,
        };
        shape.note();
        shape.note_ranks();
        shape
    }

    /// Of eight places some, as bits: the ranks of the nodes that are there for the first time, as bits.
    #[inline(always)]
    pub fn ranks(&self, block: usize, some: u64) -> u64 {
        let some = some as usize;
        self.ranks[2 * block][some % 16] | self.ranks[2 * block + 1][some / 16 % 16]
    }

    fn note_ranks(&mut self) {
        if self.by_node.len() > 64 {
            return;
        }
        let rank = |at: usize| {
            let place = self.places.get(at).filter(|place| place.is_node())?;
            (self.by_node[place.rank as usize] as usize == at).then_some(place.rank)
        };
        let of = |four: usize, some: usize| {
            let is_chosen = |lane: &usize| some >> lane & 1 == 1;
            (0..4).filter(is_chosen).filter_map(|lane| rank(4 * four + lane)).fold(0, |ranks, rank| ranks | 1 << rank)
        };
        let fours = 0..2 * self.are_nodes.len();
        self.ranks = fours.map(|four| std::array::from_fn(|some| of(four, some))).collect();
    }

    /// Which places are what, and which belong together.
    fn note(&mut self) {
        let mut last = vec![NONE; self.by_node.len()];
        for at in 0..self.places.len() {
            let Place { rank, edge, .. } = self.places[at];
            if rank == NONE {
                continue;
            }
            let bit = 1 << (at % LANES);
            if edge != NONE {
                self.are_edges[at / LANES] |= bit;
                self.by_edge[edge as usize] = at as u32;
            }
            let (rank, before) = (rank as usize, last[rank as usize]);
            if before == NONE {
                self.are_nodes[at / LANES] |= bit;
                self.by_node[rank] = at as u32;
            } else {
                self.places[before as usize].twin = at as u32;
            }
            self.places[at].twin = self.by_node[rank];
            last[rank] = at as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges, nodes once each, and twins of any hull, closed or not, in one piece or not.
    fn check(edges: &[[u32; 2]]) -> Shape {
        let mut nodes: Vec<u32> = edges.iter().flatten().copied().collect();
        nodes.sort_unstable();
        nodes.dedup();
        let shape = Shape::new(&nodes, edges, false);
        let has = |bits: &[u8], at: usize| bits.get(at / LANES).is_some_and(|bits| bits >> (at % LANES) & 1 == 1);
        let mut found = vec![None; edges.len()];
        for at in 0..LANES * shape.are_edges.len() {
            if has(&shape.are_edges, at) {
                let (from, to) = (shape.places[at], shape.places[at + 1]);
                assert!(found[from.edge as usize].replace([from.node, to.node]).is_none(), "edge {} twice", from.edge);
            }
        }
        assert_eq!(found, edges.iter().copied().map(Some).collect::<Vec<_>>());
        assert!(LANES * shape.lines > LANES * shape.are_edges.len() && LANES * shape.lines >= shape.places.len());
        if nodes.len() <= 64 {
            for some in 0..256 {
                for block in 0..shape.are_nodes.len() {
                    let at = |lane: usize| LANES * block + lane;
                    let chosen = (0..LANES).filter(|&lane| some >> lane & 1 == 1 && has(&shape.are_nodes, at(lane)));
                    let ranks = chosen.fold(0, |ranks, lane| ranks | 1 << shape.places[at(lane)].rank);
                    assert_eq!(shape.ranks(block, some), ranks);
                }
            }
        }
        let firsts: Vec<usize> = (0..shape.places.len()).filter(|&at| has(&shape.are_nodes, at)).collect();
        assert_eq!(firsts.len(), nodes.len());
        for (rank, &node) in nodes.iter().enumerate() {
            let first = shape.by_node[rank] as usize;
            assert!(firsts.contains(&first));
            let all: Vec<usize> = (0..shape.places.len()).filter(|&at| shape.places[at].node == node).collect();
            let (mut at, mut twins) = (first, vec![first]);
            while shape.places[at].twin as usize != first {
                at = shape.places[at].twin as usize;
                twins.push(at);
            }
            assert_eq!(twins, all, "places of node {node}");
            assert!(all.iter().all(|&at| shape.places[at].rank as usize == rank));
        }
        shape
    }

    #[test]
    fn trails_have_every_edge_once() {
        let square = check(&[[0, 1], [1, 2], [2, 3], [3, 0]]);
        assert_eq!((square.places.len(), square.lines), (5, 2));
        let eight = check(&[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]);
        assert_eq!((eight.places.len(), eight.lines), (9, 2), "one place more than a line has");
        // Not in the order in which one would walk around.
        let lattice = check(&[[0, 1], [3, 0], [1, 2], [2, 5], [6, 3], [5, 8], [7, 6], [8, 7]]);
        assert_eq!(lattice.places.len(), 9);
        let hollow = check(&[[0, 1], [1, 2], [2, 3], [3, 0], [4, 7], [7, 6], [6, 5], [5, 4]]);
        assert_eq!(hollow.places.len(), 11, "two loops with an empty place between them");
        assert_eq!(check(&[[4, 9]]).places.len(), 2);
        // Walls that begin in the middle; two loops that share a node; an edge there and back; one that is no edge.
        check(&[[2, 3], [1, 2], [3, 4], [0, 1]]);
        check(&[[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 2]]);
        check(&[[0, 1], [1, 0]]);
        check(&[[0, 1], [1, 1], [1, 2]]);
        let none = Shape::new(&[], &[], false);
        assert!(none.places.is_empty() && none.lines == 0 && none.are_edges.is_empty());
    }

    #[test]
    fn any_edges_at_all() {
        let mut bits = 11u64;
        let mut below = |count: u64| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((bits >> 33) % count) as u32
        };
        for round in 0..200 {
            let (nodes, count) = (1 + below(30), 1 + below(60));
            let edges: Vec<[u32; 2]> =
                (0..count).map(|_| [3 + below(u64::from(nodes)), 3 + below(u64::from(nodes))]).collect();
            let shape = check(&edges);
            assert!(shape.places.len() <= 3 * edges.len(), "round {round}");
        }
    }
}
