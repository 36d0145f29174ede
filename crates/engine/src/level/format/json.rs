//! JSON: the same document for programs in other languages.

use super::erased;
use super::locate::{offset_of, position};
use super::refusal::{Refusal, mismatch};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// Parses a whole text.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let value = erased::deserialize(&mut parser).map_err(|(place, error)| refusal(text, place, &error))?;
    parser.end().map_err(|error| refusal(text, String::new(), &error))?;
    Ok(value)
}

/// Error for valid JSON that is not a level.
pub(super) fn refuse_value(place: String, error: &serde_json::Error) -> Refusal {
    refusal("", place, error)
}

/// The error in the words of levels.
pub(super) fn refusal(text: &str, place: String, error: &serde_json::Error) -> Refusal {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(reason, _)| reason);
    if error.classify() == Category::Data {
        return data(place, message);
    }
    let offset = offset_of(text, error.line(), error.column());
    let at = position(text, offset);
    // After the value of an enumeration's only key, where the parser expects `}`.
    let has_second_key = || {
        let rest = text.get(offset..).unwrap_or_default();
        let mut rest = rest.chars();
        rest.next().is_some_and(|last| last != ',') && rest.find(|c| !c.is_whitespace()) == Some(',')
    };
    let reason = match (error.classify(), message) {
        (Category::Eof, _) => "the text ends too early; is the file truncated?",
        (_, "recursion limit exceeded") => "nested too deeply",
        (_, "trailing characters") if place.is_empty() => "there is more text after the end of the level",
        (_, "trailing characters") => "there is one element too many",
        (_, "number out of range") => "this number is too large to be finite",
        (_, "expected value") if has_second_key() => "there is a second key, but this object has one",
        (_, "expected value") => "expected a value: a number, a string, a list, an object, true, false or null",
        (_, other) => other,
    };
    Refusal::at(place, at, reason.into())
}

/// Converts serde_json's message about the data, in which names are in backticks.
fn data(place: String, message: &str) -> Refusal {
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let found = names.first().copied().unwrap_or_default();
    let allowed = names.get(1..).unwrap_or_default();
    if message.starts_with("unknown field") {
        return Refusal::unknown_field(place, found, allowed);
    }
    if message.starts_with("unknown variant") {
        return Refusal::unknown_variant(place, found, allowed);
    }
    let reason = if message.starts_with("missing field") {
        format!("`{found}` is missing")
    } else if message.starts_with("duplicate field") {
        format!("`{found}` is given twice")
    } else {
        let pair = message
            .strip_prefix("invalid type: ")
            .or_else(|| message.strip_prefix("invalid value: "))
            .or_else(|| message.strip_prefix("invalid length "))
            .and_then(|rest| rest.rsplit_once(", expected "));
        match pair {
            Some((found, expected)) if message.starts_with("invalid length") => {
                mismatch(expected, &format!("{found} elements"))
            }
            Some((found, expected)) => mismatch(expected, found),
            None => message.into(),
        }
    };
    Refusal::of_value(place, reason)
}
