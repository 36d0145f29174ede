//! Records the findings along a run, frame by frame. A second run makes them in the background, so the first one does
//! not slow down. The caller limits the time.

use super::{ALL, Examiner, Finding, Illness};
use crate::debugger::replay_worker::{Followed, ReplayWorker};
use crate::debugger::run::Run;

/// Findings of one run, by time.
#[derive(Debug)]
pub struct Record {
    worker: Option<ReplayWorker>,
    examiner: Examiner,
    findings: Vec<Finding>,
    /// Number of kept findings of each illness.
    counts: [usize; ALL.len()],
    /// Number of frames that are completely recorded.
    frames: u64,
    version: u64,
}

/// Most findings kept per illness; later ones are dropped.
const KEPT: usize = 10_000;

impl Default for Record {
    fn default() -> Self {
        Self {
            worker: None,
            examiner: Examiner::thorough(),
            findings: Vec::new(),
            counts: Default::default(),
            frames: 0,
            version: 0,
        }
    }
}

impl Record {
    /// Follows a run up to its last visited frame, while `goes_on` returns true (called once per substep). Returns true
    /// once it has caught up. Drops findings that a changed past or another level invalidated.
    pub fn follow(&mut self, leader: &Run, mut goes_on: impl FnMut() -> bool) -> bool {
        self.forget(leader);
        let visited = (leader.samples().len() as u64).saturating_sub(1);
        while self.frames < visited {
            if !self.go_on(&mut goes_on) {
                return false;
            }
        }
        true
    }

    /// Findings, by time.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// True if the limit of an illness is reached, so later findings are dropped.
    pub fn is_full(&self, illness: Illness) -> bool {
        self.counts[illness as usize] >= KEPT
    }

    /// The frame up to which the record is complete.
    pub fn frames_known(&self) -> u64 {
        self.frames
    }

    /// Changes whenever findings are added or dropped.
    pub fn version(&self) -> u64 {
        self.version
    }

    fn forget(&mut self, leader: &Run) {
        match ReplayWorker::follow(&mut self.worker, leader) {
            Followed::Same => {}
            Followed::Since(changed) => {
                if self.examiner.at().is_some_and(|at| at > changed) {
                    self.examiner.forget();
                    self.cut(changed.0);
                }
            }
            Followed::OtherLevel => {
                let version = self.version + 1;
                *self = Self { worker: self.worker.take(), version, ..Self::default() };
            }
        }
    }

    /// Drops the findings from a frame on.
    fn cut(&mut self, frame: u64) {
        self.frames = self.frames.min(frame);
        let kept = self.findings.partition_point(|finding| finding.frame < self.frames);
        self.findings.truncate(kept);
        self.counts = Default::default();
        self.findings.iter().for_each(|finding| self.counts[finding.illness as usize] += 1);
        self.version += 1;
    }

    /// Steps one substep. False if there was no time left.
    fn go_on(&mut self, goes_on: &mut impl FnMut() -> bool) -> bool {
        let frames = self.frames;
        let Some(worker) = &mut self.worker else { return false };
        let here = worker.moment();
        if self.examiner.at() != Some(here) || here.0 > frames {
            let first = self.examiner.first_frame_for(worker.run(), (frames, 1));
            if !worker.go_to(first, &mut *goes_on) {
                return false;
            }
            self.examiner.forget();
            self.cut(frames);
        }
        let Some(worker) = &mut self.worker else { return false };
        if !goes_on() {
            return false;
        }
        let frame = worker.moment().0;
        worker.step_observed(false, &mut self.examiner);
        let is_done = worker.moment() == (frame + 1, 0);
        if frame == frames {
            self.take_findings();
            self.frames += u64::from(is_done);
        }
        true
    }

    fn take_findings(&mut self) {
        for finding in self.examiner.findings() {
            let count = &mut self.counts[finding.illness as usize];
            if *count < KEPT {
                *count += 1;
                self.findings.push(*finding);
            }
        }
        if !self.examiner.findings().is_empty() {
            self.version += 1;
        }
    }
}
