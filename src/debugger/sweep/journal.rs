//! Checkpoint file of a sweep: one line of JSON per completed cell, so that an interrupted sweep can be resumed. An
//! incomplete last line is ignored.

use super::{CellOutcome, Sweep};
use serde::{Deserialize, Serialize};

/// One line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JournalLine {
    /// [`Sweep::identity`], in 16 hexadecimal digits.
    sweep: String,
    cell: usize,
    /// Numbers; values that are not finite are strings.
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

/// Contents of a checkpoint file.
#[derive(Debug, Default)]
pub struct Known {
    /// Cells with their outcomes, in the order of the lines.
    pub outcomes: Vec<(usize, CellOutcome)>,
    /// Bytes up to the end of the last complete line; the rest is incomplete.
    pub sound: usize,
}

/// The line of a cell, including the line break.
pub fn line(identity: u64, cell: usize, outcome: &CellOutcome) -> String {
    let keep = |&value: &f64| {
        if value.is_finite() { CompletedCells::Number(value) } else { CompletedCells::Word(word(value).to_owned()) }
    };
    let (values, failed) = match outcome {
        CellOutcome::Measured(values) => (Some(values.iter().map(keep).collect()), None),
        CellOutcome::Failed(reason) => (None, Some(reason.clone())),
    };
    let row = JournalLine { sweep: format!("{identity:016x}"), cell, values, failed };
    // Serialisation of strings and finite numbers cannot fail.
    serde_json::to_string(&row).unwrap_or_default() + "\n"
}

fn word(value: f64) -> &'static str {
    match value {
        value if value.is_nan() => "NaN",
        value if value > 0.0 => "inf",
        _ => "-inf",
    }
}

/// Parses a checkpoint file.
///
/// # Errors
/// If the file is malformed or belongs to another sweep: the line and the reason.
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
                    "line {number} belongs to another sweep, which differs in level, grid, measure, number of frames or \
                        program version; use the settings it was made with, or another file"
                ));
            }
            Ok(row) => match outcome(row, sweep) {
                Some(found) => known.outcomes.push(found),
                None => return Err(format!("line {number} does not match a cell of this sweep")),
            },
            Err(_) if is_last && index > 0 => break,
            Err(error) => return Err(format!("line {number} cannot be parsed: {error}")),
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
