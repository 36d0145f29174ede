//! Runs sweep cells in one thread per processor, or on the web in slices of each UI frame.

use crate::debugger::sweep::{CellOutcome, CellRun, Opened, Sweep};
use egui::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use web_time::{Duration, Instant};

/// Time budget per UI frame on the web.
const SLICE: Duration = Duration::from_millis(8);

fn threads() -> usize {
    if cfg!(target_arch = "wasm32") { 0 } else { std::thread::available_parallelism().map_or(1, Into::into) }
}

/// Runs cells in threads. Dropping it discards the results; the threads end within one simulated frame.
pub(super) struct SweepWorker {
    answers: Receiver<(usize, CellOutcome)>,
    stop: Arc<AtomicBool>,
    sliced: Option<Sliced>,
}

/// State shared by the threads.
#[derive(Clone)]
struct SharedState {
    ctx: Context,
    sweep: Arc<Sweep>,
    cells: Arc<Vec<usize>>,
    next: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    tells: Sender<(usize, CellOutcome)>,
}

impl SharedState {
    fn run(&self) {
        let goes_on = || !self.stop.load(Ordering::Relaxed);
        while goes_on() {
            let Some(&cell) = self.cells.get(self.next.fetch_add(1, Ordering::Relaxed)) else { break };
            let Some(outcome) = self.sweep.run(cell, goes_on) else { break };
            if self.tells.send((cell, outcome)).is_err() {
                break;
            }
            self.ctx.request_repaint();
        }
    }
}

impl SweepWorker {
    /// Starts running these cells.
    pub fn start(ctx: &Context, sweep: &Arc<Sweep>, cells: Vec<usize>) -> Self {
        Self::with(ctx, sweep, cells, threads())
    }

    fn with(ctx: &Context, sweep: &Arc<Sweep>, cells: Vec<usize>, threads: usize) -> Self {
        let (tells, answers) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let cells = Arc::new(cells);
        let shared = SharedState {
            ctx: ctx.clone(),
            sweep: sweep.clone(),
            cells: cells.clone(),
            next: Arc::default(),
            stop: stop.clone(),
            tells,
        };
        let begin = |_: &usize| {
            let shared = shared.clone();
            let thread = std::thread::Builder::new().name("sweep".to_owned()).spawn(move || {
                shared.run();
                // Request a repaint after this thread has released its channel, so that the window sees its end.
                let ctx = shared.ctx.clone();
                drop(shared);
                ctx.request_repaint();
            });
            thread.is_ok()
        };
        let begun = (0..threads.min(cells.len())).filter(begin).count();
        // Without any thread the cells run here in slices.
        let sliced = (begun == 0).then(|| Sliced { ctx: ctx.clone(), sweep: sweep.clone(), cells, next: 0, now: None });
        Self { answers, stop, sliced }
    }

    /// Passes on finished cells; returns true if no more will come.
    pub fn follow(&mut self, mut take: impl FnMut(usize, CellOutcome)) -> bool {
        if let Some(sliced) = &mut self.sliced {
            let end = Instant::now() + SLICE;
            return sliced.follow(|| Instant::now() < end, take);
        }
        loop {
            match self.answers.try_recv() {
                Ok((cell, outcome)) => take(cell, outcome),
                Err(TryRecvError::Empty) => return false,
                Err(TryRecvError::Disconnected) => return true,
            }
        }
    }
}

impl Drop for SweepWorker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Runs cells one by one in time slices.
struct Sliced {
    ctx: Context,
    sweep: Arc<Sweep>,
    cells: Arc<Vec<usize>>,
    next: usize,
    now: Option<CellRun>,
}

impl Sliced {
    fn follow(&mut self, mut goes_on: impl FnMut() -> bool, mut take: impl FnMut(usize, CellOutcome)) -> bool {
        while let Some(&cell) = self.cells.get(self.next) {
            let course = match self.now.take() {
                Some(course) => Ok(course),
                None => self.sweep.course(cell),
            };
            let outcome = match course {
                Err(reason) => CellOutcome::Failed(reason),
                Ok(mut course) => match course.follow(&mut goes_on) {
                    Some(outcome) => outcome,
                    None => {
                        self.now = Some(course);
                        self.ctx.request_repaint();
                        return false;
                    }
                },
            };
            take(cell, outcome);
            self.next += 1;
            if !goes_on() {
                self.ctx.request_repaint();
                return self.next == self.cells.len();
            }
        }
        true
    }
}

/// Searches the frame at which a cell fails.
pub(super) struct Search {
    answer: Receiver<CellSearchResult>,
    stop: Arc<AtomicBool>,
}

/// The level, `None` if cancelled, or the reason for the failure.
type CellSearchResult = Result<Option<Opened>, String>;

impl Search {
    pub fn start(ctx: &Context, sweep: &Arc<Sweep>, cell: usize) -> Self {
        let (tells, answer) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let search = {
            let (ctx, sweep, stop, tells) = (ctx.clone(), sweep.clone(), stop.clone(), tells.clone());
            move || {
                let _ = tells.send(sweep.open(cell, 0, || !stop.load(Ordering::Relaxed)));
                ctx.request_repaint();
            }
        };
        let thread = if threads() > 0 {
            std::thread::Builder::new().name("sweep cell".to_owned()).spawn(search).is_ok()
        } else {
            false
        };
        if !thread {
            let _ = tells.send(sweep.open(cell, 0, || true));
            ctx.request_repaint();
        }
        Self { answer, stop }
    }

    /// The result, when finished; `None` also if the thread ended without one.
    pub fn answer(&mut self) -> Option<CellSearchResult> {
        match self.answer.try_recv() {
            Ok(found) => Some(found),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Ok(None)),
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::sweep::{Axis, Measure};
    use crate::level::{format, gallery};

    fn sweep() -> Arc<Sweep> {
        let text = gallery::level("04-squares-distance").map(|row| row.text).unwrap_or_default();
        let level = Arc::new(format::read(text, format::TextFormat::Ron).unwrap());
        let axes = ["rule=Distance,EntryEdge", "bodies[0].gas=0,1"].map(|text| Axis::parse(text).unwrap());
        let measure = Measure::parse("sum: contacts", &level, None).unwrap();
        Arc::new(Sweep::new(level, axes.to_vec(), vec![measure], 25).unwrap())
    }

    fn all(sweep: &Arc<Sweep>, cells: &[usize], threads: usize) -> Vec<Option<CellOutcome>> {
        let mut work = SweepWorker::with(&Context::default(), sweep, cells.to_vec(), threads);
        let mut outcomes = vec![None; sweep.cells()];
        while !work.follow(|cell, outcome| assert!(outcomes[cell].replace(outcome).is_none())) {
            std::thread::yield_now();
        }
        outcomes
    }

    #[test]
    fn sweep_by_threads_equals_each_cell_alone() {
        let sweep = sweep();
        let alone: Vec<_> = (0..4).map(|cell| sweep.run(cell, || true)).collect();
        assert!(alone.iter().flatten().any(|outcome| outcome.value(0) > 0.0));
        for threads in [0, 1, 3] {
            assert_eq!(all(&sweep, &[0, 1, 2, 3], threads), alone, "{threads}");
        }
        let some = all(&sweep, &[2], 2);
        assert_eq!(some, [None, None, alone[2].clone(), None]);
    }

    #[test]
    fn sweep_in_slices_equals_each_cell_alone() {
        let sweep = sweep();
        let (ctx, cells) = (Context::default(), Arc::new(vec![3, 0]));
        let mut sliced = Sliced { ctx, sweep: sweep.clone(), cells, next: 0, now: None };
        let (mut order, mut slices) = (Vec::new(), 0);
        loop {
            let mut left = 3;
            let goes_on = || {
                left -= 1;
                left > 0
            };
            slices += 1;
            if sliced.follow(goes_on, |cell, outcome| order.push((cell, Some(outcome)))) {
                break;
            }
        }
        assert!(slices > 10, "{slices}");
        assert_eq!(order, [(3, sweep.run(3, || true)), (0, sweep.run(0, || true))]);
    }
}
