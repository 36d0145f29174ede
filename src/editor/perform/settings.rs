//! Commands of the Settings window.

use super::files::ask;
use crate::editor::app::App;
use crate::editor::features::settings::commands::{SettingsCommand, SettingsPage};
use crate::editor::files::{Export, Purpose, file_of};
use crate::editor::settings::Settings;
use crate::editor::settings::exchange;
use crate::level::format::read_bounded;
use egui::Context;
use std::path::Path;

/// Size limit of a file with settings.
const MOST_BYTES: u64 = 4 << 20;

/// Performs one command.
pub fn perform(app: &mut App, ctx: &Context, command: SettingsCommand) {
    match command {
        SettingsCommand::Toggle(page) => app.features.settings.toggle(page),
        SettingsCommand::AskKeys(question) => app.features.settings.ask(question),
        SettingsCommand::Export => ask(app, ctx, Purpose::Export(Export::Settings)),
        SettingsCommand::Import => ask(app, ctx, Purpose::Settings),
        SettingsCommand::Reset => {
            app.bundle.end(&mut app.settings);
            replace(app, "reset of all settings", exchange::with_history(Settings::default(), &app.settings));
            // The window shows how to undo it.
            (app.features.settings.is_open, app.features.settings.page) = (true, SettingsPage::General);
        }
        SettingsCommand::ResetKeys => {
            with_own(app, |app| {
                let settings = Settings { keys: Default::default(), ..app.settings.clone() };
                replace(app, "reset of all keys", settings);
            });
        }
        SettingsCommand::Undo => {
            if let Some((what, before)) = app.features.settings.before.take() {
                with_own(app, |app| app.settings = exchange::with_history(*before, &app.settings));
                app.notices.success(format!("Undone: {what}"));
            }
        }
    }
}

/// Changes the settings of the user; what a bug bundle in front brings stays in force.
fn with_own(app: &mut App, change: impl FnOnce(&mut App)) {
    app.bundle.exchange(&mut app.settings);
    change(app);
    app.bundle.exchange(&mut app.settings);
}

/// Replaces all settings and keeps the present ones for the undo.
fn replace(app: &mut App, what: &'static str, settings: Settings) {
    let before = std::mem::replace(&mut app.settings, settings);
    app.features.settings.before = Some((what, Box::new(before)));
}

/// Takes the settings of a file.
pub fn import(app: &mut App, path: &Path) {
    let name = file_of(path);
    let text = read_bounded(path, MOST_BYTES, "a settings")
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is no text".to_owned()));
    match text.and_then(|text| exchange::merged(&app.bundle.own(&app.settings), &text)) {
        Ok((settings, said)) => {
            app.bundle.end(&mut app.settings);
            replace(app, "import of settings", settings);
            (app.features.settings.is_open, app.features.settings.page) = (true, SettingsPage::General);
            app.notices.success(format!("{name}: {said}"));
        }
        Err(reason) => app.notices.error(format!("{name} changed nothing: {reason}")),
    }
}
