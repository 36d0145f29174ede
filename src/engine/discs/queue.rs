//! Coming impacts in order of time; ties go to the lowest kind, then to the lowest indices.
//!
//! Must never know: geometry, responses.

use crate::engine::trace::DiscImpact;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// An impact foreseen from the flights that the discs were on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coming {
    /// Since the start of the substep.
    pub time: f64,
    /// With what.
    pub kind: DiscImpact,
    /// The disc; of two the one of lower index.
    pub disc: u32,
    /// The other disc, or the obstacle.
    pub other: u32,
    /// Generations of both flights; 0 for an obstacle. It is void when one of them is on a later flight.
    pub generations: [u32; 2],
}

impl Coming {
    fn order(&self, other: &Self) -> Ordering {
        (self.time.total_cmp(&other.time))
            .then((self.kind, self.disc, self.other).cmp(&(other.kind, other.disc, other.other)))
            .then(self.generations.cmp(&other.generations))
    }
}

impl PartialEq for Coming {
    fn eq(&self, other: &Self) -> bool {
        self.order(other) == Ordering::Equal
    }
}

impl Eq for Coming {}

impl PartialOrd for Coming {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Coming {
    /// Reversed: the heap gives its greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.order(self)
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    heap: BinaryHeap<Coming>,
}

impl Queue {
    pub fn clear(&mut self) {
        self.heap.clear();
    }

    /// Takes in many at once, in place of what there was.
    pub fn fill(&mut self, fill: impl FnOnce(&mut Vec<Coming>)) {
        let mut all = std::mem::take(&mut self.heap).into_vec();
        all.clear();
        fill(&mut all);
        self.heap = BinaryHeap::from(all);
    }

    pub fn push(&mut self, coming: Coming) {
        self.heap.push(coming);
    }

    /// The first of all.
    pub fn pop(&mut self) -> Option<Coming> {
        self.heap.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_total_and_names_no_chance() {
        let coming = |time, kind, disc, other| Coming { time, kind, disc, other, generations: [0, 0] };
        let sorted = [
            coming(0.0, DiscImpact::Disc, 0, 1),
            coming(0.5, DiscImpact::Disc, 1, 2),
            coming(0.5, DiscImpact::Disc, 1, 3),
            coming(0.5, DiscImpact::Line, 0, 0),
            coming(0.5, DiscImpact::Segment, 0, 0),
            coming(0.5, DiscImpact::Circle, 0, 0),
            coming(0.75, DiscImpact::Disc, 0, 1),
        ];
        let mut queue = Queue::default();
        queue.push(sorted[0]);
        queue.fill(|all| all.extend([3, 0, 6].map(|index| sorted[index])));
        for index in [2, 5, 1, 4] {
            queue.push(sorted[index]);
        }
        for expected in sorted {
            assert_eq!(queue.pop(), Some(expected));
        }
        assert_eq!(queue.pop(), None);
    }
}
