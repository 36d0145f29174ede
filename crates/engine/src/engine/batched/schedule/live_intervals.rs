//! Allocates slots: linear scan over live intervals (Poletto & Sarkar 1999), first fit.
//!
//! A slot is free after the last block that reads it. At most 64 gaps are kept, which bounds the time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Consecutive slots with one lifetime.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct LiveInterval {
    pub length: u32,
    /// First block that writes the slots.
    pub first: u32,
    /// Last block that reads the slots.
    pub last: u32,
}

/// Returns the first slot of each interval, and the number of slots. `intervals` ascend by `first`.
pub(in crate::engine) fn place(intervals: &[LiveInterval]) -> (Vec<u32>, usize) {
    let mut places = Vec::with_capacity(intervals.len());
    let mut waiting: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
    let mut free = FreeSlots::default();
    for (index, interval) in intervals.iter().enumerate() {
        while let Some(&Reverse((last, done))) = waiting.peek()
            && last < interval.first
        {
            waiting.pop();
            free.release(places[done], intervals[done].length);
        }
        places.push(free.allocate(interval.length));
        waiting.push(Reverse((interval.last, index)));
    }
    (places, free.end as usize)
}

/// Free slots: ascending gaps that do not touch, and everything from `end` on.
#[derive(Default)]
struct FreeSlots {
    /// [from, to)
    gaps: Vec<[u32; 2]>,
    end: u32,
}

/// Maximum number of gaps, so that time is proportional to the number of intervals.
const MOST_GAPS: usize = 64;

impl FreeSlots {
    /// Allocates from the lowest gap that is large enough, else at the end.
    fn allocate(&mut self, length: u32) -> u32 {
        if let Some(index) = self.gaps.iter().position(|[from, to]| to - from >= length) {
            let from = self.gaps[index][0];
            self.gaps[index][0] += length;
            if self.gaps[index][0] == self.gaps[index][1] {
                self.gaps.remove(index);
            }
            return from;
        }
        // A gap at the end is extended.
        let from = if self.gaps.last().is_some_and(|gap| gap[1] == self.end) { self.gaps.pop() } else { None };
        let from = from.map_or(self.end, |gap| gap[0]);
        self.end = from + length;
        from
    }

    fn release(&mut self, from: u32, length: u32) {
        let to = from + length;
        let index = self.gaps.partition_point(|gap| gap[0] < from);
        self.gaps.insert(index, [from, to]);
        if self.gaps.get(index + 1).is_some_and(|next| next[0] == to) {
            self.gaps[index][1] = self.gaps.remove(index + 1)[1];
        }
        if index > 0 && self.gaps[index - 1][1] == from {
            self.gaps[index - 1][1] = self.gaps.remove(index)[1];
        }
        if self.gaps.len() > MOST_GAPS {
            let smallest = (0..self.gaps.len()).min_by_key(|&index| self.gaps[index][1] - self.gaps[index][0]);
            smallest.map(|index| self.gaps.remove(index));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::batched::schedule::live_intervals::{LiveInterval, place};

    fn intervals(of: &[(u32, u32, u32)]) -> Vec<LiveInterval> {
        of.iter().map(|&(length, first, last)| LiveInterval { length, first, last }).collect()
    }

    /// Each interval is read by its own block and the next, so two slots ranges alternate.
    #[test]
    fn live_intervals_alternate_between_two_ranges() {
        let all: Vec<_> = (0..10).map(|block| (8, block, block + 1)).collect();
        assert_eq!(place(&intervals(&all)), (vec![0, 8, 0, 8, 0, 8, 0, 8, 0, 8], 16));
    }

    /// The first interval lives to the end; the others share the slots after it.
    #[test]
    fn live_intervals_keep_unread_slots() {
        let all: Vec<_> = [(8, 0, 19)].into_iter().chain((1..20).map(|block| (8, block, block))).collect();
        let (places, count) = place(&intervals(&all));
        assert_eq!(count, 16);
        assert!(places[0] == 0 && places[1..].iter().all(|&place| place == 8), "{places:?}");
    }

    /// 0..8 and 8..24 are free from block 3 on and merge to 24 slots; a longer interval extends the last gap.
    #[test]
    fn live_intervals_merge_adjacent_gaps() {
        let all = [(8, 0, 1), (16, 1, 2), (20, 3, 3), (4, 3, 3), (30, 4, 4)];
        assert_eq!(place(&intervals(&all)), (vec![0, 8, 0, 20, 0], 30));
        assert_eq!(place(&[]), (vec![], 0));
    }

    /// Random intervals never overlap a live one.
    #[test]
    fn live_intervals_never_overlap() {
        let mut bits = 1_u64;
        let mut below = |count: u64| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (bits >> 33) % count
        };
        for _ in 0..200 {
            let (count, reach) = (1 + below(300), 1 + below(200));
            let mut block = 0;
            let all: Vec<LiveInterval> = (0..count)
                .map(|_| {
                    block += below(2) as u32;
                    LiveInterval { length: 8 * (1 + below(6) as u32), first: block, last: block + below(reach) as u32 }
                })
                .collect();
            let (places, slots) = place(&all);
            for later in 0..all.len() {
                assert!(places[later] as usize + all[later].length as usize <= slots);
                for earlier in (0..later).filter(|&earlier| all[earlier].last >= all[later].first) {
                    let is_apart = places[earlier] + all[earlier].length <= places[later]
                        || places[later] + all[later].length <= places[earlier];
                    assert!(is_apart, "{earlier} and {later} of {all:?}: {places:?}");
                }
            }
        }
    }
}
