//! Allocates slots: linear scan over live intervals (Poletto & Sarkar 1999), first fit.
//!
//! A slot is free again after the last block that reads it. At most 64 gaps are remembered, which bounds the time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Slots in a row that are written and read together.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct LiveInterval {
    pub length: u32,
    /// The block that first writes them.
    pub first: u32,
    /// The block in which they are read for the last time.
    pub last: u32,
}

/// The first slot of each interval, and the number of slots. Intervals come in the order of the blocks that first write them.
pub(in crate::engine) fn place(intervals: &[LiveInterval]) -> (Vec<u32>, usize) {
    let mut places = Vec::with_capacity(intervals.len());
    let mut waiting: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
    let mut room = FreeSlots::default();
    for (index, interval) in intervals.iter().enumerate() {
        while let Some(&Reverse((last, done))) = waiting.peek()
            && last < interval.first
        {
            waiting.pop();
            room.give(places[done], intervals[done].length);
        }
        places.push(room.take(interval.length));
        waiting.push(Reverse((interval.last, index)));
    }
    (places, room.end as usize)
}

/// What is free: gaps, ascending, no two of them touch; and all that lies behind the end.
#[derive(Default)]
struct FreeSlots {
    /// From, to.
    gaps: Vec<[u32; 2]>,
    end: u32,
}

/// Gaps that are remembered: time stays proportional to the number of intervals, however they come and go.
const MOST_GAPS: usize = 64;

impl FreeSlots {
    /// The lowest gap that is large enough.
    fn take(&mut self, length: u32) -> u32 {
        if let Some(index) = self.gaps.iter().position(|[from, to]| to - from >= length) {
            let from = self.gaps[index][0];
            self.gaps[index][0] += length;
            if self.gaps[index][0] == self.gaps[index][1] {
                self.gaps.remove(index);
            }
            return from;
        }
        // A gap at the very end is made larger.
        let from = if self.gaps.last().is_some_and(|gap| gap[1] == self.end) { self.gaps.pop() } else { None };
        let from = from.map_or(self.end, |gap| gap[0]);
        self.end = from + length;
        from
    }

    fn give(&mut self, from: u32, length: u32) {
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

    /// Each is read by its own block and the next: two places in turns.
    #[test]
    fn two_stretches_take_turns() {
        let all: Vec<_> = (0..10).map(|block| (8, block, block + 1)).collect();
        assert_eq!(place(&intervals(&all)), (vec![0, 8, 0, 8, 0, 8, 0, 8, 0, 8], 16));
    }

    /// The first is read at the very end: the others go round beside it.
    #[test]
    fn what_is_waited_for_is_left_alone() {
        let all: Vec<_> = [(8, 0, 19)].into_iter().chain((1..20).map(|block| (8, block, block))).collect();
        let (places, count) = place(&intervals(&all));
        assert_eq!(count, 16);
        assert!(places[0] == 0 && places[1..].iter().all(|&place| place == 8), "{places:?}");
    }

    /// 0..8 and 8..24 are free from block 3 on, together 24; what is larger than that goes on from there.
    #[test]
    fn gaps_that_touch_are_one() {
        let all = [(8, 0, 1), (16, 1, 2), (20, 3, 3), (4, 3, 3), (30, 4, 4)];
        assert_eq!(place(&intervals(&all)), (vec![0, 8, 0, 20, 0], 30));
        assert_eq!(place(&[]), (vec![], 0));
    }

    /// Intervals of many lengths never overlap one that is still to be read.
    #[test]
    fn no_two_that_are_waited_for_overlap() {
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
