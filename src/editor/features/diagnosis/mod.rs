//! Background diagnosis of the run on display with the inputs of its journal, and trials of remedies on copies of it.
//!
//! One diagnosis is the source of the rows of *Problems* and of the detector marks of the timeline. After a change of the
//! inputs it continues from a checkpoint before the change.

pub mod apply;
pub mod commands;
mod pairs;
mod work;

use crate::debugger::Moment;
use crate::debugger::diagnosis::{self, Diagnosis, Finding, LikelyInput, Remedy, likely_input, without};
use crate::debugger::run::{JournalEntry, Run};
use crate::editor::background::parallel_jobs;
use crate::level::user_data::is_same_physics;
use crate::level::{Level, Twin, TwinSet, ids};
use crate::play::recorder::RecordedStart;
pub use commands::DiagnosisCommand;
use egui::Context;
use pairs::PairSearch;
use std::ops::Range;
use std::sync::Arc;
use work::DiagnosisWorker;
pub use work::{ChangedInputs, DiagnosisJob, DiagnosisNews, DiagnosisOrder, DiagnosisRequest};

/// Maximum number of judged frames.
pub const MOST_FRAMES: u64 = 100_000;
/// Maximum number of stored trials.
const TRIALS: usize = 24;

/// A change to try against a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Attempt {
    /// A change of the level; the inputs are kept.
    Remedy(Remedy),
    /// The run without one input; the level is kept.
    Without(LikelyInput),
}

impl Attempt {
    /// The run with the change, at frame 0.
    fn run(&self, run: &Run) -> Result<Run, String> {
        match self {
            Self::Remedy(remedy) => {
                let changed = remedy.apply(run.start_level())?;
                run.carried_to(Arc::new(changed)).map_err(|error| format!("with the inputs of this run: {error}"))
            }
            Self::Without(input) => without(run, input).map_err(|error| error.to_string()),
        }
    }

    /// True if both make the same change.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Remedy(own), Self::Remedy(other)) => own.edits == other.edits,
            _ => self == other,
        }
    }
}

/// The diagnosis and the trials of remedies, shown by the Problems panel.
pub struct DiagnosisUi {
    /// First judged frame.
    pub first: u64,
    /// Minimum number of judged frames; all visited frames are judged.
    pub frames: u64,
    /// The diagnosis so far.
    pub found: Arc<Diagnosis>,
    /// Frame up to which it is valid: the start of the first frame that is not judged.
    until: u64,
    /// Finished and running trials.
    pub trials: Vec<Trial>,
    /// Searches that try pairs if no single remedy is sufficient.
    searches: Vec<PairSearch>,
    part: Option<f32>,
    work: Option<DiagnosisWorker>,
    subject: Option<DiagnosisSubject>,
    /// Whether the inputs have changed since, and the diagnosis has not gone on with them.
    is_outdated: bool,
    /// Earlier diagnosed runs with their trials.
    earlier: Vec<(DiagnosisSubject, Vec<Trial>)>,
}

/// Maximum number of earlier runs.
const EARLIER: usize = 8;

/// How a run differs from the diagnosed one.
enum SubjectChange {
    Same,
    /// The inputs differ from this moment on.
    Since(Moment),
    /// Another level, start or first frame.
    Other,
}

/// The diagnosed run.
struct DiagnosisSubject {
    level: Arc<Level>,
    /// The recorded state that it starts from.
    start: Option<Arc<RecordedStart>>,
    /// Inputs of the current branch.
    entries: Vec<JournalEntry>,
    frames: Range<u64>,
}

impl DiagnosisSubject {
    fn of(run: &Run, frames: Range<u64>) -> Self {
        let (level, start) = (run.start_level().clone(), run.shared_start());
        Self { level, start, entries: run.journal().entries().to_vec(), frames }
    }

    /// True if both runs are equal over the judged frames.
    fn is_same(&self, other: &Self) -> bool {
        self.frames == other.frames && self.entries == other.entries && is_same_physics(&self.level, &other.level)
    }
}

/// A trial of a change.
pub struct Trial {
    /// The change.
    pub attempt: Attempt,
    /// Progress, 0 to 1.
    pub progress: f32,
    /// The diagnosis, when all frames are judged.
    pub outcome: Option<Arc<Diagnosis>>,
    waiting: Option<Box<Run>>,
    work: Option<DiagnosisWorker>,
}

impl Default for DiagnosisUi {
    fn default() -> Self {
        Self {
            first: 0,
            frames: diagnosis::JUDGED_FRAMES,
            found: Arc::default(),
            until: 0,
            trials: Vec::new(),
            searches: Vec::new(),
            part: None,
            work: None,
            subject: None,
            is_outdated: false,
            earlier: Vec::new(),
        }
    }
}

impl DiagnosisUi {
    /// Performs a command on the run on display.
    ///
    /// # Errors
    /// A change cannot be made: the reason.
    pub fn perform(&mut self, run: &Run, command: DiagnosisCommand) -> Result<(), String> {
        match command {
            DiagnosisCommand::Frames(frames) => self.frames = frames.clamp(1, MOST_FRAMES),
            DiagnosisCommand::First(first) => self.first = first.min(MOST_FRAMES),
            DiagnosisCommand::Try(attempts) => {
                attempts.into_iter().try_for_each(|attempt| self.start(attempt, run))?;
            }
            DiagnosisCommand::TryAll(problems, remedies) => self.try_all(run, problems, remedies)?,
        }
        Ok(())
    }

    /// Queues a trial; replaces an earlier one of the same change.
    fn start(&mut self, attempt: Attempt, run: &Run) -> Result<(), String> {
        let waiting = Some(Box::new(attempt.run(run)?));
        self.trials.retain(|trial| !trial.attempt.is_same(&attempt));
        if self.trials.len() == TRIALS {
            self.trials.remove(0);
        }
        self.trials.push(Trial { attempt, progress: 0.0, outcome: None, waiting, work: None });
        Ok(())
    }

    /// Processes new findings; returns true while work remains. Drops at once what a change of the level or of the inputs made
    /// invalid. Diagnoses the changed run if `may_start`.
    pub fn follow(&mut self, ctx: &Context, run: &Run, may_start: bool) -> bool {
        let frames = self.first..(self.first + self.frames).max(run.last_frame());
        match self.change_of(run, frames.start) {
            SubjectChange::Other => self.take_other(ctx, run, frames, may_start),
            SubjectChange::Since(changed) => self.take_changed(run, frames, changed, may_start),
            SubjectChange::Same => self.take_end(run, frames, may_start),
        }
        if let Some(work) = &mut self.work {
            let news = work.follow();
            self.part = (!news.is_done || self.is_outdated).then_some(news.part);
            if news.found.frames > 0 || news.is_done {
                self.until = self.first + news.found.frames;
            }
            self.found = news.found;
        }
        let is_busy = self.part.is_some();
        let Some(subject) = &self.subject else { return is_busy };
        let mut free = parallel_jobs().saturating_sub(usize::from(is_busy)).max(1);
        for trial in self.trials.iter_mut().filter(|trial| trial.outcome.is_none()) {
            if let Some(run) = trial.waiting.take_if(|_| free > 0) {
                trial.work = Some(DiagnosisWorker::start(ctx, &run, subject.frames.clone(), false));
            }
            let Some(work) = &mut trial.work else { continue };
            free = free.saturating_sub(1);
            let news = work.follow();
            trial.progress = news.part;
            if news.is_done {
                (trial.outcome, trial.work) = (Some(news.found), None);
            }
        }
        if !is_busy {
            self.start_pairs(run);
        }
        is_busy || self.trials.iter().any(|trial| trial.outcome.is_none())
    }

    /// How the run differs from the diagnosed one.
    fn change_of(&self, run: &Run, first: u64) -> SubjectChange {
        let (level, entries) = (run.start_level(), run.journal().entries());
        let Some(known) = &self.subject else { return SubjectChange::Other };
        let is_same_level = Arc::ptr_eq(&known.level, level) || is_same_physics(&known.level, level);
        let has_failed = self.work.as_ref().is_some_and(DiagnosisWorker::has_failed);
        let starts = [&known.start, &run.shared_start()].map(|start| start.as_ref().map(Arc::as_ptr));
        if !is_same_level
            || starts[0] != starts[1]
            || known.frames.start != first
            || (has_failed && known.entries != entries)
        {
            return SubjectChange::Other;
        }
        let common = known.entries.iter().zip(entries).take_while(|(a, b)| a == b).count();
        let firsts = [known.entries.get(common), entries.get(common)];
        let changed = firsts.into_iter().flatten().map(|entry| entry.moment).min();
        changed.map_or(SubjectChange::Same, SubjectChange::Since)
    }

    /// Drops the diagnosis of another run and starts a new one.
    fn take_other(&mut self, ctx: &Context, run: &Run, frames: Range<u64>, may_start: bool) {
        (self.work, self.found, self.until) = (None, Arc::default(), 0);
        (self.is_outdated, self.part) = (false, may_start.then_some(0.0));
        self.change_subject(may_start.then(|| DiagnosisSubject::of(run, frames)));
        if let Some(subject) = &self.subject {
            self.work = Some(DiagnosisWorker::start(ctx, run, subject.frames.clone(), true));
        }
    }

    /// Drops what follows a change of the inputs and goes on with them.
    fn take_changed(&mut self, run: &Run, frames: Range<u64>, changed: Moment, may_start: bool) {
        self.until = self.until.min(changed.0);
        self.work.iter_mut().for_each(|work| work.cut(changed));
        self.is_outdated = !may_start;
        if may_start {
            self.work.iter_mut().for_each(|work| work.go_on(run, frames.end));
            self.change_subject(Some(DiagnosisSubject::of(run, frames)));
        }
    }

    /// Judges frames up to another end.
    fn take_end(&mut self, run: &Run, frames: Range<u64>, may_start: bool) {
        let Some(known) = &mut self.subject else { return };
        known.level.clone_from(run.start_level());
        if self.is_outdated && may_start {
            // The inputs are again as they were.
            return self.take_changed(run, frames.clone(), (frames.end, 0), may_start);
        }
        if known.frames.end == frames.end || !may_start {
            return;
        }
        let is_later = known.frames.end < frames.end;
        known.frames.end = frames.end;
        self.trials.clear();
        self.searches.clear();
        match &mut self.work {
            Some(work) if is_later => work.extend(frames.end),
            Some(work) => {
                work.cut((frames.end, 0));
                work.go_on(run, frames.end);
                self.until = self.until.min(frames.end);
            }
            None => {}
        }
    }

    /// Stops a diagnosis that is not finished; [`Self::follow`] starts it again.
    pub fn stop(&mut self) {
        if self.part.is_some() {
            (self.work, self.found, self.until) = (None, Arc::default(), 0);
            (self.subject, self.part, self.is_outdated) = (None, None, false);
        }
    }

    /// Stores the trials of the previous run and restores those of this one.
    fn change_subject(&mut self, next: Option<DiagnosisSubject>) {
        let mut trials = std::mem::take(&mut self.trials);
        self.searches.clear();
        trials.retain(|trial| trial.outcome.is_some());
        if let Some(last) = self.subject.take().filter(|_| !trials.is_empty()) {
            self.earlier.push((last, trials));
            if self.earlier.len() > EARLIER {
                self.earlier.remove(0);
            }
        }
        let index = next.as_ref().and_then(|next| self.earlier.iter().position(|(known, _)| known.is_same(next)));
        if let Some(index) = index {
            self.trials = self.earlier.remove(index).1;
        }
        self.subject = next;
    }

    /// Findings, by time, at most 10,000 of each problem.
    pub fn findings(&self) -> Arc<Vec<Finding>> {
        self.work.as_ref().map(|work| work.findings.clone()).unwrap_or_default()
    }

    /// Frame up to which the findings are complete.
    pub fn judged_until(&self) -> u64 {
        self.until
    }

    /// True if the findings belong to this level.
    pub fn is_of(&self, level: &Arc<Level>) -> bool {
        self.subject.as_ref().is_some_and(|known| Arc::ptr_eq(&known.level, level))
    }

    /// Progress, 0 to 1; `None` when finished.
    pub fn progress(&self) -> Option<f32> {
        self.part
    }

    /// The judged frames.
    pub fn judged(&self) -> Range<u64> {
        self.subject.as_ref().map_or(0..0, |known| known.frames.clone())
    }

    /// The trial of a change.
    pub fn trial(&self, attempt: &Attempt) -> Option<&Trial> {
        self.trials.iter().find(|trial| trial.attempt.is_same(attempt))
    }
}

/// The input that likely caused a problem.
pub fn input_of(run: &Run, diagnosed: &diagnosis::Diagnosed) -> Option<LikelyInput> {
    likely_input(run, diagnosed)
}

/// True if two levels have the same simulated contents and user data, so that expressions have the same values. Ids that `a`
/// still lacks are those that its first edit gives.
pub fn runs_alike(a: &Level, b: &Level) -> bool {
    if ids::all(a).all(|id| !id.is_empty()) {
        return is_same_run(a, b);
    }
    let mut with_ids = a.clone();
    ids::assign(&mut with_ids);
    is_same_run(a, b) || is_same_run(&with_ids, b)
}

fn is_same_run(a: &Level, b: &Level) -> bool {
    let bare = |level: &Level| (level.bodies.len(), level.discs.len(), level.obstacles.len(), level.links.len());
    bare(a) == bare(b)
        && (&a.world, &a.bodies, &a.discs, &a.obstacles) == (&b.world, &b.bodies, &b.discs, &b.obstacles)
        && (&a.links, &a.markers, &a.instances) == (&b.links, &b.markers, &b.instances)
}

/// The level's twin with a remedy; `None` if the remedy adds or removes parts.
pub fn twin_of(remedy: &Remedy) -> Option<Twin> {
    let sets = remedy.edits.iter().map(|edit| match edit {
        diagnosis::Edit::Set(path, value) => Some(TwinSet { path: path.clone(), value: value.clone() }),
        _ => None,
    });
    Some(Twin { set: sets.collect::<Option<_>>()?, ..Twin::default() })
}

#[cfg(test)]
mod tests;
