//! Records as files in a folder, locks as file locks.

use super::{Answer, Lock, Store, ready};
use crate::level::format;
use std::fs::{OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Function that replaces a file.
pub type WriteRecord = fn(&Path, &[u8]) -> Result<(), String>;

/// A folder, created when it is first written to.
pub struct FolderStore {
    folder: PathBuf,
    write: WriteRecord,
}

impl FolderStore {
    /// A store in this folder.
    pub fn new(folder: &Path) -> Self {
        Self::writing_with(folder, format::replace)
    }

    /// A store that writes with this function.
    pub fn writing_with(folder: &Path, write: WriteRecord) -> Self {
        Self { folder: folder.to_owned(), write }
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let entries = std::fs::read_dir(&self.folder)?.filter_map(Result::ok);
        let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        Ok(names)
    }

    /// Locks a file, creating it and its folder if missing; `None` if another process holds the lock. The system
    /// releases the lock when the process ends.
    fn lock_file(&self, name: &str) -> io::Result<Option<Lock>> {
        std::fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(name);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
        match file.try_lock() {
            // A window that removes abandoned locks may have removed the file before it was locked.
            Ok(()) => Ok(path.exists().then(|| -> Lock { Box::new(file) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Store for FolderStore {
    fn list(&self) -> Answer<'_, Result<Vec<String>, String>> {
        ready(self.names().map_err(|error| error.to_string()))
    }

    fn read<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<Vec<u8>>, String>> {
        ready(match std::fs::read(self.folder.join(name)) {
            Ok(contents) => Ok(Some(contents)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        })
    }

    fn write<'a>(&'a self, name: &'a str, contents: &'a [u8]) -> Answer<'a, Result<(), String>> {
        ready((self.write)(&self.folder.join(name), contents))
    }

    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> Answer<'a, Result<(), String>> {
        let renamed = std::fs::rename(self.folder.join(from), self.folder.join(to));
        ready(renamed.map_err(|error| error.to_string()))
    }

    fn remove<'a>(&'a self, name: &'a str) -> Answer<'a, ()> {
        // Fails if it does not exist; one that cannot be removed is found again at the next start.
        let _ = std::fs::remove_file(self.folder.join(name));
        ready(())
    }

    fn has<'a>(&'a self, name: &'a str) -> Answer<'a, bool> {
        ready(self.folder.join(name).exists())
    }

    fn lock<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<Lock>, String>> {
        ready(self.lock_file(name).map_err(|error| error.to_string()))
    }

    fn owner(&self) -> String {
        std::process::id().to_string()
    }

    fn title(&self) -> String {
        self.folder.display().to_string()
    }

    fn path_of(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn has_files(&self) -> bool {
        true
    }
}
