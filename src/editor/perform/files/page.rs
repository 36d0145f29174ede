//! Opens and saves in a web page; see `files::page`.

use super::save::finish;
use super::{OpenTarget, answered, go_on, open, suggestion};
use crate::editor::actions::{Action, Source};
use crate::editor::app::App;
use crate::editor::files::page::{self, Dropped, HandedOver, NamedDownload, Written};
use crate::editor::files::recovery::{self, Recovery, Timing};
use crate::editor::files::store::BrowserStore;
use crate::editor::files::task::Finish;
use crate::editor::files::{Pending, Purpose, file_of};
use crate::editor::perform::{meshing, perform};
use crate::level::format::{self, page_files};
use egui::Context;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Starts what a page keeps for its files: recovery, drops, and the question before the page is left.
pub fn start(app: &mut App, ctx: &Context) {
    let timing = Timing { delay: recovery::DELAY, retry: recovery::RETRY };
    let recovery = Recovery::within(Arc::new(BrowserStore::of_this_tab()), ctx, timing);
    app.files.listen(ctx, recovery.flusher(), dropped);
    app.files.recovery = Some(recovery);
}

/// Applies the results of the browser's work.
pub fn follow(app: &mut App, ctx: &Context) {
    for finish in app.files.finished() {
        finish(app, ctx);
    }
}

fn finish_with(work: impl FnOnce(&mut App, &Context) + Send + 'static) -> Finish<App> {
    Box::new(work)
}

/// Lets the user pick a file, a folder or a target.
pub fn ask(app: &mut App, ctx: &Context, purpose: Purpose) {
    if app.files.is_waiting {
        return;
    }
    let (_, name) = suggestion(app, &purpose);
    if let Purpose::Save(then) = &purpose
        && !page::can_save_in_place()
    {
        app.files.page.naming = Some(NamedDownload { name, then: then.clone() });
        return;
    }
    app.files.is_waiting = true;
    let mut endings = purpose.endings().to_vec();
    if purpose == Purpose::Open {
        endings.push("zip");
    }
    app.files.later(ctx, async move {
        let kind = purpose.kind();
        let picked = match &purpose {
            Purpose::LibraryFolder | Purpose::ProjectFolder | Purpose::OpenFolder => page::pick_folder().await,
            purpose if purpose.is_to_read() => {
                let is_kept = matches!(purpose, Purpose::Open | Purpose::Image(_));
                page::pick_file(kind, &endings, is_kept).await
            }
            purpose => page::pick_target(kind, &endings, &name, matches!(purpose, Purpose::Save(_))).await,
        };
        finish_with(move |app, ctx| {
            app.files.is_waiting = false;
            match picked {
                Ok(Some(path)) => taken(app, ctx, purpose, path),
                Ok(None) => {}
                Err(reason) => app.notices.error(reason),
            }
        })
    });
}

fn taken(app: &mut App, ctx: &Context, purpose: Purpose, path: PathBuf) {
    if purpose == Purpose::Open && !page::is_file(&path) {
        return choose_level_of(app, ctx, &path);
    }
    let mut out = Vec::new();
    answered(app, ctx, crate::editor::files::DialogOutcome::Picked(purpose, path), &mut out);
    out.into_iter().for_each(|action| perform(app, ctx, action));
}

/// Opens a level of a folder.
pub fn choose_level_of(app: &mut App, ctx: &Context, folder: &Path) {
    choose_level(app, ctx, page::levels_below(folder), &file_of(folder));
}

/// Opens the only level, or lets the user choose one.
fn choose_level(app: &mut App, ctx: &Context, mut levels: Vec<PathBuf>, name: &str) {
    match levels.len() {
        0 => app.notices.warning(format!("{name} contains no level (.ron or .json)")),
        1 => perform(app, ctx, Action::Open(Source::File(levels.remove(0)))),
        _ => app.files.page.choice = levels,
    }
}

fn dropped(app: &mut App, ctx: &Context, dropped: Dropped) {
    let paths = match dropped {
        Ok(paths) => paths,
        Err(reason) => return app.notices.error(format!("What was dropped cannot be read: {reason}")),
    };
    if app.files.is_asking() {
        return app.notices.warning("Nothing was opened. Answer the question first, then drop it again");
    }
    let is_opened = |path: &PathBuf| Purpose::Open.fits(path);
    let of = |path: &PathBuf| if page::is_file(path) { vec![path.clone()] } else { page::levels_below(path) };
    let levels: Vec<PathBuf> = paths.iter().flat_map(of).filter(is_opened).collect();
    let importable = paths.iter().find(|path| meshing::is_importable(path));
    let name = paths.first().map_or_else(String::new, |path| file_of(path));
    match importable {
        Some(path) if levels.is_empty() => meshing::import(app, ctx, path),
        // Images and sources beside the level are in memory now.
        _ if !levels.is_empty() => choose_level(app, ctx, levels, &name),
        _ => app.notices.warning(format!(
            "{name} was not opened. Drop levels or runs (.ron, .json), folders or .zip files with them; {} files can be \
             imported",
            crate::level::import::listed_extensions()
        )),
    }
}

/// Reads the file again, then opens it.
pub fn open_file(app: &mut App, ctx: &Context, path: PathBuf) {
    read(app, ctx, path, |app, ctx, path| open(app, ctx, &Source::File(path.to_owned()), OpenTarget::Tab));
}

/// Reads a file again, then goes on.
pub fn read(app: &mut App, ctx: &Context, path: PathBuf, then: fn(&mut App, &Context, &Path)) {
    app.files.later(ctx, async move {
        let read = page::read_again(&path).await;
        finish_with(move |app, ctx| match read {
            Ok(()) => then(app, ctx, &path),
            Err(reason) => app.notices.error(format!("{} cannot be read: {reason}", file_of(&path))),
        })
    });
}

/// Saves the level to a file. A forced save replaces changes of other programs.
pub fn save_to(app: &mut App, ctx: &Context, path: &Path, then: Option<Pending>, is_forced: bool) {
    if app.files.is_waiting {
        return app.notices.warning("A file is still being written or chosen. Save again in a moment");
    }
    let (state, level) = (app.document.level().clone(), app.document.level_for(path));
    let (document, path) = (app.document.number(), path.to_owned());
    let beside: Vec<PathBuf> = built_in(app, &path);
    if let Err(error) = format::save(&level, &path) {
        return app.notices.error(error.to_string());
    }
    app.files.is_waiting = true;
    app.files.later(ctx, async move {
        let mut written = page::write_file(&path, is_forced, true).await;
        for file in beside {
            if written.is_ok() && written != Ok(Written::Changed) {
                written = page::write_file(&file, true, true).await.and(written);
            }
        }
        finish_with(move |app, ctx| {
            app.files.is_waiting = false;
            app.files.page.handed = None;
            match written {
                Ok(Written::Saved) => {
                    finish(app, ctx, document, &path, &state, Ok(true));
                    then.into_iter().for_each(|pending| super::guarded(app, ctx, pending));
                }
                Ok(Written::Changed) => app.files.conflict = Some(then),
                Ok(Written::Downloaded) => {
                    // The level at the time of the download becomes the one adapted to its file.
                    let mut state = state;
                    if let Some(document) = app.document_mut(document) {
                        let is_present = Arc::ptr_eq(&state, document.level());
                        document.move_to(&path);
                        if is_present {
                            state = document.level().clone();
                        }
                    }
                    app.files.page.handed = Some(HandedOver { document, path, state, then });
                }
                Err(reason) => app
                    .notices
                    .error(format!("{} was not saved: {reason}. Save to another file with Save as…", file_of(&path))),
            }
        })
    });
}

/// Files that a level of the gallery needs beside its file; puts those that the page does not have into memory.
fn built_in(app: &App, path: &Path) -> Vec<PathBuf> {
    let folder = crate::level::texture::folder_of(path);
    let files = app.document.built_in_files().into_iter().map(|(name, contents)| (folder.join(name), contents));
    let missing: Vec<_> = files.filter(|(file, _)| !page::is_file(file)).collect();
    missing.iter().for_each(|(file, contents)| page_files::put(file, contents.to_vec()));
    missing.into_iter().map(|(file, _)| file).collect()
}

/// Called when the user has answered whether a download has arrived.
pub fn confirm_download(app: &mut App, ctx: &Context, has_arrived: bool) {
    let Some(handed) = app.files.page.handed.take() else { return };
    if !has_arrived {
        return app.notices.warning("The level still counts as unsaved. Save it again to download it again");
    }
    finish(app, ctx, handed.document, &handed.path, &handed.state, Ok(true));
    handed.then.into_iter().for_each(|pending| go_on(app, ctx, pending));
}

/// Downloads the level under the typed name; `None`: not at all.
pub fn name_download(app: &mut App, ctx: &Context, name: Option<String>) {
    let Some(naming) = app.files.page.naming.take() else { return };
    // A name is no path.
    let name = name.map(|name| name.trim().replace(['/', '\\'], "-")).filter(|name| !name.is_empty());
    if let Some(name) = name {
        let path = Path::new("/files").join(Purpose::Save(None).with_ending(Path::new(&name)));
        save_to(app, ctx, &path, naming.then, true);
    }
}

/// Reads the folder of restored work again, so that its instances and skins are found.
pub fn read_beside(app: &mut App, ctx: &Context) {
    let Some(path) = app.document.path.clone() else { return };
    app.files.later(ctx, async move {
        let read = page::read_again(&path).await;
        finish_with(move |app, _| {
            if let Err(reason) = read {
                app.notices.warning(format!("The files beside {} were not read: {reason}", file_of(&path)));
            }
        })
    });
}

/// Writes a file that is complete in memory; `message` is shown once it is on disk.
pub fn hand_over(app: &mut App, ctx: &Context, path: PathBuf, message: String) {
    app.files.later(ctx, async move {
        let written = page::write_file(&path, true, false).await;
        finish_with(move |app, _| match written {
            Ok(Written::Downloaded) => app.notices.success(downloaded(&path)),
            Ok(_) => app.notices.success(message),
            Err(reason) => app.notices.error(format!("{} was not written: {reason}", file_of(&path))),
        })
    });
}

/// Message about a download.
pub fn downloaded(path: &Path) -> String {
    format!("Downloaded {}; the browser cannot confirm where it went", file_of(path))
}

/// Offers an unreadable record as a download.
pub fn download_damaged(app: &mut App, ctx: &Context, name: String) {
    app.files.later(ctx, async move {
        let result = page::download_record(&name).await;
        finish_with(move |app, _| match result {
            Ok(()) => app.notices.success(format!("Downloaded {name}")),
            Err(reason) => app.notices.error(format!("{name} cannot be downloaded: {reason}")),
        })
    });
}
