//! Continues the diagnosis and the test of expectations while their tab is open.

use crate::editor::app::App;
use crate::editor::background::INTERVAL;
use crate::editor::settings::tabs::Tab;
use egui::Context;

/// Diagnoses the run on display while its panel is shown and the run stands still; results appear in later pictures.
pub fn diagnose(app: &mut App, ctx: &Context) {
    let is_visited = app.settings.is_shown(Tab::Problems);
    if is_visited && !app.playback.is_active() && app.features.clinic.follow(ctx, &app.run) {
        ctx.request_repaint_after(INTERVAL);
    }
}

/// Tests the expectations while their panel is open and the run is paused.
pub fn test_expectations(app: &mut App, ctx: &Context) {
    let is_visited = [Tab::Expectations, Tab::Shrink].into_iter().any(|tab| app.settings.is_shown(tab));
    if is_visited && !app.playback.is_active() && app.features.expectations.follow(ctx, &app.document.placed().level) {
        ctx.request_repaint_after(INTERVAL);
    }
}
