//! Background diagnosis of the run on display with the inputs of its journal, and trials of remedies on copies of it.

pub mod apply;
pub mod commands;
mod pairs;
mod work;

use crate::debugger::diagnosis::{self, Diagnosis, LikelyInput, Remedy, likely_input, without};
use crate::debugger::run::{JournalEntry, Run};
use crate::editor::background::parallel_jobs;
use crate::level::user_data::is_same_physics;
use crate::level::{Level, Twin, TwinSet, ids};
pub use commands::ClinicCommand;
use egui::Context;
use pairs::PairSearch;
use std::ops::Range;
use std::sync::Arc;
use work::DiagnosisWorker;
pub use work::{DiagnosisJob, DiagnosisRequest};

/// Default number of judged frames.
const FRAMES: u64 = 240;
/// Maximum number of judged frames.
pub const MOST_FRAMES: u64 = 100_000;
/// Maximum number of stored trials.
const TRIALS: usize = 24;

/// A change to try against an illness.
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
pub struct Clinic {
    /// First judged frame.
    pub first: u64,
    /// Minimum number of judged frames; all visited frames are judged.
    pub frames: u64,
    /// Findings so far.
    pub found: Arc<Diagnosis>,
    /// Finished and running trials.
    pub trials: Vec<Trial>,
    /// Searches that try pairs if no single remedy is sufficient.
    searches: Vec<PairSearch>,
    part: Option<f32>,
    work: Option<DiagnosisWorker>,
    subject: Option<DiagnosisSubject>,
    /// Earlier diagnosed runs with their trials.
    earlier: Vec<(DiagnosisSubject, Vec<Trial>)>,
}

/// Maximum number of earlier runs.
const EARLIER: usize = 8;

/// The diagnosed run.
struct DiagnosisSubject {
    level: Arc<Level>,
    /// Inputs of the current branch.
    entries: Vec<JournalEntry>,
    frames: Range<u64>,
}

impl DiagnosisSubject {
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

impl Default for Clinic {
    fn default() -> Self {
        Self {
            first: 0,
            frames: FRAMES,
            found: Arc::default(),
            trials: Vec::new(),
            searches: Vec::new(),
            part: None,
            work: None,
            subject: None,
            earlier: Vec::new(),
        }
    }
}

impl Clinic {
    /// Performs a command on the run on display.
    ///
    /// # Errors
    /// A change cannot be made: the reason.
    pub fn perform(&mut self, run: &Run, command: ClinicCommand) -> Result<(), String> {
        match command {
            ClinicCommand::Frames(frames) => self.frames = frames.clamp(1, MOST_FRAMES),
            ClinicCommand::First(first) => self.first = first.min(MOST_FRAMES),
            ClinicCommand::Try(attempts) => {
                attempts.into_iter().try_for_each(|attempt| self.start(attempt, run))?;
            }
            ClinicCommand::TryAll(illnesses, remedies) => self.try_all(run, illnesses, remedies)?,
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

    /// Processes new findings; returns true while work remains. A change of the level, of the inputs within the judged
    /// frames, or of the first frame starts a new diagnosis.
    pub fn follow(&mut self, ctx: &Context, run: &Run) -> bool {
        self.take_subject(ctx, run);
        if let Some(work) = &mut self.work {
            let news = work.follow();
            self.part = (!news.is_done).then_some(news.part);
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

    /// Starts a new diagnosis, or extends the present one if only the end has changed.
    fn take_subject(&mut self, ctx: &Context, run: &Run) {
        let (level, entries) = (run.start_level(), run.journal().entries());
        let frames = self.first..(self.first + self.frames).max(run.last_frame());
        if let Some(known) = &mut self.subject
            && known.frames.start == frames.start
            && known.frames.end <= frames.end
            && within(&known.entries, frames.end) == within(entries, frames.end)
            && (Arc::ptr_eq(&known.level, level) || is_same_physics(&known.level, level))
        {
            known.level.clone_from(level);
            if known.frames.end < frames.end {
                if let Some(work) = &mut self.work {
                    work.extend(frames.end);
                }
                known.frames.end = frames.end;
                self.trials.clear();
                self.searches.clear();
            }
            return;
        }
        self.work = Some(DiagnosisWorker::start(ctx, run, frames.clone(), true));
        self.change_subject(DiagnosisSubject { level: level.clone(), entries: entries.to_vec(), frames });
        (self.found, self.part) = (Arc::default(), Some(0.0));
    }

    /// Stores the trials of the previous run and restores those of this one.
    fn change_subject(&mut self, next: DiagnosisSubject) {
        let mut trials = std::mem::take(&mut self.trials);
        self.searches.clear();
        trials.retain(|trial| trial.outcome.is_some());
        if let Some(last) = self.subject.take().filter(|_| !trials.is_empty()) {
            self.earlier.push((last, trials));
            if self.earlier.len() > EARLIER {
                self.earlier.remove(0);
            }
        }
        if let Some(index) = self.earlier.iter().position(|(known, _)| known.is_same(&next)) {
            self.trials = self.earlier.remove(index).1;
        }
        self.subject = Some(next);
    }

    /// True if the findings belong to this level. While the panel is hidden, no diagnosis runs.
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

/// The input that likely caused an illness.
pub fn input_of(run: &Run, diagnosed: &diagnosis::Diagnosed) -> Option<LikelyInput> {
    likely_input(run, diagnosed)
}

/// Inputs before the end of the judged frames.
fn within(entries: &[JournalEntry], end: u64) -> &[JournalEntry] {
    &entries[..entries.partition_point(|entry| entry.moment < (end, 0))]
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
