//! A sweep of the level in hand, as the window makes it: what is asked for, what has come out so far, the cell that is
//! chosen, and the search for the frame where it went wrong.

mod form;
mod work;

pub use form::{AxisKind, MOST_VALUES, Side, SweepForm};

use super::clinic::runs_alike;
use crate::debugger::sweep::{CellOutcome, Opened, Sweep};
use crate::level::Level;
use crate::picture::heatmap::{self, Cell};
use egui::Context;
use std::sync::Arc;
use web_time::Instant;
use work::{Search, SweepWorker};

/// What its panel may want.
pub enum SweepCommand {
    /// This is what is asked for.
    Form(Box<SweepForm>),
    /// Ask for what fits the level.
    Suggest,
    /// Run the cells that are not known yet.
    Run,
    /// Leave the rest.
    Cancel,
    /// Choose a cell, or none.
    Choose(Option<usize>),
    /// Open a cell as a level.
    Open(usize),
    /// Do not open it after all.
    Stay,
}

/// See the module.
#[derive(Default)]
pub struct Sweeps {
    /// What is asked for.
    pub form: SweepForm,
    /// True if the user has changed the form.
    is_own: bool,
    /// The level that was looked at last, and whether it runs as the sheet's does.
    seen: Option<(Arc<Level>, bool)>,
    /// What has come out.
    pub sheet: Option<Sheet>,
    /// The chosen cell.
    pub chosen: Option<usize>,
    /// Why what is asked for cannot be run.
    pub problem: Option<String>,
    work: Option<SweepWorker>,
    search: Option<(usize, Search)>,
}

/// What has come out of a sweep.
pub struct Sheet {
    /// The grid.
    pub sweep: Arc<Sweep>,
    /// One for each cell; none where it has not been run.
    pub outcomes: Vec<Option<CellOutcome>>,
    /// How many have been run.
    pub done: usize,
    identity: u64,
    begun: Instant,
    /// How many of them had been run when it was begun.
    known: usize,
    /// The extent of so many cells that were run.
    reach: std::cell::Cell<(usize, Option<[f64; 2]>)>,
}

impl Sheet {
    fn new(sweep: Arc<Sweep>, identity: u64) -> Self {
        let outcomes = vec![None; sweep.cells()];
        Self { sweep, outcomes, done: 0, identity, begun: Instant::now(), known: 0, reach: Default::default() }
    }

    /// What is known of a cell.
    pub fn cell(&self, cell: usize) -> Cell {
        match self.outcomes.get(cell) {
            Some(Some(outcome)) => Cell::of(outcome.value(0)),
            _ => Cell::Unknown,
        }
    }

    /// Numbers at both ends of the colours: the least and the greatest, but for those that ran away from all others.
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

    /// Whether every cell has been run.
    pub fn is_whole(&self) -> bool {
        self.done == self.outcomes.len()
    }

    /// Estimated seconds until the end.
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
    /// Does what the panel wants, with this level.
    pub fn perform(&mut self, ctx: &Context, level: &Arc<Level>, command: SweepCommand) {
        match command {
            SweepCommand::Form(form) => {
                (self.form, self.is_own) = (*form, true);
                self.problem = self.form.slip(level);
            }
            SweepCommand::Suggest => (self.form, self.is_own, self.problem) = (SweepForm::suggest(level), false, None),
            SweepCommand::Run => self.problem = self.run(ctx, level).err(),
            SweepCommand::Cancel => self.work = None,
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

    /// Takes what has come out since; a cell that was to be opened, once its frame is found.
    pub fn follow(&mut self, level: &Arc<Level>, is_visited: bool) -> Option<Result<Opened, String>> {
        if let (Some(work), Some(sheet)) = (&mut self.work, &mut self.sheet) {
            let is_over = work.follow(|cell, outcome| sheet.take(cell, outcome));
            if is_over {
                self.work = None;
            }
        }
        if is_visited && !self.seen.as_ref().is_some_and(|(seen, _)| Arc::ptr_eq(seen, level)) {
            let is_same = self.sheet.as_ref().is_none_or(|sheet| runs_alike(sheet.sweep.level(), level));
            self.seen = Some((level.clone(), is_same));
            if self.sheet.is_none() && !self.is_own {
                self.form = SweepForm::suggest(level);
            }
            self.problem = self.form.slip(level);
        }
        let found = self.search.as_mut().and_then(|(_, search)| search.answer())?;
        self.search = None;
        found.transpose()
    }

    /// Whether cells are being run.
    pub fn is_running(&self) -> bool {
        self.work.is_some()
    }

    /// The cell whose frame is looked for.
    pub fn searched(&self) -> Option<usize> {
        self.search.as_ref().map(|(cell, _)| *cell)
    }

    /// Whether the sheet is of a level that runs otherwise than the one in hand.
    pub fn is_of_another(&self) -> bool {
        self.seen.as_ref().is_some_and(|(_, is_same)| !is_same)
    }
}

/// So many times the size of three quarters of the numbers is running away.
const RUNAWAY: f64 = 1e3;

/// The cells without numbers that ran away, which would take all colours for themselves.
fn tame(cells: &[Cell]) -> Vec<Cell> {
    let size = |cell: &Cell| if let Cell::Number(number) = cell { Some(number.abs()) } else { None };
    let mut sizes: Vec<f64> = cells.iter().filter_map(size).filter(|size| *size > 0.0).collect();
    sizes.sort_by(f64::total_cmp);
    let usual = sizes.get(sizes.len() * 3 / 4).copied().unwrap_or(0.0);
    let is_tame = |cell: &&Cell| size(cell).is_some_and(|size| size <= usual * RUNAWAY);
    cells.iter().filter(is_tame).copied().collect()
}

/// Where a cell that is opened begins, in words.
pub fn resumed_message(opened: &Opened) -> String {
    match &opened.wrong {
        Some(wrong) => format!("Frame {} of the cell's run: {}", opened.frame, wrong.condition),
        None => "The measure shows no problem: the cell is opened at its start".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_run_away_leave_the_colours_to_the_others() {
        let cells = |numbers: &[f64]| -> Vec<Cell> { numbers.iter().copied().map(Cell::of).collect() };
        let ends = |numbers: &[f64]| heatmap::extent(&tame(&cells(numbers)));
        assert_eq!(ends(&[0.0, 1.0, 2.0, 3.0, 4.0, 1e154]), Some([0.0, 4.0]));
        assert_eq!(ends(&[-1e9, 1.0, 2.0, 3.0, 4.0]), Some([1.0, 4.0]));
        assert_eq!(ends(&[1.0, 10.0, 100.0, 1000.0]), Some([1.0, 1000.0]));
        assert_eq!(ends(&[0.0, 0.0, f64::NAN]), Some([0.0, 0.0]));
        assert_eq!(ends(&[]), None);
    }
}
