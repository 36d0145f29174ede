//! Saving so that a crash, a full disk or a pulled plug leaves either the old file or the new one, whole.
//!
//! Must never know: the engine, the screen.

use super::load::plain;
use super::{FormatError, TextFormat, validate, write};
use crate::level::Level;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Saves a level file: written beside, synced, renamed over; the format is told by the extension (`.json`, else RON).
/// Links are followed, and an existing file's permissions stay.
///
/// # Errors
/// An invalid level is refused as by [`validate`]; otherwise what the system says. The old file is then intact and
/// nothing is left beside it.
pub fn save(level: &Level, path: &Path) -> Result<(), FormatError> {
    let named = |error: FormatError| FormatError { file: Some(path.display().to_string()), ..error };
    validate(level).map_err(named)?;
    let text = write(level, TextFormat::of(path));
    replace(path, text.as_bytes()).map_err(|reason| {
        named(FormatError {
            file: None,
            place: String::new(),
            position: None,
            reason: format!("cannot be saved: {reason}"),
        })
    })
}

/// Gives the file at `path` new contents, at once or not at all.
///
/// # Errors
/// What the system says, in words.
pub fn replace(path: &Path, contents: &[u8]) -> Result<(), String> {
    let target = follow_links(path).map_err(|error| plain(&error))?;
    if target.file_name().is_none() {
        return Err("it has no file name".into());
    }
    let old = match fs::metadata(&target) {
        Ok(about) if about.is_dir() => return Err("it is a directory".into()),
        Ok(about) if !about.is_file() => return Err("it is not a regular file".into()),
        Ok(about) if about.permissions().readonly() => return Err("it is read-only".into()),
        Ok(about) => Some(about.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(plain(&error)),
    };
    let (beside, file) = create_beside(&target).map_err(|error| plain(&error))?;
    let written = fill(file, contents, old).and_then(|()| fs::rename(&beside, &target));
    if let Err(error) = written {
        // The complaint that matters is the first one.
        let _ = fs::remove_file(&beside);
        return Err(plain(&error));
    }
    sync_directory(&target);
    Ok(())
}

fn fill(mut file: File, contents: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    // Before the contents: a private file must at no time be readable by others.
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(contents)?;
    file.sync_all()
}

/// The file that a chain of symbolic links ends at, whether it exists or not. (`canonicalize` needs it to exist.)
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..40 {
        match fs::symlink_metadata(&path) {
            Ok(about) if about.is_symlink() => {
                let aim = fs::read_link(&path)?;
                path = path.parent().map_or_else(|| aim.clone(), |folder| folder.join(&aim));
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// A new file in the same folder, since a rename works only within one file system. Its name is short, since the
/// target's may be as long as names can be.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let mut last = io::Error::other("no free name beside it");
    for attempt in 0..100 {
        let beside = target.with_file_name(format!(".blobsmith-{}-{attempt}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Makes the rename itself last. Some systems cannot sync a folder; the contents are safe even so.
fn sync_directory(target: &Path) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
