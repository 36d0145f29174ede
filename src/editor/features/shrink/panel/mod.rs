//! The Shrink panel: form on the left, progress and result on the right.

mod form;
mod outcome;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::diagnosis::DiagnosisUi;
use crate::editor::features::expectations::Expectations;
use crate::editor::features::shrink::Shrinking;
use crate::editor::widgets::asked;
use egui::{Frame, Margin, ScrollArea, Ui};

/// Explanation while there is no result.
const EXPLANATION: &str = "Shrinking searches for the smallest level in which a failure of this run still occurs: fewer bodies, \
                nodes, springs and frames, and simpler numbers. Without any one of its parts the failure disappears. The \
                result opens as a new level with the condition as an expectation, so that a bug becomes a test. This \
                level does not change.";

/// Number of remaining nodes while running, for the tab badge.
pub fn count(shrink: &Shrinking) -> usize {
    shrink.task.as_ref().filter(|task| task.is_running()).map_or(0, |task| task.size().nodes)
}

/// Draws the panel.
pub fn show(
    ui: &mut Ui,
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    expectations: &Expectations,
    shrink: &Shrinking,
    out: &mut Vec<Action>,
) {
    asked::form(ui, "shrink form", 0.46, 300.0, |ui| form::show(ui, view, diagnosis, expectations, shrink, out));
    let Some(task) = &shrink.task else { return asked::explain(ui, EXPLANATION) };
    Frame::NONE.inner_margin(Margin { left: 12, ..Margin::ZERO }).show(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("shrink outcome")
            .auto_shrink(false)
            .show(ui, |ui| outcome::show(ui, view, shrink, task, out));
    });
}
