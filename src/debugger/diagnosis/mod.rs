//! Root-cause analysis of runs: detectors (one problem per file), the diagnosis of a whole run, its causes and its
//! remedies.
//!
//! Detectors are read-only observers: they never change the state. A run without a diagnosis has no observer and no
//! cost.

mod aftermath;
mod both;
mod causes;
mod consequences;
mod counts;
mod course;
mod detectors;
mod energy_rises;
mod examiner;
mod finding;
mod inputs;
mod judgement;
mod painting;
mod present;
mod record;
pub mod remedies;
mod remedy;
mod report;
mod rigidity;
#[cfg(test)]
mod stage;
mod support;
mod swings;
mod vibration;
mod whole;

pub use causes::{ALL as CAUSES, Cause, CauseRule};
pub use counts::ProblemCounts;
pub use course::{DiagnosisRun, diagnose, diagnose_alone, diagnose_run};
pub use detectors::ALL;
pub use energy_rises::{EnergyRises, Rise};
pub use examiner::{Examiner, WINDOW};
pub use finding::{describe, finding_json, part_title, titled, who};
pub use inputs::{LikelyInput, likely_input, without};
pub use judgement::{Judgement, judge, together};
pub use remedy::{Edit, Remedy};
pub use report::{DiagnosisReport, Tried};
pub use whole::{Diagnosed, Diagnosis, HarmlessFindings, PLACES, Spot};

pub use blobsmith_engine::probes::{Finding, Problem, Span};

pub(super) use both::Both;
pub(super) use present::Present;

use crate::engine::EventKind;
use crate::level::Level;
use examiner::Detect;

/// Default number of judged frames, in the window and on the command line. All visited frames of a longer run are judged.
pub const JUDGED_FRAMES: u64 = 600;

/// A detector: its texts, its scope and its constructor.
pub struct Detector {
    /// The problem that it finds.
    pub problem: Problem,
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// One letter, for marks on the timeline.
    pub letter: char,
    /// Title for the UI.
    pub title: &'static str,
    /// Plural of the title, for counts.
    pub plural: &'static str,
    /// Definition of the finding and its limits, in a few sentences.
    pub explanation: &'static str,
    /// Why the problem occurs, in a few sentences.
    pub why: &'static str,
    /// Section of the sources that describes the cause: `000 §D.2`.
    pub source: &'static str,
    /// How far back it observes.
    pub span: Span,
    /// Which of its findings count as a problem of a run.
    pub harm: Harm,
    /// True if later findings in the same body are consequences of this one: after a blow-up all other findings are
    /// debris.
    pub is_cause: bool,
    /// Id of the overlay that shows it best. None if the timeline or a plot does.
    pub overlay: Option<&'static str>,
    /// Its known consequences, itself included.
    pub consequences: &'static [Problem],
    /// Event by which the engine reports the same condition. None if the engine does not report it.
    pub event: Option<EventKind>,
    /// Stable names of [`Finding::numbers`]; at most [`Finding::NUMBERS`].
    pub numbers: &'static [&'static str],
    /// Formats a finding as one sentence, with the names of the bodies and the numbers.
    describe: fn(&Finding, &Level) -> String,
    /// Suggested fixes, the best first.
    remedies: fn(&Level, &Diagnosed) -> Vec<Remedy>,
    make: fn() -> Box<dyn Detect>,
}

/// Which findings make a problem of a run; the others are listed as harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// All findings.
    Any,
    /// Findings between two bodies that overlap by a tenth of the smaller one at the end of a later frame. For a disc
    /// and a body: the disc's centre is inside the body, and its deepest point by a tenth of the body's size.
    Overlap,
    /// Findings of a triangle that is flipped at the end of this or a later frame. An impact that flips it for a few
    /// substeps only does not count.
    EndOfFrame,
}

impl Detector {
    /// The detector of a problem.
    pub fn of(problem: Problem) -> &'static Self {
        &ALL[problem as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detectors_have_unique_ids_and_cover_every_problem() {
        for (index, detector) in ALL.iter().enumerate() {
            assert!(detector.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", detector.id);
            assert!(detector.explanation.ends_with('.') && detector.why.ends_with('.'), "{}", detector.id);
            assert!(detector.source.starts_with("00"), "{}", detector.id);
            assert!(detector.numbers.len() <= Finding::NUMBERS, "{}", detector.id);
            let others = &ALL[..index];
            assert!(others.iter().all(|other| other.id != detector.id && other.letter != detector.letter));
            assert_eq!(Detector::of(detector.problem).id, detector.id);
            // Exported plots of the command line mark the events, and mark all of them as problems.
            assert!(detector.event.is_none() || detector.harm == Harm::Any, "{}", detector.id);
            assert_eq!(detector.problem as usize, index, "{}: rows and variants have the same order", detector.id);
        }
    }
}
