//! Parsers for small code, without the feature `authoring`: they do not track places, and share the code of the types.
//!
//! The place of an error is the path of the token at which the parser stopped. Reasons are those of the tracking parsers; a place may
//! be that of the element around the wrong value.

use super::locate::{offset_of, position};
use super::refusal::{Refusal, Spot};
use super::scan::{Scanner, Token};
use super::{erased, json, ron};
use ::ron::error::Error;
use serde::de::DeserializeOwned;

/// Parses a whole JSON text.
pub(super) fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let value = erased::deserialize::<T, _>(&mut parser).and_then(|value| parser.end().map(|()| value));
    value.map_err(|error| {
        let offset = offset_of(text, error.line(), error.column());
        at(text, offset, json::refusal(text, path_at(text, offset), &error))
    })
}

/// Parses a whole RON text.
pub(super) fn parse_ron<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    let mut parser = ron::parser(text)?;
    let value = erased::deserialize::<T, _>(&mut parser).and_then(|value| parser.end().map(|()| value));
    value.map_err(|error: Error| {
        let stopped = parser.span_error(error.clone()).span.end;
        let offset = offset_of_chars(text, stopped.line, stopped.col);
        at(text, offset, ron::refusal(text, &parser, path_at(text, offset), error))
    })
}

/// Gives an error about a value the position at which the parser stopped.
fn at(text: &str, offset: usize, refusal: Refusal) -> Refusal {
    let spot = if let Spot::Of(_) = refusal.spot { Spot::At(position(text, offset)) } else { refusal.spot };
    Refusal { spot, ..refusal }
}

/// Byte offset of a line and a column in characters; that of the character before, which the parser has consumed.
fn offset_of_chars(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let before = text[start..].char_indices().nth(column.saturating_sub(2));
    before.map_or(text.len(), |(at, _)| start + at)
}

/// An open bracket around a token.
struct Frame<'a> {
    /// True if its items have names.
    is_named: bool,
    /// True for the brackets of a variant or `Some`, which are no step of the path.
    is_wrapper: bool,
    key: Option<&'a str>,
    index: usize,
}

/// Path of the token at a byte offset, as `bodies[1].nodes[7].position`.
fn path_at(text: &str, offset: usize) -> String {
    let mut scanner = Scanner::new(text);
    let (mut frames, mut before): (Vec<Frame>, Token) = (Vec::new(), Token::End);
    while scanner.skip_space() <= offset {
        let (token, word) = scanner.next();
        match (token, frames.last_mut()) {
            (Token::End, _) => break,
            (Token::Open(open), _) => {
                let mut ahead = scanner;
                let is_struct = ahead.next().0 == Token::Word && ahead.next().0 == Token::Colon;
                let is_named = open == b'{' || (open == b'(' && is_struct);
                let is_wrapper = !is_named && open == b'(' && before == Token::Word;
                frames.push(Frame { is_named, is_wrapper, key: None, index: 0 });
            }
            (Token::Close(_), _) => drop(frames.pop()),
            (Token::Comma, Some(frame)) => (frame.key, frame.index) = (None, frame.index + 1),
            (Token::Word | Token::Quoted, Some(frame)) if frame.is_named && frame.key.is_none() => {
                frame.key = Some(word)
            }
            _ => {}
        }
        before = token;
    }
    let mut path = String::new();
    for frame in &frames {
        match frame.key {
            Some(key) => {
                path.push_str(if path.is_empty() { "" } else { "." });
                path.extend(key.trim_matches('"').chars().take(64));
            }
            None if !frame.is_named && !frame.is_wrapper => path.push_str(&format!("[{}]", frame.index)),
            None => {}
        }
    }
    path
}
