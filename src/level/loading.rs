//! Loading of a level file with the findings of its checks.

use super::Level;
use super::checks::{self, Finding};
use super::format::{FormatError, load_level};
use super::texture::folder_of;
use std::path::Path;

/// A level file that was read, and the findings of the checks.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The level; valid.
    pub level: Level,
    /// Findings of [`checks::check_in`].
    pub findings: Vec<Finding>,
}

/// Loads a level file and checks it; the extension selects the format (`.json`, else RON).
///
/// # Errors
/// As [`load_level`].
pub fn load(path: &Path) -> Result<Loaded, FormatError> {
    let level = load_level(path)?;
    let findings = checks::check_in(&level, folder_of(path));
    Ok(Loaded { level, findings })
}
