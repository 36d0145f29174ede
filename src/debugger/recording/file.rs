//! Recordings as text and as files: RON and JSON with the same types; every error has its position.

use super::{Recording, within};
use crate::debugger::Run;
use crate::debugger::run::EarlierFrames;
use crate::level::format::{self, FormatError, TextFormat, located, read_document, text_of_file, write_document};
use std::path::Path;

/// File name suffix of recordings, before `.ron` or `.json`.
pub const ENDING: &str = "run";

/// True if a file name is that of a recording: `*.run.ron` or `*.run.json`.
pub fn is_recording(path: &Path) -> bool {
    let is = |text: Option<&std::ffi::OsStr>, word: &str| text.is_some_and(|text| text.eq_ignore_ascii_case(word));
    let ending = path.extension();
    (is(ending, "ron") || is(ending, "json")) && is(path.file_stem().map(Path::new).and_then(Path::extension), ENDING)
}

/// Parses a recording and creates its run.
///
/// A run has the same parts at all times. If parts come and go in a recording, the result begins at the last such change; see
/// [`Run::earlier_frames`].
///
/// # Errors
/// The first error, with its place in the document and in the text.
pub fn read(text: &str, form: TextFormat) -> Result<(Recording, Run), FormatError> {
    let mut recording: Recording = read_document(text, form)?;
    recording.level = format::upgraded(recording.level).map_err(|error| located(within("level")(error), text))?;
    let end = recording.end().map_err(|error| located(error, text))?;
    let changes_parts =
        recording.branches.iter().flat_map(|branch| &branch.inputs).any(|one| one.input.changes_parts());
    if changes_parts {
        (recording.level, recording.start) = (end.level, end.start);
        (recording.branches[0].inputs, recording.branches[0].hashes) = (end.inputs, end.hashes);
    }
    let mut run = Run::from_recording(&recording).map_err(|error| located(error, text))?;
    if changes_parts {
        run.earlier = Some(EarlierFrames { frames: end.first_frame, departure: end.departure });
    }
    Ok((recording, run))
}

/// Serialises a recording.
pub fn write(recording: &Recording, format: TextFormat) -> String {
    write_document(recording, format)
}

/// Loads a recording file. The extension selects the format (`.json`, else RON).
///
/// # Errors
/// Names the file, and line and column if known.
pub fn load(path: &Path) -> Result<(Recording, Run), FormatError> {
    let named = |error: FormatError| FormatError { file: Some(path.display().to_string()), ..error };
    let text = text_of_file(path, "a recording").map_err(named)?;
    read(&text, TextFormat::of(path)).map_err(named)
}

/// Saves a recording file atomically. The extension selects the format.
///
/// # Errors
/// The message of the system; the old file is then intact.
pub fn save(recording: &Recording, path: &Path) -> Result<(), FormatError> {
    save_unless(recording, path, &|| false).map(drop)
}

/// Saves like [`save`] unless `is_cancelled` returns true before the file is replaced; true if it was replaced.
///
/// # Errors
/// As [`save`].
pub fn save_unless(recording: &Recording, path: &Path, is_cancelled: &dyn Fn() -> bool) -> Result<bool, FormatError> {
    let text = write(recording, TextFormat::of(path));
    format::replace_unless(path, text.as_bytes(), is_cancelled)
        .map_err(|reason| FormatError::of_file(path, format_args!("cannot be saved: {reason}")))
}
