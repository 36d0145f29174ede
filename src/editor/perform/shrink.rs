//! Performs the commands of the Shrink tab.

use crate::editor::actions::{Action, Source};
use crate::editor::app::App;
use crate::editor::features::shrink::*;
use crate::editor::features::{expectations, problems};
use crate::editor::settings::tabs::Tab;
use crate::level::Holds;
use egui::Context;
use std::sync::Arc;

/// Fills in the failure to start from unless the condition is the user's: the problem chosen in *Problems*, else the first
/// expectation that is not met, else the first problem.
pub fn propose(app: &mut App) {
    if !app.features.shrink.takes_proposals() {
        return;
    }
    let (view, diagnosis) = (app.view(), &app.features.diagnosis);
    let chosen = app.features.problems.chosen.filter(|_| diagnosis.is_of(view.document.level()));
    let chosen = chosen.and_then(|problem| {
        let of_cause =
            || problems::cause(diagnosis, problem)?.problems.iter().find_map(|&problem| diagnosis.found.of(problem));
        problems::diagnosed(diagnosis, problem).or_else(of_cause)
    });
    let chosen = chosen.map(|diagnosed| (expectations::of_problem(diagnosed, diagnosis), Holds::Never));
    let proposed = chosen.or_else(|| expectations::first_failure(&view, diagnosis, &app.features.expectations));
    if let Some((failure, holds)) = proposed {
        app.features.shrink.proposed.clone_from(&failure.condition);
        app.features.shrink.fill(failure, holds);
    }
}

/// Performs a command.
pub fn perform(app: &mut App, ctx: &Context, command: ShrinkCommand) {
    match command {
        ShrinkCommand::Show(wanted) => {
            app.settings.show(Tab::Shrink);
            if let Some((failure, holds)) = wanted {
                app.features.shrink.fill(failure, holds);
                app.features.shrink.is_own = true;
            }
        }
        ShrinkCommand::Form(form) => (app.features.shrink.form, app.features.shrink.is_own) = (*form, true),
        ShrinkCommand::Run => {
            let level = app.document.placed().level.clone();
            if app.features.shrink.refusal(&level).is_none() {
                app.features.shrink.task = Some(Task::start(ctx, &level, &app.features.shrink.form));
            }
        }
        ShrinkCommand::Stop => {
            if let Some(task) = &mut app.features.shrink.task {
                task.stop();
            }
        }
        ShrinkCommand::Open => {
            if let Some(level) = app.features.shrink.task.as_ref().and_then(Task::as_test) {
                crate::editor::perform::perform(app, ctx, Action::Open(Source::Made(Arc::new(level))));
            }
        }
    }
}
