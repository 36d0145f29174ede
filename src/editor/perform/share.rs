//! Links: makes that of the present moment, opens others, and goes to their moment.

use super::time;
use crate::editor::actions::{Action, Source};
use crate::editor::app::App;
use crate::editor::share::{LONG, LinkTarget, LinkedLevel, SCHEME, read, write};
use crate::level::Place;
use crate::picture::overlays;
use egui::Context;
use std::path::absolute;
use std::sync::Arc;

/// Opens a link: its level, if it has one, then its moment.
pub fn open(app: &mut App, ctx: &Context, link: &str) {
    match read(link) {
        Ok(target) if target.level.is_some() => {
            super::perform(app, ctx, Action::Open(Source::Link(Arc::new(target))));
        }
        Ok(_) if link.contains("?url=") || link.contains("&url=") => {
            app.notices.error("This link names the address of a level. Open it in a browser");
        }
        Ok(target) => go(app, ctx, &target),
        Err(reason) => app.notices.error(format!("The level of this link cannot be opened: {reason}")),
    }
}

/// Goes to the moment of a link, selects its parts and shows its overlays; then moves the view to the parts if they are
/// out of view.
pub fn go(app: &mut App, ctx: &Context, target: &LinkTarget) {
    restore(app, ctx, target);
    let moment = app.playback.target().unwrap_or_else(|| app.run.moment());
    app.features.timeline.kept_in_view = Some((moment, known_selection(app, target)));
    time::arrive(app);
}

/// The parts that a link selects, as far as the level has them.
fn known_selection(app: &App, target: &LinkTarget) -> Vec<Place> {
    let level = app.document.level();
    target.selection.iter().copied().filter(|&place| level.has(place)).collect()
}

/// As [`go`], but keeps the view.
pub fn restore(app: &mut App, ctx: &Context, target: &LinkTarget) {
    let selection = known_selection(app, target);
    if selection.len() < target.selection.len() {
        app.notices.warning("The level has not all parts that the link selects");
    }
    if !selection.is_empty() {
        super::perform(app, ctx, Action::Select(selection));
    }
    if let Some(shown) = &target.overlays {
        let known = |id: &&String| overlays::ALL.iter().any(|overlay| overlay.id == id.as_str());
        app.settings.overlays = shown.iter().filter(known).cloned().collect();
    }
    if let Some((moment, phase)) = target.moment {
        time::go_inside(app, moment, phase);
    }
}

/// The displayed moment, the selection and the overlays, without the level.
pub fn target(app: &App) -> LinkTarget {
    let present = app.run.moment();
    let moment = match (app.run.phases_done(), app.run.moment_before(present)) {
        (Some(done), Some(before)) => (before, done),
        _ => (present, 0),
    };
    LinkTarget {
        level: None,
        moment: Some(moment).filter(|moment| *moment != ((0, 0), 0)),
        selection: app.selection.to_vec(),
        overlays: Some(app.settings.overlays.clone()).filter(|overlays| !overlays.is_empty()),
    }
}

/// A link that contains the level, or its run if that has inputs, the moment, the selection and the overlays.
pub fn link(app: &App) -> String {
    let level = if app.run.journal().entries().is_empty() && app.run.start().is_none() {
        LinkedLevel::Level(app.document.level().clone())
    } else {
        LinkedLevel::Recording(Arc::new(app.run.inputs_only()))
    };
    let page = if app.window.address.is_empty() { SCHEME } else { &app.window.address };
    page.to_owned() + &write(&LinkTarget { level: Some(level), ..target(app) })
}

/// A link with the path of the file in place of the level, if the file has what is open.
fn link_to_file(app: &App) -> Option<String> {
    let path = app.document.path.as_ref().filter(|_| !app.document.is_dirty() && app.window.address.is_empty())?;
    let has_inputs = !app.run.journal().entries().is_empty() || app.run.start().is_some();
    let path = absolute(path).ok().filter(|_| !has_inputs)?;
    Some(SCHEME.to_owned() + &write(&LinkTarget { level: Some(LinkedLevel::File(path)), ..target(app) }))
}

/// Copies the link.
pub fn copy(app: &mut App, ctx: &Context) {
    let link = link(app);
    let size = link.len() >> 10;
    let is_long = link.len() > LONG;
    let (link, text) = match link_to_file(app).filter(|_| is_long) {
        Some(short) => {
            (short, "Copied a link with the path of the file: the level is too large for a link to another machine")
        }
        None if is_long => {
            app.notices.warning(format!(
                "This link has {size} KiB; some programs cut off links above 32 KiB. It was copied; a file is safer: File > Save As"
            ));
            return ctx.copy_text(link);
        }
        None => (link, "Copied a link that contains the level, the moment, the selection and the overlays"),
    };
    app.notices.success(text);
    ctx.copy_text(link);
}
