//! CSV export of a sweep: one line per cell, numbers in the shortest form that parses to the same bits.

use super::{CellOutcome, Sweep};
use crate::debugger::table::quoted;
use std::fmt::Write;

/// A header, then one line per completed cell: its values on the axes, its measures, and a column of errors if any cell
/// failed. Values that are not finite are `NaN`, `inf` or `-inf`.
pub fn csv(sweep: &Sweep, outcomes: &[Option<CellOutcome>]) -> String {
    let any_failed = outcomes.iter().flatten().any(|outcome| matches!(outcome, CellOutcome::Failed(_)));
    let mut heads: Vec<String> = sweep.axes().iter().map(|axis| quoted(&axis.name())).collect();
    heads.extend(sweep.measures().iter().map(|measure| quoted(measure.text())));
    if any_failed {
        heads.push("failed".to_owned());
    }
    let mut text = heads.join(",");
    text.push('\n');
    for (cell, outcome) in outcomes.iter().enumerate() {
        let Some(outcome) = outcome else { continue };
        let place = sweep.place(cell);
        let words: Vec<String> = sweep.axes().iter().zip(place).map(|(axis, at)| quoted(&axis.word(at))).collect();
        text.push_str(&words.join(","));
        for measure in 0..sweep.measures().len() {
            // Writing to a string cannot fail.
            let _ = write!(text, ",{:?}", outcome.value(measure));
        }
        if any_failed {
            let reason = if let CellOutcome::Failed(reason) = outcome { reason.as_str() } else { "" };
            let _ = write!(text, ",{}", quoted(reason));
        }
        text.push('\n');
    }
    text
}
