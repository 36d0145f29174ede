//! The diagnosis of the run on display, with the inputs of its journal, made in the background; and of the same run with a
//! remedy applied to its level.

pub mod commands;
mod pairs;
pub(crate) mod panel;
mod work;

use crate::debugger::diagnosis::{
    self, Cause, Diagnosis, DiagnosisRun, Illness, LikelyInput, Remedy, likely_input, without,
};
use crate::debugger::run::{JournalEntry, Run};
use crate::level::{Level, Place, Twin, TwinSet};
pub use commands::ClinicCommand;
use egui::Context;
use pairs::PairSearch;
use std::ops::Range;
use std::sync::Arc;
use work::DiagnosisWorker;
pub use work::INTERVAL;

/// Frames that are judged unless the user chooses another number.
const FRAMES: u64 = 240;
/// Frames that can be chosen.
pub const MOST_FRAMES: u64 = 100_000;
/// Trials kept.
const TRIALS: usize = 24;

/// Something to try against an illness.
#[derive(Clone, Debug, PartialEq)]
pub enum Attempt {
    /// A change of the level; the inputs stay.
    Remedy(Remedy),
    /// The run without an input; the level stays.
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

    /// Whether both change the same.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Remedy(own), Self::Remedy(other)) => own.edits == other.edits,
            _ => self == other,
        }
    }
}

/// See the module.
pub struct Clinic {
    /// The first frame to judge.
    pub first: u64,
    /// Frames to judge at least: all frames that the run has visited are judged.
    pub frames: u64,
    /// The illness that is shown, if the run has it.
    pub chosen: Option<Illness>,
    /// The cause that is shown instead, if the run has it: its id and its place.
    pub chosen_cause: Option<(&'static str, Place)>,
    /// What was found so far.
    pub found: Arc<Diagnosis>,
    /// Attempts that were tried, or are.
    pub trials: Vec<Trial>,
    /// Remedies whose pairs are tried if none is enough.
    searches: Vec<PairSearch>,
    part: Option<f32>,
    work: Option<DiagnosisWorker>,
    subject: Option<DiagnosisSubject>,
    /// Runs that were diagnosed before, with what was tried on each.
    earlier: Vec<(DiagnosisSubject, Vec<Trial>)>,
}

/// Earlier runs whose trials are kept.
const EARLIER: usize = 8;

/// What is diagnosed.
struct DiagnosisSubject {
    level: Arc<Level>,
    /// The inputs of the present branch.
    entries: Vec<JournalEntry>,
    frames: Range<u64>,
}

impl DiagnosisSubject {
    /// Whether both run alike over the same frames.
    fn is_same(&self, other: &Self) -> bool {
        self.frames == other.frames && self.entries == other.entries && runs_alike(&self.level, &other.level)
    }
}

/// Something that is tried.
pub struct Trial {
    /// What is changed.
    pub attempt: Attempt,
    /// Part of the way, 0 to 1.
    pub progress: f32,
    /// What was found, once all frames were judged.
    pub outcome: Option<Arc<Diagnosis>>,
    waiting: Option<Box<Run>>,
    work: Option<DiagnosisWorker>,
}

impl Default for Clinic {
    fn default() -> Self {
        Self {
            first: 0,
            frames: FRAMES,
            chosen: None,
            chosen_cause: None,
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
    /// Does what the panel wants with the run on display.
    ///
    /// # Errors
    /// An attempt cannot be made: the reason, in words.
    pub fn perform(&mut self, run: &Run, command: ClinicCommand) -> Result<(), String> {
        match command {
            ClinicCommand::Frames(frames) => self.frames = frames.clamp(1, MOST_FRAMES),
            ClinicCommand::First(first) => self.first = first.min(MOST_FRAMES),
            ClinicCommand::Choose(illness) => (self.chosen, self.chosen_cause) = (Some(illness), None),
            ClinicCommand::ChooseCause(id, place) => self.chosen_cause = Some((id, place)),
            ClinicCommand::Try(attempts) => {
                attempts.into_iter().try_for_each(|attempt| self.start(attempt, run))?;
            }
            ClinicCommand::TryAll(illnesses, remedies) => self.try_all(run, illnesses, remedies)?,
        }
        Ok(())
    }

    /// Queues a trial in place of an earlier one of the same attempt.
    fn start(&mut self, attempt: Attempt, run: &Run) -> Result<(), String> {
        let waiting = Some(Box::new(attempt.run(run)?));
        self.trials.retain(|trial| !trial.attempt.is_same(&attempt));
        if self.trials.len() == TRIALS {
            self.trials.remove(0);
        }
        self.trials.push(Trial { attempt, progress: 0.0, outcome: None, waiting, work: None });
        Ok(())
    }

    /// Takes over what was found since the last picture; true while there is more to do. Another level, other inputs within
    /// the frames that are judged, or another first frame start a new diagnosis.
    pub fn follow(&mut self, ctx: &Context, run: &Run) -> bool {
        self.take_subject(ctx, run);
        if let Some(work) = &mut self.work {
            let news = work.follow();
            self.part = (!news.is_done).then_some(news.part);
            self.found = news.found;
        }
        let is_busy = self.part.is_some();
        let Some(subject) = &self.subject else { return is_busy };
        let mut free = processors().saturating_sub(usize::from(is_busy)).max(1);
        for trial in self.trials.iter_mut().filter(|trial| trial.outcome.is_none()) {
            if let Some(run) = trial.waiting.take_if(|_| free > 0) {
                trial.work = Some(DiagnosisWorker::start(ctx, DiagnosisRun::of_run(&run, subject.frames.clone())));
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

    /// Starts a new diagnosis, or extends the one that there is, where the run is not the one that was diagnosed.
    fn take_subject(&mut self, ctx: &Context, run: &Run) {
        let (level, entries) = (run.start_level(), run.journal().entries());
        let frames = self.first..(self.first + self.frames).max(run.last_frame());
        if let Some(known) = &mut self.subject
            && known.frames.start == frames.start
            && known.frames.end <= frames.end
            && within(&known.entries, frames.end) == within(entries, frames.end)
            && (Arc::ptr_eq(&known.level, level) || runs_alike(&known.level, level))
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
        self.work = Some(DiagnosisWorker::start(ctx, DiagnosisRun::of_run(run, frames.clone()).with_two_threads()));
        self.change_subject(DiagnosisSubject { level: level.clone(), entries: entries.to_vec(), frames });
        (self.found, self.part) = (Arc::default(), Some(0.0));
    }

    /// Keeps what was tried on the last run, and takes back what was tried on this one before.
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

    /// Whether what was found is of this level: while the panel is hidden, nothing is diagnosed.
    pub fn is_of(&self, level: &Arc<Level>) -> bool {
        self.subject.as_ref().is_some_and(|known| Arc::ptr_eq(&known.level, level))
    }

    /// Part of the way while it goes on, 0 to 1.
    pub fn progress(&self) -> Option<f32> {
        self.part
    }

    /// The frames that are judged.
    pub fn judged(&self) -> Range<u64> {
        self.subject.as_ref().map_or(0..0, |known| known.frames.clone())
    }

    /// The illness that is shown: the chosen one, else the gravest.
    pub fn shown(&self) -> Option<&diagnosis::Diagnosed> {
        let chosen = self.chosen.and_then(|illness| self.found.of(illness));
        chosen.or(self.found.illnesses.first())
    }

    /// The cause that is shown: the chosen one, else the first one of a run without illnesses.
    pub fn shown_cause(&self) -> Option<&Cause> {
        let causes = &self.found.causes;
        let chosen = self.chosen_cause.and_then(|(id, at)| causes.iter().find(|c| c.id == id && c.place == at));
        chosen.or_else(|| causes.first().filter(|_| self.found.illnesses.is_empty()))
    }

    /// The trial of an attempt.
    pub fn trial(&self, attempt: &Attempt) -> Option<&Trial> {
        self.trials.iter().find(|trial| trial.attempt.is_same(attempt))
    }
}

/// The input of the run on display that likely caused an illness.
pub fn input_of(run: &Run, diagnosed: &diagnosis::Diagnosed) -> Option<LikelyInput> {
    likely_input(run, diagnosed)
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Those that act before the end of the frames that are judged.
fn within(entries: &[JournalEntry], end: u64) -> &[JournalEntry] {
    &entries[..entries.partition_point(|entry| entry.moment < (end, 0))]
}

/// Whether two levels differ only in what the engine does not read.
pub fn runs_alike(a: &Level, b: &Level) -> bool {
    let bare = |level: &Level| (level.bodies.len(), level.discs.len(), level.obstacles.len());
    bare(a) == bare(b) && a.world == b.world && a.bodies == b.bodies && a.discs == b.discs && a.obstacles == b.obstacles
}

/// The twin that runs a level with a remedy; none where it changes what parts there are.
pub fn twin_of(remedy: &Remedy) -> Option<Twin> {
    let sets = remedy.edits.iter().map(|edit| match edit {
        diagnosis::Edit::Set(path, value) => Some(TwinSet { path: path.clone(), value: value.clone() }),
        _ => None,
    });
    Some(Twin { set: sets.collect::<Option<_>>()?, ..Twin::default() })
}

#[cfg(test)]
mod tests;
