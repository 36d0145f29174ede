//! Which nodes sum up together, and what.
//!
//! Must never know: how it is used, why a slot is where it is.

use super::build::Swept;
use super::{BLOCK_NODES, FOUR, Piece, PieceKind, Schedule, WIDE};

/// Adds the pieces of all blocks. `terms_of` has for each spring the term of its first end; `order` has the nodes, block by block.
pub(super) fn add(swept: &Swept<'_>, order: &[u32], terms_of: &[u32], schedule: &mut Schedule) {
    let terms = Terms::new(swept, terms_of, schedule);
    for (block, nodes) in order.chunks(BLOCK_NODES).enumerate() {
        let first = schedule.pieces.len();
        add_block(nodes, &terms, schedule);
        // Parts touch their neighbours, and must not wait until these have arrived in the cache.
        schedule.pieces[first..].sort_by_key(|piece| piece.kind);
        schedule.blocks[block].pieces = schedule.pieces.len() as u32;
    }
}

fn add_block(nodes: &[u32], terms: &Terms, schedule: &mut Schedule) {
    let (mut index, mut alone) = (0, Vec::new());
    while index < nodes.len() {
        let row = row(&nodes[index..], terms);
        add_row(row, terms, schedule, &mut alone);
        index += row.len();
    }
    // Those with as many terms together: then there is little to fill up.
    alone.sort_by_key(|&node| terms.of(node).len());
    for nodes in alone.chunks(FOUR) {
        add_scattered(nodes, terms, schedule);
    }
}

/// The first nodes that lie side by side with slots side by side.
fn row<'a>(nodes: &'a [u32], terms: &Terms) -> &'a [u32] {
    let of_first = terms.of(nodes[0]);
    let goes_on = |&(count, &next): &(usize, &u32)| {
        let shifted = of_first.iter().map(|term| term + 2 * count as u32);
        next == nodes[0] + count as u32 && terms.of(next).iter().copied().eq(shifted)
    };
    let count = nodes.iter().enumerate().take_while(goes_on).count();
    &nodes[..count]
}

/// Nodes of a part of eight at least: fewer are done sooner with others that lie anywhere.
const FEWEST: usize = 3;

/// Eight by eight; what remains is a part of eight, if it is not too small.
fn add_row(row: &[u32], terms: &Terms, schedule: &mut Schedule, left: &mut Vec<u32>) {
    let (begin, of_first) = (schedule.terms.len(), terms.of(row[0]));
    for of_sign in of_first.chunk_by(|one, next| one % 2 == next % 2) {
        schedule.terms.push(super::run(of_sign.len(), of_sign[0] % 2 == 1));
        schedule.terms.extend(of_sign.iter().map(|term| term - term % 2));
    }
    let count = (schedule.terms.len() - begin) as u32;
    let furthest = of_first.iter().max().map_or(0, |term| term / 2) as usize;
    let mut done = 0;
    while done + FEWEST <= row.len() {
        let nodes = (row.len() - done).min(WIDE);
        let is_there = row[done] as usize + WIDE <= schedule.node_count && furthest + done + WIDE <= schedule.slots;
        if !is_there {
            break;
        }
        let kind = if nodes == WIDE { PieceKind::Wide } else { PieceKind::Part };
        let (node, shift) = (row[done], 2 * done as u32);
        schedule.pieces.push(Piece { kind, nodes: nodes as u8, node, terms: begin as u32, count, shift });
        done += nodes;
    }
    if done == 0 {
        schedule.terms.truncate(begin);
    }
    left.extend_from_slice(&row[done..]);
}

fn add_scattered(nodes: &[u32], terms: &Terms, schedule: &mut Schedule) {
    let nodes: [u32; FOUR] = std::array::from_fn(|lane| nodes[lane.min(nodes.len() - 1)]);
    let count = nodes.iter().map(|&node| terms.of(node).len()).max().unwrap_or(0);
    let nothing = 2 * (schedule.slots as u32 - 1);
    let begin = schedule.four_terms.len() as u32;
    let level = |level: usize| {
        let all = nodes.map(|node| terms.of(node).get(level).copied().unwrap_or(nothing));
        let mut places = all.map(|term| term - term % 2);
        places[0] = 8 * places[0] + super::signs(all.map(|term| term % 2 == 1));
        places
    };
    schedule.four_terms.push(nodes);
    schedule.four_terms.extend((0..count).map(level));
    let (node, kind) = (nodes[0], PieceKind::Scattered);
    schedule.pieces.push(Piece { kind, nodes: FOUR as u8, node, terms: begin, count: count as u32, shift: 0 });
}

/// The terms of each node: springs in file order, then hull edges with gas in file order.
struct Terms {
    begins: Vec<u32>,
    terms: Vec<u32>,
}

impl Terms {
    fn new(swept: &Swept<'_>, terms_of: &[u32], schedule: &Schedule) -> Self {
        let nodes = schedule.node_count;
        let mut begins = vec![0_u32; nodes + 1];
        Self::for_each(swept, terms_of, schedule, |node, _| begins[node as usize + 1] += 1);
        for node in 0..nodes {
            begins[node + 1] += begins[node];
        }
        let mut next = begins.clone();
        let mut terms = vec![0; begins[nodes] as usize];
        Self::for_each(swept, terms_of, schedule, |node, term| {
            let place = &mut next[node as usize];
            terms[*place as usize] = term;
            *place += 1;
        });
        Self { begins, terms }
    }

    fn for_each(swept: &Swept<'_>, terms_of: &[u32], schedule: &Schedule, mut give: impl FnMut(u32, u32)) {
        for (_, body) in swept.bodies() {
            for spring in body.springs.clone() {
                let [a, b] = swept.ends(spring as u32);
                give(a, terms_of[spring]);
                give(b, terms_of[spring] ^ 1);
            }
        }
        let layout = swept.layout;
        for &[body, first] in &schedule.gas {
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
