//! Marks of a run in pictures: events, true conditions, bookmarks.

use super::outcome::Failure;
use super::until::{When, refusal};
use crate::debugger::breakpoints::Watcher;
use crate::debugger::{Expression, Run};
use crate::level::{Breakpoint, Level, Then};
use crate::picture::Palette;
use crate::picture::chart::{self, Mark};
use clap::ValueEnum;

/// Kinds of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Which {
    /// Collapses, blow-ups, nodes without an eligible edge, exceeded impact limits
    Events,
    /// Moments at which conditions of the level's breakpoints became true
    Breakpoints,
    /// The level's bookmarks
    Bookmarks,
    /// No marks
    None,
}

impl Which {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Events, Self::Breakpoints, Self::Bookmarks];
}

/// Collects marks while a run advances.
pub(super) struct Marks {
    which: Vec<Which>,
    watcher: Watcher,
}

impl Marks {
    /// The selected kinds of the level's marks, and further conditions. Fails if a condition is invalid.
    pub fn new(level: &Level, which: &[Which], conditions: &[String], each: When) -> Result<Self, Failure> {
        let mut watched = level.clone();
        let extra = watched.editor.get_or_insert_default();
        if !which.contains(&Which::Breakpoints) {
            extra.breakpoints.clear();
        }
        for text in conditions {
            Expression::condition(text, level).map_err(|error| refusal("--mark", text, &error))?;
            extra.breakpoints.push(Breakpoint { then: Then::Mark, ..Breakpoint::new(text, each.into()) });
        }
        let mut watcher = Watcher::default();
        watcher.take(&watched, false);
        Ok(Self { which: which.to_vec(), watcher })
    }

    /// Advances to the next frame and evaluates the conditions at their intervals.
    pub fn step_frame(&mut self, run: &mut Run) {
        if self.watcher.is_idle() {
            run.step_frame();
            return;
        }
        self.watcher.ready(run);
        let next = run.frame() + 1;
        while run.frame() < next {
            if self.watcher.wants_substeps() {
                run.step_substep()
            } else {
                run.step_frame()
            }
            self.watcher.after(run);
        }
    }

    /// All marks of the run, in order of time.
    pub fn found(&self, run: &Run, palette: &Palette) -> Vec<Mark> {
        let at = |(frame, substep): (u64, u32)| frame as f64 + f64::from(substep) / f64::from(run.substeps_in(frame));
        let mut marks = Vec::new();
        if self.which.contains(&Which::Events) {
            marks.extend(run.events().iter().map(|event| Mark {
                at: at(run.moment_of(event)),
                color: chart::event_tint(palette, event.kind),
                name: event.kind.title().to_owned(),
                is_quiet: false,
            }));
        }
        let fired = self.watcher.marks().iter();
        marks.extend(fired.map(|mark| Mark {
            at: at(mark.moment),
            color: palette.selection,
            name: mark.title.clone(),
            is_quiet: false,
        }));
        if self.which.contains(&Which::Bookmarks) {
            let extra = run.level().editor.as_ref();
            let bookmarks = extra.map_or(&[][..], |extra| &extra.bookmarks);
            marks.extend(bookmarks.iter().map(|bookmark| Mark {
                at: at(bookmark.moment(run.level().world.substeps)),
                color: palette.pinned,
                name: bookmark.name.clone(),
                is_quiet: false,
            }));
        }
        marks.sort_by(|a, b| a.at.total_cmp(&b.at));
        marks
    }
}
