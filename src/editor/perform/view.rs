//! Commands of the View menu.

use crate::editor::access;
use crate::editor::actions::Command;
use crate::editor::app::App;
use crate::editor::canvas::ViewCommand;
use crate::editor::canvas::inset::{self, ContactSpot};
use crate::editor::features::reference;
use crate::editor::features::settings::commands::{SettingsCommand, SettingsPage};
use crate::editor::perform::{edit_level, settings};
use crate::editor::settings::layout::SplitAxis;
use crate::editor::settings::tabs::Tab;
use crate::editor::settings::{LARGEST, SMALLEST, ThemeChoice};
use crate::geometry::DVec2;
use egui::Context;

/// Zoom factor of the zoom commands.
const ZOOM: f64 = 1.25;

/// Performs a view command.
pub fn command(app: &mut App, ctx: &Context, command: Command) {
    let settings = &mut app.settings;
    match command {
        Command::Fit => app.canvas.view_command = Some(ViewCommand::Everything),
        Command::FitSelection if app.selection.is_empty() => app.canvas.view_command = Some(ViewCommand::Everything),
        Command::FitSelection => app.look_at(app.selection.to_vec()),
        Command::ZoomToContact => zoom_to_contact(app),
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
        Command::ToggleInspector => toggle_panels(app, SplitAxis::Row),
        Command::Why => settings.show(Tab::Verdict),
        Command::ToggleDock => toggle_panels(app, SplitAxis::Column),
        Command::EnlargeDock => {
            if !settings.layout().is_any_visible(SplitAxis::Column) {
                toggle_panels(app, SplitAxis::Column);
            }
            let is_enlarged = &mut app.settings.layout_mut().is_enlarged;
            *is_enlarged = !*is_enlarged;
        }
        Command::NextTab => settings.layout_mut().turn(1),
        Command::PreviousTab => settings.layout_mut().turn(-1),
        Command::CanvasAlone => {
            let is_alone = &mut app.window.is_canvas_alone;
            *is_alone = !*is_alone;
            if *is_alone {
                app.notices.success("Only the canvas. Tab over it shows the panels again");
            }
        }
        Command::NextArea => access::areas::go(ctx, true),
        Command::PreviousArea => access::areas::go(ctx, false),
        Command::ToggleCrosshair => access::crosshair::toggle(ctx),
        Command::TogglePhases => {
            settings.shows_phases = !settings.shows_phases;
            app.run.look_at_end();
        }
        Command::LargerText => settings.ui_scale = (settings.ui_scale + 0.1).min(LARGEST),
        Command::SmallerText => settings.ui_scale = (settings.ui_scale - 0.1).max(SMALLEST),
        Command::ExportSettings => settings::perform(app, ctx, SettingsCommand::Export),
        Command::ImportSettings => settings::perform(app, ctx, SettingsCommand::Import),
        Command::ResetSettings => settings::perform(app, ctx, SettingsCommand::Reset),
        Command::Settings => app.features.settings.toggle(SettingsPage::General),
        Command::ChangeKeys => app.features.settings.toggle(SettingsPage::Keys),
        _ => {}
    }
}

/// Hides or shows the panels beside the canvas, or those below it. If only the canvas is shown, it shows them.
fn toggle_panels(app: &mut App, axis: SplitAxis) {
    let was_alone = std::mem::take(&mut app.window.is_canvas_alone);
    let layout = app.settings.layout_mut();
    if !was_alone || !layout.is_any_visible(axis) {
        layout.toggle(axis);
    }
}

/// Shows the chosen contact, else the first one of the last substep.
fn zoom_to_contact(app: &mut App) {
    let (verdict, selection) = (&app.features.verdict, app.selection.to_vec());
    let trace = app.run.trace().cloned();
    let chosen = inset::chosen(verdict, trace.as_ref(), &selection);
    let first = || trace.as_ref()?.contacts.first().and_then(ContactSpot::of);
    match chosen.or_else(first) {
        Some(spot) => app.canvas.view_command = Some(ViewCommand::View(spot.view())),
        None => app.notices.warning("The last substep has no contact"),
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
