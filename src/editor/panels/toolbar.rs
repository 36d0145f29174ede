//! The toolbar: files, history, time.
//!
//! Must never know: what commands do.

use super::menu::{is_possible, name};
use super::{clock, tour};
use crate::editor::actions::{Action, Command};
use crate::editor::app::App;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::tour::Target;
use crate::editor::{keys, widgets};
use egui::{Align, Layout, RichText, Role, Ui, WidgetInfo};

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for command in [Command::Open, Command::Save] {
            button(ui, app, command, out);
        }
        gap(ui);
        for command in [Command::Undo, Command::Redo] {
            button(ui, app, command, out);
        }
        gap(ui);
        for command in [Command::Restart, Command::BackFrame, Command::BackSubstep, Command::BackPhase] {
            button(ui, app, command, out);
        }
        clock::play(ui, app, true, out);
        clock::play(ui, app, false, out);
        for command in [Command::StepPhase, Command::StepSubstep, Command::StepFrame, Command::LastFrame] {
            button(ui, app, command, out);
        }
        gap(ui);
        clock::speed(ui, app, out);
        gap(ui);
        clock::moment(ui, app, out);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            button(ui, app, Command::Shortcuts, out);
            button(ui, app, Command::Palette, out);
            button(ui, app, Command::ToggleTheme, out);
            let side = app.settings.shows_side;
            toggle(ui, Command::ToggleInspector, side, out);
            toggle(ui, Command::ToggleDock, app.settings.shows_dock, out);
            gap(ui);
            button(ui, app, Command::Fit, out);
            overlays(ui, app, out);
        });
    });
}

fn gap(ui: &mut Ui) {
    ui.add_space(3.0);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(1.0, 18.0), egui::Sense::hover());
    ui.painter().rect_filled(rect, 0.0, ui.visuals().widgets.noninteractive.bg_stroke.color);
    ui.add_space(3.0);
}

/// What a button does, with its keys.
pub fn tip(ui: &Ui, text: &str, command: Command) -> String {
    match command.row().keys.first() {
        Some(keys) => format!("{text}  ({})", keys::write(ui.ctx(), keys)),
        None => text.to_owned(),
    }
}

fn button(ui: &mut Ui, app: &App, command: Command, out: &mut Vec<Action>) {
    let row = command.row();
    let tip = tip(ui, &name(app, command), command);
    let response = widgets::icon_button(ui, row.icon, row.name, &tip, is_possible(app, command), false);
    tour::ring(ui, app, Target::Command(command), response.rect);
    if response.clicked() {
        out.push(Action::Command(command));
    }
}

fn toggle(ui: &mut Ui, command: Command, is_on: bool, out: &mut Vec<Action>) {
    let row = command.row();
    let tip = tip(ui, row.name, command);
    if widgets::icon_button(ui, row.icon, row.name, &tip, true, is_on).clicked() {
        out.push(Action::Command(command));
    }
}

/// Overlays in a menu, for when the side panel is closed or shows something else.
fn overlays(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let count = app.settings.overlays_on().count();
    let title = if count == 0 { "Overlays".to_owned() } else { format!("Overlays {count}") };
    let response = ui.menu_button((Icon("stack").text(theme::SMALL_ICON), RichText::new(title)), |ui| {
        ui.set_max_width(240.0);
        let height = ui.ctx().content_rect().height() - 120.0;
        egui::ScrollArea::vertical().max_height(height).show(ui, |ui| super::shown::overlay_list(ui, app, out));
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Overlays"));
}
