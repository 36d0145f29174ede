//! Springs and triangles of each node: an adjacency list in compressed rows (CSR).

use crate::engine::data::Layout;

/// Springs and triangles by node.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Links {
    springs: IndexLists,
    triangles: IndexLists,
    /// The body of each node.
    bodies: Vec<u32>,
    shape: Option<[usize; 3]>,
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

impl Links {
    /// Builds the lists for a layout. They do not change during a run, so later calls with the same counts do nothing.
    pub fn prepare(&mut self, layout: &Layout) {
        let shape = [layout.node_count, layout.springs.a.len(), layout.triangles.len()];
        if self.shape != Some(shape) {
            self.springs = IndexLists::new(layout.node_count, shape[1], |s| [layout.springs.a[s], layout.springs.b[s]]);
            self.triangles = IndexLists::new(layout.node_count, shape[2], |t| layout.triangles[t]);
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
}
