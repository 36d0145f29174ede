//! Loads level files with their sources.

use super::flatten;
use crate::level::format::{self, FormatError, load_level};
use crate::level::{Level, ids};
use std::path::{Path, PathBuf};

/// Loads a level file and flattens it.
///
/// # Errors
/// As [`load_level`] and [`flatten`].
pub fn load_flat(path: &Path) -> Result<Level, FormatError> {
    load_flat_listed(path, &mut Vec::new())
}

/// As [`load_flat`]; adds the files of the sources, also of nested ones, to `sources`, and on failure those up to it.
///
/// # Errors
/// As [`load_flat`].
pub fn load_flat_listed(path: &Path, sources: &mut Vec<PathBuf>) -> Result<Level, FormatError> {
    let mut level = load_level(path)?;
    ids::assign(&mut level);
    let mut load = |path: &Path| {
        sources.push(path.to_owned());
        load_level(path)
    };
    flatten(level, path, &mut load).map_err(|error| format::located_in_file(error, path))
}
