//! What is kept of a sweep while it goes on: a line of JSON for each cell that is done, so that it can be taken up again
//! after whatever ended it.
//!
//! A line that was torn off at the end is as if it were not there.

use super::{CellOutcome, Sweep};
use serde::{Deserialize, Serialize};

/// A line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JournalLine {
    /// [`Sweep::identity`], in 16 hexadecimal digits.
    sweep: String,
    cell: usize,
    /// Numbers; what is not finite is a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    values: Option<Vec<CompletedCells>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum CompletedCells {
    Number(f64),
    Word(String),
}

/// What was read.
#[derive(Debug, Default)]
pub struct Known {
    /// Cells with what came out of them, in the order of the lines.
    pub outcomes: Vec<(usize, CellOutcome)>,
    /// Bytes up to the end of the last sound line: what comes after them was torn off.
    pub sound: usize,
}

/// The line of a cell, with its line break.
pub fn line(identity: u64, cell: usize, outcome: &CellOutcome) -> String {
    let keep = |&value: &f64| {
        if value.is_finite() { CompletedCells::Number(value) } else { CompletedCells::Word(word(value).to_owned()) }
    };
    let (values, failed) = match outcome {
        CellOutcome::Measured(values) => (Some(values.iter().map(keep).collect()), None),
        CellOutcome::Failed(reason) => (None, Some(reason.clone())),
    };
    let row = JournalLine { sweep: format!("{identity:016x}"), cell, values, failed };
    // Strings and finite numbers cannot fail to be written.
    serde_json::to_string(&row).unwrap_or_default() + "\n"
}

fn word(value: f64) -> &'static str {
    match value {
        value if value.is_nan() => "NaN",
        value if value > 0.0 => "inf",
        _ => "-inf",
    }
}

/// Reads what is kept of a sweep.
///
/// # Errors
/// The text is of another sweep, or is none: the line and the reason.
pub fn read(bytes: &[u8], sweep: &Sweep) -> Result<Known, String> {
    let identity = format!("{:016x}", sweep.identity());
    let mut known = Known::default();
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    for (index, line) in lines.enumerate() {
        if line.last() != Some(&b'\n') {
            break;
        }
        let number = index + 1;
        let is_last = known.sound + line.len() == bytes.len();
        match serde_json::from_slice::<JournalLine>(line) {
            Ok(row) if row.sweep != identity => {
                return Err(format!(
                    "line {number} is of another sweep: of another level, grid, measure, number of frames or version of \
                     the program; give the settings it was made with, or another file"
                ));
            }
            Ok(row) => match outcome(row, sweep) {
                Some(found) => known.outcomes.push(found),
                None => return Err(format!("line {number} is of no cell of this sweep")),
            },
            Err(_) if is_last && index > 0 => break,
            Err(error) => return Err(format!("line {number} is no line of a sweep: {error}")),
        }
        known.sound += line.len();
    }
    Ok(known)
}

fn outcome(row: JournalLine, sweep: &Sweep) -> Option<(usize, CellOutcome)> {
    let read = |kept: CompletedCells| match kept {
        CompletedCells::Number(number) => Some(number),
        CompletedCells::Word(word) => match word.as_str() {
            "NaN" => Some(f64::NAN),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            _ => None,
        },
    };
    let outcome = match (row.values, row.failed) {
        (Some(values), None) => CellOutcome::Measured(values.into_iter().map(read).collect::<Option<_>>()?),
        (None, Some(reason)) => CellOutcome::Failed(reason),
        _ => return None,
    };
    let fits = match &outcome {
        CellOutcome::Measured(values) => values.len() == sweep.measures().len(),
        CellOutcome::Failed(_) => true,
    };
    (fits && row.cell < sweep.cells()).then_some((row.cell, outcome))
}
