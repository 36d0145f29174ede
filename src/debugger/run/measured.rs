//! Measurements along a run: one sample per frame, events, and the check of repeated frames against their hashes.

use super::{Moment, Run, as_reached};
use crate::debugger::keyframes::MemoryUse;
use crate::engine::{Counts, Energy, Event, SensorEvent, Threads};

/// Measurements at the end of a frame (and at frame 0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Completed frames.
    pub frame: u64,
    /// Simulated time.
    pub time: f64,
    /// Energy by kind.
    pub energy: Energy,
    /// Counts of this frame.
    pub counts: Counts,
    /// Largest relative error of a stick's length at the end of the frame.
    pub stick_error: f64,
    /// Hash of the state.
    pub hash: u64,
    /// Hash of the positions alone.
    pub pose_hash: u64,
}

/// Most events kept; later ones are only counted.
const EVENTS_KEPT: usize = 10_000;

impl Run {
    pub(super) fn keep(&mut self, events: Vec<Event>) {
        let room = EVENTS_KEPT - self.events.len();
        self.events_dropped += events.len().saturating_sub(room) as u64;
        self.events.extend(events.into_iter().take(room));
    }

    pub(super) fn keep_sensor_events(&mut self, events: Vec<SensorEvent>) {
        let room = EVENTS_KEPT - self.sensor_events.len();
        self.events_dropped += events.len().saturating_sub(room) as u64;
        self.sensor_events.extend(events.into_iter().take(room));
    }

    /// At the start of a frame: takes a sample the first time, checks the hash every other time.
    pub(super) fn measure(&mut self) {
        let frame = self.frame();
        if let Some(known) = self.samples.get(frame as usize) {
            if known.hash == self.world.hash() {
                self.keyframes.offer(as_reached(&self.journal, &self.arrival, &self.world));
            } else if self.divergence.is_none() {
                self.divergence = Some(frame);
            }
            return;
        }
        let (hash, pose_hash) = self.world.hashes();
        let total = self.world.counts();
        let counts = total - std::mem::replace(&mut self.counts_measured, total);
        let (time, energy, stick_error) = (self.world.time(), self.world.energy(), self.world.stick_error());
        self.recorded.check(frame, hash, pose_hash);
        self.samples.push(Sample { frame, time, energy, counts, stick_error, hash, pose_hash });
        self.keyframes.offer(as_reached(&self.journal, &self.arrival, &self.world));
    }

    /// Measures again after the inputs of the present moment changed.
    pub(super) fn measure_again(&mut self) {
        if self.substep() == 0 {
            self.forget_from(self.moment());
            self.measure();
        }
    }

    /// Drops what was simulated after a moment.
    pub(super) fn forget_beyond(&mut self, moment: Moment) {
        self.last = self.last.min(moment);
        self.drop_samples(moment.0 as usize + 1);
        self.keyframes.forget_beyond(moment);
        self.events.truncate(self.events.partition_point(|event| (event.frame, event.substep) < self.last));
        self.events_dropped = 0;
        let is_before = |event: &SensorEvent| (event.frame, event.substep) < self.last;
        self.sensor_events.truncate(self.sensor_events.partition_point(is_before));
        self.divergence = None;
    }

    /// Drops what depends on the inputs of a moment: the sample of that frame includes them, the keyframe does not.
    pub(super) fn forget_from(&mut self, changed: Moment) {
        if changed.1 == 0 && changed != self.moment() {
            self.last = self.last.min(self.moment_before(changed).unwrap_or_default());
        }
        self.forget_beyond(changed);
        if changed.1 == 0 {
            self.drop_samples(changed.0 as usize);
        }
        self.recorded.hold_before(changed);
    }

    fn drop_samples(&mut self, kept: usize) {
        // Every dropped sample was simulated once, so the cost is bounded by that of the simulation.
        let dropped = self.samples.drain(kept.min(self.samples.len())..);
        let dropped = dropped.fold(Counts::default(), |sum, sample| sum + sample.counts);
        self.counts_measured = self.counts_measured - dropped;
    }

    pub(super) fn count_samples(&mut self) {
        self.counts_measured = self.samples.iter().fold(Counts::default(), |sum, sample| sum + sample.counts);
    }

    /// What was counted in the present frame so far.
    pub fn counts_in_frame(&self) -> Counts {
        let known = self.samples.iter().take(self.frame() as usize + 1);
        self.world.counts() - known.fold(Counts::default(), |sum, sample| sum + sample.counts)
    }

    /// One sample per visited frame, from frame 0 on.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Events so far, by time; the first ten thousand.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What entered and left sensors so far, by time; the first ten thousand events.
    pub fn sensor_events(&self) -> &[SensorEvent] {
        &self.sensor_events
    }

    /// Number of events that were not kept.
    pub fn events_dropped(&self) -> u64 {
        self.events_dropped
    }

    /// Memory for keyframes: used and allowed.
    pub fn memory(&self) -> MemoryUse {
        self.keyframes.memory()
    }

    /// Sets the bytes for keyframes and the states in between. Frees the excess at once.
    pub fn set_memory_budget(&mut self, bytes: usize) {
        self.keyframes.set_budget(bytes);
    }

    /// Sets the threads for further steps. Results are bit-identical for any number of threads.
    pub fn set_threads(&mut self, threads: &Threads) {
        self.world.set_threads(threads.clone());
    }

    /// Corrupts a keyframe, to test the hash check.
    #[cfg(test)]
    pub(crate) fn corrupt_keyframe(&mut self, frame: u64) {
        self.keyframes.corrupt(frame);
    }

    /// The first frame whose hash differed on a repeated visit. None unless determinism is violated.
    pub fn divergence(&self) -> Option<u64> {
        self.divergence
    }

    /// The first frame that differs from the recording. None if there is none.
    pub fn departure(&self) -> Option<u64> {
        self.recorded.departure
    }
}
