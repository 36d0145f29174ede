//! The menu bar: all commands, recent files and the gallery.

use crate::editor::actions::view::PANELS;
use crate::editor::actions::{Action, Command, CommandStates, Menu, Source};
use crate::editor::app::App;
use crate::editor::context::ViewContext;
use crate::editor::document::Document;
use crate::editor::features::guides::guides_of;
use crate::editor::features::reference::reference_of;
use crate::editor::features::timeline::moments;
use crate::editor::features::{changes, insert};
use crate::editor::files::recents::Recents;
use crate::editor::icons::Icon;
use crate::editor::panels::docking;
use crate::editor::perform::{arrange, clipboard, meshing};
use crate::editor::settings::Settings;
use crate::editor::theme;
use crate::editor::widgets::{command, overflow};
use crate::editor::{files, key_table, keys, pin, reach, screen, tools};
use egui::{Button, Label, MenuBar, RichText, Role, Ui, WidgetInfo};
use std::path::PathBuf;

/// Draws the menu bar; `taken` is the tool in use.
pub fn show(ui: &mut Ui, view: &ViewContext, taken: &str, recents: &Recents, out: &mut Vec<Action>) {
    MenuBar::new().ui(ui, |ui| {
        ui.spacing_mut().button_padding.x = 8.0;
        let mut menus = |ui: &mut Ui| {
            for menu in Menu::ALL.into_iter().filter(|menu| !menu.rows().is_empty()) {
                ui.menu_button(menu.title(), |ui| {
                    ui.set_min_width(230.0);
                    overflow::scrolling_below(ui, MENU_BAR, |ui| items(ui, view, (taken, recents), menu, out));
                });
            }
        };
        if screen::is_narrow(ui.ctx()) {
            ui.menu_button("Menu", menus);
        } else {
            menus(ui);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| title(ui, view.document));
    });
}

/// Height of the menu bar with the margin of its menus.
const MENU_BAR: f32 = 40.0;

/// Window width from which the file name fits beside the level's name.
const TITLE: f32 = 320.0;

fn title(ui: &mut Ui, document: &Document) {
    let file = match document.path.as_ref().or(document.recording.as_ref()) {
        Some(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        None => "not saved yet".to_owned(),
    };
    if ui.available_width() > TITLE {
        ui.label(RichText::new(file).small().color(ui.visuals().weak_text_color()));
    }
    if cfg!(target_arch = "wasm32") && document.is_dirty() {
        let tip = "These changes are only in the storage of this browser. Save writes them to a file";
        let badge = RichText::new("not on disk").small().color(ui.visuals().warn_fg_color);
        ui.label(badge).on_hover_text(tip);
    }
    let mark = if document.is_dirty() { " •" } else { "" };
    let title = RichText::new(format!("{}{mark}", document.title())).strong();
    ui.add(Label::new(title).truncate());
}

fn items(ui: &mut Ui, view: &ViewContext, (taken, recents): (&str, &Recents), menu: Menu, out: &mut Vec<Action>) {
    let mut listed = None;
    for row in menu.rows() {
        if row.starts_group {
            ui.separator();
        }
        if let Some(title) = row.within {
            if listed != row.within {
                let rows = menu.rows().iter().filter(|row| row.within == Some(title));
                submenu(ui, row.icon.0, title, |ui| {
                    ui.set_min_width(210.0);
                    rows.for_each(|row| item(ui, view, row.command, out));
                    if title == PANELS {
                        ui.separator();
                        docking::panels(ui, view.settings, out);
                    }
                });
            }
            listed = row.within;
            continue;
        }
        item(ui, view, row.command, out);
        if row.command == Command::Open {
            recent(ui, &view.settings.recent, recents, out);
        }
    }
    match menu {
        Menu::Edit => {
            ui.separator();
            submenu(ui, "pencil-line", "Tools", |ui| {
                ui.set_min_width(230.0);
                for tool in tools::ALL {
                    let is_taken = taken == tool.id;
                    let button = Button::new((tool.icon.text(theme::SMALL_ICON), tool.title))
                        .selected(is_taken)
                        .shortcut_text(keys::shown(ui.ctx(), &key_table::tool_id(tool.id)).unwrap_or_default());
                    if ui.add(button).clicked() {
                        out.push(Action::Tool(tool.id));
                        ui.close();
                    }
                }
            });
        }
        // Its row is in the menu File, with the other exports.
        Menu::Insert => {
            ui.separator();
            item(ui, view, Command::ExportForGame, out);
        }
        Menu::View => view_extras(ui, view.settings, out),
        _ => {}
    }
}

/// One command as a menu item; a shape with its picture.
pub fn item(ui: &mut Ui, view: &ViewContext, command: Command, out: &mut Vec<Action>) {
    let Some(shape) = insert::shape(command) else { return command::item(ui, view, command, out) };
    // Room for a picture of the shape.
    let response = command::entry(ui, view, command, RichText::new("\u{a0}".repeat(9)));
    let size = egui::vec2(24.0, response.rect.height() - 6.0);
    let place = egui::Rect::from_min_size(response.rect.left_top() + egui::vec2(5.0, 3.0), size);
    insert::thumbnail(shape, place, ui.visuals().text_color(), ui.painter());
    if response.on_hover_text(shape.explanation).clicked() {
        command::choose(ui, command, out);
    }
}

/// Menu text of a command in the current state, such as the step that undo reverts.
pub fn name(app: &App, command: Command) -> String {
    match command {
        Command::Undo => app.document.undo_label().map_or("Undo".to_owned(), |label| format!("Undo: {label}")),
        Command::Redo => app.document.redo_label().map_or("Redo".to_owned(), |label| format!("Redo: {label}")),
        Command::SelectNothing if app.canvas.entered.is_some() || reach::body_of_parts(&app.selection).is_some() => {
            "Leave the body".to_owned()
        }
        Command::Pin => match pin::pins(app.document.level(), &app.selection) {
            Some(pins) => pins.label(),
            None => command.row().name.to_owned(),
        },
        _ => command.row().name.to_owned(),
    }
}

/// True if a command can be performed.
pub fn is_possible(app: &App, command: Command) -> bool {
    match command {
        Command::Undo => app.document.undo_label().is_some(),
        Command::Redo => app.document.redo_label().is_some(),
        Command::Revert => app.document.is_dirty() && app.document.path.is_some(),
        Command::AttachGame | Command::OpenNotebook => cfg!(not(target_arch = "wasm32")),
        Command::RestoreBackup => app.document.path.is_some() && cfg!(not(target_arch = "wasm32")),
        Command::CloseOthers | Command::NextDocument | Command::PreviousDocument | Command::SideBySide => {
            app.documents.count() > 1
        }
        Command::Quit => cfg!(not(target_arch = "wasm32")),
        Command::ExportMesh => !app.document.level().bodies.is_empty(),
        Command::ToggleReference => reference_of(app.document.level()).is_some(),
        Command::ClearGuides => guides_of(app.document.level()).is_some_and(|guides| !guides.is_empty()),
        Command::FitSelection => !app.selection.is_empty(),
        Command::Pin => pin::pins(app.document.level(), &app.selection).is_some(),
        Command::Cut | Command::Copy | Command::Duplicate | Command::Delete => clipboard::has_parts(&app.selection),
        Command::Rename => app.selection.first().is_some_and(|place| clipboard::has_parts(&[*place])),
        Command::SearchEvents | Command::ShowPartsTable | Command::CompareRun => true,
        Command::LastChange | Command::NextChange => changes::subject(&app.selection).is_some(),
        _ if command.menu() == Menu::Mesh => meshing::is_possible(&app.view(), command),
        _ if command.menu() == Menu::Arrange => arrange::is_possible(&app.view(), command),
        _ if command.menu() == Menu::Select => reach::is_possible(&app.selection, command),
        _ => moments::is_possible(&app.view(), &app.features.timeline, command),
    }
}

/// Why a command is disabled; `None` if it is enabled.
pub fn refusal(app: &App, command: Command) -> Option<&'static str> {
    if is_possible(app, command) {
        return None;
    }
    Some(match command {
        Command::Undo => "nothing to undo",
        Command::Redo => "nothing to redo",
        Command::Revert if app.document.path.is_some() => "no unsaved changes",
        Command::AttachGame => "a web page cannot reach a game on this machine",
        Command::OpenNotebook => "a web page cannot start Jupyter; export a table instead",
        Command::RestoreBackup if cfg!(target_arch = "wasm32") => "a web page keeps no backups",
        Command::CloseOthers | Command::NextDocument | Command::PreviousDocument | Command::SideBySide => {
            "no other level is open"
        }
        Command::Quit => "close the tab of the browser instead",
        Command::Revert | Command::RestoreBackup => "the level was never saved to a file",
        Command::FitSelection | Command::Cut | Command::Copy | Command::Duplicate | Command::Delete => {
            "nothing is selected"
        }
        Command::ExportMesh => "the level has no body",
        Command::ToggleReference => "the level has no reference image",
        Command::ClearGuides => "the level has no guides",
        Command::Rename => "select a body, disc or obstacle first",
        Command::LastChange | Command::NextChange => "no node or disc is selected",
        Command::Pin => "no node with a mass is selected",
        Command::LastFrame => "already at the last frame",
        Command::LoopAll => "no loop is set",
        Command::NextMark | Command::PreviousMark => "no mark in this direction",
        Command::NextBookmark | Command::PreviousBookmark => "no bookmark in this direction",
        Command::UniteBodies | Command::SubtractBodies | Command::IntersectBodies | Command::MergeBodies => {
            "select two or more bodies first"
        }
        Command::SeparateBody => "select one body first",
        Command::WeldNodes => "select two or more nodes first",
        _ if command.menu() == Menu::Run => "the run is at frame 0",
        _ => "select something first",
    })
}

fn submenu(ui: &mut Ui, icon: &'static str, title: &str, items: impl FnOnce(&mut Ui)) {
    let words = (Icon(icon).text(theme::SMALL_ICON), RichText::new(title));
    let response = ui.menu_button(words, |ui| overflow::scrolling(ui, items)).response;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, title));
}

fn recent(ui: &mut Ui, paths: &[PathBuf], recents: &Recents, out: &mut Vec<Action>) {
    submenu(ui, "clock", "Open recent", |ui| {
        ui.set_min_width(220.0);
        out.push(Action::Files(files::FileCommand::ShowRecents));
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_gone = recents.is_gone(path);
            let text = if is_gone { format!("{name} (missing)") } else { name };
            let color = if is_gone { ui.visuals().weak_text_color() } else { ui.visuals().text_color() };
            if ui.button(RichText::new(text).color(color)).on_hover_text(path.display().to_string()).clicked() {
                out.push(Action::Open(Source::File(path.clone())));
                ui.close();
            }
        }
        if paths.is_empty() {
            ui.weak("No recent files");
            return;
        }
        ui.separator();
        let gone: Vec<_> = paths.iter().filter(|path| recents.is_gone(path)).cloned().collect();
        if !gone.is_empty() && ui.button("Remove missing files").clicked() {
            out.push(Action::Prefer(Box::new(move |settings| settings.recent.retain(|path| !gone.contains(path)))));
        }
        if ui.button("Clear the list").clicked() {
            out.push(Action::Prefer(Box::new(|settings| settings.recent.clear())));
            ui.close();
        }
    });
}

/// Selectable interface scales.
const SCALES: [f32; 6] = [0.8, 1.0, 1.25, 1.5, 2.0, 2.5];

fn view_extras(ui: &mut Ui, settings: &Settings, out: &mut Vec<Action>) {
    submenu(ui, "layout", "Layout", |ui| docking::layouts(ui, &settings.layouts, out));
    submenu(ui, "frame-corners", "Size of the interface", |ui| {
        for scale in SCALES {
            let is_chosen = (settings.ui_scale - scale).abs() < 0.01;
            if ui.radio(is_chosen, format!("{:.0} %", scale * 100.0)).clicked() {
                out.push(Action::Prefer(Box::new(move |settings| settings.ui_scale = scale)));
                ui.close();
            }
        }
    });
}

impl CommandStates for App {
    fn name(&self, command: Command) -> String {
        name(self, command)
    }

    fn is_possible(&self, command: Command) -> bool {
        is_possible(self, command)
    }

    fn refusal(&self, command: Command) -> Option<&'static str> {
        refusal(self, command)
    }
}
