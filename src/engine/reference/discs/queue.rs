//! Coming impacts in order of time; ties go to the lowest kind, then to the lowest indices.
//!
//! Must never know: geometry, responses.

use crate::engine::data::trace::DiscImpact;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Stretches that a substep is cut into, for so many discs one.
const DISCS_A_STRETCH: usize = 1;
const MOST_STRETCHES: usize = 1 << 15;

/// An impact foreseen from the flights that the discs were on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coming {
    /// Since the start of the substep.
    pub time: f64,
    /// Kind, disc and other, 2 and twice 31 bits: what decides at equal times.
    rank: u64,
    /// Generations of both flights; 0 for an obstacle. It is void when one of them is on a later flight.
    pub generations: [u32; 2],
}

impl Coming {
    /// With what, which disc (of two the one of lower index), and which other disc or obstacle.
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

    /// Whether it is with another disc.
    #[inline(always)]
    pub fn is_of_discs(&self) -> bool {
        self.rank >> 62 == 0
    }

    /// With what.
    pub fn kind(&self) -> DiscImpact {
        match self.rank >> 62 {
            0 => DiscImpact::Disc,
            1 => DiscImpact::Line,
            2 => DiscImpact::Segment,
            _ => DiscImpact::Circle,
        }
    }

    /// The disc; of two the one of lower index.
    pub fn disc(&self) -> u32 {
        (self.rank >> 31) as u32 & (u32::MAX >> 1)
    }

    /// The other disc, or the obstacle.
    pub fn other(&self) -> u32 {
        self.rank as u32 & (u32::MAX >> 1)
    }
}

impl Coming {
    /// What comes first has the least. Times are not below 0, so that their bits are in their order.
    #[inline(always)]
    fn key(&self) -> u128 {
        debug_assert!(self.time.is_sign_positive(), "within the substep");
        u128::from(self.time.to_bits()) << 64 | u128::from(self.rank)
    }
}

impl Eq for Coming {}

impl PartialOrd for Coming {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Coming {
    /// Reversed: the heap gives its greatest first.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        (other.key(), other.generations).cmp(&(self.key(), self.generations))
    }
}

/// The impacts of the present stretch, in order. What impacts bring about mostly comes next, or nearly so: the very first ones are in
/// a short list, where that is the way to the end.
#[derive(Clone, Debug, Default)]
struct Present {
    /// The first one last.
    first: Vec<Coming>,
    /// Later ones.
    later: BinaryHeap<Coming>,
}

/// The most of the short list, and how many go to or come from the others at once.
const FIRST: usize = 64;
const AT_ONCE: usize = FIRST / 2;

impl Present {
    fn clear(&mut self) {
        self.first.clear();
        self.later.clear();
    }

    #[inline(always)]
    fn push(&mut self, coming: Coming) {
        if self.first.len() == FIRST {
            self.later.extend(self.first.drain(..AT_ONCE));
        }
        let key = coming.key();
        if self.later.peek().is_some_and(|later| later.key() < key) {
            self.later.push(coming);
            return;
        }
        let mut place = self.first.len();
        self.first.push(coming);
        while place > 0 && self.first[place - 1].key() < key {
            self.first[place] = self.first[place - 1];
            place -= 1;
        }
        self.first[place] = coming;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Coming> {
        if self.first.is_empty() && !self.later.is_empty() {
            self.fetch();
        }
        self.first.pop()
    }

    fn fetch(&mut self) {
        self.first.extend((0..AT_ONCE).map_while(|_| self.later.pop()));
        self.first.reverse();
    }

    /// In place of none.
    fn fill(&mut self, all: &mut Vec<Coming>) {
        if all.len() > AT_ONCE {
            let mut later = std::mem::take(&mut self.later).into_vec();
            later.append(all);
            self.later = BinaryHeap::from(later);
        }
        all.drain(..).for_each(|coming| self.push(coming));
    }
}

/// See the module. The substep is cut into stretches: only impacts of the present one are kept in order, which are few. Most
/// others are void before their stretch begins, and are never put in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    /// Those of the present stretch and of earlier ones.
    present: Present,
    /// Those with which a stretch begins.
    begun: Vec<Coming>,
    /// Those of later ones, in chains, and links that can be used again.
    links: Vec<Link>,
    /// First link of each stretch.
    stretches: Vec<u32>,
    free: u32,
    /// The first stretch that has not begun, and the same as a number: infinite, where there is none.
    next: usize,
    begun_until: f64,
    per_time: f64,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    coming: Coming,
    next: u32,
}

const NONE: u32 = u32::MAX;

impl Queue {
    /// For a substep that ends at `end`.
    pub fn begin(&mut self, end: f64, discs: usize) {
        let count = (discs / DISCS_A_STRETCH).clamp(1, MOST_STRETCHES);
        self.stretches.resize(count, NONE);
        self.clear();
        self.per_time = count as f64 / end;
    }

    pub fn clear(&mut self) {
        self.present.clear();
        self.links.clear();
        self.stretches.fill(NONE);
        (self.free, self.next, self.begun_until) = (NONE, 0, 0.0);
    }

    #[inline(always)]
    pub fn push(&mut self, coming: Coming) {
        // It never falls as time grows, so that no stretch has anything earlier than the one before.
        let stretch = coming.time * self.per_time;
        if stretch < self.begun_until {
            self.present.push(coming);
            return;
        }
        let stretch = (stretch as u32 as usize).min(self.stretches.len() - 1);
        let link = Link { coming, next: self.stretches[stretch] };
        if self.free == NONE {
            self.stretches[stretch] = self.links.len() as u32;
            self.links.push(link);
        } else {
            let place = &mut self.links[self.free as usize];
            self.stretches[stretch] = std::mem::replace(&mut self.free, place.next);
            *place = link;
        }
    }

    /// The first of all that are current.
    #[inline(always)]
    pub fn pop(&mut self, is_current: impl Fn(&Coming) -> bool) -> Option<Coming> {
        loop {
            while let Some(coming) = self.present.pop() {
                if is_current(&coming) {
                    return Some(coming);
                }
            }
            let begun = self.stretches[self.next..].iter().position(|&first| first != NONE)?;
            self.next += begun + 1;
            self.begun_until = if self.next < self.stretches.len() { self.next as f64 } else { f64::INFINITY };
            let mut at = self.stretches[self.next - 1];
            while at != NONE {
                let link = &mut self.links[at as usize];
                if is_current(&link.coming) {
                    self.begun.push(link.coming);
                }
                let next = std::mem::replace(&mut link.next, self.free);
                self.free = std::mem::replace(&mut at, next);
            }
            self.present.fill(&mut self.begun);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_total_and_names_no_chance() {
        let coming = |time, kind, disc, other| Coming::new(time, kind, [disc, other], [0, 0]);
        let sorted = [
            coming(0.0, DiscImpact::Disc, 0, 1),
            coming(0.5, DiscImpact::Disc, 1, 2),
            coming(0.5, DiscImpact::Disc, 1, 3),
            coming(0.5, DiscImpact::Line, 0, 0),
            coming(0.5, DiscImpact::Segment, 0, 0),
            coming(0.5, DiscImpact::Circle, 0, 0),
            coming(0.75, DiscImpact::Disc, 0, 1),
        ];
        for discs in [1, 8, 1000] {
            let mut queue = Queue::default();
            queue.begin(1.0, discs);
            for index in [3, 0, 6] {
                queue.push(sorted[index]);
            }
            assert_eq!(queue.pop(|_| true), Some(sorted[0]));
            // Some in the past of the stretch that has begun, some in its future.
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
    fn what_is_void_is_passed_over() {
        let mut queue = Queue::default();
        queue.begin(0.25, 100);
        for index in 0..50 {
            let time = f64::from(index * 37 % 50) * 0.005;
            queue.push(Coming::new(time, DiscImpact::Disc, [0, 1], [index, 0]));
        }
        let mut last = 0.0;
        for _ in 0..25 {
            let coming = queue.pop(|coming| coming.generations[0].is_multiple_of(2)).unwrap();
            assert!(coming.time >= last && coming.generations[0].is_multiple_of(2));
            last = coming.time;
        }
        assert_eq!(queue.pop(|coming| coming.generations[0].is_multiple_of(2)), None);
    }

    /// Against a list that is looked through each time: in one stretch or many, at many moments or few, more and fewer than the
    /// short list has room for.
    #[test]
    fn the_first_of_many_comes_first() {
        let mut seed = 5u64;
        let mut below = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        for (stretches, moments, most) in [(1, 1 << 20, 200), (1, 8, 200), (7, 1 << 20, 500), (1000, 1 << 20, 40)] {
            let (mut queue, mut model) = (Queue::default(), Vec::new());
            queue.begin(1.0, stretches);
            let mut now = 0.0;
            for _ in 0..4000 {
                let is_growing = below(2 * most) > model.len() as u64;
                if is_growing {
                    // Most of them soon.
                    let wait = below(moments) as f64 / moments as f64 * if below(4) > 0 { 0.01 } else { 1.0 };
                    let coming =
                        Coming::new(f64::min(now + wait, 1.0), DiscImpact::Disc, [0, below(900) as usize], [0; 2]);
                    queue.push(coming);
                    model.push(coming);
                } else {
                    let first = (0..model.len()).min_by_key(|&index| model[index].key());
                    let expected = first.map(|first| model.swap_remove(first));
                    assert_eq!(queue.pop(|_| true), expected);
                    now = expected.map_or(now, |coming| coming.time);
                }
            }
        }
    }

    #[test]
    fn what_was_put_in_comes_out() {
        let most = (1 << 31) - 1;
        for (kind, disc, other) in
            [(DiscImpact::Disc, 5, most), (DiscImpact::Circle, most, 0), (DiscImpact::Line, 1, 2)]
        {
            let coming = Coming::new(0.5, kind, [disc, other], [1, 2]);
            assert_eq!((coming.kind(), coming.disc() as usize, coming.other() as usize), (kind, disc, other));
        }
    }
}
