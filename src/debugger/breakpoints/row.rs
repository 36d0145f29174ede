//! An expression with its value at the present moment of a run, also after a jump.

use crate::debugger::probes::ProbeSample;
use crate::debugger::run::{Moment, Run};
use crate::debugger::watch::{Expression, PreviousValues, WatchError};
use crate::level::{Each, Level, Place};

/// A value for display.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Of a number.
    Number(f64),
    /// Of a condition.
    Truth(bool),
}

/// A watched expression with its state.
#[derive(Clone, Debug)]
pub struct WatchRow {
    text: String,
    each: Each,
    expression: Result<Expression, WatchError>,
    memory: Option<PreviousValues>,
    /// Version of the past and moment of the value. None before the first evaluation.
    at: Option<(u64, Moment)>,
    /// The same of the last sampled substep.
    sampled: Option<(u64, Moment)>,
    value: f64,
}

impl WatchRow {
    /// A condition. An invalid one is kept with its error.
    pub fn condition(text: &str, each: Each, level: &Level) -> Self {
        Self::new(text, each, Expression::condition(text, level))
    }

    /// A number or a condition.
    pub fn number(text: &str, each: Each, level: &Level) -> Self {
        Self::new(text, each, Expression::new(text, level))
    }

    fn new(text: &str, each: Each, expression: Result<Expression, WatchError>) -> Self {
        let memory = expression.as_ref().ok().map(Expression::memory);
        Self { text: text.to_owned(), each, expression, memory, at: None, sampled: None, value: f64::NAN }
    }

    /// The source text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The expression, or the error.
    pub fn expression(&self) -> Result<&Expression, &WatchError> {
        self.expression.as_ref()
    }

    /// Its value at the last evaluation. None for an invalid expression, and before the first evaluation.
    pub fn value(&self) -> Option<Value> {
        let expression = self.expression.as_ref().ok().filter(|_| self.at.is_some())?;
        Some(if expression.is_condition() { Value::Truth(self.value == 1.0) } else { Value::Number(self.value) })
    }

    /// The measured parts of the value.
    pub fn readings(&self) -> impl Iterator<Item = (&str, f64)> {
        let known = self.expression.as_ref().ok().zip(self.memory.as_ref());
        known.into_iter().flat_map(|(expression, memory)| expression.readings(memory))
    }

    /// True if it is a condition that was true at the last evaluation.
    pub fn is_true(&self) -> bool {
        self.value == 1.0
    }

    /// True if it must be brought to every substep of a run.
    pub fn needs_substeps(&self) -> bool {
        self.expression.as_ref().is_ok_and(|expression| self.each == Each::Substep || expression.needs_substeps())
    }

    /// After a step of the run: evaluates it if its interval has passed, else samples the substep. True if it was evaluated.
    pub fn follow(&mut self, run: &mut Run, recorded: Option<&[u64]>) -> bool {
        let is_due = looked_at(self.each, run.moment()) == run.moment();
        if is_due {
            self.bring_to(run, recorded);
        } else if self.needs_substeps() && is_next(run, self.sampled) {
            let (Ok(expression), Some(memory)) = (&self.expression, &mut self.memory) else { return false };
            expression.pass(&run.state_sample(), memory);
            self.sampled = Some((run.history(), run.moment()));
        }
        is_due
    }

    /// Evaluates it at the present moment (the start of the frame for intervals of a frame). After a single step the
    /// memory is used. After a jump a second run visits the earlier moments that it needs.
    pub fn bring_to(&mut self, run: &mut Run, recorded: Option<&[u64]>) {
        let (Ok(expression), Some(memory)) = (&self.expression, &mut self.memory) else { return };
        let target = looked_at(self.each, run.moment());
        let here = Some((run.history(), target));
        if self.at == here {
            return;
        }
        let last = before(run, self.each, target).map(|moment| (run.history(), moment));
        let has_missed = expression.needs_substeps() && !is_next(run, self.sampled);
        let goes_on = expression.looks_back() == 0 || (self.at == last && !has_missed);
        self.value = if goes_on && target == run.moment() {
            expression.value(&ProbeSample { recorded, ..run.look_for(expression, self.each) }, memory)
        } else {
            memory.forget();
            let mut visit = Visit::new(run, self.each, expression, target);
            let mut fork = run.fork();
            visit.go_on(&mut fork, expression, memory, recorded, &mut || true).unwrap_or(f64::NAN)
        };
        (self.at, self.sampled) = (here, here);
    }

    /// The part that decides the value.
    pub fn place(&self, run: &mut Run, recorded: Option<&[u64]>) -> Option<Place> {
        let (expression, memory) = (self.expression.as_ref().ok()?, self.memory.as_ref()?);
        expression.place(&ProbeSample { recorded, ..run.look_for(expression, self.each) }, memory)
    }
}

/// The last evaluation moment at or before `moment`.
fn looked_at(each: Each, moment: Moment) -> Moment {
    match each {
        Each::Frame => (moment.0, 0),
        Each::Substep => moment,
    }
}

/// True if the present moment is one substep after the last sampled one.
fn is_next(run: &Run, sampled: Option<(u64, Moment)>) -> bool {
    let before = run.moment_before(run.moment()).map(|moment| (run.history(), moment));
    before.is_some() && sampled == before
}

/// The evaluation moment before `moment`. None at the beginning.
fn before(run: &Run, each: Each, moment: Moment) -> Option<Moment> {
    match each {
        Each::Frame => moment.0.checked_sub(1).map(|frame| (frame, 0)),
        Each::Substep => run.moment_before(moment),
    }
}

/// Evaluation at a distant moment: visits as many earlier moments as the expression needs.
#[derive(Clone, Debug)]
pub(in crate::debugger) struct Visit {
    each: Each,
    /// Moments still to visit, the last one first.
    moments: Vec<Moment>,
}

impl Visit {
    pub fn new(run: &Run, each: Each, expression: &Expression, target: Moment) -> Self {
        let mut moments = vec![looked_at(each, target)];
        for _ in 0..expression.looks_back() {
            let Some(earlier) = before(run, each, moments[moments.len() - 1]) else { break };
            moments.push(earlier);
        }
        if expression.needs_substeps() {
            moments = with_substeps(run, &moments);
        }
        Self { each, moments }
    }

    /// Continues while `goes_on` returns true. Returns the value once it is known. The memory must be new.
    pub fn go_on(
        &mut self,
        fork: &mut Run,
        expression: &Expression,
        memory: &mut PreviousValues,
        recorded: Option<&[u64]>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<f64> {
        let mut value = f64::NAN;
        while let Some(&moment) = self.moments.last() {
            if !fork.approach(moment, &mut *goes_on) {
                return None;
            }
            if looked_at(self.each, moment) == moment {
                value = expression.value(&ProbeSample { recorded, ..fork.look_for(expression, self.each) }, memory);
            } else {
                expression.pass(&fork.state_sample(), memory);
            }
            self.moments.pop();
        }
        Some(value)
    }
}

/// Moments, the last one first, with all substeps in between.
fn with_substeps(run: &Run, moments: &[Moment]) -> Vec<Moment> {
    let (Some(&last), Some(&first)) = (moments.first(), moments.last()) else { return Vec::new() };
    std::iter::successors(Some(last), |&moment| run.moment_before(moment)).take_while(|&m| m >= first).collect()
}
