//! When a disc meets those near it: one by one, or four at a time with the same bits.
//!
//! Must never know: which discs are near, what impacts do.

use super::flight::Flight;
use super::neighbours::{Neighbours, holds, touches};
use super::queue::{Coming, Queue};
use super::{Mover, Role, lanes, time_of_impact};
use crate::engine::data::trace::DiscImpact;
use crate::geometry::Aabb;
use fearless_simd::{f64x4, prelude::*};
use glam::DVec2;

/// Discs that are looked at together: the divider is no wider, and few have more neighbours.
pub(super) const LANES: usize = 4;
/// Their indices.
pub(super) type Four = [u32; LANES];

/// Discs and their ways until the substep ends.
#[derive(Clone, Copy)]
pub(super) struct Crowd<'a> {
    pub movers: &'a [Mover],
    pub reaches: &'a [Aabb],
    pub end: f64,
}

/// A way to foresee, and to tell of boxes on the way.
pub(super) trait Foresee: Copy {
    /// Puts in the queue when a disc, whose flight is none of the earlier ones, meets each of some others, if it does. Of those that
    /// give way only from the number `first` on are asked. Itself among them is nobody.
    fn among(self, crowd: Crowd<'_>, disc: usize, others: (&[Four], usize), queue: &mut Queue);

    /// The same for two discs on new flights, and all of theirs.
    fn among_both(self, crowd: Crowd<'_>, pair: [usize; 2], others: [&[Four]; 2], queue: &mut Queue);

    /// [`Flight::reach`].
    fn reach(self, flight: Flight, end: f64) -> Option<Aabb>;

    /// Whether a box that has grown by a margin, whatever rounding makes of that, holds another one.
    fn holds(self, outer: &Aabb, margin: f64, inner: &Aabb) -> bool;
}

/// One by one: the reference.
#[derive(Clone, Copy)]
pub(super) struct OneByOne;

/// Four at a time.
#[derive(Clone, Copy)]
pub(super) struct Fours<S>(pub S);

/// Whether it matters that these two meet.
fn concerns(first: &Mover, second: &Mover) -> bool {
    let can_wake = |mover: &Mover, other: &Mover| {
        mover.role == Role::AtRest
            && matches!(other.role, Role::Immovable | Role::Stopped)
            && other.flight.velocity != DVec2::ZERO
    };
    match (first.role == Role::Free, second.role == Role::Free) {
        (true, _) | (_, true) => true,
        (false, false) => {
            let are_stopped = first.role == Role::Stopped && second.role == Role::Stopped;
            are_stopped || can_wake(first, second) || can_wake(second, first)
        }
    }
}

impl Crowd<'_> {
    /// When two discs meet, if they do and it matters; their reaches are known to touch.
    #[inline(always)]
    pub fn meeting(&self, [disc, other]: [usize; 2]) -> Option<Coming> {
        let (first, second) = (&self.movers[disc.min(other)], &self.movers[disc.max(other)]);
        if !concerns(first, second) {
            return None;
        }
        let negligible = first.negligible + second.negligible;
        let time = time_of_impact::discs(&first.flight, &second.flight, negligible, self.end)?;
        Some(self.coming(time, [disc, other]))
    }

    #[inline(always)]
    fn coming(&self, time: f64, [disc, other]: [usize; 2]) -> Coming {
        let pair = [disc.min(other), disc.max(other)];
        Coming::new(time, DiscImpact::Disc, pair, pair.map(|disc| self.movers[disc].generation))
    }

    /// Whether a disc is to ask another one at all: see [`Foresee::among`].
    #[inline(always)]
    fn is_asked(&self, [disc, other]: [usize; 2], first: usize) -> bool {
        other != disc && (other >= first || self.movers[other].role != Role::Free)
    }

    /// Whether their reaches touch.
    #[inline(always)]
    pub fn are_near(&self, [disc, other]: [usize; 2]) -> bool {
        touches(&self.reaches[disc], &self.reaches[other])
    }
}

impl Foresee for OneByOne {
    fn among(self, crowd: Crowd<'_>, disc: usize, (others, first): (&[Four], usize), queue: &mut Queue) {
        let mover = &crowd.movers[disc];
        for four in others {
            // Most part, which cannot be foretold: so it is asked without a branch.
            let (mut closing, mut count) = ([0; LANES], 0);
            for &other in four {
                closing[count] = other as usize;
                let is_asked = crowd.is_asked([disc, other as usize], first);
                let flight = &crowd.movers[other as usize].flight;
                count += usize::from(time_of_impact::closes_in(&mover.flight, flight) & is_asked);
            }
            for &other in &closing[..count] {
                if let Some(coming) = crowd.meeting([disc, other])
                    && crowd.are_near([disc, other])
                {
                    queue.push(coming);
                }
            }
        }
    }

    fn among_both(self, crowd: Crowd<'_>, pair: [usize; 2], others: [&[Four]; 2], queue: &mut Queue) {
        for (disc, others) in pair.into_iter().zip(others) {
            self.among(crowd, disc, (others, 0), queue);
        }
    }

    fn reach(self, flight: Flight, end: f64) -> Option<Aabb> {
        flight.reach(end)
    }

    fn holds(self, outer: &Aabb, margin: f64, inner: &Aabb) -> bool {
        holds(&outer.expanded(margin), inner)
    }
}

impl<S: Simd> Foresee for Fours<S> {
    #[inline(always)]
    fn among(self, crowd: Crowd<'_>, disc: usize, (others, first): (&[Four], usize), queue: &mut Queue) {
        for four in others {
            self.ask(&crowd, disc, four).tell(&crowd, first, queue);
        }
    }

    #[inline(always)]
    fn among_both(self, crowd: Crowd<'_>, pair: [usize; 2], others: [&[Four]; 2], queue: &mut Queue) {
        let (Some((first, later)), Some((other_first, other_later))) =
            (others[0].split_first(), others[1].split_first())
        else {
            self.among(crowd, pair[0], (others[0], 0), queue);
            self.among(crowd, pair[1], (others[1], 0), queue);
            return;
        };
        // Whom each of them meets cannot be foretold: so both are asked before either is told.
        let (one, two) = (self.ask(&crowd, pair[0], first), self.ask(&crowd, pair[1], other_first));
        one.tell(&crowd, 0, queue);
        two.tell(&crowd, 0, queue);
        self.among(crowd, pair[0], (later, 0), queue);
        self.among(crowd, pair[1], (other_later, 0), queue);
    }

    #[inline(always)]
    fn reach(self, flight: Flight, end: f64) -> Option<Aabb> {
        lanes::reach(self.0, flight, end)
    }

    #[inline(always)]
    fn holds(self, outer: &Aabb, margin: f64, inner: &Aabb) -> bool {
        lanes::holds(self.0, outer, margin, inner)
    }
}

impl<S: Simd> Fours<S> {
    #[inline(always)]
    fn ask<'a>(self, crowd: &Crowd<'_>, disc: usize, four: &'a Four) -> Answer<'a> {
        let other = |lane: usize| &crowd.movers[four[lane] as usize];
        let others = [other(0), other(1), other(2), other(3)];
        let (are_met, times) = meetings(self.0, &crowd.movers[disc], others, crowd.end);
        Answer { disc, four, are_met, times }
    }
}

/// Which of four a disc meets, and when.
struct Answer<'a> {
    disc: usize,
    four: &'a Four,
    /// One bit each.
    are_met: u64,
    times: [f64; LANES],
}

impl Answer<'_> {
    /// Of those that give way only from that number on.
    #[inline(always)]
    fn tell(mut self, crowd: &Crowd<'_>, first: usize, queue: &mut Queue) {
        let disc = self.disc;
        while self.are_met != 0 {
            let lane = self.are_met.trailing_zeros() as usize % LANES;
            self.are_met &= self.are_met - 1;
            let other = self.four[lane] as usize;
            if crowd.is_asked([disc, other], first)
                && concerns(&crowd.movers[disc], &crowd.movers[other])
                && crowd.are_near([disc, other])
            {
                queue.push(crowd.coming(self.times[lane], [disc, other]));
            }
        }
    }
}

/// Which of four a disc meets, and when: [`time_of_impact::discs`] term by term. Which of two is the first one shows in no bit, but for
/// signs that cancel.
#[inline(always)]
fn meetings<S: Simd>(simd: S, mover: &Mover, others: [&Mover; LANES], end: f64) -> (u64, [f64; LANES]) {
    let splat = |number: f64| f64x4::splat(simd, number);
    let column = |of: fn(&Mover) -> f64| f64x4::simd_from(simd, others.map(of));
    let [[x, y], [vx, vy]] = columns(simd, others);
    let Flight { position, velocity, time: now, .. } = mover.flight;
    let flown = splat(now) - column(|other| other.flight.time);
    let (dx, dy) = ((x + vx * flown) - splat(position.x), (y + vy * flown) - splat(position.y));
    let (dvx, dvy) = (vx - splat(velocity.x), vy - splat(velocity.y));
    let distance = column(|other| other.flight.radius) + splat(mover.flight.radius);
    let negligible = column(|other| other.negligible) + splat(mover.negligible);
    let b = dx * dvx + dy * dvy;
    let length_squared = dx * dx + dy * dy;
    let is_swift = b.simd_lt(-(negligible * length_squared.sqrt()));
    let c = length_squared - distance * distance;
    let cross = dx * dvy - dy * dvx;
    let discriminant = (dvx * dvx + dvy * dvy) * distance * distance - cross * cross;
    let zero = splat(0.0);
    let is_in = c.simd_le(zero);
    let time = splat(now) + is_in.select(zero, c / (discriminant.sqrt() - b));
    let are_met = is_swift
        & (is_in | discriminant.simd_lt(splat(f64::INFINITY)))
        & time.simd_le(splat(end))
        & !distance.simd_eq(zero);
    (are_met.to_bitmask(), time.into())
}

/// Positions and velocities of four: x and y of each.
#[inline(always)]
fn columns<S: Simd>(simd: S, movers: [&Mover; LANES]) -> [[f64x4<S>; 2]; 2] {
    let row = |mover: &Mover| {
        let Flight { position, velocity, .. } = mover.flight;
        f64x4::simd_from(simd, [position.x, position.y, velocity.x, velocity.y])
    };
    let (a, b, c, d) = (row(movers[0]), row(movers[1]), row(movers[2]), row(movers[3]));
    let (even, odd) = ([a.zip_low(c), a.zip_high(c)], [b.zip_low(d), b.zip_high(d)]);
    let both = |half: usize| [even[half].zip_low(odd[half]), even[half].zip_high(odd[half])];
    [both(0), both(1)]
}

/// Whether it moves and gives way to nobody.
pub(super) fn is_bat(mover: &Mover) -> bool {
    mover.role == Role::Immovable && mover.flight.velocity != DVec2::ZERO
}

/// What all meet first, where most discs are still: those that give way look for all, driven ones for those at rest, which look for
/// none.
pub(super) fn foresee_few(near: &Neighbours, crowd: Crowd<'_>, queue: &mut Queue) {
    for (disc, mover) in crowd.movers.iter().enumerate() {
        let is_bat = is_bat(mover);
        if mover.role != Role::Free && !is_bat {
            continue;
        }
        near.swarm.for_each(near.reach(disc), |other| {
            let is_theirs = match crowd.movers[other].role {
                Role::Free => is_bat || other <= disc,
                Role::AtRest => false,
                _ => is_bat,
            };
            if other != disc
                && !is_theirs
                && let Some(coming) = crowd.meeting([disc, other])
            {
                queue.push(coming);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::data::InstructionSet;
    use crate::engine::data::instruction_set::Kernel;

    /// Asks for one disc with one set of instructions.
    struct Asked<'a> {
        crowd: Crowd<'a>,
        disc: usize,
        others: (&'a [Four], usize),
        queue: &'a mut Queue,
    }

    /// Asks for two.
    struct AskedBoth<'a> {
        crowd: Crowd<'a>,
        pair: [usize; 2],
        others: [&'a [Four]; 2],
        queue: &'a mut Queue,
    }

    impl Kernel for AskedBoth<'_> {
        type Output = ();

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            Fours(simd).among_both(self.crowd, self.pair, self.others, self.queue);
        }
    }

    impl Kernel for Asked<'_> {
        type Output = ();

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            Fours(simd).among(self.crowd, self.disc, self.others, self.queue);
        }
    }

    /// Numbers below a bound, the same in each run.
    struct Below(u64);

    impl Below {
        fn next(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }

        fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
            all[self.next(all.len() as u64) as usize]
        }

        /// On a coarse grid, so that many touch exactly, are at one place or at the same speed; or on a fine one.
        fn vector(&mut self, is_fine: bool, scale: f64) -> DVec2 {
            let grid = if is_fine { 1 << 20 } else { 6 };
            let mut number = || (self.next(grid) as f64 / grid as f64 - 0.5) * scale;
            DVec2::new(number(), number())
        }

        fn mover(&mut self, round: usize) -> Mover {
            let is_fine = round.is_multiple_of(2);
            let scale = [1.0, 1.0, 1.0, 1e-160, 1e150, 1e200][round % 6];
            let flight = Flight {
                position: self.vector(is_fine, 6.0 * scale),
                velocity: self.vector(is_fine, 8.0 * scale),
                time: self.one_of(&[0.0, 0.125, 0.25]),
                radius: scale * self.one_of(&[0.0, 0.5, 0.5, 0.75]),
            };
            let negligible = self.one_of(&[0.0, 1e-15, 1e-15, 0.5, f64::INFINITY]) * scale;
            let role = self.one_of(&[Role::Free, Role::Free, Role::Free, Role::AtRest, Role::Stopped, Role::Immovable]);
            Mover { flight, negligible, generation: self.next(9) as u32, role }
        }
    }

    fn all(queue: &mut Queue) -> Vec<Coming> {
        std::iter::from_fn(|| queue.pop(|_| true)).collect()
    }

    /// The very same impacts at the very same times by every set of instructions.
    #[test]
    fn four_at_a_time_are_as_one_by_one() {
        const END: f64 = 1.0;
        let mut below = Below(7);
        let (mut foreseen, mut asked) = (0, 0);
        for round in 0..6000 {
            let mut movers: Vec<Mover> = (0..9).map(|_| below.mover(round)).collect();
            let disc = below.next(9) as usize;
            let pair = [disc, (disc + 1) % 9];
            for disc in pair {
                movers[disc].flight.time = 0.25;
            }
            let reach = |mover: &Mover| mover.flight.reach(END).unwrap_or(Aabb::EMPTY);
            let reaches: Vec<Aabb> = movers.iter().map(reach).collect();
            let most = below.next(5);
            let [theirs, of_next] = pair.map(|disc| {
                let is_other = |other: &u32| *other as usize != disc && below.next(4) < most;
                let mut others: Vec<u32> = (0..9).filter(is_other).collect();
                others.resize(others.len().next_multiple_of(LANES), disc as u32);
                others
            });
            let [theirs, of_next] = [theirs.as_chunks().0, of_next.as_chunks().0];
            let others = (theirs, below.one_of(&[0, disc]));
            let crowd = Crowd { movers: &movers, reaches: &reaches, end: END };
            let mut queue = Queue::default();
            queue.begin(END, 9);
            OneByOne.among(crowd, disc, others, &mut queue);
            let expected = all(&mut queue);
            asked += LANES * others.0.len();
            foreseen += expected.len();
            queue.begin(END, 9);
            OneByOne.among_both(crowd, pair, [theirs, of_next], &mut queue);
            let expected_of_both = all(&mut queue);
            for set in InstructionSet::available().filter(|&set| set != InstructionSet::Plain) {
                queue.begin(END, 9);
                set.run(Asked { crowd, disc, others, queue: &mut queue }).unwrap();
                assert_eq!(all(&mut queue), expected, "{set:?}, round {round}");
                queue.begin(END, 9);
                set.run(AskedBoth { crowd, pair, others: [theirs, of_next], queue: &mut queue }).unwrap();
                assert_eq!(all(&mut queue), expected_of_both, "{set:?}, both in round {round}");
            }
        }
        assert!(foreseen * 50 > asked, "{foreseen} of {asked}");
    }

    #[test]
    fn nobody_meets_itself() {
        // A speed whose square is no number, so that nothing is known to be slow.
        let flight = Flight { velocity: DVec2::splat(1e200), radius: 1.0, ..Flight::default() };
        let mover = Mover { flight, negligible: f64::INFINITY, role: Role::Free, ..Mover::default() };
        let (movers, reaches) = ([mover; 2], [mover.flight.reach(1.0).unwrap(); 2]);
        let crowd = Crowd { movers: &movers, reaches: &reaches, end: 1.0 };
        let mut queue = Queue::default();
        queue.begin(1.0, 2);
        OneByOne.among(crowd, 1, (&[[1; LANES]], 0), &mut queue);
        for set in InstructionSet::available().filter(|&set| set != InstructionSet::Plain) {
            set.run(Asked { crowd, disc: 1, others: (&[[1; LANES]], 0), queue: &mut queue }).unwrap();
        }
        assert_eq!(all(&mut queue), []);
    }
}
