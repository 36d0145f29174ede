//! Performs the commands of the Journal tab and its branches.

use crate::debugger::BranchId;
use crate::debugger::run::journal::name;
use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::editor::features::journal::*;
use crate::editor::features::twin::TwinRunner;
use crate::level::path::differences;
use crate::level::{Level, Place, Placement, Point, user_data};

/// Performs a command.
pub fn perform(app: &mut App, command: JournalCommand) {
    match command {
        JournalCommand::GoTo(moment) => super::time::go(app, moment),
        JournalCommand::Push(places, change) => push(app, &places, change),
        JournalCommand::Set(path, value) => match app.run.set(&path, &value) {
            Ok(true) => {}
            Ok(false) => app.notices.warning(format!("{path} is {value} already")),
            Err(error) => app.notices.error(error.to_string()),
        },
        JournalCommand::Remove(numbers) => remove(app, &numbers),
        JournalCommand::Switch(id) => switch(app, id),
        JournalCommand::Compare(branch) => compare(app, branch),
        JournalCommand::Placement(placement) => {
            app.features.journal.compare = app.features.journal.compare.map(|(branch, _)| (branch, placement));
            if let Some(twin) = app.features.twin.as_mut().filter(|twin| twin.twin.branch().is_some()) {
                twin.placement = placement;
            }
        }
        JournalCommand::Rename(id, name) => {
            app.run.rename_branch(id, &name);
            app.features.journal.renaming = None;
            if let Some(twin) = &mut app.features.twin {
                twin.twin.rename(&app.run);
            }
        }
        JournalCommand::Delete(id) => {
            if app.features.journal.compare.is_some_and(|(branch, _)| branch == id) {
                compare(app, None);
            }
            app.run.delete_branch(id);
        }
        JournalCommand::Keep => keep(app),
        JournalCommand::Drop => remove(app, &app.run.live_changes()),
        JournalCommand::Ui(change) => change(&mut app.features.journal),
    }
}

fn push(app: &mut App, places: &[Place], change: Point) {
    for &place in places {
        if let Err(error) = app.run.nudge(place, change) {
            let what = name(app.run.level(), place);
            app.notices.error(format!("Cannot push {what}: {}", error.reason));
        }
    }
}

fn remove(app: &mut App, numbers: &[usize]) {
    let frame = app.run.frame();
    match app.run.remove(numbers) {
        Ok(Some(_)) => {
            app.playback.set_playing(false);
            app.playback.catch_up_to((frame, 0));
        }
        Ok(None) => {}
        Err(error) => app.notices.error(error.to_string()),
    }
}

fn switch(app: &mut App, id: BranchId) {
    let (frame, left) = (app.run.frame(), app.run.branch().id);
    if !app.run.switch_branch(id) {
        return;
    }
    app.playback.set_playing(false);
    app.playback.catch_up_to((frame.min(app.run.last_frame()), 0));
    // A comparison with the new branch becomes a comparison with the old one.
    if app.features.journal.compare.is_some_and(|(branch, _)| branch == id) {
        compare(app, Some(left));
    }
}

/// Compares with a branch, or ends the comparison.
pub fn compare(app: &mut App, branch: Option<BranchId>) {
    let placement = app.features.journal.compare.map_or(Placement::Over, |(_, placement)| placement);
    app.features.journal.compare = branch.map(|branch| (branch, placement));
    let level = app.document.placed().level.clone();
    app.features.twin = TwinRunner::of(&level, &app.run, app.features.journal.compare).unwrap_or_default();
}

/// Writes the settings of the run into the level and removes the changes from the journal.
fn keep(app: &mut App) {
    let (live, level) = (app.run.live_changes(), app.run.level().clone());
    if live.is_empty() {
        return;
    }
    let frame = app.run.frame();
    if let Err(error) = app.run.remove(&live) {
        app.notices.error(error.to_string());
        return;
    }
    let edit = Edit::new("Keep live changes", move |old| {
        let mut new = Level::clone(&level);
        // The parts of instances follow those of the document.
        new.bodies.truncate(old.bodies.len());
        new.discs.truncate(old.discs.len());
        new.obstacles.truncate(old.obstacles.len());
        new.links.truncate(old.links.len());
        new.markers.truncate(old.markers.len());
        new.instances = std::mem::take(&mut old.instances);
        *old = new;
        Ok(())
    });
    app.playback.catch_up_to((frame, 0));
    crate::editor::perform::edit_level(app, edit);
}

/// Applies an edit to the run from the present moment on, as changes of settings. Names, user data, markers and editor data
/// have no setting and go into the level.
pub fn edit_live(app: &mut App, edit: Edit) {
    let before = app.run.level().clone();
    let mut after = Level::clone(&before);
    if let Err(reason) = (edit.change)(&mut after) {
        app.notices.error(reason);
        return;
    }
    let mut noted = Level::clone(&before);
    user_data::copy(&after, &mut noted);
    (noted.name, noted.notes, noted.editor) = (after.name.clone(), after.notes.clone(), after.editor.clone());
    if *before != noted {
        let noted = noted.clone();
        let rest = Edit::new(edit.label.clone(), move |level| {
            user_data::copy(&noted, level);
            (level.name, level.notes, level.editor) = (noted.name, noted.notes, noted.editor);
            Ok(())
        });
        crate::editor::perform::edit_level(app, Edit { gesture: edit.gesture, ..rest });
    }
    let differences = differences(&noted, &after);
    let is_state = |path: &str| path.ends_with(".position") || path.ends_with(".velocity");
    let is_plain = app.run.moment() == (0, 0) && app.run.live_changes().is_empty();
    if is_plain && !differences.is_empty() && differences.iter().all(|(path, _)| is_state(path)) {
        // Initial positions belong to the level.
        let rest = Edit::new(edit.label, move |level| {
            *level = after;
            Ok(())
        });
        return crate::editor::perform::edit_level(app, Edit { gesture: edit.gesture, ..rest });
    }
    for (path, value) in differences {
        if let Err(error) = app.run.set(&path, &value) {
            app.notices.error(error.to_string());
            return;
        }
    }
}
