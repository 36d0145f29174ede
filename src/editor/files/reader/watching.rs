//! Reads files in a background thread and looks at them every two seconds.

use super::ReadFile;
use crate::editor::files::disk::{FileChange, Watched};
use egui::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Interval between checks.
const EVERY: Duration = Duration::from_secs(2);

struct ReaderState<T> {
    wanted: Vec<PathBuf>,
    read: BTreeMap<PathBuf, ReadFile<T>>,
    /// Files that were read since the last call of `news`.
    news: BTreeSet<PathBuf>,
    is_over: bool,
}

impl<T> Default for ReaderState<T> {
    fn default() -> Self {
        Self { wanted: Vec::new(), read: BTreeMap::new(), news: BTreeSet::new(), is_over: false }
    }
}

type Shared<T> = (Mutex<ReaderState<T>>, Condvar);

/// A thread that reads files and watches them; started with the first file.
pub struct WatchingReader<T> {
    shared: Option<Arc<Shared<T>>>,
}

impl<T> Default for WatchingReader<T> {
    fn default() -> Self {
        Self { shared: None }
    }
}

fn held<T>(shared: &Shared<T>) -> MutexGuard<'_, ReaderState<T>> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send + Sync + 'static> WatchingReader<T> {
    /// Watches these files from now on. `read` reads one; that of the first call counts.
    pub fn ask(&mut self, ctx: &Context, wanted: Vec<PathBuf>, read: fn(&Path) -> Result<T, String>) {
        if self.shared.is_none() && wanted.is_empty() {
            return;
        }
        let shared = self.shared.get_or_insert_with(|| {
            let shared: Arc<Shared<T>> = Arc::default();
            let (mine, ctx) = (shared.clone(), ctx.clone());
            std::thread::spawn(move || work(&mine, &ctx, read));
            shared
        });
        let mut state = held(shared);
        state.read.retain(|path, _| wanted.contains(path));
        state.news.retain(|path| wanted.contains(path));
        state.wanted = wanted;
        drop(state);
        shared.1.notify_all();
    }

    /// Files that were read since the last call.
    pub fn news(&self) -> BTreeSet<PathBuf> {
        self.shared.as_ref().map(|shared| std::mem::take(&mut held(shared).news)).unwrap_or_default()
    }

    /// A file as it was last read; `None` if it was not read yet.
    pub fn read(&self, path: &Path) -> Option<ReadFile<T>> {
        held(self.shared.as_ref()?).read.get(path).cloned()
    }
}

impl<T> Drop for WatchingReader<T> {
    fn drop(&mut self) {
        if let Some(shared) = &self.shared {
            held(shared).is_over = true;
            shared.1.notify_all();
        }
    }
}

fn work<T>(shared: &Shared<T>, ctx: &Context, read: fn(&Path) -> Result<T, String>) {
    let mut files: BTreeMap<PathBuf, (Watched, Option<FileChange>)> = BTreeMap::new();
    let mut state = held(shared);
    while !state.is_over {
        let wanted = state.wanted.clone();
        let known: BTreeSet<PathBuf> = state.read.keys().cloned().collect();
        // Release the lock during disk access, so that the window does not wait.
        drop(state);
        files.retain(|path, _| wanted.contains(path));
        for path in &wanted {
            if let Some((watched, last)) = files.get_mut(path) {
                let news = watched.look();
                // What was forgotten and is wanted again is read again.
                if news == *last && known.contains(path) {
                    continue;
                }
                *last = news;
            }
            let is_missing = files.get(path).is_some_and(|(_, news)| *news == Some(FileChange::Gone));
            if !is_missing {
                // Before it is read, so that a change meanwhile is noticed.
                let mut watched = Watched::new(path);
                let news = watched.look();
                files.insert(path.clone(), (watched, news));
            }
            let read = read(path).map(Arc::new);
            let mut state = held(shared);
            if state.wanted.contains(path) {
                state.read.insert(path.clone(), read);
                state.news.insert(path.clone());
                drop(state);
                ctx.request_repaint();
            }
        }
        state = held(shared);
        if !state.is_over && state.wanted == wanted {
            state = shared.1.wait_timeout(state, EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
