//! Switch between editing the level and changing the run from the present moment on, and the live changes.

use super::{desk, request};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::journal::JournalCommand;
use crate::editor::features::journal::JournalUi;
use crate::editor::icons::Icon;
use crate::editor::theme;
use egui::{Button, Frame, Margin, RichText, Role, Ui, WidgetInfo};

/// Width from which the switch has all its words.
const WIDE: f32 = 242.0;

/// Draws the switch and the live changes.
pub fn show(ui: &mut Ui, view: &ViewContext, journal: &JournalUi, out: &mut Vec<Action>) {
    let count = view.run.live_changes().len();
    let is_live = journal.is_live;
    let accent = ui.visuals().warn_fg_color;
    let fill = if is_live || count > 0 { accent.gamma_multiply(0.12) } else { ui.visuals().faint_bg_color };
    Frame::new().fill(fill).corner_radius(5).inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let words = if ui.available_width() > WIDE { "Settings change" } else { "Change" };
            ui.label(RichText::new(words).small());
            for (choice, title, name, tip) in [
                (
                    false,
                    "the level",
                    "Settings change the level",
                    "From frame 0 on. The run restarts and returns to this moment",
                ),
                (
                    true,
                    "the run from here",
                    "Settings change the run from here on",
                    "From this moment on, as inputs in the journal. The level does not change",
                ),
            ] {
                let is_chosen = choice == is_live;
                let response = ui.add(Button::selectable(is_chosen, RichText::new(title).small()));
                response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, name));
                if response.on_hover_text(tip).clicked() {
                    desk(out, move |desk| desk.is_live = choice);
                }
            }
        });
        if count > 0 {
            changes(ui, count, accent, out);
        }
    });
    ui.add_space(3.0);
}

fn changes(ui: &mut Ui, count: usize, accent: egui::Color32, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let words = if count == 1 { "1 live change".to_owned() } else { format!("{count} live changes") };
        ui.label(Icon("sliders-horizontal").tinted(theme::SMALL_ICON, accent));
        ui.label(RichText::new(words).small().color(accent));
        let keep = ui.button(RichText::new("Keep in level").small());
        let tip = "Writes these settings into the level from frame 0 on, as one undoable step. The run restarts";
        if keep.on_hover_text(tip).clicked() {
            request(out, JournalCommand::Keep);
        }
        let drop = ui.button(RichText::new("Drop").small());
        if drop.on_hover_text("Removes them from the journal. The run with them is kept as a branch").clicked() {
            request(out, JournalCommand::Drop);
        }
    });
}
