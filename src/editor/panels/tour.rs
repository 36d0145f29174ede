//! The first steps in a corner of the canvas, and the offer of them at the first start. Nothing waits for them.
//!
//! Must never know: when a step is done.

use crate::editor::actions::{Action, Command};
use crate::editor::app::App;
use crate::editor::icons::Icon;
use crate::editor::tour::{self, Target};
use crate::editor::{theme, widgets};
use egui::{
    Align, Align2, Area, Context, Id, Label, Layout, Order, ProgressBar, RichText, Stroke, StrokeKind, Ui, vec2,
};

/// Width of the card.
const WIDTH: f32 = 300.0;

/// Draws it where it is open or offered.
pub fn show(ctx: &Context, app: &mut App, out: &mut Vec<Action>) {
    tour::follow(app);
    // First a level, then what to do with it.
    if app.files.start.is_open || (!app.tour.is_open && !app.tour.is_offered) {
        return;
    }
    let Some(canvas) = app.canvas.rect else { return };
    let area = Area::new(Id::unique("tour")).order(Order::Middle).pivot(Align2::LEFT_BOTTOM);
    area.fixed_pos(canvas.left_bottom() + vec2(12.0, -12.0)).show(ctx, |ui| {
        let accent = Stroke::new(1.0, ui.visuals().hyperlink_color.gamma_multiply(0.7));
        theme::card(ui).fill(ui.visuals().window_fill).stroke(accent).show(ui, |ui| {
            ui.set_width(WIDTH.min(canvas.width() - 48.0));
            if app.tour.is_open { steps(ui, app, out) } else { offer(ui, app, out) }
        });
    });
}

fn offer(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    ui.label(RichText::new("New here?").strong().size(15.0));
    ui.add(Label::new("A few steps make a blob with you: nodes, springs, a hull, triangles; then it falls.").wrap());
    ui.horizontal(|ui| {
        if widgets::text_button(ui, Icon("footprints"), "Show me").clicked() {
            out.push(Action::Open(crate::editor::actions::Source::New));
            app.tour.toggle();
        }
        if ui.button("Not now").on_hover_text("Help > First steps shows them later").clicked() {
            app.tour.is_offered = false;
        }
    });
}

fn steps(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    let (at, count) = (app.tour.at, tour::ALL.len());
    ui.horizontal(|ui| {
        ui.label(RichText::new("First steps").strong().size(15.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let tip = "Leave; Help > First steps goes on from here";
            if widgets::icon_button(ui, Icon("x"), "Leave the first steps", tip, true, false).clicked() {
                out.push(Action::Command(Command::Tour));
            }
            ui.weak(RichText::new(format!("{} of {count}", (at + 1).min(count))).small());
        });
    });
    ui.add(ProgressBar::new(at as f32 / count as f32).desired_height(4.0));
    let Some(step) = app.tour.step() else { return done(ui, app, out) };
    for (index, earlier) in tour::ALL.iter().enumerate().take(at) {
        let is_skipped = app.tour.skipped.contains(&index);
        ui.horizontal(|ui| {
            let icon = if is_skipped { "minus" } else { "check" };
            ui.label(Icon(icon).tinted(theme::SMALL_ICON, ui.visuals().weak_text_color()));
            ui.weak(RichText::new(earlier.title).small());
        });
    }
    ui.label(RichText::new(step.title).strong());
    ui.add(Label::new(step.text).wrap());
    ui.horizontal_wrapped(|ui| {
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
        if ui.link("More about it").on_hover_text("Opens the guide").clicked() {
            app.guide.open_at(step.topic);
        }
    });
    ui.horizontal(|ui| {
        if at > 0 && ui.link(RichText::new("Back").small()).clicked() {
            app.tour.back();
        }
        if ui.link(RichText::new("Skip this step").small()).clicked() {
            app.tour.skip();
        }
    });
}

fn done(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    ui.label(RichText::new("That is a blob.").strong());
    ui.add(
        Label::new("From here: Ctrl+K finds every command, F1 lists the keys, the guide explains every concept.")
            .wrap(),
    );
    ui.horizontal(|ui| {
        if widgets::text_button(ui, Icon("book-open"), "Open the guide").clicked() {
            out.push(Action::Command(Command::Guide));
            app.tour.is_open = false;
        }
        if ui.button("Close").clicked() {
            app.tour.is_open = false;
        }
    });
}

/// Rings a control that the present step means.
pub fn ring(ui: &Ui, app: &App, target: Target, rect: egui::Rect) {
    if app.tour.target() == target {
        let stroke = Stroke::new(2.0, ui.visuals().hyperlink_color);
        ui.painter().rect_stroke(rect.expand(1.0), 6.0, stroke, StrokeKind::Outside);
    }
}
