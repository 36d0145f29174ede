//! A shrinking task as a background job.

use crate::debugger::shrink::{Failure, Progress, Refusal, ShrinkEffort, ShrinkRun, Shrunk};
use crate::editor::background::{Job, JobHandle, Pace, Slice};
use crate::level::Level;
use egui::Context;
use serde::{Deserialize, Serialize};

pub(super) type ShrinkResult = Result<Shrunk, Refusal>;

/// A running task. Dropping it ends the job within one simulated frame.
pub(super) struct ShrinkWorker(JobHandle<ShrinkJob>);

impl ShrinkWorker {
    /// Starts the task.
    pub fn start(ctx: &Context, level: Level, failure: Failure, effort: ShrinkEffort) -> Self {
        Self(JobHandle::start(ctx, ShrinkRequest { level, failure, effort }))
    }

    /// The result, when finished; otherwise updates `progress`.
    pub fn follow(&mut self, progress: &mut Progress) -> Option<ShrinkResult> {
        for update in self.0.reports() {
            match update {
                ShrinkUpdate::Progress(now) => *progress = now,
                ShrinkUpdate::Found(found) => return Some(*found),
            }
        }
        self.0.has_failed().then_some(Err(Refusal::Stopped))
    }

    /// Requests the smallest level so far.
    pub fn stop(&mut self) {
        self.0.order(());
    }
}

/// A level and the failure to keep.
#[derive(Clone, Serialize, Deserialize)]
pub struct ShrinkRequest {
    pub(in crate::editor) level: Level,
    pub(in crate::editor) failure: Failure,
    pub(in crate::editor) effort: ShrinkEffort,
}

/// News of a task.
#[derive(Serialize, Deserialize)]
pub enum ShrinkUpdate {
    /// Where it is.
    Progress(Progress),
    /// The end.
    Found(Box<ShrinkResult>),
}

/// Shrinks a level; an order ends it with the smallest level so far.
pub struct ShrinkJob {
    course: ShrinkRun,
    is_over: bool,
}

impl Job for ShrinkJob {
    const NAME: &'static str = "shrink";
    const TITLE: &'static str = "Shrink";
    type Request = ShrinkRequest;
    type Order = ();
    type Report = ShrinkUpdate;

    fn begin(request: ShrinkRequest) -> Self {
        Self { course: ShrinkRun::new(request.level, request.failure, request.effort), is_over: false }
    }

    fn take(&mut self, (): ()) {
        self.course.stop();
    }

    fn work(&mut self, pace: &Pace) -> Slice<ShrinkUpdate> {
        while !self.is_over && pace.goes_on() {
            if let Some(found) = self.course.step() {
                self.is_over = true;
                return Slice::done(ShrinkUpdate::Found(Box::new(found)));
            }
        }
        Slice { report: Some(ShrinkUpdate::Progress(self.course.progress())), is_done: self.is_over }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::shrink::shrink;
    use crate::level::{Each, Node, Spring};

    /// A spring that pushes two of three nodes apart, and an unrelated disc.
    fn level() -> Level {
        let body = crate::level::Body {
            nodes: [0.0, 1.0, 5.0].map(|x| Node::at([x, 0.0])).to_vec(),
            springs: vec![Spring { a: 0, b: 1, rest_length: 3.0, stiffness: 0.25, damping: 0.0 }],
            ..crate::level::Body::default()
        };
        Level { bodies: vec![body.clone(), body], ..Level::default() }
    }

    fn failure() -> Failure {
        Failure { condition: "max(spring.length) > 1.5".to_owned(), each: Each::Frame, frames: 50 }
    }

    fn found(has_threads: bool, stops: bool) -> ShrinkResult {
        let (ctx, (level, failure, effort)) = (Context::default(), (level(), failure(), ShrinkEffort::default()));
        let mut work = if has_threads {
            ShrinkWorker::start(&ctx, level.clone(), failure.clone(), effort)
        } else {
            let request = ShrinkRequest { level: level.clone(), failure: failure.clone(), effort };
            ShrinkWorker(JobHandle::start_here(&ctx, request))
        };
        let mut progress = ShrinkRun::new(level, failure, effort).progress();
        if stops {
            work.stop();
        }
        loop {
            if let Some(found) = work.follow(&mut progress) {
                return found;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn shrink_by_thread_or_slices_equals_shrink_at_once() {
        let whole = shrink(&level(), &failure(), ShrinkEffort::default(), &mut |_| true).unwrap();
        assert_eq!((whole.after.nodes, whole.after.springs), (2, 1));
        for has_threads in [true, false] {
            let found = found(has_threads, false).unwrap();
            assert_eq!((&found.level, found.runs, found.first), (&whole.level, whole.runs, whole.first));
        }
        // Stopped before the first result.
        assert_eq!(found(false, true).err(), Some(Refusal::Stopped));
    }
}
