//! Levels that come with the program.
//!
//! Must never know: how they are shown.

use crate::level::Level;
use crate::level::format::{self, FormatError, TextFormat};
use crate::level::gallery::ALL;

/// Name of each for people, in the order of the menu.
pub fn names() -> impl Iterator<Item = String> {
    ALL.iter().map(|level| {
        let words = level.id.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-').replace('-', " ");
        let mut letters = words.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    })
}

/// Reads one; an empty level where there is none of that index.
pub fn read(index: usize) -> Result<Level, FormatError> {
    match ALL.get(index) {
        Some(level) => format::read(level.text, TextFormat::Ron),
        None => Ok(Level::default()),
    }
}
