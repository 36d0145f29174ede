//! Swept discs: event-driven simulation with exact times of impact (Alder & Wainwright, *J. Chem. Phys.* 31, 459, 1959;
//! Lubachevsky, *J. Comput. Phys.* 94, 255, 1991). The source is 002, whose §6 on many discs is a heading only.
//!
//! Impacts are resolved in order of time. Each changes one or two motions; only the pairs of these discs are queried again. Events of
//! superseded motions are detected by generation counters and skipped. Cost: O(n + k) queries for k impacts. `impact_limiter` bounds
//! k per disc, `budget` for all discs; `sleeping` excludes discs at rest.

use super::budget::Budget;
use super::calendar_queue::ToiEvent;
use super::impact_limiter::{Impact, Support};
use super::impulse;
use super::impulse::ImpactBody;
use super::linear_motion::LinearMotion;
use super::toi_query::{ToiContext, is_driven, query_moving};
use super::trace_rows::{ObstacleImpact, PairImpact};
use super::{DiscScratch, Mover, Role, impact_limiter, sleeping, time_of_impact};
use crate::engine::data::Layout;
use crate::engine::data::observer::Watch;
use crate::engine::data::trace::DiscImpact;
use crate::geometry::Aabb;
use glam::DVec2;

/// Simulates all discs to the end of the substep. The motions begin at time 0 and remain valid at the end.
pub(super) fn run(layout: &Layout, scratch: &mut DiscScratch, contacts: &mut u64, watch: &mut Watch) {
    let events = SweptDiscs {
        layout,
        end: layout.substep_time,
        slow: sleeping::slow_speed(layout),
        swift: sleeping::swift_speed(layout),
        budget: Budget::of(layout.discs.count()),
        scratch,
        contacts,
        watch,
    };
    events.resolve();
}

struct SweptDiscs<'a, 'b> {
    layout: &'a Layout,
    /// Duration of the substep.
    end: f64,
    /// Greatest slow speed.
    slow: f64,
    /// Greatest speed that is not swift.
    swift: f64,
    budget: Budget,
    scratch: &'a mut DiscScratch,
    contacts: &'a mut u64,
    watch: &'a mut Watch<'b>,
}

impl SweptDiscs<'_, '_> {
    #[inline(always)]
    fn resolve(mut self) {
        self.query_all();
        while let Some(event) = self.next() {
            self.scratch.note_event();
            if !self.budget.begin_impact() {
                self.stop_all(event.time);
                return;
            }
            let pair = [event.disc() as usize, event.other() as usize];
            let (changed, count) = if event.is_of_discs() {
                self.resolve_disc_event(event.time, pair)
            } else {
                self.resolve_obstacle_event(event.kind(), event.time, pair);
                ([pair[0]; 2], 1)
            };
            // After both have changed: queries must use the new motion of the other disc.
            if count == 2 {
                self.query_both(changed);
            } else if count == 1 {
                self.query_discs(changed[0]);
                self.query_obstacles(changed[0]);
            }
        }
    }

    /// Inserts the first events of all discs.
    #[inline(always)]
    fn query_all(&mut self) {
        let DiscScratch { near, movers, queue, .. } = &mut *self.scratch;
        let (layout, end) = (self.layout, self.end);
        queue.begin(end, movers.len());
        let free = movers.iter().filter(|mover| mover.role == Role::Free).count();
        if near.discs.are_kept() {
            for disc in 0..movers.len() {
                let mover = &movers[disc];
                if mover.role == Role::Free || is_driven(mover) {
                    let (others, swept_aabbs) = near.discs.of(disc);
                    ToiContext { movers, swept_aabbs, filters: &layout.filters, end }.query(
                        disc,
                        (others, disc),
                        queue,
                    );
                }
            }
        } else {
            let context = ToiContext { movers, swept_aabbs: near.discs.swept_aabbs(), filters: &layout.filters, end };
            if 4 * free > movers.len() {
                near.discs.grid.for_each_pair(0.0, |disc, other| {
                    if let Some(event) = context.toi_event([disc, other])
                        && context.are_near([disc, other])
                    {
                        queue.push(event);
                    }
                });
            } else {
                query_moving(&near.discs, context, queue);
            }
        }
        for (disc, mover) in movers.iter().enumerate() {
            if mover.role != Role::Free || near.is_clear(disc) {
                continue;
            }
            near.obstacles(&mover.motion, near.discs.swept_aabb(disc), end, |obstacle| {
                if let Some(event) = obstacle_event(layout, mover, [disc, obstacle], end) {
                    queue.push(event);
                }
            });
        }
    }

    /// Inserts the impacts with other discs of a disc that has a new motion.
    #[inline(always)]
    fn query_discs(&mut self, disc: usize) {
        let DiscScratch { near, movers, queue, .. } = &mut *self.scratch;
        let (others, swept_aabbs) = near.discs.of(disc);
        self.budget.look(others.len());
        ToiContext { movers, swept_aabbs, filters: &self.layout.filters, end: self.end }.query(
            disc,
            (others, 0),
            queue,
        );
    }

    /// Inserts the impacts of two discs that have new motions.
    #[inline(always)]
    fn query_both(&mut self, pair: [usize; 2]) {
        let DiscScratch { near, movers, queue, .. } = &mut *self.scratch;
        if let Some((others, swept_aabbs)) = near.discs.of_both(pair) {
            self.budget.look(others[0].len() + others[1].len());
            let context = ToiContext { movers, swept_aabbs, filters: &self.layout.filters, end: self.end };
            context.query(pair[0], (others[0], 0), queue);
            context.query(pair[1], (others[1], 0), queue);
        } else {
            self.query_discs(pair[0]);
            self.query_discs(pair[1]);
        }
        self.query_obstacles(pair[0]);
        self.query_obstacles(pair[1]);
    }

    /// Inserts the impacts with obstacles of a disc that has a new motion.
    #[inline(always)]
    fn query_obstacles(&mut self, disc: usize) {
        let DiscScratch { near, movers, queue, .. } = &mut *self.scratch;
        let (mover, end) = (&movers[disc], self.end);
        let can_strike =
            mover.role == Role::Free || (mover.role == Role::Stopped && mover.motion.velocity != DVec2::ZERO);
        if can_strike && !near.is_clear(disc) {
            near.obstacles(&mover.motion, near.discs.swept_aabb(disc), end, |obstacle| {
                if let Some(event) = obstacle_event(self.layout, mover, [disc, obstacle], end) {
                    queue.push(event);
                }
            });
        }
    }

    /// Returns the next event whose motions are current.
    #[inline(always)]
    fn next(&mut self) -> Option<ToiEvent> {
        let DiscScratch { queue, movers, .. } = &mut *self.scratch;
        queue.pop(|event| {
            let generation = |disc: u32| movers[disc as usize].generation;
            let [first, second] = event.generations;
            generation(event.disc()) == first && (!event.is_of_discs() || generation(event.other()) == second)
        })
    }

    /// Resolves the impact of two discs; returns the discs with new motions and their number.
    #[inline(always)]
    fn resolve_disc_event(&mut self, time: f64, pair: [usize; 2]) -> ([usize; 2], usize) {
        let movers = pair.map(|disc| &self.scratch.movers[disc]);
        let motions = movers.map(|mover| mover.motion);
        let mut roles = movers.map(|mover| mover.role);
        if roles == [Role::Stopped; 2] {
            self.merge(pair, time);
            return (pair, 2);
        }
        let positions = motions.map(|motion| motion.at(time));
        let d = positions[1] - positions[0];
        let normal = d / d.length();
        let before = motions.map(|motion| motion.velocity);
        let closing = (before[0] - before[1]).dot(normal);
        if roles[0] == Role::Asleep || roles[1] == Role::Asleep {
            self.wake_if_hit(pair, closing);
            roles = pair.map(|disc| self.scratch.movers[disc].role);
        }
        let gives_way = roles.map(|role| role == Role::Free);
        let discs = &self.layout.discs;
        let party = |side: usize| ImpactBody {
            velocity: before[side],
            mass: discs.mass[pair[side]],
            gives_way: gives_way[side],
        };
        let restitution = discs.restitution[pair[0]] * discs.restitution[pair[1]];
        self.budget.count(restitution);
        let after = impulse::discs(party(0), party(1), normal, restitution);
        let velocities = after.unwrap_or(before);
        let impact = Impact { time, closing, restitution, is_slow: closing <= self.slow };
        let changed = self.apply_pair_impact(pair, gives_way, positions, [before, velocities], &impact);
        if after.is_none() {
            return changed;
        }
        *self.contacts += 1;
        self.scratch.note_impact();
        if self.watch.takes_impacts() {
            let masses = [0, 1].map(|side| gives_way[side].then_some(discs.mass[pair[side]]));
            let (after, radius) = (velocities, motions[0].radius);
            let impact = PairImpact { pair, time, positions, radius, normal, restitution, masses, before, after };
            impact.report(self.watch);
        }
        changed
    }

    /// Sets the velocities of the discs of a pair that give way; returns these discs and their number.
    #[inline(always)]
    fn apply_pair_impact(
        &mut self,
        pair: [usize; 2],
        gives_way: [bool; 2],
        positions: [DVec2; 2],
        [before, after]: [[DVec2; 2]; 2],
        impact: &Impact,
    ) -> ([usize; 2], usize) {
        if gives_way == [true; 2] {
            let [first, second] = self.scratch.counters.get_disjoint_mut(pair).expect("two discs");
            first.support.share(&mut second.support);
            self.apply_impact(pair[0], positions[0], after[0], impact);
            self.apply_impact(pair[1], positions[1], after[1], impact);
            (pair, 2)
        } else if gives_way[0] | gives_way[1] {
            let side = usize::from(gives_way[1]);
            let disc = pair[side];
            self.scratch.counters[disc].support.inherit(Support::of(before[1 - side]));
            self.apply_impact(disc, positions[side], after[side], impact);
            ([disc; 2], 1)
        } else {
            (pair, 0)
        }
    }

    /// Wakes a sleeping disc of a pair if the impact is fast or if a driven disc pushes it.
    #[cold]
    fn wake_if_hit(&mut self, pair: [usize; 2], closing: f64) {
        let DiscScratch { movers, counters, .. } = &mut *self.scratch;
        for [disc, other] in [pair, [pair[1], pair[0]]] {
            let (mover, their) = (&movers[disc], &movers[other]);
            let is_driven = their.role != Role::Free && their.motion.velocity != DVec2::ZERO;
            if mover.role == Role::Asleep
                && (closing > self.slow || is_driven || counters[other].support.push().is_some())
            {
                movers[disc].role = Role::Free;
                counters[disc].is_in_island = true;
            }
        }
    }

    /// Resolves the impact of a disc with an obstacle.
    fn resolve_obstacle_event(&mut self, kind: DiscImpact, time: f64, [disc, other]: [usize; 2]) {
        let obstacle = &self.layout.obstacles[other];
        let Mover { motion, role, .. } = self.scratch.movers[disc];
        if role != Role::Free {
            // A stopped disc stops at the obstacle.
            self.set_motion(disc, time, motion.at(time), DVec2::ZERO);
            return;
        }
        let magnitude = time_of_impact::magnitude(&obstacle.shape);
        let radius = motion.radius_against(magnitude, self.end);
        let mut position = motion.at(time);
        let touch = time_of_impact::obstacle_contact(&obstacle.shape, position, radius);
        let epsilon = motion.position_epsilon_against(magnitude, self.end);
        if touch.gap < 0.0 && touch.gap >= -epsilon {
            // Removes penetration by rounding. Otherwise a particle at rest would cross the obstacle in about a million substeps.
            position += touch.normal * -touch.gap;
        }
        let restitution = self.layout.discs.restitution[disc] * obstacle.restitution;
        self.budget.count(restitution);
        let may_bounce_freely = self.scratch.counters[disc].may_bounce_freely();
        let slide_below = touch.is_hollow.then(|| impulse::slide_below(restitution, may_bounce_freely));
        let after = impulse::bounce(motion.velocity, touch.normal, restitution, slide_below);
        let closing = -motion.velocity.dot(touch.normal);
        self.scratch.counters[disc].support.is_firm = true;
        let impact = Impact { time, closing, restitution, is_slow: closing <= self.slow };
        self.apply_impact(disc, position, after.unwrap_or(motion.velocity), &impact);
        let Some(velocity_after) = after else { return };
        *self.contacts += 1;
        self.scratch.note_impact();
        if self.watch.takes_impacts() {
            let impact = ObstacleImpact {
                kind,
                disc,
                obstacle: other,
                time,
                position,
                point: position - touch.normal * motion.radius,
                normal: touch.normal,
                restitution,
                mass: self.layout.discs.mass[disc],
                before: motion.velocity,
                after: velocity_after,
            };
            impact.report(self.watch);
        }
    }

    /// Starts a new motion. A disc whose motion is not finite is excluded.
    #[inline(always)]
    fn set_motion(&mut self, disc: usize, time: f64, position: DVec2, velocity: DVec2) {
        let DiscScratch { movers, counters, .. } = &mut *self.scratch;
        let (mover, counter) = (&mut movers[disc], &mut counters[disc]);
        counter.record_speed(velocity);
        mover.negligible = counter.negligible();
        self.start_motion(disc, time, position, velocity);
    }

    /// Starts a new motion after an impact and counts the impact.
    #[inline(always)]
    fn apply_impact(&mut self, disc: usize, position: DVec2, velocity: DVec2, impact: &Impact) {
        let DiscScratch { movers, counters, .. } = &mut *self.scratch;
        let (mover, counter) = (&mut movers[disc], &mut counters[disc]);
        counter.record_speed(velocity);
        let is_too_many = counter.count(impact, self.end);
        mover.negligible = counter.negligible();
        self.start_motion(disc, impact.time, position, velocity);
        if is_too_many {
            self.stop_at_limit(disc, impact.time);
        }
    }

    #[inline(always)]
    fn start_motion(&mut self, disc: usize, time: f64, position: DVec2, velocity: DVec2) {
        let DiscScratch { movers, near, blown_up, .. } = &mut *self.scratch;
        let mover = &mut movers[disc];
        mover.generation += 1;
        let motion = LinearMotion { position, velocity, time, radius: mover.motion.radius };
        // Field by field: copying the struct would stall on store forwarding.
        (mover.motion.position, mover.motion.velocity, mover.motion.time) = (position, velocity, time);
        let swept_aabb = motion.swept_aabb(self.end);
        if swept_aabb.is_none() {
            blown_up.push(disc as u32);
            mover.role = Role::Absent;
        }
        near.discs.update(disc, swept_aabb.unwrap_or(Aabb::EMPTY));
        self.scratch.note_motion(disc);
    }

    /// Stops a disc at its impact limit: it stays in place or keeps its velocity, and acts as infinite mass.
    #[cold]
    fn stop_at_limit(&mut self, disc: usize, time: f64) {
        let DiscScratch { movers, counters, sleeping, .. } = &mut *self.scratch;
        let (mover, counter) = (&movers[disc], &counters[disc]);
        if mover.role != Role::Free {
            return;
        }
        let (is_firm, push) = (counter.support.is_firm, counter.support.push());
        // In an island, an unsupported disc must not stay in place.
        let is_swift = mover.motion.velocity.length() > self.swift;
        let is_carried = if counter.is_in_island { sleeping.is_supported(disc) && !is_swift } else { is_firm };
        let velocity = if is_carried { DVec2::ZERO } else { push.unwrap_or(mover.motion.velocity) };
        self.stop(disc, time, velocity);
    }

    /// Sets the velocity of a disc until the substep ends; the disc acts as infinite mass.
    #[cold]
    fn stop(&mut self, disc: usize, time: f64, velocity: DVec2) {
        self.set_motion(disc, time, self.scratch.movers[disc].motion.at(time), velocity);
        self.scratch.note_stop();
        let mover = &mut self.scratch.movers[disc];
        if mover.role != Role::Absent {
            mover.role = Role::Stopped;
        }
    }

    /// Resolves the contact of two stopped discs. If a driven disc pushes one of them, both move with it. Otherwise, if one stays
    /// in place, both stay. Otherwise both continue at their common velocity.
    #[cold]
    fn merge(&mut self, pair: [usize; 2], time: f64) {
        let DiscScratch { movers, counters, .. } = &mut *self.scratch;
        let [first, second] = pair.map(|disc| movers[disc].motion.velocity);
        let [m1, m2] = pair.map(|disc| self.layout.discs.mass[disc]);
        let push = pair.iter().find_map(|&disc| counters[disc].support.push());
        let is_held = first == DVec2::ZERO || second == DVec2::ZERO;
        let share = m1 / (m1 + m2);
        let mut velocity = push.unwrap_or(if is_held { DVec2::ZERO } else { first * share + second * (1.0 - share) });
        for disc in pair {
            counters[disc].support.set_push(push);
            counters[disc].merges = counters[disc].merges.saturating_add(1);
            if counters[disc].merges > impact_limiter::MAX_MERGES {
                velocity = DVec2::ZERO;
            }
        }
        for disc in pair {
            self.set_motion(disc, time, self.scratch.movers[disc].motion.at(time), velocity);
        }
    }

    #[cold]
    fn stop_all(&mut self, time: f64) {
        self.scratch.queue.clear();
        for disc in 0..self.layout.discs.count() {
            if self.scratch.movers[disc].role == Role::Free {
                self.stop(disc, time, DVec2::ZERO);
                self.scratch.counters[disc].impact_limit_reached = true;
            }
        }
    }
}

/// Returns the impact of a disc with an obstacle, if there is one before `end`.
fn obstacle_event(layout: &Layout, mover: &Mover, [disc, obstacle]: [usize; 2], end: f64) -> Option<ToiEvent> {
    if !layout.filters.disc_meets_obstacle(disc, obstacle) {
        return None;
    }
    let shape = &layout.obstacles[obstacle].shape;
    let time = time_of_impact::obstacle(shape, &mover.motion, end)?;
    Some(ToiEvent::new(time, time_of_impact::kind_of(shape), [disc, obstacle], [mover.generation, 0]))
}
