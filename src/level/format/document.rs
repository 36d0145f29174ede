//! What other documents that hold a level need of this folder: the same strict parsers, writer and words of refusal.

use super::load::{read_bounded, text_of, whole};
use super::locate::{self, Target};
use super::refusal::Refusal;
use super::strict::Strict;
use super::{FormatError, MOST_BYTES, TextFormat, json, ron};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// Reads a document; unknown fields, and lists where fields belong, are refused.
///
/// # Errors
/// The first thing that is wrong, with its place in the document and in the text.
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

/// The text of a file that is `what` ("a recording"): bounded, regular, UTF-8.
///
/// # Errors
/// What is wrong with the file, which is not named.
pub fn text_of_file(path: &Path, what: &str) -> Result<String, FormatError> {
    let bytes = read_bounded(path, MOST_BYTES, what).map_err(whole)?;
    text_of(&bytes, what)?;
    String::from_utf8(bytes).map_err(|error| whole(error.to_string()))
}

/// An error in a document with line and column of its place in the text.
pub fn located(error: FormatError, text: &str) -> FormatError {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    FormatError { position: Some(locate::locate(text, &error.place, Target::Value)), ..error }
}

/// A part of a document from its value, as strictly as from text; places are within the part.
pub(in crate::level) fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, FormatError> {
    serde_path_to_error::deserialize(Strict(value))
        .map_err(|error| bare(json::refuse_value(super::place_of(error.path()), error.inner())))
}

/// A name that is none of those allowed, with the nearest that is.
pub(in crate::level) fn unknown_field(place: String, found: &str, allowed: &[&str]) -> FormatError {
    bare(Refusal::unknown_field(place, found, allowed))
}

fn bare(refusal: Refusal) -> FormatError {
    FormatError { file: None, place: refusal.place, position: None, reason: refusal.reason }
}
