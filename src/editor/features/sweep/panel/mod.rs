//! A sweep: what is asked for on the left, the heat map, the chosen cell on the right.

mod ask;
mod cell;
mod grid;
mod map;
mod paint;
mod progress;
mod side;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::sweep::Sweeps;
use crate::editor::widgets::asked;
use egui::{Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};

/// What it is about, while nothing has been run.
const EXPLANATION: &str = "A sweep runs the level in many variants, a grid of them, each for the same number of frames, and measures \
                every one. Say on the left what varies to the right and upwards and what is measured, and press Run: \
                the numbers become a heat map, cell by cell. A cell can then be opened as a level at the frame where \
                it went wrong, run beside this level, or its values taken over.";

/// How many cells are still to be run.
pub fn count(sweep: &Sweeps) -> usize {
    let rest = sweep.sheet.as_ref().map_or(0, |sheet| sheet.outcomes.len() - sheet.done);
    if sweep.is_running() { rest } else { 0 }
}

/// Draws it.
pub fn show(ui: &mut Ui, view: &ViewContext, sweep: &Sweeps, out: &mut Vec<Action>) {
    let width = ui.available_width();
    asked::form(ui, "sweep form", 0.38, 270.0, |ui| ask::show(ui, view, sweep, out));
    let Some(sheet) = &sweep.sheet else {
        // Beside the form, which must not move while the user types in it.
        return match &sweep.problem {
            Some(problem) => asked::complain(ui, problem),
            None => asked::explain(ui, EXPLANATION),
        };
    };
    let frame = Frame::NONE.inner_margin(Margin { left: 8, ..Margin::ZERO });
    Panel::right("sweep cell").frame(frame).resizable(false).exact_size((width * 0.26).clamp(180.0, 250.0)).show(
        ui,
        |ui| {
            ScrollArea::vertical().id_salt("sweep cell").auto_shrink(false).show(ui, |ui| match sweep.chosen {
                Some(chosen) => cell::show(ui, sweep, sheet, chosen, out),
                None => choose(ui),
            });
        },
    );
    map::show(ui, view, sweep, sheet, out);
}

/// How a cell is chosen.
fn choose(ui: &mut Ui) {
    let text = "Click a cell, or choose one with the arrow keys: here stand its values, and what can be done with it. Enter \
                or a double click opens it as a level.";
    ui.add(Label::new(RichText::new(text).small().color(ui.visuals().weak_text_color())).wrap());
}
