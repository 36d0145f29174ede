//! Time-of-impact (TOI) queries of a disc against its neighbours. `benches/notes/discs.md` has the experiments.

use super::calendar_queue::{CalendarQueue, ToiEvent};
use super::neighbour_lists::{IndexBlock, LANES, NeighbourLists, overlaps};
use super::{Mover, Role, time_of_impact};
use crate::engine::data::links::Filters;
use crate::engine::data::trace::DiscImpact;
use crate::geometry::Aabb;
use glam::DVec2;

/// Discs and their swept AABBs.
#[derive(Clone, Copy)]
pub(super) struct ToiContext<'a> {
    pub movers: &'a [Mover],
    pub swept_aabbs: &'a [Aabb],
    pub filters: &'a Filters,
    pub end: f64,
}

/// True if an impact of these two can change a velocity.
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
    /// Inserts the impacts of a disc with some others. Its motion is the newest. The query skips the disc itself and free discs
    /// with an index below `first`.
    #[inline(always)]
    pub fn query(&self, disc: usize, (others, first): (&[IndexBlock], usize), queue: &mut CalendarQueue) {
        let mover = &self.movers[disc];
        for block in others {
            // Most discs separate, in no pattern: a branch would be mispredicted.
            let (mut closing, mut count) = ([0; LANES], 0);
            for &other in block {
                closing[count] = other as usize;
                let is_queried = self.is_queried([disc, other as usize], first);
                let motion = &self.movers[other as usize].motion;
                count += usize::from(time_of_impact::closes_in(&mover.motion, motion) & is_queried);
            }
            for &other in &closing[..count] {
                if let Some(event) = self.toi_event([disc, other])
                    && self.are_near([disc, other])
                {
                    queue.push(event);
                }
            }
        }
    }

    /// Returns the next impact of two discs, if there is one and it is relevant. The caller tests if their swept AABBs overlap.
    #[inline(always)]
    pub fn toi_event(&self, [disc, other]: [usize; 2]) -> Option<ToiEvent> {
        let (first, second) = (&self.movers[disc.min(other)], &self.movers[disc.max(other)]);
        if !is_relevant(first, second) || !self.filters.discs_collide(disc, other) {
            return None;
        }
        let negligible = first.negligible + second.negligible;
        let time = time_of_impact::discs(&first.motion, &second.motion, negligible, self.end)?;
        Some(self.event(time, [disc, other]))
    }

    fn event(&self, time: f64, [disc, other]: [usize; 2]) -> ToiEvent {
        let pair = [disc.min(other), disc.max(other)];
        ToiEvent::new(time, DiscImpact::Disc, pair, pair.map(|disc| self.movers[disc].generation))
    }

    /// True if a disc tests another one: see [`ToiContext::query`].
    #[inline(always)]
    fn is_queried(&self, [disc, other]: [usize; 2], first: usize) -> bool {
        other != disc && (other >= first || self.movers[other].role != Role::Free)
    }

    /// True if their swept AABBs overlap.
    #[inline(always)]
    pub fn are_near(&self, [disc, other]: [usize; 2]) -> bool {
        overlaps(&self.swept_aabbs[disc], &self.swept_aabbs[other])
    }
}

/// True for a moving disc of infinite mass.
pub(super) fn is_driven(mover: &Mover) -> bool {
    mover.role == Role::Immovable && mover.motion.velocity != DVec2::ZERO
}

/// Inserts the first events if most discs are at rest: free discs query all discs, driven discs query sleeping ones.
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
    use super::super::linear_motion::LinearMotion;
    use super::*;

    #[test]
    fn toi_query_never_reports_the_disc_itself() {
        // The square of the speed overflows, so the test of the closing speed cannot exclude the pair.
        let motion = LinearMotion { velocity: DVec2::splat(1e200), radius: 1.0, ..LinearMotion::default() };
        let mover = Mover { motion, negligible: f64::INFINITY, role: Role::Free, ..Mover::default() };
        let (movers, swept_aabbs) = ([mover; 2], [mover.motion.swept_aabb(1.0).unwrap(); 2]);
        let filters = Filters::default();
        let context = ToiContext { movers: &movers, swept_aabbs: &swept_aabbs, filters: &filters, end: 1.0 };
        let mut queue = CalendarQueue::default();
        queue.begin(1.0, 2);
        context.query(1, (&[[1; LANES]], 0), &mut queue);
        assert_eq!(queue.pop(|_| true), None);
    }
}
