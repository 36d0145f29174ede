//! Switches, closes and saves open documents.

use super::files::{guarded, open_source, remember_view, save};
use super::perform as perform_action;
use crate::editor::actions::{Command, Source};
use crate::editor::app::App;
use crate::editor::document::{Document, Edit};
use crate::editor::features::documents::DraggedParts;
use crate::editor::features::documents::commands::{DocumentCommand, TakenParts};
use crate::editor::features::outline;
use crate::editor::files::Pending;
#[cfg(not(target_arch = "wasm32"))]
use crate::editor::files::disk::Disk;
use crate::editor::files::sources::Sources;
use crate::editor::open_documents::OpenDocument;
use crate::level::edit::clipboard;
use crate::level::texture::{folder_of, rebase_paths};
use crate::level::{Level, Point};
use egui::{Context, DragAndDrop};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Performs a command of the tabs.
pub fn perform(app: &mut App, ctx: &Context, command: DocumentCommand) {
    match command {
        DocumentCommand::Activate(number) => activate(app, ctx, number),
        DocumentCommand::Close(number) => ask_to_close(app, ctx, vec![number]),
        DocumentCommand::CloseOthers(number) => {
            let others = app.open_documents().map(Document::number).filter(|other| *other != number).collect();
            ask_to_close(app, ctx, others);
        }
        DocumentCommand::Save(number) => {
            switch(app, ctx, number);
            save(app, ctx, None);
        }
        DocumentCommand::Move(number, before) => {
            switch(app, ctx, number);
            app.documents.place_active(before);
        }
        DocumentCommand::Beside(number) => show_beside(app, number),
        DocumentCommand::Carry(number) => {
            if let Some(parts) = take_parts(app, number) {
                switch(app, ctx, number);
                DragAndDrop::set_payload(ctx, parts);
            }
        }
        DocumentCommand::Send(number) => {
            if let Some(parts) = take_parts(app, number) {
                switch(app, ctx, number);
                let at = app.canvas.camera.center.to_array();
                drop_parts(app, &parts.taken, at);
            }
        }
        DocumentCommand::Drop(parts, at) => drop_parts(app, &parts, at),
    }
}

/// Shows a document beside the active one, or no other one. The views keep the width that they show.
fn show_beside(app: &mut App, number: Option<u64>) {
    let active = app.document.number();
    let pair = number.filter(|number| *number != active).map(|number| [active, number]);
    let factor = match (app.documents.pair.is_some(), pair.is_some()) {
        (false, true) => 0.5,
        (true, false) => 2.0,
        _ => 1.0,
    };
    let other = app.documents.beside(active).map(|(other, _)| other).or(number);
    let other = other.and_then(|other| app.documents.other_mut(other)).map(|other| &mut other.canvas.camera);
    for camera in [Some(&mut app.canvas.camera), other].into_iter().flatten().filter(|camera| !camera.is_fitted) {
        (camera.scale, camera.kept) = (camera.scale * factor, None);
    }
    app.documents.pair = pair;
}

/// Takes what is being moved to another document. Here it returns to where it was.
fn take_parts(app: &mut App, to: u64) -> Option<DraggedParts> {
    app.documents.other_mut(to)?;
    let fragment = clipboard::fragment(app.document.level(), &app.selection);
    if app.document.cancel_present() {
        super::rerun(app);
    }
    let folder = app.document.path.as_deref().map(|path| folder_of(path).to_owned());
    match fragment {
        Ok(parts) => Some(DraggedParts::new(parts, folder)),
        Err(reason) => {
            app.notices.warning(format!("Nothing was taken along: {reason}"));
            None
        }
    }
}

/// Inserts parts of another document with their centre at a point, as one step of the history.
fn drop_parts(app: &mut App, taken: &TakenParts, at: Point) {
    let mut parts = Level::clone(&taken.level);
    if let Some(path) = &app.document.path {
        rebase_paths(&mut parts, taken.folder.as_deref(), folder_of(path));
    }
    let insert = move |level: &mut Level| clipboard::paste_at(level, &parts, at);
    super::edit_level(app, Edit::making("Insert from another level", insert));
}

/// Commands about open documents.
pub const COMMANDS: [Command; 7] = [
    Command::New,
    Command::FrameToLevel,
    Command::CloseDocument,
    Command::CloseOthers,
    Command::NextDocument,
    Command::PreviousDocument,
    Command::SideBySide,
];

/// Performs one of [`COMMANDS`].
pub fn command(app: &mut App, ctx: &Context, command: Command) {
    let number = app.document.number();
    match command {
        Command::New => open_source(app, ctx, Source::New),
        Command::FrameToLevel => open_source(app, ctx, Source::Moment),
        Command::CloseDocument => perform(app, ctx, DocumentCommand::Close(number)),
        Command::CloseOthers => perform(app, ctx, DocumentCommand::CloseOthers(number)),
        Command::NextDocument => turn(app, ctx, 1),
        Command::PreviousDocument => turn(app, ctx, -1),
        Command::SideBySide => {
            let next = app.documents.beside_active().filter(|_| app.documents.pair.is_none());
            perform(app, ctx, DocumentCommand::Beside(next));
        }
        _ => {}
    }
}

/// Activates the document that stands this number of tabs further, around the end.
fn turn(app: &mut App, ctx: &Context, by: isize) {
    let numbers: Vec<u64> = app.open_documents().map(Document::number).collect();
    let present = numbers.iter().position(|number| *number == app.document.number()).unwrap_or(0) as isize;
    let next = (present + by).rem_euclid(numbers.len() as isize) as usize;
    activate(app, ctx, numbers[next]);
}

/// Makes a document active. If a text field has the focus, this takes one UI frame more: the field first hands in its text
/// to the document that it belongs to.
pub fn activate(app: &mut App, ctx: &Context, number: u64) {
    if !ctx.text_edit_focused() {
        return switch(app, ctx, number);
    }
    ctx.memory_mut(|memory| {
        if let Some(id) = memory.focused() {
            memory.surrender_focus(id);
        }
    });
    // The field notices in the next frame.
    app.documents.wanted = Some((number, ctx.cumulative_frame_nr() + 1));
    ctx.request_repaint();
}

/// Activates the document that waits for a text field, and opens the next file; called at the end of each UI frame.
pub fn follow(app: &mut App, ctx: &Context) {
    if !app.files.is_blocking()
        && let Some(path) = app.documents.to_open.pop_front()
    {
        open_source(app, ctx, Source::File(path));
        ctx.request_repaint();
    }
    if let Some((number, _)) = app.documents.wanted.filter(|(_, frame)| ctx.cumulative_frame_nr() >= *frame) {
        switch(app, ctx, number);
    }
}

/// Stores which files are open, for the next start.
pub fn remember(app: &mut App) {
    let full = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let file = |document: &Document| document.path.as_ref().or(document.recording.as_ref()).map(full);
    app.settings.open_files = app.open_documents().filter_map(file).collect();
    app.settings.active_file = file(&app.document);
}

/// Begins to open the files of the last session that still exist. False if there are none, or if they are not wanted.
#[cfg(not(target_arch = "wasm32"))]
pub fn reopen(app: &mut App) -> bool {
    if !app.settings.reopens_files {
        return false;
    }
    let files = app.settings.open_files.iter().filter(|path| path.is_file()).cloned();
    let mut files: Vec<PathBuf> = files.collect();
    let active = app.settings.active_file.clone().filter(|path| files.contains(path) && files.last() != Some(path));
    // The last one stays in front: an open file is only activated.
    files.extend(active);
    app.documents.to_open = files.into();
    !app.documents.to_open.is_empty()
}

/// Restores recovered work: in place of its file if that is open without changes, else in a tab of its own.
pub fn restore(app: &mut App, ctx: &Context, id: u64) {
    let path = app.files.recovery.as_ref().and_then(|recovery| recovery.left(id)?.head.path.clone());
    let open = path.and_then(|path| app.document_of(&path)).filter(|number| {
        app.open_documents().any(|one| one.number() == *number && !one.is_dirty() && one.recording.is_none())
    });
    let Some(number) = open else { return open_source(app, ctx, Source::Recovered(id)) };
    switch(app, ctx, number);
    super::files::replace(app, ctx, &Source::Recovered(id));
}

/// Ends what the tool has begun, in the document in which it was begun.
fn end_gesture(app: &mut App, ctx: &Context) {
    let mut out = Vec::new();
    let tool = app.toolbox.entry.id;
    app.toolbox.take(tool, &mut out);
    out.into_iter().for_each(|action| perform_action(app, ctx, action));
    app.document.end_gesture();
    app.run.set_hand(None);
    app.canvas.lit.clear();
    remember_view(app);
}

fn switch(app: &mut App, ctx: &Context, number: u64) {
    app.documents.wanted = None;
    if number == app.document.number() {
        return;
    }
    end_gesture(app, ctx);
    let old = app.document.number();
    if app.activate(number) {
        shown(app, ctx, old);
    }
}

/// Adds a document and makes it active.
pub fn add(app: &mut App, ctx: &Context, opened: OpenDocument) {
    end_gesture(app, ctx);
    let old = app.document.number();
    app.add_document(opened);
    shown(app, ctx, old);
}

/// Adapts what belongs to the window to the document that has become active in place of the one with this number.
fn shown(app: &mut App, ctx: &Context, old: u64) {
    outline::panel::follow_document(ctx, old, app.document.number());
    app.window.faults.clone_from(&app.document.placed().faults);
    // Sources may have changed while the document waited, so they are read again.
    app.files.sources = Sources::default();
    #[cfg(not(target_arch = "wasm32"))]
    {
        app.files.backups.shown = None;
    }
    let budget = app.keyframe_budget();
    app.documents.limit_memory(budget);
    ctx.request_repaint();
}

/// True for a level without a file that was not changed, such as one of the gallery: another may take its place.
pub fn is_untouched(app: &App) -> bool {
    let (path, recording) = (&app.document.path, &app.document.recording);
    #[cfg(not(target_arch = "wasm32"))]
    let is_attached = app.features.live.link.is_some();
    #[cfg(target_arch = "wasm32")]
    let is_attached = false;
    let has_inputs = !app.run.journal().entries().is_empty() || app.run.start().is_some();
    let is_plain = path.is_none() && recording.is_none() && !has_inputs && !is_attached;
    is_plain && !app.document.is_dirty() && app.document.entries().count() == 1
}

/// Numbers of the unsaved documents that a request would close or change, in the order of their tabs.
pub fn unsaved(app: &App, pending: &Pending) -> Vec<u64> {
    let is_meant = |document: &&Document| match pending {
        Pending::Revert => document.number() == app.document.number(),
        Pending::Close(numbers) => numbers.contains(&document.number()),
        Pending::Quit => true,
        // The question was answered.
        Pending::SaveAll(_) => false,
    };
    app.open_documents().filter(is_meant).filter(|document| document.is_dirty()).map(Document::number).collect()
}

/// Titles of those documents.
pub fn unsaved_titles(app: &App, pending: &Pending) -> Vec<String> {
    let numbers = unsaved(app, pending);
    app.open_documents().filter(|one| numbers.contains(&one.number())).map(Document::title).collect()
}

/// Saves the documents that a request concerns, one after the other, then performs it.
pub fn save_all(app: &mut App, ctx: &Context, pending: Pending) {
    let Some(first) = unsaved(app, &pending).first().copied() else {
        return super::go_on(app, ctx, pending);
    };
    switch(app, ctx, first);
    save(app, ctx, Some(Pending::SaveAll(Box::new(pending))));
}

/// Closes documents after the question about unsaved changes, about which it shows the first one.
fn ask_to_close(app: &mut App, ctx: &Context, numbers: Vec<u64>) {
    let pending = Pending::Close(numbers);
    if let [only] = unsaved(app, &pending)[..] {
        switch(app, ctx, only);
    }
    guarded(app, ctx, pending);
}

/// Closes documents without a question. An empty level takes the place of the last one.
pub fn close(app: &mut App, ctx: &Context, numbers: &[u64]) {
    for &number in numbers {
        if number != app.document.number() {
            remove(app, number);
            continue;
        }
        let Some(next) = app.documents.beside_active() else {
            return close_last(app, ctx);
        };
        switch(app, ctx, next);
        remove(app, number);
    }
    let budget = app.keyframe_budget();
    app.documents.limit_memory(budget);
}

fn remove(app: &mut App, number: u64) {
    if let Some(one) = app.documents.other_mut(number) {
        one.bundle.leave_layout(&mut app.settings);
    }
    app.documents.remove(number);
}

fn close_last(app: &mut App, ctx: &Context) {
    super::files::replace(app, ctx, &Source::New);
}

/// Records that a file holds this level of a document, which may not be active any more.
pub fn saved(app: &mut App, ctx: &Context, number: u64, state: &Arc<Level>, path: &Path) {
    if app.document.number() == number {
        let before = app.document.level().clone();
        app.document.mark_saved(state, Some(path));
        if !Arc::ptr_eq(&before, app.document.level()) {
            super::rerun(app);
        }
        app.files.watch(ctx, Some(path));
    } else if let Some(other) = app.documents.other_mut(number) {
        other.document.mark_saved(state, Some(path));
        #[cfg(not(target_arch = "wasm32"))]
        {
            other.disk = Disk::default();
            other.disk.watch(ctx, Some(path));
        }
    }
}
