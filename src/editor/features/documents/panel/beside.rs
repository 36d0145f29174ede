//! The document beside the active one.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::canvas::beside::{self, BesideParts};
use crate::editor::features::documents::DraggedParts;
use crate::editor::features::documents::commands::DocumentCommand;
use crate::editor::regions;
use egui::{DragAndDrop, Rect, Ui};

/// Draws it. A press makes it active; parts that are dragged there come along.
pub fn show(ui: &mut Ui, app: &mut App, number: u64, rect: Rect, out: &mut Vec<Action>) {
    let settings = &app.settings;
    let Some(shown) = app.documents.other_mut(number) else { return };
    let mut parts = BesideParts {
        canvas: &mut shown.canvas,
        document: &shown.document,
        run: &shown.run,
        trace: shown.features.substep.trace.as_deref(),
        edge_map: shown.features.rules.options(),
        skins: &shown.skins,
        settings,
    };
    let response = beside::show(ui, rect, &mut parts);
    regions::record(ui.ctx(), "canvas beside", rect);
    let is_over = ui.input(|i| i.pointer.latest_pos().is_some_and(|at| rect.contains(at)));
    if is_over && app.toolbox.tool.moves_parts() {
        let is_released = ui.input(|i| i.pointer.any_released());
        let command = if is_released { DocumentCommand::Send(number) } else { DocumentCommand::Carry(number) };
        out.push(Action::Document(command));
    } else if response.is_pointer_button_down_on()
        || response.clicked()
        || (is_over && DragAndDrop::has_payload_of_type::<DraggedParts>(ui.ctx()))
    {
        out.push(Action::Document(DocumentCommand::Activate(number)));
    }
}
