//! Opens, closes and advances the First Steps tour.

use crate::editor::app::App;

/// Opens the tour at the step that the user reached last, in whichever level that was; or closes it.
pub fn toggle(app: &mut App) {
    if !app.features.tour.is_open {
        app.features.tour.at = app.settings.tour_step;
    }
    app.features.tour.toggle();
}

/// Advances past the steps that are done. The offer is for the first level and ends with its first change; a
/// recording and a bug bundle have none.
pub fn follow(app: &mut App) {
    app.features.tour.is_offered &= app.document.undo_label().is_none() && app.document.recording.is_none();
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
