//! A second run of a level which does whatever a first one did, and can be anywhere along it while that one stays
//! where it is: for all that looks at other frames than the present one.

use super::run::{Moment, Run};
use crate::engine::{Observer, Trace, World};
use std::sync::Arc;

/// The second run.
#[derive(Debug)]
pub(super) struct ReplayWorker {
    run: Run,
    /// Version of the leader's journal that was taken over.
    seen: Option<u64>,
    trace: Trace,
}

/// Bytes of its keyframes: it seldom goes back.
const BUDGET: usize = 32 << 20;

/// What has become of what was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Followed {
    /// It all holds.
    Same,
    /// The inputs are others from this moment on.
    Since(Moment),
    /// This is another level.
    Anew,
}

impl ReplayWorker {
    /// Takes over what was done in the leader, in a shadow that is made where there is none or none of that level.
    pub fn follow(slot: &mut Option<Self>, leader: &Run) -> Followed {
        let is_same = slot.as_mut().is_some_and(|shadow| {
            Arc::ptr_eq(shadow.run.start_level(), leader.start_level()) || shadow.run.relabel(leader.start_level())
        });
        let mut followed = Followed::Same;
        if !is_same {
            let mut run = Run::beside(leader);
            run.set_memory_budget(BUDGET);
            *slot = Some(Self { run, seen: None, trace: Trace::default() });
            followed = Followed::Anew;
        }
        let Some(shadow) = slot else { return Followed::Anew };
        match shadow.run.follow_run(leader, &mut shadow.seen) {
            Some(changed) if followed == Followed::Same => Followed::Since(changed),
            _ => followed,
        }
    }

    /// Frames and substeps done.
    pub fn moment(&self) -> Moment {
        self.run.moment()
    }

    /// The second run itself.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The simulation there.
    pub fn world(&self) -> &World {
        self.run.world()
    }

    /// To the start of a frame; whether it got there while `goes_on` said so.
    pub fn go_to(&mut self, frame: u64, goes_on: impl FnMut() -> bool) -> bool {
        self.run.approach((frame, 0), goes_on)
    }

    /// One substep.
    pub fn step(&mut self) {
        self.run.step_with(World::step_substep);
    }

    /// Whether traces ask every edge-choice rule from here on.
    pub fn compare_rules(&mut self, are_wanted: bool) {
        self.trace.compares_rules = are_wanted;
    }

    /// One substep, explained.
    pub fn step_explained(&mut self) {
        let trace = &mut self.trace;
        self.run.step_with(|world| world.step_substep_traced(trace));
    }

    /// One substep, told phase by phase; and explained where that is wanted too.
    pub fn step_observed(&mut self, is_explained: bool, observer: &mut dyn Observer) {
        let trace = is_explained.then_some(&mut self.trace);
        self.run.step_with(|world| world.step_substep_observed(trace, observer));
    }

    /// The last substep that was explained.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }
}
