//! Springs, triangles and spring links of each node, spring links of each disc: adjacency lists in compressed rows (CSR).

use crate::engine::data::Layout;
use crate::engine::data::links::LinkedEnd;

/// Springs, triangles and spring links by node or disc.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Adjacency {
    springs: IndexLists,
    triangles: IndexLists,
    /// Spring links by node, then by disc; the last list has the fixed points.
    links: IndexLists,
    /// The body of each node.
    bodies: Vec<u32>,
    shape: Option<[usize; 4]>,
}

/// Concatenated lists of indices.
#[derive(Clone, Debug, Default)]
struct IndexLists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl IndexLists {
    /// Sorts items into lists; `ends(item)` returns the lists of an item.
    fn new<const N: usize>(lists: usize, items: usize, ends: impl Fn(usize) -> [u32; N]) -> Self {
        let mut starts = vec![0_u32; lists + 1];
        for item in 0..items {
            ends(item).into_iter().for_each(|list| starts[list as usize + 1] += 1);
        }
        for list in 0..lists {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut sorted = vec![0; starts[lists] as usize];
        for item in 0..items {
            for list in ends(item) {
                sorted[next[list as usize] as usize] = item as u32;
                next[list as usize] += 1;
            }
        }
        Self { starts, items: sorted }
    }

    fn of(&self, list: usize) -> &[u32] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

impl Adjacency {
    /// Builds the lists for a layout. They do not change during a run, so later calls with the same counts do nothing.
    pub fn prepare(&mut self, layout: &Layout) {
        let links = &layout.links.springs;
        let shape = [layout.node_count, layout.springs.a.len(), layout.triangles.len(), links.len()];
        if self.shape != Some(shape) {
            self.springs = IndexLists::new(layout.node_count, shape[1], |s| [layout.springs.a[s], layout.springs.b[s]]);
            self.triangles = IndexLists::new(layout.node_count, shape[2], |t| layout.triangles[t]);
            let last = layout.node_count + layout.discs.count();
            let list = |end: LinkedEnd| match end {
                LinkedEnd::Node(node) => node as u32,
                LinkedEnd::Disc(disc) => (layout.node_count + disc) as u32,
                LinkedEnd::Point(_) => last as u32,
            };
            self.links = IndexLists::new(last + 1, links.len(), |link| links[link].ends.map(list));
            self.bodies.clear();
            for (index, body) in layout.bodies.iter().enumerate() {
                self.bodies.resize(body.nodes.end, index as u32);
            }
            self.shape = Some(shape);
        }
    }

    pub fn body_of(&self, node: usize) -> usize {
        self.bodies[node] as usize
    }

    pub fn springs_of(&self, node: usize) -> &[u32] {
        self.springs.of(node)
    }

    pub fn triangles_of(&self, node: usize) -> &[u32] {
        self.triangles.of(node)
    }

    /// Spring links of a node. A link with both ends there occurs twice.
    pub fn links_of_node(&self, node: usize) -> &[u32] {
        self.links.of(node)
    }

    /// Spring links of a disc.
    pub fn links_of_disc(&self, disc: usize) -> &[u32] {
        self.links.of(self.bodies.len() + disc)
    }
}
