//! Where the forces of each block lie: a ring of slots, used again once no node waits for what is in it.
//!
//! Must never know: springs, nodes.

use std::collections::VecDeque;

/// The first slot of each block, and how many slots there are. `lengths` are the slots that each block needs, `last_uses` the
/// last block that reads them; a block's own slots are written before they are read.
pub(super) fn place(lengths: &[u32], last_uses: &[u32]) -> (Vec<u32>, usize) {
    let total: usize = lengths.iter().map(|&length| length as usize).sum();
    let mut capacity = most_at_once(lengths, last_uses);
    while 2 * capacity < total {
        if let Some(places) = place_within(lengths, last_uses, capacity) {
            return (places, capacity);
        }
        capacity += capacity / 4 + 8;
    }
    // A ring would save little: each block has its own.
    let mut end = 0;
    let mut next = |length: &u32| {
        end += length;
        end - length
    };
    (lengths.iter().map(&mut next).collect(), total)
}

/// The greatest number of slots that are waited for at one time.
fn most_at_once(lengths: &[u32], last_uses: &[u32]) -> usize {
    let mut freed = vec![0; lengths.len() + 1];
    let (mut in_use, mut most) = (0, 0);
    for (block, (&length, &last)) in lengths.iter().zip(last_uses).enumerate() {
        in_use += length as usize;
        most = most.max(in_use);
        freed[last as usize] += length as usize;
        in_use -= freed[block];
    }
    most
}

fn place_within(lengths: &[u32], last_uses: &[u32], capacity: usize) -> Option<Vec<u32>> {
    let mut places = Vec::with_capacity(lengths.len());
    let mut waiting: VecDeque<(usize, usize, u32)> = VecDeque::new();
    let mut next = 0;
    for (block, (&length, &last)) in lengths.iter().zip(last_uses).enumerate() {
        let length = length as usize;
        waiting.retain(|&(_, _, last)| last as usize >= block);
        next = free_place(&waiting, next, length, capacity).or_else(|| free_place(&waiting, 0, length, capacity))?;
        waiting.push_back((next, next + length, last));
        places.push(next as u32);
        next += length;
    }
    Some(places)
}

/// The first place from `next` on that lies on nothing that is waited for.
fn free_place(
    waiting: &VecDeque<(usize, usize, u32)>,
    mut next: usize,
    length: usize,
    capacity: usize,
) -> Option<usize> {
    while next + length <= capacity {
        let in_the_way = waiting.iter().filter(|&&(from, to, _)| next < to && from < next + length);
        match in_the_way.map(|&(_, to, _)| to).max() {
            Some(end) => next = end,
            None => return Some(next),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::place;

    /// Each block is read by itself and the next: two places in turns.
    #[test]
    fn two_blocks_take_turns() {
        let last_uses: Vec<u32> = (1..10).chain([9]).collect();
        assert_eq!(place(&[8; 10], &last_uses), (vec![0, 8, 0, 8, 0, 8, 0, 8, 0, 8], 16));
    }

    /// The first is read at the very end: the others go round beside it.
    #[test]
    fn what_is_waited_for_is_left_alone() {
        let last_uses: Vec<u32> = [19].into_iter().chain(1..20).collect();
        let (places, count) = place(&[8; 20], &last_uses);
        assert_eq!(count, 16);
        assert!(places[0] == 0 && places[1..].iter().all(|&place| place == 8), "{places:?}");
    }

    #[test]
    fn where_a_ring_would_save_little_each_has_its_own() {
        assert_eq!(place(&[8, 16, 8], &[2, 2, 2]), (vec![0, 8, 24], 32));
        assert_eq!(place(&[], &[]), (vec![], 0));
    }

    /// Blocks of many sizes that are waited for in many ways never lie on one that is still to be read.
    #[test]
    fn no_two_that_are_waited_for_overlap() {
        let mut bits = 1_u64;
        let mut below = |count: u64| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (bits >> 33) % count
        };
        for _ in 0..200 {
            let count = 1 + below(60) as u32;
            let lengths: Vec<u32> = (0..count).map(|_| 8 * below(6) as u32).collect();
            let reach = 1 + below(8);
            let last_uses: Vec<u32> = (0..count).map(|block| (block + below(reach) as u32).min(count - 1)).collect();
            let (places, slots) = place(&lengths, &last_uses);
            for later in 0..count as usize {
                assert!(places[later] as usize + lengths[later] as usize <= slots);
                for earlier in (0..later).filter(|&earlier| last_uses[earlier] as usize >= later) {
                    let is_apart = places[earlier] + lengths[earlier] <= places[later]
                        || places[later] + lengths[later] <= places[earlier];
                    assert!(is_apart, "{earlier} and {later} of {lengths:?}, {last_uses:?}: {places:?}");
                }
            }
        }
    }
}
