//! In which order a sweep goes through the springs and nodes of a level: made once for a layout, and seen in no bit.
//!
//! Nodes are taken in *blocks*. Of a block first all springs are computed whose other end is in it or in a later one, each
//! force into its *slot*; then each of its nodes sums up its *terms*, the slots of what pulls at it, in file order. A node
//! that has its sum is met by no later spring, so it may move at once. Springs that run side by side (first ends in a row,
//! second ends in a row) are computed eight at a time without looking up a node; slots are a ring, as long as the rows of a
//! mesh need to be remembered, so that forces stay in the cache.
//!
//! Small equal bodies are left out of all this: they are a *crowd*, and go eight side by side.
//!
//! Must never know: where a node is now, instruction sets, motion.

mod build;
mod crowds;
mod order;
mod slots;

pub(super) use crowds::{Area, Crowd, Group};

use super::Layout;
use std::ops::Range;

/// Springs of a chunk.
pub(super) const LANES: usize = 8;

/// Nodes of a block: their springs' forces fill a part of the first cache.
const BLOCK_NODES: usize = 256;

/// Nodes that sum up their terms together, though these lie anywhere.
pub(super) const FOUR: usize = 4;

/// In place of an index: not the same for all lanes, or nothing to look up.
pub(super) const NONE: u32 = u32::MAX;

/// See the module. Whatever it names is there: [`Schedule::new`] has looked, and nothing changes it after that. Kernels rest on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    /// Blocks in the order of the sweep.
    pub blocks: Vec<Block>,
    /// Chunks of springs, block by block.
    pub chunks: Vec<Chunk>,
    /// Ends of the springs of gathered chunks.
    pub ends: Vec<[[u32; 2]; LANES]>,
    /// What differs between the springs of a chunk; see [`Chunk::numbers`].
    pub numbers: Vec<f64>,
    /// What all springs of some chunk have in common.
    pub materials: Vec<Material>,
    /// Nodes whose terms lie side by side, block by block.
    pub rows: Vec<Row>,
    /// Twice the slot, plus one where it is subtracted; in the order in which they are added.
    pub terms: Vec<u32>,
    /// Nodes whose terms lie anywhere, block by block.
    pub fours: Vec<Four>,
    /// The terms of the fours: the first of each of its nodes, the second of each, and so on.
    pub four_terms: Vec<[u32; FOUR]>,
    /// First and last-but-one node of stretches of consecutive nodes, block by block.
    pub spans: Vec<[u32; 2]>,
    /// Small equal bodies; no block has their nodes.
    pub crowds: Vec<Crowd>,
    /// Bodies with gas that are in no crowd, and the slot of their first hull edge.
    pub gas: Vec<[usize; 2]>,
    /// Number of nodes of the level.
    pub node_count: usize,
    /// Number of slots.
    pub slots: usize,
    /// Nodes of bodies that no force moves.
    pub still: Vec<Range<usize>>,
}

/// Where the parts of a block end; they begin where those of the block before it end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    pub chunks: u32,
    pub rows: u32,
    pub fours: u32,
    pub spans: u32,
}

/// [`LANES`] springs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// Slot of the first; the others follow. In a gathered chunk the opposite forces follow these.
    pub slot: u32,
    /// First end of the first spring, those of the others follow; or, of a gathered chunk, the place of its ends.
    pub a: u32,
    /// Second end of the first spring; [`NONE`] for a gathered chunk.
    pub b: u32,
    /// Where its numbers are: rest lengths; without a material also stiffnesses and dampings. [`NONE`]: nothing differs.
    pub numbers: u32,
    /// What they have in common: stiffness and damping, and without numbers the rest length; [`NONE`]: nothing.
    pub material: u32,
}

/// The numbers of a spring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    pub rest_length: f64,
    pub stiffness: f64,
    pub damping: f64,
}

/// Consecutive nodes with the same terms, each slot one further from node to node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The first.
    pub node: u32,
    /// How many.
    pub count: u32,
    /// Where its terms end; they begin where those of the row before it end.
    pub terms: u32,
}

/// Nodes that have about as many terms each: whoever has fewer adds 0 at the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four {
    /// Any; where there are fewer than four, one of them again.
    pub nodes: [u32; FOUR],
    /// Where their terms end; they begin where those of the four before it end.
    pub terms: u32,
    /// Whether any is subtracted.
    pub subtracts: bool,
}

impl Schedule {
    /// Of a layout, in time and room proportional to its springs and nodes.
    pub fn new(layout: &Layout) -> Self {
        let schedule = build::schedule(layout);
        schedule.check();
        schedule
    }

    /// # Panics
    /// Where a node or a slot is named that is not there.
    fn check(&self) {
        let (nodes, slots) = (self.node_count, self.slots);
        let ends = |chunk: &Chunk, first: u32| first as usize + LANES <= nodes || chunk.b == NONE;
        for chunk in &self.chunks {
            let forces = if chunk.b == NONE { 2 * LANES } else { LANES };
            assert!(chunk.slot as usize + forces <= slots && ends(chunk, chunk.a) && ends(chunk, chunk.b));
            assert!(
                chunk.b != NONE || self.ends[chunk.a as usize].as_flattened().iter().all(|&end| (end as usize) < nodes)
            );
        }
        for crowd in &self.crowds {
            assert!(crowd.is_sound(nodes));
        }
        let mut begin = 0;
        for row in &self.rows {
            let (end, count) = (row.terms as usize, row.count as usize);
            assert!(row.node as usize + count <= nodes);
            assert!(self.terms[begin..end].iter().all(|&term| (term >> 1) as usize + count <= slots));
            begin = end;
        }
        assert!(self.fours.iter().all(|four| four.nodes.iter().all(|&node| (node as usize) < nodes)));
        assert!(self.four_terms.as_flattened().iter().all(|&term| ((term >> 1) as usize) < slots));
    }
}
