//! Levels that come with the program.
//!
//! Must never know: how they are shown.

use crate::level::Level;
use crate::level::format::{self, FormatError, TextFormat};
use crate::level::gallery::ALL;
use std::sync::OnceLock;

/// Name of each for people, in the order of the menu.
pub fn names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let name = |index: usize| read(index).map(|level| level.name).unwrap_or_default();
        (0..ALL.len()).map(name).collect()
    })
}

/// Reads one; an empty level where there is none of that index.
pub fn read(index: usize) -> Result<Level, FormatError> {
    match ALL.get(index) {
        Some(level) => format::read(level.text, TextFormat::Ron),
        None => Ok(Level::default()),
    }
}
