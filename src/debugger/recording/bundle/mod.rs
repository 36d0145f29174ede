//! The recording in a bug bundle. A bundle is a zip archive; its other entries belong to the window.

mod zip;

use super::{Recording, read};
use crate::debugger::Run;
use crate::level::format::{FormatError, MOST_BYTES, TextFormat, read_bounded};
use std::path::Path;
pub use zip::{Entries, write};

/// File name extension of bundles.
pub const ENDING: &str = "blobbug";

/// Name of the entry with the recording.
pub const RECORDING: &str = "recording.run.json";

/// True if a file name is that of a bundle.
pub fn is_bundle(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ENDING))
}

/// The files of a bundle, by name.
///
/// # Errors
/// If it is damaged.
pub fn entries(bytes: &[u8]) -> Result<Entries, String> {
    zip::read(bytes).map_err(damaged)
}

/// Takes the text of an entry.
///
/// # Errors
/// If it is missing or no text.
pub fn take_text(entries: &mut Entries, name: &str) -> Result<String, String> {
    let contents = entries.remove(name).ok_or_else(|| damaged(format!("it has no {name}")))?;
    String::from_utf8(contents).map_err(|_| damaged(format!("{name} is no text")))
}

/// Takes the recording of a bundle, and creates its run.
///
/// # Errors
/// The reason, as a sentence without the name of the file.
pub fn take_recording(entries: &mut Entries) -> Result<(Recording, Run), String> {
    let text = take_text(entries, RECORDING)?;
    read(&text, TextFormat::Json).map_err(|error| format!("{RECORDING} in the bundle: {error}"))
}

/// Bytes of a file of the disk or of the page.
///
/// # Errors
/// The reason, without the name of the file.
pub fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    read_bounded(path, MOST_BYTES, "a bundle")
}

/// Loads the recording of a bundle.
///
/// # Errors
/// Names the file.
pub fn load(path: &Path) -> Result<(Recording, Run), FormatError> {
    bytes_of(path).and_then(|bytes| take_recording(&mut entries(&bytes)?)).map_err(|reason| FormatError {
        file: Some(path.display().to_string()),
        place: String::new(),
        position: None,
        reason,
    })
}

fn damaged(reason: String) -> String {
    format!("the bundle is damaged: {reason}")
}
