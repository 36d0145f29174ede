//! Time-of-impact (TOI) queries of a disc against its neighbours: scalar, or four at a time with SIMD.
//!
//! Invariant: both forms insert the same events with the same bits. The scalar form is the reference.

use super::calendar_queue::{CalendarQueue, ToiEvent};
use super::linear_motion::LinearMotion;
use super::neighbour_lists::{NeighbourLists, holds, overlaps};
use super::{Mover, Role, simd_aabb, time_of_impact};
use crate::engine::data::trace::DiscImpact;
use crate::geometry::Aabb;
use fearless_simd::{f64x4, prelude::*};
use glam::DVec2;

/// Discs tested together: wider vectors do not divide faster, and few discs have more neighbours.
pub(super) const LANES: usize = 4;
/// Indices of discs tested together.
pub(super) type IndexBlock = [u32; LANES];

/// Discs and their swept AABBs.
#[derive(Clone, Copy)]
pub(super) struct ToiContext<'a> {
    pub movers: &'a [Mover],
    pub swept_aabbs: &'a [Aabb],
    pub end: f64,
}

/// A form of the time-of-impact queries and box tests: scalar or SIMD.
pub(super) trait ToiQuery: Copy {
    /// Inserts the impacts of a disc, whose motion is the newest, with each of some others. Free discs with an
    /// index below `first` are skipped, and so is the disc itself.
    fn query(self, context: ToiContext<'_>, disc: usize, others: (&[IndexBlock], usize), queue: &mut CalendarQueue);

    /// The same for two discs with new motions.
    fn query_both(
        self,
        context: ToiContext<'_>,
        pair: [usize; 2],
        others: [&[IndexBlock]; 2],
        queue: &mut CalendarQueue,
    );

    /// [`LinearMotion::swept_aabb`].
    fn swept_aabb(self, motion: LinearMotion, end: f64) -> Option<Aabb>;

    /// Whether a box expanded by a margin contains another one, with the rounding of the scalar form.
    fn holds(self, outer: &Aabb, margin: f64, inner: &Aabb) -> bool;
}

/// Scalar form, the reference.
#[derive(Clone, Copy)]
pub(super) struct ScalarQuery;

/// SIMD form: four discs at a time.
#[derive(Clone, Copy)]
pub(super) struct SimdQuery<S>(pub S);

/// Whether an impact of these two can have an effect.
fn is_relevant(first: &Mover, second: &Mover) -> bool {
    let can_wake = |mover: &Mover, other: &Mover| {
        mover.role == Role::Asleep
            && matches!(other.role, Role::Immovable | Role::Stopped)
            && other.motion.velocity != DVec2::ZERO
    };
    match (first.role == Role::Free, second.role == Role::Free) {
        (true, _) | (_, true) => true,
        (false, false) => {
            let are_stopped = first.role == Role::Stopped && second.role == Role::Stopped;
            are_stopped || can_wake(first, second) || can_wake(second, first)
        }
    }
}

impl ToiContext<'_> {
    /// The impact of two discs, if it happens and is relevant; their swept AABBs are known to overlap.
    #[inline(always)]
    pub fn toi_event(&self, [disc, other]: [usize; 2]) -> Option<ToiEvent> {
        let (first, second) = (&self.movers[disc.min(other)], &self.movers[disc.max(other)]);
        if !is_relevant(first, second) {
            return None;
        }
        let negligible = first.negligible + second.negligible;
        let time = time_of_impact::discs(&first.motion, &second.motion, negligible, self.end)?;
        Some(self.event(time, [disc, other]))
    }

    #[inline(always)]
    fn event(&self, time: f64, [disc, other]: [usize; 2]) -> ToiEvent {
        let pair = [disc.min(other), disc.max(other)];
        ToiEvent::new(time, DiscImpact::Disc, pair, pair.map(|disc| self.movers[disc].generation))
    }

    /// Whether a disc tests another one: see [`ToiQuery::query`].
    #[inline(always)]
    fn is_queried(&self, [disc, other]: [usize; 2], first: usize) -> bool {
        other != disc && (other >= first || self.movers[other].role != Role::Free)
    }

    /// Whether their swept AABBs overlap.
    #[inline(always)]
    pub fn are_near(&self, [disc, other]: [usize; 2]) -> bool {
        overlaps(&self.swept_aabbs[disc], &self.swept_aabbs[other])
    }
}

impl ToiQuery for ScalarQuery {
    fn query(
        self,
        context: ToiContext<'_>,
        disc: usize,
        (others, first): (&[IndexBlock], usize),
        queue: &mut CalendarQueue,
    ) {
        let mover = &context.movers[disc];
        for four in others {
            // Most discs separate, unpredictably: tested without a branch.
            let (mut closing, mut count) = ([0; LANES], 0);
            for &other in four {
                closing[count] = other as usize;
                let is_queried = context.is_queried([disc, other as usize], first);
                let motion = &context.movers[other as usize].motion;
                count += usize::from(time_of_impact::closes_in(&mover.motion, motion) & is_queried);
            }
            for &other in &closing[..count] {
                if let Some(event) = context.toi_event([disc, other])
                    && context.are_near([disc, other])
                {
                    queue.push(event);
                }
            }
        }
    }

    fn query_both(
        self,
        context: ToiContext<'_>,
        pair: [usize; 2],
        others: [&[IndexBlock]; 2],
        queue: &mut CalendarQueue,
    ) {
        for (disc, others) in pair.into_iter().zip(others) {
            self.query(context, disc, (others, 0), queue);
        }
    }

    fn swept_aabb(self, motion: LinearMotion, end: f64) -> Option<Aabb> {
        motion.swept_aabb(end)
    }

    fn holds(self, outer: &Aabb, margin: f64, inner: &Aabb) -> bool {
        holds(&outer.expanded(margin), inner)
    }
}

impl<S: Simd> ToiQuery for SimdQuery<S> {
    #[inline(always)]
    fn query(
        self,
        context: ToiContext<'_>,
        disc: usize,
        (others, first): (&[IndexBlock], usize),
        queue: &mut CalendarQueue,
    ) {
        for four in others {
            self.solve(&context, disc, four).push_events(&context, first, queue);
        }
    }

    #[inline(always)]
    fn query_both(
        self,
        context: ToiContext<'_>,
        pair: [usize; 2],
        others: [&[IndexBlock]; 2],
        queue: &mut CalendarQueue,
    ) {
        let (Some((first, later)), Some((other_first, other_later))) =
            (others[0].split_first(), others[1].split_first())
        else {
            self.query(context, pair[0], (others[0], 0), queue);
            self.query(context, pair[1], (others[1], 0), queue);
            return;
        };
        // The results are unpredictable: both blocks are computed before either is read.
        let (one, two) = (self.solve(&context, pair[0], first), self.solve(&context, pair[1], other_first));
        one.push_events(&context, 0, queue);
        two.push_events(&context, 0, queue);
        self.query(context, pair[0], (later, 0), queue);
        self.query(context, pair[1], (other_later, 0), queue);
    }

    #[inline(always)]
    fn swept_aabb(self, motion: LinearMotion, end: f64) -> Option<Aabb> {
        simd_aabb::swept_aabb(self.0, motion, end)
    }

    #[inline(always)]
    fn holds(self, outer: &Aabb, margin: f64, inner: &Aabb) -> bool {
        simd_aabb::holds(self.0, outer, margin, inner)
    }
}

impl<S: Simd> SimdQuery<S> {
    #[inline(always)]
    fn solve<'a>(self, context: &ToiContext<'_>, disc: usize, four: &'a IndexBlock) -> ToiBlock<'a> {
        let other = |lane: usize| &context.movers[four[lane] as usize];
        let others = [other(0), other(1), other(2), other(3)];
        let (hits, times) = solve_block(self.0, &context.movers[disc], others, context.end);
        ToiBlock { disc, four, hits, times }
    }
}

/// Results of a query against four discs.
struct ToiBlock<'a> {
    disc: usize,
    four: &'a IndexBlock,
    /// One bit per lane.
    hits: u64,
    times: [f64; LANES],
}

impl ToiBlock<'_> {
    /// Inserts the events; skips free discs below `first`.
    #[inline(always)]
    fn push_events(mut self, context: &ToiContext<'_>, first: usize, queue: &mut CalendarQueue) {
        let disc = self.disc;
        while self.hits != 0 {
            let lane = self.hits.trailing_zeros() as usize % LANES;
            self.hits &= self.hits - 1;
            let other = self.four[lane] as usize;
            if context.is_queried([disc, other], first)
                && is_relevant(&context.movers[disc], &context.movers[other])
                && context.are_near([disc, other])
            {
                queue.push(context.event(self.times[lane], [disc, other]));
            }
        }
    }
}

/// [`time_of_impact::discs`] for four discs, term by term; only signs that cancel depend on their order.
#[inline(always)]
fn solve_block<S: Simd>(simd: S, mover: &Mover, others: [&Mover; LANES], end: f64) -> (u64, [f64; LANES]) {
    let splat = |number: f64| f64x4::splat(simd, number);
    let column = |of: fn(&Mover) -> f64| f64x4::simd_from(simd, others.map(of));
    let [[x, y], [vx, vy]] = columns(simd, others);
    let LinearMotion { position, velocity, time: now, .. } = mover.motion;
    let flown = splat(now) - column(|other| other.motion.time);
    let (dx, dy) = ((x + vx * flown) - splat(position.x), (y + vy * flown) - splat(position.y));
    let (dvx, dvy) = (vx - splat(velocity.x), vy - splat(velocity.y));
    let distance = column(|other| other.motion.radius) + splat(mover.motion.radius);
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
    let hits = is_swift
        & (is_in | discriminant.simd_lt(splat(f64::INFINITY)))
        & time.simd_le(splat(end))
        & !distance.simd_eq(zero);
    (hits.to_bitmask(), time.into())
}

/// Positions and velocities of four discs, x and y as columns.
#[inline(always)]
fn columns<S: Simd>(simd: S, movers: [&Mover; LANES]) -> [[f64x4<S>; 2]; 2] {
    let row = |mover: &Mover| {
        let LinearMotion { position, velocity, .. } = mover.motion;
        f64x4::simd_from(simd, [position.x, position.y, velocity.x, velocity.y])
    };
    let (a, b, c, d) = (row(movers[0]), row(movers[1]), row(movers[2]), row(movers[3]));
    let (even, odd) = ([a.zip_low(c), a.zip_high(c)], [b.zip_low(d), b.zip_high(d)]);
    let both = |half: usize| [even[half].zip_low(odd[half]), even[half].zip_high(odd[half])];
    [both(0), both(1)]
}

/// Whether it is a moving disc of infinite mass.
pub(super) fn is_driven(mover: &Mover) -> bool {
    mover.role == Role::Immovable && mover.motion.velocity != DVec2::ZERO
}

/// First events where most discs are still: free discs query all, driven ones query sleeping discs.
pub(super) fn query_moving(near: &NeighbourLists, context: ToiContext<'_>, queue: &mut CalendarQueue) {
    for (disc, mover) in context.movers.iter().enumerate() {
        let is_driven = is_driven(mover);
        if mover.role != Role::Free && !is_driven {
            continue;
        }
        near.grid.for_each(near.swept_aabb(disc), |other| {
            let is_queried_by_other = match context.movers[other].role {
                Role::Free => is_driven || other <= disc,
                Role::Asleep => false,
                _ => is_driven,
            };
            if other != disc
                && !is_queried_by_other
                && let Some(event) = context.toi_event([disc, other])
            {
                queue.push(event);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::data::InstructionSet;
    use crate::engine::data::instruction_set::Kernel;

    /// Query of one disc with one instruction set.
    struct DiscQuery<'a> {
        context: ToiContext<'a>,
        disc: usize,
        others: (&'a [IndexBlock], usize),
        queue: &'a mut CalendarQueue,
    }

    /// Query of two discs.
    struct PairQuery<'a> {
        context: ToiContext<'a>,
        pair: [usize; 2],
        others: [&'a [IndexBlock]; 2],
        queue: &'a mut CalendarQueue,
    }

    impl Kernel for PairQuery<'_> {
        type Output = ();

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            SimdQuery(simd).query_both(self.context, self.pair, self.others, self.queue);
        }
    }

    impl Kernel for DiscQuery<'_> {
        type Output = ();

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            SimdQuery(simd).query(self.context, self.disc, self.others, self.queue);
        }
    }

    /// Reproducible numbers below a bound.
    struct Random(u64);

    impl Random {
        fn next(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }

        fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
            all[self.next(all.len() as u64) as usize]
        }

        /// On a coarse grid, where many touch exactly, coincide or have equal speeds; or on a fine one.
        fn vector(&mut self, is_fine: bool, scale: f64) -> DVec2 {
            let grid = if is_fine { 1 << 20 } else { 6 };
            let mut number = || (self.next(grid) as f64 / grid as f64 - 0.5) * scale;
            DVec2::new(number(), number())
        }

        fn mover(&mut self, round: usize) -> Mover {
            let is_fine = round.is_multiple_of(2);
            let scale = [1.0, 1.0, 1.0, 1e-160, 1e150, 1e200][round % 6];
            let motion = LinearMotion {
                position: self.vector(is_fine, 6.0 * scale),
                velocity: self.vector(is_fine, 8.0 * scale),
                time: self.one_of(&[0.0, 0.125, 0.25]),
                radius: scale * self.one_of(&[0.0, 0.5, 0.5, 0.75]),
            };
            let negligible = self.one_of(&[0.0, 1e-15, 1e-15, 0.5, f64::INFINITY]) * scale;
            let role = self.one_of(&[Role::Free, Role::Free, Role::Free, Role::Asleep, Role::Stopped, Role::Immovable]);
            Mover { motion, negligible, generation: self.next(9) as u32, role }
        }
    }

    fn all(queue: &mut CalendarQueue) -> Vec<ToiEvent> {
        std::iter::from_fn(|| queue.pop(|_| true)).collect()
    }

    /// Equal events, bit for bit, with every instruction set.
    #[test]
    fn four_at_a_time_are_as_one_by_one() {
        const END: f64 = 1.0;
        let mut random = Random(7);
        let (mut events, mut queries) = (0, 0);
        for round in 0..6000 {
            let mut movers: Vec<Mover> = (0..9).map(|_| random.mover(round)).collect();
            let disc = random.next(9) as usize;
            let pair = [disc, (disc + 1) % 9];
            for disc in pair {
                movers[disc].motion.time = 0.25;
            }
            let swept_aabb = |mover: &Mover| mover.motion.swept_aabb(END).unwrap_or(Aabb::EMPTY);
            let swept_aabbs: Vec<Aabb> = movers.iter().map(swept_aabb).collect();
            let most = random.next(5);
            let [theirs, of_next] = pair.map(|disc| {
                let is_other = |other: &u32| *other as usize != disc && random.next(4) < most;
                let mut others: Vec<u32> = (0..9).filter(is_other).collect();
                others.resize(others.len().next_multiple_of(LANES), disc as u32);
                others
            });
            let [theirs, of_next] = [theirs.as_chunks().0, of_next.as_chunks().0];
            let others = (theirs, random.one_of(&[0, disc]));
            let context = ToiContext { movers: &movers, swept_aabbs: &swept_aabbs, end: END };
            let mut queue = CalendarQueue::default();
            queue.begin(END, 9);
            ScalarQuery.query(context, disc, others, &mut queue);
            let expected = all(&mut queue);
            queries += LANES * others.0.len();
            events += expected.len();
            queue.begin(END, 9);
            ScalarQuery.query_both(context, pair, [theirs, of_next], &mut queue);
            let expected_of_both = all(&mut queue);
            for set in InstructionSet::available().filter(|&set| set != InstructionSet::Plain) {
                queue.begin(END, 9);
                set.run(DiscQuery { context, disc, others, queue: &mut queue }).unwrap();
                assert_eq!(all(&mut queue), expected, "{set:?}, round {round}");
                queue.begin(END, 9);
                set.run(PairQuery { context, pair, others: [theirs, of_next], queue: &mut queue }).unwrap();
                assert_eq!(all(&mut queue), expected_of_both, "{set:?}, both in round {round}");
            }
        }
        assert!(events * 50 > queries, "{events} of {queries}");
    }

    #[test]
    fn toi_query_never_reports_the_disc_itself() {
        // The square of the speed overflows, so no closing speed is known to be negligible.
        let motion = LinearMotion { velocity: DVec2::splat(1e200), radius: 1.0, ..LinearMotion::default() };
        let mover = Mover { motion, negligible: f64::INFINITY, role: Role::Free, ..Mover::default() };
        let (movers, swept_aabbs) = ([mover; 2], [mover.motion.swept_aabb(1.0).unwrap(); 2]);
        let context = ToiContext { movers: &movers, swept_aabbs: &swept_aabbs, end: 1.0 };
        let mut queue = CalendarQueue::default();
        queue.begin(1.0, 2);
        ScalarQuery.query(context, 1, (&[[1; LANES]], 0), &mut queue);
        for set in InstructionSet::available().filter(|&set| set != InstructionSet::Plain) {
            set.run(DiscQuery { context, disc: 1, others: (&[[1; LANES]], 0), queue: &mut queue }).unwrap();
        }
        assert_eq!(all(&mut queue), []);
    }
}
