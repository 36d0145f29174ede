//! Reads a text of any version into a validated level of the newest format.

use super::refusal::Refusal;
use super::{FormatError, TextFormat, format_1, json, locate, ron, validate};
use crate::level::{FORMAT, Level};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// Reads and validates a level. A byte order mark is accepted.
///
/// # Errors
/// The first error, with its place in the document and in the text.
pub fn read(text: &str, format: TextFormat) -> Result<Level, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(FormatError::at("", "the text is empty; a level needs at least its `format`"));
    }
    let level = parse_newest(text, format).map_err(|refusal| refusal.into_error(text, format))?;
    validate(&level).map_err(|error| FormatError {
        position: Some(locate::locate(text, &error.place, locate::Target::Value)),
        ..error
    })?;
    Ok(level)
}

fn parse<T: DeserializeOwned>(text: &str, format: TextFormat) -> Result<T, Refusal> {
    match format {
        TextFormat::Ron => ron::parse(text),
        TextFormat::Json => json::parse(text),
    }
}

/// The version is read separately only if the text is not a level of the newest format, so a valid file is parsed once.
fn parse_newest(text: &str, format: TextFormat) -> Result<Level, Refusal> {
    let attempt = parse::<Level>(text, format);
    let version = match &attempt {
        Ok(level) => Some(u64::from(level.format)),
        Err(_) => version_of(text, format),
    };
    match version.map(u32::try_from) {
        // The fields of format 1 are among those of format 2.
        Some(Ok(1)) => attempt.and_then(format_1::upgrade),
        Some(Ok(FORMAT)) | None => attempt,
        Some(_) => Err(format_1::unknown_version(version.unwrap_or_default())),
    }
}

/// Value of `format`, if it comes before the first syntax error; the rest may be invalid.
fn version_of(text: &str, format: TextFormat) -> Option<u64> {
    match parse::<VersionHeader>(text, format) {
        Ok(version) => version.0,
        // The error carries the version: it stops the parser before any unknown newer syntax.
        Err(refusal) => refusal.reason.strip_prefix(FOUND)?.parse().ok(),
    }
}

const FOUND: &str = "format found: ";

struct VersionHeader(Option<u64>);

impl<'de> Deserialize<'de> for VersionHeader {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct HeaderFields;
        impl<'de> Visitor<'de> for HeaderFields {
            type Value = VersionHeader;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("struct Level")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<VersionHeader, A::Error> {
                while let Some(key) = map.next_key::<Key>()? {
                    if key.0 {
                        let version: u64 = map.next_value()?;
                        return Err(A::Error::custom(format_args!("{FOUND}{version}")));
                    }
                    map.next_value::<IgnoredAny>()?;
                }
                Ok(VersionHeader(None))
            }
        }
        deserializer.deserialize_struct("Level", &["format"], HeaderFields)
    }
}

/// True if a key is `format`.
struct Key(bool);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Key;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a field name")
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<Key, E> {
                Ok(Key(name == "format"))
            }
        }
        deserializer.deserialize_identifier(Name)
    }
}
