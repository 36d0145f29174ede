//! Continues the diagnosis while its results are visible, and the test of expectations while their tab is open.

use crate::editor::app::App;
use crate::editor::background::REPAINT_INTERVAL;
use crate::editor::features::timeline::marks::MarkKind;
use crate::editor::features::timeline::moments;
use crate::editor::settings::tabs::Tab;
use egui::Context;

/// Diagnoses the run on display while the window shows what the diagnosis finds; results appear in later pictures.
pub fn diagnose(app: &mut App, ctx: &Context) {
    let is_wanted = is_diagnosis_visible(app);
    let is_at_rest = !app.playback.is_active() && !ctx.input(|i| i.pointer.any_down());
    if !is_wanted {
        app.features.diagnosis.stop();
    }
    if app.features.diagnosis.follow(ctx, &app.run, is_wanted && is_at_rest) {
        ctx.request_repaint_after(REPAINT_INTERVAL);
    }
    app.features.timeline.take_found(&app.run, &app.features.diagnosis);
}

/// True if the window shows rows of the diagnosis, their number, or its marks. The marks of a run that has not left frame 0 do
/// not count: so a level that is being drawn in the layout *Design*, without the panel, is not diagnosed.
fn is_diagnosis_visible(app: &App) -> bool {
    let is_marked =
        || MarkKind::DETECTED.into_iter().chain([MarkKind::Harmless]).any(|kind| moments::is_shown(&app.view(), kind));
    app.settings.layout().shows_tab_of(Tab::Problems) || (app.run.last_frame() > 0 && is_marked())
}

/// Tests the expectations while their panel is open and the run is paused, and proposes a failure to shrink to.
pub fn test_expectations(app: &mut App, ctx: &Context) {
    let shrinks = app.settings.is_shown(Tab::Shrink);
    if app.playback.is_active() || !(shrinks || app.settings.is_shown(Tab::Expectations)) {
        return;
    }
    if app.features.expectations.follow(ctx, &app.document.placed().level) {
        ctx.request_repaint_after(REPAINT_INTERVAL);
    }
    if shrinks {
        super::shrink::propose(app);
    }
}
