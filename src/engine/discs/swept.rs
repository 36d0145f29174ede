//! Swept discs: exact times of impact, in order of time within the substep (002, whose §6 on many discs is a heading
//! only).
//!
//! Must never know: hulls, bounds. After an impact only the pairs of the discs that it turned are looked at again.
//!
//! **Many impacts at one moment.** Discs that lose speed in every impact may meet infinitely often in no time: a
//! disc that rests on another one that rests on the floor does so in every substep. From the [`PATIENCE`]th impact
//! at one moment on, or later where discs are few ([`PATIENCE_OF_FEW`]), closing speeds that are small against the
//! greatest one of that moment are passed over; after [`MOST_AT_ONCE`] times as many the disc stays where it is until
//! the substep ends, at rest and as an infinite mass, so that nothing passes through it. Both are reported. Impacts no faster than gravity makes them in a few substeps, of discs
//! no faster than that, count [`SLOW_COUNTS`]fold: a pile at rest is not worth more. The price is that a heap of such
//! discs stands where discs without friction would slowly spread. Elastic impacts at one moment are finitely many and
//! do not count.

use super::exchange::{self, Party};
use super::flight::Flight;
use super::queue::Coming;
use super::{DiscScratch, Mover, time_of_impact};
use crate::engine::trace::{DiscEvent, DiscImpact};
use crate::engine::{Layout, Trace};
use crate::level::ObstacleShape;
use glam::DVec2;

/// Impacts of a disc at one moment after which small ones are passed over.
const PATIENCE: u32 = 16;
/// Where discs are few, so many by the square of their number: what three or four of them do is exact to rounding.
const PATIENCE_OF_FEW: u32 = 1 << 16;
/// How many times the patience, after which a disc stays where it is.
const MOST_AT_ONCE: u32 = 4;
/// How many impacts a slow one counts for.
const SLOW_COUNTS: u32 = 4;
/// Substeps of gravity that make a slow speed.
const SLOW: f64 = 4.0;
/// Impacts of one disc in a substep, at whatever moments, after which it stays where it is.
const MOST_IMPACTS: u32 = 1 << 14;
/// Impacts in a substep, for each disc and on top of that, after which all stay where they are.
const MOST_IN_ALL: (u64, u64) = (64, 1 << 18);
/// How long a moment lasts, as a part of the substep.
const MOMENT: f64 = 1.0 / (1u64 << 20) as f64;
/// What is small against the greatest closing speed of a moment.
const SMALL: f64 = 1.0 / (1u64 << 13) as f64;

/// Moves all discs to the end of the substep. The flights begin at time 0; they end as they are at the end.
pub(super) fn run(layout: &Layout, scratch: &mut DiscScratch, contacts: &mut u64, trace: Option<&mut Trace>) {
    let end = layout.substep_time;
    let slow = SLOW * DVec2::from(layout.settings.gravity).length() * end;
    let few = layout.discs.count().min(256) as u32;
    let patience = PATIENCE.max(PATIENCE_OF_FEW / (few * few));
    let mut events = Events { layout, end, slow, patience, scratch, contacts, trace };
    events.foresee_all();
    let mut left = MOST_IN_ALL.0 * layout.discs.count() as u64 + MOST_IN_ALL.1;
    while let Some(coming) = events.scratch.queue.pop() {
        if !events.is_current(&coming) {
            continue;
        }
        if left == 0 {
            events.stop_all(coming.time);
            return;
        }
        left -= 1;
        match coming.kind {
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
    /// Impacts at one moment that are all resolved.
    patience: u32,
    scratch: &'a mut DiscScratch,
    contacts: &'a mut u64,
    trace: Option<&'b mut Trace>,
}

impl Events<'_, '_> {
    fn foresee_all(&mut self) {
        let DiscScratch { candidates, flights, queue, .. } = &mut *self.scratch;
        candidates.prepare(self.layout, flights);
        queue.clear();
        for disc in 0..self.layout.discs.count() {
            self.foresee_discs(disc, |other| other > disc);
            self.foresee_obstacles(disc);
        }
    }

    fn foresee_discs(&mut self, disc: usize, is_wanted: impl Fn(usize) -> bool) {
        let DiscScratch { candidates, flights, movers, queue, .. } = &mut *self.scratch;
        for other in candidates.discs(disc).filter(|&other| is_wanted(other)) {
            let pair = [disc.min(other), disc.max(other)];
            let [Some(first), Some(second)] = pair.map(|disc| flights[disc].as_ref()) else { continue };
            if pair.iter().all(|&disc| !movers[disc].gives_way) {
                continue;
            }
            let negligible = movers[disc].negligible(self.patience) + movers[other].negligible(self.patience);
            let Some(time) = time_of_impact::discs(first, second, negligible, self.end) else { continue };
            let generations = pair.map(|disc| movers[disc].generation);
            let [disc, other] = pair.map(|disc| disc as u32);
            queue.push(Coming { time, kind: DiscImpact::Disc, disc, other, generations });
        }
    }

    fn foresee_obstacles(&mut self, disc: usize) {
        let DiscScratch { candidates, flights, movers, queue, .. } = &mut *self.scratch;
        let Some(flight) = flights[disc].as_ref().filter(|_| movers[disc].gives_way) else { return };
        for obstacle in candidates.obstacles(disc) {
            let shape = &self.layout.obstacles[obstacle].shape;
            let Some(time) = time_of_impact::obstacle(shape, flight, self.end) else { continue };
            let generations = [movers[disc].generation, 0];
            queue.push(Coming { time, kind: kind_of(shape), disc: disc as u32, other: obstacle as u32, generations });
        }
    }

    /// Whether the flights that an impact was foreseen from are still flown.
    fn is_current(&self, coming: &Coming) -> bool {
        let generation = |disc: u32| self.scratch.movers[disc as usize].generation;
        let [first, second] = coming.generations;
        generation(coming.disc) == first && (coming.kind != DiscImpact::Disc || generation(coming.other) == second)
    }

    fn meet_disc(&mut self, coming: &Coming) {
        let pair = [coming.disc as usize, coming.other as usize];
        let [Some(first), Some(second)] = pair.map(|disc| self.scratch.flights[disc]) else { return };
        let discs = &self.layout.discs;
        let positions = [first.at(coming.time), second.at(coming.time)];
        let d = positions[1] - positions[0];
        let normal = d / d.length();
        let party = |disc: usize, velocity| {
            let gives_way = self.scratch.movers[disc].gives_way;
            Party { velocity, mass: discs.mass[disc], gives_way }
        };
        let restitution = discs.restitution[pair[0]] * discs.restitution[pair[1]];
        let before = [first.velocity, second.velocity];
        let after = exchange::discs(party(pair[0], before[0]), party(pair[1], before[1]), normal, restitution);
        let closing = (before[0] - before[1]).dot(normal);
        let gives_way = pair.map(|disc| self.scratch.movers[disc].gives_way);
        let velocities = after.unwrap_or(before);
        // Both first, so that what each of them is going to meet next is foreseen from the other's new flight.
        for side in [0, 1].into_iter().filter(|&side| gives_way[side]) {
            self.turn(pair[side], coming.time, positions[side], velocities[side]);
            self.count(pair[side], coming.time, closing, restitution);
        }
        for side in [0, 1].into_iter().filter(|&side| gives_way[side]) {
            self.foresee(pair[side]);
        }
        if after.is_none() {
            return;
        }
        *self.contacts += 1;
        if let Some(trace) = self.trace.as_deref_mut() {
            trace.add_impact(DiscEvent {
                order: 0,
                kind: coming.kind,
                disc: pair[0],
                other: pair[1],
                time: coming.time,
                part: 0.0,
                position: positions[0],
                other_position: Some(positions[1]),
                point: positions[0] + normal * first.radius,
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

    fn meet_obstacle(&mut self, coming: &Coming) {
        let (disc, obstacle) = (coming.disc as usize, &self.layout.obstacles[coming.other as usize]);
        let Some(flight) = self.scratch.flights[disc] else { return };
        let magnitude = time_of_impact::magnitude(&obstacle.shape);
        let radius = flight.radius_against(magnitude);
        let mut position = flight.at(coming.time);
        let touch = time_of_impact::touch(&obstacle.shape, position, radius);
        let grain = flight.grain_against(magnitude);
        if touch.gap < 0.0 && touch.gap >= -grain {
            // What rounding has let in: else a particle at rest would wander through in a million substeps.
            position += touch.normal * -touch.gap;
        }
        let restitution = self.layout.discs.restitution[disc] * obstacle.restitution;
        let is_patient = self.scratch.movers[disc].impacts < PATIENCE;
        let slide_below = touch.is_hollow.then(|| exchange::slide_below(restitution, is_patient));
        let after = exchange::bounce(flight.velocity, touch.normal, restitution, slide_below);
        self.turn(disc, coming.time, position, after.unwrap_or(flight.velocity));
        self.count(disc, coming.time, -flight.velocity.dot(touch.normal), restitution);
        self.foresee(disc);
        let Some(velocity_after) = after else { return };
        *self.contacts += 1;
        if let Some(trace) = self.trace.as_deref_mut() {
            trace.add_impact(DiscEvent {
                order: 0,
                kind: coming.kind,
                disc,
                other: coming.other as usize,
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
        let DiscScratch { flights, movers, blown_up, .. } = &mut *self.scratch;
        let mover = &mut movers[disc];
        mover.generation += 1;
        let radius = self.layout.discs.radius[disc];
        flights[disc] = Flight::new(position, velocity, radius, time, self.end);
        mover.last_position = position;
        mover.fastest = mover.fastest.max(velocity.length());
        if flights[disc].is_none() {
            blown_up.push(disc as u32);
            mover.gives_way = false;
        }
    }

    /// Counts an impact of a disc, which may have been one too many.
    fn count(&mut self, disc: usize, time: f64, closing: f64, restitution: f64) {
        let mover = &mut self.scratch.movers[disc];
        mover.impacts += 1;
        if restitution < 1.0 {
            if mover.at_once == 0 || time - mover.moment > self.end * MOMENT {
                (mover.moment, mover.at_once, mover.greatest) = (time, 0, 0.0);
            }
            let speed = self.scratch.flights[disc].map_or(f64::INFINITY, |flight| flight.velocity.length());
            let is_slow = closing <= self.slow && speed <= self.slow;
            mover.at_once += if is_slow { SLOW_COUNTS } else { 1 };
            mover.greatest = mover.greatest.max(closing);
        }
        if mover.at_once >= self.patience {
            mover.is_hemmed_in = true;
        }
        if mover.at_once >= MOST_AT_ONCE * self.patience || mover.impacts >= MOST_IMPACTS {
            self.stop(disc, time);
        }
    }

    /// Leaves a disc where it is until the substep ends.
    fn stop(&mut self, disc: usize, time: f64) {
        self.scratch.movers[disc].is_hemmed_in = true;
        if let Some(flight) = self.scratch.flights[disc] {
            self.turn(disc, time, flight.at(time), DVec2::ZERO);
            self.scratch.movers[disc].gives_way = false;
        }
    }

    fn stop_all(&mut self, time: f64) {
        self.scratch.queue.clear();
        for disc in (0..self.layout.discs.count()).filter(|&disc| self.layout.discs.is_dynamic(disc)) {
            self.stop(disc, time);
        }
    }

    /// Foresees what a disc on a new flight will meet.
    fn foresee(&mut self, disc: usize) {
        let DiscScratch { candidates, flights, .. } = &mut *self.scratch;
        candidates.hold(self.layout, disc, flights);
        self.foresee_discs(disc, |_| true);
        self.foresee_obstacles(disc);
    }
}

impl Mover {
    /// Closing speeds up to this are passed over.
    fn negligible(&self, patience: u32) -> f64 {
        let rounding = self.fastest * time_of_impact::ROUNDING;
        if self.at_once >= patience { rounding.max(self.greatest * SMALL) } else { rounding }
    }
}

/// What a disc meets in an obstacle of this shape.
pub(super) fn kind_of(shape: &ObstacleShape) -> DiscImpact {
    match shape {
        ObstacleShape::Line(..) => DiscImpact::Line,
        ObstacleShape::Segment(..) => DiscImpact::Segment,
        ObstacleShape::Circle { .. } => DiscImpact::Circle,
    }
}
