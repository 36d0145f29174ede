//! Compares the open run with that of another file: a second run beside it, up to the first difference.

pub(crate) mod panel;

use crate::debugger::Run;
use crate::debugger::first_divergence::{FirstDivergence, RunComparison};
use crate::editor::background::Pace;

/// A comparison in progress or done.
#[derive(Debug)]
pub struct ComparedRuns {
    /// Name of the other file.
    pub name: String,
    /// Last compared frame.
    pub last: u64,
    /// The result, once known.
    pub found: Option<FirstDivergence>,
    comparison: RunComparison,
    /// Versions of past and journal of the open run when the comparison began.
    past: [u64; 2],
}

/// State of the window *Compare with another run*.
#[derive(Debug, Default)]
pub struct CompareRuns {
    /// The comparison.
    pub compared: Option<ComparedRuns>,
}

/// Frames that are compared with a level, which has no recorded frames.
pub const FRAMES: u64 = 600;

impl CompareRuns {
    /// Starts a comparison. A run that is a level only is compared over the frames of the other one.
    pub fn start(&mut self, name: String, run: &Run, other: &Run) {
        let last = match (run.last_frame(), other.last_frame()) {
            (0, 0) => FRAMES,
            (0, last) | (last, 0) => last,
            (a, b) => a.min(b),
        };
        let comparison = RunComparison::new(run, other, last);
        let past = [run.history(), run.journal().version()];
        self.compared = Some(ComparedRuns { name, last, found: None, comparison, past });
    }

    /// True while a comparison is in progress.
    pub fn is_active(&self) -> bool {
        self.compared.as_ref().is_some_and(|compared| compared.found.is_none())
    }

    /// Continues the comparison. True when it has just ended.
    pub fn go_on(&mut self, pace: &Pace) -> bool {
        let Some(compared) = self.compared.as_mut().filter(|compared| compared.found.is_none()) else { return false };
        compared.found = compared.comparison.go_on(|| pace.goes_on()).cloned();
        compared.found.is_some()
    }
}

impl ComparedRuns {
    /// Completed part, 0..=1.
    pub fn progress(&self) -> f64 {
        self.comparison.progress()
    }

    /// True if the open run has other inputs than when the comparison began.
    pub fn is_outdated(&self, run: &Run) -> bool {
        self.past != [run.history(), run.journal().version()]
    }
}
