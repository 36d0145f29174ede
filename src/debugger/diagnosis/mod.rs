//! Detectors: what goes wrong in a run although every number of it is in order, one illness a file; what was found along
//! a run as a whole; and what mends it.
//!
//! A detector only looks on, so it changes no bit of the state; where nobody wants to know, nobody looks.

mod aftermath;
mod causes;
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
mod rigidity;
mod seen;
#[cfg(test)]
mod stage;
mod support;
mod swings;
mod vibration;
mod whole;

pub use causes::{ALL as CAUSES, Cause, CauseRule};
pub use course::{DiagnosisRun, diagnose, diagnose_alone, diagnose_run};
pub use detectors::{ALL, Illness};
pub use energy_rises::{EnergyRises, Rise};
pub use examiner::{Examiner, WINDOW};
pub use finding::{Finding, who};
pub use inputs::{LikelyInput, likely_input, without};
pub use judgement::{Judgement, judge, together};
pub use record::Record;
pub use remedy::{Edit, Remedy};
pub use whole::{Diagnosed, Diagnosis, PLACES, Spot};

pub(super) use examiner::Both;
pub(super) use present::Present;

use crate::engine::EventKind;
use crate::level::Level;
use examiner::Detect;

/// A detector, as lists and menus have it.
pub struct Detector {
    /// What it finds.
    pub illness: Illness,
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// One letter, for marks.
    pub letter: char,
    /// Title for people.
    pub title: &'static str,
    /// What it finds, as a count has it.
    pub plural: &'static str,
    /// What it finds, and what it does not, in a few sentences.
    pub explanation: &'static str,
    /// Why such a thing happens, in a few sentences.
    pub why: &'static str,
    /// Where the sources have what causes it: `000 §D.2`.
    pub source: &'static str,
    /// How far back it looks.
    pub span: Span,
    /// Which of its findings make an illness of a run.
    pub harm: Harm,
    /// Whether whatever is found in the same body afterwards follows from it: what comes after a blow-up is debris.
    pub is_cause: bool,
    /// What the engine itself reports of the same thing.
    pub event: Option<EventKind>,
    /// Stable names of [`Finding::numbers`], as many as are used.
    pub numbers: &'static [&'static str],
    /// One sentence for people of a finding, with the names of the bodies and the numbers.
    describe: fn(&Finding, &Level) -> String,
    /// What might mend it, the best first.
    remedies: fn(&Level, &Diagnosed) -> Vec<Remedy>,
    make: fn() -> Box<dyn Detect>,
}

/// Which findings make an illness of a run; the others are listed as harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// All.
    Any,
    /// Those between two bodies that lie in one another at the end of some later frame, by a tenth of the smaller one; and between
    /// a disc and a body in which its centre then is, and its deepest point by a tenth of the body's size.
    Overlap,
    /// Those of a triangle that is turned over at the end of some frame from then on: a blow that turns it over for a few
    /// substeps leaves no trace.
    EndOfFrame,
}

/// How far back a detector looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// A bounded number of substeps: it can say at once what is found at any moment.
    Substeps,
    /// From the start of a window of [`WINDOW`] frames on, which begin at the multiples of that: for what shows only
    /// over hundreds of substeps. Each window is judged by itself, or with the one before.
    Window,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_every_illness_has_its_detector() {
        for (index, detector) in ALL.iter().enumerate() {
            assert!(detector.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", detector.id);
            assert!(detector.explanation.ends_with('.') && detector.why.ends_with('.'), "{}", detector.id);
            assert!(detector.source.starts_with("00"), "{}", detector.id);
            assert!(detector.numbers.len() <= Finding::NUMBERS, "{}", detector.id);
            let others = &ALL[..index];
            assert!(others.iter().all(|other| other.id != detector.id && other.letter != detector.letter));
            assert_eq!(detector.illness.detector().id, detector.id);
            assert_eq!(detector.illness as usize, index, "{}: the rows stand as the variants do", detector.id);
        }
    }
}
