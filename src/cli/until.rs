//! `run --until`: evaluates a condition during a run and reports the result.

use super::outcome::{Answer, Failure, eprint_line};
use crate::debugger::diagnosis::Examiner;
use crate::debugger::moment;
use crate::debugger::probes::ProbeSample;
use crate::debugger::watch::{Expression, PreviousValues, WatchError};
use crate::engine::{Trace, World};
use crate::level::{Each, Level};
use clap::ValueEnum;

/// How often a condition is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// At the start of every frame
    Frame,
    /// After every substep
    Substep,
}

impl From<When> for Each {
    fn from(when: When) -> Self {
        match when {
            When::Frame => Self::Frame,
            When::Substep => Self::Substep,
        }
    }
}

/// A condition with its state during the run.
pub(super) struct Until {
    expression: Expression,
    each: Each,
    level: Level,
    memory: PreviousValues,
    trace: Trace,
    /// Observes the run if the condition uses detectors.
    examiner: Examiner,
    /// Frame, substep and time at which it became true.
    fired: Option<(u64, u32, f64)>,
}

/// An invalid expression, with a caret below the error: exit code 2.
pub(super) fn refusal(option: &str, text: &str, error: &WatchError) -> Failure {
    let shown = error.show(text);
    let mut lines = shown.lines();
    let (line, carets) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
    Failure::Refused(format!("{option}, column {}: {error}\n  {line}\n  {carets}", error.column(text)))
}

impl Until {
    pub fn new(text: &str, each: Each, level: &Level) -> Result<Self, Failure> {
        let expression = Expression::condition(text, level).map_err(|error| refusal("--until", text, &error))?;
        let memory = expression.memory();
        let mut examiner = Examiner::default();
        if expression.needs_windows() {
            examiner.be_thorough();
        }
        Ok(Self { expression, each, level: level.clone(), memory, trace: Trace::default(), examiner, fired: None })
    }

    /// True if the condition has become true.
    pub fn has_fired(&self) -> bool {
        self.fired.is_some()
    }

    /// Evaluates the initial state.
    pub fn begin(&mut self, world: &World) {
        self.look(world, false);
    }

    /// Advances to the next frame; evaluates at the interval until the condition is true.
    pub fn step_frame(&mut self, world: &mut World) {
        let (frame, last) = (world.state().frame, world.layout().settings.substeps - 1);
        while world.state().frame == frame {
            let is_due = !self.has_fired() && (self.each == Each::Substep || world.state().substep == last);
            let trace = Some(&mut self.trace).filter(|_| is_due && self.expression.needs_trace());
            match trace {
                // Detectors need every substep.
                trace if self.expression.needs_findings() => world.step_substep_observed(trace, &mut self.examiner),
                Some(trace) => world.step_substep_traced(trace),
                None => world.step_substep(),
            }
            if is_due {
                self.look(world, true);
            } else if self.expression.needs_substeps() {
                let look = ProbeSample { level: &self.level, world, trace: None, recorded: None, found: None };
                self.expression.pass(&look, &mut self.memory);
            }
        }
    }

    fn look(&mut self, world: &World, is_led_to: bool) {
        let trace = Some(&self.trace).filter(|_| is_led_to && self.expression.needs_trace());
        let found = Some(self.examiner.findings_since(self.each)).filter(|_| is_led_to);
        let look = ProbeSample { level: &self.level, world, trace, recorded: None, found };
        if self.expression.is_true(&look, &mut self.memory) {
            self.fired = Some((world.state().frame, world.state().substep, world.time()));
        }
    }

    /// Reports on stderr where the condition became true, or that it did not; returns the exit code.
    pub fn report(&self, frames: u64) -> Answer {
        let text = self.expression.text().trim();
        let readings: Vec<String> =
            self.expression.readings(&self.memory).map(|(part, value)| format!("{part} = {value}")).collect();
        let readings = readings.join(", ");
        let Some((frame, substep, time)) = self.fired else {
            let last = if readings.is_empty() { String::new() } else { format!("; at the end {readings}") };
            eprint_line(&format!("not true in {frames} frames: {text}{last}"));
            return Answer::No;
        };
        let with = if readings.is_empty() { String::new() } else { format!(": {readings}") };
        let at = moment::write((frame, substep));
        eprint_line(&format!("frame {at} (time {time}): {text}{with}"));
        if (frame, substep) != (0, 0) {
            eprint_line(&format!("to explain the substep that led there: explain --at {at}"));
        }
        Answer::Yes
    }
}
