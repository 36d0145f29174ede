//! Swept discs: exact times of impact, in order of time within the substep (002, whose §6 on many discs is a heading
//! only).
//!
//! Must never know: hulls, bounds. After an impact only the pairs of the discs that it turned are looked at again. How
//! many impacts are too many is told in `patience`, which discs lie in heaps and give way only to what is fast in `rest`.

use super::budget::Budget;
use super::exchange;
use super::exchange::Party;
use super::flight::Flight;
use super::foresee::{Crowd, Foresee, Fours, OneByOne, foresee_few, is_bat};
use super::patience::{Blow, Ground};
use super::queue::Coming;
use super::{DiscScratch, Mover, Role, patience, rest, time_of_impact};
use crate::engine::data::instruction_set::Kernel;
use crate::engine::data::trace::{DiscEvent, DiscImpact};
use crate::engine::data::{InstructionSet, Layout, Trace};
use crate::geometry::Aabb;
use fearless_simd::Simd;
use glam::DVec2;

/// Moves all discs to the end of the substep. The flights begin at time 0; they end as they are at the end.
pub(super) fn run(
    layout: &Layout,
    scratch: &mut DiscScratch,
    contacts: &mut u64,
    trace: Option<&mut Trace>,
    instructions: InstructionSet,
) {
    let events = Events {
        layout,
        end: layout.substep_time,
        slow: rest::slow(layout),
        swift: rest::swift(layout),
        budget: Budget::of(layout.discs.count()),
        scratch,
        contacts,
        trace,
    };
    if instructions == InstructionSet::Plain {
        events.resolve(OneByOne);
    } else {
        instructions.run(events).expect("an instruction set of this machine");
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
    budget: Budget,
    scratch: &'a mut DiscScratch,
    contacts: &'a mut u64,
    trace: Option<&'b mut Trace>,
}

impl Kernel for Events<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        self.resolve(Fours(simd));
    }
}

impl Events<'_, '_> {
    #[inline(always)]
    fn resolve(mut self, way: impl Foresee) {
        self.foresee_all(way);
        while let Some(coming) = self.next() {
            self.scratch.note_meeting();
            if !self.budget.begin_impact() {
                self.stop_all(coming.time);
                return;
            }
            let pair = [coming.disc() as usize, coming.other() as usize];
            let (turned, count) = if coming.is_of_discs() {
                self.meet_disc(way, coming.time, pair)
            } else {
                self.meet_obstacle(way, coming.kind(), coming.time, pair);
                ([pair[0]; 2], 1)
            };
            // After both have turned, so that what each of them is going to meet next is foreseen from the other's new flight.
            if count == 2 {
                self.foresee_both(way, turned);
            } else if count == 1 {
                self.foresee(way, turned[0]);
                self.foresee_obstacles(turned[0]);
            }
        }
    }

    /// What all meet first.
    #[inline(always)]
    fn foresee_all(&mut self, way: impl Foresee) {
        let DiscScratch { near, movers, queue, .. } = &mut *self.scratch;
        let (layout, end) = (self.layout, self.end);
        queue.begin(end, movers.len());
        let free = movers.iter().filter(|mover| mover.role == Role::Free).count();
        if near.discs.are_kept() {
            for disc in 0..movers.len() {
                let mover = &movers[disc];
                if mover.role == Role::Free || is_bat(mover) {
                    let (others, reaches) = near.discs.of(disc);
                    way.among(Crowd { movers, reaches, end }, disc, (others, disc), queue);
                }
            }
        } else {
            let crowd = Crowd { movers, reaches: near.discs.reaches(), end };
            if 4 * free > movers.len() {
                near.discs.swarm.for_each_pair(0.0, |disc, other| {
                    if let Some(coming) = crowd.meeting([disc, other])
                        && crowd.are_near([disc, other])
                    {
                        queue.push(coming);
                    }
                });
            } else {
                foresee_few(&near.discs, crowd, queue);
            }
        }
        for (disc, mover) in movers.iter().enumerate() {
            if mover.role != Role::Free || near.is_clear(disc) {
                continue;
            }
            near.obstacles(&mover.flight, near.discs.reach(disc), end, |obstacle| {
                if let Some(coming) = striking(layout, mover, [disc, obstacle], end) {
                    queue.push(coming);
                }
            });
        }
    }

    /// Foresees what other discs a disc on a new flight will meet.
    #[inline(always)]
    fn foresee(&mut self, way: impl Foresee, disc: usize) {
        let DiscScratch { near, movers, queue, .. } = &mut *self.scratch;
        let (others, reaches) = near.discs.of(disc);
        self.budget.look(others.len());
        way.among(Crowd { movers, reaches, end: self.end }, disc, (others, 0), queue);
    }

    /// The same for two.
    #[inline(always)]
    fn foresee_both(&mut self, way: impl Foresee, pair: [usize; 2]) {
        let DiscScratch { near, movers, queue, .. } = &mut *self.scratch;
        if let Some((others, reaches)) = near.discs.of_both(pair) {
            self.budget.look(others[0].len() + others[1].len());
            way.among_both(Crowd { movers, reaches, end: self.end }, pair, others, queue);
        } else {
            self.foresee(way, pair[0]);
            self.foresee(way, pair[1]);
        }
        self.foresee_obstacles(pair[0]);
        self.foresee_obstacles(pair[1]);
    }

    /// Foresees what obstacles a disc on a new flight will meet.
    #[inline(always)]
    fn foresee_obstacles(&mut self, disc: usize) {
        let DiscScratch { near, movers, queue, .. } = &mut *self.scratch;
        let (mover, end) = (&movers[disc], self.end);
        let can_strike =
            mover.role == Role::Free || (mover.role == Role::Stopped && mover.flight.velocity != DVec2::ZERO);
        if can_strike && !near.is_clear(disc) {
            near.obstacles(&mover.flight, near.discs.reach(disc), end, |obstacle| {
                if let Some(coming) = striking(self.layout, mover, [disc, obstacle], end) {
                    queue.push(coming);
                }
            });
        }
    }

    /// The next impact of flights that are still flown.
    #[inline(always)]
    fn next(&mut self) -> Option<Coming> {
        let DiscScratch { queue, movers, .. } = &mut *self.scratch;
        queue.pop(|coming| {
            let generation = |disc: u32| movers[disc as usize].generation;
            let [first, second] = coming.generations;
            generation(coming.disc()) == first && (!coming.is_of_discs() || generation(coming.other()) == second)
        })
    }

    /// Turns two discs that meet; which of them, and how many.
    #[inline(always)]
    fn meet_disc(&mut self, way: impl Foresee, time: f64, pair: [usize; 2]) -> ([usize; 2], usize) {
        let movers = pair.map(|disc| &self.scratch.movers[disc]);
        let flights = movers.map(|mover| mover.flight);
        let mut roles = movers.map(|mover| mover.role);
        if roles == [Role::Stopped; 2] {
            self.merge(pair, time);
            return (pair, 2);
        }
        let positions = flights.map(|flight| flight.at(time));
        let d = positions[1] - positions[0];
        let normal = d / d.length();
        let before = flights.map(|flight| flight.velocity);
        let closing = (before[0] - before[1]).dot(normal);
        if roles[0] == Role::AtRest || roles[1] == Role::AtRest {
            self.wake(pair, closing);
            roles = pair.map(|disc| self.scratch.movers[disc].role);
        }
        let gives_way = roles.map(|role| role == Role::Free);
        let discs = &self.layout.discs;
        let party =
            |side: usize| Party { velocity: before[side], mass: discs.mass[pair[side]], gives_way: gives_way[side] };
        let restitution = discs.restitution[pair[0]] * discs.restitution[pair[1]];
        self.budget.count(restitution);
        let after = exchange::discs(party(0), party(1), normal, restitution);
        let velocities = after.unwrap_or(before);
        let blow = Blow { time, closing, restitution, is_slow: closing <= self.slow };
        let turned = if gives_way == [true; 2] {
            let [first, second] = self.scratch.tallies.get_disjoint_mut(pair).expect("two discs");
            first.ground.share(&mut second.ground);
            self.turn_by(way, pair[0], positions[0], velocities[0], &blow);
            self.turn_by(way, pair[1], positions[1], velocities[1], &blow);
            (pair, 2)
        } else if gives_way[0] | gives_way[1] {
            let side = usize::from(gives_way[1]);
            let disc = pair[side];
            self.scratch.tallies[disc].ground.lean_on(Ground::of(before[1 - side]));
            self.turn_by(way, disc, positions[side], velocities[side], &blow);
            ([disc; 2], 1)
        } else {
            (pair, 0)
        };
        if after.is_none() {
            return turned;
        }
        *self.contacts += 1;
        self.scratch.note_impact();
        if let Some(trace) = self.trace.as_deref_mut() {
            trace.add_impact(DiscEvent {
                order: 0,
                kind: DiscImpact::Disc,
                disc: pair[0],
                other: pair[1],
                time,
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
        turned
    }

    /// Two discs meet: one at rest may wake.
    #[cold]
    fn wake(&mut self, pair: [usize; 2], closing: f64) {
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
    }

    /// Turns a disc that strikes an obstacle.
    fn meet_obstacle(&mut self, way: impl Foresee, kind: DiscImpact, time: f64, [disc, other]: [usize; 2]) {
        let obstacle = &self.layout.obstacles[other];
        let Mover { flight, role, .. } = self.scratch.movers[disc];
        if role != Role::Free {
            // Carried against it: there it stays.
            self.turn(way, disc, time, flight.at(time), DVec2::ZERO);
            return;
        }
        let magnitude = time_of_impact::magnitude(&obstacle.shape);
        let radius = flight.radius_against(magnitude, self.end);
        let mut position = flight.at(time);
        let touch = time_of_impact::touch(&obstacle.shape, position, radius);
        let grain = flight.grain_against(magnitude, self.end);
        if touch.gap < 0.0 && touch.gap >= -grain {
            // What rounding has let in: else a particle at rest would wander through in a million substeps.
            position += touch.normal * -touch.gap;
        }
        let restitution = self.layout.discs.restitution[disc] * obstacle.restitution;
        self.budget.count(restitution);
        let is_patient = self.scratch.tallies[disc].is_patient();
        let slide_below = touch.is_hollow.then(|| exchange::slide_below(restitution, is_patient));
        let after = exchange::bounce(flight.velocity, touch.normal, restitution, slide_below);
        let closing = -flight.velocity.dot(touch.normal);
        self.scratch.tallies[disc].ground.is_firm = true;
        let blow = Blow { time, closing, restitution, is_slow: closing <= self.slow };
        self.turn_by(way, disc, position, after.unwrap_or(flight.velocity), &blow);
        let Some(velocity_after) = after else { return };
        *self.contacts += 1;
        self.scratch.note_impact();
        if let Some(trace) = self.trace.as_deref_mut() {
            trace.add_impact(DiscEvent {
                order: 0,
                kind,
                disc,
                other,
                time,
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
    #[inline(always)]
    fn turn(&mut self, way: impl Foresee, disc: usize, time: f64, position: DVec2, velocity: DVec2) {
        let DiscScratch { movers, tallies, .. } = &mut *self.scratch;
        let (mover, tally) = (&mut movers[disc], &mut tallies[disc]);
        tally.turn(velocity);
        mover.negligible = tally.negligible();
        self.fly(way, disc, time, position, velocity);
    }

    /// The same by an impact, which is counted, and may have been one too many.
    #[inline(always)]
    fn turn_by(&mut self, way: impl Foresee, disc: usize, position: DVec2, velocity: DVec2, blow: &Blow) {
        let DiscScratch { movers, tallies, .. } = &mut *self.scratch;
        let (mover, tally) = (&mut movers[disc], &mut tallies[disc]);
        tally.turn(velocity);
        let is_too_many = tally.count(blow, self.end);
        mover.negligible = tally.negligible();
        self.fly(way, disc, blow.time, position, velocity);
        if is_too_many {
            self.hold(disc, blow.time);
        }
    }

    #[inline(always)]
    fn fly(&mut self, way: impl Foresee, disc: usize, time: f64, position: DVec2, velocity: DVec2) {
        let DiscScratch { movers, near, blown_up, .. } = &mut *self.scratch;
        let mover = &mut movers[disc];
        mover.generation += 1;
        let flight = Flight { position, velocity, time, radius: mover.flight.radius };
        // Field by field: a copy of the whole would wait until what it is made of has been written.
        (mover.flight.position, mover.flight.velocity, mover.flight.time) = (position, velocity, time);
        let reach = way.reach(flight, self.end);
        if reach.is_none() {
            blown_up.push(disc as u32);
            mover.role = Role::Absent;
        }
        let holds = |outer: &Aabb, margin: f64, inner: &Aabb| way.holds(outer, margin, inner);
        near.discs.turn(disc, reach.unwrap_or(Aabb::EMPTY), holds);
        self.scratch.note_turn(disc);
    }

    /// A disc met too many: it stays where it is, or goes on whatever it meets.
    #[cold]
    fn hold(&mut self, disc: usize, time: f64) {
        let DiscScratch { movers, tallies, rest, .. } = &mut *self.scratch;
        let (mover, tally) = (&movers[disc], &tallies[disc]);
        if mover.role != Role::Free {
            return;
        }
        let (is_firm, push) = (tally.ground.is_firm, tally.ground.push());
        // In a heap one that does not stand would hang for ever if it were held.
        let is_swift = mover.flight.velocity.length() > self.swift;
        let is_carried = if tally.is_in_heap { rest.stands(disc) && !is_swift } else { is_firm };
        let velocity = if is_carried { DVec2::ZERO } else { push.unwrap_or(mover.flight.velocity) };
        self.stop(disc, time, velocity);
    }

    /// Lets a disc go on at this velocity whatever it meets, until the substep ends.
    #[cold]
    fn stop(&mut self, disc: usize, time: f64, velocity: DVec2) {
        self.turn(OneByOne, disc, time, self.scratch.movers[disc].flight.at(time), velocity);
        self.scratch.note_hold();
        let mover = &mut self.scratch.movers[disc];
        if mover.role != Role::Absent {
            mover.role = Role::Stopped;
        }
    }

    /// Two stopped discs meet: they go with what pushes one of them, or stay with the one that stays, or go on together.
    #[cold]
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
            self.turn(OneByOne, disc, time, self.scratch.movers[disc].flight.at(time), velocity);
        }
    }

    #[cold]
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
    Some(Coming::new(time, time_of_impact::kind_of(shape), [disc, obstacle], [mover.generation, 0]))
}
