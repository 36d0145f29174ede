//! Read access to the present moment of a run, and second runs with the same past. The run itself does not move.

use super::super::probes::ProbeSample;
use super::super::watch::Expression;
use super::Run;
use super::branches::{Branches, Recorded};
use crate::level::Each;

impl Run {
    /// The present moment as probes read it; with the trace of the substep that led here if requested.
    pub fn look(&mut self, with_trace: bool) -> ProbeSample<'_> {
        self.look_with(with_trace, None)
    }

    /// The same with all data that an expression needs; with the findings since the previous moment of its interval.
    pub fn look_for(&mut self, expression: &Expression, each: Each) -> ProbeSample<'_> {
        if expression.needs_windows() {
            self.examined.get_or_insert_default().be_thorough();
        }
        self.look_with(expression.needs_trace(), expression.needs_findings().then_some(each))
    }

    /// The present moment for probes that read the state, without trace and findings.
    pub fn state_sample(&self) -> ProbeSample<'_> {
        ProbeSample::new(&self.level, &self.world)
    }

    fn look_with(&mut self, with_trace: bool, findings_since: Option<Each>) -> ProbeSample<'_> {
        if with_trace {
            self.trace();
        }
        if findings_since.is_some() {
            let mut examined = self.examined.take().unwrap_or_default();
            examined.come_to(self);
            self.examined = Some(examined);
        }
        let (present, is_beginning) = (self.moment(), self.before.is_none());
        let known = self.trace.as_ref().filter(|(moment, _)| with_trace && !is_beginning && *moment == present);
        ProbeSample {
            level: &self.level,
            world: &self.world,
            trace: known.map(|(_, trace)| trace),
            recorded: None,
            found: self.examined.as_ref().zip(findings_since).map(|(examined, each)| examined.findings_since(each)),
        }
    }

    /// A second run at the same moment, with the same past and shared keyframes, so a seek costs the same. It has no
    /// branches and no events.
    pub fn fork(&self) -> Self {
        Self {
            start: self.start.clone(),
            earlier: self.earlier,
            source: self.source.clone(),
            epochs: self.epochs.clone(),
            epoch: self.epoch,
            level: self.level.clone(),
            world: self.world.clone(),
            before: self.before.clone(),
            before_layout: self.before_layout.clone(),
            arrival: self.arrival.clone(),
            keyframes: self.keyframes.shared(),
            journal: self.journal.clone(),
            last: self.last,
            recorded: Recorded::default(),
            samples: self.samples.clone(),
            counts_measured: self.counts_measured,
            events: Vec::new(),
            events_dropped: 0,
            sensor_events: Vec::new(),
            divergence: None,
            branches: Branches::default(),
            history: self.history,
            explainer: None,
            trace: None,
            inside: None,
            examined: None,
        }
    }
}
