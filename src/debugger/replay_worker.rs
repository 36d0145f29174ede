//! A second run that replays a first one and can be at any other moment of it, for all background measurements.

use super::run::{Moment, Run};
use crate::engine::{Observer, Trace, World};
use std::sync::Arc;

/// The second run.
#[derive(Debug)]
pub(super) struct ReplayWorker {
    run: Run,
    /// Version of the leader's journal that was copied. None before the first copy.
    seen: Option<u64>,
    trace: Trace,
}

/// Bytes for its keyframes; it seldom goes backwards.
const BUDGET: usize = 32 << 20;

/// Validity of earlier measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Followed {
    /// All are valid.
    Same,
    /// Invalid from this moment on.
    Since(Moment),
    /// Another level: all are invalid.
    OtherLevel,
}

impl ReplayWorker {
    /// Copies the journal of the leader into a worker, which is created if there is none for this level.
    pub fn follow(slot: &mut Option<Self>, leader: &Run) -> Followed {
        let is_same = slot.as_mut().is_some_and(|worker| {
            let (known, level) = (worker.run.start_level(), leader.start_level());
            // Markers are not simulated, but measured.
            worker.run.has_start_of(leader)
                && (Arc::ptr_eq(known, level) || (known.markers == level.markers && worker.run.relabel(level)))
        });
        let mut followed = Followed::Same;
        if !is_same {
            let mut run = Run::beside(leader);
            run.set_memory_budget(BUDGET);
            *slot = Some(Self { run, seen: None, trace: Trace::default() });
            followed = Followed::OtherLevel;
        }
        let Some(worker) = slot else { return Followed::OtherLevel };
        match worker.run.follow_run(leader, &mut worker.seen) {
            Some(changed) if followed == Followed::Same => Followed::Since(changed),
            _ => followed,
        }
    }

    /// Completed frames and substeps.
    pub fn moment(&self) -> Moment {
        self.run.moment()
    }

    /// The second run itself.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The world at that moment.
    pub fn world(&self) -> &World {
        self.run.world()
    }

    /// Goes to the start of a frame while `goes_on` returns true. True on arrival.
    pub fn go_to(&mut self, frame: u64, goes_on: impl FnMut() -> bool) -> bool {
        self.run.approach((frame, 0), goes_on)
    }

    /// Steps one substep.
    pub fn step(&mut self) {
        self.run.step_with(World::step_substep);
    }

    /// Steps one substep by an equivalent function that reports more.
    pub fn step_with(&mut self, step: impl FnOnce(&mut World)) {
        self.run.step_with(step);
    }

    /// Selects whether traces compare all edge-choice rules from here on.
    pub fn compare_rules(&mut self, are_wanted: bool) {
        self.trace.compares_rules = are_wanted;
    }

    /// Steps one substep with a trace.
    pub fn step_explained(&mut self) {
        let trace = &mut self.trace;
        self.run.step_with(|world| world.step_substep_traced(trace));
    }

    /// Steps one substep with an observer, and with a trace if requested.
    pub fn step_observed(&mut self, is_explained: bool, observer: &mut dyn Observer) {
        let trace = is_explained.then_some(&mut self.trace);
        self.run.step_with(|world| world.step_substep_observed(trace, observer));
    }

    /// The trace of the last traced substep.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }
}
