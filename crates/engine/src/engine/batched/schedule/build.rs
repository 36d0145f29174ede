//! Builds a schedule: blocks of nodes, chunks of springs, and their slots.

use super::gather;
use super::gather::{GatherTerm, RingBuffer};
use super::live_intervals;
use super::live_intervals::LiveInterval;
use super::{
    BLOCK_NODES, Block, LANE_ORDER, LANES, LinkSlots, Material, NONE, Schedule, SpringChunk, SweptGraph, WIDE,
    body_batches, node_order,
};
use crate::engine::data::Layout;
use crate::engine::data::links::LinkedEnd;
use crate::geometry::SortCopies;
use std::collections::{BTreeMap, VecDeque};

/// Minimum number of springs in a chunk of consecutive nodes; fewer are gathered.
const FEWEST: usize = LANES / 2;

/// A ring buffer has a multiple of this number of slots. Longer rings need fewer copies, shorter ones less of the L1 cache.
const RING: u32 = 256;

/// See [`Schedule::new`].
pub(in crate::engine) fn schedule(layout: &Layout) -> Schedule {
    let mut is_batched = vec![false; layout.bodies.len()];
    let batches = body_batches::find(layout, &mut is_batched);
    let swept = SweptGraph { layout, is_batched };
    let order = node_order::nodes(layout, swept.bodies().map(|(_, body)| body));
    let mut builder = ScheduleBuilder::new(&swept, &order);
    builder.schedule.batches = batches;
    for block in 0..builder.block_count() {
        builder.add_chunks(block);
    }
    builder.place_slots();
    let ScheduleBuilder { mut schedule, terms, rings, stream_of_spring, .. } = builder;
    let of_spring = |spring: usize| GatherTerm {
        slot: terms[spring] / 2,
        is_subtracted: terms[spring] % 2 == 1,
        ring: rings[stream_of_spring[spring] as usize],
    };
    gather::add(&swept, &order, of_spring, &mut schedule);
    schedule.terms.shrink_to_fit();
    schedule.four_terms.shrink_to_fit();
    schedule.chunks.shrink_to_fit();
    schedule.ends.shrink_to_fit();
    schedule.numbers.shrink_to_fit();
    schedule.gathers.shrink_to_fit();
    schedule
}

/// Assigns slots to the ends of spring links at nodes of blocks.
fn add_link_slots(layout: &Layout, block_of: &[u32], schedule: &mut Schedule) {
    for (spring, parts) in layout.links.springs.iter().enumerate() {
        let slots = parts.ends.map(|end| match end {
            LinkedEnd::Node(node) if block_of[node] != NONE => {
                schedule.slots += 1;
                schedule.slots as u32 - 1
            }
            _ => NONE,
        });
        if slots != [NONE; 2] {
            schedule.links.push(LinkSlots { spring, slots });
        }
    }
}

struct ScheduleBuilder<'a> {
    swept: &'a SweptGraph<'a>,
    layout: &'a Layout,
    order: &'a [u32],
    /// Block of each node; [`NONE`] for a node outside of all blocks.
    block_of: Vec<u32>,
    /// Springs block by block, in file order within one.
    springs: Vec<u32>,
    /// First spring of each block, and the number of springs.
    begins: Vec<u32>,
    /// Term of the first end of each spring; that of the second end has the other sign. Relative to the stream until slots are placed.
    terms: Vec<u32>,
    /// Stream of each spring.
    stream_of_spring: Vec<u32>,
    /// Stream of each chunk.
    stream_of_chunk: Vec<u32>,
    streams: Vec<SlotStream>,
    /// Ring buffer of each stream, after slots are placed.
    rings: Vec<RingBuffer>,
    /// Newest stream of springs by the distance of the indices of their ends.
    newest: BTreeMap<u32, u32>,
    schedule: Schedule,
}

/// Slots of springs whose ends have the same index distance, one slot per first end, in a ring buffer that is long enough for the forces
/// still to be read. Or the slots of the gathered springs of a block.
struct SlotStream {
    /// First end of the first slot.
    first: u32,
    /// First end of the last spring.
    last: u32,
    /// Unread forces: [first end, last block that reads the force].
    waiting: VecDeque<[u32; 2]>,
    /// Number of slots without a ring buffer.
    length: u32,
    /// Maximum number of slots with unread forces.
    most: u32,
    first_block: u32,
    last_block: u32,
}

impl SlotStream {
    fn new(block: u32, first: u32, length: u32) -> Self {
        let (waiting, most) = (VecDeque::new(), length);
        Self { first, last: first, waiting, length, most, first_block: block, last_block: block }
    }

    /// Adds eight slots that a block writes.
    fn add_chunk(&mut self, block: u32, low: u32) {
        while self.waiting.front().is_some_and(|&[_, last]| last < block) {
            self.waiting.pop_front();
        }
        let oldest = self.waiting.front().map_or(low, |&[oldest, _]| oldest);
        self.most = self.most.max(low - oldest + LANES as u32);
        self.length = low - self.first + LANES as u32;
    }

    /// Length of the ring buffer; 0 if every spring has its own slot.
    fn ring_length(&self) -> u32 {
        let length = self.most.next_multiple_of(RING);
        if length + (WIDE as u32) < self.length { length } else { 0 }
    }

    fn interval(&self) -> LiveInterval {
        let length = if self.ring_length() > 0 { self.ring_length() + WIDE as u32 } else { self.length };
        LiveInterval { length, first: self.first_block, last: self.last_block }
    }
}

impl<'a> ScheduleBuilder<'a> {
    fn new(swept: &'a SweptGraph<'a>, order: &'a [u32]) -> Self {
        let layout = swept.layout;
        let mut block_of = vec![NONE; layout.node_count];
        for (index, &node) in order.iter().enumerate() {
            block_of[node as usize] = (index / BLOCK_NODES) as u32;
        }
        let blocks = order.len().div_ceil(BLOCK_NODES);
        let mut schedule = Schedule { node_count: layout.node_count, ..Schedule::default() };
        schedule.still.extend(layout.bodies.iter().filter(|body| !body.is_dynamic).map(|body| body.nodes.clone()));
        for (index, body) in swept.bodies().filter(|(_, body)| body_batches::has_gas(body)) {
            schedule.gas.push([index, schedule.slots]);
            schedule.slots += body.hull_edges.len();
        }
        add_link_slots(layout, &block_of, &mut schedule);
        let mut builder = Self {
            swept,
            layout,
            order,
            block_of,
            springs: Vec::new(),
            begins: vec![0; blocks + 1],
            terms: vec![0; layout.springs.a.len()],
            stream_of_spring: vec![0; layout.springs.a.len()],
            stream_of_chunk: Vec::new(),
            streams: Vec::new(),
            rings: Vec::new(),
            newest: BTreeMap::new(),
            schedule,
        };
        builder.sort_springs();
        builder
    }

    fn block_count(&self) -> usize {
        self.begins.len() - 1
    }

    /// Sorts the springs by the earlier block of their ends (counting sort).
    fn sort_springs(&mut self) {
        let moved = || self.swept.bodies().flat_map(|(_, body)| body.springs.clone());
        let block_of = |spring: usize| self.blocks_of(spring as u32)[0] as usize;
        let mut begins = self.begins.clone();
        for spring in moved() {
            begins[block_of(spring) + 1] += 1;
        }
        for block in 1..begins.len() {
            begins[block] += begins[block - 1];
        }
        let mut next = begins.clone();
        let mut springs = vec![0; begins.last().map_or(0, |&count| count as usize)];
        for spring in moved() {
            let place = &mut next[block_of(spring)];
            springs[*place as usize] = spring as u32;
            *place += 1;
        }
        (self.begins, self.springs) = (begins, springs);
    }

    /// Blocks of the ends of a spring, the earlier one first.
    fn blocks_of(&self, spring: u32) -> [u32; 2] {
        let [a, b] = self.swept.ends(spring).map(|end| self.block_of[end as usize]);
        [a.min(b), a.max(b)]
    }

    fn add_chunks(&mut self, block: usize) {
        let swept = self.swept;
        let mut springs = self.springs[self.begins[block] as usize..self.begins[block + 1] as usize].to_vec();
        springs.sort_copies_by_key(|&spring| {
            let [low, apart] = swept.span(spring);
            (apart, low, spring)
        });
        let mut alone = Vec::new();
        for alike in springs.chunk_by(|&one, &next| swept.span(one)[1] == swept.span(next)[1]) {
            let mut left = alike;
            while let Some(&first) = left.first() {
                let low = self.chunk_start(block, swept.span(first)[0]);
                let near = &left[..left.partition_point(|&spring| swept.span(spring)[0] < low + LANES as u32)];
                if self.fits(low, near) {
                    self.add_side_by_side(block, low, near, &mut alone);
                    left = &left[near.len()..];
                } else {
                    alone.push(first);
                    left = &left[1..];
                }
            }
        }
        self.sort_chunks(block);
        alone.sort_copies();
        self.add_gathered(block, &alone);
        self.schedule.blocks.push(Block { chunks: self.schedule.chunks.len() as u32, ..Block::default() });
    }

    /// Sorts the chunks of the block by node, so that memory is accessed in order.
    fn sort_chunks(&mut self, block: usize) {
        let first = block.checked_sub(1).map_or(0, |before| self.schedule.blocks[before].chunks as usize);
        let chunks = self.schedule.chunks[first..].iter().copied();
        let mut sorted: Vec<(SpringChunk, u32)> = chunks.zip(self.stream_of_chunk[first..].iter().copied()).collect();
        sorted.sort_copies_by_key(|(chunk, _)| [chunk.a, chunk.b]);
        for (place, (chunk, stream)) in (first..).zip(sorted) {
            (self.schedule.chunks[place], self.stream_of_chunk[place]) = (chunk, stream);
        }
    }

    /// First node of the chunk for a spring with this first end: a multiple of [`LANES`] from the start of the block.
    fn chunk_start(&self, block: usize, low: u32) -> u32 {
        let first = self.order[block * BLOCK_NODES];
        if low < first { low } else { low - (low - first) % LANES as u32 }
    }

    /// True if these springs, with first ends within [`LANES`] nodes, are enough for a chunk of consecutive nodes.
    fn fits(&self, low: u32, springs: &[u32]) -> bool {
        let span = |spring: u32| self.swept.span(spring);
        let lows = springs.chunk_by(|&one, &next| span(one)[0] == span(next)[0]);
        (low + span(springs[0])[1]) as usize + LANES <= self.layout.node_count && lows.count() >= FEWEST
    }

    /// Adds a chunk of consecutive nodes. A lane without a spring repeats another spring. Springs with the ends of an earlier one go to `left`.
    fn add_side_by_side(&mut self, block: usize, low: u32, springs: &[u32], left: &mut Vec<u32>) {
        let apart = self.swept.span(springs[0])[1];
        let mut lanes = [NONE; LANES];
        for &spring in springs {
            let lane = &mut lanes[(self.swept.span(spring)[0] - low) as usize];
            if *lane == NONE {
                *lane = spring;
            } else {
                left.push(spring);
            }
        }
        let index = self.stream(block, low, apart);
        let stream = &mut self.streams[index as usize];
        stream.add_chunk(block as u32, low);
        let first = low - stream.first;
        let mut one = springs[0];
        for (lane, node) in (low..).enumerate().take(LANES) {
            if lanes[lane] == NONE {
                lanes[lane] = one;
                continue;
            }
            one = lanes[lane];
            self.streams[index as usize].last = node;
            let is_turned = self.swept.ends(one)[0] != node;
            let last = self.assign_slot(one, index, first + lane as u32, is_turned);
            self.streams[index as usize].waiting.push_back([node, last]);
        }
        self.stream_of_chunk.push(index);
        self.add_chunk(first, low, low + apart, lanes);
    }

    /// Returns the newest stream if the chunk lies behind all its slots, or a new one: an unused lane must not overwrite an unread slot.
    fn stream(&mut self, block: usize, low: u32, apart: u32) -> u32 {
        let newest = self.newest.get(&apart).copied().filter(|&index| {
            let stream = &self.streams[index as usize];
            stream.last < low && (low - stream.first).is_multiple_of(LANES as u32)
        });
        newest.unwrap_or_else(|| {
            self.streams.push(SlotStream::new(block as u32, low, 0));
            let index = self.streams.len() as u32 - 1;
            self.newest.insert(apart, index);
            index
        })
    }

    /// Assigns a slot, relative to the stream. `is_turned`: the force is computed for the second end. Returns the last block that reads the
    /// slot: nodes of a block are summed while the springs of the next block are computed.
    fn assign_slot(&mut self, spring: u32, stream: u32, slot: u32, is_turned: bool) -> u32 {
        self.terms[spring as usize] = 2 * slot + u32::from(is_turned);
        self.stream_of_spring[spring as usize] = stream;
        let last = self.blocks_of(spring)[1] + 1;
        let last_block = &mut self.streams[stream as usize].last_block;
        *last_block = last.max(*last_block);
        last
    }

    /// Adds gathered chunks. Unused lanes repeat the last spring.
    fn add_gathered(&mut self, block: usize, springs: &[u32]) {
        if springs.is_empty() {
            return;
        }
        let stream = self.streams.len() as u32;
        self.streams.push(SlotStream::new(block as u32, 0, springs.len().next_multiple_of(LANES) as u32));
        for (springs, first) in springs.chunks(LANES).zip((0..).step_by(LANES)) {
            let lanes: [u32; LANES] = std::array::from_fn(|lane| springs[lane.min(springs.len() - 1)]);
            for (slot, &spring) in (first..).zip(springs) {
                self.assign_slot(spring, stream, slot, false);
            }
            let place = self.schedule.ends.len() as u32;
            self.schedule.ends.push(lanes.map(|spring| self.swept.ends(spring)));
            self.stream_of_chunk.push(stream);
            self.add_chunk(first, place, NONE, lanes);
        }
    }

    fn add_chunk(&mut self, slot: u32, a: u32, b: u32, lanes: [u32; LANES]) {
        let springs = &self.layout.springs;
        let rest = lanes.map(|spring| springs.rest_length[spring as usize]);
        let [stiffness, damping] =
            [&springs.stiffness, &springs.damping].map(|of| lanes.map(|spring| of[spring as usize]));
        let first = Material { rest_length: rest[0], stiffness: stiffness[0], damping: damping[0] };
        let is_same = |values: [f64; LANES]| values.iter().all(|value| value.to_bits() == values[0].to_bits());
        let (mut numbers, mut material) = (NONE, NONE);
        if !is_same(stiffness) || !is_same(damping) {
            numbers = self.add_numbers(&[rest, stiffness, damping]);
        } else {
            if !is_same(rest) {
                numbers = self.add_numbers(&[rest]);
            }
            material = self.material(first, numbers != NONE);
        }
        self.schedule.chunks.push(SpringChunk { slot, a, b, numbers, material });
    }

    fn add_numbers(&mut self, columns: &[[f64; LANES]]) -> u32 {
        let first = self.schedule.numbers.len() as u32;
        self.schedule.numbers.extend(columns.iter().flat_map(|column| LANE_ORDER.map(|lane| column[lane])));
        first
    }

    /// Index of an equal one among the newest materials, or of a new one.
    fn material(&mut self, wanted: Material, any_length: bool) -> u32 {
        let materials = &mut self.schedule.materials;
        let is_same = |one: &Material| {
            let bits = |one: &Material| [one.stiffness.to_bits(), one.damping.to_bits()];
            let length_fits = any_length || one.rest_length.to_bits() == wanted.rest_length.to_bits();
            bits(one) == bits(&wanted) && length_fits
        };
        let newest = materials.len().saturating_sub(16)..materials.len();
        if let Some(found) = newest.rev().find(|&index| is_same(&materials[index])) {
            return found as u32;
        }
        materials.push(wanted);
        materials.len() as u32 - 1
    }

    fn place_slots(&mut self) {
        let intervals: Vec<LiveInterval> = self.streams.iter().map(SlotStream::interval).collect();
        let (places, count) = live_intervals::place(&intervals);
        // Behind the slots of the gas, aligned to a cache line.
        let first = self.schedule.slots.next_multiple_of(LANES) as u32;
        let rings = places.iter().zip(&self.streams);
        self.rings =
            rings.map(|(place, stream)| RingBuffer { first: first + place, length: stream.ring_length() }).collect();
        let place = |stream: u32, slot: u32| {
            let RingBuffer { first, length } = self.rings[stream as usize];
            first + if length > 0 { slot % length } else { slot }
        };
        for &spring in &self.springs {
            let term = &mut self.terms[spring as usize];
            *term = 2 * place(self.stream_of_spring[spring as usize], *term / 2) + *term % 2;
        }
        for (chunk, &stream) in self.schedule.chunks.iter_mut().zip(&self.stream_of_chunk) {
            chunk.slot = place(stream, chunk.slot);
        }
        let mut done = 0;
        for block in &mut self.schedule.blocks {
            let range = done..block.chunks as usize;
            for (chunk, &stream) in self.schedule.chunks[range.clone()].iter().zip(&self.stream_of_chunk[range]) {
                let copy = self.rings[stream as usize].copy(chunk.slot);
                self.schedule.copies.extend(copy.map(|copy| [chunk.slot, copy]));
            }
            (done, block.copies) = (block.chunks as usize, self.schedule.copies.len() as u32);
        }
        // The last slots stay 0, for nodes with fewer terms than others and for unused lanes.
        self.schedule.slots = first as usize + count + WIDE;
    }
}
