//! Runs a shrinking task in a thread, or on the web in slices of each UI frame.

use crate::debugger::shrink::{Failure, Progress, Refusal, ShrinkEffort, ShrinkRun, Shrunk};
use crate::level::Level;
use egui::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use web_time::{Duration, Instant};

/// Time budget per UI frame on the web.
const SLICE: Duration = Duration::from_millis(8);
/// Interval between progress reports of the thread.
const REPORT_INTERVAL: Duration = Duration::from_millis(80);

/// Command to the thread: continue.
const CONTINUE: u8 = 0;
/// Stop and report the smallest level so far.
const STOP: u8 = 1;
/// End without a report, because the receiver is gone.
const ABANDON: u8 = 2;

pub(super) type ShrinkResult = Result<Shrunk, Refusal>;

enum ShrinkUpdate {
    Progress(Progress),
    Found(Box<ShrinkResult>),
}

/// A running task. Dropping it ends its thread within one simulated frame.
pub(super) struct ShrinkWorker {
    updates: Receiver<ShrinkUpdate>,
    order: Arc<AtomicU8>,
    sliced: Option<ShrinkRun>,
    ctx: Context,
}

impl ShrinkWorker {
    /// Starts the task.
    pub fn start(ctx: &Context, level: Level, failure: Failure, effort: ShrinkEffort) -> Self {
        Self::with(ctx, level, failure, effort, !cfg!(target_arch = "wasm32"))
    }

    fn with(ctx: &Context, level: Level, failure: Failure, effort: ShrinkEffort, has_threads: bool) -> Self {
        let (tells, updates) = channel();
        let order = Arc::new(AtomicU8::new(CONTINUE));
        let (own_ctx, own_order) = (ctx.clone(), order.clone());
        let course = (level, failure, effort);
        let fallback_input = course.clone();
        let work = move || {
            let (level, failure, effort) = course;
            run(&own_ctx, ShrinkRun::new(level, failure, effort), &own_order, &tells);
        };
        // Without a thread the task runs here in slices.
        let is_beside = has_threads && std::thread::Builder::new().name("shrink".to_owned()).spawn(work).is_ok();
        let sliced = (!is_beside).then(|| ShrinkRun::new(fallback_input.0, fallback_input.1, fallback_input.2));
        Self { updates, order, sliced, ctx: ctx.clone() }
    }

    /// The result, when finished; otherwise updates `progress`.
    pub fn follow(&mut self, progress: &mut Progress) -> Option<ShrinkResult> {
        if let Some(course) = &mut self.sliced {
            let end = Instant::now() + SLICE;
            loop {
                if let Some(found) = course.step() {
                    return Some(found);
                }
                if Instant::now() >= end {
                    break;
                }
            }
            *progress = course.progress();
            self.ctx.request_repaint();
            return None;
        }
        loop {
            match self.updates.try_recv() {
                Ok(ShrinkUpdate::Progress(now)) => *progress = now,
                Ok(ShrinkUpdate::Found(found)) => return Some(*found),
                Err(TryRecvError::Empty) => return None,
                // The thread ended without a result.
                Err(TryRecvError::Disconnected) => return Some(Err(Refusal::Stopped)),
            }
        }
    }

    /// Requests the smallest level so far.
    pub fn stop(&mut self) {
        self.order.store(STOP, Ordering::Relaxed);
        if let Some(course) = &self.sliced {
            course.stop();
        }
        self.ctx.request_repaint();
    }
}

impl Drop for ShrinkWorker {
    fn drop(&mut self) {
        self.order.store(ABANDON, Ordering::Relaxed);
    }
}

/// Main loop of the thread.
fn run(ctx: &Context, mut course: ShrinkRun, order: &AtomicU8, tells: &Sender<ShrinkUpdate>) {
    let mut last = Instant::now();
    loop {
        if let Some(found) = course.step() {
            let _ = tells.send(ShrinkUpdate::Found(Box::new(found)));
            break;
        }
        match order.load(Ordering::Relaxed) {
            STOP => course.stop(),
            ABANDON => return,
            _ => {}
        }
        if last.elapsed() >= REPORT_INTERVAL {
            last = Instant::now();
            if tells.send(ShrinkUpdate::Progress(course.progress())).is_err() {
                return;
            }
            ctx.request_repaint();
        }
    }
    ctx.request_repaint();
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
        let mut work =
            ShrinkWorker::with(&Context::default(), level(), failure(), ShrinkEffort::default(), has_threads);
        let mut progress = ShrinkRun::new(level(), failure(), ShrinkEffort::default()).progress();
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
