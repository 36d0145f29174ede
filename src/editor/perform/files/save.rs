//! Saves and exports, and asks before what somebody else wrote is lost.

use super::{ask, go_on};
use crate::debugger::recording;
use crate::editor::app::App;
use crate::editor::files::{Export, Pending, Purpose};
use crate::editor::{plots, portrait};
use crate::level::format;
use egui::Context;
use std::path::Path;

/// Saves to the level's file, or asks for one. Where somebody else changed that file, it asks about this first.
pub fn save(app: &mut App, ctx: &Context, then: Option<Pending>) {
    match app.document.path.clone() {
        Some(_) if app.files.has_changed_on_disk() => app.files.conflict = Some(then),
        Some(path) => save_to(app, ctx, &path, then),
        None => ask(app, ctx, Purpose::Save(then)),
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

pub(super) fn save_to(app: &mut App, ctx: &Context, path: &Path, then: Option<Pending>) {
    let level = app.document.level().clone();
    keep_backup(app, path);
    match format::save(&level, path) {
        Ok(()) => {
            app.document.mark_saved(level, Some(path.to_owned()));
            app.settings.remember(path);
            app.files.watch(ctx, Some(path));
            app.notices.success(format!("Saved {}", name(path)));
            if let Some(pending) = then {
                go_on(app, ctx, pending);
            }
        }
        Err(error) => app.notices.error(format!("{error}. Save it elsewhere with Save as… (Ctrl+Shift+S)")),
    }
}

/// Keeps the version that is about to be saved over.
#[cfg(not(target_arch = "wasm32"))]
fn keep_backup(app: &mut App, path: &Path) {
    let Some(root) = &app.files.backups.root else { return };
    if let Err(reason) = crate::editor::files::backups::keep(root, path) {
        app.notices.warning(format!("No backup of the version before was made: {}: {reason}", root.display()));
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
        Ok(()) => app.notices.success(format!("Exported {}", name(path))),
        Err(reason) => app.notices.error(reason),
    }
}

pub(super) fn save_run_to(app: &mut App, path: &Path) {
    match recording::save(&app.run.recording(), path) {
        Ok(()) => {
            let frames = app.run.samples().len() - 1;
            app.notices.success(format!("Saved {}: {frames} frames", name(path)));
        }
        Err(error) => app.notices.error(error.to_string()),
    }
}
