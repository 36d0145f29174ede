//! Removes temporary files of programs that were killed while saving.

use super::system;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Prefix of the names of temporary files.
pub const PREFIX: &str = ".blobsmith-";
/// Endings of temporary files: unfinished contents, and locks of an update.
pub const ENDINGS: [&str; 2] = [".tmp", ".lock"];
/// A younger file may belong to a program that has created it and not locked it yet.
const LEAST_AGE: Duration = Duration::from_secs(60);
/// Maximum number of folder entries tested, so that a save in a large folder stays fast.
const MOST_ENTRIES: usize = 20_000;

/// Removes temporary files in the folder whose program has ended. The writer locks its file, and the system releases the
/// lock when the process ends. Only files that can be locked are removed.
pub fn sweep(folder: &Path) {
    let Ok(entries) = system::read_dir(folder) else { return };
    for entry in entries.take(MOST_ENTRIES).filter_map(Result::ok) {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        if name.starts_with(PREFIX) && ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            remove_if_stale(&entry.path());
        }
    }
}

fn remove_if_stale(path: &Path) {
    let touched =
        std::fs::symlink_metadata(path).ok().filter(|about| about.is_file()).and_then(|it| it.modified().ok());
    let age = touched.and_then(|touched| SystemTime::now().duration_since(touched).ok());
    if age.is_some_and(|age| age >= LEAST_AGE) && lock(path).is_some() {
        let _ = system::remove(path);
    }
}

fn lock(path: &Path) -> Option<File> {
    let file = OpenOptions::new().write(true).open(path).ok()?;
    match file.try_lock() {
        Ok(()) => Some(file),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => None,
    }
}
