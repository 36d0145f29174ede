//! Saves and exports. Asks first if another program has changed the file.

use super::ask;
use super::background::{self, WorkSize};
use crate::debugger::recording;
use crate::editor::app::App;
use crate::editor::bundle::{Bundle, BundleView};
#[cfg(not(target_arch = "wasm32"))]
#[cfg(not(target_arch = "wasm32"))]
use crate::editor::files::jupyter;
#[cfg(not(target_arch = "wasm32"))]
use crate::editor::files::large::{is_large, is_large_file};
use crate::editor::files::task::{Cancelled, Finish, TaskHead, TaskKind};
use crate::editor::files::{Export, Pending, Purpose, file_of};
use crate::editor::perform::{bundle_report, documents, plots, portrait, share};
use crate::editor::settings::exchange;
use crate::level::format::{self, FormatError};
use crate::level::texture::{folder_of, rebase_paths};
use crate::level::{Level, flatten, gallery, ids};
use crate::picture::Painter;
#[cfg(not(target_arch = "wasm32"))]
use crate::picture::chart::notebook;
use egui::Context;
use std::path::Path;
use std::sync::Arc;

/// Saves to the level's file; opens a dialog if there is none. Asks first if another program has changed the file.
pub fn save(app: &mut App, ctx: &Context, then: Option<Pending>) {
    match app.document.path.clone() {
        Some(_) if app.files.has_changed_on_disk() => app.files.conflict = Some(then),
        Some(path) => save_to(app, ctx, &path, then),
        None => ask(app, ctx, Purpose::Save(then)),
    }
}

fn head(title: String) -> TaskHead {
    TaskHead { title, note: "A file of that name stays as it is until the new one is complete.", kind: TaskKind::Write }
}

/// Saves to a file.
#[cfg(target_arch = "wasm32")]
pub(super) fn save_to(app: &mut App, ctx: &Context, path: &Path, then: Option<Pending>) {
    super::page::save_to(app, ctx, path, then, false);
}

/// Saves to a file after backing up its previous version; in the background if either is large.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn save_to(app: &mut App, ctx: &Context, path: &Path, then: Option<Pending>) {
    if background::is_refused(app, TaskKind::Write) {
        return;
    }
    app.files.after_saving = then;
    let (state, level) = (app.document.level().clone(), app.document.level_for(path));
    let built_in = app.document.built_in_files();
    let size = WorkSize::of(is_large(&level) || is_large_file(path));
    let backups = app.files.backups.root.clone();
    let (head, document, path) = (head(format!("Saving {}", file_of(path))), app.document.number(), path.to_owned());
    let work = move |cancelled: &Cancelled| -> Finish<App> {
        let warning = crate::editor::files::backups::keep_below(backups.as_deref(), &path).err();
        let mut written = Vec::new();
        let saved = write_built_in(&built_in, &path, &mut written)
            .and_then(|()| format::save_unless(&level, &path, &|| cancelled.is_set()));
        Box::new(move |app, ctx| {
            written.iter().for_each(|name| app.notices.success(format!("Wrote {name} beside it")));
            warning.into_iter().for_each(|warning: String| app.notices.warning(warning));
            finish(app, ctx, document, &path, &state, saved);
        })
    };
    background::begin(app, ctx, size, head, work);
}

/// Writes the files that a level of the gallery needs beside its new file; existing files stay. Adds the names of the others to
/// `written`.
#[cfg(not(target_arch = "wasm32"))]
fn write_built_in(
    files: &[(&'static str, &[u8])],
    path: &Path,
    written: &mut Vec<&'static str>,
) -> Result<(), FormatError> {
    let folder = folder_of(path);
    for &(name, contents) in files {
        let file = folder.join(name);
        if file.exists() {
            continue;
        }
        let made = std::fs::create_dir_all(folder_of(&file)).map_err(|error| error.to_string());
        made.and_then(|()| format::replace_unless(&file, contents, &|| false))
            .map_err(|reason| FormatError::of_file(&file, format_args!("cannot be written: {reason}")))?;
        written.push(name);
    }
    Ok(())
}

/// Reports a save of the level as it was at `state`; `saved` is false if it was cancelled before the file was replaced. Ignores the document if another
/// one was opened meanwhile.
pub(super) fn finish(
    app: &mut App,
    ctx: &Context,
    document: u64,
    path: &Path,
    state: &Arc<Level>,
    saved: Result<bool, FormatError>,
) {
    match saved {
        Ok(false) => app.notices.warning(format!("Saving {} cancelled; the file has not changed", file_of(path))),
        Ok(true) => {
            documents::saved(app, ctx, document, state, path);
            app.settings.remember(path);
            app.notices.success(format!("Saved {}", file_of(path)));
        }
        Err(error) => {
            app.files.after_saving = None;
            app.notices.error(format!("{error}. Save to another file with Save as…"));
        }
    }
}

/// Returns a function that produces the file's bytes without access to the window.
fn painter(app: &App, kind: Export) -> Result<Painter, String> {
    if kind == Export::Mesh {
        let text = super::mesh::written(app)?.text;
        return Ok(Box::new(move || Ok(text.into_bytes())));
    }
    if kind == Export::Settings {
        let text = exchange::written(&app.bundle.own(&app.settings));
        return Ok(Box::new(move || Ok(text.into_bytes())));
    }
    if kind.is_of_canvas() {
        portrait::painter(app, kind == Export::CanvasSvg)
    } else {
        plots::painter(&app.view(), &app.features.breakpoints, &app.features.plots, &app.features.timeline, kind)
    }
}

/// What follows the name of an export: the frames, if it has only those that zoomed plots show.
fn zoomed_words(app: &App, kind: Export) -> String {
    let is_of_plots = Export::PLOTS.iter().any(|&(plots, _)| plots == kind);
    let frames = is_of_plots.then(|| plots::zoomed_words(&app.view(), &app.features.plots)).flatten();
    frames.map_or_else(String::new, |frames| format!(", {frames}, as the plots are zoomed"))
}

pub(super) fn export_to(app: &mut App, ctx: &Context, kind: Export, path: &Path) {
    let paint = match painter(app, kind) {
        Ok(paint) => paint,
        Err(reason) => return app.notices.error(reason),
    };
    let zoomed = zoomed_words(app, kind);
    write(app, ctx, path, "Exporting", move |path, cancelled| {
        let written = format::replace_unless(path, &paint()?, &|| cancelled.is_set())?;
        Ok(written.then(|| format!("Exported {}{zoomed}", file_of(path))))
    });
}

/// Writes the series of the plots and a notebook that draws them, and opens it in Jupyter if that is installed.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn export_notebook_to(app: &mut App, ctx: &Context, path: &Path) {
    let data_path = path.with_file_name(notebook::data_name(&file_of(path)));
    let data_name = file_of(&data_path);
    let files = plots::notebook(
        &app.view(),
        &app.features.breakpoints,
        &app.features.plots,
        &app.features.timeline,
        &data_name,
    );
    let [data, text] = match files {
        Ok(files) => files,
        Err(reason) => return app.notices.error(reason),
    };
    let programs = app.files.notebook_programs.clone();
    let zoomed = zoomed_words(app, Export::PlotsNotebook);
    write(app, ctx, path, "Exporting", move |path, cancelled| {
        let is_whole = format::replace_unless(&data_path, &data, &|| cancelled.is_set())?
            && format::replace_unless(path, &text, &|| cancelled.is_set())?;
        Ok(is_whole
            .then(|| format!("Saved {} and {data_name}{zoomed}. {}", file_of(path), jupyter::open(&programs, path))))
    });
}

/// The level without instances and editor data, as `export` writes it.
///
/// # Errors
/// If a source of an instance cannot be read.
pub(super) fn flat(level: &Level, path: Option<&Path>) -> Result<Level, String> {
    let mut level = level.clone();
    ids::assign(&mut level);
    let level = flatten::flatten(level, &gallery::file_or_none(path), &mut gallery::load_source);
    let level = level.map_err(|error| error.to_string())?;
    Ok(Level { editor: None, ..level })
}

/// Writes the level for a game, in the background. The file of the level itself is refused: it would lose the editor data.
pub(super) fn export_level_to(app: &mut App, ctx: &Context, path: &Path) {
    let (level, own) = (app.document.level().clone(), app.document.path.clone());
    if own.as_ref().is_some_and(|own| is_same_file(own, path)) {
        let name = file_of(path);
        return app.notices.error(format!("{name} is the level itself. Export to another file, so that you can go on"));
    }
    write(app, ctx, path, "Exporting", move |path, cancelled| {
        let mut level = flat(&level, own.as_deref())?;
        rebase_paths(&mut level, own.as_deref().map(folder_of), folder_of(path));
        let saved = format::save_unless(&level, path, &|| cancelled.is_set()).map_err(|error| error.to_string())?;
        Ok(saved.then(|| format!("Exported the level for a game to {}", path.display())))
    });
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    let full = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path));
    a == b || matches!((full(a), full(b)), (Ok(a), Ok(b)) if a == b)
}

pub(super) fn save_run_to(app: &mut App, ctx: &Context, path: &Path) {
    let (recording, frames) = (app.run.recording(), app.run.samples().len() - 1);
    write(app, ctx, path, "Saving", move |path, cancelled| {
        let saved = recording::save_unless(&recording, path, &|| cancelled.is_set());
        let written = saved.map_err(|error| error.to_string())?;
        Ok(written.then(|| format!("Saved {}: {frames} frames", file_of(path))))
    });
}

/// Writes a bug bundle of what the window shows.
pub(super) fn save_bundle_to(app: &mut App, ctx: &Context, path: &Path) {
    let target = share::target(app);
    let camera = super::view::view(app);
    let mut view = BundleView::of(&app.settings, &target, app.run.world().hash(), camera);
    (view.plotted_frames, view.looped) = (app.features.plots.zoom, app.playback.looped);
    let (recording, level) = (app.run.recording(), Level::clone(app.document.level()));
    let (report, paint) = (bundle_report::report(app, &target), portrait::painter(app, false));
    write(app, ctx, path, "Saving", move |path, cancelled| {
        let picture = paint.and_then(|paint| paint());
        let bytes = Bundle { recording, level, view, picture, report }.write()?;
        let written = format::replace_unless(path, &bytes, &|| cancelled.is_set())?;
        Ok(written.then(|| format!("Saved the bug bundle {}", file_of(path))))
    });
}

/// Writes a file in the background. The work returns a message, or `None` if it was cancelled before the file was
/// replaced.
fn write(
    app: &mut App,
    ctx: &Context,
    path: &Path,
    verb: &'static str,
    work: impl FnOnce(&Path, &Cancelled) -> Result<Option<String>, String> + Send + 'static,
) {
    let (head, path) = (head(format!("{verb} {}", file_of(path))), path.to_owned());
    let work = move |cancelled: &Cancelled| -> Finish<App> {
        let written = work(&path, cancelled);
        Box::new(move |app, _ctx| match written {
            #[cfg(target_arch = "wasm32")]
            Ok(Some(message)) => super::page::hand_over(app, _ctx, path, message),
            #[cfg(not(target_arch = "wasm32"))]
            Ok(Some(message)) => app.notices.success(message),
            Ok(None) => app.notices.warning(format!("{verb} {} cancelled; no file was written", file_of(&path))),
            Err(reason) => {
                app.files.after_saving = None;
                app.notices.error(reason);
            }
        })
    };
    background::begin(app, ctx, WorkSize::Unknown, head, work);
}
