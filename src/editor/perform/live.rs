//! Attaching to a running game, and what comes from it.

use super::files;
use crate::debugger::Run;
use crate::editor::actions::{Action, Source};
use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::editor::features::live::commands::LiveCommand;
use crate::editor::features::live::{LiveNews, LiveOrder};
use crate::level::user_data;
use egui::Context;
use std::sync::Arc;

/// Performs a command of the bar or the dialog.
pub fn perform(app: &mut App, ctx: &Context, command: LiveCommand) {
    let live = &mut app.features.live;
    match command {
        LiveCommand::Ask(is_asking) => live.is_asking = is_asking,
        LiveCommand::Attach => {
            let address = live.address.trim().to_owned();
            (live.is_asking, live.link) = (false, None);
            super::perform(app, ctx, Action::Open(Source::Game(address)));
        }
        LiveCommand::Detach => {
            live.link = None;
            app.notices.success("Detached. The game goes on");
        }
        LiveCommand::Pause(is_paused) => order(app, LiveOrder::Pause(is_paused), is_paused),
        LiveCommand::Step(frames) => order(app, LiveOrder::Step(frames), true),
    }
}

fn order(app: &mut App, order: LiveOrder, loads: bool) {
    if let Some(link) = &mut app.features.live.link {
        link.is_loading = loads;
        link.order(order);
    }
}

/// Pauses the attached game if it runs, and tells whether it ran.
pub fn pause_running_game(app: &mut App) -> bool {
    let runs = app.features.live.link.as_ref().is_some_and(|link| !link.status.paused);
    if runs {
        order(app, LiveOrder::Pause(true), true);
    }
    runs
}

/// Takes what has arrived, and sends the level if it was edited.
pub fn follow(app: &mut App, ctx: &Context) {
    let Some(link) = &app.features.live.link else { return };
    for news in link.news() {
        let Some(link) = &mut app.features.live.link else { return };
        match news {
            LiveNews::Status(status) => link.status = status,
            LiveNews::Frames(_) if link.is_sending => {}
            LiveNews::Frames(run) => {
                link.is_loading = false;
                show(app, *run);
            }
            LiveNews::Updated(updated) => {
                link.is_sending = false;
                let (kept, added, removed) = (updated.kept, updated.added, updated.removed);
                if added + removed > 0 {
                    app.notices.success(format!(
                        "The game has the level: {kept} parts kept, {added} added, {removed} removed"
                    ));
                }
            }
            LiveNews::Refused(reason) => {
                (link.is_sending, link.is_loading) = (false, false);
                app.notices.warning(format!("The game refused: {reason}"));
            }
            LiveNews::Ended(reason) => {
                app.features.live.link = None;
                app.notices.warning(format!("Detached: {reason}"));
            }
        }
    }
    send_edits(app, ctx);
}

/// Sends the level after an edit, once the pointer is released.
fn send_edits(app: &mut App, ctx: &Context) {
    let Some(link) = &mut app.features.live.link else { return };
    let placed = &app.document.placed().level;
    let is_dragging = ctx.input(|input| input.pointer.any_down());
    if is_dragging || link.is_sending || Arc::ptr_eq(placed, &link.known) {
        return;
    }
    let is_same = placed.name == link.known.name && user_data::is_same_physics(placed, &link.known);
    link.known = placed.clone();
    if !is_same {
        link.is_sending = true;
        link.order(LiveOrder::Send(placed.clone()));
    }
}

/// Shows frames of the game. If the game has another level, the document takes it over in one step of the history.
fn show(app: &mut App, mut run: Run) {
    let is_unsent =
        app.features.live.link.as_ref().is_some_and(|link| !Arc::ptr_eq(&app.document.placed().level, &link.known));
    if is_unsent {
        return;
    }
    let level = run.start_level().clone();
    let is_same = run.relabel(&app.document.placed().level);
    if !is_same || level.name != app.document.level().name {
        let taken = app.document.apply(Edit::new("Level of the game", move |old| {
            if is_same {
                old.name.clone_from(&level.name);
                return Ok(());
            }
            let editor = old.editor.take();
            *old = crate::level::Level { editor, ..crate::level::Level::clone(&level) };
            Ok(())
        }));
        if taken.is_err() || !run.relabel(&app.document.placed().level) {
            return app.notices.warning("The level of the game cannot be shown");
        }
        if let Some(link) = &mut app.features.live.link {
            link.known = app.document.placed().level.clone();
        }
    }
    app.playback.set_playing(false);
    app.playback.catch_up_to((0, 0));
    app.run = run;
    app.features.timeline.forget();
    app.features.journal.branch = app.run.branch().id;
    app.level_changed();
}

/// Begins to follow a game that was opened.
pub fn attached(app: &mut App, ctx: &Context, link: files::GameLink) {
    let (client, status) = link;
    let level = app.document.placed().level.clone();
    app.run.relabel(&level);
    app.features.live.link = Some(crate::editor::features::live::Attached::new(client, status, level, ctx));
}
