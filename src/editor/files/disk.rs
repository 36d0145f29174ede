//! Detects changes of the open file by other programs. A background thread checks every two seconds, so that an idle
//! window is not repainted and a slow disk does not block it.

use super::large::SMALL_BYTES;
use egui::Context;
use std::fs::{File, Metadata};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// Interval between checks.
const EVERY: Duration = Duration::from_secs(2);

/// Kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// The contents differ.
    Changed,
    /// The file was removed.
    Gone,
}

/// Modification time and size; while both stay equal, the file is not read.
type Stamp = (Option<SystemTime>, u64);

fn stamp(about: &Metadata) -> Stamp {
    (about.modified().ok(), about.len())
}

/// A file in the state in which it was last opened or saved.
#[derive(Clone, Debug)]
pub struct Watched {
    path: PathBuf,
    stamp: Option<Stamp>,
    hash: Option<u64>,
    news: Option<FileChange>,
    /// Stamp of the reported change.
    reported: Option<Stamp>,
}

impl Watched {
    /// Records the present state of a file.
    pub fn new(path: &Path) -> Self {
        let stamp = std::fs::metadata(path).ok().map(|about| stamp(&about));
        Self { path: path.to_owned(), stamp, hash: None, news: None, reported: None }
    }

    /// Checks the file. A new modification time with equal contents is not a change.
    pub fn look(&mut self) -> Option<FileChange> {
        let now = match std::fs::metadata(&self.path) {
            Ok(about) => stamp(&about),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.news = Some(FileChange::Gone);
                return self.news;
            }
            // Temporarily unreadable: keep the last result.
            Err(_) => return self.news,
        };
        if self.stamp == Some(now) {
            self.hash = self.hash.or_else(|| hash(&self.path).ok());
            self.news = None;
        } else if self.news != Some(FileChange::Changed) || self.reported != Some(now) {
            let is_same = self.hash.is_some() && hash(&self.path).ok() == self.hash;
            self.reported = Some(now);
            if is_same {
                self.stamp = Some(now);
            }
            self.news = (!is_same).then_some(FileChange::Changed);
        }
        self.news
    }

    /// Like [`Self::look`], but does not read a large file: it counts as changed if its stamp differs and no earlier
    /// check found equal contents.
    fn look_briefly(mut self) -> Option<FileChange> {
        let about = std::fs::metadata(&self.path).ok();
        let now = about.as_ref().map(stamp);
        match now {
            Some(now) if self.stamp == Some(now) => None,
            Some((_, bytes)) if bytes > SMALL_BYTES => Some(FileChange::Changed),
            _ => self.look(),
        }
    }
}

fn hash(path: &Path) -> io::Result<u64> {
    let (mut file, mut hasher, mut part) = (File::open(path)?, DefaultHasher::new(), [0; 65536]);
    loop {
        match file.read(&mut part)? {
            0 => return Ok(hasher.finish()),
            count => hasher.write(&part[..count]),
        }
    }
}

#[derive(Default)]
struct DiskWatchState {
    watched: Option<Watched>,
    /// Number of the watched file; answers for earlier files are dropped.
    turn: u64,
    /// The change to report, unless dismissed.
    news: Option<FileChange>,
    is_over: bool,
}

/// Watches one file.
#[derive(Default)]
pub struct Disk {
    shared: Option<Arc<(Mutex<DiskWatchState>, Condvar)>>,
}

fn held(shared: &Mutex<DiskWatchState>) -> MutexGuard<'_, DiskWatchState> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Disk {
    /// Watches this file in its present state; `None`: watches nothing.
    pub fn watch(&mut self, ctx: &Context, path: Option<&Path>) {
        let watched = path.map(Watched::new);
        if self.shared.is_none() && watched.is_none() {
            return;
        }
        let shared = self.shared.get_or_insert_with(|| {
            let shared = Arc::new((Mutex::default(), Condvar::new()));
            let (mine, ctx) = (shared.clone(), ctx.clone());
            std::thread::spawn(move || work(&mine, &ctx));
            shared
        });
        let mut held = held(&shared.0);
        (held.watched, held.news, held.turn) = (watched, None, held.turn + 1);
        drop(held);
        shared.1.notify_all();
    }

    /// The detected change, unless dismissed.
    pub fn news(&self) -> Option<FileChange> {
        self.shared.as_ref().and_then(|shared| held(&shared.0).news)
    }

    /// Checks immediately; reads the contents only of a small file.
    pub fn look_now(&self) -> Option<FileChange> {
        let shared = self.shared.as_ref()?;
        let watched = held(&shared.0).watched.clone()?;
        watched.look_briefly()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if let Some(shared) = &self.shared {
            held(&shared.0).is_over = true;
            shared.1.notify_all();
        }
    }
}

fn work(shared: &(Mutex<DiskWatchState>, Condvar), ctx: &Context) {
    let mut state = held(&shared.0);
    while !state.is_over {
        if let Some(mut watched) = state.watched.clone() {
            let (turn, before) = (state.turn, watched.news);
            // Release the lock during disk access, so that the window does not wait.
            drop(state);
            let (reported, news) = (watched.reported, watched.look());
            state = held(&shared.0);
            if state.turn == turn {
                if news != before || watched.reported != reported {
                    state.news = news;
                    ctx.request_repaint();
                }
                state.watched = Some(watched);
            } else {
                continue;
            }
        }
        if state.is_over {
            return;
        }
        state = shared.1.wait_timeout(state, EVERY).unwrap_or_else(PoisonError::into_inner).0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watched_file_with_a_new_date_only_is_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.ron");
        std::fs::write(&path, "one").unwrap();
        let mut watched = Watched::new(&path);
        assert_eq!(watched.look(), None);
        let later = SystemTime::now() + Duration::from_secs(60);
        let touch = |time| File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        touch(later);
        assert_eq!(watched.look(), None);
        std::fs::write(&path, "two").unwrap();
        touch(later + Duration::from_secs(60));
        assert_eq!(watched.look(), Some(FileChange::Changed));
        assert_eq!(watched.look(), Some(FileChange::Changed));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(watched.look(), Some(FileChange::Gone));
        // The original contents again.
        std::fs::write(&path, "one").unwrap();
        assert_eq!(watched.look(), None);
    }

    #[test]
    fn watched_file_reports_a_change_before_its_first_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.ron");
        let mut watched = Watched::new(&path);
        assert_eq!(watched.look(), Some(FileChange::Gone));
        std::fs::write(&path, "one").unwrap();
        watched = Watched::new(&path);
        std::fs::write(&path, "longer").unwrap();
        // Also if the file was not read before.
        assert_eq!(watched.look(), Some(FileChange::Changed));
    }
}
