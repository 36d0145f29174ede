//! A diagnosis as a background job.

use crate::debugger::diagnosis::{Diagnosis, DiagnosisRun, Finding};
use crate::debugger::run::{Moment, Run};
use crate::editor::background::{Job, JobHandle, Pace, Slice, shared};
use egui::Context;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

/// News of a diagnosis.
#[derive(Clone, Debug, Default)]
pub(super) struct DiagnosisUpdate {
    /// The diagnosis so far.
    pub found: Arc<Diagnosis>,
    /// Fraction of the judged frames, 0 to 1.
    pub part: f32,
    pub is_done: bool,
}

/// A running diagnosis. Dropping it ends the job within a substep.
pub(super) struct DiagnosisWorker {
    job: JobHandle<DiagnosisJob>,
    news: DiagnosisUpdate,
    /// Findings by time so far; only of a diagnosis with a record.
    pub findings: Arc<Vec<Finding>>,
    /// The frames to judge.
    frames: Range<u64>,
    /// Number of changes of the inputs; reports of earlier inputs are dropped.
    changes: u64,
}

impl DiagnosisWorker {
    /// Starts a diagnosis of frames of a run. The main one has a record of its findings and, for a large level, two
    /// threads.
    pub fn start(ctx: &Context, run: &Run, frames: Range<u64>, is_main: bool) -> Self {
        let job = JobHandle::start(ctx, DiagnosisRequest { run: run.fork(), frames: frames.clone(), is_main });
        Self { job, news: DiagnosisUpdate::default(), findings: Arc::default(), frames, changes: 0 }
    }

    /// Extends the diagnosis to a later end.
    pub fn extend(&mut self, end: u64) {
        self.frames.end = end;
        self.news.is_done = false;
        self.job.order(DiagnosisOrder::Extend(end));
    }

    /// Drops what was found from a moment on, since the inputs have changed there. The job continues with the former inputs
    /// until [`Self::go_on`].
    pub fn cut(&mut self, changed: Moment) {
        self.changes += 1;
        // What was without harm so far stays so until the next report.
        let kept = Diagnosis { harmless: self.news.found.harmless.clone(), ..Diagnosis::default() };
        self.news = DiagnosisUpdate { found: Arc::new(kept), ..DiagnosisUpdate::default() };
        let kept = self.findings.partition_point(|finding| (finding.frame, finding.substep) < changed);
        if kept < self.findings.len() {
            Arc::make_mut(&mut self.findings).truncate(kept);
        }
    }

    /// Continues with the inputs of a run after [`Self::cut`].
    pub fn go_on(&mut self, run: &Run, end: u64) {
        self.frames.end = end;
        self.news.is_done = false;
        let changed = ChangedInputs { run: run.fork(), end, changes: self.changes };
        self.job.order(DiagnosisOrder::Follow(Box::new(changed)));
    }

    /// News so far.
    pub fn follow(&mut self) -> DiagnosisUpdate {
        for report in self.job.reports() {
            if report.changes != self.changes {
                continue;
            }
            let count = self.frames.end.saturating_sub(self.frames.start);
            self.news.part = report.found.frames as f32 / count.max(1) as f32;
            self.news.is_done = report.found.frames >= count;
            self.job.show_progress(self.news.part);
            self.news.found = Arc::new(report.found);
            if report.known < self.findings.len() || !report.findings.is_empty() {
                let findings = Arc::make_mut(&mut self.findings);
                findings.truncate(report.known);
                findings.extend(report.findings);
            }
        }
        // A job that has failed reports nothing more.
        self.news.is_done |= self.job.has_failed();
        self.news.clone()
    }

    /// True if it ended by an error.
    pub fn has_failed(&self) -> bool {
        self.job.has_failed()
    }
}

/// Frames of the present branch of a run, with its inputs.
#[derive(Serialize, Deserialize)]
pub struct DiagnosisRequest {
    #[serde(with = "shared::run")]
    pub(in crate::editor) run: Run,
    pub(in crate::editor) frames: Range<u64>,
    /// Whether it has a record of its findings; others run beside it and report sums only.
    pub(in crate::editor) is_main: bool,
}

/// An instruction to a diagnosis.
#[derive(Serialize, Deserialize)]
pub enum DiagnosisOrder {
    /// Judge frames up to this later end as well.
    Extend(u64),
    /// Go on with other inputs.
    Follow(Box<ChangedInputs>),
}

/// The same level with other inputs.
#[derive(Serialize, Deserialize)]
pub struct ChangedInputs {
    #[serde(with = "shared::run")]
    pub(in crate::editor) run: Run,
    /// End of the frames to judge.
    pub(in crate::editor) end: u64,
    /// Number of changes so far, which the reports repeat.
    pub(in crate::editor) changes: u64,
}

/// Findings so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiagnosisNews {
    /// The diagnosis.
    pub found: Diagnosis,
    /// Number of earlier reported findings that are still valid.
    pub known: usize,
    /// The findings after these, by time.
    pub findings: Vec<Finding>,
    /// Number of changes of the diagnosed inputs, as in [`ChangedInputs`].
    pub changes: u64,
}

/// Diagnoses a run.
pub struct DiagnosisJob {
    course: DiagnosisRun,
    /// Number of reported findings.
    reported: usize,
    changes: u64,
}

impl Job for DiagnosisJob {
    const NAME: &'static str = "diagnosis";
    const TITLE: &'static str = "Diagnosis";
    type Request = DiagnosisRequest;
    type Order = DiagnosisOrder;
    type Report = DiagnosisNews;

    fn begin(request: DiagnosisRequest) -> Self {
        let course = DiagnosisRun::of_run(&request.run, request.frames);
        let course = if request.is_main { course.with_two_threads().with_record() } else { course };
        Self { course, reported: 0, changes: 0 }
    }

    fn take(&mut self, order: DiagnosisOrder) {
        match order {
            DiagnosisOrder::Extend(end) => self.course.extend(end),
            DiagnosisOrder::Follow(changed) => {
                self.course.follow_run(&changed.run, changed.end);
                // The receiver has dropped what follows the change.
                (self.reported, self.changes) = (0, changed.changes);
            }
        }
    }

    fn work(&mut self, pace: &Pace) -> Slice<DiagnosisNews> {
        let is_done = self.course.follow(|| pace.goes_on());
        let findings = self.course.findings();
        let known = self.reported.min(findings.len());
        self.reported = findings.len();
        let findings = findings[known..].to_vec();
        let news = DiagnosisNews { found: self.course.diagnosis(), known, findings, changes: self.changes };
        Slice { report: Some(news), is_done }
    }
}
