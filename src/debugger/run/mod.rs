//! A run: a level, the journal of inputs, and access to any moment in between, bit for bit.
//!
//! Keyframes are whole states. Other moments are reached by stepping from the preceding keyframe with the inputs of the
//! journal. An input acts as soon as its moment is reached. So the present state and the sample of that frame include
//! it; the keyframe, taken on arrival, does not.

pub(super) mod branches;
mod change;
mod fork;
mod inputs;
pub mod journal;
mod measured;
mod sampling;
mod settings_epochs;
mod start;

pub use branches::{Branch, BranchId};
pub use journal::{Input, Journal, JournalEntry, Nudge, SettingChange};
pub use measured::Sample;
pub use start::EarlierFrames;

use super::diagnosis::Present;
use super::inside::SubstepPhases;
use super::keyframes::Keyframes;
use super::moment;
use crate::engine::{Counts, Event, Hand, Layout, SensorEvent, State, Trace, World};
use crate::level::format::FormatError;
use crate::level::{Level, Twin, user_data};
use crate::play::recorder::{RecordedStart, RecordingSource};
use branches::{Branches, Recorded};
use settings_epochs::SettingsEpochs;
use std::sync::Arc;

/// A moment of a run: completed frames, and completed substeps of the next one.
pub type Moment = (u64, u32);

/// A level that can be stepped forwards and backwards.
#[derive(Debug)]
pub struct Run {
    /// The state at frame 0, if it is not that of the level.
    start: Option<Arc<RecordedStart>>,
    /// Frames of the recording before frame 0, in which parts came and went.
    pub(super) earlier: Option<EarlierFrames>,
    /// What made the recording that this run comes from.
    pub(super) source: Option<Arc<RecordingSource>>,
    /// The levels in force, by time.
    epochs: SettingsEpochs,
    /// Index of the present epoch.
    epoch: usize,
    /// The level of the present epoch.
    level: Arc<Level>,
    world: World,
    /// The state one substep before the present, with the inputs of its moment. None at the beginning.
    before: Option<State>,
    /// The layout in force there.
    before_layout: Arc<Layout>,
    /// The present state before the inputs of its moment, if there are any; see [`Run::arrive`].
    arrival: State,
    keyframes: Keyframes,
    journal: Journal,
    /// The furthest moment reached.
    last: Moment,
    /// Data of a recording or branch about frames not simulated yet.
    recorded: Recorded,
    samples: Vec<Sample>,
    /// Counts since frame 0, as of the last sample.
    counts_measured: Counts,
    events: Vec<Event>,
    events_dropped: u64,
    sensor_events: Vec<SensorEvent>,
    divergence: Option<u64>,
    branches: Branches,
    /// Changes whenever the past changes.
    history: u64,
    /// A second world that repeats substeps for explanations, and the moment of its trace.
    explainer: Option<Box<World>>,
    trace: Option<(Moment, Trace)>,
    /// Phases of the substep that led to a moment. None until requested.
    inside: Option<SubstepPhases>,
    /// Findings of the substep that led to a moment. None until requested.
    examined: Option<Box<Present>>,
}

impl Run {
    /// Starts at frame 0.
    ///
    /// # Errors
    /// If [`World::new`] rejects the level.
    pub fn new(level: Arc<Level>) -> Result<Self, FormatError> {
        Self::with_settings(level, None, None)
    }

    /// A run that continues from a recorded state.
    ///
    /// # Errors
    /// If the level is rejected, or the state is not one of that level.
    pub fn starting_at(level: Arc<Level>, start: Arc<RecordedStart>) -> Result<Self, FormatError> {
        let world = start.world(&level)?;
        Ok(Self::measured_at_first(level, world, None, None, Some(start)))
    }

    /// A run with the settings of a twin, which override the journal's.
    pub(super) fn with_settings(
        level: Arc<Level>,
        instead: Option<Twin>,
        start: Option<Arc<RecordedStart>>,
    ) -> Result<Self, FormatError> {
        let world = match &start {
            Some(start) => start.world(&level)?,
            None => World::new(&level)?,
        };
        Ok(Self::measured_at_first(level, world, instead, None, start))
    }

    /// A run of a compiled world at frame 0.
    #[cfg(feature = "editor")]
    pub(super) fn of_world(level: Arc<Level>, world: World) -> Self {
        Self::measured_at_first(level, world, None, None, None)
    }

    fn measured_at_first(
        level: Arc<Level>,
        world: World,
        instead: Option<Twin>,
        first: Option<Sample>,
        start: Option<Arc<RecordedStart>>,
    ) -> Self {
        let mut run = Self {
            start,
            earlier: None,
            source: None,
            epochs: SettingsEpochs::new(level.clone(), &world, instead),
            epoch: 0,
            level,
            keyframes: Keyframes::new(world.state().clone()),
            before: None,
            before_layout: world.shared_layout().clone(),
            arrival: world.state().clone(),
            world,
            journal: Journal::default(),
            last: (0, 0),
            recorded: Recorded::default(),
            samples: Vec::from_iter(first),
            counts_measured: Counts::default(),
            events: Vec::new(),
            events_dropped: 0,
            sensor_events: Vec::new(),
            divergence: None,
            branches: Branches::default(),
            history: 0,
            explainer: None,
            trace: None,
            inside: None,
            examined: None,
        };
        if first.is_none() {
            run.measure();
        }
        run
    }

    /// A run of the same level at frame 0, with an empty journal. Shares the compiled level.
    pub(super) fn beside(leader: &Self) -> Self {
        let world = World::of_layout(leader.epochs.start_layout().clone(), leader.keyframes.first().clone());
        // Without inputs at the beginning, the first sample is the same.
        let first = leader.samples.first().filter(|_| leader.journal.at((0, 0)).is_empty());
        let (level, start) = (leader.start_level().clone(), leader.start.clone());
        Self::measured_at_first(level, world, None, first.copied(), start)
    }

    /// The level in force at the present moment: the initial level with the settings changed since.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// The level that the run started with.
    pub fn start_level(&self) -> &Arc<Level> {
        self.epochs.start()
    }

    /// Replaces the level by one that differs only in parts that are not simulated. False for any other level.
    pub fn relabel(&mut self, level: &Arc<Level>) -> bool {
        let old = self.epochs.start();
        let is_same = user_data::is_same_physics(old, level);
        if is_same {
            self.epochs.relabel(level);
            self.level = self.epochs.get(self.epoch).level;
        }
        is_same
    }

    /// The world at the present moment, or the displayed phase of the substep that led there.
    pub fn world(&self) -> &World {
        self.inside.as_ref().and_then(SubstepPhases::shown).unwrap_or(&self.world)
    }

    /// The world at the present moment, also while a phase is displayed.
    pub fn end_world(&self) -> &World {
        &self.world
    }

    /// Completed frames.
    pub fn frame(&self) -> u64 {
        self.world.state().frame
    }

    /// Completed substeps of the present frame.
    pub fn substep(&self) -> u32 {
        self.world.state().substep
    }

    /// Completed frames and substeps.
    pub fn moment(&self) -> Moment {
        (self.frame(), self.substep())
    }

    /// Number of substeps in a frame; it may change during a run.
    pub fn substeps_in(&self, frame: u64) -> u32 {
        self.epochs.substeps_in(frame)
    }

    /// The furthest frame reached, in this run or in the recording that it came from.
    pub fn last_frame(&self) -> u64 {
        self.extent().0
    }

    /// The furthest moment known to have been reached.
    fn extent(&self) -> Moment {
        self.last.max((self.recorded.last, 0))
    }

    /// Changes whenever the past of the present moment may have changed.
    pub fn history(&self) -> u64 {
        self.history
    }

    /// Steps to the start of the next frame.
    pub fn step_frame(&mut self) {
        let last = self.level.world.substeps - 1;
        while self.substep() < last {
            self.advance();
        }
        self.step_substep();
    }

    /// Steps one substep.
    pub fn step_substep(&mut self) {
        // A copy of the state is needed only before the last substep of a step.
        match &mut self.before {
            Some(before) => before.clone_from(self.world.state()),
            none => *none = Some(self.world.state().clone()),
        }
        if !Arc::ptr_eq(&self.before_layout, self.world.shared_layout()) {
            self.before_layout = self.world.shared_layout().clone();
        }
        self.advance();
    }

    /// Steps one substep by an equivalent function that reports more. It must give the same bits.
    pub(super) fn step_with(&mut self, step: impl FnOnce(&mut World)) {
        self.before = None;
        self.advance_with(step);
    }

    fn advance(&mut self) {
        self.advance_with(World::step_substep);
    }

    fn advance_with(&mut self, step: impl FnOnce(&mut World)) {
        self.inside = None;
        let moment = self.moment();
        step(&mut self.world);
        let (events, sensor_events) = (self.world.take_events(), self.world.take_sensor_events());
        if moment >= self.last {
            self.last = self.moment();
            self.keep(events);
            self.keep_sensor_events(sensor_events);
        }
        self.arrive();
        if self.substep() == 0 {
            self.measure();
        }
    }

    /// Applies the inputs of the present moment, right after it was reached.
    fn arrive(&mut self) {
        let inputs = self.journal.at(self.moment());
        if inputs.is_empty() {
            return;
        }
        self.arrival.clone_from(self.world.state());
        for index in inputs {
            self.act(index);
        }
    }

    /// Applies one input.
    fn act(&mut self, index: usize) {
        match &self.journal.entries()[index].input {
            Input::Hand(hand) => self.world.set_hand(*hand),
            // A part that can no longer be moved is skipped.
            Input::Nudge(nudge) => drop(self.world.nudge(nudge.place, nudge.change.into())),
            Input::Game(what) => what.act(&self.level, &mut self.world),
            Input::Set(_) => {
                self.epoch += 1;
                let epoch = self.epochs.get(self.epoch);
                self.world.adopt(&epoch.layout);
                self.level = epoch.level;
            }
        }
    }

    /// Restores a state as it was reached, with the level in force there, then applies the inputs of its moment.
    fn restore(&mut self, state: &State) {
        self.inside = None;
        self.before = None;
        self.epoch = self.epochs.before((state.frame, state.substep));
        let epoch = self.epochs.get(self.epoch);
        self.world.restore_under(&epoch.layout, state);
        self.level = epoch.level;
        self.arrive();
        if self.substep() == 0 {
            self.measure();
        }
    }

    /// Restores the latest kept state at or before a moment.
    fn return_to_kept(&mut self, moment: Moment) {
        let state = self.keyframes.at_or_before(moment).clone();
        self.restore(&state);
    }

    /// Steps back to the start of this frame, or of the previous one if already at a start. False at the beginning.
    pub fn back_frame(&mut self) -> bool {
        match self.moment() {
            (0, 0) => return false,
            (frame, 0) => self.go_to((frame - 1, 0)),
            (frame, _) => self.go_to((frame, 0)),
        }
        true
    }

    /// Steps back one substep. False at the beginning.
    pub fn back_substep(&mut self) -> bool {
        let Some(target) = self.moment_before(self.moment()) else { return false };
        self.go_to(target);
        true
    }

    /// The moment one substep earlier. None at the beginning.
    pub fn moment_before(&self, moment: Moment) -> Option<Moment> {
        moment::before(moment, self.substeps_in(moment.0.saturating_sub(1)))
    }

    /// The moment one substep later.
    pub fn moment_after(&self, present: Moment) -> Moment {
        moment::after(present, self.substeps_in(present.0))
    }

    /// The first moment whose state shows an event.
    pub fn moment_of(&self, event: &Event) -> Moment {
        moment::of_event(event, self.substeps_in(event.frame))
    }

    /// Goes to the start of a frame, clamped to [`Run::last_frame`].
    pub fn seek(&mut self, frame: u64) {
        self.go_to((frame.min(self.last_frame()), 0));
    }

    fn go_to(&mut self, target: Moment) {
        self.approach(target, || true);
    }

    /// Goes to any moment, visited before or not, while `goes_on` returns true (called once per substep). True on
    /// arrival. Otherwise the run is on its way, and the next call continues.
    pub fn approach(&mut self, target: Moment, mut goes_on: impl FnMut() -> bool) -> bool {
        self.inside = None;
        if target == self.moment() {
            return true;
        }
        // One substep short of the target: the last substep is stepped again so that it can be explained.
        let Some(short) = self.moment_before(target) else {
            self.return_to_kept((0, 0));
            return true;
        };
        let kept = self.keyframes.at_or_before(short);
        if self.moment() > short || (kept.frame, kept.substep) > self.moment() {
            self.return_to_kept(short);
        }
        let is_known = short < self.last;
        while self.moment() < short {
            if !goes_on() {
                // Before or at `short`; the last substep can be explained.
                self.step_substep();
                return false;
            }
            self.pass(is_known, short);
            self.advance();
        }
        self.pass(is_known, short);
        self.step_substep();
        true
    }

    /// Stores the present state for stepping backwards.
    fn pass(&mut self, is_known: bool, short: Moment) {
        if is_known {
            let state = as_reached(&self.journal, &self.arrival, &self.world);
            self.keyframes.pass(state, short, self.level.world.substeps);
        }
    }

    /// The part held by the hand. None if it holds nothing.
    pub fn hand(&self) -> Option<Hand> {
        self.world.state().hand()
    }
}

/// The present state before the inputs of its moment.
fn as_reached<'a>(journal: &Journal, arrival: &'a State, world: &'a World) -> &'a State {
    let state = world.state();
    if journal.at((state.frame, state.substep)).is_empty() { state } else { arrival }
}
