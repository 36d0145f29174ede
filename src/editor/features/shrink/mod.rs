//! Delta debugging in the window: form, progress and result of shrinking the current level.

pub mod commands;
pub(crate) mod panel;
mod work;

use crate::debugger::Expression;
use crate::debugger::shrink::{Failure, Progress, ShrinkEffort, Shrunk, Size};
use crate::editor::features::diagnosis::runs_alike;
use crate::level::{Each, Expectation, Holds, Level};
pub use commands::ShrinkCommand;
use egui::Context;
use std::sync::Arc;
use work::ShrinkWorker;
pub use work::{ShrinkJob, ShrinkRequest, ShrinkUpdate};

/// The form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShrinkForm {
    /// Condition of the failure, as a watch expression.
    pub condition: String,
    /// When the condition is evaluated.
    pub each: Each,
    /// Number of frames within which it must become true.
    pub frames: u64,
    /// Expectation of the resulting level: `Never` or `Eventually`.
    pub holds: Holds,
    /// Whether the result may start at a later frame.
    pub may_begin_later: bool,
    /// Whether numbers may be simplified.
    pub may_simplify: bool,
}

impl Default for ShrinkForm {
    fn default() -> Self {
        Self {
            condition: String::new(),
            each: Each::default(),
            frames: Expectation::default().frames,
            holds: Holds::Never,
            may_begin_later: true,
            may_simplify: true,
        }
    }
}

impl ShrinkForm {
    /// The failure described by the form.
    pub fn failure(&self) -> Failure {
        Failure { condition: self.condition.trim().to_owned(), each: self.each, frames: self.frames.max(1) }
    }

    fn effort(&self) -> ShrinkEffort {
        ShrinkEffort {
            keeps_start: !self.may_begin_later,
            keeps_numbers: !self.may_simplify,
            ..ShrinkEffort::default()
        }
    }
}

/// Form and task of the Shrink panel.
#[derive(Default)]
pub struct Shrinking {
    /// The form.
    pub form: ShrinkForm,
    /// True if the form is the user's own, not a proposal.
    pub is_own: bool,
    /// The proposed condition.
    pub proposed: String,
    /// The running or last task.
    pub task: Option<Task>,
}

/// One shrinking task.
pub struct Task {
    /// The original level.
    pub level: Arc<Level>,
    /// The failure.
    pub failure: Failure,
    /// Expectation of the resulting level.
    holds: Holds,
    /// Part counts of the original level.
    pub before: Size,
    /// Current progress.
    pub progress: Progress,
    /// True once the user has stopped it.
    pub is_stopping: bool,
    /// The smallest level, or the reason for the failure.
    pub found: Option<Result<Box<Shrunk>, String>>,
    work: Option<ShrinkWorker>,
}

impl Task {
    /// Ends with the smallest level so far.
    pub fn stop(&mut self) {
        self.is_stopping = true;
        self.work.iter_mut().for_each(ShrinkWorker::stop);
    }

    /// Begins to shrink a level.
    pub fn start(ctx: &Context, level: &Arc<Level>, form: &ShrinkForm) -> Self {
        let (failure, before) = (form.failure(), Size::of(level));
        let work = ShrinkWorker::start(ctx, Level::clone(level), failure.clone(), form.effort());
        let progress = Progress { stage: "the level as it is", runs: 0, size: before };
        let level = level.clone();
        Self { level, failure, holds: form.holds, before, progress, is_stopping: false, found: None, work: Some(work) }
    }

    /// True while the search runs.
    pub fn is_running(&self) -> bool {
        self.work.is_some()
    }

    /// Part counts of the smallest level so far.
    pub fn size(&self) -> Size {
        match &self.found {
            Some(Ok(shrunk)) => shrunk.after,
            _ => self.progress.size,
        }
    }

    /// The result as a level with an expectation, usable as a test.
    pub fn as_test(&self) -> Option<Level> {
        let Some(Ok(shrunk)) = &self.found else { return None };
        Some(shrunk.as_test(&self.level.name, self.holds))
    }
}

impl Shrinking {
    /// True if a proposal may replace the condition.
    pub fn takes_proposals(&self) -> bool {
        !self.is_own && !self.is_running() && (self.form.condition.is_empty() || self.form.condition == self.proposed)
    }

    /// Fills in a failure.
    pub fn fill(&mut self, Failure { condition, each, frames }: Failure, holds: Holds) {
        self.form = ShrinkForm { condition, each, frames, holds, ..self.form.clone() };
    }

    /// Processes progress and results.
    pub fn follow(&mut self) {
        let Some(task) = &mut self.task else { return };
        let Some(work) = &mut task.work else { return };
        if let Some(found) = work.follow(&mut task.progress) {
            task.work = None;
            task.found = Some(found.map(Box::new).map_err(|refusal| refusal.describe(&task.failure)));
        }
    }

    /// True while a task runs.
    pub fn is_running(&self) -> bool {
        self.task.as_ref().is_some_and(Task::is_running)
    }

    /// True if the result belongs to another level.
    pub fn is_of_another(&self, level: &Level) -> bool {
        self.task.as_ref().is_some_and(|task| !std::ptr::eq(&*task.level, level) && !runs_alike(&task.level, level))
    }

    /// Why shrinking cannot start; `None` if it can.
    pub fn refusal(&self, level: &Level) -> Option<&'static str> {
        match () {
            () if self.is_running() => Some("Shrinking is already running"),
            () if self.form.condition.trim().is_empty() => Some("Enter a condition first"),
            () if Expression::condition(&self.form.condition, level).is_err() => Some("The condition is not valid"),
            () => None,
        }
    }
}
