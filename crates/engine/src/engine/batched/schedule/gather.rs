//! Gather batches: groups of nodes that sum their forces together, and the slots that they read.

use super::{BLOCK_NODES, FOUR, GatherBatch, GatherKind, NONE, Schedule, SweptGraph, WIDE};
use crate::engine::data::Layout;
use crate::engine::data::links::LinkedEnd;
use crate::geometry::SortCopies;

/// Ring buffer of slots. The first [`WIDE`] slots are repeated behind the last one, so that reads may pass the end.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::engine) struct RingBuffer {
    pub first: u32,
    /// Number of slots; 0 if there is no ring.
    pub length: u32,
}

impl RingBuffer {
    /// The second slot with the same force, if any.
    pub fn copy(self, slot: u32) -> Option<u32> {
        (self.length > 0 && slot - self.first < WIDE as u32).then(|| slot + self.length)
    }

    /// The slot that the first lane reads if the lane `lanes` later reads this slot. None if there is no such slot.
    fn before(self, slot: u32, lanes: u32) -> Option<u32> {
        let is_beyond = self.length > 0 && slot - self.first < lanes;
        if is_beyond { slot + self.length } else { slot }.checked_sub(lanes)
    }
}

/// A force that a node sums.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::engine) struct GatherTerm {
    pub slot: u32,
    pub is_subtracted: bool,
    pub ring: RingBuffer,
}

/// Adds the gather batches of all blocks. `of_spring` returns the term of the first end of a spring; `order` lists the nodes block by block.
pub(in crate::engine) fn add(
    swept: &SweptGraph<'_>,
    order: &[u32],
    of_spring: impl Fn(usize) -> GatherTerm,
    schedule: &mut Schedule,
) {
    let terms = Terms::new(swept, of_spring, schedule);
    let mut newest = NewestPattern::default();
    for (block, nodes) in order.chunks(BLOCK_NODES).enumerate() {
        let first = schedule.gathers.len();
        add_block(nodes, &terms, &mut newest, schedule);
        // Scattered nodes come last, when their neighbours are in cache.
        schedule.gathers[first..].sort_copies_by_key(|gather| gather.kind == GatherKind::Scattered);
        schedule.blocks[block].gathers = schedule.gathers.len() as u32;
    }
}

fn add_block(nodes: &[u32], terms: &Terms<'_>, newest: &mut NewestPattern, schedule: &mut Schedule) {
    let mut alone = Vec::new();
    for in_turn in nodes.chunk_by(|&one, &next| next == one + 1) {
        for side_by_side in in_turn.chunks(WIDE) {
            add_side_by_side(side_by_side, terms, newest, schedule, &mut alone);
        }
    }
    // Sorted by the number of terms, so that little padding is needed.
    alone.sort_copies_by_key(|&node| terms.of(node).len());
    for nodes in alone.chunks(FOUR) {
        add_scattered(nodes, terms, schedule);
    }
}

/// Minimum number of nodes in a batch of consecutive nodes; fewer are faster in scattered batches.
const FEWEST: usize = 3;

/// Adds a batch of those of the consecutive nodes whose slots are consecutive too. The others go to `left`.
fn add_side_by_side(
    nodes: &[u32],
    terms: &Terms<'_>,
    newest: &mut NewestPattern,
    schedule: &mut Schedule,
    left: &mut Vec<u32>,
) {
    let is_there = nodes[0] as usize + WIDE <= schedule.node_count;
    let (mut best, mut pattern) = (0_u8, Vec::new());
    for (lane, &node) in nodes.iter().enumerate() {
        let is_known = best & 1 << lane != 0;
        if !is_there || is_known || best.count_ones() as usize > nodes.len() / 2 {
            continue;
        }
        let Some(wanted) = terms.as_of_first(node, lane as u32, schedule.slots) else { continue };
        let fit = (0..nodes.len()).filter(|&lane| terms.fit(nodes[lane], lane as u32, &wanted));
        let fit = fit.fold(0_u8, |fit, lane| fit | 1 << lane);
        if fit.count_ones() > best.count_ones() {
            (best, pattern) = (fit, wanted);
        }
    }
    if (best.count_ones() as usize) < FEWEST {
        left.extend_from_slice(nodes);
        return;
    }
    left.extend(nodes.iter().enumerate().filter(|(lane, _)| best & 1 << lane == 0).map(|(_, &node)| node));
    let [mass, inverse_mass] = [&terms.layout.mass, &terms.layout.inverse_mass].map(|of| &of[nodes[0] as usize..]);
    let are_equal = |of: &[f64]| of[..WIDE].iter().all(|mass| mass.to_bits() == of[0].to_bits());
    let kind = match best {
        u8::MAX if inverse_mass[..WIDE].contains(&0.0) => GatherKind::Part,
        u8::MAX if are_equal(mass) && are_equal(inverse_mass) => GatherKind::Even,
        u8::MAX => GatherKind::Wide,
        _ => GatherKind::Part,
    };
    let [begin, count, shift] = newest.list(pattern, schedule);
    schedule.gathers.push(GatherBatch { kind, nodes: best, node: nodes[0], terms: begin, count, shift });
}

/// The newest list of terms; the next nodes mostly have the same list, shifted.
#[derive(Default)]
struct NewestPattern {
    pattern: Vec<(u32, bool)>,
    begin: u32,
    count: u32,
}

impl NewestPattern {
    /// Returns start and length of the list for a pattern, and the shift of its slots.
    fn list(&mut self, pattern: Vec<(u32, bool)>, schedule: &mut Schedule) -> [u32; 3] {
        let shift = match (self.pattern.first(), pattern.first()) {
            (Some(old), Some(new)) => new.0.checked_sub(old.0),
            _ => None,
        };
        let is_shifted = shift.is_some_and(|shift| {
            let shifted = self.pattern.iter().map(|&(slot, is_subtracted)| (slot + shift, is_subtracted));
            shifted.eq(pattern.iter().copied())
        });
        if let Some(shift) = shift.filter(|_| is_shifted) {
            return [self.begin, self.count, 2 * shift];
        }
        self.begin = schedule.terms.len() as u32;
        for of_sign in pattern.chunk_by(|one, next| one.1 == next.1) {
            schedule.terms.push(super::run(of_sign.len(), of_sign[0].1));
            schedule.terms.extend(of_sign.iter().map(|&(slot, _)| 2 * slot));
        }
        self.count = schedule.terms.len() as u32 - self.begin;
        self.pattern = pattern;
        [self.begin, self.count, 0]
    }
}

fn add_scattered(nodes: &[u32], terms: &Terms<'_>, schedule: &mut Schedule) {
    let nodes: [u32; FOUR] = std::array::from_fn(|lane| nodes[lane.min(nodes.len() - 1)]);
    let count = nodes.iter().map(|&node| terms.of(node).len()).max().unwrap_or(0);
    let nothing = GatherTerm { slot: schedule.slots as u32 - 1, ..GatherTerm::default() };
    let begin = schedule.four_terms.len() as u32;
    let level = |level: usize| {
        let all = nodes.map(|node| terms.of(node).get(level).copied().unwrap_or(nothing));
        let mut places = all.map(|term| 2 * term.slot);
        places[0] = 8 * places[0] + super::signs(all.map(|term| term.is_subtracted));
        places
    };
    schedule.four_terms.push(nodes);
    schedule.four_terms.extend((0..count).map(level));
    let (node, kind) = (nodes[0], GatherKind::Scattered);
    schedule.gathers.push(GatherBatch { kind, nodes: u8::MAX, node, terms: begin, count: count as u32, shift: 0 });
}

/// The terms of each node: springs, then spring links, then hull edges with gas, each in file order.
struct Terms<'a> {
    begins: Vec<u32>,
    terms: Vec<GatherTerm>,
    layout: &'a Layout,
}

impl<'a> Terms<'a> {
    fn new(swept: &SweptGraph<'a>, of_spring: impl Fn(usize) -> GatherTerm, schedule: &Schedule) -> Self {
        let nodes = schedule.node_count;
        let mut begins = vec![0_u32; nodes + 1];
        Self::for_each(swept, &of_spring, schedule, |node, _| begins[node as usize + 1] += 1);
        for node in 0..nodes {
            begins[node + 1] += begins[node];
        }
        let mut next = begins.clone();
        let mut terms = vec![GatherTerm::default(); begins[nodes] as usize];
        Self::for_each(swept, &of_spring, schedule, |node, term| {
            let place = &mut next[node as usize];
            terms[*place as usize] = term;
            *place += 1;
        });
        Self { begins, terms, layout: swept.layout }
    }

    fn for_each(
        swept: &SweptGraph<'_>,
        of_spring: impl Fn(usize) -> GatherTerm,
        schedule: &Schedule,
        mut give: impl FnMut(u32, GatherTerm),
    ) {
        for (_, body) in swept.bodies() {
            for spring in body.springs.clone() {
                let ([a, b], term) = (swept.ends(spring as u32), of_spring(spring));
                give(a, term);
                give(b, GatherTerm { is_subtracted: !term.is_subtracted, ..term });
            }
        }
        let layout = swept.layout;
        for link in &schedule.links {
            for (end, slot) in layout.links.springs[link.spring].ends.into_iter().zip(link.slots) {
                if let (LinkedEnd::Node(node), true) = (end, slot != NONE) {
                    give(node as u32, GatherTerm { slot, ..GatherTerm::default() });
                }
            }
        }
        for &[body, first] in &schedule.gas {
            for (slot, &[a, b]) in (first as u32..).zip(&layout.hull_edges[layout.bodies[body].hull_edges.clone()]) {
                let term = GatherTerm { slot, ..GatherTerm::default() };
                give(a, term);
                give(b, term);
            }
        }
    }

    fn of(&self, node: u32) -> &[GatherTerm] {
        &self.terms[self.begins[node as usize] as usize..self.begins[node as usize + 1] as usize]
    }

    /// The terms that lane 0 must read so that this node, in lane `lane`, reads its own terms. None if a slot is out of range.
    fn as_of_first(&self, node: u32, lane: u32, slots: usize) -> Option<Vec<(u32, bool)>> {
        let of_first = |term: &GatherTerm| {
            let slot = term.ring.before(term.slot, lane)?;
            (slot as usize + WIDE <= slots).then_some((slot, term.is_subtracted))
        };
        self.of(node).iter().map(of_first).collect()
    }

    /// True if a node in lane `lane` reads its own terms with this pattern of lane 0.
    fn fit(&self, node: u32, lane: u32, pattern: &[(u32, bool)]) -> bool {
        let terms = self.of(node);
        let fits = |(term, &(first, is_subtracted)): (&GatherTerm, &(u32, bool))| {
            let is_there = term.slot == first + lane || term.ring.copy(term.slot) == Some(first + lane);
            is_there && term.is_subtracted == is_subtracted
        };
        terms.len() == pattern.len() && terms.iter().zip(pattern).all(fits)
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::batched::schedule::Schedule;
    use crate::engine::batched::schedule::gather::{GatherKind, WIDE};
    use crate::engine::data::World;
    use crate::level::{Body, Level, Node, Spring};

    /// A lattice of springs along rows, columns and both diagonals, node after node.
    fn lattice(columns: usize, rows: usize) -> Level {
        let nodes =
            (0..columns * rows).map(|node| Node::at([(node % columns) as f64, (node / columns) as f64])).collect();
        let mut springs = Vec::new();
        for node in 0..columns * rows {
            let (column, row) = (node % columns, node / columns);
            let mut join = |is_there: bool, b: usize| {
                if is_there {
                    springs.push(Spring { a: node, b, rest_length: 1.0, stiffness: 1.0, damping: 0.1 });
                }
            };
            join(column + 1 < columns, node + 1);
            join(row + 1 < rows, node + columns);
            join(row + 1 < rows && column + 1 < columns, node + columns + 1);
            join(row + 1 < rows && column > 0, node + columns - 1);
        }
        Level { bodies: vec![Body { nodes, springs, gas: 0.0, ..Body::default() }], ..Level::default() }
    }

    /// Every node occurs once. Only the ends of rows are scattered, although ring buffers wrap every few rows.
    #[test]
    fn gather_batches_continue_across_ring_ends() {
        let world = World::new(&lattice(60, 40)).unwrap();
        let schedule = Schedule::new(&world.layout);
        assert!(!schedule.copies.is_empty(), "no slots go round");
        let mut times = vec![0; schedule.node_count];
        let mut scattered = Vec::new();
        for gather in &schedule.gathers {
            if gather.kind == GatherKind::Scattered {
                let four = schedule.four_terms[gather.terms as usize];
                scattered.extend_from_slice(&four);
                continue;
            }
            for lane in (0..WIDE).filter(|lane| gather.nodes & 1 << lane != 0) {
                times[gather.node as usize + lane] += 1;
            }
        }
        // Batches of fewer than four nodes repeat the last one.
        scattered.sort_unstable();
        scattered.dedup();
        scattered.iter().for_each(|&node| times[node as usize] += 1);
        assert!(times.iter().all(|&times| times == 1), "{times:?}");
        // Near the first and last rows nodes have other terms.
        scattered.retain(|node| (2 * 60..37 * 60).contains(node));
        let ends: Vec<u32> = (2..37).flat_map(|row| [60 * row, 60 * row + 59]).collect();
        assert_eq!(scattered, ends);
    }
}
