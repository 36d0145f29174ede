//! Moments of the displayed run: typed ones within its limits, and the targets of commands about time. `debugger/moment.rs` is the
//! notation itself.

pub use crate::debugger::moment::write as written;
use crate::debugger::{Moment, Run, moment};
use crate::editor::actions::Command;
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::Timeline;
use crate::editor::features::timeline::marks::MarkKind;
use crate::level::Level;
use crate::level::bookmarks::Bookmark;

/// Largest frame that can be typed. Measurements of more frames would exhaust the memory.
const LAST_TYPED: u64 = 9_999_999;

/// Parses a moment of the run, and a number of phases.
pub fn moment_of(text: &str, substeps_in: impl Fn(u64) -> u32) -> Result<(Moment, usize), String> {
    let ((frame, substep), phase) = moment::parse(text)?;
    if frame > LAST_TYPED {
        return Err(format!("Frame {frame} is too far. The largest frame is {LAST_TYPED}"));
    }
    let substeps = substeps_in(frame);
    if substep >= substeps {
        return Err(format!("Frame {frame} has only the substeps 0 to {}", substeps - 1));
    }
    Ok(((frame, substep), phase))
}

/// The displayed moment, and the phases after it if the state inside a substep is displayed.
pub fn displayed_phase(run: &Run) -> (Moment, usize) {
    match (run.phases_done(), run.moment_before(run.moment())) {
        (Some(done), Some(before)) => (before, done),
        _ => (run.moment(), 0),
    }
}

/// The text of the displayed moment, with the phase if the state inside a substep is displayed.
pub fn displayed(run: &Run) -> String {
    let (moment, phase) = displayed_phase(run);
    moment::write_phase(moment, phase)
}

/// The text of a bookmark's moment.
pub fn of_bookmark(bookmark: &Bookmark, substeps: u32) -> String {
    moment::write_phase(bookmark.moment(substeps), bookmark.phase as usize)
}

/// A time of a level, with as many decimals as differ between substeps, and up to two more if these make it exact.
pub fn time_words(level: &Level, time: f64) -> String {
    let substep = level.world.frame_time / f64::from(level.world.substeps);
    let least = (1.0 - substep.log10()).ceil().clamp(0.0, 12.0) as i32;
    let is_exact = |decimals: &i32| (substep * 10_f64.powi(*decimals)).fract() == 0.0;
    let decimals = (least..=least + 2).find(is_exact).unwrap_or(least) as usize;
    format!("{time:.decimals$}")
}

/// The target of a command, with the phases after it; `None` if there is none.
pub fn target(view: &ViewContext, timeline: &Timeline, command: Command, present: Moment) -> Option<(Moment, usize)> {
    let run = view.run;
    let moment = match command {
        Command::StepFrame => Some((present.0 + 1, 0)),
        Command::StepSubstep => Some(run.moment_after(present)),
        Command::BackFrame if present.1 > 0 => Some((present.0, 0)),
        Command::BackFrame => present.0.checked_sub(1).map(|frame| (frame, 0)),
        Command::BackSubstep => run.moment_before(present),
        Command::Restart => Some((0, 0)),
        Command::LastFrame => Some((run.last_frame(), 0)),
        Command::NextMark => return next(view, timeline, present, true),
        Command::PreviousMark => return previous(view, timeline, present, true),
        Command::NextBookmark => return next(view, timeline, present, false),
        Command::PreviousBookmark => return previous(view, timeline, present, false),
        _ => None,
    };
    moment.map(|moment| (moment, 0))
}

/// The level's bookmarks, in order of time.
pub fn bookmarks<'a>(view: &ViewContext<'a>) -> &'a [Bookmark] {
    view.document.level().editor.as_ref().map_or(&[], |extra| &extra.bookmarks)
}

/// True if marks of a kind are shown.
pub fn is_shown(view: &ViewContext, kind: MarkKind) -> bool {
    !view.settings.hidden_marks.iter().any(|id| id == kind.id())
}

/// Moments of the bookmarks, with the phases after them.
pub fn moments<'a>(view: &ViewContext<'a>) -> impl Iterator<Item = (Moment, usize)> + use<'a> {
    let substeps = view.run.level().world.substeps;
    bookmarks(view).iter().map(move |bookmark| (bookmark.moment(substeps), bookmark.phase as usize))
}

/// The next bookmark or mark.
fn next(view: &ViewContext, timeline: &Timeline, present: Moment, with_marks: bool) -> Option<(Moment, usize)> {
    let present = within(view.run, present);
    let bookmark = moments(view).filter(|&at| at > present).min();
    let mark = timeline.marks.next(present.0, |kind| with_marks && is_shown(view, kind));
    [bookmark, mark.map(|moment| (moment, 0))].into_iter().flatten().min()
}

/// The previous bookmark or mark.
fn previous(view: &ViewContext, timeline: &Timeline, present: Moment, with_marks: bool) -> Option<(Moment, usize)> {
    let present = within(view.run, present);
    let bookmark = moments(view).filter(|&at| at < present).max();
    let (start, phase) = present;
    let before = if phase > 0 { view.run.moment_after(start) } else { start };
    let mark = timeline.marks.previous(before, |kind| with_marks && is_shown(view, kind));
    [bookmark, mark.map(|moment| (moment, 0))].into_iter().flatten().max()
}

/// A moment with the phases after it; those of the displayed state, if it is inside the substep that ends there.
pub fn within(run: &Run, moment: Moment) -> (Moment, usize) {
    if moment == run.moment() { displayed_phase(run) } else { (moment, 0) }
}

/// True if the command can be performed.
pub fn is_possible(view: &ViewContext, timeline: &Timeline, command: Command) -> bool {
    let present = view.run.moment();
    match command {
        Command::BackFrame | Command::BackSubstep | Command::BackPhase | Command::Restart => present != (0, 0),
        Command::PlayBackward => present != (0, 0) || view.playback.looped.is_on,
        Command::LastFrame => view.run.frame() < view.run.last_frame(),
        Command::LoopAll => view.playback.looped.is_set(),
        Command::NextMark | Command::PreviousMark | Command::NextBookmark | Command::PreviousBookmark => {
            target(view, timeline, command, present).is_some()
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_words_differ_between_substeps() {
        let mut level = Level::default();
        (level.world.frame_time, level.world.substeps) = (1.0, 16);
        assert_eq!([108.0, 108.0625].map(|time| time_words(&level, time)), ["108.0000", "108.0625"]);
        level.world.substeps = 8;
        assert_eq!(time_words(&level, 150.875), "150.875");
        for (frame_time, substeps) in [(1.0, 1), (1.0 / 60.0, 16), (0.25, 7), (1000.0, 3), (1.0, 1000)] {
            (level.world.frame_time, level.world.substeps) = (frame_time, substeps);
            let time = |substep: u32| {
                time_words(&level, 40.0 * frame_time + f64::from(substep) * frame_time / f64::from(substeps))
            };
            assert!((0..substeps).all(|substep| time(substep) != time(substep + 1)), "{frame_time} / {substeps}");
        }
    }

    #[test]
    fn moment_of_inverts_written() {
        assert_eq!(moment_of(" 120 ", |_| 16), Ok(((120, 0), 0)));
        assert_eq!(moment_of("120.5", |_| 16), Ok(((120, 5), 0)));
        assert_eq!(moment_of("0.15.2", |_| 16), Ok(((0, 15), 2)));
        assert_eq!(written((120, 5)), "120.5");
        assert_eq!(written((7, 0)), "7");
        for (text, reason) in [
            ("", "is no moment"),
            ("x", "is no moment"),
            ("-3", "is no moment"),
            ("1.2.3.4", "is no moment"),
            ("3.", "is no moment"),
            ("5.16", "0 to 15"),
            ("99999999999999999999", "is no moment"),
            ("10000000", "too far"),
        ] {
            let refusal = moment_of(text, |_| 16).unwrap_err();
            assert!(refusal.contains(reason), "{text}: {refusal}");
        }
    }
}
