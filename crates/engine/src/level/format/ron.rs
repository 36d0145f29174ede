//! RON, the format that the editor writes.

use super::erased;
use super::locate::{Position, position};
use super::refusal::{Refusal, expectation, mismatch};
use super::scan::Scanner;
use ::ron::error::Error;
use ::ron::extensions::Extensions;
use serde::de::DeserializeOwned;

/// Parses a whole text. `Some(x)` may be written `x`.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    super::quick::parse(text).map_or_else(|| parse_strict(text), Ok)
}

/// A parser of a text.
pub(super) fn parser(text: &str) -> Result<::ron::Deserializer<'_>, Refusal> {
    let options = ::ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    ::ron::Deserializer::from_str_with_options(text, &options).map_err(|error| {
        let at = error.span.start;
        Refusal::at(String::new(), (at.line, at.col), sentence(&error.code))
    })
}

/// Parses strictly: accepts every form of RON and reports errors with their place.
pub(super) fn parse_strict<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    let mut parser = parser(text)?;
    match erased::deserialize(&mut parser) {
        Ok(value) => match parser.end() {
            Ok(()) => Ok(value),
            Err(error) => Err(refusal(text, &parser, String::new(), error)),
        },
        Err((place, error)) => Err(refusal(text, &parser, place, error)),
    }
}

/// The error in the words of levels.
pub(super) fn refusal(text: &str, parser: &::ron::Deserializer, place: String, error: Error) -> Refusal {
    match error {
        Error::NoSuchStructField { expected, found, .. } => Refusal::unknown_field(place, &found, expected),
        Error::NoSuchEnumVariant { expected, found, .. } => Refusal::unknown_variant(place, &found, expected),
        Error::MissingStructField { field, .. } => Refusal::of_value(place, format!("`{field}` is missing")),
        Error::DuplicateStructField { field, .. } => Refusal::of_value(place, format!("`{field}` is given twice")),
        Error::InvalidValueForType { expected, found } => Refusal::of_value(place, mismatch(&expected, &found)),
        Error::ExpectedDifferentLength { expected, found } => {
            Refusal::of_value(place, mismatch(&expected, &format!("{found} elements")))
        }
        Error::Message(message) => Refusal::of_value(place, message),
        other => {
            let at = parser.span_error(other.clone()).span.start;
            let rest = parser.remainder().trim_start();
            // In an unfinished text any rule may fail first; the relevant fact is that it ended.
            let ended = rest.is_empty();
            let reason = match other {
                // The integer part of a fraction has been parsed where an integer is required.
                Error::ExpectedComma if rest.starts_with(['.', 'e', 'E']) => {
                    format!("expected {}, found a fraction", expectation("usize"))
                }
                Error::TrailingCharacters => sentence(&other),
                _ if !text.contains('(') => "this is not a level: a level begins with `(`".into(),
                _ if ended => "the text ends too early; is the file truncated?".into(),
                _ => sentence(&other),
            };
            let at = if ended { position(text, text.trim_end().len()) } else { after_space(text, (at.line, at.col)) };
            Refusal::at(place, at, reason)
        }
    }
}

/// Moves past the spaces before the offending token, where the parser stops.
fn after_space(text: &str, (line, column): Position) -> Position {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let within = text[start..].char_indices().nth(column.saturating_sub(1)).map_or(text.len() - start, |(at, _)| at);
    let rest = &text[start + within..];
    // Attributes count as space only at the very start, where no error is reported.
    let space = Scanner::new(rest).skip_space();
    position(text, if space == rest.len() { start + within } else { start + within + space })
}

fn sentence(error: &Error) -> String {
    match error {
        Error::Eof => "the text ends too early; is the file truncated?".into(),
        Error::ExpectedBoolean => format!("expected {}", expectation("bool")),
        Error::ExpectedFloat => format!("expected {}", expectation("f64")),
        Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) | Error::ExpectedIdentifier => {
            "expected a name".into()
        }
        Error::ExpectedString => "expected a string in quotes".into(),
        Error::ExpectedInteger | Error::InvalidIntegerDigit { .. } => format!("expected {}", expectation("usize")),
        Error::IntegerOutOfBounds => format!("out of range: expected {}", expectation("u32")),
        Error::ExpectedArray => "expected a list in `[` `]`".into(),
        Error::ExpectedStructLike => "expected `(`: RON writes points and tuples as (x, y)".into(),
        Error::ExpectedNamedStructLike(name) => format!("expected `(` and the fields of {name}"),
        Error::ExpectedComma => "expected a comma or the end of the list".into(),
        Error::TrailingCharacters => "there is more text after the end of the level".into(),
        Error::ExceededRecursionLimit => "nested too deeply".into(),
        Error::ExpectedStringEnd => "a string is not closed".into(),
        other => lower_first(&other.to_string()),
    }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
