//! Finds the first moment at which a condition became true.
//!
//! Bisection finds some moment at which it became true, with few evaluations. It can miss earlier moments at which the
//! condition was true briefly. So a linear scan from the beginning up to that moment follows, which makes the answer
//! exact. A second run does all the work.

use super::breakpoints::Visit;
use super::probes::ProbeSample;
use super::run::{Moment, Run};
use super::watch::{Expression, PreviousValues};
use crate::level::Each;
use std::sync::Arc;

/// Result of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum FirstMoment {
    /// It became true here, and was false at every moment before.
    First(Moment),
    /// It was never true up to the moment at which the search started.
    Never,
}

/// Effort of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchMethod {
    /// Evaluations of the bisection.
    pub halvings: u64,
    /// Result of the bisection: true there, false one frame before. None if it was not needed.
    pub bound: Option<Moment>,
    /// Evaluations of the linear scan.
    pub looks: u64,
}

/// A search in progress.
#[derive(Debug)]
pub struct Search {
    run: Run,
    expression: Expression,
    each: Each,
    recorded: Option<Arc<[u64]>>,
    /// Start of the search; later moments are not tested.
    end: Moment,
    phase: Phase,
    effort: SearchMethod,
}

#[derive(Debug)]
enum Phase {
    /// Tests the end.
    AtEnd(Sampling),
    /// Bisection: false at the start of frame `low`, true at the start of `high`.
    Halve {
        low: u64,
        high: u64,
        look: Option<Sampling>,
    },
    /// Linear scan from the beginning up to `until`.
    Scan {
        until: Moment,
        memory: PreviousValues,
        has_begun: bool,
    },
    Done(FirstMoment),
}

/// Evaluation at one moment, in progress.
#[derive(Debug)]
struct Sampling {
    visit: Visit,
    memory: PreviousValues,
}

impl Search {
    /// Starts at the present moment of a run and searches backwards.
    pub fn new(run: &Run, expression: Expression, each: Each, recorded: Option<Arc<[u64]>>) -> Self {
        let end = run.moment();
        let look = Sampling { visit: Visit::new(run, each, &expression, end), memory: expression.memory() };
        let phase = Phase::AtEnd(look);
        Self { run: run.fork(), expression, each, recorded, end, phase, effort: SearchMethod::default() }
    }

    /// Continues while `goes_on` returns true (called once per substep). Returns the result once it is known.
    pub fn go_on(&mut self, mut goes_on: impl FnMut() -> bool) -> Option<&FirstMoment> {
        let goes_on: &mut dyn FnMut() -> bool = &mut goes_on;
        while !matches!(self.phase, Phase::Done(_)) {
            if !self.one(goes_on) {
                return None;
            }
        }
        self.found()
    }

    /// The result. None while the search is in progress.
    pub fn found(&self) -> Option<&FirstMoment> {
        if let Phase::Done(found) = &self.phase { Some(found) } else { None }
    }

    /// The effort so far.
    pub fn effort(&self) -> SearchMethod {
        self.effort
    }

    /// The condition.
    pub fn expression(&self) -> &Expression {
        &self.expression
    }

    /// A few words on the present stage.
    pub fn stage(&self) -> String {
        match &self.phase {
            Phase::AtEnd(_) | Phase::Halve { .. } => "bisection".to_owned(),
            Phase::Scan { until, .. } => {
                format!("linear scan, frame {} of {}", self.run.frame(), until.0)
            }
            Phase::Done(_) => "done".to_owned(),
        }
    }

    /// Completed part, 0..=1.
    pub fn progress(&self) -> f64 {
        match &self.phase {
            Phase::AtEnd(_) | Phase::Halve { .. } => 0.0,
            Phase::Scan { until, .. } => (self.run.frame() as f64 / (until.0.max(1)) as f64).min(1.0),
            Phase::Done(_) => 1.0,
        }
    }

    /// One evaluation or one step. False if there was no time for it.
    fn one(&mut self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        let recorded = self.recorded.as_deref();
        match &mut self.phase {
            Phase::AtEnd(look) => {
                let Some(is_true) = look.go_on(&mut self.run, &self.expression, recorded, goes_on) else {
                    return false;
                };
                self.effort.halvings += 1;
                self.phase = if is_true {
                    // If it is true at frame 0 too, the scan ends at once.
                    let high = self.end.0 + u64::from(self.end.1 > 0);
                    self.effort.bound = Some(self.end);
                    Phase::Halve { low: 0, high, look: None }
                } else {
                    scan(self.end, &self.expression)
                };
                true
            }
            Phase::Halve { low, high, look } => {
                if *high - *low <= 1 {
                    let until = self.effort.bound.unwrap_or(self.end);
                    self.phase = scan(until, &self.expression);
                    return true;
                }
                let middle = *low + (*high - *low) / 2;
                let fresh = || Sampling {
                    visit: Visit::new(&self.run, self.each, &self.expression, (middle, 0)),
                    memory: self.expression.memory(),
                };
                let mut present = look.take().unwrap_or_else(fresh);
                let Some(is_true) = present.go_on(&mut self.run, &self.expression, recorded, goes_on) else {
                    *look = Some(present);
                    return false;
                };
                self.effort.halvings += 1;
                if is_true {
                    *high = middle;
                    self.effort.bound = Some((middle, 0));
                } else {
                    *low = middle;
                }
                true
            }
            Phase::Scan { .. } => self.scan_one(goes_on),
            Phase::Done(_) => true,
        }
    }

    fn scan_one(&mut self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        let Phase::Scan { until, memory, has_begun } = &mut self.phase else { return true };
        let (frame, substep) = self.run.moment();
        let next = match self.each {
            _ if !*has_begun => (0, 0),
            Each::Frame if !self.expression.needs_substeps() => (frame + 1, 0),
            Each::Frame | Each::Substep => self.run.moment_after((frame, substep)),
        };
        if next > *until {
            self.phase = Phase::Done(FirstMoment::Never);
            return true;
        }
        if !goes_on() || !self.run.approach(next, &mut *goes_on) {
            return false;
        }
        *has_begun = true;
        if self.each == Each::Frame && next.1 > 0 {
            self.expression.pass(&self.run.state_sample(), memory);
            return true;
        }
        let look = ProbeSample { recorded: self.recorded.as_deref(), ..self.run.look_for(&self.expression, self.each) };
        let is_true = self.expression.is_true(&look, memory);
        self.effort.looks += 1;
        if is_true {
            // It was false at every evaluation before this one.
            self.phase = Phase::Done(FirstMoment::First(self.run.moment()));
        }
        true
    }
}

fn scan(until: Moment, expression: &Expression) -> Phase {
    Phase::Scan { until, memory: expression.memory(), has_begun: false }
}

impl Sampling {
    fn go_on(
        &mut self,
        run: &mut Run,
        expression: &Expression,
        recorded: Option<&[u64]>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<bool> {
        let value = self.visit.go_on(run, expression, &mut self.memory, recorded, goes_on);
        value.map(|value| value == 1.0)
    }
}
