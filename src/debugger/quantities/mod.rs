//! What can be plotted along a run, one quantity a file: its series, with names and units, and how each is measured.

pub mod balloon;
mod bodies;
mod counts;
mod diagnosis;
mod disagreement;
mod energy;
mod ledger;
mod momentum;
mod nodes;
mod penetration;
mod sticks;
mod triangles;

use super::diagnosis::Illness;
use super::watch::Complaint;
use super::{Expression, Sample};
use crate::engine::ledger::Ledger;
use crate::engine::{Trace, World};
use crate::level::{Level, Place};
use std::fmt;
use std::sync::Arc;

/// Something to be plotted: one or more series that share an axis.
pub struct Quantity {
    /// Stable id in kebab-case: the command line and the settings use it.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What it shows, in a sentence.
    pub explanation: &'static str,
    /// Unit in mass (m), length (l) and time (t) of the level; empty for what is only counted.
    pub unit: &'static str,
    /// Whether the axis always shows 0.
    pub shows_zero: bool,
    /// Whether it is what happened in each frame, so that it can be added up.
    pub adds_up: bool,
    /// Whether it is drawn on a logarithmic axis unless said otherwise.
    pub is_logarithmic: bool,
    /// What to do when there is nothing to plot.
    pub waits_for: &'static str,
    /// Its series for a level and a selection.
    pub series: fn(&PlotSubject) -> Vec<Series>,
}

/// Every quantity, in the order of lists.
pub const ALL: &[Quantity] = &[
    energy::QUANTITY,
    ledger::QUANTITY,
    ledger::RESIDUAL,
    momentum::LINEAR,
    momentum::ANGULAR,
    counts::QUANTITY,
    diagnosis::QUANTITY,
    disagreement::QUANTITY,
    penetration::QUANTITY,
    penetration::OVERLAP,
    bodies::AREA,
    bodies::RATIO,
    bodies::PRESSURE,
    triangles::QUANTITY,
    balloon::SPILL,
    balloon::UNPAINTED,
    balloon::HIDDEN,
    sticks::QUANTITY,
    nodes::QUANTITY,
];

/// The quantity of this id.
pub fn find(id: &str) -> Option<&'static Quantity> {
    ALL.iter().find(|quantity| quantity.id == id)
}

/// What is plotted of.
#[derive(Clone, Copy)]
pub struct PlotSubject<'a> {
    /// Names and parts.
    pub level: &'a Level,
    /// Parts that are selected: some quantities are theirs only.
    pub selection: &'a [Place],
}

/// What the key of a series begins with that is added up.
pub const SUM: &str = "sum of ";

/// One line of a plot.
#[derive(Clone, Debug)]
pub struct Series {
    /// What tells it from all others of the level; same key, same numbers.
    pub key: String,
    /// Name for people, within its plot.
    pub name: String,
    /// How it is measured.
    pub source: Source,
    /// Whether each number has all before it added.
    pub is_sum: bool,
}

impl Series {
    pub(super) fn new(key: impl Into<String>, name: impl Into<String>, source: Source) -> Self {
        Self { key: key.into(), name: name.into(), source, is_sum: false }
    }

    /// A watch expression, measured at the start of each frame. Fails with what is wrong with it.
    pub fn watch(text: &str, level: &Level) -> Result<Self, Complaint> {
        let expression = Expression::new(text, level)?;
        Ok(Self::new(format!("watch {text}"), text, Source::Watch(Arc::new(expression))))
    }

    /// The same, added up from frame 0 on.
    #[must_use]
    pub fn summed(self) -> Self {
        Self { key: format!("{SUM}{}", self.key), is_sum: true, ..self }
    }
}

/// A number of the state at the start of a frame.
pub type OfState = Arc<dyn Fn(&World) -> f64 + Send + Sync>;

/// A number of what changed hands in a frame.
pub type OfLedger = Arc<dyn Fn(&Ledger) -> f64 + Send + Sync>;

/// How the number of a frame is found.
#[derive(Clone)]
pub enum Source {
    /// In the sample that every run takes of every frame.
    Sample(fn(&Sample) -> f64),
    /// In the state at the start of the frame.
    State(OfState),
    /// The greatest over the substeps that led to the frame; 0 for frame 0.
    Greatest(fn(&Trace) -> f64),
    /// The sum over the substeps that led to the frame; 0 for frame 0.
    Summed(fn(&Trace) -> f64),
    /// The same, of traces in which every edge-choice rule was asked.
    Compared(fn(&Trace) -> f64),
    /// How many of an illness the detectors find in the substeps that led to the frame; 0 for frame 0.
    Found(Illness),
    /// In the ledger of the substeps that led to the frame; 0 for frame 0.
    Ledger(OfLedger),
    /// By an expression, at the start of the frame; it sees the last substep before.
    Watch(Arc<Expression>),
}

impl Source {
    fn state(measure: impl Fn(&World) -> f64 + Send + Sync + 'static) -> Self {
        Self::State(Arc::new(measure))
    }

    fn ledger(measure: impl Fn(&Ledger) -> f64 + Send + Sync + 'static) -> Self {
        Self::Ledger(Arc::new(measure))
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sample(_) => "Sample",
            Self::State(_) => "State",
            Self::Greatest(_) => "Greatest",
            Self::Summed(_) => "Summed",
            Self::Compared(_) => "Compared",
            Self::Found(_) => "Found",
            Self::Ledger(_) => "Ledger",
            Self::Watch(_) => "Watch",
        })
    }
}

/// Unit of energy.
const ENERGY: &str = "m·l²/t²";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::gallery;

    #[test]
    fn ids_and_titles_are_unique_and_ids_are_kebab_case() {
        for (i, a) in ALL.iter().enumerate() {
            assert!(a.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", a.id);
            assert!(a.explanation.ends_with('.'), "{}", a.id);
            assert!(ALL[..i].iter().all(|b| b.id != a.id && b.title != a.title), "{}", a.id);
        }
    }

    #[test]
    fn the_keys_of_a_level_are_unique_whatever_is_selected() {
        let level = gallery::level("01-first-blob").map(|level| level.text).unwrap_or_default();
        let level = crate::level::format::read(level, crate::level::format::TextFormat::Ron).unwrap();
        for selection in [vec![], vec![Place::Body(0), Place::Node(0, 1), Place::Node(0, 1)]] {
            let subject = PlotSubject { level: &level, selection: &selection };
            let mut keys: Vec<String> = ALL
                .iter()
                .flat_map(|quantity| (quantity.series)(&subject))
                .flat_map(|series| [series.key.clone(), series.summed().key])
                .collect();
            let count = keys.len();
            keys.sort();
            keys.dedup();
            assert_eq!(keys.len(), count);
        }
    }
}
