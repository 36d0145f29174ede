//! Swept discs: exact times of impact, in order of time within the substep (002, whose §6 on many discs is a heading
//! only).
//!
//! Must never know: hulls, bounds. After an impact only the pairs of the discs that it turned are looked at again. How
//! many impacts are too many is told in `patience`, which discs lie in heaps and give way only to what is fast in `rest`.

use super::exchange::{self, Party};
use super::near::Near;
use super::neighbours::touches;
use super::patience::{Blow, Ground};
use super::queue::{Coming, Queue};
use super::{DiscScratch, Mover, Role, patience, rest, time_of_impact};
use crate::engine::trace::{DiscEvent, DiscImpact};
use crate::engine::{Layout, Trace};
use crate::geometry::Aabb;
use crate::level::ObstacleShape;
use glam::DVec2;

/// Impacts in a substep, for each disc and on top of that, after which all stay where they are.
const MOST_IN_ALL: (u64, u64) = (64, 1 << 18);

/// Moves all discs to the end of the substep. The flights begin at time 0; they end as they are at the end.
pub(super) fn run(layout: &Layout, scratch: &mut DiscScratch, contacts: &mut u64, trace: Option<&mut Trace>) {
    let mut events = Events {
        layout,
        end: layout.substep_time,
        slow: rest::slow(layout),
        swift: rest::swift(layout),
        scratch,
        contacts,
        trace,
    };
    events.foresee_all();
    let mut left = MOST_IN_ALL.0 * layout.discs.count() as u64 + MOST_IN_ALL.1;
    while let Some(coming) = events.next() {
        if left == 0 {
            events.scratch.note_meeting();
            events.stop_all(coming.time);
            return;
        }
        left -= 1;
        events.scratch.note_meeting();
        match coming.kind() {
            DiscImpact::Disc => events.meet_disc(&coming),
            _ => events.meet_obstacle(&coming),
        }
    }
}

struct Events<'a, 'b> {
    layout: &'a Layout,
    /// Length of the substep.
    end: f64,
    /// Speeds up to this are slow.
    slow: f64,
    /// Speeds above this are swift.
    swift: f64,
    scratch: &'a mut DiscScratch,
    contacts: &'a mut u64,
    trace: Option<&'b mut Trace>,
}

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

/// Neighbours that are looked at together.
const AT_ONCE: usize = 16;

/// Whether a disc may meet another one at all, whose flight did not begin later: most part.
#[inline(always)]
fn may_meet(mover: &Mover, other: &Mover) -> bool {
    let is_number = mover.negligible + other.negligible < f64::INFINITY;
    time_of_impact::closes_in(&mover.flight, &other.flight) | !is_number
}

/// When two discs meet, if they do and it matters.
#[inline(always)]
fn meeting(movers: &[Mover], [disc, other]: [usize; 2], end: f64) -> Option<Coming> {
    let pair = [disc.min(other), disc.max(other)];
    let (first, second) = (&movers[pair[0]], &movers[pair[1]]);
    if !concerns(first, second) {
        return None;
    }
    let negligible = first.negligible + second.negligible;
    let time = time_of_impact::discs(&first.flight, &second.flight, negligible, end)?;
    let generations = [first.generation, second.generation];
    Some(Coming::new(time, DiscImpact::Disc, pair, generations))
}

/// Foresees what a disc meets of its neighbours, or of those from a number on.
#[inline]
fn foresee_among(
    movers: &[Mover],
    disc: usize,
    (neighbours, first): (&[u32], u32),
    reaches: &[Aabb],
    end: f64,
    queue: &mut Queue,
) {
    let mover = &movers[disc];
    for some in neighbours.chunks(AT_ONCE) {
        // Most part, which cannot be foretold: so it is asked without a branch.
        let (mut closing, mut count) = ([0; AT_ONCE], 0);
        for &other in some {
            closing[count] = other;
            count += usize::from(may_meet(mover, &movers[other as usize]) & (other >= first));
        }
        for &other in &closing[..count] {
            let other = other as usize;
            if let Some(coming) = meeting(movers, [disc, other], end)
                && touches(&reaches[disc], &reaches[other])
            {
                queue.push(coming);
            }
        }
    }
}

impl Events<'_, '_> {
    /// What all meet first.
    fn foresee_all(&mut self) {
        let DiscScratch { near, movers, queue, .. } = &mut *self.scratch;
        let (layout, end) = (self.layout, self.end);
        queue.begin(end, movers.len());
        near.discs.fly();
        let free = movers.iter().filter(|mover| mover.role == Role::Free).count();
        if near.discs.are_kept() {
            for disc in 0..movers.len() {
                let (neighbours, reaches) = near.discs.of(disc);
                foresee_among(movers, disc, (neighbours, disc as u32), reaches, end, queue);
            }
        } else if 4 * free > movers.len() {
            near.discs.swarm.for_each_pair(0.0, |disc, other| {
                if let Some(coming) = meeting(movers, [disc, other], end)
                    && touches(near.discs.reach(disc), near.discs.reach(other))
                {
                    queue.push(coming);
                }
            });
        } else {
            Self::foresee_few(near, movers, queue, end);
        }
        for (disc, mover) in movers.iter().enumerate().filter(|(_, mover)| mover.role == Role::Free) {
            near.obstacles(&mover.flight, near.discs.reach(disc), end, |obstacle| {
                if let Some(coming) = striking(layout, mover, [disc, obstacle], end) {
                    queue.push(coming);
                }
            });
        }
    }

    /// The same where most discs are still: those that give way look for all, driven ones for those at rest, which look for
    /// none.
    fn foresee_few(near: &Near, movers: &[Mover], queue: &mut Queue, end: f64) {
        for (disc, mover) in movers.iter().enumerate() {
            let is_bat = mover.role == Role::Immovable && mover.flight.velocity != DVec2::ZERO;
            if mover.role != Role::Free && !is_bat {
                continue;
            }
            near.discs.for_each(disc, near.discs.reach(disc), |other| {
                let is_theirs = match movers[other].role {
                    Role::Free => is_bat || other <= disc,
                    Role::AtRest => false,
                    _ => is_bat,
                };
                if !is_theirs && let Some(coming) = meeting(movers, [disc, other], end) {
                    queue.push(coming);
                }
            });
        }
    }

    /// Foresees what a disc on a new flight will meet.
    fn foresee(&mut self, disc: usize) {
        let DiscScratch { near, movers, queue, .. } = &mut *self.scratch;
        let (mover, end) = (&movers[disc], self.end);
        let (neighbours, reaches) = near.discs.of(disc);
        foresee_among(movers, disc, (neighbours, 0), reaches, end, queue);
        if mover.role == Role::Free || (mover.role == Role::Stopped && mover.flight.velocity != DVec2::ZERO) {
            if near.is_clear(disc) {
                return;
            }
            near.obstacles(&mover.flight, near.discs.reach(disc), end, |obstacle| {
                if let Some(coming) = striking(self.layout, mover, [disc, obstacle], end) {
                    queue.push(coming);
                }
            });
        }
    }

    /// The next impact of flights that are still flown.
    fn next(&mut self) -> Option<Coming> {
        let DiscScratch { queue, movers, .. } = &mut *self.scratch;
        queue.pop(|coming| {
            let generation = |disc: u32| movers[disc as usize].generation;
            let [first, second] = coming.generations;
            generation(coming.disc()) == first
                && (coming.kind() != DiscImpact::Disc || generation(coming.other()) == second)
        })
    }

    fn meet_disc(&mut self, coming: &Coming) {
        let pair = [coming.disc() as usize, coming.other() as usize];
        if pair.iter().all(|&disc| self.scratch.movers[disc].role == Role::Stopped) {
            self.merge(pair, coming.time);
            return;
        }
        let flights = [self.scratch.movers[pair[0]].flight, self.scratch.movers[pair[1]].flight];
        let discs = &self.layout.discs;
        let positions = [flights[0].at(coming.time), flights[1].at(coming.time)];
        let d = positions[1] - positions[0];
        let normal = d / d.length();
        let before = [flights[0].velocity, flights[1].velocity];
        let closing = (before[0] - before[1]).dot(normal);
        self.lean(pair, closing);
        let is_free = |side: usize| self.scratch.movers[pair[side]].role == Role::Free;
        let gives_way = [is_free(0), is_free(1)];
        let party =
            |side: usize| Party { velocity: before[side], mass: discs.mass[pair[side]], gives_way: gives_way[side] };
        let restitution = discs.restitution[pair[0]] * discs.restitution[pair[1]];
        let after = exchange::discs(party(0), party(1), normal, restitution);
        let velocities = after.unwrap_or(before);
        let blow = Blow { time: coming.time, closing, restitution, is_slow: closing <= self.slow };
        // Both first, so that what each of them is going to meet next is foreseen from the other's new flight.
        for side in [0, 1].into_iter().filter(|&side| gives_way[side]) {
            self.turn(pair[side], coming.time, positions[side], velocities[side]);
            self.count(pair[side], &blow);
        }
        for side in [0, 1].into_iter().filter(|&side| gives_way[side]) {
            self.foresee(pair[side]);
        }
        if after.is_none() {
            return;
        }
        *self.contacts += 1;
        self.scratch.note_impact();
        if let Some(trace) = self.trace.as_deref_mut() {
            trace.add_impact(DiscEvent {
                order: 0,
                kind: coming.kind(),
                disc: pair[0],
                other: pair[1],
                time: coming.time,
                part: 0.0,
                position: positions[0],
                other_position: Some(positions[1]),
                point: positions[0] + normal * flights[0].radius,
                normal: -normal,
                restitution,
                mass: gives_way[0].then_some(discs.mass[pair[0]]),
                other_mass: gives_way[1].then_some(discs.mass[pair[1]]),
                velocity_before: before[0],
                velocity_after: velocities[0],
                other_velocity_before: before[1],
                other_velocity_after: velocities[1],
                hull: None,
            });
        }
    }

    /// Two discs meet: one at rest may wake, and each takes note of what carries or pushes it.
    fn lean(&mut self, pair: [usize; 2], closing: f64) {
        let DiscScratch { movers, tallies, .. } = &mut *self.scratch;
        for [disc, other] in [pair, [pair[1], pair[0]]] {
            let (mover, their) = (&movers[disc], &movers[other]);
            let is_driven = their.role != Role::Free && their.flight.velocity != DVec2::ZERO;
            if mover.role == Role::AtRest
                && (closing > self.slow || is_driven || tallies[other].ground.push().is_some())
            {
                movers[disc].role = Role::Free;
                tallies[disc].is_in_heap = true;
            }
        }
        let grounds = pair.map(|disc| match movers[disc].role {
            Role::Free => tallies[disc].ground,
            _ => Ground::of(movers[disc].flight.velocity),
        });
        for side in [0, 1].into_iter().filter(|&side| movers[pair[side]].role == Role::Free) {
            tallies[pair[side]].ground.lean_on(grounds[1 - side]);
        }
    }

    fn meet_obstacle(&mut self, coming: &Coming) {
        let (disc, obstacle) = (coming.disc() as usize, &self.layout.obstacles[coming.other() as usize]);
        let Mover { flight, role, .. } = self.scratch.movers[disc];
        if role != Role::Free {
            // Carried against it: there it stays.
            self.turn(disc, coming.time, flight.at(coming.time), DVec2::ZERO);
            self.foresee(disc);
            return;
        }
        let magnitude = time_of_impact::magnitude(&obstacle.shape);
        let radius = flight.radius_against(magnitude, self.end);
        let mut position = flight.at(coming.time);
        let touch = time_of_impact::touch(&obstacle.shape, position, radius);
        let grain = flight.grain_against(magnitude, self.end);
        if touch.gap < 0.0 && touch.gap >= -grain {
            // What rounding has let in: else a particle at rest would wander through in a million substeps.
            position += touch.normal * -touch.gap;
        }
        let restitution = self.layout.discs.restitution[disc] * obstacle.restitution;
        let is_patient = self.scratch.tallies[disc].is_patient();
        let slide_below = touch.is_hollow.then(|| exchange::slide_below(restitution, is_patient));
        let after = exchange::bounce(flight.velocity, touch.normal, restitution, slide_below);
        let closing = -flight.velocity.dot(touch.normal);
        self.scratch.tallies[disc].ground.is_firm = true;
        self.turn(disc, coming.time, position, after.unwrap_or(flight.velocity));
        self.count(disc, &Blow { time: coming.time, closing, restitution, is_slow: closing <= self.slow });
        self.foresee(disc);
        let Some(velocity_after) = after else { return };
        *self.contacts += 1;
        self.scratch.note_impact();
        if let Some(trace) = self.trace.as_deref_mut() {
            trace.add_impact(DiscEvent {
                order: 0,
                kind: coming.kind(),
                disc,
                other: coming.other() as usize,
                time: coming.time,
                part: 0.0,
                position,
                other_position: None,
                point: position - touch.normal * flight.radius,
                normal: touch.normal,
                restitution,
                mass: Some(self.layout.discs.mass[disc]),
                other_mass: None,
                velocity_before: flight.velocity,
                velocity_after,
                other_velocity_before: DVec2::ZERO,
                other_velocity_after: DVec2::ZERO,
                hull: None,
            });
        }
    }

    /// Puts a disc on a new flight. One that leads out of the finite numbers ends it.
    fn turn(&mut self, disc: usize, time: f64, position: DVec2, velocity: DVec2) {
        let DiscScratch { movers, tallies, near, blown_up, .. } = &mut *self.scratch;
        let (mover, tally) = (&mut movers[disc], &mut tallies[disc]);
        mover.generation += 1;
        mover.flight = super::Flight { position, velocity, time, ..mover.flight };
        tally.turn(velocity);
        mover.negligible = tally.negligible();
        let reach = mover.flight.reach(self.end);
        if reach.is_none() {
            blown_up.push(disc as u32);
            mover.role = Role::Absent;
        }
        near.discs.set(disc, reach.unwrap_or(Aabb::EMPTY));
        self.scratch.note_turn(disc);
    }

    /// Counts an impact of a disc, which may have been one too many.
    fn count(&mut self, disc: usize, blow: &Blow) {
        let DiscScratch { movers, tallies, rest, .. } = &mut *self.scratch;
        let (mover, tally) = (&mut movers[disc], &mut tallies[disc]);
        let is_too_many = tally.count(blow, self.end);
        mover.negligible = tally.negligible();
        if !is_too_many || mover.role != Role::Free {
            return;
        }
        let (is_firm, push) = (tally.ground.is_firm, tally.ground.push());
        // In a heap one that does not stand would hang for ever if it were held.
        let is_swift = mover.flight.velocity.length() > self.swift;
        let is_carried = if tally.is_in_heap { rest.stands(disc) && !is_swift } else { is_firm };
        let velocity = if is_carried { DVec2::ZERO } else { push.unwrap_or(mover.flight.velocity) };
        self.stop(disc, blow.time, velocity);
    }

    /// Lets a disc go on at this velocity whatever it meets, until the substep ends.
    fn stop(&mut self, disc: usize, time: f64, velocity: DVec2) {
        self.turn(disc, time, self.scratch.movers[disc].flight.at(time), velocity);
        let mover = &mut self.scratch.movers[disc];
        if mover.role != Role::Absent {
            mover.role = Role::Stopped;
        }
    }

    /// Two stopped discs meet: they go with what pushes one of them, or stay with the one that stays, or go on together.
    fn merge(&mut self, pair: [usize; 2], time: f64) {
        let DiscScratch { movers, tallies, .. } = &mut *self.scratch;
        let [first, second] = pair.map(|disc| movers[disc].flight.velocity);
        let [m1, m2] = pair.map(|disc| self.layout.discs.mass[disc]);
        let push = pair.iter().find_map(|&disc| tallies[disc].ground.push());
        let is_held = first == DVec2::ZERO || second == DVec2::ZERO;
        let share = m1 / (m1 + m2);
        let mut velocity = push.unwrap_or(if is_held { DVec2::ZERO } else { first * share + second * (1.0 - share) });
        for disc in pair {
            tallies[disc].ground.be_pushed(push);
            tallies[disc].merges = tallies[disc].merges.saturating_add(1);
            if tallies[disc].merges > patience::MOST_MERGES {
                velocity = DVec2::ZERO;
            }
        }
        for disc in pair {
            self.turn(disc, time, self.scratch.movers[disc].flight.at(time), velocity);
        }
        for disc in pair {
            self.foresee(disc);
        }
    }

    fn stop_all(&mut self, time: f64) {
        self.scratch.queue.clear();
        for disc in 0..self.layout.discs.count() {
            if self.scratch.movers[disc].role == Role::Free {
                self.stop(disc, time, DVec2::ZERO);
                self.scratch.tallies[disc].is_hemmed_in = true;
            }
        }
    }
}

/// When a disc strikes an obstacle, if it does.
fn striking(layout: &Layout, mover: &Mover, [disc, obstacle]: [usize; 2], end: f64) -> Option<Coming> {
    let shape = &layout.obstacles[obstacle].shape;
    let time = time_of_impact::obstacle(shape, &mover.flight, end)?;
    Some(Coming::new(time, kind_of(shape), [disc, obstacle], [mover.generation, 0]))
}

/// What a disc meets in an obstacle of this shape.
pub(super) fn kind_of(shape: &ObstacleShape) -> DiscImpact {
    match shape {
        ObstacleShape::Line(..) => DiscImpact::Line,
        ObstacleShape::Segment(..) => DiscImpact::Segment,
        ObstacleShape::Circle { .. } => DiscImpact::Circle,
    }
}
