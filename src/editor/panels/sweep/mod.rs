//! A sweep: what is asked for on the left, the heat map, the chosen cell on the right.

mod ask;
mod cell;
mod grid;
mod map;
mod paint;
mod progress;
mod side;

use super::asked;
use crate::editor::actions::Action;
use crate::editor::app::App;
use egui::{Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};

/// What it is about, while nothing has been run.
const EXPLANATION: &str = "A sweep runs the level in many variants, a grid of them, each for the same number of frames, and measures \
                every one. Say on the left what varies to the right and upwards and what is measured, and press Run: \
                the numbers become a heat map, cell by cell. A cell can then be opened as a level at the frame where \
                it went wrong, run beside this level, or its values taken over.";

/// How many cells are still to be run.
pub fn count(app: &App) -> usize {
    let rest = app.sweep.sheet.as_ref().map_or(0, |sheet| sheet.outcomes.len() - sheet.done);
    if app.sweep.is_running() { rest } else { 0 }
}

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let width = ui.available_width();
    asked::form(ui, "sweep form", 0.38, 270.0, |ui| ask::show(ui, app, out));
    let Some(sheet) = &app.sweep.sheet else {
        // Beside the form, which must not move while the user types in it.
        return match &app.sweep.problem {
            Some(problem) => asked::complain(ui, problem),
            None => asked::explain(ui, EXPLANATION),
        };
    };
    let frame = Frame::NONE.inner_margin(Margin { left: 8, ..Margin::ZERO });
    Panel::right("sweep cell").frame(frame).resizable(false).exact_size((width * 0.26).clamp(180.0, 250.0)).show(
        ui,
        |ui| {
            ScrollArea::vertical().id_salt("sweep cell").auto_shrink(false).show(ui, |ui| match app.sweep.chosen {
                Some(chosen) => cell::show(ui, app, sheet, chosen, out),
                None => choose(ui),
            });
        },
    );
    map::show(ui, app, sheet, out);
}

/// How a cell is chosen.
fn choose(ui: &mut Ui) {
    let text = "Click a cell, or choose one with the arrow keys: here stand its values, and what can be done with it. Enter \
                or a double click opens it as a level.";
    ui.add(Label::new(RichText::new(text).small().color(ui.visuals().weak_text_color())).wrap());
}
