//! The findings of a diagnosis by time, and checkpoints from which it continues after a change of the inputs.
//!
//! **Cost**: at most [`KEPT`] findings of each problem and [`CHECKPOINTS`] copies of the sums. When there are more
//! checkpoints, every second one goes, so that the frames to judge again are at most a part of the judged ones.

use super::energy_rises::RiseSums;
use super::whole::Tallies;
use super::{ALL, Finding, WINDOW};

/// Most listed findings of each problem; later ones are only counted.
const KEPT: usize = 10_000;
/// Most checkpoints.
const CHECKPOINTS: usize = 32;

/// What a diagnosis knows at the start of a frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoint {
    pub frame: u64,
    pub tallies: Tallies,
    pub rises: RiseSums,
    /// Number of listed findings.
    findings: usize,
    /// The same by problem.
    listed: [usize; ALL.len()],
}

impl Checkpoint {
    /// Nothing known at the start of a frame.
    pub fn at(frame: u64) -> Self {
        Self { frame, ..Self::default() }
    }
}

/// The findings with the checkpoints.
#[derive(Debug)]
pub(super) struct FindingRecord {
    findings: Vec<Finding>,
    listed: [usize; ALL.len()],
    /// By frame; the first is the beginning.
    checkpoints: Vec<Checkpoint>,
    /// Frames between two of them.
    spacing: u64,
}

impl FindingRecord {
    /// A record that begins at a frame.
    pub fn new(begin: Checkpoint) -> Self {
        Self { findings: Vec::new(), listed: begin.listed, checkpoints: vec![begin], spacing: WINDOW }
    }

    /// Findings, by time.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Lists findings of a substep.
    pub fn add(&mut self, found: &[Finding]) {
        for finding in found {
            let count = &mut self.listed[finding.problem as usize];
            if *count < KEPT {
                *count += 1;
                self.findings.push(*finding);
            }
        }
    }

    /// Keeps a checkpoint where one is due.
    pub fn end_frame(&mut self, frame: u64, tallies: &Tallies, rises: impl Fn() -> RiseSums) {
        if !frame.is_multiple_of(self.spacing) {
            return;
        }
        let (findings, listed) = (self.findings.len(), self.listed);
        self.checkpoints.push(Checkpoint { frame, tallies: tallies.clone(), rises: rises(), findings, listed });
        if self.checkpoints.len() > CHECKPOINTS {
            self.spacing *= 2;
            let (spacing, first) = (self.spacing, self.checkpoints[0].frame);
            self.checkpoints.retain(|known| known.frame == first || known.frame.is_multiple_of(spacing));
        }
    }

    /// Drops the findings since the last checkpoint at or before a frame, and returns that checkpoint.
    pub fn go_back(&mut self, frame: u64) -> Checkpoint {
        let later = self.checkpoints.partition_point(|known| known.frame <= frame);
        self.checkpoints.truncate(later.max(1));
        let known = self.checkpoints.last().cloned().unwrap_or_default();
        self.findings.truncate(known.findings);
        self.listed = known.listed;
        known
    }
}
