//! A run: a level, the journal of inputs, and the way to any moment of it, bit for bit.
//!
//! Must never know: the screen, clocks, threads. Keyframes are whole states; a moment between them is reached by
//! stepping again from the one before, with the journal's inputs.

use super::inside::{Inside, View};
use super::keyframes::{Keyframes, Memory};
use crate::engine::phases::{Change, Seen};
use crate::engine::{Counts, Energy, Event, Hand, State, Trace, World};
use crate::level::Level;
use crate::level::format::FormatError;
use std::sync::Arc;

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

/// A moment of a run: frames done, and substeps of the next one done.
pub type Moment = (u64, u32);

/// From a moment on, the hand holds this.
pub type Input = (Moment, Option<Hand>);

/// Events kept; what comes later is only counted.
const EVENTS_KEPT: usize = 10_000;

/// A level that runs forwards and backwards.
#[derive(Debug)]
pub struct Run {
    level: Arc<Level>,
    world: World,
    /// The state one substep before the present; none at the beginning.
    before: Option<State>,
    keyframes: Keyframes,
    /// What the hand did, by moment, at most one entry each.
    journal: Vec<Input>,
    /// The furthest moment that was reached.
    last: Moment,
    samples: Vec<Sample>,
    /// Counts since the level began, as of the last sample.
    counts_measured: Counts,
    events: Vec<Event>,
    events_dropped: u64,
    divergence: Option<u64>,
    /// A second world that explains substeps, and the moment that its trace led to.
    explainer: Option<Box<World>>,
    trace: Option<(Moment, Trace)>,
    /// What is known of the phases of the substep that led to a moment.
    inside: Option<Inside>,
}

impl Run {
    /// Starts at frame 0. Fails where [`World::new`] does.
    pub fn new(level: Arc<Level>) -> Result<Self, FormatError> {
        let world = World::new(&level)?;
        let mut run = Self {
            level,
            keyframes: Keyframes::new(world.state().clone()),
            world,
            before: None,
            journal: Vec::new(),
            last: (0, 0),
            samples: Vec::new(),
            counts_measured: Counts::default(),
            events: Vec::new(),
            events_dropped: 0,
            divergence: None,
            explainer: None,
            trace: None,
            inside: None,
        };
        run.measure();
        Ok(run)
    }

    /// The level that runs.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// Takes over a level that differs from its own in nothing that is simulated; false for any other.
    pub fn relabel(&mut self, level: &Arc<Level>) -> bool {
        let old = &self.level;
        let is_same = old.world == level.world
            && old.bodies == level.bodies
            && old.discs == level.discs
            && old.obstacles == level.obstacles;
        if is_same {
            self.level = level.clone();
        }
        is_same
    }

    /// The simulation at the present moment; within the substep that led there while one looks inside it.
    pub fn world(&self) -> &World {
        self.inside.as_ref().and_then(Inside::shown).unwrap_or(&self.world)
    }

    /// Frames done.
    pub fn frame(&self) -> u64 {
        self.world.state().frame
    }

    /// Substeps of the current frame done.
    pub fn substep(&self) -> u32 {
        self.world.state().substep
    }

    /// Frames and substeps done.
    pub fn moment(&self) -> Moment {
        (self.frame(), self.substep())
    }

    /// The furthest frame that was reached.
    pub fn last_frame(&self) -> u64 {
        self.last.0
    }

    /// To the start of the next frame.
    pub fn step_frame(&mut self) {
        let last = self.level.world.substeps - 1;
        while self.substep() < last {
            self.advance();
        }
        self.step_substep();
    }

    /// One substep.
    pub fn step_substep(&mut self) {
        // Only a substep that one may stop after can be asked about: the others of a frame need no copy.
        match &mut self.before {
            Some(before) => before.clone_from(self.world.state()),
            none => *none = Some(self.world.state().clone()),
        }
        self.advance();
    }

    fn advance(&mut self) {
        self.inside = None;
        let moment = self.moment();
        if let Ok(index) = self.journal.binary_search_by_key(&moment, |&(moment, _)| moment) {
            self.world.set_hand(self.journal[index].1);
        }
        self.world.step_substep();
        let events = self.world.take_events();
        if moment >= self.last {
            self.last = self.moment();
            self.keep(events);
        }
        if self.substep() == 0 {
            self.measure();
        }
    }

    fn keep(&mut self, events: Vec<Event>) {
        let room = EVENTS_KEPT - self.events.len();
        self.events_dropped += events.len().saturating_sub(room) as u64;
        self.events.extend(events.into_iter().take(room));
    }

    /// At the start of a frame: a sample the first time, the check of its hash every other time.
    fn measure(&mut self) {
        let frame = self.frame();
        if let Some(known) = self.samples.get(frame as usize) {
            if known.hash == self.world.hash() {
                self.keyframes.offer(self.world.state());
            } else if self.divergence.is_none() {
                self.divergence = Some(frame);
            }
            return;
        }
        let (hash, pose_hash) = self.world.state().hashes();
        let total = self.world.counts();
        let counts = total - std::mem::replace(&mut self.counts_measured, total);
        let (time, energy, stick_error) = (self.world.time(), self.world.energy(), self.world.stick_error());
        self.samples.push(Sample { frame, time, energy, counts, stick_error, hash, pose_hash });
        self.keyframes.offer(self.world.state());
    }

    /// To the start of this frame, or of the one before when already at a start; false at the beginning.
    pub fn back_frame(&mut self) -> bool {
        match self.moment() {
            (0, 0) => return false,
            (frame, 0) => self.go_to((frame - 1, 0)),
            (frame, _) => self.go_to((frame, 0)),
        }
        true
    }

    /// One substep back; false at the beginning.
    pub fn back_substep(&mut self) -> bool {
        let Some(target) = self.moment_before(self.moment()) else { return false };
        self.go_to(target);
        true
    }

    /// One substep earlier; none before the beginning.
    pub fn moment_before(&self, moment: Moment) -> Option<Moment> {
        match moment {
            (0, 0) => None,
            (frame, 0) => Some((frame - 1, self.level.world.substeps - 1)),
            (frame, substep) => Some((frame, substep - 1)),
        }
    }

    /// One substep later.
    pub fn moment_after(&self, (frame, substep): Moment) -> Moment {
        if substep + 1 < self.level.world.substeps { (frame, substep + 1) } else { (frame + 1, 0) }
    }

    /// To the start of a frame at or before [`Run::last_frame`]; later ones are clamped to it.
    pub fn seek(&mut self, frame: u64) {
        self.go_to((frame.min(self.last.0), 0));
    }

    fn go_to(&mut self, target: Moment) {
        self.approach(target, || true);
    }

    /// To any moment, visited before or not, as long as `goes_on` says so (it is asked once a substep); whether it
    /// got there. If not, it is at some moment on the way, and the next call goes on from there.
    pub fn approach(&mut self, target: Moment, mut goes_on: impl FnMut() -> bool) -> bool {
        self.inside = None;
        if target == self.moment() {
            return true;
        }
        // One substep short of the target: the last one is stepped afresh, so that it can be explained.
        let Some(short) = self.moment_before(target) else {
            self.world.restore(self.keyframes.first());
            self.before = None;
            self.measure();
            return true;
        };
        let kept = self.keyframes.at_or_before(short);
        if self.moment() > short || (kept.frame, kept.substep) > self.moment() {
            self.world.restore(kept);
        }
        let (is_known, substeps) = (short < self.last, self.level.world.substeps);
        while self.moment() < short {
            if !goes_on() {
                // Not beyond `short`, and what led here can be explained.
                self.step_substep();
                return false;
            }
            if is_known {
                self.keyframes.pass(self.world.state(), short, substeps);
            }
            self.advance();
        }
        if is_known {
            self.keyframes.pass(self.world.state(), short, substeps);
        }
        self.step_substep();
        true
    }

    /// What the hand did so far, in order of time, at most one entry a moment.
    pub fn journal(&self) -> &[Input] {
        &self.journal
    }

    /// Takes over what the hand did elsewhere; from where that differs the run is forgotten, and the present is not
    /// later. Returns the first moment that differs.
    pub(super) fn adopt_journal(&mut self, journal: Vec<Input>) -> Option<Moment> {
        let common = self.journal.iter().zip(&journal).take_while(|(old, new)| old == new).count();
        let changed =
            [self.journal.get(common), journal.get(common)].into_iter().flatten().map(|entry| entry.0).min()?;
        self.journal = journal;
        if changed < self.moment() {
            self.go_to(changed);
        }
        if changed < self.last {
            self.forget_beyond(changed);
        }
        self.keyframes.forget_beyond(changed);
        Some(changed)
    }

    /// Holds a node or lets go, from the present substep on. What was simulated beyond the present is forgotten.
    pub fn set_hand(&mut self, hand: Option<Hand>) {
        if self.hand() == hand {
            return;
        }
        self.inside = None;
        let present = self.moment();
        if present < self.last {
            self.forget_beyond(present);
        }
        self.keyframes.forget_beyond(present);
        self.journal.truncate(self.journal.partition_point(|&(moment, _)| moment < present));
        self.journal.push((present, hand));
        self.world.set_hand(hand);
    }

    /// What the hand holds.
    pub fn hand(&self) -> Option<Hand> {
        self.world.state().hand
    }

    fn forget_beyond(&mut self, present: Moment) {
        self.last = present;
        let kept = self.samples.len().min(present.0 as usize + 1);
        // What is dropped was stepped once, so this costs less than that did, however often the hand moves.
        let dropped = self.samples.drain(kept..).fold(Counts::default(), |sum, sample| sum + sample.counts);
        self.counts_measured = self.counts_measured - dropped;
        self.events.truncate(self.events.partition_point(|event| (event.frame, event.substep) < present));
        self.events_dropped = 0;
        self.divergence = None;
    }

    /// A second world, one substep before the present; none at the beginning.
    fn explainer(&mut self) -> Option<&mut World> {
        let before = self.before.as_ref()?;
        let explainer = self.explainer.get_or_insert_with(|| Box::new(self.world.clone()));
        explainer.restore(before);
        Some(explainer)
    }

    /// The phases of the substep that led to the present moment, in order; none at the beginning.
    pub fn phases(&mut self) -> &[Seen] {
        if self.inside.is_none() {
            let phases = self.explainer().map(World::step_substep_listed);
            self.inside = Some(Inside::new(phases.unwrap_or_default()));
        }
        self.inside.as_ref().map_or(&[], |inside| &inside.phases)
    }

    /// How many phases of that substep are done as it is shown; none when it is shown at its end.
    pub fn phases_done(&self) -> Option<usize> {
        self.inside.as_ref()?.view.as_ref().map(|view| view.done)
    }

    /// The last phase that is done as the substep is shown, with the states around it; none at its end.
    pub fn phase_change(&self) -> Option<&Change> {
        self.inside.as_ref()?.view.as_ref().map(|view| &view.change)
    }

    /// Shows the substep that led here when so many of its phases are done; at 0 or beyond the last one, as it ends.
    pub fn look_inside(&mut self, done: usize) {
        let count = self.phases().len();
        let is_within = done > 0 && done <= count;
        let change =
            if is_within { self.explainer().and_then(|world| world.step_substep_around(done - 1)) } else { None };
        let shown = self.inside.as_mut().and_then(|inside| inside.view.take()).map(|view| view.world);
        let Some(change) = change else { return };
        let mut world = shown.unwrap_or_else(|| Box::new(self.world.clone()));
        world.restore(&change.after);
        if let Some(inside) = &mut self.inside {
            inside.view = Some(View { done, change, world });
        }
    }

    /// Shows the present moment itself again.
    pub fn look_at_end(&mut self) {
        if let Some(inside) = &mut self.inside {
            inside.view = None;
        }
    }

    /// One phase on, into the next substep where this one is at its end.
    pub fn step_phase(&mut self) {
        match self.phases_done() {
            Some(done) if done < self.phases().len() => self.look_inside(done + 1),
            _ => {
                self.step_substep();
                self.look_inside(1);
            }
        }
    }

    /// One phase back, into the substep before where this one is at its beginning; false at the beginning of the run.
    pub fn back_phase(&mut self) -> bool {
        let before = match self.phases_done() {
            Some(done) => done - 1,
            None => self.phases().len(),
        };
        if before == 0 {
            return self.back_substep();
        }
        self.look_inside(before);
        true
    }

    /// The substep that led to the present moment, explained; none at the beginning.
    pub fn trace(&mut self) -> Option<&Trace> {
        let present = self.moment();
        if self.trace.as_ref().is_none_or(|(moment, _)| *moment != present) {
            let before = self.before.as_ref()?;
            let explainer = self.explainer.get_or_insert_with(|| Box::new(self.world.clone()));
            explainer.restore(before);
            let mut trace = self.trace.take().map(|(_, trace)| trace).unwrap_or_default();
            explainer.step_substep_traced(&mut trace);
            self.trace = Some((present, trace));
        }
        self.trace.as_ref().map(|(_, trace)| trace)
    }

    /// One sample per frame, from frame 0 to [`Run::last_frame`].
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
    pub fn memory(&self) -> Memory {
        self.keyframes.memory()
    }

    /// How many bytes keyframes and what lies between them may take; what is too much goes at once.
    pub fn set_memory_budget(&mut self, bytes: usize) {
        self.keyframes.set_budget(bytes);
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
}
