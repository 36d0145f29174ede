//! Files of a web page, which has no file system: contents by path, kept in memory.
//!
//! The page puts what the user has opened here; reading and saving use it instead of a disk.

use super::plain_path;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

thread_local! {
    static FILES: RefCell<BTreeMap<PathBuf, (u64, Vec<u8>)>> = const { RefCell::new(BTreeMap::new()) };
    static VERSION: Cell<u64> = const { Cell::new(0) };
}

/// Adds or replaces a file.
pub fn put(path: &Path, contents: Vec<u8>) {
    let version = VERSION.get() + 1;
    VERSION.set(version);
    FILES.with_borrow_mut(|files| files.insert(plain_path(path), (version, contents)));
}

/// Contents of a file; `None` if the page has no such file.
pub fn get(path: &Path) -> Option<Vec<u8>> {
    FILES.with_borrow(|files| files.get(&plain_path(path)).map(|(_, contents)| contents.clone()))
}

/// Size of a file in bytes; `None` if the page has no such file.
pub fn size(path: &Path) -> Option<u64> {
    FILES.with_borrow(|files| files.get(&plain_path(path)).map(|(_, contents)| contents.len() as u64))
}

/// Number that changes whenever the file is put; for a folder and a missing file, whenever any file is put.
pub fn version(path: &Path) -> u64 {
    FILES.with_borrow(|files| files.get(&plain_path(path)).map_or(VERSION.get(), |(version, _)| *version))
}

/// All files, sorted by path.
pub fn paths() -> Vec<PathBuf> {
    FILES.with_borrow(|files| files.keys().cloned().collect())
}
