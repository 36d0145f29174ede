//! Atomic saving: after a crash, a full disk or a power failure the file is either the old or the new one, complete.

// A target without files has a `File` that owns nothing.
#![cfg_attr(target_arch = "wasm32", expect(clippy::drop_non_drop))]

mod same;
mod stale;
mod system;
#[cfg(test)]
mod tests;
mod update;

pub use same::is_same_file;
pub use update::{UpdateLock, lock_for_update};

use super::load::plain;
use super::{FormatError, TextFormat, validate, write};
use crate::level::Level;
use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Saves a level file: writes to a temporary file beside it, syncs, renames. The extension selects the format (`.json`,
/// else RON). Links are followed, and an existing file's permissions are kept.
///
/// # Errors
/// An invalid level is refused as by [`validate`]; otherwise the system's error. The old file is then intact, and no
/// temporary file remains.
pub fn save(level: &Level, path: &Path) -> Result<(), FormatError> {
    save_unless(level, path, &|| false).map(drop)
}

/// Bytes written between two tests for cancellation.
#[cfg(not(target_arch = "wasm32"))]
const CHUNK: usize = 1 << 20;

/// Saves as [`save`] unless `is_cancelled` returns true before the file is replaced. Returns true if it was replaced.
///
/// # Errors
/// As [`save`].
pub fn save_unless(level: &Level, path: &Path, is_cancelled: &dyn Fn() -> bool) -> Result<bool, FormatError> {
    let named = |error: FormatError| FormatError { file: Some(path.display().to_string()), ..error };
    validate(level).map_err(named)?;
    if is_cancelled() {
        return Ok(false);
    }
    let text = write(level, TextFormat::of(path));
    replace_unless(path, text.as_bytes(), is_cancelled)
        .map_err(|reason| named(FormatError::at("", format_args!("cannot be saved: {reason}"))))
}

/// Replaces the contents of the file at `path` atomically.
///
/// # Errors
/// The system's error, as text.
pub fn replace(path: &Path, contents: &[u8]) -> Result<(), String> {
    replace_unless(path, contents, &|| false).map(drop)
}

/// Replaces like [`replace`] unless `is_cancelled` returns true; true if it was replaced. On a page, which has no disk, the
/// file is replaced in memory.
///
/// # Errors
/// As [`replace`].
#[cfg(target_arch = "wasm32")]
pub fn replace_unless(path: &Path, contents: &[u8], is_cancelled: &dyn Fn() -> bool) -> Result<bool, String> {
    if is_cancelled() {
        return Ok(false);
    }
    super::page_files::put(path, contents.to_vec());
    Ok(true)
}

/// Replaces like [`replace`] unless `is_cancelled` returns true before the file is replaced; true if it was replaced.
///
/// # Errors
/// As [`replace`].
#[cfg(not(target_arch = "wasm32"))]
pub fn replace_unless(path: &Path, contents: &[u8], is_cancelled: &dyn Fn() -> bool) -> Result<bool, String> {
    if is_cancelled() {
        return Ok(false);
    }
    let mut replacement = Replacement::begin_regular(path)?;
    for chunk in contents.chunks(CHUNK) {
        if is_cancelled() {
            return Ok(false);
        }
        replacement.write_all(chunk).map_err(|error| plain(&error))?;
    }
    if is_cancelled() {
        return Ok(false);
    }
    replacement.finish().map(|()| true)
}

/// New contents of a file, written piece by piece to a temporary file beside it. [`Replacement::finish`] renames it over
/// the old file. If dropped before, the old file is unchanged and the temporary file is removed.
#[derive(Debug)]
pub struct Replacement {
    target: PathBuf,
    /// The temporary file; None if the target is a pipe or a device, which is written directly.
    beside: Option<PathBuf>,
    file: Option<File>,
}

impl Replacement {
    /// Begins a replacement of the file at `path`, which need not exist. Links are followed, and an existing file's
    /// permissions are kept. A pipe or a device is written directly.
    ///
    /// # Errors
    /// The system's error, as text.
    pub fn begin(path: &Path) -> Result<Self, String> {
        let is_stream = system::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir());
        if is_stream {
            let file = system::open_stream(path).map_err(|error| plain(&error))?;
            return Ok(Self { target: path.to_owned(), beside: None, file: Some(file) });
        }
        Self::begin_regular(path)
    }

    fn begin_regular(path: &Path) -> Result<Self, String> {
        let target = follow_links(path).map_err(|error| plain(&error))?;
        if target.file_name().is_none() {
            return Err("it has no file name".into());
        }
        let old = replaceable(&target)?;
        stale::sweep(folder_of(&target));
        let (beside, file) = create_beside(&target).map_err(|error| plain(&error))?;
        // On file systems without locks, other programs do not touch the file.
        let _ = file.try_lock();
        let replacement = Self { target, beside: Some(beside), file: Some(file) };
        // Before the contents: a private file must never be readable by others.
        if let (Some(old), Some(file)) = (old, &replacement.file) {
            system::set_permissions(file, old.permissions()).map_err(|error| plain(&error))?;
        }
        Ok(replacement)
    }

    /// Replaces the file by the new contents.
    ///
    /// # Errors
    /// The system's error, as text; the old file is then intact.
    pub fn finish(mut self) -> Result<(), String> {
        self.end().map_err(|error| plain(&error))
    }

    fn end(&mut self) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let Some(beside) = &self.beside else { return Ok(()) };
        let renamed = system::sync(&file).and_then(|()| {
            drop(file);
            system::rename(beside, &self.target)
        });
        if renamed.is_err() {
            let _ = system::remove(beside);
        }
        self.beside = None;
        renamed?;
        sync_folder(&self.target);
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(file) = &mut self.file else { return Err(io::Error::other("it is finished")) };
        system::write_all(file, bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        drop(self.file.take());
        if let Some(beside) = &self.beside {
            let _ = system::remove(beside);
        }
    }
}

/// Metadata of the file to replace, if it exists. Fails if it must not be replaced.
fn replaceable(target: &Path) -> Result<Option<Metadata>, String> {
    match system::metadata(target) {
        Ok(about) if about.is_dir() => Err("it is a directory".into()),
        Ok(about) if !about.is_file() => Err("it is not a regular file".into()),
        Ok(about) if about.permissions().readonly() => Err("it is read-only".into()),
        Ok(about) => Ok(Some(about)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(plain(&error)),
    }
}

/// File at the end of a chain of symbolic links, existing or not. (`canonicalize` requires it to exist.)
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..40 {
        match system::symlink_metadata(&path) {
            Ok(about) if about.is_symlink() => {
                let aim = system::read_link(&path)?;
                path = path.parent().map_or_else(|| aim.clone(), |folder| folder.join(&aim));
            }
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// Creates a file in the same folder, since a rename works only within one file system. Its name is short, because the
/// target's name may have the maximum length.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let mut last = io::Error::other("no free name beside it");
    for attempt in 0..100 {
        let beside = target.with_file_name(format!("{}{}-{attempt}.tmp", stale::PREFIX, std::process::id()));
        match system::create_new(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the rename durable. Some systems cannot sync a folder; the contents are safe nevertheless.
fn sync_folder(target: &Path) {
    if let Ok(folder) = system::open(folder_of(target)) {
        let _ = system::sync(&folder);
    }
}
