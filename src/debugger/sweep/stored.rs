//! Reads the results of a sweep from a Parquet file, as the Python package writes it.
//!
//! The columns are `cell`, `key`, one for each axis, one for each measure, and `failed`. The settings of the sweep are JSON in the
//! file's metadata, under [`SETTINGS`].

use super::{CellOutcome, Sweep, read_settings};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Key of the settings in the metadata.
pub const SETTINGS: &str = "blobsmith";
/// Columns besides those of axes and measures: `cell`, `key` and `failed`.
const OTHERS: usize = 3;

/// Results of a sweep.
#[derive(Debug)]
pub struct StoredSweep {
    /// The sweep.
    pub sweep: Sweep,
    /// One outcome per cell; `None` for cells that the file does not have.
    pub outcomes: Vec<Option<CellOutcome>>,
    /// Version of the program that made it.
    pub version: String,
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read, or is not the result of a sweep: one sentence without the file's name.
pub fn read(path: &Path) -> Result<StoredSweep, String> {
    let file = File::open(path).map_err(|error| format!("it cannot be read: {error}"))?;
    // The decoder is not proven to return an error for every damaged file.
    catch_unwind(AssertUnwindSafe(|| of_file(file))).unwrap_or_else(|_| Err("it is damaged".to_owned()))
}

fn of_file(file: File) -> Result<StoredSweep, String> {
    let plain = |error: ParquetError| format!("it is not a Parquet file that can be read: {error}");
    let reader = SerializedFileReader::new(file).map_err(plain)?;
    let metadata = reader.metadata().file_metadata();
    let settings = metadata.key_value_metadata().into_iter().flatten().find(|entry| entry.key == SETTINGS);
    let settings = settings.and_then(|entry| entry.value.as_deref()).ok_or("it is not the result of a sweep")?;
    let (sweep, version) = read_settings(settings).map_err(|reason| format!("its settings are wrong: {reason}"))?;
    let columns = metadata.schema_descr().num_columns();
    let (axes, measures) = (sweep.axes().len(), sweep.measures().len());
    if columns != axes + measures + OTHERS {
        return Err(format!("it has {columns} columns instead of {}", axes + measures + OTHERS));
    }
    if usize::try_from(metadata.num_rows()).is_ok_and(|rows| rows > sweep.cells()) {
        return Err("it has more rows than the sweep has cells".to_owned());
    }
    let mut outcomes = vec![None; sweep.cells()];
    for row in reader.get_row_iter(None).map_err(plain)? {
        let row = row.map_err(plain)?;
        let (cell, outcome) = outcome(&row, columns - 1 - measures).ok_or("a row has wrong types")?;
        let place = outcomes.get_mut(cell).ok_or_else(|| format!("there is no cell {cell}"))?;
        *place = Some(outcome);
    }
    Ok(StoredSweep { sweep, outcomes, version })
}

/// The cell of a row whose measures begin at this column.
fn outcome(row: &Row, first: usize) -> Option<(usize, CellOutcome)> {
    let fields: Vec<&Field> = row.get_column_iter().map(|(_, field)| field).collect();
    let (Field::Long(cell), failed) = (*fields.first()?, *fields.last()?) else { return None };
    let number = |field: &&Field| if let Field::Double(value) = field { Some(*value) } else { None };
    let outcome = match failed {
        Field::Null => {
            CellOutcome::Measured(fields[first..fields.len() - 1].iter().map(number).collect::<Option<_>>()?)
        }
        Field::Str(reason) => CellOutcome::Failed(reason.clone()),
        _ => return None,
    };
    Some((usize::try_from(*cell).ok()?, outcome))
}
