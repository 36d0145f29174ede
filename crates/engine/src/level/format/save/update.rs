//! A lock for programs that read, change and rewrite a file: without it, two at once would lose one change.
//!
//! It is an advisory lock on a file beside the target, since every save replaces the target itself.

use super::super::load::plain;
use super::same::resolved;
use super::stale::PREFIX;
use crate::geometry::hashing::BitHasher;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Maximum wait for other programs.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// Held while a file is read, changed and written. Released when dropped, or when the process ends.
#[derive(Debug)]
pub struct UpdateLock {
    path: PathBuf,
    _file: File,
}

impl Drop for UpdateLock {
    fn drop(&mut self) {
        // While the lock is held: programs that opened the file before find that it has been replaced.
        let _ = fs::remove_file(&self.path);
    }
}

/// Locks the file at `path`, existing or not, against other updates; waits up to ten seconds.
///
/// # Errors
/// As a part of a sentence: another program holds the lock for too long, or the file system has no locks.
pub fn lock_for_update(path: &Path) -> Result<UpdateLock, String> {
    lock_within(path, PATIENCE)
}

pub(super) fn lock_within(path: &Path, patience: Duration) -> Result<UpdateLock, String> {
    let target = resolved(path).ok_or("its folder does not exist")?;
    let name = target.file_name().unwrap_or_default();
    let place = target.with_file_name(format!("{PREFIX}{:016x}.lock", hash(name.as_encoded_bytes())));
    let end = Instant::now() + patience;
    loop {
        match attempt(&place) {
            Ok(Some(file)) => return Ok(UpdateLock { path: place, _file: file }),
            Ok(None) if Instant::now() < end => std::thread::sleep(PAUSE),
            Ok(None) => return Err("another program is changing it; try again when that has finished".to_owned()),
            Err(error) => return Err(format!("cannot be locked against other programs: {}", plain(&error))),
        }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = BitHasher::new();
    bytes.iter().for_each(|&byte| hasher.word(byte.into()));
    hasher.finish()
}

/// Returns the lock if no other program has it.
fn attempt(place: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(place)?;
    match file.try_lock() {
        Ok(()) => Ok(is_at(&file, place).then_some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// True if the open file still has this name: its former owner removes the name before releasing the lock.
#[cfg(unix)]
fn is_at(file: &File, place: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |about: &fs::Metadata| (about.dev(), about.ino());
    matches!((file.metadata(), fs::metadata(place)), (Ok(mine), Ok(named)) if id(&mine) == id(&named))
}

/// True if the open file still has this name: its former owner removes the name before releasing the lock.
#[cfg(not(unix))]
fn is_at(_: &File, place: &Path) -> bool {
    place.exists()
}
