//! Saves one cell of a sweep as a level, at the frame where it failed.

use crate::cli::convert::require_level_ending;
use crate::cli::outcome::{Answer, Failure, Outcome, eprint_line};
use crate::debugger::moment;
use crate::debugger::sweep::{Sweep, Wrong};
use crate::level::format;
use std::path::Path;

/// Runs the cell at a place of the grid and saves it.
pub(super) fn save(sweep: &Sweep, place: &[usize], before: u64, path: &Path) -> Outcome {
    require_level_ending(path, "the file name must end in .ron or .json")?;
    let Some(cell) = sweep.cell(place) else {
        let sizes: Vec<String> = sweep.axes().iter().map(|axis| format!("0 to {}", axis.len() - 1)).collect();
        let given: Vec<String> = place.iter().map(ToString::to_string).collect();
        let reason = format!("there is no such cell; the sizes of the axes are {}", sizes.join(" and "));
        return Err(Failure::Refused(format!("--cell {}: {reason}", given.join(","))));
    };
    let title = sweep.title(cell);
    let opened = sweep.open(cell, before, || true);
    let Some(opened) = opened.map_err(|reason| Failure::Refused(format!("{title}: {reason}")))? else {
        return Ok(Answer::No);
    };
    format::save(&opened.level, path)?;
    opened.remarks.iter().for_each(|remark| eprint_line(&format!("{}: {remark}", path.display())));
    let Some(Wrong { moment, condition, .. }) = opened.wrong else {
        eprint_line(&format!("{title}: no measured failure in {} frames; saved frame 0", sweep.frames()));
        return Ok(Answer::No);
    };
    eprint_line(&format!("{title}: frame {}: {condition}; saved frame {}", moment::write(moment), opened.frame));
    Ok(Answer::Yes)
}
