//! The first steps in a bar over everything that they speak of, and the offer of them at the first start. Nothing waits
//! for them, and nothing is covered.

use crate::editor::actions::{Action, Command, Source};
use crate::editor::app::App;
use crate::editor::features::tour;
use crate::editor::features::tour::Tour;
use crate::editor::features::tour::{Step, Target};
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use egui::{Align, Button, Frame, Label, Layout, Margin, Panel, RichText, Sense, Stroke, StrokeKind, Ui, vec2};

/// Draws it where it is open or offered.
pub fn show(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    tour::follow(app);
    // First a level, then what to do with it.
    if app.files.start.is_open || (!app.features.tour.is_open && !app.features.tour.is_offered) {
        return;
    }
    let ground = ui.visuals().hyperlink_color.gamma_multiply(0.12);
    let frame = Frame::new().fill(ui.visuals().panel_fill.blend(ground)).inner_margin(Margin::symmetric(10, 6));
    Panel::top("tour").frame(frame).show(ui, |ui| match (app.features.tour.is_open, app.features.tour.step()) {
        (false, _) => offer(ui, app, out),
        (true, Some(step)) => present(ui, app, step, out),
        (true, None) => done(ui, app, out),
    });
}

/// A row: an icon, words, and at the right the buttons, the last one outermost.
fn row(ui: &mut Ui, words: impl FnOnce(&mut Ui), buttons: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            buttons(ui);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(Icon("footprints").tinted(theme::ICON, ui.visuals().hyperlink_color));
                words(ui);
            });
        });
    });
}

/// The button that one is most likely to press.
fn main_button(ui: &mut Ui, text: &str) -> bool {
    let button = Button::new(RichText::new(text).strong()).fill(ui.visuals().selection.bg_fill);
    ui.add(button).clicked()
}

fn offer(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    let (mut begins, mut leaves) = (false, false);
    row(
        ui,
        |ui| {
            ui.label(RichText::new("New here?").strong());
            let words = "A few steps make a blob with you: nodes, springs, a hull, triangles; then it falls.";
            ui.add(Label::new(words).truncate());
        },
        |ui| {
            leaves = ui.button("Not now").on_hover_text("Help > First steps shows them later").clicked();
            begins = main_button(ui, "Show me");
        },
    );
    if begins {
        out.push(Action::Open(Source::New));
        app.features.tour.toggle();
    }
    if leaves {
        app.features.tour.is_offered = false;
    }
}

fn present(ui: &mut Ui, app: &mut App, step: &Step, out: &mut Vec<Action>) {
    let at = app.features.tour.at;
    let (mut goes_back, mut skips) = (false, false);
    row(
        ui,
        |ui| {
            ui.label(RichText::new(step.title).strong().size(15.0));
            dots(ui, &app.features.tour);
        },
        |ui| {
            let tip = "Leave; Help > First steps goes on from here";
            if widgets::icon_button(ui, Icon("x"), "Leave the first steps", tip, true, false).clicked() {
                out.push(Action::Command(Command::Tour));
            }
            skips = ui.button("Skip this step").clicked();
            goes_back = ui.add_enabled(at > 0, Button::new("Back")).clicked();
            act(ui, step, out);
        },
    );
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(step.text);
        if ui.link("More about it").on_hover_text("Opens the guide").clicked() {
            app.features.guide.open_at(step.topic);
        }
    });
    if goes_back {
        app.features.tour.back();
    }
    if skips {
        app.features.tour.skip();
    }
}

/// The control that does it.
fn act(ui: &mut Ui, step: &Step, out: &mut Vec<Action>) {
    match step.target {
        Target::Tool(id) => {
            if let Some(tool) = crate::editor::tools::ALL.iter().find(|tool| tool.id == id)
                && widgets::text_button(ui, tool.icon, &format!("Take: {}", tool.title)).clicked()
            {
                out.push(Action::Tool(tool.id));
            }
        }
        Target::Command(command) => {
            if widgets::text_button(ui, command.row().icon, &format!("Do: {}", command.row().name)).clicked() {
                out.push(Action::Command(command));
            }
        }
        Target::Nothing => {}
    }
}

/// One mark a step: done, passed over, the present one, to come. Hovering shows its name.
fn dots(ui: &mut Ui, tour: &Tour) {
    let (at, count) = (tour.at, tour::ALL.len());
    ui.spacing_mut().item_spacing.x = 5.0;
    ui.add_space(4.0);
    for (index, step) in tour::ALL.iter().enumerate() {
        let is_skipped = tour.skipped.contains(&index);
        let (rect, response) = ui.allocate_exact_size(vec2(14.0, 18.0), Sense::hover());
        let accent = ui.visuals().hyperlink_color;
        let state = match index {
            _ if index < at && is_skipped => "passed over",
            _ if index < at => "done",
            _ if index == at => "now",
            _ => "to come",
        };
        match state {
            "done" => {
                ui.painter().circle_filled(rect.center(), 5.0, accent);
            }
            "now" => {
                ui.painter().circle_stroke(rect.center(), 5.0, Stroke::new(2.0, accent));
            }
            _ => {
                ui.painter().circle_stroke(rect.center(), 4.0, Stroke::new(1.0, ui.visuals().weak_text_color()));
            }
        }
        response.on_hover_text(format!("{}. {}: {state}", index + 1, step.title));
    }
    ui.weak(RichText::new(format!("{} of {count}", (at + 1).min(count))).small());
}

fn done(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    row(
        ui,
        |ui| {
            ui.label(RichText::new("That is a blob.").strong());
            let words = "From here: Ctrl+K finds every command, F1 lists the keys, the guide explains every concept.";
            ui.add(Label::new(words).truncate());
        },
        |ui| {
            if ui.button("Close").clicked() {
                app.features.tour.is_open = false;
            }
            if main_button(ui, "Open the guide") {
                out.push(Action::Command(Command::Guide));
                app.features.tour.is_open = false;
            }
        },
    );
}

/// Rings a control that the present step means.
pub fn ring(ui: &Ui, tour: &Tour, target: Target, rect: egui::Rect) {
    if tour.target() == target {
        let stroke = Stroke::new(2.0, ui.visuals().hyperlink_color);
        ui.painter().rect_stroke(rect.expand(1.0), 6.0, stroke, StrokeKind::Outside);
    }
}
