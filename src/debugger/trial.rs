//! A forward-only run with evaluated expressions, for sweeps, shrinking and expectations. It takes the same steps as
//! any other run, so the states are bit-identical.

use super::diagnosis::Examiner;
use super::probes::ProbeSample;
use super::run::Moment;
use super::watch::{Expression, PreviousValues};
use crate::engine::{Trace, World};
use crate::level::format::FormatError;
use crate::level::{Each, Level};
use std::borrow::Cow;

/// A run that only steps forwards.
#[derive(Debug)]
pub struct Trial<'a> {
    level: Cow<'a, Level>,
    world: World,
    each: Each,
    wants_trace: bool,
    wants_findings: bool,
    wants_substeps: bool,
    trace: Trace,
    examiner: Examiner,
    is_led_to: bool,
}

/// A search for the first moment of a trial at which a condition is true.
#[derive(Debug)]
pub struct FirstTrue<'a> {
    trial: Trial<'a>,
    condition: &'a Expression,
    memory: PreviousValues,
    each: Each,
    frames: u64,
}

impl<'a> FirstTrue<'a> {
    /// A search within n frames of a level.
    ///
    /// # Errors
    /// As for [`Trial::new`].
    pub fn new(level: &'a Level, condition: &'a Expression, each: Each, frames: u64) -> Result<Self, FormatError> {
        let mut trial = Trial::new(level)?;
        trial.want(condition, each);
        Ok(Self { trial, condition, memory: condition.memory(), each, frames })
    }

    /// Evaluates the condition and steps. None if the search goes on; then the moment, or None if it was never true.
    pub fn advance(&mut self) -> Option<Option<Moment>> {
        let moment = self.trial.moment();
        if self.trial.value(self.condition, self.each, &mut self.memory) == Some(1.0) {
            return Some(Some(moment));
        }
        if moment >= (self.frames, 0) {
            return Some(None);
        }
        self.trial.step();
        None
    }

    /// The first moment. None if it was never true.
    pub fn find(mut self) -> Option<Moment> {
        loop {
            if let Some(found) = self.advance() {
                return found;
            }
        }
    }
}

impl Trial<'static> {
    /// A run that owns its level, so that it can be stored and continued.
    ///
    /// # Errors
    /// As for [`Trial::new`].
    pub fn owning(level: Level) -> Result<Self, FormatError> {
        Self::of(Cow::Owned(level))
    }
}

impl<'a> Trial<'a> {
    /// A run at frame 0.
    ///
    /// # Errors
    /// If the engine rejects the level: the place and the reason.
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
            wants_substeps: false,
            trace: Trace::default(),
            examiner: Examiner::default(),
            is_led_to: false,
        })
    }

    /// Announces an expression with its interval. To be called at frame 0.
    pub fn want(&mut self, expression: &Expression, each: Each) {
        self.wants_trace |= expression.needs_trace();
        self.wants_findings |= expression.needs_findings();
        self.wants_substeps |= expression.needs_substeps();
        if expression.needs_windows() {
            self.examiner.be_thorough();
        }
        if each == Each::Substep {
            self.each = each;
        }
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Completed frames and substeps.
    pub fn moment(&self) -> Moment {
        (self.world.state().frame, self.world.state().substep)
    }

    /// Evaluates an expression. To be called after every step. None between the moments of its interval.
    pub fn value(&self, expression: &Expression, each: Each, memory: &mut PreviousValues) -> Option<f64> {
        let trace = Some(&self.trace).filter(|_| self.is_led_to && self.wants_trace);
        let found = Some(self.examiner.findings_since(each)).filter(|_| self.is_led_to && self.wants_findings);
        let look = ProbeSample { level: &self.level, world: &self.world, trace, recorded: None, found };
        if each == Each::Substep || self.world.state().substep == 0 {
            return Some(expression.value(&look, memory));
        }
        expression.pass(&look, memory);
        None
    }

    /// Steps to the next moment with an evaluation, or to the next substep if an expression needs all of them.
    pub fn step(&mut self) {
        let last = self.world.layout().settings.substeps - 1;
        loop {
            let is_looked_at = self.each == Each::Substep || self.world.state().substep == last;
            let trace = Some(&mut self.trace).filter(|_| is_looked_at && self.wants_trace);
            match trace {
                // Detectors must observe every substep.
                trace if self.wants_findings => self.world.step_substep_observed(trace, &mut self.examiner),
                Some(trace) => self.world.step_substep_traced(trace),
                None => self.world.step_substep(),
            }
            if is_looked_at || self.wants_substeps {
                break;
            }
        }
        self.is_led_to = true;
        drop(self.world.take_events());
    }
}
