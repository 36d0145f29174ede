//! Parameter sweeps in the window: form, results, chosen cell, and the search for the frame at which a cell fails.

pub mod commands;
mod form;
pub(crate) mod panel;
#[cfg(not(target_arch = "wasm32"))]
mod reading;
mod work;

pub use form::{AxisKind, MOST_VALUES, Side, SweepForm};

use crate::debugger::sweep::{CellOutcome, Measure, Opened, Reducer, Sweep};
use crate::editor::features::diagnosis::runs_alike;
use crate::level::Level;
use crate::picture::heatmap::{self, Cell};
pub use commands::SweepCommand;
use egui::Context;
use std::sync::Arc;
use web_time::Instant;
pub use work::{CellsJob, CellsRequest, OpenCellJob, OpenCellRequest};
use work::{Search, SweepWorker};

/// Form, results and searches of the Sweep panel.
#[derive(Default)]
pub struct Sweeps {
    /// The form.
    pub form: SweepForm,
    /// True if the user has changed the form.
    is_own: bool,
    /// Id of the gravest problem of the run on display, which the suggested sweep measures.
    problem: Option<&'static str>,
    /// The last compared level, and whether its simulated contents equal those of the sheet's level.
    seen: Option<(Arc<Level>, bool)>,
    /// Results.
    pub sheet: Option<Sheet>,
    /// The chosen cell.
    pub chosen: Option<usize>,
    /// Error of the form.
    pub refusal: Option<String>,
    work: Option<SweepWorker>,
    search: Option<(usize, Search)>,
    #[cfg(not(target_arch = "wasm32"))]
    reading: Option<reading::Reading>,
}

/// Results of a sweep.
pub struct Sheet {
    /// The grid.
    pub sweep: Arc<Sweep>,
    /// One result per cell; `None` if not run yet.
    pub outcomes: Vec<Option<CellOutcome>>,
    /// Number of cells run.
    pub done: usize,
    /// Index of the shown measure.
    measure: usize,
    identity: u64,
    begun: Instant,
    /// Number of cells that were already known at the start.
    known: usize,
    /// Cached colour range and the number of cells it covers.
    reach: std::cell::Cell<(usize, Option<[f64; 2]>)>,
}

impl Sheet {
    fn new(sweep: Arc<Sweep>, identity: u64) -> Self {
        let outcomes = vec![None; sweep.cells()];
        let (begun, reach) = (Instant::now(), Default::default());
        Self { sweep, outcomes, done: 0, measure: 0, identity, begun, known: 0, reach }
    }

    /// The shown measure.
    pub fn measure(&self) -> &Measure {
        &self.sweep.measures()[self.measure]
    }

    /// Shows another measure.
    fn show_measure(&mut self, measure: usize) {
        self.measure = measure.min(self.sweep.measures().len() - 1);
        self.reach.set((0, None));
    }

    /// State of a cell.
    pub fn cell(&self, cell: usize) -> Cell {
        match self.outcomes.get(cell) {
            Some(Some(outcome)) => Cell::of(outcome.value(self.measure)),
            _ => Cell::Unknown,
        }
    }

    /// Values of the shown measure by cell; `None` if there is no finite one.
    pub fn values(&self) -> Vec<Option<f64>> {
        let value = |outcome: &Option<CellOutcome>| outcome.as_ref().map(|outcome| outcome.value(self.measure));
        self.outcomes.iter().map(|outcome| value(outcome).filter(|value| value.is_finite())).collect()
    }

    /// Minimum and maximum of the colour scale, without runaway values.
    pub fn extent(&self) -> Option<[f64; 2]> {
        let (done, known) = self.reach.get();
        if done == self.done {
            return known;
        }
        let extent = self.measure_extent();
        self.reach.set((self.done, extent));
        extent
    }

    fn measure_extent(&self) -> Option<[f64; 2]> {
        let cells: Vec<Cell> = (0..self.outcomes.len()).map(|cell| self.cell(cell)).collect();
        heatmap::extent(&tame(&cells))
    }

    /// True if all cells have been run.
    pub fn is_whole(&self) -> bool {
        self.done == self.outcomes.len()
    }

    /// Estimated remaining time in seconds.
    pub fn seconds_left(&self) -> Option<f64> {
        let run = self.done - self.known;
        let rest = self.outcomes.len() - self.done;
        (run > 0).then(|| self.begun.elapsed().as_secs_f64() / run as f64 * rest as f64)
    }

    fn take(&mut self, cell: usize, outcome: CellOutcome) {
        if let Some(place) = self.outcomes.get_mut(cell)
            && place.replace(outcome).is_none()
        {
            self.done += 1;
        }
    }
}

impl Sweeps {
    /// Performs a command of the panel.
    pub fn perform(&mut self, ctx: &Context, level: &Arc<Level>, command: SweepCommand) {
        match command {
            SweepCommand::Form(form) => {
                (self.form, self.is_own) = (*form, true);
                self.refusal = self.form.first_error(level);
            }
            SweepCommand::Suggest => (self.form, self.is_own, self.refusal) = (self.suggestion(level), false, None),
            SweepCommand::Run => self.refusal = self.run(ctx, level).err(),
            SweepCommand::Cancel => self.work = None,
            SweepCommand::Measure(measure) => self.show_measure(measure),
            SweepCommand::Choose(cell) => self.chosen = cell,
            SweepCommand::Open(cell) => {
                if let Some(sheet) = &self.sheet {
                    self.search = Some((cell, Search::start(ctx, &sheet.sweep, cell)));
                }
            }
            SweepCommand::Stay => self.search = None,
        }
    }

    fn run(&mut self, ctx: &Context, level: &Arc<Level>) -> Result<(), String> {
        let sweep = Arc::new(self.form.sweep(level)?);
        let identity = sweep.identity();
        self.work = None;
        if self.sheet.as_ref().is_none_or(|sheet| sheet.identity != identity) {
            self.sheet = Some(Sheet::new(sweep.clone(), identity));
            (self.chosen, self.search) = (None, None);
        }
        self.seen = None;
        if let Some(sheet) = &mut self.sheet {
            (sheet.begun, sheet.known) = (Instant::now(), sheet.done);
            let rest = (0..sheet.outcomes.len()).filter(|&cell| sheet.outcomes[cell].is_none());
            self.work = Some(SweepWorker::start(ctx, &sweep, rest.collect()));
        }
        Ok(())
    }

    fn show_measure(&mut self, measure: usize) {
        if let Some(sheet) = &mut self.sheet {
            sheet.show_measure(measure);
            self.form.measure_by(sheet.measure());
        }
    }

    /// The suggestion for a level: against the problem of its run, if it has one.
    fn suggestion(&self, level: &Level) -> SweepForm {
        let form = SweepForm::suggest(level);
        match self.problem {
            // A run that diverged has no more problems of that kind, but is no success. The maximum does not grow with the
            // number of substeps.
            Some(id) => SweepForm {
                measure: format!("problem(\"{id}\") + count(not finite(node.speed))"),
                reducer: Some(Reducer::Max),
                ..form
            },
            None => form,
        }
    }

    /// Processes results. Returns the level of a cell to open, once its frame is found. `problem` is the id of the gravest
    /// problem of the run on display.
    pub fn follow(
        &mut self,
        level: &Arc<Level>,
        is_visited: bool,
        problem: Option<&'static str>,
    ) -> Option<Result<Opened, String>> {
        #[cfg(not(target_arch = "wasm32"))]
        if let Err(reason) = self.follow_reading(level) {
            return Some(Err(reason));
        }
        if let (Some(work), Some(sheet)) = (&mut self.work, &mut self.sheet) {
            let is_over = work.follow(|cell, outcome| sheet.take(cell, outcome));
            if is_over {
                self.work = None;
            }
        }
        let is_known = self.seen.as_ref().is_some_and(|(seen, _)| Arc::ptr_eq(seen, level));
        if is_visited && (!is_known || problem != self.problem) {
            self.problem = problem;
            let is_suggested = self.sheet.is_none() && !self.is_own;
            if is_suggested {
                self.form = self.suggestion(level);
            }
            // A problem that is found later changes nothing in the user's form, and keeps why it could not run.
            if is_suggested || !is_known {
                self.refusal = self.form.first_error(level);
            }
            if !is_known {
                // Results of a file have the ids that the open level gets on the first edit.
                let is_same = self.sheet.as_ref().map(|sheet| sheet.sweep.level());
                let is_same = is_same.is_none_or(|own| runs_alike(own, level) || runs_alike(level, own));
                self.seen = Some((level.clone(), is_same));
            }
        }
        let found = self.search.as_mut().and_then(|(_, search)| search.answer())?;
        self.search = None;
        found.transpose()
    }

    /// True while cells are running.
    pub fn is_running(&self) -> bool {
        self.work.is_some()
    }

    /// The cell whose failing frame is searched.
    pub fn searched(&self) -> Option<usize> {
        self.search.as_ref().map(|(cell, _)| *cell)
    }

    /// True if the results belong to a level with other simulated contents.
    pub fn is_of_another(&self) -> bool {
        self.seen.as_ref().is_some_and(|(_, is_same)| !is_same)
    }
}

/// A value is a runaway if its magnitude exceeds this factor times the third quartile of the usual ones.
const RUNAWAY: f64 = 1e3;
/// Magnitude below which values are rounding error: the scale counts them as 0.
const ROUNDING: f64 = 1e-12;
/// Magnitude from which values are usual only if all others are too: runs that diverge pass it on the way to infinity.
const UNUSUAL: f64 = 1e9;

/// Cells without runaway values, which would dominate the colour scale.
fn tame(cells: &[Cell]) -> Vec<Cell> {
    let settled = |cell: &Cell| match *cell {
        Cell::Number(number) if number.abs() < ROUNDING => Cell::Number(0.0),
        cell => cell,
    };
    let cells: Vec<Cell> = cells.iter().map(settled).collect();
    let size = |cell: &Cell| if let Cell::Number(number) = cell { Some(number.abs()) } else { None };
    let mut sizes: Vec<f64> = cells.iter().filter_map(size).filter(|size| *size > 0.0).collect();
    sizes.sort_by(f64::total_cmp);
    let has_usual = cells.iter().filter_map(size).any(|size| size < UNUSUAL);
    let count = if has_usual { sizes.partition_point(|size| *size < UNUSUAL) } else { sizes.len() };
    let usual = sizes[..count].get(count * 3 / 4).copied().unwrap_or(0.0);
    let is_tame = |cell: &&Cell| size(cell).is_some_and(|size| size <= usual * RUNAWAY);
    cells.iter().filter(is_tame).copied().collect()
}

/// Message about the frame at which an opened cell starts.
pub fn resumed_message(opened: &Opened) -> String {
    match &opened.wrong {
        Some(wrong) => format!("Frame {} of the cell's run: {}", opened.frame, wrong.condition),
        None => "The measure shows no failure, so the cell opens at frame 0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tame_excludes_outliers_from_the_colour_range() {
        let cells = |numbers: &[f64]| -> Vec<Cell> { numbers.iter().copied().map(Cell::of).collect() };
        let ends = |numbers: &[f64]| heatmap::extent(&tame(&cells(numbers)));
        assert_eq!(ends(&[0.0, 1.0, 2.0, 3.0, 4.0, 1e154]), Some([0.0, 4.0]));
        assert_eq!(ends(&[-1e9, 1.0, 2.0, 3.0, 4.0]), Some([1.0, 4.0]));
        assert_eq!(ends(&[0.5, 1.0, 2.0, 3.6e119, 2e121, 7e140]), Some([0.5, 2.0]), "more than a quarter diverged");
        assert_eq!(ends(&[3e9, 4e9]), Some([3e9, 4e9]));
        assert_eq!(ends(&[6e-16, -2e-15, 4.6e128]), Some([0.0, 0.0]), "rounding error has no colours");
        assert_eq!(ends(&[1.0, 10.0, 100.0, 1000.0]), Some([1.0, 1000.0]));
        assert_eq!(ends(&[0.0, 0.0, f64::NAN]), Some([0.0, 0.0]));
        assert_eq!(ends(&[]), None);
    }
}
