//! The level's twin in the window: a second run stepped together with the first one.

pub(crate) mod panel;

use crate::debugger::{BranchId, Moment, Run, Twin};
use crate::editor::background::Pace;
use crate::engine::Trace;
use crate::level::format::FormatError;
use crate::level::user_data::is_same_physics;
use crate::level::{Level, Placement, Twin as Settings};
use std::sync::Arc;

/// A running twin.
pub struct TwinRunner {
    /// The second run.
    pub twin: Twin,
    /// How both runs are arranged.
    pub placement: Placement,
    /// Whether the twin lags behind the first run.
    pub is_behind: bool,
    trace: Option<(Moment, Arc<Trace>)>,
    /// The level from which the twin was made.
    level: Arc<Level>,
}

fn settings(level: &Level) -> Option<Settings> {
    level.editor.as_ref().and_then(|extra| extra.twin.clone())
}

impl TwinRunner {
    /// The compared branch, else the twin defined by the level, if any.
    pub fn of(
        level: &Arc<Level>,
        leader: &Run,
        compare: Option<(BranchId, Placement)>,
    ) -> Result<Option<Self>, FormatError> {
        if let Some((branch, placement)) = compare {
            let twin = Twin::of_branch(leader, branch);
            let level = level.clone();
            return Ok(twin.map(|twin| Self { twin, placement, is_behind: false, trace: None, level }));
        }
        let Some(settings) = settings(level) else { return Ok(None) };
        let twin = Twin::beside(level, &settings, leader)?;
        let level = level.clone();
        Ok(Some(Self { twin, placement: settings.placement, is_behind: false, trace: None, level }))
    }

    /// The twin of a changed level. Reuses the old twin with its history if the simulated contents are equal.
    pub fn again(
        old: Option<Self>,
        level: &Arc<Level>,
        leader: &Run,
        compare: Option<(BranchId, Placement)>,
    ) -> Result<Option<Self>, FormatError> {
        // A branch is always rebuilt, because it belongs to a run that may have been replaced.
        let old = old.filter(|old| compare.is_none() && old.twin.branch().is_none());
        let (Some(mut old), Some(new)) = (old, settings(level)) else { return Self::of(level, leader, compare) };
        let placement = new.placement;
        let is_same = settings(&old.level).is_some_and(|known| Settings { placement, ..known } == new)
            && is_same_physics(&old.level, level);
        let own = new.level(level);
        if !is_same || !old.twin.run_mut().relabel(&Arc::new(own)) {
            return Self::of(level, leader, compare);
        }
        (old.placement, old.level) = (placement, level.clone());
        Ok(Some(old))
    }

    /// Steps the twin towards the leader's moment while the pace allows it.
    pub fn follow(&mut self, leader: &Run, pace: &Pace) {
        self.is_behind = !self.twin.follow(leader, || pace.goes_on());
    }

    /// Traces the twin's last substep if an overlay or panel shows it.
    pub fn explain(&mut self, is_wanted: bool) {
        let moment = self.twin.run().moment();
        if !is_wanted {
            self.trace = None;
        } else if self.trace.as_ref().is_none_or(|(of, _)| *of != moment) {
            self.trace = self.twin.run_mut().trace().map(|trace| (moment, Arc::new(trace.clone())));
        }
    }

    /// The trace of its last substep.
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_ref().map(|(_, trace)| &**trace)
    }
}
