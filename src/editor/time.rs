//! Commands about time: playing, seeking, looping, bookmarks and marks.

use super::actions::{Action, Command};
use super::app::App;
use super::document::Edit;
use super::playback::Loop;
use super::{panels, perform};
use crate::debugger::{Moment, Run};
use crate::editor::features::breakpoints;
use crate::editor::features::timeline::marks::MarkKind;
use crate::level::Level;
use crate::level::bookmarks::{self, Bookmark};
use egui::Context;

/// Commands of panels beyond [`Command`].
#[derive(Clone, Debug, PartialEq)]
pub enum TimeCommand {
    /// Go to a moment, visited or not.
    GoTo(Moment),
    /// Go to the moment written in this text.
    GoToTyped(String),
    /// Set the loop range.
    Loop(Loop),
    /// Show this range of frames on the timeline; `None`: all.
    Show(Option<[f64; 2]>),
    /// Start editing the name of a bookmark; `None`: stop.
    Rename(Option<usize>),
    /// Name a bookmark.
    Name(usize, String),
    /// Delete a bookmark.
    Delete(usize),
    /// Show the state inside the current substep after this number of phases; 0: at its end.
    LookInside(usize),
    /// Cancel the seek.
    CallOff,
}

/// Largest frame that can be typed. Measurements of more frames would exhaust the memory.
const LAST_TYPED: u64 = 9_999_999;

/// Performs a command of a panel.
pub fn perform(app: &mut App, ctx: &Context, command: TimeCommand) {
    match command {
        TimeCommand::GoTo(moment) => go(app, moment),
        TimeCommand::GoToTyped(text) => match moment_of(&text, |frame| app.run.substeps_in(frame)) {
            Ok(moment) => go(app, moment),
            Err(reason) => app.notices.warning(reason),
        },
        TimeCommand::Loop(looped) => app.playback.looped = looped,
        TimeCommand::Show(Some(span)) => app.features.timeline.show(&app.run, span),
        TimeCommand::Show(None) => app.features.timeline.show(&app.run, [0.0, f64::INFINITY]),
        TimeCommand::Rename(which) => app.features.timeline.renames = which,
        TimeCommand::Name(index, name) => {
            app.features.timeline.renames = None;
            edit(app, ctx, format!("Name of a bookmark: {name}"), move |list| {
                list.get_mut(index).ok_or_else(|| GONE.to_owned())?.name = name;
                Ok(())
            });
        }
        TimeCommand::Delete(index) => {
            app.features.timeline.renames = None;
            let name = bookmarks(app).get(index).map_or(String::new(), |bookmark| bookmark.name.clone());
            edit(app, ctx, format!("Delete bookmark {name}"), move |list| {
                if index >= list.len() {
                    return Err(GONE.to_owned());
                }
                list.remove(index);
                Ok(())
            });
        }
        TimeCommand::LookInside(done) => look_inside(app, |run| run.look_inside(done)),
        TimeCommand::CallOff => app.playback.call_off(&mut app.run),
    }
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
    app.playback.set_playing(false);
    app.playback.seek(&mut app.run, moment);
}

/// Parses a frame and substep: `120` or `120.5`.
pub fn moment_of(text: &str, substeps_in: impl Fn(u64) -> u32) -> Result<Moment, String> {
    let text = text.trim();
    let (frame, substep) = text.split_once('.').unwrap_or((text, "0"));
    let (Ok(frame), Ok(substep)) = (frame.parse::<u64>(), substep.parse::<u32>()) else {
        return Err(format!("“{text}” is not a frame number. Write 120, or 120.5 for substep 5 of frame 120"));
    };
    if frame > LAST_TYPED {
        return Err(format!("Frame {frame} is too far. The largest frame is {LAST_TYPED}"));
    }
    let substeps = substeps_in(frame);
    if substep >= substeps {
        return Err(format!("Frame {frame} has only the substeps 0 to {}", substeps - 1));
    }
    Ok((frame, substep))
}

/// Formats a moment as [`moment_of`] reads it.
pub fn written((frame, substep): Moment) -> String {
    if substep == 0 { frame.to_string() } else { format!("{frame}.{substep}") }
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
        Command::GoToFrame => ctx.memory_mut(|memory| memory.request_focus(panels::clock::field_id())),
        Command::LoopStart => app.playback.looped = app.playback.looped.from(present.0),
        Command::LoopEnd => app.playback.looped = app.playback.looped.to(present.0),
        Command::ToggleLoop => app.playback.looped.is_on = !app.playback.looped.is_on,
        Command::LoopAll => app.playback.looped = Loop::default(),
        Command::StepPhase => look_inside(app, Run::step_phase),
        Command::BackPhase => look_inside(app, |run| _ = run.back_phase()),
        Command::AddBookmark => add_bookmark(app, ctx, present),
        // Stepping stops at breakpoints and starts from the present moment, not from the target of a seek.
        Command::StepFrame | Command::StepSubstep if !app.features.breakpoints.watcher.is_idle() => {
            app.playback.stay();
            app.playback.set_playing(false);
            let present = app.run.moment();
            if let Some(moment) = target(app, command, present) {
                breakpoints::step(app, moment);
            }
        }
        _ => match target(app, command, present) {
            Some(moment) => go(app, moment),
            None => app.playback.set_playing(false),
        },
    }
}

/// The target of a command; `None` if there is none.
fn target(app: &App, command: Command, present: Moment) -> Option<Moment> {
    let run = &app.run;
    match command {
        Command::StepFrame => Some((present.0 + 1, 0)),
        Command::StepSubstep => Some(run.moment_after(present)),
        Command::BackFrame if present.1 > 0 => Some((present.0, 0)),
        Command::BackFrame => present.0.checked_sub(1).map(|frame| (frame, 0)),
        Command::BackSubstep => run.moment_before(present),
        Command::Restart => Some((0, 0)),
        Command::LastFrame => Some((run.last_frame(), 0)),
        Command::NextMark => next(app, present, true),
        Command::PreviousMark => previous(app, present, true),
        Command::NextBookmark => next(app, present, false),
        Command::PreviousBookmark => previous(app, present, false),
        _ => None,
    }
}

/// The level's bookmarks, in order of time.
pub fn bookmarks(app: &App) -> &[Bookmark] {
    app.document.level().editor.as_ref().map_or(&[], |extra| &extra.bookmarks)
}

/// True if marks of a kind are shown.
pub fn is_shown(app: &App, kind: MarkKind) -> bool {
    !app.settings.hidden_marks.iter().any(|id| id == kind.id())
}

fn moments<'a>(app: &'a App, run: &'a Run) -> impl Iterator<Item = Moment> + 'a {
    bookmarks(app).iter().map(|bookmark| bookmark.moment(run.level().world.substeps))
}

/// The next bookmark or mark.
fn next(app: &App, present: Moment, with_marks: bool) -> Option<Moment> {
    let bookmark = moments(app, &app.run).filter(|&moment| moment > present).min();
    let mark = app.features.timeline.marks.next(present, |kind| with_marks && is_shown(app, kind));
    [bookmark, mark].into_iter().flatten().min()
}

/// The previous bookmark or mark.
fn previous(app: &App, present: Moment, with_marks: bool) -> Option<Moment> {
    let bookmark = moments(app, &app.run).filter(|&moment| moment < present).max();
    let mark = app.features.timeline.marks.previous(present, |kind| with_marks && is_shown(app, kind));
    [bookmark, mark].into_iter().flatten().max()
}

/// True if the command can be performed.
pub fn is_possible(app: &App, command: Command) -> bool {
    let present = app.run.moment();
    match command {
        Command::BackFrame | Command::BackSubstep | Command::BackPhase | Command::Restart => present != (0, 0),
        Command::PlayBackward => present != (0, 0) || app.playback.looped.is_on,
        Command::LastFrame => app.run.frame() < app.run.last_frame(),
        Command::LoopAll => app.playback.looped.is_set(),
        Command::NextMark | Command::PreviousMark | Command::NextBookmark | Command::PreviousBookmark => {
            target(app, command, present).is_some()
        }
        _ => true,
    }
}

/// Adds a bookmark at the present moment; if there is one, starts editing its name.
fn add_bookmark(app: &mut App, ctx: &Context, (frame, substep): Moment) {
    let here = moments(app, &app.run).position(|moment| moment == (frame, substep));
    if here.is_some() {
        app.features.timeline.renames = here;
        return;
    }
    let name = bookmarks::free_name(bookmarks(app));
    edit(app, ctx, format!("{name} at frame {}", written((frame, substep))), move |list| {
        bookmarks::insert(list, Bookmark { frame, substep, name });
        Ok(())
    });
}

fn edit(
    app: &mut App,
    ctx: &Context,
    label: String,
    change: impl FnOnce(&mut Vec<Bookmark>) -> Result<(), String> + 'static,
) {
    let change = move |level: &mut Level| change(&mut level.editor.get_or_insert_default().bookmarks);
    perform::perform(app, ctx, Action::Edit(Edit::new(label, change)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moment_of_inverts_written() {
        assert_eq!(moment_of(" 120 ", |_| 16), Ok((120, 0)));
        assert_eq!(moment_of("120.5", |_| 16), Ok((120, 5)));
        assert_eq!(moment_of("0.15", |_| 16), Ok((0, 15)));
        assert_eq!(written((120, 5)), "120.5");
        assert_eq!(written((7, 0)), "7");
        for (text, reason) in [
            ("", "no frame"),
            ("x", "no frame"),
            ("-3", "no frame"),
            ("1.2.3", "no frame"),
            ("3.", "no frame"),
            ("5.16", "0 to 15"),
            ("99999999999999999999", "no frame"),
            ("10000000", "too far"),
        ] {
            let refusal = moment_of(text, |_| 16).unwrap_err();
            assert!(refusal.contains(reason), "{text}: {refusal}");
        }
    }
}
