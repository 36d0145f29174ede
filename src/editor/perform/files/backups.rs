//! Crash recovery, backups, and files changed by another program.

use super::ask;
use super::background::{self, WorkSize};
use crate::editor::actions::{Overwrite, Source};
use crate::editor::app::App;
use crate::editor::document::Edit;
#[cfg(not(target_arch = "wasm32"))]
use crate::editor::files::backups;
use crate::editor::files::large::is_large_file;
use crate::editor::files::recovery::Left;
use crate::editor::files::task::{Cancelled, Finish, TaskHead, TaskKind};
use crate::editor::files::{FileCommand, Purpose, file_of};
use crate::editor::keys;
use crate::editor::perform::{documents, edit_level};
use crate::level::format::{self, FormatError};
use crate::level::{Level, ids};
use egui::Context;
use std::path::Path;

/// Performs the commands of these features.
pub fn perform(app: &mut App, ctx: &Context, command: FileCommand) {
    match command {
        FileCommand::Reload => reload(app, ctx),
        FileCommand::KeepMine => {
            let path = app.document.path.clone();
            app.files.watch(ctx, path.as_deref());
        }
        FileCommand::Restore(id) => documents::restore(app, ctx, id),
        FileCommand::ShowKept(id) => {
            if let Some(recovery) = &mut app.files.recovery {
                recovery.shown = id;
            }
        }
        FileCommand::DiscardKept(id) => {
            if let Some(recovery) = &mut app.files.recovery {
                if recovery.doubted == Some(id) {
                    recovery.discard(id);
                }
                recovery.doubted = Some(id);
            }
        }
        FileCommand::PutOffKept => {
            if let Some(recovery) = &mut app.files.recovery {
                (recovery.is_put_off, recovery.shown) = (true, None);
            }
        }
        FileCommand::Overwrite(answer) => overwrite(app, ctx, answer),
        FileCommand::RetryJournal => app.files.recovery.iter().for_each(|recovery| recovery.try_now()),
        #[cfg(not(target_arch = "wasm32"))]
        FileCommand::RestoreBackup(number) => restore_backup(app, ctx, number),
        #[cfg(not(target_arch = "wasm32"))]
        FileCommand::CloseBackups => app.files.backups.shown = None,
        #[cfg(target_arch = "wasm32")]
        FileCommand::ConfirmDownload(has_arrived) => super::page::confirm_download(app, ctx, has_arrived),
        #[cfg(target_arch = "wasm32")]
        FileCommand::NameDownload(name) => super::page::name_download(app, ctx, name),
        #[cfg(target_arch = "wasm32")]
        FileCommand::DownloadDamaged(name) => super::page::download_damaged(app, ctx, name),
        FileCommand::ForgetDamaged(name) => {
            app.files.recovery.iter_mut().for_each(|recovery| recovery.forget_damaged(&name));
        }
        _ => {}
    }
}

/// Continues after the question about a changed file.
fn overwrite(app: &mut App, ctx: &Context, answer: Overwrite) {
    let Some(then) = app.files.conflict.take() else { return };
    match (answer, app.document.path.clone()) {
        #[cfg(target_arch = "wasm32")]
        (Overwrite::Mine, Some(path)) => super::page::save_to(app, ctx, &path, then, true),
        #[cfg(not(target_arch = "wasm32"))]
        (Overwrite::Mine, Some(path)) => super::save::save_to(app, ctx, &path, then),
        (Overwrite::Elsewhere, _) => ask(app, ctx, Purpose::Save(then)),
        #[cfg(target_arch = "wasm32")]
        (Overwrite::Theirs, Some(path)) => super::page::read(app, ctx, path, |app, ctx, _| reload(app, ctx)),
        #[cfg(not(target_arch = "wasm32"))]
        (Overwrite::Theirs, Some(_)) => reload(app, ctx),
        _ => {}
    }
}

/// Reads a level, in the background if the file is large; `then` runs if the same document is still open.
fn read_level(
    app: &mut App,
    ctx: &Context,
    path: &Path,
    title: String,
    take: impl FnOnce(&mut App, &Context, Result<Level, FormatError>) + Send + 'static,
) {
    let head =
        TaskHead { title, note: "The level does not change until the file has been read.", kind: TaskKind::Read };
    let (size, path, document) = (WorkSize::of(is_large_file(path)), path.to_owned(), app.document.number());
    let work = move |_: &Cancelled| -> Finish<App> {
        let read = format::load_level(&path);
        Box::new(move |app, ctx| {
            if app.document.number() == document {
                take(app, ctx, read);
            }
        })
    };
    background::begin(app, ctx, size, head, work);
}

/// Reloads the file as an edit that can be undone.
pub fn reload(app: &mut App, ctx: &Context) {
    let Some(path) = app.document.path.clone() else { return };
    let title = format!("Reloading {}", file_of(&path));
    let file = path.clone();
    read_level(app, ctx, &path, title, move |app, ctx, read| match read {
        Ok(level) => {
            app.files.watch(ctx, Some(&file));
            let was_dirty = app.document.is_dirty();
            edit_level(app, Edit::new("Reload from disk", replaced(level)));
            let level = app.document.level().clone();
            app.document.mark_saved(&level, None);
            app.notices.success(if was_dirty { "Reloaded. Undo restores your changes" } else { "Reloaded" });
        }
        Err(error) => {
            app.notices.error(format!("{error}. The level has not changed. Save to write it to the file again"))
        }
    });
}

/// An edit that puts another level in place of the present one; parts without ids get them as on load.
fn replaced(mut level: Level) -> impl FnOnce(&mut Level) -> Result<(), String> {
    move |old| {
        ids::assign(&mut level);
        *old = level;
        Ok(())
    }
}

/// Opens the list of backups of the open file.
#[cfg(not(target_arch = "wasm32"))]
pub fn show_backups(app: &mut App) {
    let (Some(root), Some(path)) = (&app.files.backups.root, &app.document.path) else {
        app.notices.warning("There are no backups, because the level has never been saved to a file");
        return;
    };
    app.files.backups.shown = Some(backups::list(root, path));
}

/// Loads a backup as an edit that can be undone.
#[cfg(not(target_arch = "wasm32"))]
fn restore_backup(app: &mut App, ctx: &Context, number: u64) {
    let shown = app.files.backups.shown.take().unwrap_or_default();
    let Some(backup) = shown.into_iter().find(|backup| backup.number == number) else { return };
    read_level(app, ctx, &backup.file, format!("Restoring backup {number}"), move |app, _, read| match read {
        Ok(level) => {
            edit_level(app, Edit::new("Restore a backup", replaced(level)));
            app.notices.success(format!("Restored backup {number}. It is not saved yet; undo reverts it"));
        }
        Err(error) => app.notices.error(format!("{error}. The level has not changed")),
    });
}

/// The recovered work with this id.
///
/// # Errors
/// It no longer exists.
pub fn left(app: &App, id: u64) -> Result<&Left, FormatError> {
    let left = app.files.recovery.as_ref().and_then(|recovery| recovery.left(id));
    left.ok_or_else(|| FormatError::at("", "this recovered work no longer exists"))
}

/// Called after recovered work was opened; it is no longer offered.
pub fn opened(app: &mut App, ctx: &Context, source: &Source) {
    #[cfg(target_arch = "wasm32")]
    {
        app.files.page.handed = None;
    }
    let (Source::Recovered(id), Some(recovery)) = (source, &mut app.files.recovery) else { return };
    recovery.adopt(*id);
    let file = app.document.path.as_ref().and_then(|path| path.file_name());
    let file = file.map_or_else(|| "a file".to_owned(), |name| name.to_string_lossy().into_owned());
    #[cfg(target_arch = "wasm32")]
    super::page::read_beside(app, ctx);
    app.notices.success(keys::fill(ctx, &format!("Restored, but not saved yet. {{command save}} saves it to {file}")));
}
