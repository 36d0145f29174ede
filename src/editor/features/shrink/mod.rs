//! Shrinking of the level in hand, as the window does it: what is to go wrong, how far it is, and the smallest level.

pub(crate) mod panel;
mod work;

use crate::debugger::Expression;
use crate::debugger::shrink::{Failure, Progress, ShrinkEffort, Shrunk, Size};
use crate::editor::actions::{Action, Source};
use crate::editor::app::App;
use crate::editor::features::clinic::runs_alike;
use crate::editor::features::expectations;
use crate::editor::settings::DockTab;
use crate::level::{Each, Expectation, Holds, Level};
use egui::Context;
use std::sync::Arc;
use work::ShrinkWorker;

/// What panels may want.
pub enum ShrinkCommand {
    /// Show the panel, with this as what goes wrong, if anything.
    Show(Option<(Failure, Holds)>),
    /// This is what is asked for.
    Form(Box<ShrinkForm>),
    /// Begin.
    Run,
    /// End with the smallest level so far.
    Stop,
    /// Open what was found as a level.
    Open,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShrinkForm {
    /// The condition that becomes true, as a watch expression.
    pub condition: String,
    /// How often it is looked at.
    pub each: Each,
    /// Frames within which it becomes true.
    pub frames: u64,
    /// What the level that is found expects of the condition: `Never`, or `Eventually`.
    pub holds: Holds,
    /// Whether the level may begin later.
    pub may_begin_later: bool,
    /// Whether numbers may become simpler.
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
    /// What is to go wrong.
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

/// See the module.
#[derive(Default)]
pub struct Shrinking {
    /// What is asked for.
    pub form: ShrinkForm,
    /// True if the user chose the condition.
    is_own: bool,
    /// What is at work, or was last.
    pub task: Option<Task>,
}

/// One shrinking.
pub struct Task {
    /// The level that is shrunk.
    pub level: Arc<Level>,
    /// What goes wrong in it.
    pub failure: Failure,
    /// What the level that is found expects of that.
    holds: Holds,
    /// What there is in the level as it is.
    pub before: Size,
    /// How far it is.
    pub progress: Progress,
    /// True once the user has stopped it.
    pub is_stopping: bool,
    /// The smallest level, or why there is none, once that is known.
    pub found: Option<Result<Box<Shrunk>, String>>,
    work: Option<ShrinkWorker>,
}

impl Task {
    fn start(ctx: &Context, level: &Arc<Level>, form: &ShrinkForm) -> Self {
        let (failure, before) = (form.failure(), Size::of(level));
        let work = ShrinkWorker::start(ctx, Level::clone(level), failure.clone(), form.effort());
        let progress = Progress { stage: "the level as it is", runs: 0, size: before };
        let level = level.clone();
        Self { level, failure, holds: form.holds, before, progress, is_stopping: false, found: None, work: Some(work) }
    }

    /// Whether it goes on.
    pub fn is_running(&self) -> bool {
        self.work.is_some()
    }

    /// What is left, so far.
    pub fn size(&self) -> Size {
        match &self.found {
            Some(Ok(shrunk)) => shrunk.after,
            _ => self.progress.size,
        }
    }

    /// What was found as a level that is a test.
    pub fn as_test(&self) -> Option<Level> {
        let Some(Ok(shrunk)) = &self.found else { return None };
        Some(shrunk.as_test(&self.level.name, self.holds))
    }
}

impl Shrinking {
    /// Takes what has come out since.
    pub fn follow(&mut self) {
        let Some(task) = &mut self.task else { return };
        let Some(work) = &mut task.work else { return };
        if let Some(found) = work.follow(&mut task.progress) {
            task.work = None;
            task.found = Some(found.map(Box::new).map_err(|refusal| refusal.describe(&task.failure)));
        }
    }

    /// Whether one is at work.
    pub fn is_running(&self) -> bool {
        self.task.as_ref().is_some_and(Task::is_running)
    }

    /// Whether what is shown was found of another level than this one.
    pub fn is_of_another(&self, level: &Level) -> bool {
        self.task.as_ref().is_some_and(|task| !std::ptr::eq(&*task.level, level) && !runs_alike(&task.level, level))
    }

    /// Why it cannot begin; none where it can.
    pub fn refusal(&self, level: &Level) -> Option<&'static str> {
        match () {
            () if self.is_running() => Some("One is at work"),
            () if self.form.condition.trim().is_empty() => Some("Say what goes wrong, or choose it from the list"),
            () if Expression::condition(&self.form.condition, level).is_err() => Some("The condition cannot be read"),
            () => None,
        }
    }
}

/// Does what a panel wants.
pub fn perform(app: &mut App, ctx: &Context, command: ShrinkCommand) {
    match command {
        ShrinkCommand::Show(wanted) => {
            (app.settings.shows_dock, app.settings.dock_tab) = (true, DockTab::Shrink);
            let proposed = if app.features.shrink.is_own {
                None
            } else {
                expectations::first_failure(&app.view(), &app.features.clinic, &app.features.expectations)
            };
            let is_wanted = wanted.is_some();
            if let Some((Failure { condition, each, frames }, holds)) = wanted.or(proposed) {
                app.features.shrink.form =
                    ShrinkForm { condition, each, frames, holds, ..app.features.shrink.form.clone() };
                app.features.shrink.is_own = is_wanted;
            }
        }
        ShrinkCommand::Form(form) => (app.features.shrink.form, app.features.shrink.is_own) = (*form, true),
        ShrinkCommand::Run => {
            let level = app.document.level().clone();
            if app.features.shrink.refusal(&level).is_none() {
                app.features.shrink.task = Some(Task::start(ctx, &level, &app.features.shrink.form));
            }
        }
        ShrinkCommand::Stop => {
            if let Some(task) = &mut app.features.shrink.task {
                task.is_stopping = true;
                task.work.iter_mut().for_each(ShrinkWorker::stop);
            }
        }
        ShrinkCommand::Open => {
            if let Some(level) = app.features.shrink.task.as_ref().and_then(Task::as_test) {
                crate::editor::perform::perform(app, ctx, Action::Open(Source::Made(Arc::new(level))));
            }
        }
    }
}
