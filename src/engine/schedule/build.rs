//! Making a schedule: blocks of nodes, chunks of springs, slots, terms.
//!
//! Must never know: how it is used.

use super::{BLOCK_NODES, Block, Chunk, FOUR, Four, LANES, Material, NONE, Row, Schedule, crowds, order, slots};
use crate::engine::Layout;
use crate::engine::layout::BodyLayout;
use std::ops::Range;

/// See [`Schedule::new`].
pub(super) fn schedule(layout: &Layout) -> Schedule {
    let mut is_crowded = vec![false; layout.bodies.len()];
    let crowds = crowds::find(layout, &mut is_crowded);
    let swept = Swept { layout, is_crowded };
    let order = order::nodes(layout, swept.bodies().map(|(_, body)| body));
    let mut builder = Builder::new(&swept, &order);
    builder.schedule.crowds = crowds;
    for block in 0..builder.block_count() {
        builder.add_chunks(block);
    }
    builder.place_slots();
    let terms = Terms::new(layout, &builder);
    for block in 0..builder.block_count() {
        builder.add_rows(block, &terms);
    }
    let mut schedule = builder.schedule;
    schedule.terms.shrink_to_fit();
    schedule.fours.shrink_to_fit();
    schedule.four_terms.shrink_to_fit();
    schedule.chunks.shrink_to_fit();
    schedule.ends.shrink_to_fit();
    schedule.numbers.shrink_to_fit();
    schedule.rows.shrink_to_fit();
    schedule.spans.shrink_to_fit();
    schedule
}

/// What goes through blocks.
struct Swept<'a> {
    layout: &'a Layout,
    /// Which bodies are in a crowd.
    is_crowded: Vec<bool>,
}

impl<'a> Swept<'a> {
    /// The bodies that forces move and that are in no crowd.
    fn bodies(&self) -> impl Iterator<Item = (usize, &'a BodyLayout)> {
        let bodies = self.layout.bodies.iter().enumerate();
        bodies.filter(|&(index, body)| body.is_dynamic && !self.is_crowded[index])
    }
}

struct Builder<'a> {
    swept: &'a Swept<'a>,
    layout: &'a Layout,
    order: &'a [u32],
    /// Block of each node; [`NONE`] for one that no force moves.
    block_of: Vec<u32>,
    /// Springs block by block, in file order within one.
    springs: Vec<u32>,
    /// Where those of each block begin, and the end.
    begins: Vec<u32>,
    /// The terms of both ends of each spring; until all slots are placed, counted from its block's first.
    terms_of: Vec<[u32; 2]>,
    /// Slots of each block.
    lengths: Vec<u32>,
    schedule: Schedule,
}

impl<'a> Builder<'a> {
    fn new(swept: &'a Swept<'a>, order: &'a [u32]) -> Self {
        let layout = swept.layout;
        let mut block_of = vec![NONE; layout.node_count];
        for (index, &node) in order.iter().enumerate() {
            block_of[node as usize] = (index / BLOCK_NODES) as u32;
        }
        let blocks = order.len().div_ceil(BLOCK_NODES);
        let mut schedule = Schedule { node_count: layout.node_count, ..Schedule::default() };
        schedule.still.extend(layout.bodies.iter().filter(|body| !body.is_dynamic).map(|body| body.nodes.clone()));
        for (index, body) in swept.bodies().filter(|(_, body)| crowds::has_gas(body)) {
            schedule.gas.push([index, schedule.slots]);
            schedule.slots += body.hull_edges.len();
        }
        let mut builder = Self {
            swept,
            layout,
            order,
            block_of,
            springs: Vec::new(),
            begins: vec![0; blocks + 1],
            terms_of: vec![[0; 2]; layout.springs.a.len()],
            lengths: vec![0; blocks],
            schedule,
        };
        builder.sort_springs();
        builder
    }

    fn block_count(&self) -> usize {
        self.lengths.len()
    }

    /// Each spring to the earlier block of its ends.
    fn sort_springs(&mut self) {
        let moved = || self.swept.bodies().flat_map(|(_, body)| body.springs.clone());
        let block_of = |spring: usize| {
            let [a, b] = self.ends(spring as u32);
            self.block_of[a as usize].min(self.block_of[b as usize]) as usize
        };
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

    fn ends(&self, spring: u32) -> [u32; 2] {
        let springs = &self.layout.springs;
        [springs.a[spring as usize], springs.b[spring as usize]]
    }

    fn add_chunks(&mut self, block: usize) {
        let mut springs = self.springs[self.begins[block] as usize..self.begins[block + 1] as usize].to_vec();
        springs.sort_unstable_by_key(|&spring| {
            let [a, b] = self.ends(spring);
            (i64::from(b) - i64::from(a), a, spring)
        });
        let mut alone = Vec::new();
        let mut from = 0;
        while from < springs.len() {
            let mut to = from + 1;
            while to < springs.len() && self.ends(springs[to]) == self.ends(springs[to - 1]).map(|end| end + 1) {
                to += 1;
            }
            if to - from >= LANES {
                self.add_side_by_side(block, &springs[from..to]);
            } else {
                alone.extend_from_slice(&springs[from..to]);
            }
            from = to;
        }
        alone.sort_unstable();
        for springs in alone.chunks(LANES) {
            self.add_gathered(block, springs);
        }
        self.schedule.blocks.push(Block { chunks: self.schedule.chunks.len() as u32, ..Block::default() });
    }

    /// The last chunk overlaps the one before it: what is computed twice is the same.
    fn add_side_by_side(&mut self, block: usize, springs: &[u32]) {
        let first = self.lengths[block];
        for (slot, &spring) in (first..).zip(springs) {
            self.terms_of[spring as usize] = [2 * slot, 2 * slot + 1];
        }
        self.lengths[block] += springs.len() as u32;
        let last = springs.len() - LANES;
        for from in (0..last).step_by(LANES).chain([last]) {
            let lanes: [u32; LANES] = std::array::from_fn(|lane| springs[from + lane]);
            let [a, b] = self.ends(lanes[0]);
            self.add_chunk(first + from as u32, a, b, lanes);
        }
    }

    /// Lanes that are left over compute the last spring again.
    fn add_gathered(&mut self, block: usize, springs: &[u32]) {
        let lanes: [u32; LANES] = std::array::from_fn(|lane| springs[lane.min(springs.len() - 1)]);
        let first = self.lengths[block];
        for (slot, &spring) in (first..).zip(springs) {
            self.terms_of[spring as usize] = [2 * slot, 2 * (slot + LANES as u32)];
        }
        self.lengths[block] += 2 * LANES as u32;
        let place = self.schedule.ends.len() as u32;
        self.schedule.ends.push(lanes.map(|spring| self.ends(spring)));
        self.add_chunk(first, place, NONE, lanes);
    }

    fn add_chunk(&mut self, slot: u32, a: u32, b: u32, lanes: [u32; LANES]) {
        let springs = &self.layout.springs;
        let column = |of: &[f64]| lanes.map(|spring| of[spring as usize]);
        let (rest, stiffness, damping) =
            (column(&springs.rest_length), column(&springs.stiffness), column(&springs.damping));
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
        self.schedule.chunks.push(Chunk { slot, a, b, numbers, material });
    }

    fn add_numbers(&mut self, columns: &[[f64; LANES]]) -> u32 {
        let first = self.schedule.numbers.len() as u32;
        self.schedule.numbers.extend(columns.iter().flatten());
        first
    }

    /// One of the newest materials, if it is the same, or a new one.
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
        let mut last_uses: Vec<u32> = (0..self.block_count() as u32).collect();
        for (block, last) in last_uses.iter_mut().enumerate() {
            for &spring in &self.springs[self.begins[block] as usize..self.begins[block + 1] as usize] {
                for end in self.ends(spring) {
                    *last = (*last).max(self.block_of[end as usize]);
                }
            }
        }
        let (places, count) = slots::place(&self.lengths, &last_uses);
        let first = self.schedule.slots as u32;
        for (block, place) in places.into_iter().enumerate() {
            for &spring in &self.springs[self.begins[block] as usize..self.begins[block + 1] as usize] {
                self.terms_of[spring as usize].iter_mut().for_each(|term| *term += 2 * (first + place));
            }
            for chunk in self.chunks_of(block) {
                self.schedule.chunks[chunk].slot += first + place;
            }
        }
        // The last one is never written: 0 for whoever has fewer terms than others.
        self.schedule.slots += count + 1;
    }

    fn chunks_of(&self, block: usize) -> Range<usize> {
        let blocks = &self.schedule.blocks;
        let from = block.checked_sub(1).map_or(0, |before| blocks[before].chunks as usize);
        from..blocks[block].chunks as usize
    }

    fn add_rows(&mut self, block: usize, terms: &Terms) {
        let from = block * BLOCK_NODES;
        let nodes = &self.order[from..self.order.len().min(from + BLOCK_NODES)];
        let (mut index, mut alone) = (0, Vec::new());
        while index < nodes.len() {
            let node = nodes[index];
            let of_first = terms.of(node);
            let mut count = 1;
            let goes_on = |count: usize| {
                let next = node + count as u32;
                let shifted = of_first.iter().map(|term| term + 2 * count as u32);
                nodes.get(index + count) == Some(&next) && terms.of(next).iter().copied().eq(shifted)
            };
            while goes_on(count) {
                count += 1;
            }
            if count >= FOUR {
                self.schedule.terms.extend_from_slice(of_first);
                self.schedule.rows.push(Row { node, count: count as u32, terms: self.schedule.terms.len() as u32 });
            } else {
                alone.extend_from_slice(&nodes[index..index + count]);
            }
            index += count;
        }
        // Those with as many terms together: then there is little to fill up.
        alone.sort_by_key(|&node| terms.of(node).len());
        for nodes in alone.chunks(FOUR) {
            self.add_four(nodes, terms);
        }
        for stretch in nodes.chunk_by(|&node, &next| next == node + 1) {
            self.schedule.spans.push([stretch[0], stretch[0] + stretch.len() as u32]);
        }
        let Schedule { rows, fours, spans, .. } = &self.schedule;
        let (rows, fours, spans) = (rows.len() as u32, fours.len() as u32, spans.len() as u32);
        let chunks = self.schedule.blocks[block].chunks;
        self.schedule.blocks[block] = Block { chunks, rows, fours, spans };
    }

    fn add_four(&mut self, nodes: &[u32], terms: &Terms) {
        let nodes: [u32; FOUR] = std::array::from_fn(|lane| nodes[lane.min(nodes.len() - 1)]);
        let most = nodes.iter().map(|&node| terms.of(node).len()).max().unwrap_or(0);
        let nothing = 2 * (self.schedule.slots as u32 - 1);
        let levels = (0..most).map(|level| nodes.map(|node| terms.of(node).get(level).copied().unwrap_or(nothing)));
        self.schedule.four_terms.extend(levels);
        let subtracts = nodes.iter().any(|&node| terms.of(node).iter().any(|term| term % 2 == 1));
        self.schedule.fours.push(Four { nodes, terms: self.schedule.four_terms.len() as u32, subtracts });
    }
}

/// The terms of each node: springs in file order, then hull edges with gas in file order.
struct Terms {
    begins: Vec<u32>,
    terms: Vec<u32>,
}

impl Terms {
    fn new(layout: &Layout, builder: &Builder<'_>) -> Self {
        let mut begins = vec![0_u32; layout.node_count + 1];
        Self::for_each(layout, builder, |node, _| begins[node as usize + 1] += 1);
        for node in 0..layout.node_count {
            begins[node + 1] += begins[node];
        }
        let mut next = begins.clone();
        let mut terms = vec![0; begins[layout.node_count] as usize];
        Self::for_each(layout, builder, |node, term| {
            let place = &mut next[node as usize];
            terms[*place as usize] = term;
            *place += 1;
        });
        Self { begins, terms }
    }

    fn for_each(layout: &Layout, builder: &Builder<'_>, mut give: impl FnMut(u32, u32)) {
        for (_, body) in builder.swept.bodies() {
            for spring in body.springs.clone() {
                let [a, b] = builder.ends(spring as u32);
                let terms = builder.terms_of[spring];
                give(a, terms[0]);
                give(b, terms[1]);
            }
        }
        for &[body, first] in &builder.schedule.gas {
            for (slot, &[a, b]) in (first as u32..).zip(&layout.hull_edges[layout.bodies[body].hull_edges.clone()]) {
                give(a, 2 * slot);
                give(b, 2 * slot);
            }
        }
    }

    fn of(&self, node: u32) -> &[u32] {
        &self.terms[self.begins[node as usize] as usize..self.begins[node as usize + 1] as usize]
    }
}
