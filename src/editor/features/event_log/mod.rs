//! Search over everything that happened in the run.

pub(crate) mod panel;

use crate::debugger::Run;
use crate::debugger::event_log::{EventLog, EventQuery, FoundEvents};
use crate::editor::background::Pace;
use crate::level::Place;

/// The log, the query and what it found.
#[derive(Debug, Default)]
pub struct EventLogUi {
    /// What the user searches for; `parts` follow the selection.
    pub query: EventQuery,
    /// Whether only entries about the selection are listed.
    pub follows_selection: bool,
    /// Whether the log has not reached the end of the run.
    pub is_behind: bool,
    log: EventLog,
    found: FoundEvents,
}

impl EventLogUi {
    /// Continues the log and the search while the tab is open.
    pub fn follow(&mut self, is_visited: bool, run: &Run, selection: &[Place], pace: &Pace) {
        if !is_visited {
            self.is_behind = false;
            return;
        }
        self.is_behind = !self.log.follow(run, || pace.goes_on());
        self.query.parts = if self.follows_selection { selection.to_vec() } else { Vec::new() };
        self.found.update(&self.log, &self.query, run.level());
    }

    /// The log.
    pub fn log(&self) -> &EventLog {
        &self.log
    }

    /// What the query found.
    pub fn found(&self) -> &FoundEvents {
        &self.found
    }
}
