//! What is measured along a run and kept: a sample of every frame, events, and whether a frame comes out as it did before.

use super::{Moment, Run, as_reached};
use crate::debugger::keyframes::MemoryUse;
use crate::engine::{Counts, Energy, Event, Threads};

/// What is measured at the end of every frame (and at frame 0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Frames done.
    pub frame: u64,
    /// Level time.
    pub time: f64,
    /// Energy by kind.
    pub energy: Energy,
    /// What was counted in this frame.
    pub counts: Counts,
    /// How far the worst stick is off its length at the end of the frame, as a part of it.
    pub stick_error: f64,
    /// Hash of the state.
    pub hash: u64,
    /// Hash of the positions alone.
    pub pose_hash: u64,
}

/// Events kept; what comes later is only counted.
const EVENTS_KEPT: usize = 10_000;

impl Run {
    pub(super) fn keep(&mut self, events: Vec<Event>) {
        let room = EVENTS_KEPT - self.events.len();
        self.events_dropped += events.len().saturating_sub(room) as u64;
        self.events.extend(events.into_iter().take(room));
    }

    /// At the start of a frame: a sample the first time, the check of its hash every other time.
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
        let (hash, pose_hash) = self.world.state().hashes();
        let total = self.world.counts();
        let counts = total - std::mem::replace(&mut self.counts_measured, total);
        let (time, energy, stick_error) = (self.world.time(), self.world.energy(), self.world.stick_error());
        self.recorded.check(frame, hash, pose_hash);
        self.samples.push(Sample { frame, time, energy, counts, stick_error, hash, pose_hash });
        self.keyframes.offer(as_reached(&self.journal, &self.arrival, &self.world));
    }

    /// The same once more after the inputs of the present moment changed.
    pub(super) fn measure_again(&mut self) {
        if self.substep() == 0 {
            self.forget_from(self.moment());
            self.measure();
        }
    }

    /// What was simulated beyond a moment is forgotten.
    pub(super) fn forget_beyond(&mut self, moment: Moment) {
        self.last = self.last.min(moment);
        self.drop_samples(moment.0 as usize + 1);
        self.keyframes.forget_beyond(moment);
        self.events.truncate(self.events.partition_point(|event| (event.frame, event.substep) < self.last));
        self.events_dropped = 0;
        self.divergence = None;
    }

    /// What depends on the inputs of a moment is forgotten: the sample of that frame has them, the keyframe has not.
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
        // What is dropped was stepped once, so this costs less than that did, however often the hand moves.
        let dropped = self.samples.drain(kept.min(self.samples.len())..);
        let dropped = dropped.fold(Counts::default(), |sum, sample| sum + sample.counts);
        self.counts_measured = self.counts_measured - dropped;
    }

    pub(super) fn count_samples(&mut self) {
        self.counts_measured = self.samples.iter().fold(Counts::default(), |sum, sample| sum + sample.counts);
    }

    /// One sample per frame that was visited, from frame 0 on.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// What went wrong so far, in order of time; the first ten thousand.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many events came after those that are kept.
    pub fn events_dropped(&self) -> u64 {
        self.events_dropped
    }

    /// What is kept to go back to, and what may be.
    pub fn memory(&self) -> MemoryUse {
        self.keyframes.memory()
    }

    /// How many bytes keyframes and what lies between them may take; what is too much goes at once.
    pub fn set_memory_budget(&mut self, bytes: usize) {
        self.keyframes.set_budget(bytes);
    }

    /// Shares the steps to come among these threads; no bit shows it.
    pub fn set_threads(&mut self, threads: &Threads) {
        self.world.set_threads(threads.clone());
    }

    /// Makes a keyframe wrong, to see whether that is noticed.
    #[cfg(test)]
    pub(crate) fn corrupt_keyframe(&mut self, frame: u64) {
        self.keyframes.corrupt(frame);
    }

    /// The first frame that came out with another hash when it was visited again: never, or the promise of
    /// determinism is broken.
    pub fn divergence(&self) -> Option<u64> {
        self.divergence
    }

    /// The first frame that came out otherwise than the recording has it.
    pub fn departure(&self) -> Option<u64> {
        self.recorded.departure
    }
}
