//! Sweep cells as background jobs.

use crate::debugger::sweep::{CellOutcome, CellRun, Opened, Sweep};
use crate::editor::background::{Job, JobHandle, Pace, Slice, parallel_jobs, shared};
use egui::Context;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;

/// Runs cells in several jobs. Dropping it discards the results; the jobs end within one simulated frame.
pub(super) struct SweepWorker {
    jobs: Vec<CellsWorker>,
    /// Cells that no job has yet.
    rest: VecDeque<usize>,
}

/// A job and the number of cells that it still has.
struct CellsWorker {
    job: JobHandle<CellsJob>,
    open: usize,
}

impl SweepWorker {
    /// Starts running these cells.
    pub fn start(ctx: &Context, sweep: &Arc<Sweep>, cells: Vec<usize>) -> Self {
        Self::with(sweep, cells, parallel_jobs(), |request| JobHandle::start(ctx, request))
    }

    fn with(
        sweep: &Arc<Sweep>,
        cells: Vec<usize>,
        jobs: usize,
        start: impl Fn(CellsRequest) -> JobHandle<CellsJob>,
    ) -> Self {
        let jobs = jobs.min(cells.len());
        let mut worker = Self { jobs: Vec::new(), rest: cells.into() };
        for _ in 0..jobs {
            let cells = worker.portion(jobs);
            let open = cells.len();
            worker.jobs.push(CellsWorker { job: start(CellsRequest { sweep: sweep.clone(), cells }), open });
        }
        worker
    }

    /// The next cells for one of several jobs, fewer towards the end, so that all jobs end at about the same time
    /// (guided self-scheduling, Polychronopoulos and Kuck 1987).
    fn portion(&mut self, jobs: usize) -> Vec<usize> {
        let count = self.rest.len().div_ceil(2 * jobs);
        self.rest.drain(..count).collect()
    }

    /// Passes on finished cells; returns true if no more will come.
    pub fn follow(&mut self, mut take: impl FnMut(usize, CellOutcome)) -> bool {
        let jobs = self.jobs.len();
        for at in 0..jobs {
            let worker = &mut self.jobs[at];
            for (cell, outcome) in worker.job.reports().into_iter().flatten() {
                take(cell, outcome);
                worker.open = worker.open.saturating_sub(1);
            }
            // The next cells arrive before the last one is finished.
            if worker.open <= 1 && !self.rest.is_empty() && !worker.job.has_failed() {
                let cells = self.portion(jobs);
                let worker = &mut self.jobs[at];
                worker.open += cells.len();
                worker.job.order(cells);
            }
        }
        self.jobs.iter().all(|worker| worker.open == 0 || worker.job.has_failed())
    }
}

/// A sweep and the first cells to run.
#[derive(Serialize, Deserialize)]
pub struct CellsRequest {
    #[serde(with = "shared::sweep")]
    pub(in crate::editor) sweep: Arc<Sweep>,
    pub(in crate::editor) cells: Vec<usize>,
}

/// Runs cells one by one; an order adds cells.
pub struct CellsJob {
    sweep: Arc<Sweep>,
    cells: VecDeque<usize>,
    now: Option<CellRun>,
}

impl Job for CellsJob {
    const NAME: &'static str = "sweep";
    const TITLE: &'static str = "Sweep";
    type Request = CellsRequest;
    type Order = Vec<usize>;
    type Report = Vec<(usize, CellOutcome)>;

    fn begin(request: CellsRequest) -> Self {
        Self { sweep: request.sweep, cells: request.cells.into(), now: None }
    }

    fn take(&mut self, cells: Vec<usize>) {
        self.cells.extend(cells);
    }

    fn work(&mut self, pace: &Pace) -> Slice<Self::Report> {
        let mut finished = Vec::new();
        while let Some(&cell) = self.cells.front() {
            let course = self.now.take().map_or_else(|| self.sweep.course(cell), Ok);
            let outcome = match course {
                Err(reason) => CellOutcome::Failed(reason),
                Ok(mut course) => match course.follow(|| pace.goes_on()) {
                    Some(outcome) => outcome,
                    None => {
                        self.now = Some(course);
                        break;
                    }
                },
            };
            finished.push((cell, outcome));
            self.cells.pop_front();
            if !pace.goes_on() {
                break;
            }
        }
        Slice { report: (!finished.is_empty()).then_some(finished), is_done: self.cells.is_empty() }
    }
}

/// Searches the frame at which a cell fails.
pub(super) struct Search(JobHandle<OpenCellJob>);

/// The level, `None` if cancelled, or the reason for the failure.
type CellSearchResult = Result<Option<Opened>, String>;

impl Search {
    pub fn start(ctx: &Context, sweep: &Arc<Sweep>, cell: usize) -> Self {
        Self(JobHandle::start(ctx, OpenCellRequest { sweep: sweep.clone(), cell }))
    }

    /// The result, when finished; `None` also if the job ended without one.
    pub fn answer(&mut self) -> Option<CellSearchResult> {
        let found = self.0.reports().pop();
        found.or_else(|| self.0.has_failed().then_some(Ok(None)))
    }
}

/// A cell to open.
#[derive(Serialize, Deserialize)]
pub struct OpenCellRequest {
    #[serde(with = "shared::sweep")]
    pub(in crate::editor) sweep: Arc<Sweep>,
    pub(in crate::editor) cell: usize,
}

/// Opens a cell at its first failure, in one slice.
pub struct OpenCellJob(OpenCellRequest);

impl Job for OpenCellJob {
    const NAME: &'static str = "sweep cell";
    const TITLE: &'static str = "Cell of the sweep";
    type Request = OpenCellRequest;
    type Order = ();
    type Report = CellSearchResult;

    fn begin(request: OpenCellRequest) -> Self {
        Self(request)
    }

    fn work(&mut self, pace: &Pace) -> Slice<CellSearchResult> {
        Slice::done(self.0.sweep.open(self.0.cell, 0, || !pace.is_cancelled()))
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
        let ctx = Context::default();
        let mut work = SweepWorker::with(sweep, cells.to_vec(), threads.max(1), |request| {
            if threads == 0 { JobHandle::start_here(&ctx, request) } else { JobHandle::start(&ctx, request) }
        });
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
        let mut job = CellsJob::begin(CellsRequest { sweep: sweep.clone(), cells: vec![3] });
        job.take(vec![0]);
        let (mut order, mut slices) = (Vec::new(), 0);
        loop {
            let left = std::cell::Cell::new(3);
            // True from the third call on.
            let is_cancelled = || left.replace(left.get() - 1) <= 1;
            let slice = job.work(&Pace::new(std::time::Duration::from_secs(60), &is_cancelled));
            slices += 1;
            order.extend(slice.report.into_iter().flatten().map(|(cell, outcome)| (cell, Some(outcome))));
            if slice.is_done {
                break;
            }
        }
        assert!(slices > 10, "{slices}");
        assert_eq!(order, [(3, sweep.run(3, || true)), (0, sweep.run(0, || true))]);
    }
}
