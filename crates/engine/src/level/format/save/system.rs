//! All file system calls of saving. In unit tests each call can be made to fail ([`faults`]).

use std::fs::{self, File, Metadata, OpenOptions, Permissions, ReadDir};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[cfg(not(test))]
mod faults {
    #[inline(always)]
    pub(super) fn call() -> std::io::Result<()> {
        Ok(())
    }
}

pub fn metadata(path: &Path) -> io::Result<Metadata> {
    faults::call()?;
    fs::metadata(path)
}

pub fn symlink_metadata(path: &Path) -> io::Result<Metadata> {
    faults::call()?;
    fs::symlink_metadata(path)
}

pub fn read_link(path: &Path) -> io::Result<PathBuf> {
    faults::call()?;
    fs::read_link(path)
}

pub fn read_dir(path: &Path) -> io::Result<ReadDir> {
    faults::call()?;
    fs::read_dir(path)
}

pub fn create_new(path: &Path) -> io::Result<File> {
    faults::call()?;
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Opens an existing file or folder for reading.
pub fn open(path: &Path) -> io::Result<File> {
    faults::call()?;
    File::open(path)
}

/// Opens a pipe or a device for writing.
pub fn open_stream(path: &Path) -> io::Result<File> {
    faults::call()?;
    OpenOptions::new().write(true).open(path)
}

pub fn set_permissions(file: &File, permissions: Permissions) -> io::Result<()> {
    faults::call()?;
    file.set_permissions(permissions)
}

/// Writes all bytes. An injected failure writes the first half, like a full disk.
pub fn write_all(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    faults::call().inspect_err(|_| drop(file.write_all(&bytes[..bytes.len() / 2])))?;
    file.write_all(bytes)
}

pub fn sync(file: &File) -> io::Result<()> {
    faults::call()?;
    file.sync_all()
}

pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    faults::call()?;
    fs::rename(from, to)
}

pub fn remove(path: &Path) -> io::Result<()> {
    faults::call()?;
    fs::remove_file(path)
}

#[cfg(test)]
pub mod faults {
    //! Injected failures, counted per thread.

    use std::cell::Cell;
    use std::io;

    #[derive(Clone, Copy)]
    enum Plan {
        /// No call fails.
        None,
        /// Only the call with this index fails.
        Only(u32),
        /// The call with this index and all later ones fail.
        From(u32),
    }

    thread_local! {
        static PLAN: Cell<Plan> = const { Cell::new(Plan::None) };
        static CALLS: Cell<u32> = const { Cell::new(0) };
    }

    /// Runs `work` with a failure at call `index` (and at all later calls, if `is_lasting`). Returns its result and the
    /// number of calls made.
    pub fn with<T>(index: u32, is_lasting: bool, work: impl FnOnce() -> T) -> (T, u32) {
        CALLS.set(0);
        PLAN.set(if is_lasting { Plan::From(index) } else { Plan::Only(index) });
        let result = work();
        PLAN.set(Plan::None);
        (result, CALLS.get())
    }

    pub(super) fn call() -> io::Result<()> {
        let index = CALLS.get();
        CALLS.set(index + 1);
        let fails = match PLAN.get() {
            Plan::None => false,
            Plan::Only(wanted) => index == wanted,
            Plan::From(first) => index >= first,
        };
        if fails { Err(io::Error::other("injected failure")) } else { Ok(()) }
    }
}
