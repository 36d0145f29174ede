//! The tab Project: a search, and a card per level. Only visible cards are drawn and get previews.

use crate::editor::actions::{Action, FileCommand, Source};
use crate::editor::app::App;
use crate::editor::features::library::LibraryPart;
use crate::editor::files::file_of;
use crate::editor::files::library::LibraryCard;
use crate::editor::files::project::Project;
use crate::editor::icons::Icon;
use crate::editor::widgets::level_card::{self, CARD, LevelCard};
use crate::editor::{theme, widgets};
use crate::level::checks::Severity;
use crate::search::contains_words;
use egui::{CursorIcon, Id, Label, Rect, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use std::path::PathBuf;

/// Gap between two cards.
const GAP: f32 = 6.0;

/// Draws the tab.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let project = &app.files.project;
    let words = head(ui, app, project, out);
    if project.root.is_none() {
        return widgets::note(
            ui,
            "Choose the folder with your levels: each is shown as a picture, and a click opens it.",
        );
    }
    if let Some(fault) = &project.fault {
        let tint = theme::severity(app.settings.theme, Severity::Error);
        ui.colored_label(tint, format!("The project folder cannot be listed: {fault}"));
        return;
    }
    let fits = |level: &&LibraryCard| contains_words(&level.name, &words);
    let found: Vec<&LibraryCard> = project.levels.iter().filter(fits).collect();
    if found.is_empty() {
        let nothing = match (project.is_listed, project.levels.is_empty()) {
            (false, _) => "Reading the folder…",
            (true, true) => "No level (.ron or .json) in this folder or its subfolders.",
            (true, false) => "No level has all these words in its path.",
        };
        return widgets::note(ui, nothing);
    }
    cards(ui, app, &found, out);
}

/// Folder, search and count; returns the words.
fn head(ui: &mut Ui, app: &App, project: &Project, out: &mut Vec<Action>) -> String {
    let id = Id::unique("search in the project");
    let row = ui.horizontal_wrapped(|ui| {
        if let Some(root) = &project.root {
            let is_own = app.settings.project_folder.is_none();
            let tip = if is_own { "\nThe folder of the open level; choose another one to keep it" } else { "" };
            ui.strong(file_of(root)).on_hover_text(format!("{}{tip}", root.display()));
        }
        let tip = "Shows the levels of a folder and its subfolders; the choice is kept";
        if widgets::text_button(ui, Icon("folder-open"), "Choose a folder…").on_hover_text(tip).clicked() {
            out.push(Action::Files(FileCommand::ChooseProject));
        }
        let words = widgets::kept_search(ui, id, "Find a level of the project", "Find a level", 150.0);
        let count = project.levels.len();
        let cut = if project.is_cut { ", more are left out" } else { "" };
        widgets::note(ui, format!("{count} {}{cut}", if count == 1 { "level" } else { "levels" }));
        others(ui, project);
        words
    });
    row.inner
}

/// Maximum number of names in the tooltip.
const NAMED: usize = 12;

/// The number of files that are no levels.
fn others(ui: &mut Ui, project: &Project) {
    let count = project.others.len();
    if count == 0 {
        return;
    }
    let text = format!("{count} other {}", if count == 1 { "file" } else { "files" });
    let names = project.others.iter().take(NAMED).map(|path| file_of(path));
    let mut names: Vec<String> = names.collect();
    names.extend((count > NAMED).then(|| format!("and {} more", count - NAMED)));
    let label = ui.add(Label::new(RichText::new(text).small().color(ui.visuals().weak_text_color())));
    label.on_hover_text(format!("RON and JSON files without a level:\n{}", names.join("\n")));
}

/// The cards in rows, of which the visible ones are drawn.
fn cards(ui: &mut Ui, app: &App, found: &[&LibraryCard], out: &mut Vec<Action>) {
    let step = CARD + vec2(GAP, GAP);
    ScrollArea::vertical().id_salt("project").auto_shrink(false).show_viewport(ui, |ui, view| {
        let columns = ((ui.available_width() + GAP) / step.x).floor().max(1.0) as usize;
        let rows = found.len().div_ceil(columns);
        let (origin, width) = (ui.max_rect().min, ui.available_width());
        ui.allocate_exact_size(vec2(width, rows as f32 * step.y), Sense::hover());
        let first = (view.top() / step.y).floor().max(0.0) as usize;
        let last = ((view.bottom() / step.y).ceil() as usize).min(rows);
        let visible = (first * columns).min(found.len())..(last * columns).min(found.len());
        for (at, level) in visible.clone().zip(&found[visible.clone()]) {
            let place = vec2((at % columns) as f32 * step.x, (at / columns) as f32 * step.y);
            card(ui, app, level, Rect::from_min_size(pos2(origin.x, origin.y) + place, CARD), out);
        }
        let visible: Vec<PathBuf> = found[visible].iter().map(|level| level.path.clone()).collect();
        if visible != app.files.project.visible {
            out.push(Action::Files(FileCommand::ShowProject(visible)));
        }
    });
}

fn card(ui: &mut Ui, app: &App, level: &LibraryCard, rect: Rect, out: &mut Vec<Action>) {
    let is_sound = !level.is_broken();
    let id = Id::unique(("level of the project", &level.path));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let is_it = |path: &PathBuf| super::full(path) == level.path;
    let is_open = app.open_documents().any(|document| document.path.as_ref().is_some_and(is_it));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, format!("Open {}", level.name)));
    let is_lit = response.hovered() || response.has_focus();
    let look = LevelCard {
        name: &level.name,
        picture: level.picture.as_ref().map(|(texture, _)| texture.id()),
        fault: level.fault.as_ref().map(|fault| (is_sound, format!("Cannot be opened: {fault}"))),
        is_lit,
        is_marked: is_open,
    };
    level_card::paint(ui, app.settings.theme, &look, rect);
    if response.clicked() {
        out.push(Action::Open(Source::File(level.path.clone())));
    }
    if is_sound {
        response.dnd_set_drag_payload(LibraryPart { path: level.path.clone(), outline: level.outline.clone() });
        if response.dragged() {
            ui.set_cursor_icon(CursorIcon::Grabbing);
        }
    }
    response.on_hover_text(tip(app, level, is_open));
}

fn tip(app: &App, level: &LibraryCard, is_open: bool) -> String {
    if let Some(fault) = level.fault.as_ref().filter(|_| level.is_broken()) {
        return format!("{}: {fault}", level.path.display());
    }
    let counts = level.picture.as_ref().map_or(String::new(), |(_, counts)| format!(" ({})", counts.words()));
    let drag = if app.document.path.is_some() { "; dragged onto the canvas it is placed as an instance" } else { "" };
    let open = if is_open { "It is open; a click shows it" } else { "A click opens it" };
    format!("{}{counts}\n{open}{drag}", level.path.display())
}
