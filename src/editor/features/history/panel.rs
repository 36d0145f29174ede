//! The History panel: all steps of the edit history. A click goes to a step.

use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use egui::{Button, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2};

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        for command in [Command::Undo, Command::Redo] {
            let row = command.row();
            let tip = view.commands.name(command);
            let is_possible = view.commands.is_possible(command);
            let name = format!("{} one step", row.name);
            if widgets::icon_button(ui, row.icon, &name, &tip, is_possible, false).clicked() {
                out.push(Action::Command(command));
            }
        }
        let steps = view.document.entries().count().saturating_sub(1);
        let words = if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
        ui.weak(RichText::new(words).small());
    });
    let entries: Vec<_> = view.document.entries().collect();
    let present = view.document.present();
    let height = ui.spacing().interact_size.y;
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut area = ScrollArea::vertical().id_salt("history").auto_shrink(false);
    let id = egui::Id::unique("present step of the history");
    if ui.data_mut(|data| data.get_temp::<usize>(id).replace(present)) != Some(present) {
        // The present step is visible, with two before it.
        area = area.vertical_scroll_offset(present.saturating_sub(2) as f32 * (height + 1.0));
        ui.data_mut(|data| data.insert_temp(id, present));
    }
    area.show_rows(ui, height, entries.len(), |ui, rows| {
        for index in rows {
            row(ui, index, entries[index], index.cmp(&present), out);
        }
    });
}

fn row(ui: &mut Ui, index: usize, label: &str, when: std::cmp::Ordering, out: &mut Vec<Action>) {
    use std::cmp::Ordering::{Equal, Greater};
    let name = if label.is_empty() { "Opened" } else { label };
    let weak = ui.visuals().weak_text_color();
    let icon = Icon(match when {
        Equal => "caret-right",
        Greater => "arrow-u-up-right",
        _ => "check",
    });
    let words = RichText::new(name);
    let words = if when == Greater { words.color(weak).italics() } else { words };
    let text = (icon.tinted(theme::SMALL_ICON, weak), words, egui::Atom::grow());
    let button = Button::selectable(when == Equal, text).truncate().min_size(vec2(ui.available_width(), 0.0));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, when == Equal, format!("Step {index}: {name}")));
    let tip = match when {
        Equal => "Current step",
        Greater => "Undone. Click to redo up to here",
        _ => "Click to undo everything after it",
    };
    if response.on_hover_text(tip).clicked() && when != Equal {
        out.push(Action::History(index));
    }
}
