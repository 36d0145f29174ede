//! Recovered work, backups, and files that another program has changed.

use super::save::save_to;
use super::{ask, guarded};
use crate::debugger::Run;
use crate::editor::actions::Source;
use crate::editor::app::App;
use crate::editor::document::{Document, Edit};
use crate::editor::files::backups;
use crate::editor::files::guard::Overwrite;
use crate::editor::files::{FileCommand, Pending, Purpose};
use crate::editor::perform::edit_level;
use crate::level::format::{self, FormatError};
use egui::Context;

/// Does what concerns these.
pub fn perform(app: &mut App, ctx: &Context, command: FileCommand) {
    match command {
        FileCommand::Reload => reload(app, ctx),
        FileCommand::KeepMine => {
            let path = app.document.path.clone();
            app.files.watch(ctx, path.as_deref());
        }
        FileCommand::Restore(id) => guarded(app, ctx, Pending::Open(Source::Recovered(id))),
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
        FileCommand::RetryJournal => app.files.recovery.iter().for_each(|recovery| recovery.try_now()),
        FileCommand::RestoreBackup(number) => restore_backup(app, number),
        FileCommand::CloseBackups => app.files.backups.shown = None,
        _ => {}
    }
}

/// Continues after the question about a file that another program has changed.
pub fn overwrite(app: &mut App, ctx: &Context, answer: Overwrite) {
    let Some(then) = app.files.conflict.take() else { return };
    match (answer, app.document.path.clone()) {
        (Overwrite::Mine, Some(path)) => save_to(app, ctx, &path, then),
        (Overwrite::Elsewhere, _) => ask(app, ctx, Purpose::Save(then)),
        (Overwrite::Theirs, Some(_)) => reload(app, ctx),
        _ => {}
    }
}

/// What the file holds now, as a change that can be undone.
pub fn reload(app: &mut App, ctx: &Context) {
    let Some(path) = app.document.path.clone() else { return };
    match format::load_level(&path) {
        Ok(level) => {
            app.files.watch(ctx, Some(&path));
            let was_dirty = app.document.is_dirty();
            edit_level(
                app,
                Edit::new("Reload from disk", move |old| {
                    *old = level;
                    Ok(())
                }),
            );
            let level = app.document.level().clone();
            app.document.mark_saved(level, None);
            app.notices.success(if was_dirty { "Reloaded; undo brings your changes back" } else { "Reloaded" });
        }
        Err(error) => app.notices.error(format!("{error}. The level stays as it is here; save to write it again")),
    }
}

/// Opens the list of earlier versions of the open file.
pub fn show_backups(app: &mut App) {
    let (Some(root), Some(path)) = (&app.files.backups.root, &app.document.path) else {
        app.notices.warning("There are no backups: the level was never saved to a file");
        return;
    };
    app.files.backups.shown = Some(backups::list(root, path));
}

/// The version that a backup holds, as a change that can be undone.
fn restore_backup(app: &mut App, number: u64) {
    let shown = app.files.backups.shown.take().unwrap_or_default();
    let Some(backup) = shown.into_iter().find(|backup| backup.number == number) else { return };
    match format::load_level(&backup.file) {
        Ok(level) => {
            let edit = Edit::new("Restore a backup", move |old| {
                *old = level;
                Ok(())
            });
            edit_level(app, edit);
            app.notices.success(format!("Restored backup {number}, not saved yet; undo takes it back"));
        }
        Err(error) => app.notices.error(format!("{error}. The level stays as it is")),
    }
}

/// Kept work as a document that no file has, under its old path.
pub fn load(app: &App, id: u64) -> Result<(Document, Run), FormatError> {
    let refused =
        |reason: &str| FormatError { file: None, place: String::new(), position: None, reason: reason.to_owned() };
    let left = app.files.recovery.as_ref().and_then(|recovery| recovery.left(id));
    let left = left.ok_or_else(|| refused("this work is no longer there"))?;
    let run = Run::new(left.level.clone())?;
    let mut document = Document::unsaved((*left.level).clone());
    document.path.clone_from(&left.head.path);
    Ok((document, run))
}

/// After kept work was opened: it is no longer offered.
pub fn opened(app: &mut App, source: &Source) {
    let (Source::Recovered(id), Some(recovery)) = (source, &mut app.files.recovery) else { return };
    recovery.adopt(*id);
    let file = app.document.path.as_ref().and_then(|path| path.file_name());
    let file = file.map_or_else(|| "a file".to_owned(), |name| name.to_string_lossy().into_owned());
    app.notices.success(format!("Restored, but not saved yet: Ctrl+S saves it to {file}"));
}
