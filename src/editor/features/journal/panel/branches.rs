//! The list of branches.

use super::{desk, request, small_button};
use crate::debugger::Branch;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::journal::JournalCommand;
use crate::editor::features::journal::JournalUi;
use crate::editor::icons::Icon;
use crate::editor::kept_runs::Listed;
use crate::editor::{theme, widgets};
use crate::level::Placement;
use egui::{Align, AtomExt, Button, Key, Layout, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

/// Draws the list.
pub fn show(ui: &mut Ui, view: &ViewContext, journal: &JournalUi, out: &mut Vec<Action>) {
    let branches = view.run.branches();
    ui.horizontal(|ui| {
        ui.label(RichText::new("Branches").strong());
        let others = match branches.len() - 1 {
            1 => "1 other branch".to_owned(),
            others => format!("{others} other branches"),
        };
        let size = format!("{others}, {} kB", view.run.branch_bytes() >> 10);
        ui.label(RichText::new(size).small().color(ui.visuals().weak_text_color()))
            .on_hover_text("At the branch limit the oldest unnamed branches are removed first");
        if let Some((_, placement)) = journal.compare {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| shown(ui, placement, out));
        }
    });
    ScrollArea::vertical().id_salt("branches").auto_shrink(false).show(ui, |ui| {
        for branch in &branches {
            ui.push_id(branch.id, |ui| row(ui, view, journal, branch, out));
        }
        for listed in view.earlier.list(view.document) {
            earlier(ui, &listed, out);
        }
        if branches.len() == 1 {
            widgets::note(
                ui,
                "Go back in time and pull, push or set something. The previous future is kept here as a branch.",
            );
        }
    });
}

/// The run before an edit of the level. A click restores that level and the frame of the run.
fn earlier(ui: &mut Ui, listed: &Listed, out: &mut Vec<Action>) {
    let weak = ui.visuals().weak_text_color();
    let name = listed.name();
    let atoms = (
        Icon("arrow-counter-clockwise").tinted(theme::SMALL_ICON, weak),
        RichText::new(&name).atom_shrink(true),
        RichText::new(format!("to {}", listed.last_frame)).small().color(weak),
        egui::Atom::grow(),
    );
    let button = Button::selectable(false, atoms).truncate().min_size(vec2(ui.available_width(), 0.0));
    let response = ui.add(button);
    let label = format!("Run {name}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let tip = "Undoes the edit and returns to the run of that level at its frame";
    if response.on_hover_text(tip).clicked() {
        out.push(Action::History(listed.step));
    }
}

/// Arrangement of the compared branch.
fn shown(ui: &mut Ui, placement: Placement, out: &mut Vec<Action>) {
    for (choice, title, tip) in [
        (Placement::Over, "Ghost", "The other branch as a ghost behind this one"),
        (Placement::Beside, "Beside", "Each in a half of the canvas"),
    ] {
        let response = ui.add(Button::selectable(placement == choice, RichText::new(title).small()));
        let name = format!("Compare: {title}");
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, placement == choice, &name));
        if response.on_hover_text(tip).clicked() {
            request(out, JournalCommand::Placement(choice));
        }
    }
}

fn row(ui: &mut Ui, view: &ViewContext, journal: &JournalUi, branch: &Branch, out: &mut Vec<Action>) {
    let is_present = branch.id == view.run.branch().id;
    if let Some((_, typed)) = journal.renaming.as_ref().filter(|(id, _)| *id == branch.id) {
        return rename(ui, branch, typed, out);
    }
    let Branch { id, name, .. } = branch.clone();
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), ui.spacing().interact_size.y), layout, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let delete = format!("Delete {name}");
        if small_button(ui, "trash", &delete, "Delete this branch", !is_present, false).clicked() {
            request(out, JournalCommand::Delete(id));
        }
        let label = format!("Rename {name}");
        if small_button(ui, "pencil-simple", &label, "Rename; named branches are kept longer", true, false).clicked() {
            let typed = if branch.is_named { name.clone() } else { String::new() };
            desk(out, move |desk| desk.renaming = Some((id, typed)));
        }
        let is_compared = journal.compare.is_some_and(|(compared, _)| compared == id);
        let label = format!("Compare with {name}");
        let tip = "Compare with the current branch on the canvas, and dashed in the plots";
        if small_button(ui, "columns", &label, tip, !is_present, is_compared).clicked() {
            request(out, JournalCommand::Compare((!is_compared).then_some(id)));
        }
        let weak = ui.visuals().weak_text_color();
        let mark = if is_present { "radio-button" } else { "circle" };
        let tint = if is_present { ui.visuals().hyperlink_color } else { weak };
        let atoms = (
            Icon(mark).tinted(theme::SMALL_ICON, tint),
            RichText::new(&name).atom_shrink(true),
            RichText::new(format!("to {}", branch.last_frame)).small().color(weak),
            egui::Atom::grow(),
        );
        let button = Button::selectable(is_present, atoms).truncate().min_size(vec2(ui.available_width(), 0.0));
        let response = ui.add(button);
        let label = format!("Branch: {name}");
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_present, &label));
        let inputs = match branch.inputs {
            1 => "1 input".to_owned(),
            count => format!("{count} inputs"),
        };
        let tip = if is_present { "The current branch" } else { "Switch to this branch; the current one is kept" };
        let words = format!("{name}\n{inputs}, up to frame {}\n{tip}", branch.last_frame);
        if response.on_hover_text(words).clicked() && !is_present {
            request(out, JournalCommand::Switch(id));
        }
    });
}

fn rename(ui: &mut Ui, branch: &Branch, typed: &str, out: &mut Vec<Action>) {
    let id = branch.id;
    let mut text = typed.to_owned();
    let hint = format!("branch {id}");
    let edit = ui.add(TextEdit::singleline(&mut text).desired_width(f32::INFINITY).hint_text(hint));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Name of the branch"));
    if edit.changed() {
        let text = text.clone();
        desk(out, move |desk| desk.renaming = Some((id, text)));
    }
    if edit.lost_focus() {
        if ui.input(|i| i.key_pressed(Key::Escape)) {
            desk(out, |desk| desk.renaming = None);
        } else {
            request(out, JournalCommand::Rename(id, text));
        }
    } else if !edit.has_focus() {
        edit.request_focus();
    }
}
