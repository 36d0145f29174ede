//! Foreign formats as levels, one folder or file each.
//!
//! Must never know: the engine, the screen, how the level is written.

mod options;
#[cfg(feature = "svg")]
mod svg;

pub use options::{ImportOptions, Imported};

use super::format::FormatError;
use std::path::Path;

/// Longest file that is read, in bytes.
pub const MOST_BYTES: usize = 32 << 20;

/// A foreign format.
pub struct Importer {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Extension of its files, in lower case, without the dot.
    pub extension: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What becomes of what, in a few sentences.
    pub explanation: &'static str,
    /// Makes a level of the file's bytes. A [`FormatError`]'s place is the id of the element at fault.
    pub import: fn(&[u8], &ImportOptions) -> Result<Imported, FormatError>,
}

/// Every foreign format that this build reads.
pub const ALL: &[Importer] = &[
    #[cfg(feature = "svg")]
    svg::IMPORTER,
];

/// The importer for a file, told by its extension.
pub fn importer_for(path: &Path) -> Option<&'static Importer> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    ALL.iter().find(|importer| importer.extension == extension)
}
