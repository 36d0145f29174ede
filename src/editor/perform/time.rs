//! Performs time commands.

use super::breakpoints;
use crate::debugger::{Moment, Run, moment};
use crate::editor::actions::{Action, Command};
use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::moments::*;
use crate::editor::keys;
use crate::editor::playback::Loop;
use crate::editor::settings::tabs::Tab;
use crate::level::Level;
use crate::level::bookmarks::{self, Bookmark};
use egui::Context;

/// Performs a command of a panel.
pub fn perform(app: &mut App, ctx: &Context, command: TimeCommand) {
    match command {
        TimeCommand::GoTo(moment) => go(app, moment),
        TimeCommand::GoInside(moment, phase) => go_inside(app, moment, phase),
        TimeCommand::GoToTyped(text) => match moment_of(&text, |frame| app.run.substeps_in(frame)) {
            Ok((moment, phase)) => go_inside(app, moment, phase),
            Err(reason) => app.notices.warning(reason),
        },
        TimeCommand::Loop(looped) => app.playback.looped = looped,
        TimeCommand::Show(Some(span)) => app.features.timeline.show(&app.run, span),
        TimeCommand::Show(None) => app.features.timeline.show(&app.run, [0.0, f64::INFINITY]),
        TimeCommand::Rename(which) => app.features.timeline.renames = which,
        TimeCommand::Describe(index, [name, note, tags]) => {
            app.features.timeline.renames = None;
            edit(app, ctx, format!("Describe bookmark {name}"), move |list| {
                let bookmark = list.get_mut(index).ok_or_else(|| GONE.to_owned())?;
                (bookmark.name, bookmark.note, bookmark.tags) = (name, note, bookmarks::tags_of(&tags));
                Ok(())
            });
        }
        TimeCommand::Note(moment, note) => {
            if bookmark_at(app, (moment, 0)).is_none() {
                add_bookmark(app, ctx, (moment, 0), note);
            }
            app.features.timeline.renames = bookmark_at(app, (moment, 0));
        }
        TimeCommand::Delete(index) => {
            app.features.timeline.renames = None;
            let name = bookmarks(&app.view()).get(index).map_or(String::new(), |bookmark| bookmark.name.clone());
            edit(app, ctx, format!("Delete bookmark {name}"), move |list| {
                if index >= list.len() {
                    return Err(GONE.to_owned());
                }
                list.remove(index);
                Ok(())
            });
        }
        TimeCommand::LookInside(done) => look_inside(app, |run| run.look_inside(done)),
        TimeCommand::ReturnToStart => return_to_start(app, ctx),
        TimeCommand::Cancel => app.playback.cancel(&mut app.run),
    }
}

/// Goes to frame 0. A running game would replace the run at once, so it is paused first.
fn return_to_start(app: &mut App, ctx: &Context) {
    #[cfg(not(target_arch = "wasm32"))]
    if super::live::pause_running_game(app) {
        let text = "Paused the game. Click again to go to the start of its recording, where tools edit the level";
        return app.notices.success(text);
    }
    super::perform(app, ctx, Action::Command(Command::Restart));
    app.notices.success("Returned to frame 0, where the level can be edited");
}

/// Shows the state inside a substep and opens the list of phases.
fn look_inside(app: &mut App, look: impl FnOnce(&mut Run)) {
    app.playback.set_playing(false);
    app.playback.stay();
    look(&mut app.run);
    app.settings.shows_phases = true;
}

const GONE: &str = "This bookmark no longer exists";

/// Stops playing and goes to a moment.
pub fn go(app: &mut App, moment: Moment) {
    app.features.timeline.inside = None;
    app.playback.set_playing(false);
    app.playback.seek(&mut app.run, moment);
}

/// Goes to a moment; with a phase, to the state after that many phases of the next substep.
pub fn go_inside(app: &mut App, moment: Moment, phase: usize) {
    if phase == 0 {
        return go(app, moment);
    }
    let end = app.run.moment_after(moment);
    go(app, end);
    app.features.timeline.inside = Some((end, phase));
    arrive(app);
}

/// Shows the state inside a substep once the seek to its end has arrived there. Called in every UI frame.
pub fn arrive(app: &mut App) {
    if app.playback.target().is_some() {
        return;
    }
    if let Some((moment, places)) = app.features.timeline.kept_in_view.take()
        && app.run.moment() == moment
    {
        app.canvas.kept_in_view = Some(places);
    }
    let Some((end, phase)) = app.features.timeline.inside.take() else { return };
    if app.run.moment() == end {
        look_inside(app, |run| run.look_inside(phase));
    }
}

/// Performs a time command.
pub fn command(app: &mut App, ctx: &Context, command: Command) {
    let present = app.playback.target().unwrap_or_else(|| app.run.moment());
    match command {
        Command::Faster => app.playback.change_speed(true),
        Command::Slower => app.playback.change_speed(false),
        Command::NormalSpeed => app.playback.set_speed(1.0),
        Command::PlayPause => {
            app.playback.stay();
            let is_playing = app.playback.is_playing;
            app.playback.set_playing(!is_playing);
        }
        Command::PlayForward => app.playback.play_or_pause(false),
        Command::PlayBackward => app.playback.play_or_pause(true),
        // Set the focus at once, so that the next typed character goes into the field.
        Command::GoToFrame => ctx.memory_mut(|memory| memory.request_focus(crate::editor::widgets::frame_field_id())),
        Command::LoopStart => app.playback.looped = app.playback.looped.from(present.0),
        Command::LoopEnd => app.playback.looped = app.playback.looped.to(present.0),
        Command::ToggleLoop => app.playback.looped.is_on = !app.playback.looped.is_on,
        Command::LoopAll => app.playback.looped = Loop::default(),
        Command::StepPhase => look_inside(app, Run::step_phase),
        Command::BackPhase => look_inside(app, |run| _ = run.back_phase()),
        Command::SearchEvents => app.settings.show(Tab::EventLog),
        Command::ShowPartsTable => app.settings.show(Tab::PartsTable),
        Command::LastChange => super::changes::ask_selected(app, false),
        Command::NextChange => super::changes::ask_selected(app, true),
        // Where there is a bookmark, start editing its texts.
        Command::AddBookmark => {
            let at = within(&app.run, present);
            match bookmark_at(app, at) {
                None => {
                    let when = add_bookmark(app, ctx, at, String::new());
                    let text = format!("Bookmark at frame {when}. Press {{command add-bookmark}} again to add a note");
                    app.notices.success(keys::fill(ctx, &text));
                }
                here => app.features.timeline.renames = here,
            }
        }
        // Stepping stops at breakpoints and starts from the present moment, not from the target of a seek.
        Command::StepFrame | Command::StepSubstep if !app.features.breakpoints.watcher.is_idle() => {
            app.playback.stay();
            app.playback.set_playing(false);
            let present = app.run.moment();
            if let Some((moment, _)) = target(&app.view(), &app.features.timeline, command, present) {
                breakpoints::step(app, moment);
            }
        }
        _ => match target(&app.view(), &app.features.timeline, command, present) {
            Some((moment, phase)) => go_inside(app, moment, phase),
            None => app.playback.set_playing(false),
        },
    }
}

/// Index of the bookmark at a moment and the phases after it.
fn bookmark_at(app: &App, at: (Moment, usize)) -> Option<usize> {
    moments(&app.view()).position(|known| known == at)
}

/// Adds a bookmark with a note at a moment and the phases after it. Returns the text of both.
fn add_bookmark(app: &mut App, ctx: &Context, (moment, phase): (Moment, usize), note: String) -> String {
    let name = bookmarks::free_name(bookmarks(&app.view()));
    let when = moment::write_phase(moment, phase);
    edit(app, ctx, format!("{name} at frame {when}"), move |list| {
        let (frame, substep) = moment;
        let phase = u32::try_from(phase).unwrap_or_default();
        bookmarks::insert(list, Bookmark { frame, substep, phase, name, note, ..Bookmark::default() });
        Ok(())
    });
    when
}

fn edit(
    app: &mut App,
    ctx: &Context,
    label: String,
    change: impl FnOnce(&mut Vec<Bookmark>) -> Result<(), String> + 'static,
) {
    let change = move |level: &mut Level| change(&mut level.editor.get_or_insert_default().bookmarks);
    super::perform(app, ctx, Action::Edit(Edit::new(label, change)));
}
