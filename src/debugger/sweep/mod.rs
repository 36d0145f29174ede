//! Sweeps: one level in many variants, a grid of them, each run for so many frames and measured.
//!
//! What comes out of a cell depends on the level, the axes and the measures alone, so cells may be run in any order, by
//! anybody.

mod axis;
mod course;
pub mod journal;
mod measure;
mod opened;
mod table;

pub use axis::{Axis, RULES};
pub use course::CellRun;
pub use measure::{Measure, REDUCERS, Reducer};
pub use opened::Opened;
pub use table::csv;

use super::trial::Trial;
use crate::geometry::hashing::BitHasher;
use crate::level::twin::MOST_SETS;
use crate::level::{Each, Level, Twin};
use measure::MeasureAccumulator;
use std::sync::Arc;

/// Cells that a grid may have.
pub const MOST_CELLS: usize = 1_000_000;

/// See the module.
#[derive(Clone, Debug)]
pub struct Sweep {
    level: Arc<Level>,
    axes: Vec<Axis>,
    measures: Vec<Measure>,
    frames: u64,
}

/// What came out of a cell.
#[derive(Clone, Debug)]
pub enum CellOutcome {
    /// A number for each measure; `nan` for what could not be measured or never was.
    Measured(Vec<f64>),
    /// The variant is no level that could be run: why.
    Failed(String),
}

impl CellOutcome {
    /// The number of a measure; `nan` where the cell failed.
    pub fn value(&self, measure: usize) -> f64 {
        match self {
            Self::Measured(values) => values.get(measure).copied().unwrap_or(f64::NAN),
            Self::Failed(_) => f64::NAN,
        }
    }
}

impl PartialEq for CellOutcome {
    /// The same bits, or the same reason.
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
    /// A grid over the axes, the last one running fastest. Fails, in a sentence, where an axis leads nowhere, two axes set
    /// the same, or there are too many cells.
    ///
    /// # Errors
    /// The sentence.
    pub fn new(level: Arc<Level>, axes: Vec<Axis>, measures: Vec<Measure>, frames: u64) -> Result<Self, String> {
        if axes.is_empty() || measures.is_empty() {
            return Err("a sweep needs something that varies, and something that is measured".to_owned());
        }
        for (index, axis) in axes.iter().enumerate() {
            if axes[..index].iter().any(|other| other.sets_the_same(axis)) {
                return Err(format!("{} varies twice", axis.name()));
            }
            axis.try_on(&level).map_err(|reason| format!("{}: {reason}", axis.text()))?;
        }
        let cells = axes.iter().try_fold(1_usize, |cells, axis| cells.checked_mul(axis.len()));
        match cells {
            Some(cells) if cells <= MOST_CELLS => Ok(Self { level, axes, measures, frames }),
            _ => Err(format!("the grid is too large; it may have {MOST_CELLS} cells")),
        }
    }

    /// The level before anything is varied.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// What varies.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// What is measured.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// Frames that every cell is run.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.axes.iter().map(Axis::len).product()
    }

    /// The place of a cell on each axis.
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

    /// The cell at a place on each axis; none outside of the grid.
    pub fn cell(&self, place: &[usize]) -> Option<usize> {
        let is_within =
            place.len() == self.axes.len() && self.axes.iter().zip(place).all(|(axis, &at)| at < axis.len());
        is_within.then(|| self.axes.iter().zip(place).fold(0, |cell, (axis, &at)| cell * axis.len() + at))
    }

    /// What a cell is, in words: `world.substeps=4, rule=Distance`.
    pub fn title(&self, cell: usize) -> String {
        let place = self.place(cell);
        let parts: Vec<String> = self.axes.iter().zip(place).map(|(axis, at)| axis.assignment(at)).collect();
        parts.join(", ")
    }

    /// The level of a cell.
    ///
    /// # Errors
    /// Why there is no such level, in a sentence.
    pub fn level_of(&self, cell: usize) -> Result<Level, String> {
        let mut level = Level::clone(&self.level);
        self.set(&mut level, cell)?;
        Ok(level)
    }

    /// Puts the values of a cell into a level.
    ///
    /// # Errors
    /// Why that cannot be, in a sentence; the level is then of no use.
    pub fn set(&self, level: &mut Level, cell: usize) -> Result<(), String> {
        self.axes.iter().zip(self.place(cell)).try_for_each(|(axis, at)| axis.apply(level, at))
    }

    /// The twin that has the values of a cell.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn twin(&self, cell: usize) -> Result<Twin, String> {
        let (level, mut twin) = (self.level_of(cell)?, Twin::default());
        for (axis, at) in self.axes.iter().zip(self.place(cell)) {
            axis.apply_to_twin(at, &self.level, &level, &mut twin)?;
        }
        if twin.set.len() > MOST_SETS {
            return Err(format!(
                "a twin differs in {MOST_SETS} parameters at most, and this cell differs in {}",
                twin.set.len()
            ));
        }
        twin.checked(&self.level).map(|_| twin).map_err(|error| error.to_string())
    }

    /// Runs a cell and measures it, as long as `goes_on` says so (it is asked at least once a frame); none where it was
    /// stopped.
    pub fn run(&self, cell: usize, goes_on: impl FnMut() -> bool) -> Option<CellOutcome> {
        match self.course(cell) {
            Ok(mut course) => course.follow(goes_on),
            Err(reason) => Some(CellOutcome::Failed(reason)),
        }
    }

    /// The first moment of a cell at which one of the conditions that it measures is true, or a detector that it counts
    /// has found something; none where that never is.
    ///
    /// # Errors
    /// Why the cell cannot be run, in a sentence.
    pub fn went_wrong(&self, cell: usize, mut goes_on: impl FnMut() -> bool) -> Result<Option<Wrong>, String> {
        let level = self.level_of(cell)?;
        let mut trial = Trial::new(&level).map_err(|error| error.to_string())?;
        let mut tallies = Vec::new();
        for measure in self.measures.iter().filter(|measure| measure.is_failure_measure()) {
            let tally = MeasureAccumulator::new(measure, &level)
                .map_err(|complaint| format!("{}: {complaint}", measure.text()))?;
            trial.want(tally.expression(), measure.each());
            tallies.push((measure, tally));
        }
        if tallies.is_empty() {
            return Ok(None);
        }
        loop {
            for (measure, tally) in &mut tallies {
                if trial.is_due(measure.each()) && tally.look(&trial) > 0.0 {
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

    /// A number that is another one for every other level, grid, measure or program version: results of one are not those
    /// of the other.
    pub fn identity(&self) -> u64 {
        let simulated = Level { name: String::new(), notes: String::new(), editor: None, ..Level::clone(&self.level) };
        let mut text = serde_json::to_string(&simulated).unwrap_or_default();
        text.push_str(env!("CARGO_PKG_VERSION"));
        let axes = self.axes.iter().map(|axis| axis.text().to_owned());
        let measures = self.measures.iter().map(|measure| format!("{} {:?}", measure.text(), measure.each()));
        for part in axes.chain(measures) {
            text.push('\n');
            text.push_str(&part);
        }
        let mut hasher = BitHasher::new();
        hasher.word(self.frames);
        hasher.word(text.len() as u64);
        for bytes in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            hasher.word(u64::from_le_bytes(word));
        }
        hasher.finish()
    }
}

/// Where a cell went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// Frames and substeps done.
    pub moment: super::run::Moment,
    /// The condition that is true there, as an expression.
    pub condition: String,
    /// How often it was looked at.
    pub each: Each,
}
