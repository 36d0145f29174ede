//! Performs the commands of the Shrink tab.

use crate::debugger::shrink::Failure;
use crate::editor::actions::{Action, Source};
use crate::editor::app::App;
use crate::editor::features::expectations;
use crate::editor::features::shrink::*;
use crate::editor::settings::tabs::Tab;
use egui::Context;
use std::sync::Arc;

/// Performs a command.
pub fn perform(app: &mut App, ctx: &Context, command: ShrinkCommand) {
    match command {
        ShrinkCommand::Show(wanted) => {
            app.settings.show(Tab::Shrink);
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
