//! Commands of the Insert menu.

use super::{meshing, perform};
use crate::editor::actions::{Action, Command};
use crate::editor::app::App;
use crate::editor::features::insert;
use crate::editor::features::meshing::MeshingCommand;
use crate::editor::settings::tools::MarkerKind;
use crate::editor::tools::MARKER;
use egui::Context;

/// Performs a command of the Insert menu.
pub fn command(app: &mut App, ctx: &Context, command: Command) {
    match command {
        Command::MarkPoint | Command::MarkRectangle | Command::MarkPolygon | Command::MarkPath => {
            mark(app, ctx, command);
        }
        _ => {
            if let Some(shape) = insert::shape(command) {
                meshing::perform(app, ctx, MeshingCommand::Shape(shape.id));
            }
        }
    }
}

/// Activates the marker tool with the shape of a command.
fn mark(app: &mut App, ctx: &Context, command: Command) {
    app.settings.tools.marker = match command {
        Command::MarkRectangle => MarkerKind::Rectangle,
        Command::MarkPolygon => MarkerKind::Polygon,
        Command::MarkPath => MarkerKind::Path,
        _ => MarkerKind::Point,
    };
    perform(app, ctx, Action::Tool(MARKER));
}
