//! Runs the level checks: immediately for small levels, as a background job for large ones.

use crate::editor::background::{Job, JobHandle, Pace, Slice, shared};
use crate::level::Level;
use crate::level::checks::{self, Finding};
use egui::Context;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use web_time::{Duration, Instant};

/// Part count below which the checks run immediately, in under 1 ms.
const SMALL: usize = 1500;

/// Quiet time before the checks start. Edits during a drag follow each other faster, and their results would be
/// outdated at once.
const QUIET: Duration = Duration::from_millis(80);
/// Maximum delay of the checks, so that they also run during a long drag.
const MAX_DELAY: Duration = Duration::from_secs(2);

/// Runs the checks; only the result for the newest level is used.
pub struct Inspection {
    /// True while the known findings belong to an older level.
    is_behind: bool,
    /// Whether the next findings are the first after opening a level, so that errors are reported.
    pub tells_of_errors: bool,
    /// The newest level, if its checks have not started.
    waiting: Option<WaitingLevel>,
    job: Option<JobHandle<CheckJob>>,
    ctx: Context,
}

/// A level whose checks start after a quiet time.
struct WaitingLevel {
    level: Arc<Level>,
    /// Time of the first unchecked edit.
    since: Instant,
    last: Instant,
}

impl Inspection {
    /// Requests a repaint of `ctx` when findings arrive.
    pub fn new(ctx: &Context) -> Self {
        Self { is_behind: false, tells_of_errors: false, waiting: None, job: None, ctx: ctx.clone() }
    }

    /// Submits a level; returns the findings if the level is small.
    pub fn findings(&mut self, level: &Arc<Level>) -> Option<Arc<Vec<Finding>>> {
        if parts(level) < SMALL {
            (self.is_behind, self.waiting, self.job) = (false, None, None);
            return Some(Arc::new(checks::check(level)));
        }
        let now = Instant::now();
        let since = self.waiting.as_ref().map_or(now, |waiting| waiting.since);
        self.waiting = Some(WaitingLevel { level: level.clone(), since, last: now });
        self.is_behind = true;
        self.ctx.request_repaint_after(QUIET);
        None
    }

    /// Findings that have arrived since the last call. Results for older levels are dropped.
    pub fn answer(&mut self) -> Option<Arc<Vec<Finding>>> {
        self.start_checks();
        let job = self.job.as_mut()?;
        let found = job.reports().pop();
        if found.is_none() && !job.has_failed() {
            return None;
        }
        self.job = None;
        // While a newer level waits, these findings are outdated.
        self.is_behind = self.waiting.is_some();
        found.filter(|_| !self.is_behind).map(Arc::new)
    }

    fn start_checks(&mut self) {
        let Some(waiting) = &self.waiting else { return };
        let (quiet, delay) = (waiting.last.elapsed(), waiting.since.elapsed());
        // Checks that run during a long drag come to an end before the next ones start.
        if quiet < QUIET && (delay < MAX_DELAY || self.job.is_some()) {
            self.ctx.request_repaint_after(QUIET.saturating_sub(quiet));
            return;
        }
        let level = waiting.level.clone();
        self.waiting = None;
        self.job = Some(JobHandle::start(&self.ctx, CheckRequest { level }));
    }

    /// True if the known findings belong to an older level.
    pub fn is_behind(&self) -> bool {
        self.is_behind
    }
}

fn parts(level: &Level) -> usize {
    let of_body = |body: &crate::level::Body| {
        body.nodes.len() + body.springs.len() + body.sticks.len() + body.hull.len() + body.triangles.len()
    };
    level.bodies.iter().map(of_body).sum::<usize>() + level.discs.len() + level.obstacles.len()
}

/// A level to check.
#[derive(Serialize, Deserialize)]
pub struct CheckRequest {
    #[serde(with = "shared::level")]
    pub(in crate::editor) level: Arc<Level>,
}

/// Runs the rules one by one.
pub struct CheckJob {
    level: Arc<Level>,
    /// Number of completed rules.
    done: usize,
    found: Vec<Finding>,
}

impl Job for CheckJob {
    const NAME: &'static str = "checks";
    const TITLE: &'static str = "Checks";
    type Request = CheckRequest;
    type Order = ();
    type Report = Vec<Finding>;

    fn begin(request: CheckRequest) -> Self {
        Self { level: request.level, done: 0, found: Vec::new() }
    }

    fn work(&mut self, pace: &Pace) -> Slice<Vec<Finding>> {
        for rule in &checks::ALL[self.done..] {
            if !pace.goes_on() {
                return Slice { report: None, is_done: false };
            }
            (rule.find)(&self.level, &mut self.found);
            self.done += 1;
        }
        Slice::done(checks::sorted(std::mem::take(&mut self.found)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Node, shapes};

    fn sheet(name: &str, side: usize) -> Arc<Level> {
        let nodes = (0..side * side).map(|i| Node::at([(i % side) as f64, (i / side) as f64])).collect();
        let body = Body { name: name.to_owned(), nodes, ..Body::default() };
        Arc::new(Level { bodies: vec![body], ..Level::default() })
    }

    #[test]
    fn inspection_checks_small_levels_at_once() {
        let mut inspection = Inspection::new(&Context::default());
        let level = Arc::new(Level { bodies: vec![shapes::ALL[0].body()], ..Level::default() });
        assert_eq!(inspection.findings(&level).as_deref(), Some(&checks::check(&level)));
        assert!(!inspection.is_behind());
        assert_eq!(inspection.answer(), None);
    }

    #[test]
    fn inspection_of_large_levels_returns_the_newest_only() {
        let mut inspection = Inspection::new(&Context::default());
        let levels = ["first", "second", "third"].map(|name| sheet(name, 60));
        for level in &levels {
            assert_eq!(inspection.findings(level), None);
            assert!(inspection.is_behind());
        }
        let start = std::time::Instant::now();
        let answer = loop {
            if let Some(answer) = inspection.answer() {
                break answer;
            }
            assert!(start.elapsed().as_secs() < 120, "the checks did not finish");
            std::thread::yield_now();
        };
        assert_eq!(*answer, checks::check(&levels[2]));
        assert!(answer.iter().any(|finding| finding.message.contains("third")));
        assert!(!inspection.is_behind());
    }
}
