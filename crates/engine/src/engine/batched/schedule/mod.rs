//! Schedule of the sweep: the order of springs and nodes, computed once per segment of bodies (see `Layout::segments`).
//!
//! Nodes are processed in *blocks* of 64. A block computes all springs with their earlier end in it and stores each force in a *slot*.
//! Then each node sums its *terms*, the slots of the forces on it, in file order. No later spring reads a node that has been summed, so
//! the node moves at once. Sums run one block behind the springs: the divider bounds the springs, memory the sums.
//!
//! Springs whose first and second ends are consecutive nodes, as in a lattice, form chunks of eight without gathers. A lane without a
//! spring repeats another spring. Slots are ring buffers: they are reused after the last block that reads them, so that forces stay in
//! the L1 cache.
//!
//! Small equal bodies form *body batches*: eight bodies, one per lane. Bodies with spring links do not: the forces of links have slots,
//! which the caller fills in, and stand between springs and gas in the sums of their nodes.
//!
//! Invariant: results have the bits of file order. [`Schedule::new`] checks every index once; the kernels rely on that.

mod body_batches;
mod build;
mod gather;
mod live_intervals;
mod node_order;

pub(in crate::engine) use body_batches::{AreaTerms, BodyBatch, LaneGroup};

use crate::engine::data::Layout;
use crate::engine::data::layout::{BodyLayout, Segment};
use std::ops::Range;

/// Springs per chunk.
pub(in crate::engine) const LANES: usize = 8;

/// Spring of a chunk in each lane of a column of parameters.
pub(in crate::engine) const LANE_ORDER: [usize; LANES] = [0, 4, 1, 5, 2, 6, 3, 7];

/// Nodes per block: enough to fill the lanes, few enough for the L1 cache.
const BLOCK_NODES: usize = 64;

/// Nodes per gather batch of consecutive nodes.
pub(in crate::engine) const WIDE: usize = 8;

/// Nodes per gather batch of scattered nodes.
pub(in crate::engine) const FOUR: usize = 4;

/// Marks a missing index.
pub(in crate::engine) const NONE: u32 = u32::MAX;

/// The bodies that blocks process.
struct SweptGraph<'a> {
    layout: &'a Layout,
    /// True for bodies in a batch.
    is_batched: Vec<bool>,
}

impl<'a> SweptGraph<'a> {
    /// Dynamic bodies outside of batches, with their indices.
    fn bodies(&self) -> impl Iterator<Item = (usize, &'a BodyLayout)> {
        let bodies = self.layout.bodies.iter().enumerate();
        bodies.filter(|&(index, body)| body.is_dynamic && !self.is_batched[index])
    }

    fn ends(&self, spring: u32) -> [u32; 2] {
        let springs = &self.layout.springs;
        [springs.a[spring as usize], springs.b[spring as usize]]
    }

    /// The lower end, and the distance of the higher one from it.
    fn span(&self, spring: u32) -> [u32; 2] {
        let [a, b] = self.ends(spring);
        [a.min(b), a.abs_diff(b)]
    }
}

/// Schedule of a layout. Its indices are valid, because [`Schedule::new`] checks them and nothing changes them afterwards.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Schedule {
    /// Blocks in the order of the sweep.
    pub blocks: Vec<Block>,
    /// Chunks of springs, block by block.
    pub chunks: Vec<SpringChunk>,
    /// Copies of [`LANES`] slots, [from, to], block by block: gather batches read past the end of a ring buffer, where its first slots are
    /// repeated.
    pub copies: Vec<[u32; 2]>,
    /// Ends of the springs of gathered chunks.
    pub ends: Vec<[[u32; 2]; LANES]>,
    /// Parameters that differ between the springs of a chunk, in [`LANE_ORDER`]; see [`SpringChunk::numbers`].
    pub numbers: Vec<f64>,
    /// Parameters that all springs of a chunk share.
    pub materials: Vec<Material>,
    /// Gather batches, block by block.
    pub gathers: Vec<GatherBatch>,
    /// Terms of consecutive nodes in the order of addition: a [`run`] header, then as many doubled slots, repeatedly.
    pub terms: Vec<u32>,
    /// Terms of scattered nodes: a row with the nodes, a row with the first term of each, and so on. A term is the doubled slot; that of
    /// the first node is 16 times the slot plus [`signs`].
    pub four_terms: Vec<[u32; FOUR]>,
    /// Small equal bodies; their nodes are in no block.
    pub batches: Vec<BodyBatch>,
    /// Bodies with gas outside of batches: [body, slot of the first hull edge].
    pub gas: Vec<[usize; 2]>,
    /// Spring links to nodes that forces move.
    pub links: Vec<LinkSlots>,
    /// Number of nodes of the level.
    pub node_count: usize,
    /// Number of slots.
    pub slots: usize,
    /// Nodes of bodies that forces do not move.
    pub still: Vec<Range<usize>>,
}

/// End indices of the parts of a block; they begin at the end of the previous block.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::engine) struct Block {
    pub chunks: u32,
    pub copies: u32,
    pub gathers: u32,
}

/// [`LANES`] springs.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct SpringChunk {
    /// Slot of the first spring; the others follow.
    pub slot: u32,
    /// First end of the first spring, the others follow; for a gathered chunk, the index into [`Schedule::ends`].
    pub a: u32,
    /// Second end of the first spring; [`NONE`] for a gathered chunk.
    pub b: u32,
    /// Index of the parameters that differ: rest lengths; without a material also stiffnesses and dampings. [`NONE`]: nothing differs.
    pub numbers: u32,
    /// Index of the shared parameters: stiffness and damping, and without numbers the rest length. [`NONE`]: nothing is shared.
    pub material: u32,
}

/// Slots of the forces of a spring link.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct LinkSlots {
    /// Index in `layout.links.springs`.
    pub spring: usize,
    /// Slot of the force on each end; [`NONE`] for a disc, a fixed point or a node that forces do not move.
    pub slots: [u32; 2],
}

/// Parameters of a spring.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Material {
    pub rest_length: f64,
    pub stiffness: f64,
    pub damping: f64,
}

/// Nodes that sum their terms together.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct GatherBatch {
    pub kind: GatherKind,
    /// Bit mask of the nodes that belong to the batch, of [`WIDE`] consecutive nodes.
    pub nodes: u8,
    /// First of the consecutive nodes.
    pub node: u32,
    /// First term; for scattered nodes, the row with the nodes.
    pub terms: u32,
    /// Number of entries in the list of terms.
    pub count: u32,
    /// Doubled offset of the slots from those in the terms. Each next node reads one slot later.
    pub shift: u32,
}

/// Arrangement of the nodes of a gather batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::engine) enum GatherKind {
    /// [`WIDE`] consecutive nodes with consecutive slots, all free and of one mass.
    Even,
    /// As `Even`, with different masses.
    Wide,
    /// As `Wide`, with some nodes skipped or pinned.
    Part,
    /// [`FOUR`] nodes at any indices; a missing node repeats another. A node with fewer terms adds 0 at the end.
    Scattered,
}

/// Header of a run of terms that are added or subtracted.
fn run(count: usize, is_subtracted: bool) -> u32 {
    2 * count as u32 + u32::from(is_subtracted)
}

/// Number of terms of a run, and whether they are subtracted.
#[inline(always)]
pub(in crate::engine) fn of_run(run: u32) -> (usize, bool) {
    ((run >> 1) as usize, run & 1 == 1)
}

/// Bit mask of the subtracted ones of four terms.
fn signs(are_subtracted: [bool; FOUR]) -> u32 {
    (0..FOUR).map(|lane| u32::from(are_subtracted[lane]) << lane).sum()
}

impl Schedule {
    /// Builds the schedule of a layout. Time and memory are proportional to springs and nodes.
    pub fn new(layout: &Layout) -> Self {
        let schedule = build::schedule(layout);
        schedule.check();
        schedule
    }

    /// Builds the schedule of a segment. Nodes and bodies are numbered from the first ones of the segment, links as in `layout`.
    pub fn of_segment(layout: &Layout, segment: &Segment) -> Self {
        if segment.bodies == (0..layout.bodies.len()) {
            return Self::new(layout);
        }
        let part = layout.of_segment(segment);
        let mut schedule = Self::new(&part);
        for link in &mut schedule.links {
            link.spring = part.links.springs[link.spring].link;
        }
        schedule
    }

    /// Checks all indices.
    ///
    /// # Panics
    /// If a node or slot is out of range.
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
        let link_slots = self.links.iter().flat_map(|link| link.slots).filter(|&slot| slot != NONE);
        link_slots.for_each(|slot| assert!((slot as usize) < slots));
        assert!(self.copies.as_flattened().iter().all(|&slot| slot as usize + LANES <= slots));
        for batch in &self.batches {
            assert!(batch.is_sound(nodes));
        }
        // Terms of scattered nodes hold 16 times the slot.
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
