//! Reads and writes level files: RON and JSON through the same types. Every error has its place.

mod document;
mod erased;
mod format_1;
mod json;
mod load;
mod locate;
mod looks;
mod numbers;
#[cfg(target_arch = "wasm32")]
pub mod page_files;
mod quick;
mod read;
mod refusal;
mod ron;
mod save;
mod scan;
mod schema;
mod validate;
mod write;

pub(in crate::level) use document::unknown_field;
pub use document::{from_value, located, read_document, text_of_file};
pub use format_1::{downgrade, first_newer_feature, upgraded};
pub use load::{MOST_BYTES, load_level, locate_in_file, located_in_file, plain_path, read_bounded, read_bytes};
pub use looks::looks_like_level;
pub use read::read;
pub use save::{Replacement, UpdateLock, is_same_file, lock_for_update, replace, replace_unless, save, save_unless};
pub use schema::{runtime_schema, schema};
pub use validate::validate;
pub use write::{to_json, to_value, write, write_document};

use std::fmt;
use std::path::Path;

/// Text format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// Written by the editor.
    Ron,
    /// For programs in other languages.
    Json,
}

impl TextFormat {
    /// Selected by the file's extension: `.json` is JSON, anything else RON.
    pub fn of(path: &Path) -> Self {
        match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("json") => Self::Json,
            _ => Self::Ron,
        }
    }
}

/// Error of reading or writing a level.
#[derive(Clone, Debug, PartialEq)]
pub struct FormatError {
    /// The file, if there is one.
    pub file: Option<String>,
    /// Path in the document, such as `bodies[1].springs[7].b`; empty if the whole text is wrong.
    pub place: String,
    /// Line and column in the text, from 1, where known.
    pub position: Option<(usize, usize)>,
    /// The reason, in one sentence.
    pub reason: String,
}

impl FormatError {
    /// An error at a place in a document; an empty place is the whole of it.
    pub fn at(place: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self { file: None, place: place.to_string(), position: None, reason: reason.to_string() }
    }

    /// An error of a whole file.
    pub fn of_file(path: &Path, reason: impl fmt::Display) -> Self {
        Self { file: Some(path.display().to_string()), ..Self::at("", reason) }
    }

    /// The same error with an outer path before its place.
    #[must_use]
    pub fn within(mut self, outer: impl fmt::Display) -> Self {
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{outer}{dot}{}", self.place);
        self
    }
}

impl fmt::Display for FormatError {
    /// `file:line:column: place: reason`, without unknown parts.
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
