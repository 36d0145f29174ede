//! The Sweep panel: form on the left, heat map, chosen cell on the right.

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

/// Explanation before the first run.
const EXPLANATION: &str = "A sweep runs a grid of variants of the level for the same number of frames and measures each run. \
                Choose on the left what varies along the two axes and what is measured, then press Run. The results form \
                a heat map. You can open a cell as a level at the frame of its failure, run it as a twin of this level, \
                or copy its values into this level.";

/// Number of missing cells, for the tab badge.
pub fn count(sweep: &Sweeps) -> usize {
    let rest = sweep.sheet.as_ref().map_or(0, |sheet| sheet.outcomes.len() - sheet.done);
    if sweep.is_running() { rest } else { 0 }
}

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, sweep: &Sweeps, out: &mut Vec<Action>) {
    let width = ui.available_width();
    asked::form(ui, "sweep form", 0.38, 270.0, |ui| ask::show(ui, view, sweep, out));
    let Some(sheet) = &sweep.sheet else {
        // Keep the form in place while the user types.
        return match &sweep.refusal {
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

/// Hint on how to choose a cell.
fn choose(ui: &mut Ui) {
    let text = "Click a cell or choose one with the arrow keys to see its values and actions. Enter or a double click \
                opens it as a level.";
    ui.add(Label::new(RichText::new(text).small().color(ui.visuals().weak_text_color())).wrap());
}
