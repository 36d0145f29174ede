//! Levels that come with the program.

pub(crate) mod panel;

use crate::level::Level;
use crate::level::format::{self, FormatError, TextFormat};
use crate::level::gallery::ALL;
use egui::Id;

/// Reads a gallery level by index; an empty level if the index is out of range.
pub fn read(index: usize) -> Result<Level, FormatError> {
    match ALL.get(index) {
        Some(level) => format::read(level.text, TextFormat::Ron),
        None => Ok(Level::default()),
    }
}

/// State between UI frames.
#[derive(Debug, Default)]
pub struct GalleryStart {
    /// Whether the window is open.
    pub is_open: bool,
    /// Search text.
    pub words: String,
    pub(crate) wants_focus: bool,
    /// Section to scroll to.
    pub(crate) wants: Option<&'static str>,
    /// Cards by rows as drawn last, for the arrow keys.
    pub(crate) rows: Vec<Vec<Id>>,
}

impl GalleryStart {
    /// Opens the window with focus in the search field.
    pub fn open(&mut self) {
        *self = Self { is_open: true, wants_focus: true, ..Self::default() };
    }
}
