//! Errors in expressions, with their position.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;

/// An error in an expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchError {
    /// Bytes of the text that it refers to; empty at the end of the text.
    pub at: Range<usize>,
    /// The error, in one sentence.
    pub message: String,
    /// A suggestion. None if there is none.
    pub hint: Option<String>,
}

impl WatchError {
    /// An error without a suggestion.
    pub fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), hint: None }
    }

    /// An error with a suggestion.
    pub fn hinted(at: Range<usize>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..Self::new(at, message) }
    }

    /// An error with the most similar known word as a suggestion, if there is one.
    pub(super) fn meant(at: Range<usize>, message: impl Into<String>, word: Option<String>) -> Self {
        Self { hint: word.map(|word| format!("did you mean {word}?")), ..Self::new(at, message) }
    }

    /// Column of its start, in characters from 1.
    pub fn column(&self, text: &str) -> usize {
        text.get(..self.at.start).map_or(1, |before| before.chars().count() + 1)
    }

    /// Three lines for a terminal or a monospaced field: the text, carets below the position, the message.
    pub fn show(&self, text: &str) -> String {
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let width = text.get(self.at.clone()).map_or(1, |part| part.chars().count()).max(1);
        let carets = " ".repeat(self.column(text) - 1) + &"^".repeat(width);
        format!("{line}\n{carets}\n{self}")
    }
}

impl fmt::Display for WatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.hint {
            Some(hint) => write!(f, "{}; {hint}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for WatchError {}
