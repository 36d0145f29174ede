//! A level run straight on, with expressions looked at on the way: what sweeps, shrinking and expectations go by.
//!
//! It takes the same steps as any other run, so the bits are the same.

use super::diagnosis::Examiner;
use super::probes::Sample;
use super::run::Moment;
use super::watch::{Expression, PreviousValues};
use crate::engine::{Trace, World};
use crate::level::format::FormatError;
use crate::level::{Each, Level};
use std::borrow::Cow;

/// A run that only goes forwards.
#[derive(Debug)]
pub struct Trial<'a> {
    level: Cow<'a, Level>,
    world: World,
    each: Each,
    wants_trace: bool,
    wants_findings: bool,
    trace: Trace,
    examiner: Examiner,
    is_led_to: bool,
}

impl Trial<'static> {
    /// The same of a level that it keeps, so that it can be put away and gone on with.
    ///
    /// # Errors
    /// As for [`Trial::new`].
    pub fn owning(level: Level) -> Result<Self, FormatError> {
        Self::of(Cow::Owned(level))
    }
}

impl<'a> Trial<'a> {
    /// At frame 0. Fails where [`World::new`] does.
    ///
    /// # Errors
    /// What the engine cannot run, with its place.
    pub fn new(level: &'a Level) -> Result<Self, FormatError> {
        Self::of(Cow::Borrowed(level))
    }

    fn of(level: Cow<'a, Level>) -> Result<Self, FormatError> {
        Ok(Self {
            world: World::new(&level)?,
            level,
            each: Each::Frame,
            wants_trace: false,
            wants_findings: false,
            trace: Trace::default(),
            examiner: Examiner::default(),
            is_led_to: false,
        })
    }

    /// The expression will be looked at so often. To be called at frame 0.
    pub fn want(&mut self, expression: &Expression, each: Each) {
        self.wants_trace |= expression.needs_trace();
        self.wants_findings |= expression.needs_findings();
        if expression.needs_windows() {
            self.examiner.be_thorough();
        }
        if each == Each::Substep {
            self.each = each;
        }
    }

    /// The simulation.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Frames and substeps done.
    pub fn moment(&self) -> Moment {
        (self.world.state().frame, self.world.state().substep)
    }

    /// Whether what is looked at so often is looked at now.
    pub fn is_due(&self, each: Each) -> bool {
        each == Each::Substep || self.world.state().substep == 0
    }

    /// The value of an expression now. Each is to be looked at whenever it is due, in order of time.
    pub fn value(&self, expression: &Expression, memory: &mut PreviousValues) -> f64 {
        let trace = Some(&self.trace).filter(|_| self.is_led_to && self.wants_trace);
        let found = Some(self.examiner.findings()).filter(|_| self.is_led_to && self.wants_findings);
        let look = Sample { level: &self.level, world: &self.world, trace, recorded: None, found };
        expression.value(&look, memory)
    }

    /// To the next moment at which something is looked at.
    pub fn step(&mut self) {
        let last = self.world.layout().settings.substeps - 1;
        loop {
            let is_looked_at = self.each == Each::Substep || self.world.state().substep == last;
            let trace = Some(&mut self.trace).filter(|_| is_looked_at && self.wants_trace);
            match trace {
                // Detectors must see every substep.
                trace if self.wants_findings => self.world.step_substep_observed(trace, &mut self.examiner),
                Some(trace) => self.world.step_substep_traced(trace),
                None => self.world.step_substep(),
            }
            if is_looked_at {
                break;
            }
        }
        self.is_led_to = true;
        drop(self.world.take_events());
    }
}

/// The way to the first moment at which a condition is true, within so many frames.
#[derive(Debug)]
pub struct Lookout<'a> {
    trial: Trial<'a>,
    condition: &'a Expression,
    memory: PreviousValues,
    frames: u64,
}

impl<'a> Lookout<'a> {
    /// At frame 0.
    ///
    /// # Errors
    /// What the engine cannot run, with its place.
    pub fn new(level: &'a Level, condition: &'a Expression, each: Each, frames: u64) -> Result<Self, FormatError> {
        let mut trial = Trial::new(level)?;
        trial.want(condition, each);
        Ok(Self { trial, condition, memory: condition.memory(), frames })
    }

    /// Looks at the present, once before each [`Self::step`]; what is found, where it is known now.
    pub fn look(&mut self) -> Option<First> {
        if self.trial.value(self.condition, &mut self.memory) == 1.0 {
            return Some(First::At(self.trial.moment()));
        }
        (self.trial.moment() >= (self.frames, 0)).then_some(First::Never)
    }

    /// To the next moment that is looked at.
    pub fn step(&mut self) {
        self.trial.step();
    }
}

/// The first moment at which a condition is true, within so many frames.
///
/// # Errors
/// What the engine cannot run, with its place.
pub fn first_moment(
    level: &Level,
    condition: &Expression,
    each: Each,
    frames: u64,
    mut goes_on: impl FnMut() -> bool,
) -> Result<First, FormatError> {
    let mut lookout = Lookout::new(level, condition, each, frames)?;
    loop {
        if let Some(first) = lookout.look() {
            return Ok(first);
        }
        if !goes_on() {
            return Ok(First::Interrupted);
        }
        lookout.step();
    }
}

/// What [`first_moment`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// It was true here, and at no moment before.
    At(Moment),
    /// At no moment.
    Never,
    /// It was told to stop.
    Interrupted,
}
