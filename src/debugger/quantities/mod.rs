//! Quantities that can be plotted along a run, one per file: their series, with names and units, and their measurement.

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

use super::diagnosis::Problem;
use super::watch::WatchError;
use super::{Expression, Sample};
use crate::engine::ledger::Ledger;
use crate::engine::{Trace, World};
use crate::level::{Dimension, Level, Place};
use std::fmt;
use std::sync::Arc;

/// A quantity: one or more series that share an axis.
pub struct Quantity {
    /// Stable id in kebab-case, used by the command line and the settings.
    pub id: &'static str,
    /// Title for the UI.
    pub title: &'static str,
    /// Explanation, one sentence.
    pub explanation: &'static str,
    /// Unit in mass (m), length (l) and time (t) of the level; empty for counts.
    pub unit: &'static str,
    /// True if the axis always includes 0.
    pub shows_zero: bool,
    /// True if it is an amount per frame, so that its sum is meaningful.
    pub adds_up: bool,
    /// True if the default axis is logarithmic.
    pub is_logarithmic: bool,
    /// Hint if there is nothing to plot.
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

/// Id of the plot of area ratios up to version 0.1, and its present id.
const FORMER_RATIO: [&str; 2] = ["volume-ratio", "area-ratio"];

/// The present form of the id of a quantity, or of the key of one of its series.
pub fn present_id(text: String) -> String {
    let [former, present] = FORMER_RATIO;
    text.strip_prefix(former).map(|rest| format!("{present}{rest}")).unwrap_or(text)
}

/// The quantity with this id. None if it does not exist.
pub fn find(id: &str) -> Option<&'static Quantity> {
    ALL.iter().find(|quantity| quantity.id == id)
}

/// Input of [`Quantity::series`].
#[derive(Clone, Copy)]
pub struct PlotSubject<'a> {
    /// The level, for names and parts.
    pub level: &'a Level,
    /// Selected parts; some quantities exist only for these.
    pub selection: &'a [Place],
}

/// Prefix of the key of a cumulative series.
pub const SUM: &str = "sum of ";

/// One line of a plot.
#[derive(Clone, Debug)]
pub struct Series {
    /// Identifies the series within the level: equal keys have equal numbers.
    pub key: String,
    /// Name within its plot.
    pub name: String,
    /// Its measurement.
    pub source: Source,
    /// True if it is cumulative.
    pub is_sum: bool,
}

impl Series {
    pub(super) fn new(key: impl Into<String>, name: impl Into<String>, source: Source) -> Self {
        Self { key: key.into(), name: name.into(), source, is_sum: false }
    }

    /// A watch expression, evaluated at the start of each frame.
    ///
    /// # Errors
    /// The error in the expression.
    pub fn watch(text: &str, level: &Level) -> Result<Self, WatchError> {
        let expression = Expression::new(text, level)?;
        Ok(Self::new(format!("watch {text}"), text, Source::Watch(Arc::new(expression))))
    }

    /// Unit of an expression; none for the series of a quantity, whose unit is [`Quantity::unit`].
    pub fn unit(&self) -> Dimension {
        match &self.source {
            Source::Watch(expression) => expression.unit(),
            _ => Dimension::NONE,
        }
    }

    /// The cumulative series, from frame 0 on.
    #[must_use]
    pub fn summed(self) -> Self {
        Self { key: format!("{SUM}{}", self.key), is_sum: true, ..self }
    }
}

/// A function of the state at the start of a frame.
pub type OfState = Arc<dyn Fn(&World) -> f64 + Send + Sync>;

/// A function of the energy ledger of a frame.
pub type OfLedger = Arc<dyn Fn(&Ledger) -> f64 + Send + Sync>;

/// Measurement of the number of a frame.
#[derive(Clone)]
pub enum Source {
    /// From the sample that every run takes of every frame.
    Sample(fn(&Sample) -> f64),
    /// From the state at the start of the frame.
    State(OfState),
    /// The maximum over the substeps that led to the frame; 0 for frame 0.
    Greatest(fn(&Trace) -> f64),
    /// The sum over the substeps that led to the frame; 0 for frame 0.
    Summed(fn(&Trace) -> f64),
    /// The sum over traces that compare all edge-choice rules.
    Compared(fn(&Trace) -> f64),
    /// Number of findings of a problem in the substeps that led to the frame; 0 for frame 0.
    Found(Problem),
    /// From the energy ledger of the substeps that led to the frame; 0 for frame 0.
    Ledger(OfLedger),
    /// By an expression at the start of the frame; it includes the substep before.
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
    fn quantities_have_unique_titles_and_kebab_case_ids() {
        for (i, a) in ALL.iter().enumerate() {
            assert!(a.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", a.id);
            assert!(a.explanation.ends_with('.'), "{}", a.id);
            assert!(ALL[..i].iter().all(|b| b.id != a.id && b.title != a.title), "{}", a.id);
        }
    }

    #[test]
    fn former_id_of_area_ratios_is_found() {
        let present = |text: &str| present_id(text.to_owned());
        assert!(find(&present("volume-ratio")).is_some_and(|quantity| quantity.title == "Area ratio"));
        assert_eq!(
            ["volume-ratio.3", "energy", "max(node.speed)"].map(present),
            ["area-ratio.3", "energy", "max(node.speed)"]
        );
    }

    #[test]
    fn series_keys_are_unique_for_any_selection() {
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
