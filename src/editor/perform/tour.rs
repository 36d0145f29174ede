//! Opens, closes and advances the First Steps tour.

use crate::editor::app::App;

/// Opens the tour at the step that the user reached last, in whichever level that was; or closes it.
pub fn toggle(app: &mut App) {
    if !app.features.tour.is_open {
        app.features.tour.at = app.settings.tour_step;
    }
    app.features.tour.toggle();
}

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
