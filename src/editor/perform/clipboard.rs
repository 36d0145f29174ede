//! Cut, copy, paste, duplicate and delete. The clipboard holds the selection as level text.

use crate::editor::actions::{Action, Command};
use crate::editor::app::App;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::files::large::{SMALL_BYTES, is_large};
use crate::editor::files::task::{Cancelled, Finish, TaskHead, TaskKind};
use crate::editor::mirror::axis_in;
use crate::editor::perform::background::{self, WorkSize};
use crate::editor::perform::edit_level;
use crate::editor::perform::meshing::free;
use crate::editor::share;
use crate::editor::snap;
use crate::editor::tools::counted;
use crate::geometry::{Aabb, DVec2};
use crate::level::edit;
use crate::level::edit::symmetry::{complete, duplicate_both, remove_both};
use crate::level::texture::{folder_of, rebase_paths};
use crate::level::{Level, Place, Point};
use egui::text_selection::LabelSelectionState;
use egui::{Context, Event, ViewportCommand};
use std::sync::Arc;

/// Seconds to wait for the system clipboard.
const PATIENCE: f64 = 2.0;
/// Offset of a pasted part or a copied node from the original, and step of the way to a free place, in points.
const BESIDE: f64 = 18.0;

/// Reads clipboard events. Text fields and selected text take precedence.
pub fn read(ctx: &Context, out: &mut Vec<Action>) {
    let has_words = ctx.with_plugin(|words: &mut LabelSelectionState| words.has_selection());
    if ctx.text_edit_focused() || has_words == Some(true) {
        return;
    }
    ctx.input(|input| {
        for event in &input.events {
            match event {
                Event::Copy => out.push(Action::Command(Command::Copy)),
                Event::Cut => out.push(Action::Command(Command::Cut)),
                Event::Paste(text) => out.push(Action::Paste(text.clone())),
                _ => {}
            }
        }
    });
}

/// Performs a clipboard command.
pub fn command(app: &mut App, ctx: &Context, command: Command) {
    match command {
        Command::Copy | Command::Cut => copy(app, ctx, command == Command::Cut),
        Command::Paste | Command::PasteInPlace => ask(app, ctx, command == Command::PasteInPlace),
        Command::Duplicate => duplicate(app),
        Command::Delete => delete(app, app.selection.to_vec(), "Delete"),
        _ => {}
    }
}

/// Description of the selection.
fn selected(view: &ViewContext) -> String {
    counted(view.document.level(), view.selection, "parts")
}

/// Copies the selection to the system clipboard and deletes it if `is_cut`. Runs in the background if that takes long.
fn copy(app: &mut App, ctx: &Context, is_cut: bool) {
    let (level, places, name) = (app.document.level().clone(), app.selection.to_vec(), selected(&app.view()));
    let size = if is_large(&level) { WorkSize::Unknown } else { WorkSize::Small };
    let note = "The clipboard keeps its contents until the copy is ready.";
    let head = TaskHead { title: format!("Copying {name}"), note, kind: TaskKind::Read };
    let folder = app.document.path.as_deref().map(|path| folder_of(path).to_owned());
    background::begin(app, ctx, size, head, move |_: &Cancelled| -> Finish<App> {
        let copied = edit::clipboard::copy(&level, &places);
        Box::new(move |app, ctx| match copied {
            Ok(text) => {
                ctx.copy_text(text.clone());
                app.clipboard.copied = Some((text, folder));
                app.notices.success(format!("Copied {name}"));
                if is_cut && Arc::ptr_eq(&level, app.document.level()) {
                    delete(app, places, "Cut");
                }
            }
            Err(reason) => app.notices.warning(format!("Nothing was copied: {reason}")),
        })
    });
}

/// Requests the text of the system clipboard, which arrives as an event.
fn ask(app: &mut App, ctx: &Context, in_place: bool) {
    app.clipboard.pending = Some((ctx.input(|i| i.time), in_place));
    if cfg!(target_arch = "wasm32") {
        if let Some((text, _)) = app.clipboard.copied.clone() {
            paste(app, ctx, text);
        } else {
            app.notices.warning("Nothing was copied in this window. To paste text from elsewhere, press Ctrl+V");
        }
        return;
    }
    ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
}

/// Opens a link. Pastes other text at the pointer if it is over the canvas, at the original place if requested, else in the centre of the
/// view; beside the last paste if the pointer has not moved since.
pub fn paste(app: &mut App, ctx: &Context, text: String) {
    let now = ctx.input(|i| i.time);
    let in_place = app.clipboard.pending.take().is_some_and(|(when, in_place)| in_place && now - when < PATIENCE);
    if share::is_link(&text) {
        return super::share::open(app, ctx, &text);
    }
    let at = app.canvas.pointer.at.unwrap_or(app.canvas.camera.center);
    let step = BESIDE / app.canvas.camera.scale;
    let at: Option<Point> = (!in_place).then(|| app.clipboard.place(at.to_array(), step));
    let size = WorkSize::of(text.len() as u64 > SMALL_BYTES);
    let note = "The level does not change until the clipboard has been read.";
    let head = TaskHead { title: "Pasting".to_owned(), note, kind: TaskKind::Read };
    let own = app.clipboard.copied.as_ref().filter(|(copied, _)| *copied == text);
    let folder = own.and_then(|(_, folder)| folder.clone());
    background::begin(app, ctx, size, head, move |_: &Cancelled| -> Finish<App> {
        let parsed = edit::clipboard::parse(&text);
        Box::new(move |app, _| match parsed {
            Ok(mut fragment) => {
                if let Some(path) = &app.document.path {
                    rebase_paths(&mut fragment, folder.as_deref(), folder_of(path));
                }
                insert(app, fragment, at);
            }
            Err(reason) => app.notices.error(format!("Nothing was pasted: {reason}")),
        })
    });
}

/// Inserts a fragment at a point, or at its original place.
fn insert(app: &mut App, fragment: Level, at: Option<Point>) {
    let before = app.document.level().clone();
    let x = app.toolbox.mirror.axis();
    let edit = Edit::making("Paste", move |level| {
        let mut made = match at {
            Some(point) => edit::clipboard::paste_at(level, &fragment, point)?,
            None => edit::clipboard::paste(level, &fragment, [0.0, 0.0])?,
        };
        let axis = axis_in(level, x);
        made.places.extend(complete(level, &made.places, axis)?);
        Ok(made)
    });
    edit_level(app, edit);
    if !Arc::ptr_eq(&before, app.document.level()) {
        app.notices.success(format!("Pasted {}", selected(&app.view())));
    }
}

fn duplicate(app: &mut App) {
    let mut beside = BESIDE / app.canvas.camera.scale;
    let options = &app.settings.tools.snap;
    if options.is_on && options.has("grid") {
        // Whole grid cells keep the copy on the grid.
        let cell = snap::grid_step(options, 1.0 / app.canvas.camera.scale).unwrap_or(beside);
        beside = cell * (beside / cell).ceil().max(1.0);
    }
    let (label, places, x) =
        (format!("Duplicate {}", selected(&app.view())), app.selection.to_vec(), app.toolbox.mirror.axis());
    let own = whole_box(app.document.level(), &places);
    let size = app.canvas.rect.map(|rect| DVec2::new(rect.width().into(), rect.height().into()));
    let seen = size.map(|size| app.canvas.camera.seen(size));
    let offset = own.map_or(DVec2::new(beside, -beside), |own| free_offset(app.document.level(), own, beside, seen));
    let change = move |level: &mut Level| {
        let axis = axis_in(level, x);
        duplicate_both(level, &places, offset.to_array(), axis)
    };
    let before = app.document.level().clone();
    edit_level(app, Edit::making(label, change));
    let is_changed = !Arc::ptr_eq(&before, app.document.level());
    if let (true, Some(own), Some(size), (0, 0)) = (is_changed, own, size, app.run.moment()) {
        app.canvas.camera.include(size, moved(own, offset));
    }
}

/// Box of parts; `None` if one of them lies within a body.
fn whole_box(level: &Level, places: &[Place]) -> Option<Aabb> {
    let boxes = places.iter().filter_map(|&place| edit::extent(level, place));
    boxes.reduce(Aabb::union).filter(|_| places.iter().all(|place| place.owner() == *place))
}

fn moved(part: Aabb, by: DVec2) -> Aabb {
    Aabb { min: part.min + by, max: part.max + by }
}

/// The way from a box to the nearest free place for its copy: to the right or up; to the left if only that is in
/// view or free. Never zero.
fn free_offset(level: &Level, own: Aabb, step: f64, seen: Option<Aabb>) -> DVec2 {
    let mut others = free::boxes(level);
    // Obstacles and markers are no bodies, but a copy must not cover its original.
    others.push(own);
    let is_seen = |way: &DVec2| {
        let copy = moved(own, *way);
        *way != DVec2::ZERO && seen.is_none_or(|seen| seen.contains_box(&copy))
    };
    let ways = [free::ASIDE, &free::ASIDE[..1], &free::ASIDE[1..], &[DVec2::NEG_X]];
    let ways = ways.map(|directions| free::way(&[own], &others, step, directions));
    let is_away = |way: &DVec2| *way != DVec2::ZERO;
    let found = ways.into_iter().find(is_seen).or_else(|| ways.into_iter().find(is_away));
    // No direction has a free place: the copy overlaps others, but does not cover its original.
    found.unwrap_or(DVec2::new(step, -step))
}

fn delete(app: &mut App, places: Vec<Place>, verb: &str) {
    let label = format!("{verb} {}", counted(app.document.level(), &places, "parts"));
    let x = app.toolbox.mirror.axis();
    if places.is_empty() {
        return;
    }
    let change = move |level: &mut Level| {
        let axis = axis_in(level, x);
        remove_both(level, &places, axis)
    };
    edit_level(app, Edit::making(label, change));
}

/// True if a part is selected that can be copied.
pub fn has_parts(selection: &[Place]) -> bool {
    selection.iter().any(|place| !matches!(place, Place::Level | Place::World))
}
