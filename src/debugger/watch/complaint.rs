//! What is wrong with an expression, and where.

use std::fmt;
use std::ops::Range;

/// Why an expression cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Bytes of the text that it is about; empty at the end of the text.
    pub at: Range<usize>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What was probably meant, or what to write instead.
    pub hint: Option<String>,
}

impl Complaint {
    /// Without a hint.
    pub fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), hint: None }
    }

    /// With one.
    pub fn hinted(at: Range<usize>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..Self::new(at, message) }
    }

    /// With the word that was probably meant, if there is one.
    pub(super) fn meant(at: Range<usize>, message: impl Into<String>, word: Option<String>) -> Self {
        Self { hint: word.map(|word| format!("did you mean {word}?")), ..Self::new(at, message) }
    }

    /// The column where it begins, in characters from 1.
    pub fn column(&self, text: &str) -> usize {
        text.get(..self.at.start).map_or(1, |before| before.chars().count() + 1)
    }

    /// Three lines for a terminal or a monospaced field: the text, a caret below the place, the message.
    pub fn show(&self, text: &str) -> String {
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let width = text.get(self.at.clone()).map_or(1, |part| part.chars().count()).max(1);
        let carets = " ".repeat(self.column(text) - 1) + &"^".repeat(width);
        format!("{line}\n{carets}\n{self}")
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.hint {
            Some(hint) => write!(f, "{}; {hint}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Complaint {}
