//! Runs and measures a cell in slices, for callers without a spare thread.

use super::measure::MeasureAccumulator;
use super::{CellOutcome, Sweep};
use crate::debugger::stepwise::Stepwise;
use crate::debugger::trial::Trial;

/// A cell in progress.
#[derive(Debug)]
pub struct CellRun {
    trial: Trial<'static>,
    tallies: Vec<MeasureAccumulator>,
    frames: u64,
}

impl Sweep {
    /// A cell before its first frame.
    ///
    /// # Errors
    /// The reason why it cannot be run.
    pub fn course(&self, cell: usize) -> Result<CellRun, String> {
        let level = self.level_of(cell)?;
        let mut trial = Trial::owning(level.clone()).map_err(|error| error.to_string())?;
        let mut tallies = Vec::with_capacity(self.measures.len());
        for measure in &self.measures {
            let tally =
                MeasureAccumulator::new(measure, &level).map_err(|error| format!("{}: {error}", measure.text()))?;
            trial.want(tally.expression(), measure.each());
            tallies.push(tally);
        }
        let mut course = CellRun { trial, tallies, frames: self.frames };
        course.look();
        Ok(course)
    }
}

impl CellRun {
    /// Continues while `goes_on` returns true (called at least once per frame). Returns the outcome at the end.
    pub fn follow(&mut self, goes_on: impl FnMut() -> bool) -> Option<CellOutcome> {
        self.go_on(goes_on)
            .then(|| CellOutcome::Measured(self.tallies.iter().map(MeasureAccumulator::result).collect()))
    }

    fn look(&mut self) {
        for tally in &mut self.tallies {
            tally.look(&self.trial);
        }
    }
}

impl Stepwise for CellRun {
    fn is_over(&self) -> bool {
        self.trial.moment() >= (self.frames, 0) || self.tallies.iter().all(MeasureAccumulator::is_decided)
    }

    fn step(&mut self) {
        self.trial.step();
        self.look();
    }
}
