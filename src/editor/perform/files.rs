//! Opens, saves and exports, and asks before anything is lost.
//!
//! Must never know: widgets, how dialogs look.

use super::{first_view, rerun};
use crate::debugger::{Run, freeze, recording};
use crate::editor::actions::{Action, Source};
use crate::editor::app::{self, App};
use crate::editor::document::Document;
use crate::editor::files::{Export, Outcome, Pending, Purpose, file_name};
use crate::editor::playback::Loop;
use crate::editor::plots;
use crate::editor::timeline::Timeline;
use crate::level::checks;
use crate::level::format;
use egui::{Context, ViewportCommand};
use std::path::{Path, PathBuf};

/// Does what may lose changes, or asks first.
pub fn guarded(app: &mut App, ctx: &Context, pending: Pending) {
    if app.document.is_dirty() {
        app.files.guard = Some(pending);
    } else {
        go_on(app, ctx, pending);
    }
}

/// Does it, whatever is lost.
pub fn go_on(app: &mut App, ctx: &Context, pending: Pending) {
    match pending {
        Pending::Open(source) => open(app, &source),
        Pending::Revert => match app.document.path.clone() {
            Some(path) => open(app, &Source::File(path)),
            None => {
                while app.document.undo().is_some() {}
                rerun(app);
            }
        },
        Pending::Quit => {
            app.may_close = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }
}

fn open(app: &mut App, source: &Source) {
    let (document, run) = match load(app, source) {
        Ok(loaded) => loaded,
        Err(error) => {
            app.notices.error(error.to_string());
            return;
        }
    };
    (app.document, app.run) = (document, run);
    (app.desk.compare, app.desk.is_live, app.desk.branch) = (None, false, 0);
    app.playback.set_playing(false);
    app.playback.catch_up_to(0);
    app.playback.looped = Loop::default();
    app.timeline = Timeline::default();
    app.selection.clear();
    app.level_changed();
    app.canvas.wish = Some(first_view(app));
    app.canvas.camera.is_fitted = true;
    if let Source::File(path) = source {
        app.settings.remember(path);
    }
    app.inspection.tells_of_errors = true;
    warn_of_errors(app);
}

/// What a source names, as a document and its run.
fn load(app: &mut App, source: &Source) -> Result<(Document, Run), format::FormatError> {
    match source {
        Source::Moment => {
            let frozen = freeze::freeze(&app.run)?;
            frozen.remarks.into_iter().for_each(|remark| app.notices.warning(remark));
            let run = Run::new(frozen.level.clone().into())?;
            Ok((Document::unsaved(frozen.level), run))
        }
        Source::Text(name, text) if recording::is_recording(Path::new(name)) => {
            let (recording, run) = recording::read(text, format::TextFormat::of(Path::new(name)))?;
            Ok((Document::new(recording.level, None), run))
        }
        _ => app::begin(app::read(source)?),
    }
}

/// Tells of errors in a level that was opened, once they are known.
pub fn warn_of_errors(app: &mut App) {
    if app.inspection.is_behind() || !std::mem::take(&mut app.inspection.tells_of_errors) {
        return;
    }
    if app.findings.iter().any(|finding| finding.severity == checks::Severity::Error) {
        app.notices.warning("The checks found errors: see Findings below");
    }
}

/// Saves to the level's file, or asks for one.
pub fn save(app: &mut App, ctx: &Context, then: Option<Pending>) {
    match app.document.path.clone() {
        Some(path) => save_to(app, ctx, &path, then),
        None => ask(app, ctx, Purpose::Save(then)),
    }
}

fn save_to(app: &mut App, ctx: &Context, path: &Path, then: Option<Pending>) {
    let level = app.document.level().clone();
    match format::save(&level, path) {
        Ok(()) => {
            app.document.mark_saved(level, Some(path.to_owned()));
            app.settings.remember(path);
            app.notices.success(format!("Saved {}", path.file_name().unwrap_or_default().to_string_lossy()));
            if let Some(pending) = then {
                go_on(app, ctx, pending);
            }
        }
        Err(error) => app.notices.error(error.to_string()),
    }
}

fn export_to(app: &mut App, kind: Export, path: &Path) {
    match plots::export::contents(app, kind).and_then(|contents| format::replace(path, &contents)) {
        Ok(()) => {
            app.notices.success(format!("Exported {}", path.file_name().unwrap_or_default().to_string_lossy()));
        }
        Err(reason) => app.notices.error(reason),
    }
}

fn save_run_to(app: &mut App, path: &Path) {
    match recording::save(&app.run.recording(), path) {
        Ok(()) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            app.notices.success(format!("Saved {name}: {} frames", app.run.samples().len() - 1));
        }
        Err(error) => app.notices.error(error.to_string()),
    }
}

/// Asks for a file: by the system's dialog, or by the browser in the window.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn ask(app: &mut App, ctx: &Context, purpose: Purpose) {
    if app.files.is_waiting {
        return;
    }
    let (start, name) = suggestion(app, &purpose);
    if app.settings.own_browser || !crate::editor::files::dialogs::may_exist() {
        app.files.browser = Some(crate::editor::files::browser::Browser::new(purpose, &start, name));
    } else {
        app.files.ask(ctx, purpose, start, name);
    }
}

#[cfg(target_arch = "wasm32")]
pub(super) fn ask(app: &mut App, ctx: &Context, purpose: Purpose) {
    match purpose {
        Purpose::Open => app.files.ask_for_text(ctx),
        Purpose::Export(kind) => match plots::export::contents(app, kind) {
            Ok(contents) => {
                let (_, name) = suggestion(app, &purpose);
                app.files.save_export(ctx, name, contents, purpose);
            }
            Err(reason) => app.notices.error(reason),
        },
        Purpose::Save(_) => {
            let (_, name) = suggestion(app, &purpose);
            let text = format::write(app.document.level(), format::TextFormat::Ron);
            app.files.save_text(ctx, name, text);
        }
        Purpose::SaveRun => {
            let (_, name) = suggestion(app, &purpose);
            let text = recording::write(&app.run.recording(), format::TextFormat::Ron);
            app.files.save_export(ctx, name, text.into_bytes(), purpose);
        }
    }
}

/// Folder and file name to begin with.
fn suggestion(app: &App, purpose: &Purpose) -> (PathBuf, String) {
    let known = app.document.path.clone();
    let start = known.as_ref().or(app.settings.recent.first()).and_then(|path| path.parent()).map(Path::to_owned);
    let name = known.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| file_name(&app.document.title()));
    let name = match purpose {
        Purpose::Export(kind) => {
            let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
            format!("{stem}-plots.{}", kind.ending())
        }
        _ => purpose.with_ending(Path::new(&name)).to_string_lossy().into_owned(),
    };
    (start.unwrap_or_default(), name)
}

/// What a dialog has answered.
pub fn answered(app: &mut App, ctx: &Context, outcome: Outcome, out: &mut Vec<Action>) {
    match outcome {
        Outcome::Picked(Purpose::Open, path) => out.push(Action::Open(Source::File(path))),
        Outcome::Picked(Purpose::Save(then), path) => {
            let path = Purpose::Save(None).with_ending(&path);
            save_to(app, ctx, &path, then);
        }
        Outcome::Picked(Purpose::Export(kind), path) => {
            let path = Purpose::Export(kind).with_ending(&path);
            export_to(app, kind, &path);
        }
        Outcome::Picked(Purpose::SaveRun, path) => save_run_to(app, &Purpose::SaveRun.with_ending(&path)),
        Outcome::Nothing(purpose) => app.files.offer = Some(purpose),
        Outcome::Text(name, text) => out.push(Action::Open(Source::Text(name, text))),
        Outcome::Saved(name) => {
            let level = app.document.level().clone();
            app.document.mark_saved(level, None);
            app.notices.success(format!("Saved {name}"));
        }
        Outcome::Exported(name) => app.notices.success(format!("Exported {name}")),
        Outcome::Failed(reason) => app.notices.error(reason),
    }
}

/// Opens the browser in the window for what the system's dialog did not give.
#[cfg(not(target_arch = "wasm32"))]
pub fn browse(app: &mut App, purpose: Purpose) {
    let (start, name) = suggestion(app, &purpose);
    app.files.offer = None;
    app.files.browser = Some(crate::editor::files::browser::Browser::new(purpose, &start, name));
}
