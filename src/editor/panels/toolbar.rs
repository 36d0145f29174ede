//! The toolbar: files, history, time.
//!
//! Must never know: what commands do.

use super::menu::{is_possible, name};
use crate::editor::actions::{Action, Command};
use crate::editor::app::App;
use crate::editor::icons::Icon;
use crate::editor::playback::SPEEDS;
use crate::editor::theme;
use crate::editor::{keys, widgets};
use egui::{Align, ComboBox, Layout, RichText, Role, Ui, WidgetInfo};

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
        for command in [Command::Restart, Command::BackFrame, Command::BackSubstep] {
            button(ui, app, command, out);
        }
        play(ui, app, out);
        for command in [Command::StepSubstep, Command::StepFrame, Command::LastFrame] {
            button(ui, app, command, out);
        }
        gap(ui);
        speed(ui, app, out);
        gap(ui);
        moment(ui, app);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            button(ui, app, Command::Shortcuts, out);
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

fn tip(ui: &Ui, text: &str, command: Command) -> String {
    match command.row().keys.first() {
        Some(keys) => format!("{text}  ({})", keys::write(ui.ctx(), keys)),
        None => text.to_owned(),
    }
}

fn button(ui: &mut Ui, app: &App, command: Command, out: &mut Vec<Action>) {
    let row = command.row();
    let tip = tip(ui, &name(app, command), command);
    if widgets::icon_button(ui, row.icon, row.name, &tip, is_possible(app, command), false).clicked() {
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

fn play(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let playing = app.playback.is_playing;
    let (icon, name) = if playing { ("pause", "Pause") } else { ("play", "Play") };
    let accent = ui.visuals().hyperlink_color;
    let fill = if playing { ui.visuals().selection.bg_fill } else { accent.gamma_multiply(0.85) };
    let tint = egui::Color32::WHITE;
    let button =
        egui::Button::new(Icon(icon).tinted(theme::ICON, tint)).min_size(egui::vec2(40.0, theme::BUTTON)).fill(fill);
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if response.on_hover_text(tip(ui, name, Command::PlayPause)).clicked() {
        out.push(Action::Command(Command::PlayPause));
    }
}

fn speed(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let current = app.playback.speed;
    let response =
        ComboBox::from_id_salt("speed").width(64.0).selected_text(format!("{current} ×")).show_ui(ui, |ui| {
            for speed in SPEEDS {
                if ui.selectable_label(current == speed, format!("{speed} ×")).clicked() {
                    out.push(Action::Speed(speed));
                }
            }
        });
    let tip = "Frames per picture: 1 × is 60 frames a second.  ([ and ])";
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Speed"));
    response.response.on_hover_text(tip);
}

fn moment(ui: &mut Ui, app: &App) {
    let frame = RichText::new(format!("{:>5}", app.run.frame())).monospace().strong().size(15.0);
    ui.label(RichText::new("Frame").small().color(ui.visuals().weak_text_color()));
    ui.label(frame);
    let substeps = app.run.level().world.substeps;
    let substep = format!("+{:>2}/{substeps}", app.run.substep());
    ui.label(RichText::new(substep).monospace().small().color(ui.visuals().weak_text_color()))
        .on_hover_text("Substeps done of the next frame");
    if let Some(target) = app.playback.catching_up() {
        ui.spinner();
        ui.label(RichText::new(format!("back to frame {target}")).small());
    } else if app.playback.is_behind {
        ui.label(Icon("warning").tinted(theme::SMALL_ICON, ui.visuals().warn_fg_color))
            .on_hover_text("The level takes longer to step than the speed asks for");
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
