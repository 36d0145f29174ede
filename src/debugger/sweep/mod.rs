//! Parameter sweeps: a grid of variants of a level, each run for n frames and measured. The outcome of a cell depends
//! only on the level, the axes and the measures, so cells can be run in any order and on any machine.

mod axis;
mod course;
pub mod journal;
mod key;
mod measure;
mod opened;
mod pool;
mod settings;
#[cfg(all(feature = "parquet", not(target_arch = "wasm32")))]
pub mod stored;
mod table;

pub use axis::{Axis, RULES};
pub use course::CellRun;
pub use key::CellKeys;
pub use measure::{Measure, REDUCERS, Reducer, default_measures};
pub use opened::Opened;
pub use pool::run_cells;
pub use settings::{read_settings, read_settings_of, settings, settings_without_level};
pub use table::csv;

use super::trial::Trial;
use crate::geometry::hashing::BitHasher;
use crate::level::extra::MOST_SETS;
use crate::level::{Each, Level, Twin};
use measure::MeasureAccumulator;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Most cells of a grid.
pub const MOST_CELLS: usize = 1_000_000;

/// A grid of variants with their measures.
#[derive(Clone, Debug)]
pub struct Sweep {
    level: Arc<Level>,
    axes: Vec<Axis>,
    measures: Vec<Measure>,
    frames: u64,
}

/// Result of a cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum CellOutcome {
    /// A number for each measure. NaN if it could not be measured or the condition was never true.
    Measured(Vec<f64>),
    /// The variant cannot be run, with the reason.
    Failed(String),
}

impl CellOutcome {
    /// Value of a measure. NaN if the cell failed.
    pub fn value(&self, measure: usize) -> f64 {
        match self {
            Self::Measured(values) => values.get(measure).copied().unwrap_or(f64::NAN),
            Self::Failed(_) => f64::NAN,
        }
    }
}

impl PartialEq for CellOutcome {
    /// Compares bits (NaN equals NaN), or the reasons.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Measured(a), Self::Measured(b)) => {
                let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
                a.len() == b.len() && a.iter().zip(b).all(same)
            }
            (Self::Failed(a), Self::Failed(b)) => a == b,
            _ => false,
        }
    }
}

impl Sweep {
    /// A grid over the axes; the last one varies fastest.
    ///
    /// # Errors
    /// If a path does not exist, two axes set the same value, or there are too many cells.
    pub fn new(level: Arc<Level>, axes: Vec<Axis>, measures: Vec<Measure>, frames: u64) -> Result<Self, String> {
        if axes.is_empty() || measures.is_empty() {
            return Err("a sweep needs at least one axis and one measure".to_owned());
        }
        for (index, axis) in axes.iter().enumerate() {
            if axes[..index].iter().any(|other| other.sets_the_same(axis)) {
                return Err(format!("two axes vary {}", axis.name()));
            }
            axis.try_on(&level).map_err(|reason| format!("{}: {reason}", axis.text()))?;
        }
        let cells = axes.iter().try_fold(1_usize, |cells, axis| cells.checked_mul(axis.len()));
        match cells {
            Some(cells) if cells <= MOST_CELLS => Ok(Self { level, axes, measures, frames }),
            _ => Err(format!("the grid is too large; at most {MOST_CELLS} cells are allowed")),
        }
    }

    /// The original level.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// The axes.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The measures.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// Frames of every cell.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.axes.iter().map(Axis::len).product()
    }

    /// Index of a cell on each axis.
    pub fn place(&self, cell: usize) -> Vec<usize> {
        let mut rest = cell;
        let mut place: Vec<usize> = self
            .axes
            .iter()
            .rev()
            .map(|axis| {
                let index = rest % axis.len();
                rest /= axis.len();
                index
            })
            .collect();
        place.reverse();
        place
    }

    /// The cell at the given index on each axis. None outside of the grid.
    pub fn cell(&self, place: &[usize]) -> Option<usize> {
        let is_within =
            place.len() == self.axes.len() && self.axes.iter().zip(place).all(|(axis, &at)| at < axis.len());
        is_within.then(|| self.axes.iter().zip(place).fold(0, |cell, (axis, &at)| cell * axis.len() + at))
    }

    /// Title of a cell: `world.substeps=4, rule=Distance`.
    pub fn title(&self, cell: usize) -> String {
        let place = self.place(cell);
        let parts: Vec<String> = self.axes.iter().zip(place).map(|(axis, at)| axis.assignment(at)).collect();
        parts.join(", ")
    }

    /// The level of a cell.
    ///
    /// # Errors
    /// The reason why there is no valid level.
    pub fn level_of(&self, cell: usize) -> Result<Level, String> {
        let mut level = Level::clone(&self.level);
        self.set(&mut level, cell)?;
        Ok(level)
    }

    /// Sets the values of a cell in a level.
    ///
    /// # Errors
    /// The reason why it cannot be set; the level is then unspecified.
    pub fn set(&self, level: &mut Level, cell: usize) -> Result<(), String> {
        self.axes.iter().zip(self.place(cell)).try_for_each(|(axis, at)| axis.apply(level, at))
    }

    /// The twin with the values of a cell.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn twin(&self, cell: usize) -> Result<Twin, String> {
        let (level, mut twin) = (self.level_of(cell)?, Twin::default());
        for (axis, at) in self.axes.iter().zip(self.place(cell)) {
            axis.apply_to_twin(at, &self.level, &level, &mut twin)?;
        }
        if twin.set.len() > MOST_SETS {
            return Err(format!(
                "a twin can differ in at most {MOST_SETS} parameters; this cell differs in {}",
                twin.set.len()
            ));
        }
        twin.checked(&self.level).map(|_| twin).map_err(|error| error.to_string())
    }

    /// Runs and measures a cell while `goes_on` returns true (called at least once per frame). None if interrupted.
    pub fn run(&self, cell: usize, goes_on: impl FnMut() -> bool) -> Option<CellOutcome> {
        match self.course(cell) {
            Ok(mut course) => course.follow(goes_on),
            Err(reason) => Some(CellOutcome::Failed(reason)),
        }
    }

    /// The first moment of a cell at which a measured condition is true or a counted detector has a finding. None if
    /// there is no such moment.
    ///
    /// # Errors
    /// The reason why the cell cannot be run.
    pub fn went_wrong(&self, cell: usize, mut goes_on: impl FnMut() -> bool) -> Result<Option<Wrong>, String> {
        let level = self.level_of(cell)?;
        let mut trial = Trial::new(&level).map_err(|error| error.to_string())?;
        let mut tallies = Vec::new();
        for measure in self.measures.iter().filter(|measure| measure.is_failure_measure()) {
            let tally =
                MeasureAccumulator::new(measure, &level).map_err(|error| format!("{}: {error}", measure.text()))?;
            trial.want(tally.expression(), measure.each());
            tallies.push((measure, tally));
        }
        if tallies.is_empty() {
            return Ok(None);
        }
        loop {
            for (measure, tally) in &mut tallies {
                if tally.look(&trial).is_some_and(|value| value > 0.0) {
                    return Ok(Some(Wrong {
                        moment: trial.moment(),
                        condition: measure.condition(),
                        each: measure.each(),
                    }));
                }
            }
            if trial.moment() >= (self.frames, 0) || !goes_on() {
                return Ok(None);
            }
            trial.step();
        }
    }

    /// Hash of level, grid, measures and program version. Results are comparable only for equal hashes.
    pub fn identity(&self) -> u64 {
        let mut text = key::simulated(&self.level);
        text.push_str(env!("CARGO_PKG_VERSION"));
        let axes = self.axes.iter().map(|axis| axis.text().to_owned());
        for part in axes.chain(self.measures.iter().map(Measure::identity)) {
            text.push('\n');
            text.push_str(&part);
        }
        let mut hasher = BitHasher::new();
        hasher.word(self.frames);
        key::add_text(&mut hasher, &text);
        hasher.finish()
    }
}

/// The first failure of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wrong {
    /// Completed frames and substeps.
    pub moment: super::run::Moment,
    /// The condition that is true there, as an expression.
    pub condition: String,
    /// Interval of its evaluation.
    pub each: Each,
}
