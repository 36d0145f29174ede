//! Recordings as text and as files: RON and JSON by the same types, every refusal with its place.

use super::Recording;
use crate::debugger::Run;
use crate::level::format::{self, FormatError, TextFormat, located, read_document, text_of_file, write_document};
use std::path::Path;

/// What the names of recordings end with, before `.ron` or `.json`.
pub const ENDING: &str = "run";

/// Whether a file is named like a recording: `*.run.ron` or `*.run.json`.
pub fn is_recording(path: &Path) -> bool {
    let is = |text: Option<&std::ffi::OsStr>, word: &str| text.is_some_and(|text| text.eq_ignore_ascii_case(word));
    let ending = path.extension();
    (is(ending, "ron") || is(ending, "json")) && is(path.file_stem().map(Path::new).and_then(Path::extension), ENDING)
}

/// Reads a recording from text, and makes its run.
///
/// # Errors
/// The first thing that is wrong, with its place in the document and in the text.
pub fn read(text: &str, format: TextFormat) -> Result<(Recording, Run), FormatError> {
    let recording: Recording = read_document(text, format)?;
    let run = Run::from_recording(&recording).map_err(|error| located(error, text))?;
    Ok((recording, run))
}

/// Writes a recording as text.
pub fn write(recording: &Recording, format: TextFormat) -> String {
    write_document(recording, format)
}

/// Loads a recording file; the format is told by the extension (`.json`, else RON).
///
/// # Errors
/// Names the file, and where it can line and column.
pub fn load(path: &Path) -> Result<(Recording, Run), FormatError> {
    let named = |error: FormatError| FormatError { file: Some(path.display().to_string()), ..error };
    let text = text_of_file(path, "a recording").map_err(named)?;
    read(&text, TextFormat::of(path)).map_err(named)
}

/// Saves a recording file at once or not at all; the format is told by the extension.
///
/// # Errors
/// What the system says; the old file is then intact.
pub fn save(recording: &Recording, path: &Path) -> Result<(), FormatError> {
    save_unless(recording, path, &|| false).map(drop)
}

/// Saves like [`save`] unless `is_cancelled` returns true before the file is replaced; true if it was replaced.
///
/// # Errors
/// As [`save`].
pub fn save_unless(recording: &Recording, path: &Path, is_cancelled: &dyn Fn() -> bool) -> Result<bool, FormatError> {
    let text = write(recording, TextFormat::of(path));
    format::replace_unless(path, text.as_bytes(), is_cancelled).map_err(|reason| FormatError {
        file: Some(path.display().to_string()),
        place: String::new(),
        position: None,
        reason: format!("cannot be saved: {reason}"),
    })
}
