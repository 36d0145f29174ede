//! Breakpoints in the window: evaluated while the run plays, and searched over several UI frames on request.

pub mod commands;
pub(crate) mod panel;

use crate::debugger::breakpoints::{Mark, Watcher};
use crate::debugger::moment;
use crate::debugger::search::Search;
use crate::debugger::{Moment, Run};
use crate::editor::features::diagnosis::runs_alike;
use crate::level::Level;
pub use commands::BreakpointCommand;
use std::sync::Arc;

/// A search in progress.
#[derive(Debug)]
pub enum BreakpointSearch {
    /// Searches backwards with a second run.
    Back(Box<Search>),
    /// Steps the run itself, from this frame.
    Forward(Box<Watcher>, u64),
}

/// Evaluation, search and results of the level's breakpoints.
#[derive(Debug, Default)]
pub struct Breakpoints {
    /// Evaluates the conditions.
    pub watcher: Watcher,
    /// The running search and its breakpoint.
    pub search_job: Option<(usize, BreakpointSearch)>,
    /// Result of the last search: breakpoint index and message.
    pub report: Option<(usize, String)>,
    level: Option<Arc<Level>>,
}

impl Breakpoints {
    /// Loads the breakpoints and watch expressions of a level.
    pub fn take(&mut self, level: &Arc<Level>) {
        let is_same = self.level.as_ref().is_some_and(|old| runs_alike(old, level));
        let conditions = |level: &Level| level.editor.as_ref().map(|extra| extra.breakpoints.clone());
        if !is_same || self.level.as_deref().map(conditions) != Some(conditions(level)) {
            (self.search_job, self.report) = (None, None);
        }
        self.watcher.take(level, is_same);
        self.level = Some(level.clone());
    }

    /// Moments at which a condition became true, in order of time.
    pub fn marks(&self) -> &[Mark] {
        self.watcher.marks()
    }

    /// True if the next UI frame has to continue a search.
    pub fn is_active(&self) -> bool {
        self.search_job.is_some()
    }

    /// Progress of the search: breakpoint, fraction 0 to 1 if known, and a description.
    pub fn progress(&self, run: &Run) -> Option<(usize, Option<f64>, String)> {
        let (index, search_job) = self.search_job.as_ref()?;
        Some(match search_job {
            BreakpointSearch::Back(search) => (*index, Some(search.progress()), search.stage()),
            BreakpointSearch::Forward(_, from) => {
                (*index, None, format!("frame {}, {} checked", run.frame(), run.frame() - from))
            }
        })
    }
}

/// A moment as text.
pub fn words(moment: Moment) -> String {
    format!("frame {}", moment::write(moment))
}
