//! Looks at a run: what probes measure at the present moment, and a second run that goes elsewhere in the same past.
//!
//! The run itself is not moved.

use super::super::probes::Sample;
use super::super::watch::Expression;
use super::Run;
use super::branches::{Branches, Recorded};

impl Run {
    /// The present moment as probes measure it; with the explanation of the substep that led here, where that is wanted.
    pub fn look(&mut self, with_trace: bool) -> Sample<'_> {
        self.look_with(with_trace, false)
    }

    /// The same with all that an expression asks for.
    pub fn look_for(&mut self, expression: &Expression) -> Sample<'_> {
        if expression.needs_windows() {
            self.examined.get_or_insert_default().be_thorough();
        }
        self.look_with(expression.needs_trace(), expression.needs_findings())
    }

    fn look_with(&mut self, with_trace: bool, with_findings: bool) -> Sample<'_> {
        if with_trace {
            self.trace();
        }
        if with_findings {
            let mut examined = self.examined.take().unwrap_or_default();
            examined.come_to(self);
            self.examined = Some(examined);
        }
        let (present, is_beginning) = (self.moment(), self.before.is_none());
        let known = self.trace.as_ref().filter(|(moment, _)| with_trace && !is_beginning && *moment == present);
        Sample {
            level: &self.level,
            world: &self.world,
            trace: known.map(|(_, trace)| trace),
            recorded: None,
            found: self.examined.as_ref().filter(|_| with_findings).map(|examined| examined.findings()),
        }
    }

    /// A second run at the same moment, with the same past, that shares the states which this one keeps: it is
    /// anywhere as quickly as this one. It knows nothing of branches and events.
    pub fn scout(&self) -> Self {
        Self {
            regimes: self.regimes.clone(),
            regime: self.regime,
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
