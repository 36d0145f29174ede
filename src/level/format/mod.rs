//! Reading and writing level files: RON and JSON through the same types, every refusal with its place.
//!
//! Must never know: the engine, the screen.

use super::Level;
use std::fmt;
use std::path::Path;

/// Which text form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// What the editor writes.
    Ron,
    /// For programs that are not in Rust.
    Json,
}

/// Why a level was refused or could not be read or written.
#[derive(Clone, Debug, PartialEq)]
pub struct FormatError {
    /// The file, where there is one.
    pub file: Option<String>,
    /// Path in the document, such as `bodies[1].springs[7].b`; empty when the text as a whole is at fault.
    pub place: String,
    /// Line and column in the text, from 1, where known.
    pub position: Option<(usize, usize)>,
    /// One clear sentence.
    pub reason: String,
}

impl fmt::Display for FormatError {
    /// `file:line:column: place: reason`, leaving out what is unknown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        if let Some((line, column)) = self.position {
            write!(f, "{line}:{column}:")?;
        }
        if self.file.is_some() || self.position.is_some() {
            write!(f, " ")?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{}", self.reason)
    }
}

impl std::error::Error for FormatError {}

/// Refuses what the format forbids: indices out of range, numbers that are not finite, masses and radii out of range.
pub fn validate(_level: &Level) -> Result<(), FormatError> {
    todo!()
}

/// Reads a level from text; validated.
pub fn read(_text: &str, _format: TextFormat) -> Result<Level, FormatError> {
    todo!()
}

/// Writes a level as text.
pub fn write(_level: &Level, _format: TextFormat) -> String {
    todo!()
}

/// Loads a level file; the format is told by the extension (`.json`, else RON).
pub fn load(_path: &Path) -> Result<Level, FormatError> {
    todo!()
}

/// Saves a level file: written beside, synced, renamed over.
pub fn save(_level: &Level, _path: &Path) -> Result<(), FormatError> {
    todo!()
}
