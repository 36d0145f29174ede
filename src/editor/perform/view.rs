//! Commands of the View menu.

use crate::editor::actions::Command;
use crate::editor::app::App;
use crate::editor::canvas::ViewCommand;
use crate::editor::features::reference;
use crate::editor::perform::edit_level;
use crate::editor::settings::{DockTab, ThemeChoice};
use crate::geometry::DVec2;

/// Zoom factor of the zoom commands.
const ZOOM: f64 = 1.25;

/// Performs a view command.
pub fn command(app: &mut App, command: Command) {
    let settings = &mut app.settings;
    match command {
        Command::Fit => app.canvas.view_command = Some(ViewCommand::Everything),
        Command::FitSelection if app.selection.is_empty() => app.canvas.view_command = Some(ViewCommand::Everything),
        Command::FitSelection => app.look_at(app.selection.to_vec()),
        Command::ZoomIn => zoom(app, ZOOM),
        Command::ZoomOut => zoom(app, 1.0 / ZOOM),
        Command::ToggleReference => {
            if let Some(edit) = reference::toggle(app.document.level()) {
                edit_level(app, edit);
            }
        }
        Command::ToggleTheme => {
            settings.theme = if settings.theme == ThemeChoice::Dark { ThemeChoice::Light } else { ThemeChoice::Dark };
        }
        Command::ToggleRulers => settings.shows_rulers = !settings.shows_rulers,
        Command::ToggleInspector => settings.shows_side = !settings.shows_side,
        Command::Why => (settings.shows_dock, settings.dock_tab) = (true, DockTab::Verdict),
        Command::ToggleDock => settings.shows_dock = !settings.shows_dock,
        Command::NextTab => settings.turn_dock(1),
        Command::PreviousTab => settings.turn_dock(-1),
        Command::TogglePhases => {
            settings.shows_phases = !settings.shows_phases;
            app.run.look_at_end();
        }
        Command::LargerText => settings.ui_scale = (settings.ui_scale + 0.1).min(3.0),
        Command::SmallerText => settings.ui_scale = (settings.ui_scale - 0.1).max(0.6),
        _ => {}
    }
}

/// Zooms at the pointer if it is over the canvas, else at the centre.
fn zoom(app: &mut App, factor: f64) {
    let Some(rect) = app.canvas.rect else { return };
    let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
    let mut viewport = app.canvas.camera.viewport(size);
    let at = app.canvas.pointer.at.map_or(size * 0.5, |at| viewport.screen_from_world(at));
    viewport.zoom_at(at, factor);
    app.canvas.camera.look(viewport);
}
