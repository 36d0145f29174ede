//! A diagnosis as a background job.

use crate::debugger::diagnosis::{Diagnosis, DiagnosisRun};
use crate::debugger::run::Run;
use crate::editor::background::{Job, JobHandle, Pace, Slice, shared};
use egui::Context;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

/// Findings so far.
#[derive(Clone, Debug, Default)]
pub(super) struct DiagnosisUpdate {
    pub found: Arc<Diagnosis>,
    /// Fraction of the judged frames, 0 to 1.
    pub part: f32,
    pub is_done: bool,
}

/// A running diagnosis. Dropping it ends the job within a substep.
pub(super) struct DiagnosisWorker {
    job: JobHandle<DiagnosisJob>,
    news: DiagnosisUpdate,
    /// Number of frames to judge.
    frames: u64,
    first: u64,
}

impl DiagnosisWorker {
    /// Starts a diagnosis of frames of a run; with two threads if no other diagnosis runs beside it.
    pub fn start(ctx: &Context, run: &Run, frames: Range<u64>, is_alone: bool) -> Self {
        let (first, count) = (frames.start, frames.end.saturating_sub(frames.start));
        let job = JobHandle::start(ctx, DiagnosisRequest { run: run.fork(), frames, is_alone });
        Self { job, news: DiagnosisUpdate::default(), frames: count, first }
    }

    /// Extends the diagnosis to a later end.
    pub fn extend(&mut self, end: u64) {
        self.frames = self.frames.max(end.saturating_sub(self.first));
        self.news.is_done = false;
        self.job.order(end);
    }

    /// Findings so far.
    pub fn follow(&mut self) -> DiagnosisUpdate {
        if let Some(found) = self.job.reports().pop() {
            self.news.part = found.frames as f32 / self.frames.max(1) as f32;
            self.news.is_done = found.frames >= self.frames;
            self.job.show_progress(self.news.part);
            self.news.found = Arc::new(found);
        }
        // A job that has failed reports nothing more.
        self.news.is_done |= self.job.has_failed();
        self.news.clone()
    }
}

/// Frames of the present branch of a run, with its inputs.
#[derive(Serialize, Deserialize)]
pub struct DiagnosisRequest {
    #[serde(with = "shared::run")]
    pub(in crate::editor) run: Run,
    pub(in crate::editor) frames: Range<u64>,
    pub(in crate::editor) is_alone: bool,
}

/// Diagnoses a run; an order extends it to a later end.
pub struct DiagnosisJob(DiagnosisRun);

impl Job for DiagnosisJob {
    const NAME: &'static str = "diagnosis";
    const TITLE: &'static str = "Diagnosis";
    type Request = DiagnosisRequest;
    type Order = u64;
    type Report = Diagnosis;

    fn begin(request: DiagnosisRequest) -> Self {
        let course = DiagnosisRun::of_run(&request.run, request.frames);
        Self(if request.is_alone { course.with_two_threads() } else { course })
    }

    fn take(&mut self, end: u64) {
        self.0.extend(end);
    }

    fn work(&mut self, pace: &Pace) -> Slice<Diagnosis> {
        let is_done = self.0.follow(|| pace.goes_on());
        Slice { report: Some(self.0.diagnosis()), is_done }
    }
}
