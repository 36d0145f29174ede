//! Shrinking: what is to go wrong on the left; how far it is and what was found on the right.

mod form;
mod outcome;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::clinic::Clinic;
use crate::editor::features::expectations::Expectations;
use crate::editor::features::shrink::Shrinking;
use crate::editor::widgets::asked;
use egui::{Frame, Margin, ScrollArea, Ui};

/// What it is about, while there is nothing to show.
const EXPLANATION: &str = "Shrinking takes a run that goes wrong and looks for the smallest level that still does, in the same \
                manner: fewer bodies, nodes, springs and frames, and simpler numbers. Without any one of its parts it \
                goes wrong no longer. What is found opens as a level of its own with the condition in it, so that a bug \
                becomes a test. This level stays as it is.";

/// How many nodes are left while it is at work.
pub fn count(shrink: &Shrinking) -> usize {
    shrink.task.as_ref().filter(|task| task.is_running()).map_or(0, |task| task.size().nodes)
}

/// Draws it.
pub fn show(
    ui: &mut Ui,
    view: &ViewContext,
    clinic: &Clinic,
    expectations: &Expectations,
    shrink: &Shrinking,
    out: &mut Vec<Action>,
) {
    asked::form(ui, "shrink form", 0.46, 300.0, |ui| form::show(ui, view, clinic, expectations, shrink, out));
    let Some(task) = &shrink.task else { return asked::explain(ui, EXPLANATION) };
    Frame::NONE.inner_margin(Margin { left: 12, ..Margin::ZERO }).show(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("shrink outcome")
            .auto_shrink(false)
            .show(ui, |ui| outcome::show(ui, view, shrink, task, out));
    });
}
