//! The level's twin in the window: the second run, kept in step with the first one picture by picture.
//!
//! Must never know: widgets, how the two are compared.

use crate::debugger::{Moment, Run, Twin};
use crate::engine::Trace;
use crate::level::format::FormatError;
use crate::level::{Level, Placement};
use std::sync::Arc;
use web_time::{Duration, Instant};

/// Work that may go into one picture.
const BUDGET: Duration = Duration::from_millis(11);

/// A twin at work.
pub struct Follower {
    /// The second run.
    pub twin: Twin,
    /// How both are shown.
    pub placement: Placement,
    /// Whether it is not yet where the leader is.
    pub is_behind: bool,
    trace: Option<(Moment, Arc<Trace>)>,
}

impl Follower {
    /// The twin that a level asks for, if it does.
    pub fn of(level: &Level) -> Result<Option<Self>, FormatError> {
        let Some(settings) = level.editor.as_ref().and_then(|extra| extra.twin) else { return Ok(None) };
        let twin = Twin::new(level, &settings)?;
        Ok(Some(Self { twin, placement: settings.placement, is_behind: false, trace: None }))
    }

    /// Goes on to where the leader is, but not for longer than a picture may take.
    pub fn follow(&mut self, leader: &Run) {
        let start = Instant::now();
        self.is_behind = !self.twin.follow(leader, || start.elapsed() < BUDGET);
    }

    /// Explains its last substep, where somebody wants to know.
    pub fn explain(&mut self, is_wanted: bool) {
        let moment = self.twin.run().moment();
        if !is_wanted {
            self.trace = None;
        } else if self.trace.as_ref().is_none_or(|(of, _)| *of != moment) {
            self.trace = self.twin.run_mut().trace().map(|trace| (moment, Arc::new(trace.clone())));
        }
    }

    /// Its last substep explained.
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_ref().map(|(_, trace)| &**trace)
    }
}
