//! Findings of the substep, or of the frame, that led to the present moment of a run. A second run starts far enough back for the
//! detectors and follows from there.

use super::{Examiner, Finding};
use crate::debugger::run::{Moment, Run};
use crate::engine::World;
use crate::level::Each;

/// A second run with an examiner.
#[derive(Debug, Default)]
pub(in crate::debugger) struct Present {
    run: Option<Box<Run>>,
    /// Version of the leader's journal that was copied. None before the first call.
    seen: Option<u64>,
    examiner: Examiner,
    /// True if a substep led to the present moment.
    is_led_to: bool,
}

/// Frames that are stepped one by one; for larger jumps a new start from a keyframe of the leader is faster.
const NEAR: u64 = 16;

impl Present {
    /// Steps to the present moment of a run.
    pub fn come_to(&mut self, leader: &Run) {
        let target = leader.moment();
        self.is_led_to = target > (0, 0);
        let Some(mut run) = self.take_run(leader) else { return };
        if !self.is_led_to || self.examiner.knows(target) {
            self.run = Some(run);
            return;
        }
        let first = self.examiner.first_frame_for(leader, target);
        let here = run.moment();
        let goes_on = self.examiner.at() == Some(here) && here < target && here.0 + NEAR >= first;
        if !goes_on {
            if here.0 > first || here.0 + NEAR < first {
                run = Box::new(leader.fork());
            }
            run.approach((first, 0), || true);
            self.examiner.forget();
        }
        while run.moment() < target {
            let examiner = &mut self.examiner;
            run.step_with(|world: &mut World| world.step_substep_observed(None, examiner));
        }
        self.run = Some(run);
    }

    /// Adds the detectors with a window span from here on.
    pub fn be_thorough(&mut self) {
        self.examiner.be_thorough();
    }

    /// Findings since the previous moment of an interval.
    pub fn findings_since(&self, each: Each) -> &[Finding] {
        if self.is_led_to { self.examiner.findings_since(each) } else { &[] }
    }

    /// Forks a second run with the leader's past.
    fn take_run(&mut self, leader: &Run) -> Option<Box<Run>> {
        if !self.is_led_to {
            return self.run.take();
        }
        let Some(mut run) = self.run.take() else {
            self.seen = Some(leader.journal().version());
            self.examiner.forget();
            return Some(Box::new(leader.fork()));
        };
        let changed = run.follow_run(leader, &mut self.seen);
        if changed.is_some_and(|changed: Moment| self.examiner.at().is_some_and(|at| at > changed)) {
            self.examiner.forget();
        }
        Some(run)
    }
}
