//! Commands that name something in the outline.

use super::perform;
use crate::editor::app::App;
use crate::editor::features::outline::{order, panel};
use crate::editor::settings::tabs::Tab;
use egui::Context;

/// Starts renaming the selection in its outline row; several parts get a dialog with a pattern.
pub fn rename(app: &mut App, ctx: &Context) {
    let owners = order::owners(&app.selection);
    if owners.len() > 1 {
        app.settings.show(Tab::Outline);
        return panel::rename_several(ctx, app.document.level(), owners);
    }
    let Some(place) = app.selection.first().map(|place| place.owner()) else { return };
    let Some(name) = order::name_of(app.document.level(), place).map(str::to_owned) else { return };
    app.settings.show(Tab::Outline);
    panel::rename(ctx, place, name);
}

/// Puts the selection into a new folder, and starts to name it in the outline.
pub fn group_parts(app: &mut App, ctx: &Context) {
    if order::owners(&app.selection).is_empty() {
        return;
    }
    let mut actions = Vec::new();
    panel::create_with_selection(ctx, &app.view(), &mut actions);
    app.settings.show(Tab::Outline);
    actions.into_iter().for_each(|action| perform(app, ctx, action));
}
