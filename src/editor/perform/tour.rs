//! Advances the First Steps tour.

use crate::editor::app::App;

/// Advances past the steps that are done.
pub fn follow(app: &mut App) {
    if !app.features.tour.is_open {
        return;
    }
    while let Some(step) = app.features.tour.step()
        && (step.is_done)(&app.view())
    {
        app.features.tour.at += 1;
    }
    app.settings.tour_step = app.features.tour.at;
}
