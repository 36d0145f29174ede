//! The sweep's schedule: the order of springs and nodes, made once for a layout.
//!
//! Nodes are taken in *blocks* of 64. For each block all springs are computed whose other end is in it or in a later block, each force
//! into its *slot*. Then the nodes sum up their *terms*, the slots of the forces on them, in file order. No later spring reads a node
//! that has its sum, so the node may move at once. Sums run one block behind the springs: springs are bound by the divider, sums are not.
//!
//! Springs whose first ends and second ends lie in a row, as in a lattice, form chunks of eight without gathers; the lane of a missing
//! spring repeats another one. Slots are ring buffers and are reused when no block reads them any more, so that forces stay in the
//! first-level cache.
//!
//! Small equal bodies form *body batches*: eight bodies side by side, one a lane.
//!
//! Invariant: the bits are those of file order. Every index in a schedule is checked once ([`Schedule::new`]); kernels rely on it.

mod body_batches;
mod build;
mod gather;
mod live_intervals;
mod node_order;

pub(in crate::engine) use body_batches::{AreaTerms, BodyBatch, LaneGroup};

use crate::engine::data::Layout;
use std::ops::Range;

/// Springs of a chunk.
pub(in crate::engine) const LANES: usize = 8;

/// Which spring of a chunk each lane has, where x and y are apart.
pub(in crate::engine) const LANE_ORDER: [usize; LANES] = [0, 4, 1, 5, 2, 6, 3, 7];

/// Nodes of a block: enough to have whole lanes, few enough for the first cache.
const BLOCK_NODES: usize = 64;

/// Nodes that sum up their terms together, where they lie side by side.
pub(in crate::engine) const WIDE: usize = 8;

/// The same where they lie anywhere.
pub(in crate::engine) const FOUR: usize = 4;

/// In place of an index: not the same for all lanes, or nothing to look up.
pub(in crate::engine) const NONE: u32 = u32::MAX;

/// See the module. Whatever it names is there: [`Schedule::new`] has looked, and nothing changes it after that. Kernels rest on it.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Schedule {
    /// Blocks in the order of the sweep.
    pub blocks: Vec<Block>,
    /// Chunks of springs, block by block.
    pub chunks: Vec<SpringChunk>,
    /// Slots to copy, [`LANES`] from the first on to the second and the next ones, block by block: where slots go round, rows of nodes
    /// go on reading behind the last.
    pub copies: Vec<[u32; 2]>,
    /// Ends of the springs of gathered chunks.
    pub ends: Vec<[[u32; 2]; LANES]>,
    /// What differs between the springs of a chunk, in [`LANE_ORDER`]; see [`SpringChunk::numbers`].
    pub numbers: Vec<f64>,
    /// What all springs of some chunk have in common.
    pub materials: Vec<Material>,
    /// Nodes that sum up together, block by block.
    pub gathers: Vec<GatherBatch>,
    /// What nodes side by side add up: a [`run`] and so many times twice a slot, and again, in the order in which they are added.
    pub terms: Vec<u32>,
    /// The same for pieces whose nodes lie anywhere: the nodes, then the first term of each, the second of each, and so on. A term is
    /// twice the slot, that of the first node 16 times, and [`signs`] beside.
    pub four_terms: Vec<[u32; FOUR]>,
    /// Small equal bodies; no block has their nodes.
    pub batches: Vec<BodyBatch>,
    /// Bodies with gas that are in no batch, and the slot of their first hull edge.
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
pub(in crate::engine) struct Block {
    pub chunks: u32,
    pub copies: u32,
    pub gathers: u32,
}

/// [`LANES`] springs.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct SpringChunk {
    /// Slot of the first; the others follow.
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
pub(in crate::engine) struct Material {
    pub rest_length: f64,
    pub stiffness: f64,
    pub damping: f64,
}

/// Nodes that sum up their terms together.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct GatherBatch {
    pub kind: GatherKind,
    /// A bit for each of [`WIDE`] nodes side by side, 1 where it is meant; the rest are others.
    pub nodes: u8,
    /// The first, where they lie side by side; the others follow.
    pub node: u32,
    /// Where its terms begin; of scattered nodes, where their numbers are, and the terms behind.
    pub terms: u32,
    /// How long the list of its terms is.
    pub count: u32,
    /// Twice the slots further than its terms say; for each next node one slot more.
    pub shift: u32,
}

/// How the nodes of a piece lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::engine) enum GatherKind {
    /// [`WIDE`] nodes side by side, their slots too, all of them free and of one mass.
    Even,
    /// The same with masses of their own.
    Wide,
    /// The same with some left out, or pinned.
    Part,
    /// [`FOUR`] nodes anywhere; where there are fewer, one of them again. A node with fewer terms adds 0 at the end.
    Scattered,
}

/// So many terms that are added, or subtracted.
fn run(count: usize, is_subtracted: bool) -> u32 {
    2 * count as u32 + u32::from(is_subtracted)
}

/// How many terms a run has, and whether they are subtracted.
#[inline(always)]
pub(in crate::engine) fn of_run(run: u32) -> (usize, bool) {
    ((run >> 1) as usize, run & 1 == 1)
}

/// A bit for each of four terms, 1 where it is subtracted.
fn signs(are_subtracted: [bool; FOUR]) -> u32 {
    (0..FOUR).map(|lane| u32::from(are_subtracted[lane]) << lane).sum()
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
        let ends = |first: u32| first as usize + LANES <= nodes;
        for chunk in &self.chunks {
            assert!(chunk.slot as usize + LANES <= slots);
            if chunk.b == NONE {
                assert!(self.ends[chunk.a as usize].as_flattened().iter().all(|&end| (end as usize) < nodes));
            } else {
                assert!(ends(chunk.a) && ends(chunk.b));
            }
        }
        assert!(self.copies.as_flattened().iter().all(|&slot| slot as usize + LANES <= slots));
        for batch in &self.batches {
            assert!(batch.is_sound(nodes));
        }
        // Of scattered nodes some terms are 16 times as large.
        assert!(slots < 1 << 28);
        for gather in &self.gathers {
            let (first, count) = (gather.terms as usize, gather.count as usize);
            if gather.kind == GatherKind::Scattered {
                let rows = &self.four_terms[first..first + 1 + count];
                assert!(rows[0].iter().all(|&node| (node as usize) < nodes));
                let is_there = |&[a, b, c, d]: &[u32; FOUR]| {
                    [2 * (a >> 4), b, c, d].iter().all(|&from| from as usize + 2 <= 2 * slots)
                };
                assert!(rows[1..].iter().all(is_there));
                continue;
            }
            assert!(gather.node as usize + WIDE <= nodes);
            let mut left = &self.terms[first..first + count];
            while let [head, rest @ ..] = left {
                let (run, rest) = rest.split_at(of_run(*head).0);
                let last = |from: u32| from as usize + gather.shift as usize + 2 * WIDE;
                assert!(run.iter().all(|&from| last(from) <= 2 * slots));
                left = rest;
            }
        }
    }
}
