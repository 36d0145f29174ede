//! Shrinking: what is to go wrong on the left; how far it is and what was found on the right.
//!
//! Must never know: how a smaller level is found.

mod form;
mod outcome;

use crate::editor::actions::Action;
use crate::editor::app::App;
use egui::{Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};

/// How many nodes are left while it is at work.
pub fn count(app: &App) -> usize {
    app.shrink.task.as_ref().filter(|task| task.is_running()).map_or(0, |task| task.size().nodes)
}

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let frame = Frame::NONE.inner_margin(Margin { right: 8, ..Margin::ZERO });
    let width = ui.available_width();
    Panel::left("shrink form")
        .frame(frame)
        .resizable(true)
        .default_size((width * 0.46).clamp(344.0, 460.0))
        .size_range(300.0..=(width * 0.6).max(310.0))
        .show(ui, |ui| {
            ScrollArea::vertical().id_salt("shrink form").auto_shrink(false).show(ui, |ui| form::show(ui, app, out));
        });
    let Some(task) = &app.shrink.task else {
        Frame::NONE.inner_margin(Margin::symmetric(12, 4)).show(ui, explain);
        return;
    };
    Frame::NONE.inner_margin(Margin { left: 12, ..Margin::ZERO }).show(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("shrink outcome")
            .auto_shrink(false)
            .show(ui, |ui| outcome::show(ui, app, task, out));
    });
}

/// What it is about, while there is nothing to show.
fn explain(ui: &mut Ui) {
    let text = "Shrinking takes a run that goes wrong and looks for the smallest level that still does, in the same \
                manner: fewer bodies, nodes, springs and frames, and simpler numbers. Without any one of its parts it \
                goes wrong no longer. What is found opens as a level of its own with the condition in it, so that a bug \
                becomes a test. This level stays as it is.";
    ui.add(Label::new(RichText::new(text).color(ui.visuals().weak_text_color())).wrap());
}
