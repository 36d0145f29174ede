//! The tools, at the left.
//!
//! Must never know: what tools do.

use super::tour;
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::tour::Target;
use crate::editor::{keys, tools, widgets};
use egui::Ui;

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.add_space(2.0);
        for tool in tools::ALL {
            let tip = format!("{}  ({})\n{}", tool.title, keys::write(ui.ctx(), &tool.keys), tool.explanation);
            let is_taken = app.toolbox.entry.id == tool.id;
            let response = widgets::icon_button(ui, tool.icon, tool.title, &tip, true, is_taken);
            tour::ring(ui, app, Target::Tool(tool.id), response.rect);
            if response.clicked() {
                out.push(Action::Tool(tool.id));
            }
        }
    });
}
