//! Parsers, writer and error messages for other documents that contain a level.

use super::load::{read_bounded, text_of, whole};
use super::locate::{self, Target};
use super::refusal::Refusal;
use super::{FormatError, MOST_BYTES, TextFormat, erased, json, ron};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// Reads a document; refuses unknown fields, and lists in place of objects.
///
/// # Errors
/// The first error, with its place in the document and in the text.
pub fn read_document<T: DeserializeOwned>(text: &str, format: TextFormat) -> Result<T, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(whole("the text is empty".into()));
    }
    let parsed = match format {
        TextFormat::Ron => ron::parse(text),
        TextFormat::Json => json::parse(text),
    };
    parsed.map_err(|refusal| refusal.into_error(text, format))
}

/// Reads the text of a `what` file ("a recording"): bounded, regular, UTF-8.
///
/// # Errors
/// Describes the problem without the file name.
pub fn text_of_file(path: &Path, what: &str) -> Result<String, FormatError> {
    let bytes = read_bounded(path, MOST_BYTES, what).map_err(whole)?;
    text_of(&bytes, what)?;
    String::from_utf8(bytes).map_err(|error| whole(error.to_string()))
}

/// Adds line and column to an error in a document.
pub fn located(error: FormatError, text: &str) -> FormatError {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    FormatError { position: Some(locate::locate(text, &error.place, Target::Value)), ..error }
}

/// Converts a value into a part of a document, as strictly as from text; error places are relative to the part.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, FormatError> {
    erased::deserialize(value).map_err(|(place, error)| bare(json::refuse_value(place, &error)))
}

/// An unknown name, with the nearest allowed one.
pub(in crate::level) fn unknown_field(place: String, found: &str, allowed: &[&str]) -> FormatError {
    bare(Refusal::unknown_field(place, found, allowed))
}

fn bare(refusal: Refusal) -> FormatError {
    FormatError::at(refusal.place, refusal.reason)
}
