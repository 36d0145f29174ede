//! The diagnosis of the run on display, with the inputs of its journal, made in the background; and of the same run with a
//! remedy applied to its level.

pub mod commands;
pub(crate) mod panel;
mod work;

use crate::debugger::diagnosis::{self, Diagnosis, DiagnosisRun, Illness, LikelyInput, Remedy, likely_input, without};
use crate::debugger::run::{JournalEntry, Run};
use crate::level::{Level, Twin, TwinSet};
pub use commands::ClinicCommand;
use egui::Context;
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
    /// What was found so far.
    pub found: Arc<Diagnosis>,
    /// Attempts that were tried, or are.
    pub trials: Vec<Trial>,
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
            found: Arc::default(),
            trials: Vec::new(),
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
            ClinicCommand::Choose(illness) => self.chosen = Some(illness),
            ClinicCommand::Try(attempts) => {
                for attempt in attempts {
                    let waiting = Some(Box::new(attempt.run(run)?));
                    self.trials.retain(|trial| !trial.attempt.is_same(&attempt));
                    if self.trials.len() == TRIALS {
                        self.trials.remove(0);
                    }
                    self.trials.push(Trial { attempt, progress: 0.0, outcome: None, waiting, work: None });
                }
            }
        }
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
mod tests {
    use super::*;
    use crate::level::{EdgeChoice, format, gallery};
    use serde_json::json;

    fn run(id: &str) -> Run {
        let text = gallery::level(id).map(|row| row.text).unwrap_or_default();
        Run::new(Arc::new(format::read(text, format::TextFormat::Ron).unwrap())).unwrap()
    }

    fn to_the_end(clinic: &mut Clinic, run: &Run) {
        while clinic.follow(&Context::default(), run) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    #[test]
    fn remedies_run_on_a_copy_of_the_level() {
        let (run, mut clinic) = (run("04-squares-distance"), Clinic { frames: 40, ..Clinic::default() });
        let level = run.start_level();
        to_the_end(&mut clinic, &run);
        assert_eq!(clinic.found.frames, 40);
        let before = clinic.found.count(Illness::WrongEdge);
        assert!(before > 0);
        let diagnosed = clinic.found.of(Illness::WrongEdge).unwrap().clone();
        let remedies = diagnosed.remedies(level);
        let attempts: Vec<Attempt> = remedies.iter().cloned().map(Attempt::Remedy).collect();
        clinic.perform(&run, ClinicCommand::Try(attempts.clone())).unwrap();
        to_the_end(&mut clinic, &run);
        for (attempt, remedy) in attempts.iter().zip(&remedies) {
            let outcome = clinic.trial(attempt).and_then(|trial| trial.outcome.as_ref()).unwrap();
            let alone = diagnosis::diagnose(&remedy.apply(level).unwrap(), 40, |_| true).unwrap();
            assert_eq!(**outcome, alone, "side by side they come to the same as one by one");
        }
        let outcome = clinic.trial(&attempts[0]).and_then(|trial| trial.outcome.as_ref()).unwrap();
        assert!(outcome.count(Illness::WrongEdge) < before, "{outcome:?}");
        assert_eq!(level.world.contact.edge_choice, EdgeChoice::Distance, "the level is as it was");
        // The same as a twin.
        let twin = twin_of(&remedies[0]).unwrap();
        assert_eq!(twin.checked(level).unwrap(), remedies[0].apply(level).unwrap());
    }

    #[test]
    fn diagnosis_restarts_for_other_physics_but_not_for_another_name() {
        let (run, mut clinic) = (run("04-squares-distance"), Clinic { frames: 5, ..Clinic::default() });
        to_the_end(&mut clinic, &run);
        let renamed = Level { name: "other".to_owned(), ..Level::clone(run.start_level()) };
        let renamed = Run::new(Arc::new(renamed)).unwrap();
        clinic.follow(&Context::default(), &renamed);
        assert_eq!((clinic.found.frames, clinic.progress()), (5, None));
        assert!(clinic.is_of(renamed.start_level()) && !clinic.is_of(run.start_level()));
        let mut other = Level::clone(run.start_level());
        other.world.gravity = [0.0, -1.0];
        let other = Run::new(Arc::new(other)).unwrap();
        clinic.follow(&Context::default(), &other);
        assert!(clinic.is_of(other.start_level()));
        to_the_end(&mut clinic, &other);
        assert_eq!(clinic.found.frames, 5);
        assert!(clinic.perform(&other, ClinicCommand::Frames(0)).is_ok() && clinic.frames == 1);
    }

    #[test]
    fn clinic_diagnoses_the_current_run_with_its_inputs() {
        let (mut run, mut clinic) = (run("01-first-blob"), Clinic { frames: 60, ..Clinic::default() });
        (0..36).for_each(|_| run.step_frame());
        to_the_end(&mut clinic, &run);
        assert!(clinic.found.is_healthy());
        run.set("bodies[1].gas", &json!(3000.0)).unwrap();
        to_the_end(&mut clinic, &run);
        let illness = clinic.found.of(Illness::BlowUp).expect("the body blows up").clone();
        let input = input_of(&run, &illness).unwrap();
        assert_eq!(input.describe(), "after the input at frame 36: bodies[1].gas = 3000");
        let attempt = Attempt::Without(input);
        clinic.perform(&run, ClinicCommand::Try(vec![attempt.clone()])).unwrap();
        to_the_end(&mut clinic, &run);
        assert_eq!(clinic.trial(&attempt).unwrap().outcome.as_ref().unwrap().count(Illness::BlowUp), 0);
        // From a later frame on, the first blow-up is not among them.
        clinic.perform(&run, ClinicCommand::First(illness.first.frame + 1)).unwrap();
        to_the_end(&mut clinic, &run);
        assert_eq!(clinic.found.frames, 60);
        assert!(clinic.found.of(Illness::BlowUp).is_none_or(|later| later.first.frame > illness.first.frame));
        // Frames that are played beyond the end are judged as well.
        clinic.perform(&run, ClinicCommand::First(0)).unwrap();
        (36..70).for_each(|_| run.step_frame());
        to_the_end(&mut clinic, &run);
        assert_eq!(clinic.found.frames, 70);
    }
}
