//! Deleting what is selected.
//!
//! Must never know: widgets, what the text looks like.

use super::actions::Command;
use super::app::App;
use super::document::Edit;
use super::perform::edit_level;
use super::tools::describe;
use crate::level::Place;
use crate::level::edit;

/// Does one of the commands.
pub fn command(app: &mut App, command: Command) {
    if command == Command::Delete {
        delete(app, "Delete");
    }
}

/// What is selected, in words.
fn selected(app: &App) -> String {
    match app.selection[..] {
        [place] => describe(place),
        _ => format!("{} parts", app.selection.len()),
    }
}

fn delete(app: &mut App, verb: &str) {
    let (label, places) = (format!("{verb} {}", selected(app)), app.selection.to_vec());
    if places.is_empty() {
        return;
    }
    edit_level(app, Edit::making(label, move |level| edit::remove(level, &places)));
}

/// Whether there is something selected that can be taken.
pub fn has_parts(selection: &[Place]) -> bool {
    selection.iter().any(|place| !matches!(place, Place::Level | Place::World))
}
