//! Performs the commands of the window *Who changed this?* and continues its search in each UI frame.

use super::time;
use crate::debugger::changes::PartNumber;
use crate::editor::app::App;
use crate::editor::features::changes::{ChangeCommand, subject};

/// Performs a command.
pub fn perform(app: &mut App, command: ChangeCommand) {
    match command {
        ChangeCommand::Last(number) => ask(app, number, false),
        ChangeCommand::Next(number) => ask(app, number, true),
        ChangeCommand::SkipMotion(skips) => app.features.changes.skips_motion = skips,
        ChangeCommand::Show => show(app),
        ChangeCommand::Cancel => app.features.changes.search = None,
        ChangeCommand::Close => (app.features.changes.is_open, app.features.changes.search) = (false, None),
    }
}

/// Asks about the selected node or disc.
pub fn ask_selected(app: &mut App, is_forward: bool) {
    match subject(&app.selection) {
        Some(place) => ask(app, app.features.changes.number_of(place), is_forward),
        None => app.notices.warning("Select a node or a disc first"),
    }
}

fn ask(app: &mut App, number: PartNumber, is_forward: bool) {
    app.playback.set_playing(false);
    app.playback.stay();
    app.features.changes.ask(&app.run, number, is_forward);
}

/// Continues the search, and goes to what it has found.
pub fn go_on(app: &mut App) {
    let pace = app.window.time.pace();
    if app.features.changes.go_on(&app.run, &pace) {
        show(app);
    }
}

/// Shows the moment of the answer and selects its part.
fn show(app: &mut App) {
    let Some(answer) = &app.features.changes.answer else { return };
    let Some(found) = &answer.found else { return };
    let ((moment, phase), place) = (found.shown, answer.number.place);
    time::go_inside(app, moment, phase);
    if app.document.level().has(place) && !app.selection.contains(&place) {
        app.selection = vec![place].into();
    }
}
