//! Tests whether two paths name one file, by file system identity instead of spelling.

use super::follow_links;
use std::fs;
use std::path::{Path, PathBuf};

/// True if both paths lead to one file: through symbolic links, as hard links, or as two spellings. For files that do not
/// exist yet, folder and name are compared. Devices and pipes are never the same, since they store nothing that could be
/// lost.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(first), Ok(second)) => first.is_file() && second.is_file() && is_one(a, &first, b, &second),
        (Err(_), Err(_)) => resolved(a).is_some_and(|path| Some(path) == resolved(b)),
        _ => false,
    }
}

#[cfg(unix)]
fn is_one(_: &Path, first: &fs::Metadata, _: &Path, second: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (first.dev(), first.ino()) == (second.dev(), second.ino())
}

#[cfg(not(unix))]
fn is_one(a: &Path, _: &fs::Metadata, b: &Path, _: &fs::Metadata) -> bool {
    a.canonicalize().ok().is_some_and(|path| Some(path) == b.canonicalize().ok())
}

/// The path without links and dots, also for a file that does not exist yet.
pub(super) fn resolved(path: &Path) -> Option<PathBuf> {
    let target = follow_links(path).ok()?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(target.file_name()?))
}
