//! Priority queue of events: a calendar queue (Brown, *Commun. ACM* 31, 1220, 1988) over the substep.
//!
//! The substep is divided into buckets of equal duration. Only the current bucket is kept sorted. Most later events are
//! void before their bucket becomes current and are never sorted. Cost: O(1) amortised for evenly spread events.
//! Invariant: the order is total, by time, then kind, then indices. It does not depend on the order of insertion.

use crate::engine::data::trace::DiscImpact;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Discs per bucket. There is about one current event per disc, so about one per bucket.
const DISCS_PER_BUCKET: usize = 1;
const MAX_BUCKETS: usize = 1 << 15;

/// An impact predicted from two current motions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ToiEvent {
    /// Since the start of the substep.
    pub time: f64,
    /// Kind (2 bits), disc and other (31 bits each): the order at equal times.
    rank: u64,
    /// Generations of both motions; 0 for an obstacle. The event is void if either has changed.
    pub generations: [u32; 2],
}

impl ToiEvent {
    /// Event of a disc (the lower index of two) with another disc or an obstacle.
    #[inline]
    pub fn new(time: f64, kind: DiscImpact, [disc, other]: [usize; 2], generations: [u32; 2]) -> Self {
        debug_assert!(disc.max(other) < 1 << 31, "indices of 31 bits");
        let kind = match kind {
            DiscImpact::Disc => 0,
            DiscImpact::Line => 1,
            DiscImpact::Segment => 2,
            _ => 3,
        };
        Self { time, rank: kind << 62 | (disc as u64) << 31 | other as u64, generations }
    }

    /// True for an impact of two discs.
    #[inline(always)]
    pub fn is_of_discs(&self) -> bool {
        self.rank >> 62 == 0
    }

    /// Kind of the impact.
    pub fn kind(&self) -> DiscImpact {
        match self.rank >> 62 {
            0 => DiscImpact::Disc,
            1 => DiscImpact::Line,
            2 => DiscImpact::Segment,
            _ => DiscImpact::Circle,
        }
    }

    /// Index of the disc; the lower one of two.
    pub fn disc(&self) -> u32 {
        (self.rank >> 31) as u32 & (u32::MAX >> 1)
    }

    /// Index of the other disc, or of the obstacle.
    pub fn other(&self) -> u32 {
        self.rank as u32 & (u32::MAX >> 1)
    }
}

impl ToiEvent {
    /// Sort key. Times are not negative, so their bits have the same order.
    #[inline(always)]
    fn key(&self) -> u128 {
        debug_assert!(self.time.is_sign_positive(), "within the substep");
        u128::from(self.time.to_bits()) << 64 | u128::from(self.rank)
    }
}

impl Eq for ToiEvent {}

impl PartialOrd for ToiEvent {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ToiEvent {
    /// Reversed: `BinaryHeap` is a max-heap.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        (other.key(), other.generations).cmp(&(self.key(), self.generations))
    }
}

/// Events of the current bucket, sorted. New events are mostly due soon, so the earliest events are in a short sorted list and the
/// others in a binary heap.
#[derive(Clone, Debug, Default)]
struct CurrentBucket {
    /// Sorted, earliest last.
    first: Vec<ToiEvent>,
    /// Not earlier than any of `first`.
    later: BinaryHeap<ToiEvent>,
}

/// Capacity of the sorted list (3 KiB of events), and the number transferred to or from the heap at once.
const SORTED_LIMIT: usize = 64;
const TRANSFER: usize = SORTED_LIMIT / 2;

impl CurrentBucket {
    fn clear(&mut self) {
        self.first.clear();
        self.later.clear();
    }

    #[inline(always)]
    fn push(&mut self, event: ToiEvent) {
        if self.first.len() == SORTED_LIMIT {
            self.later.extend(self.first.drain(..TRANSFER));
        }
        let key = event.key();
        if self.later.peek().is_some_and(|later| later.key() < key) {
            self.later.push(event);
            return;
        }
        let mut place = self.first.len();
        self.first.push(event);
        while place > 0 && self.first[place - 1].key() < key {
            self.first[place] = self.first[place - 1];
            place -= 1;
        }
        self.first[place] = event;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<ToiEvent> {
        if self.first.is_empty() && !self.later.is_empty() {
            self.fetch();
        }
        self.first.pop()
    }

    fn fetch(&mut self) {
        self.first.extend((0..TRANSFER).map_while(|_| self.later.pop()));
        self.first.reverse();
    }

    /// Fills the empty bucket.
    fn fill(&mut self, all: &mut Vec<ToiEvent>) {
        if all.len() > TRANSFER {
            let mut later = std::mem::take(&mut self.later).into_vec();
            later.append(all);
            self.later = BinaryHeap::from(later);
        }
        all.drain(..).for_each(|event| self.push(event));
    }
}

/// A calendar queue. Buckets after the current one are unsorted linked lists.
#[derive(Clone, Debug, Default)]
pub(super) struct CalendarQueue {
    /// Events of the current and earlier buckets.
    current: CurrentBucket,
    /// Scratch: valid events of a bucket that becomes current.
    opened: Vec<ToiEvent>,
    /// Nodes of later buckets, and free nodes.
    nodes: Vec<EventNode>,
    /// First node of each bucket.
    buckets: Vec<u32>,
    free: u32,
    /// The first later bucket.
    next: usize,
    /// The same as a number; infinite if there is none.
    current_end: f64,
    buckets_per_time: f64,
}

#[derive(Clone, Copy, Debug)]
struct EventNode {
    event: ToiEvent,
    next: u32,
}

const NONE: u32 = u32::MAX;

impl CalendarQueue {
    /// Clears the queue for a substep that ends at `end`.
    pub fn begin(&mut self, end: f64, discs: usize) {
        let count = (discs / DISCS_PER_BUCKET).clamp(1, MAX_BUCKETS);
        self.buckets.resize(count, NONE);
        self.clear();
        self.buckets_per_time = count as f64 / end;
    }

    pub fn clear(&mut self) {
        self.current.clear();
        self.nodes.clear();
        self.buckets.fill(NONE);
        (self.free, self.next, self.current_end) = (NONE, 0, 0.0);
    }

    #[inline(always)]
    pub fn push(&mut self, event: ToiEvent) {
        // Monotonic in time, so no bucket has an event earlier than those of the previous bucket.
        let bucket = event.time * self.buckets_per_time;
        if bucket < self.current_end {
            self.current.push(event);
            return;
        }
        let bucket = (bucket as u32 as usize).min(self.buckets.len() - 1);
        let node = EventNode { event, next: self.buckets[bucket] };
        if self.free == NONE {
            self.buckets[bucket] = self.nodes.len() as u32;
            self.nodes.push(node);
        } else {
            let place = &mut self.nodes[self.free as usize];
            self.buckets[bucket] = std::mem::replace(&mut self.free, place.next);
            *place = node;
        }
    }

    /// Removes void events and returns the earliest current one.
    #[inline(always)]
    pub fn pop(&mut self, is_current: impl Fn(&ToiEvent) -> bool) -> Option<ToiEvent> {
        loop {
            while let Some(event) = self.current.pop() {
                if is_current(&event) {
                    return Some(event);
                }
            }
            let opened = self.buckets[self.next..].iter().position(|&first| first != NONE)?;
            self.next += opened + 1;
            self.current_end = if self.next < self.buckets.len() { self.next as f64 } else { f64::INFINITY };
            let mut at = self.buckets[self.next - 1];
            while at != NONE {
                let node = &mut self.nodes[at as usize];
                if is_current(&node.event) {
                    self.opened.push(node.event);
                }
                let next = std::mem::replace(&mut node.next, self.free);
                self.free = std::mem::replace(&mut at, next);
            }
            self.current.fill(&mut self.opened);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calendar_queue_orders_events_by_time_then_kind_then_index() {
        let event = |time, kind, disc, other| ToiEvent::new(time, kind, [disc, other], [0, 0]);
        let sorted = [
            event(0.0, DiscImpact::Disc, 0, 1),
            event(0.5, DiscImpact::Disc, 1, 2),
            event(0.5, DiscImpact::Disc, 1, 3),
            event(0.5, DiscImpact::Line, 0, 0),
            event(0.5, DiscImpact::Segment, 0, 0),
            event(0.5, DiscImpact::Circle, 0, 0),
            event(0.75, DiscImpact::Disc, 0, 1),
        ];
        for discs in [1, 8, 1000] {
            let mut queue = CalendarQueue::default();
            queue.begin(1.0, discs);
            for index in [3, 0, 6] {
                queue.push(sorted[index]);
            }
            assert_eq!(queue.pop(|_| true), Some(sorted[0]));
            // Some in the current bucket, some in later ones.
            for index in [2, 0, 5, 1, 4] {
                queue.push(sorted[index]);
            }
            for expected in sorted {
                assert_eq!(queue.pop(|_| true), Some(expected));
            }
            assert_eq!(queue.pop(|_| true), None);
        }
    }

    #[test]
    fn calendar_queue_skips_void_events() {
        let mut queue = CalendarQueue::default();
        queue.begin(0.25, 100);
        for index in 0..50 {
            let time = f64::from(index * 37 % 50) * 0.005;
            queue.push(ToiEvent::new(time, DiscImpact::Disc, [0, 1], [index, 0]));
        }
        let mut last = 0.0;
        for _ in 0..25 {
            let event = queue.pop(|event| event.generations[0].is_multiple_of(2)).unwrap();
            assert!(event.time >= last && event.generations[0].is_multiple_of(2));
            last = event.time;
        }
        assert_eq!(queue.pop(|event| event.generations[0].is_multiple_of(2)), None);
    }

    /// Compares with a linear search: one bucket or many, many distinct times or few, more and fewer events than the sorted list
    /// holds.
    #[test]
    fn calendar_queue_pops_the_first_event_like_a_linear_search() {
        let mut seed = 5u64;
        let mut below = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        for (buckets, moments, most) in [(1, 1 << 20, 200), (1, 8, 200), (7, 1 << 20, 500), (1000, 1 << 20, 40)] {
            let (mut queue, mut model) = (CalendarQueue::default(), Vec::new());
            queue.begin(1.0, buckets);
            let mut now = 0.0;
            for _ in 0..4000 {
                let is_growing = below(2 * most) > model.len() as u64;
                if is_growing {
                    // Most of them are due soon.
                    let wait = below(moments) as f64 / moments as f64 * if below(4) > 0 { 0.01 } else { 1.0 };
                    let event =
                        ToiEvent::new(f64::min(now + wait, 1.0), DiscImpact::Disc, [0, below(900) as usize], [0; 2]);
                    queue.push(event);
                    model.push(event);
                } else {
                    let first = (0..model.len()).min_by_key(|&index| model[index].key());
                    let expected = first.map(|first| model.swap_remove(first));
                    assert_eq!(queue.pop(|_| true), expected);
                    now = expected.map_or(now, |event| event.time);
                }
            }
        }
    }

    #[test]
    fn toi_event_keeps_its_kind_and_indices() {
        let most = (1 << 31) - 1;
        for (kind, disc, other) in
            [(DiscImpact::Disc, 5, most), (DiscImpact::Circle, most, 0), (DiscImpact::Line, 1, 2)]
        {
            let event = ToiEvent::new(0.5, kind, [disc, other], [1, 2]);
            assert_eq!((event.kind(), event.disc() as usize, event.other() as usize), (kind, disc, other));
        }
    }
}
