//! A run: a level, the journal of inputs, and the way to any moment of it, bit for bit.
//!
//! Keyframes are whole states; a moment between them is reached by stepping again from the one before, with the journal's
//! inputs. An input acts as soon as its moment is reached: the present state and the sample of that frame have it, the
//! keyframe, taken on arrival, does not.

pub(super) mod branches;
mod change;
mod fork;
mod inputs;
pub mod journal;
mod measured;
mod sampling;
mod settings_epochs;

pub use branches::{Branch, BranchId};
pub use journal::{Input, Journal, JournalEntry, Nudge, SettingChange};
pub use measured::Sample;

use super::diagnosis::Present;
use super::inside::SubstepPhases;
use super::keyframes::Keyframes;
use crate::engine::{Counts, Event, Hand, Layout, State, Trace, World};
use crate::level::format::FormatError;
use crate::level::{Level, Twin};
use branches::{Branches, Recorded};
use settings_epochs::SettingsEpochs;
use std::sync::Arc;

/// A moment of a run: frames done, and substeps of the next one done.
pub type Moment = (u64, u32);

/// A level that runs forwards and backwards.
#[derive(Debug)]
pub struct Run {
    /// The levels in force, one after the other.
    regimes: SettingsEpochs,
    /// Which of them holds at present.
    regime: usize,
    /// The level that holds at present.
    level: Arc<Level>,
    world: World,
    /// The state one substep before the present, with the inputs of its moment; none at the beginning.
    before: Option<State>,
    /// What held there.
    before_layout: Arc<Layout>,
    /// The state at the present moment as it was reached, where inputs act at it; see [`Run::arrive`].
    arrival: State,
    keyframes: Keyframes,
    journal: Journal,
    /// The furthest moment that was reached.
    last: Moment,
    /// What is known of a future that was not visited yet: of a recording, or of a branch.
    recorded: Recorded,
    samples: Vec<Sample>,
    /// Counts since the level began, as of the last sample.
    counts_measured: Counts,
    events: Vec<Event>,
    events_dropped: u64,
    divergence: Option<u64>,
    branches: Branches,
    /// Another number whenever the past is another one.
    history: u64,
    /// A second world that explains substeps, and the moment that its trace led to.
    explainer: Option<Box<World>>,
    trace: Option<(Moment, Trace)>,
    /// What is known of the phases of the substep that led to a moment.
    inside: Option<SubstepPhases>,
    /// Who says what the detectors find in the substep that led to a moment, once somebody asked.
    examined: Option<Box<Present>>,
}

impl Run {
    /// Starts at frame 0. Fails where [`World::new`] does.
    pub fn new(level: Arc<Level>) -> Result<Self, FormatError> {
        Self::with_settings(level, None)
    }

    /// A run whose settings are these instead, whatever the journal sets.
    pub(super) fn with_settings(level: Arc<Level>, instead: Option<Twin>) -> Result<Self, FormatError> {
        let world = World::new(&level)?;
        Ok(Self::of_world(level, world, instead))
    }

    /// A run that begins with a level's world at frame 0.
    pub(super) fn of_world(level: Arc<Level>, world: World, instead: Option<Twin>) -> Self {
        Self::measured_at_first(level, world, instead, None)
    }

    fn measured_at_first(level: Arc<Level>, world: World, instead: Option<Twin>, first: Option<Sample>) -> Self {
        let mut run = Self {
            regimes: SettingsEpochs::new(level.clone(), &world, instead),
            regime: 0,
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

    /// A run of the same level as another one, at frame 0 and with nothing done to it: the level is not compiled again.
    pub(super) fn beside(leader: &Self) -> Self {
        let world = World::of_layout(leader.regimes.start_layout().clone(), leader.keyframes.first().clone());
        // Where nothing acts at the beginning, it has been measured already.
        let first = leader.samples.first().filter(|_| leader.journal.at((0, 0)).is_empty());
        Self::measured_at_first(leader.start_level().clone(), world, None, first.copied())
    }

    /// The level in force at the present moment: the one that the run started with, and what was set since.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// The level that the run started with.
    pub fn start_level(&self) -> &Arc<Level> {
        self.regimes.start()
    }

    /// Takes over a level that differs from the one it started with in nothing that is simulated; false for any other.
    pub fn relabel(&mut self, level: &Arc<Level>) -> bool {
        let old = self.regimes.start();
        let is_same = old.world == level.world
            && old.bodies == level.bodies
            && old.discs == level.discs
            && old.obstacles == level.obstacles;
        if is_same {
            self.regimes.relabel(level);
            self.level = self.regimes.get(self.regime).level;
        }
        is_same
    }

    /// The simulation at the present moment; within the substep that led there while one looks inside it.
    pub fn world(&self) -> &World {
        self.inside.as_ref().and_then(SubstepPhases::shown).unwrap_or(&self.world)
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

    /// Substeps of a frame: they may change from frame to frame.
    pub fn substeps_in(&self, frame: u64) -> u32 {
        self.regimes.substeps_in(frame)
    }

    /// The furthest frame that was reached, in this run or by the recording that it came from.
    pub fn last_frame(&self) -> u64 {
        self.extent().0
    }

    /// The furthest moment that is known to have been reached.
    fn extent(&self) -> Moment {
        self.last.max((self.recorded.last, 0))
    }

    /// A number that is another one whenever the present moment may have another past.
    pub fn history(&self) -> u64 {
        self.history
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
        if !Arc::ptr_eq(&self.before_layout, self.world.shared_layout()) {
            self.before_layout = self.world.shared_layout().clone();
        }
        self.advance();
    }

    /// One substep, by a way of stepping that gives the same bits and tells more of it.
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
        let events = self.world.take_events();
        if moment >= self.last {
            self.last = self.moment();
            self.keep(events);
        }
        self.arrive();
        if self.substep() == 0 {
            self.measure();
        }
    }

    /// Lets the inputs of the present moment act, right after it was reached.
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

    /// Lets one input act.
    fn act(&mut self, index: usize) {
        match &self.journal.entries()[index].input {
            Input::Hand(hand) => self.world.set_hand(*hand),
            // What cannot be moved any more stays where it is.
            Input::Nudge(nudge) => drop(self.world.nudge(nudge.place, nudge.change.into())),
            Input::Set(_) => {
                self.regime += 1;
                let regime = self.regimes.get(self.regime);
                self.world.adopt(&regime.layout);
                self.level = regime.level;
            }
        }
    }

    /// Goes to a state as it was reached, under the level that led there; the inputs of its moment then act.
    fn restore(&mut self, state: &State) {
        self.inside = None;
        self.before = None;
        self.regime = self.regimes.before((state.frame, state.substep));
        let regime = self.regimes.get(self.regime);
        self.world.restore_under(&regime.layout, state);
        self.level = regime.level;
        self.arrive();
        if self.substep() == 0 {
            self.measure();
        }
    }

    /// To the latest state that is kept of a moment or before it.
    fn return_to_kept(&mut self, moment: Moment) {
        let state = self.keyframes.at_or_before(moment).clone();
        self.restore(&state);
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

    /// The moment one substep earlier; none at the beginning.
    pub fn moment_before(&self, moment: Moment) -> Option<Moment> {
        match moment {
            (0, 0) => None,
            (frame, 0) => Some((frame - 1, self.substeps_in(frame - 1) - 1)),
            (frame, substep) => Some((frame, substep - 1)),
        }
    }

    /// One substep later.
    pub fn moment_after(&self, (frame, substep): Moment) -> Moment {
        if substep + 1 < self.substeps_in(frame) { (frame, substep + 1) } else { (frame + 1, 0) }
    }

    /// To the start of a frame at or before [`Run::last_frame`]; later ones are clamped to it.
    pub fn seek(&mut self, frame: u64) {
        self.go_to((frame.min(self.last_frame()), 0));
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
                // Not beyond `short`, and what led here can be explained.
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

    /// Keeps the present state for the way back.
    fn pass(&mut self, is_known: bool, short: Moment) {
        if is_known {
            let state = as_reached(&self.journal, &self.arrival, &self.world);
            self.keyframes.pass(state, short, self.level.world.substeps);
        }
    }

    /// What the hand holds.
    pub fn hand(&self) -> Option<Hand> {
        self.world.state().hand
    }
}

/// The present state as it was reached, before the inputs of its moment acted.
fn as_reached<'a>(journal: &Journal, arrival: &'a State, world: &'a World) -> &'a State {
    let state = world.state();
    if journal.at((state.frame, state.substep)).is_empty() { state } else { arrival }
}
