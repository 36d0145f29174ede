//! The bar of the First Steps tour, and its offer over the canvas on the first start. Neither covers a control or is modal.

use crate::editor::actions::{Action, Command, Source};
use crate::editor::features::tour::{ALL, Tour};
use crate::editor::features::tour::{Step, Target};
use crate::editor::icons::Icon;
use crate::editor::{keys, theme, widgets};
use egui::{
    Align, Align2, Area, Button, Context, Frame, Id, Label, Layout, Margin, Panel, Rect, RichText, Sense, Stroke,
    StrokeKind, Ui, vec2,
};

/// Distance of the offer from the upper edge of the canvas, and its least distance from the other edges.
const MARGIN: f32 = 12.0;

/// Draws the bar if the tour is open. Returns the topic of the guide to open.
pub fn show(ui: &mut Ui, tour: &mut Tour, out: &mut Vec<Action>) -> Option<&'static str> {
    if !tour.is_open {
        return None;
    }
    let ground = ui.visuals().hyperlink_color.gamma_multiply(0.12);
    let frame = Frame::new().fill(ui.visuals().panel_fill.blend(ground)).inner_margin(Margin::symmetric(10, 6));
    let topic = Panel::top("tour").frame(frame).show(ui, |ui| match tour.step() {
        Some(step) => present(ui, tour, step, out),
        None => {
            done(ui, tour, out);
            None
        }
    });
    topic.inner
}

/// A row: icon, text, and buttons at the right, the last one outermost.
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

/// The default button.
fn main_button(ui: &mut Ui, text: &str) -> bool {
    let button = Button::new(RichText::new(text).strong()).fill(ui.visuals().selection.bg_fill);
    ui.add(button).clicked()
}

/// Draws the offer over the upper edge of the canvas, so that it moves nothing.
pub fn offer(ctx: &Context, canvas: Rect, tour: &mut Tour, out: &mut Vec<Action>) {
    if !tour.is_offered || tour.is_open {
        return;
    }
    let (mut begins, mut leaves) = (false, false);
    let at = canvas.center_top() + vec2(0.0, MARGIN);
    Area::new(Id::unique("offer of the tour")).pivot(Align2::CENTER_TOP).fixed_pos(at).show(ctx, |ui| {
        ui.set_max_width(canvas.width() - 4.0 * MARGIN);
        theme::card(ui).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(Icon("footprints").tinted(theme::ICON, ui.visuals().hyperlink_color));
                ui.label(RichText::new("New here?").strong());
                ui.label("Build a blob in a few steps, and watch it fall.");
                begins = main_button(ui, "Show me");
                leaves = ui.button("Not now").on_hover_text("Later: Help > First steps").clicked();
            });
        });
    });
    if begins {
        out.extend([Action::Open(Source::FirstSteps), Action::Command(Command::Tour)]);
    }
    if leaves {
        tour.is_offered = false;
    }
}

fn present(ui: &mut Ui, tour: &mut Tour, step: &Step, out: &mut Vec<Action>) -> Option<&'static str> {
    let at = tour.at;
    let (mut goes_back, mut skips, mut topic) = (false, false, None);
    row(
        ui,
        |ui| {
            ui.label(RichText::new(step.title).strong().size(15.0));
            dots(ui, tour);
        },
        |ui| {
            let tip = "Leave. Help > First steps continues from here";
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
        ui.label(keys::fill(ui.ctx(), step.text));
        if ui.link("Learn more").on_hover_text("Opens the guide").clicked() {
            topic = Some(step.topic);
        }
    });
    if goes_back {
        tour.back();
    }
    if skips {
        tour.skip();
    }
    topic
}

/// Button that performs the step.
fn act(ui: &mut Ui, step: &Step, out: &mut Vec<Action>) {
    match step.target {
        Target::Tool(id) => {
            if let Some(tool) = crate::editor::tools::ALL.iter().find(|tool| tool.id == id)
                && widgets::text_button(ui, tool.icon, &format!("Use: {}", tool.title)).clicked()
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

/// One dot per step: done, skipped, current or open. The tooltip shows its name.
fn dots(ui: &mut Ui, tour: &Tour) {
    let (at, count) = (tour.at, ALL.len());
    ui.spacing_mut().item_spacing.x = 5.0;
    ui.add_space(4.0);
    for (index, step) in ALL.iter().enumerate() {
        let is_skipped = tour.skipped.contains(&index);
        let (rect, response) = ui.allocate_exact_size(vec2(14.0, 18.0), Sense::hover());
        let accent = ui.visuals().hyperlink_color;
        let state = match index {
            _ if index < at && is_skipped => "skipped",
            _ if index < at => "done",
            _ if index == at => "now",
            _ => "open",
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

fn done(ui: &mut Ui, tour: &mut Tour, out: &mut Vec<Action>) {
    row(
        ui,
        |ui| {
            ui.label(RichText::new("Your blob is complete.").strong());
            let words = "Next: {command palette} finds every command, {command shortcuts} lists the keys, and the guide explains every concept.";
            ui.add(Label::new(keys::fill(ui.ctx(), words)).truncate());
        },
        |ui| {
            if ui.button("Close").clicked() {
                tour.is_open = false;
            }
            if main_button(ui, "Open the guide") {
                out.push(Action::Command(Command::Guide));
                tour.is_open = false;
            }
        },
    );
}

/// Highlights a control that the current step uses.
pub fn ring(ui: &Ui, tour: &Tour, target: Target, rect: Rect) {
    if tour.target() == target {
        let stroke = Stroke::new(2.0, ui.visuals().hyperlink_color);
        ui.painter().rect_stroke(rect.expand(1.0), 6.0, stroke, StrokeKind::Outside);
    }
}
