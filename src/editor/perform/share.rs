//! Links: makes that of the present level and moment, and goes to the moment of a link.

use super::time;
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::share::{LONG, LinkTarget, write};
use egui::Context;

/// Goes to the moment of a link and selects its parts.
pub fn go(app: &mut App, ctx: &Context, target: &LinkTarget) {
    let level = app.document.level().clone();
    let selection: Vec<_> = target.selection.iter().copied().filter(|&place| level.has(place)).collect();
    if selection.len() < target.selection.len() {
        app.notices.warning("The level has not all parts that the link selects");
    }
    if !selection.is_empty() {
        super::perform(app, ctx, Action::Select(selection));
    }
    if let Some((moment, phase)) = target.moment {
        time::go_inside(app, moment, phase);
    }
}

/// A link that contains the level, its present moment and the selection.
pub fn link(app: &App) -> String {
    let present = app.run.moment();
    let moment = match (app.run.phases_done(), app.run.moment_before(present)) {
        (Some(done), Some(before)) => (before, done),
        _ => (present, 0),
    };
    let target = LinkTarget {
        level: Some(app.document.level().clone()),
        moment: Some(moment).filter(|moment| *moment != ((0, 0), 0)),
        selection: app.selection.to_vec(),
    };
    let page = if app.window.address.is_empty() { "blobsmith://" } else { &app.window.address };
    page.to_owned() + &write(&target)
}

/// Copies the link.
pub fn copy(app: &mut App, ctx: &Context) {
    let link = link(app);
    if link.len() > LONG {
        let size = link.len() >> 10;
        app.notices.warning(format!(
            "This link has {size} KiB; some programs cut off links above 32 KiB. It was copied; a file is safer: File > Save As"
        ));
    } else {
        app.notices.success("Copied a link that contains the level, the moment and the selection");
    }
    ctx.copy_text(link);
}
