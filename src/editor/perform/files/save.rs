//! Saves and exports. Asks first if another program has changed the file.

use super::{ask, go_on};
use crate::debugger::recording;
use crate::editor::app::App;
#[cfg(not(target_arch = "wasm32"))]
use crate::editor::files::loading::Saving;
#[cfg(not(target_arch = "wasm32"))]
use crate::editor::files::task::TaskProgress;
use crate::editor::files::{Export, Pending, Purpose, file_of};
use crate::editor::{plots, portrait};
use crate::level::Level;
use crate::level::format::{self, FormatError};
use egui::Context;
use std::path::Path;
use std::sync::Arc;

/// Saves to the level's file, or opens a dialog if there is none. Asks first if another program has changed the file.
pub fn save(app: &mut App, ctx: &Context, then: Option<Pending>) {
    match app.document.path.clone() {
        Some(_) if app.files.has_changed_on_disk() => app.files.conflict = Some(then),
        Some(path) => save_to(app, ctx, &path, then),
        None => ask(app, ctx, Purpose::Save(then)),
    }
}

/// Saves to a file: at once if the level is small, in the background otherwise.
pub(super) fn save_to(app: &mut App, ctx: &Context, path: &Path, then: Option<Pending>) {
    let level = app.document.level().clone();
    #[cfg(not(target_arch = "wasm32"))]
    {
        if app.files.saving.is_some() {
            app.notices.warning("The cancelled save has not ended yet: save again in a moment");
            return;
        }
        if let Some(saving) = Saving::of(&level, path, app.files.backups.root.clone(), then.as_ref()) {
            app.files.saving = Some(saving);
            ctx.request_repaint();
            return;
        }
    }
    keep_backup(app, path);
    let saved = format::save(&level, path);
    finish(app, ctx, path, level, saved, then);
}

/// Reports a save, and does what follows it.
fn finish(
    app: &mut App,
    ctx: &Context,
    path: &Path,
    level: Arc<Level>,
    saved: Result<(), FormatError>,
    then: Option<Pending>,
) {
    match saved {
        Ok(()) => {
            app.document.mark_saved(level, Some(path.to_owned()));
            app.settings.remember(path);
            app.files.watch(ctx, Some(path));
            app.notices.success(format!("Saved {}", file_of(path)));
            if let Some(pending) = then {
                go_on(app, ctx, pending);
            }
        }
        Err(error) => app.notices.error(format!("{error}. Save it elsewhere with Save as… (Ctrl+Shift+S)")),
    }
}

/// Follows a large level that is being saved. A save that ends in spite of *Cancel* is reported as what it is.
#[cfg(not(target_arch = "wasm32"))]
pub fn follow_saving(app: &mut App, ctx: &Context) {
    let Some(mut saving) = app.files.saving.take() else { return };
    match saving.task.show(ctx) {
        TaskProgress::Running => app.files.saving = Some(saving),
        TaskProgress::Cancelled => {
            saving.then = None;
            app.files.saving = Some(saving);
        }
        TaskProgress::Lost => app.notices.error(format!("{}: cannot be saved", file_of(&saving.path))),
        TaskProgress::Done(result) => {
            let (warning, saved) = *result;
            warning.into_iter().for_each(|warning| app.notices.warning(warning));
            let Saving { level, path, then, .. } = saving;
            match saved {
                Ok(false) => app.notices.warning("Saving was cancelled; the file is as it was"),
                Ok(true) => finish(app, ctx, &path, level, Ok(()), then),
                Err(error) => finish(app, ctx, &path, level, Err(error), then),
            }
        }
    }
}

/// Keeps the version that is about to be saved over.
#[cfg(not(target_arch = "wasm32"))]
fn keep_backup(app: &mut App, path: &Path) {
    if let Err(warning) = crate::editor::files::backups::keep_below(app.files.backups.root.as_deref(), path) {
        app.notices.warning(warning);
    }
}

#[cfg(target_arch = "wasm32")]
fn keep_backup(_: &mut App, _: &Path) {}

/// What an exported file is to hold.
pub(super) fn contents(app: &App, kind: Export) -> Result<Vec<u8>, String> {
    if kind.is_of_canvas() {
        portrait::contents(app, kind == Export::CanvasSvg)
    } else {
        plots::export::contents(app, kind)
    }
}

pub(super) fn export_to(app: &mut App, kind: Export, path: &Path) {
    match contents(app, kind).and_then(|contents| format::replace(path, &contents)) {
        Ok(()) => app.notices.success(format!("Exported {}", file_of(path))),
        Err(reason) => app.notices.error(reason),
    }
}

pub(super) fn save_run_to(app: &mut App, path: &Path) {
    match recording::save(&app.run.recording(), path) {
        Ok(()) => {
            let frames = app.run.samples().len() - 1;
            app.notices.success(format!("Saved {}: {frames} frames", file_of(path)));
        }
        Err(error) => app.notices.error(error.to_string()),
    }
}
