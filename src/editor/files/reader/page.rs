//! Reads the files that the page has in memory, each again when it was put there again.

use super::ReadFile;
use crate::level::format::page_files;
use egui::Context;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

type ReadPath<T> = fn(&Path) -> Result<T, String>;

/// Files as last read, with the version in memory.
pub struct PageReader<T> {
    wanted: Vec<PathBuf>,
    read: RefCell<BTreeMap<PathBuf, (u64, ReadFile<T>)>>,
    reading: Option<ReadPath<T>>,
}

impl<T> Default for PageReader<T> {
    fn default() -> Self {
        Self { wanted: Vec::new(), read: RefCell::default(), reading: None }
    }
}

impl<T> PageReader<T> {
    /// Watches these files from now on. `read` reads one; that of the first call counts.
    pub fn ask(&mut self, _: &Context, wanted: Vec<PathBuf>, read: ReadPath<T>) {
        self.reading.get_or_insert(read);
        self.read.borrow_mut().retain(|path, _| wanted.contains(path));
        self.wanted = wanted;
    }

    /// Files that were read since the last call.
    pub fn news(&self) -> BTreeSet<PathBuf> {
        let Some(reading) = self.reading else { return BTreeSet::new() };
        let mut read = self.read.borrow_mut();
        let mut news = BTreeSet::new();
        for path in &self.wanted {
            let version = page_files::version(path);
            if read.get(path).is_none_or(|(known, _)| *known != version) {
                read.insert(path.clone(), (version, reading(path).map(Arc::new)));
                news.insert(path.clone());
            }
        }
        news
    }

    /// A file as it was last read; `None` if it was not read yet.
    pub fn read(&self, path: &Path) -> Option<ReadFile<T>> {
        self.read.borrow().get(path).map(|(_, read)| read.clone())
    }
}
