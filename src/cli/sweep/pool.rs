//! Runs the cells of the command until all are done or it is cancelled.

use crate::cli::cancel::Cancel;
use crate::cli::outcome::{Failure, eprint_line};
use crate::debugger::sweep::{CellOutcome, Sweep, run_cells};

/// Runs these cells, `threads` at a time. After a cancellation, running cells are finished.
pub(super) fn run(
    sweep: &Sweep,
    cells: &[usize],
    threads: usize,
    cancel: &Cancel,
    mut done: impl FnMut(usize, CellOutcome) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut has_said = false;
    run_cells(
        sweep,
        cells,
        threads,
        || !cancel.is_requested(),
        || true,
        |found| {
            if let Some((cell, outcome)) = found {
                done(cell, outcome)?;
            }
            if cancel.is_requested() && !std::mem::replace(&mut has_said, true) {
                eprint_line("stopping after the running cells; press Ctrl-C again to stop at once");
            }
            Ok(())
        },
    )
}
