//! Hull topology: the edges of a hull as chains of vertices, stored once for all bodies of the same shape.
//!
//! Edge i leads from vertex i to vertex i + 1: one vector load reads the starts of eight edges, a load one place later their ends.
//! Chains are trails of the edge graph, found by a greedy walk. A node with several edges occurs several times (`next_occurrence`).

use crate::engine::data::Layout;
use crate::engine::data::layout::BodyLayout;
use std::collections::BTreeMap;

/// Nodes or edges per vector.
pub(in crate::engine) const LANES: usize = 8;

/// No node, or no edge.
const NONE: u32 = u32::MAX;

/// All hull topologies of a level.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct HullTopologies {
    topologies: Vec<HullTopology>,
    /// Index of each topology by its key: edges, node indices and inverse masses.
    known: BTreeMap<Vec<u64>, u32>,
}

/// The hull of a body, with indices local to the body.
#[derive(Clone, Debug)]
pub(in crate::engine) struct HullTopology {
    /// All chains in a row. An empty vertex separates two chains.
    pub vertices: Vec<ChainVertex>,
    /// Vertex of the first occurrence of each hull node, ascending by node.
    pub by_node: Vec<u32>,
    /// Vertex where each edge begins.
    pub by_edge: Vec<u32>,
    /// Per block of eight vertices, a bit mask of the first occurrences of nodes.
    pub are_nodes: Vec<u8>,
    /// Per block of four vertices and subset of them, a bit mask of the ranks of their nodes: maps vertices to ranks without a
    /// branch. Empty for hulls of more than 64 nodes.
    pub ranks: Vec<[u64; 16]>,
    /// Per block of eight vertices, a bit mask of those where an edge begins.
    pub are_edges: Vec<u8>,
    /// Blocks of eight numbers in a column; one more than the blocks with edges, so that ends can be loaded one place later.
    pub lines: usize,
    /// True if the hull is closed, so that inside and outside are defined.
    pub is_closed: bool,
}

/// A node on a chain, and the edge from it to the next vertex.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct ChainVertex {
    /// Index from the first node of the body.
    pub node: u32,
    /// Position of the node among the hull nodes in ascending order.
    pub rank: u32,
    /// Index from the first hull edge of the body.
    pub edge: u32,
    /// Next vertex of the same node, cyclic; the vertex itself if the node occurs once.
    pub next_occurrence: u32,
    /// 0 if the node cannot move.
    pub inverse_mass: f64,
    /// 1 / (mass of A + mass of B) of the edge AB; 0 if A or B cannot move.
    pub inverse_mass_of_edge: f64,
}

impl ChainVertex {
    const EMPTY: Self =
        Self { node: NONE, rank: NONE, edge: NONE, next_occurrence: 0, inverse_mass: 0.0, inverse_mass_of_edge: 0.0 };

    pub fn is_node(&self) -> bool {
        self.node != NONE
    }
}

impl HullTopologies {
    pub fn at(&self, topology: u32) -> &HullTopology {
        &self.topologies[topology as usize]
    }

    /// Index of the topology of a body; adds it if it is new.
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
        let next = self.topologies.len() as u32;
        *self.known.entry(key).or_insert_with(|| {
            let edges: Vec<[u32; 2]> = edges.iter().map(|ends| ends.map(|node| node - first)).collect();
            let nodes: Vec<u32> = nodes.iter().map(|node| node - first).collect();
            let mut topology = HullTopology::new(&nodes, &edges, body.is_closed);
            for vertex in topology.vertices.iter_mut().filter(|vertex| vertex.is_node()) {
                vertex.inverse_mass = layout.inverse_mass[(first + vertex.node) as usize];
                if vertex.edge != NONE {
                    vertex.inverse_mass_of_edge =
                        inverse_mass_of_edge(edges[vertex.edge as usize].map(|node| first + node));
                }
            }
            self.topologies.push(topology);
            next
        })
    }
}

impl HullTopology {
    /// `nodes` ascend and contain the ends of all edges.
    fn new(nodes: &[u32], edges: &[[u32; 2]], is_closed: bool) -> Self {
        let rank = |node: u32| nodes.binary_search(&node).expect("a hull has the ends of its edges");
        // Edges that begin at each node, in reverse order, so that `pop` returns the first.
        let mut leaving = vec![Vec::new(); nodes.len()];
        for (edge, &[a, _]) in edges.iter().enumerate().rev() {
            leaving[rank(a)].push(edge);
        }
        let mut vertices = Vec::new();
        for start in 0..edges.len() {
            let mut at = rank(edges[start][0]);
            if leaving[at].last() != Some(&start) {
                continue;
            }
            if !vertices.is_empty() {
                vertices.push(ChainVertex::EMPTY);
            }
            let vertex =
                |rank: usize, edge| ChainVertex { node: nodes[rank], rank: rank as u32, edge, ..ChainVertex::EMPTY };
            while let Some(edge) = leaving[at].pop() {
                vertices.push(vertex(at, edge as u32));
                at = rank(edges[edge][1]);
            }
            vertices.push(vertex(at, NONE));
        }
        let mut topology = Self {
            by_node: vec![NONE; nodes.len()],
            by_edge: vec![NONE; edges.len()],
            are_nodes: vec![0; vertices.len().div_ceil(LANES)],
            ranks: Vec::new(),
            are_edges: vec![0; vertices.len().saturating_sub(1).div_ceil(LANES)],
            lines: vertices.len().checked_sub(1).map_or(0, |edges| edges.div_ceil(LANES) + 1),
            vertices,
            is_closed,
        };
        topology.index_vertices();
        topology.index_ranks();
        topology
    }

    /// Bit mask of the ranks of the nodes whose first occurrence is among the vertices `some` (a bit mask) of a block.
    #[inline(always)]
    pub fn ranks(&self, block: usize, some: u64) -> u64 {
        let some = some as usize;
        self.ranks[2 * block][some % 16] | self.ranks[2 * block + 1][some / 16 % 16]
    }

    fn index_ranks(&mut self) {
        if self.by_node.len() > 64 {
            return;
        }
        let rank = |at: usize| {
            let vertex = self.vertices.get(at).filter(|vertex| vertex.is_node())?;
            (self.by_node[vertex.rank as usize] as usize == at).then_some(vertex.rank)
        };
        let of = |four: usize, some: usize| {
            let is_chosen = |lane: &usize| some >> lane & 1 == 1;
            (0..4).filter(is_chosen).filter_map(|lane| rank(4 * four + lane)).fold(0, |ranks, rank| ranks | 1 << rank)
        };
        let fours = 0..2 * self.are_nodes.len();
        self.ranks = fours.map(|four| std::array::from_fn(|some| of(four, some))).collect();
    }

    /// Fills in the masks, the indices by node and by edge, and the occurrences of each node.
    fn index_vertices(&mut self) {
        let mut last = vec![NONE; self.by_node.len()];
        for at in 0..self.vertices.len() {
            let ChainVertex { rank, edge, .. } = self.vertices[at];
            if rank == NONE {
                continue;
            }
            let bit = 1 << (at % LANES);
            if edge != NONE {
                self.are_edges[at / LANES] |= bit;
                self.by_edge[edge as usize] = at as u32;
            }
            let (rank, previous) = (rank as usize, last[rank as usize]);
            if previous == NONE {
                self.are_nodes[at / LANES] |= bit;
                self.by_node[rank] = at as u32;
            } else {
                self.vertices[previous as usize].next_occurrence = at as u32;
            }
            self.vertices[at].next_occurrence = self.by_node[rank];
            last[rank] = at as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the topology has every edge once, every node once as a first occurrence, and all occurrences in a cycle.
    fn check(edges: &[[u32; 2]]) -> HullTopology {
        let mut nodes: Vec<u32> = edges.iter().flatten().copied().collect();
        nodes.sort_unstable();
        nodes.dedup();
        let topology = HullTopology::new(&nodes, edges, false);
        let has = |bits: &[u8], at: usize| bits.get(at / LANES).is_some_and(|bits| bits >> (at % LANES) & 1 == 1);
        let mut found = vec![None; edges.len()];
        for at in 0..LANES * topology.are_edges.len() {
            if has(&topology.are_edges, at) {
                let (from, to) = (topology.vertices[at], topology.vertices[at + 1]);
                assert!(found[from.edge as usize].replace([from.node, to.node]).is_none(), "edge {} twice", from.edge);
            }
        }
        assert_eq!(found, edges.iter().copied().map(Some).collect::<Vec<_>>());
        assert!(
            LANES * topology.lines > LANES * topology.are_edges.len()
                && LANES * topology.lines >= topology.vertices.len()
        );
        if nodes.len() <= 64 {
            for some in 0..256 {
                for block in 0..topology.are_nodes.len() {
                    let at = |lane: usize| LANES * block + lane;
                    let chosen = (0..LANES).filter(|&lane| some >> lane & 1 == 1 && has(&topology.are_nodes, at(lane)));
                    let ranks = chosen.fold(0, |ranks, lane| ranks | 1 << topology.vertices[at(lane)].rank);
                    assert_eq!(topology.ranks(block, some), ranks);
                }
            }
        }
        let firsts: Vec<usize> = (0..topology.vertices.len()).filter(|&at| has(&topology.are_nodes, at)).collect();
        assert_eq!(firsts.len(), nodes.len());
        for (rank, &node) in nodes.iter().enumerate() {
            let first = topology.by_node[rank] as usize;
            assert!(firsts.contains(&first));
            let all: Vec<usize> =
                (0..topology.vertices.len()).filter(|&at| topology.vertices[at].node == node).collect();
            let (mut at, mut occurrences) = (first, vec![first]);
            while topology.vertices[at].next_occurrence as usize != first {
                at = topology.vertices[at].next_occurrence as usize;
                occurrences.push(at);
            }
            assert_eq!(occurrences, all, "vertices of node {node}");
            assert!(all.iter().all(|&at| topology.vertices[at].rank as usize == rank));
        }
        topology
    }

    #[test]
    fn hull_topology_has_every_edge_once() {
        let square = check(&[[0, 1], [1, 2], [2, 3], [3, 0]]);
        assert_eq!((square.vertices.len(), square.lines), (5, 2));
        let eight = check(&[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]);
        assert_eq!((eight.vertices.len(), eight.lines), (9, 2), "one vertex more than a line has");
        // Edges out of order.
        let lattice = check(&[[0, 1], [3, 0], [1, 2], [2, 5], [6, 3], [5, 8], [7, 6], [8, 7]]);
        assert_eq!(lattice.vertices.len(), 9);
        let hollow = check(&[[0, 1], [1, 2], [2, 3], [3, 0], [4, 7], [7, 6], [6, 5], [5, 4]]);
        assert_eq!(hollow.vertices.len(), 11, "two loops with an empty vertex between them");
        assert_eq!(check(&[[4, 9]]).vertices.len(), 2);
        // An open chain out of order; two loops that share a node; an edge and its reverse; an edge from a node to itself.
        check(&[[2, 3], [1, 2], [3, 4], [0, 1]]);
        check(&[[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 2]]);
        check(&[[0, 1], [1, 0]]);
        check(&[[0, 1], [1, 1], [1, 2]]);
        let none = HullTopology::new(&[], &[], false);
        assert!(none.vertices.is_empty() && none.lines == 0 && none.are_edges.is_empty());
    }

    #[test]
    fn hull_topology_is_complete_for_random_edges() {
        let mut bits = 11u64;
        let mut below = |count: u64| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((bits >> 33) % count) as u32
        };
        for round in 0..200 {
            let (nodes, count) = (1 + below(30), 1 + below(60));
            let edges: Vec<[u32; 2]> =
                (0..count).map(|_| [3 + below(u64::from(nodes)), 3 + below(u64::from(nodes))]).collect();
            let topology = check(&edges);
            assert!(topology.vertices.len() <= 3 * edges.len(), "round {round}");
        }
    }
}
