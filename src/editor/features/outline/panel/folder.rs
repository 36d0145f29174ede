//! The row of a folder, and the menu that moves parts into folders.

use super::super::order;
use super::row::{self, HIDE, LOCK, RowResponse, SOLO};
use super::rows::TreeRow;
use super::{NamedRow, TreeState, drag, id, keys, rename};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::level::edit::folders;
use crate::level::{Level, Place};
use egui::{Align, Button, Context, Layout, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Draws the row of a folder.
pub fn show(ui: &mut Ui, view: &ViewContext, index: usize, kept: &mut TreeState, out: &mut Vec<Action>) -> RowResponse {
    let level = view.document.level();
    let Some(folder) = folders::folders(level).get(index) else { return RowResponse::default() };
    let is_open = kept.is_open_folder(&folder.name);
    if row::caret(ui, &folder.name, is_open) {
        toggle(kept, &folder.name);
    }
    let tint = ui.visuals().weak_text_color();
    ui.label(Icon(if is_open { "folder-open" } else { "folder" }).tinted(theme::SMALL_ICON, tint));
    if kept.naming.as_ref().is_some_and(|(named, _)| *named == NamedRow::Folder(index)) {
        rename::in_row(ui, kept, out);
        return RowResponse::default();
    }
    let mut happened = RowResponse::default();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        switches(ui, view, index, out);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let count = folder.members.len().to_string();
            let words = RichText::new(&folder.name).strong();
            let words = if folder.hidden { words.weak().italics() } else { words };
            let text = (words, RichText::new(count).small().color(tint), egui::Atom::grow());
            let button = Button::selectable(false, text).sense(Sense::click_and_drag()).truncate();
            let response = ui.add(button.min_size(vec2(ui.available_width(), 0.0)));
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Folder {}", folder.name)));
            drag::folder(ui, view, index, &response, out);
            if response.hovered() {
                out.push(Action::Hover(folders::parts_of(level, index)));
            }
            let is_click = response.clicked() && !response.double_clicked();
            happened.clicked = is_click.then(|| ui.input(|input| input.modifiers));
            happened.pressed = keys::read(ui, &response, TreeRow::Folder(index), kept);
            if response.double_clicked() {
                begin_naming(kept, index, &folder.name);
            }
            response.context_menu(|ui| context(ui, view, index, kept, out));
        });
    });
    happened
}

/// Opens or closes a folder.
pub fn toggle(kept: &mut TreeState, name: &str) {
    if !kept.closed.remove(name) {
        kept.closed.insert(name.to_owned());
    }
}

/// Adds a folder with these parts, and starts to name it.
pub fn create(level: &Level, places: &[Place], kept: &mut TreeState, out: &mut Vec<Action>) {
    begin_naming(kept, folders::folders(level).len(), &folders::free_name(level, order::FOLDER));
    out.push(Action::Edit(order::new_folder(places)));
}

/// Adds a folder with the selection from outside the panel, and starts to name it.
pub fn create_with_selection(ctx: &Context, view: &ViewContext, out: &mut Vec<Action>) {
    let mut kept: TreeState = ctx.data(|data| data.get_temp(id())).unwrap_or_default();
    kept.words.clear();
    create(view.document.level(), view.selection, &mut kept, out);
    ctx.data_mut(|data| data.insert_temp(id(), kept));
}

fn begin_naming(kept: &mut TreeState, index: usize, name: &str) {
    (kept.naming, kept.wants_focus) = (Some((NamedRow::Folder(index), name.to_owned())), true);
}

fn switches(ui: &mut Ui, view: &ViewContext, index: usize, out: &mut Vec<Action>) {
    let level = view.document.level();
    let folder = &folders::folders(level)[index];
    let (name, is_locked, is_hidden) = (folder.name.clone(), folder.locked, folder.hidden);
    if row::switch(ui, &LOCK, &name, is_locked) {
        let label = format!("{} {name}", LOCK.verbs[usize::from(is_locked)]);
        out.push(Action::Edit(Edit::new(label, move |level| folders::lock(level, index, !is_locked))));
    }
    if row::switch(ui, &HIDE, &name, is_hidden) {
        let label = format!("{} {name}", HIDE.verbs[usize::from(is_hidden)]);
        out.push(Action::Edit(Edit::new(label, move |level| folders::hide(level, index, !is_hidden))));
    }
    let parts = folders::parts_of(level, index);
    let is_solo = folders::is_solo(level, &parts);
    if row::switch(ui, &SOLO, &name, is_solo) && !parts.is_empty() {
        out.push(Action::Edit(order::solo(level, &parts, !is_solo)));
    }
}

fn context(ui: &mut Ui, view: &ViewContext, index: usize, kept: &mut TreeState, out: &mut Vec<Action>) {
    let level = view.document.level();
    let Some(folder) = folders::folders(level).get(index) else { return };
    if ui.button("Select its parts").clicked() {
        out.push(Action::Select(folders::parts_of(level, index)));
        ui.close();
    }
    if ui.button("Rename").clicked() {
        begin_naming(kept, index, &folder.name);
        ui.close();
    }
    if ui.button("Delete the folder").on_hover_text("Its parts stay in the level").clicked() {
        let label = format!("Delete folder {}", folder.name);
        out.push(Action::Edit(Edit::new(label, move |level| folders::delete(level, index))));
        ui.close();
    }
}

/// The submenu that moves parts into a folder.
pub fn menu(ui: &mut Ui, view: &ViewContext, places: &[Place], kept: &mut TreeState, out: &mut Vec<Action>) {
    let level = view.document.level();
    ui.menu_button("Move to folder", |ui| {
        let none = std::iter::once((None, "None"));
        let all = folders::folders(level).iter().enumerate().map(|(index, folder)| (Some(index), folder.name.as_str()));
        for (folder, name) in none.chain(all) {
            let edit = order::put_in(level, places, folder);
            if ui.add_enabled(edit.is_some(), Button::new(name)).clicked() {
                out.extend(edit.map(Action::Edit));
                ui.close();
            }
        }
        ui.separator();
        if ui.button("New folder").clicked() {
            create(level, places, kept, out);
            ui.close();
        }
    });
}
