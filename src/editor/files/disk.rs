//! Whether another program has changed or removed the open file: tested every two seconds outside the window's
//! thread, so that an idle window is not painted for it and a disk that does not answer stops nothing.

use super::large::SMALL_BYTES;
use egui::Context;
use std::fs::{File, Metadata};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// How often it is looked at.
const EVERY: Duration = Duration::from_secs(2);

/// What became of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// It holds something else.
    Changed,
    /// It is not there any more.
    Gone,
}

/// When a file was written and how long it is: while these are the same, the file is not read.
type Stamp = (Option<SystemTime>, u64);

fn stamp(about: &Metadata) -> Stamp {
    (about.modified().ok(), about.len())
}

/// A file as it was last opened or saved.
#[derive(Clone, Debug)]
pub struct Watched {
    path: PathBuf,
    stamp: Option<Stamp>,
    hash: Option<u64>,
    news: Option<FileChange>,
    /// The stamp of what the news are about.
    reported: Option<Stamp>,
}

impl Watched {
    /// The file as it is now.
    pub fn new(path: &Path) -> Self {
        let stamp = std::fs::metadata(path).ok().map(|about| stamp(&about));
        Self { path: path.to_owned(), stamp, hash: None, news: None, reported: None }
    }

    /// Looks at it, and says what became of it. A file that was only touched has not changed.
    pub fn look(&mut self) -> Option<FileChange> {
        let now = match std::fs::metadata(&self.path) {
            Ok(about) => stamp(&about),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.news = Some(FileChange::Gone);
                return self.news;
            }
            // Out of reach for now: nothing is known.
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

    /// The same without reading a large file. One that was written since counts as changed, unless [`Self::look`] has
    /// already found the same contents in it.
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
    /// Counts the files that were watched, so that a late answer about an old one is dropped.
    turn: u64,
    /// What is known, and was not put off.
    news: Option<FileChange>,
    is_over: bool,
}

/// See the module.
#[derive(Default)]
pub struct Disk {
    shared: Option<Arc<(Mutex<DiskWatchState>, Condvar)>>,
}

fn held(shared: &Mutex<DiskWatchState>) -> MutexGuard<'_, DiskWatchState> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Disk {
    /// Watches a file as it is now, in place of what was watched; none: nothing.
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

    /// What became of the file since; none while nothing did, or it was put off.
    pub fn news(&self) -> Option<FileChange> {
        self.shared.as_ref().and_then(|shared| held(&shared.0).news)
    }

    /// The user has dismissed this change.
    pub fn put_off(&self) {
        if let Some(shared) = &self.shared {
            held(&shared.0).news = None;
        }
    }

    /// Looks at once, and reads the contents of a small file only.
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
            // The window does not wait for the disk.
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
    fn a_file_that_was_only_touched_has_not_changed() {
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
        // Back as it was.
        std::fs::write(&path, "one").unwrap();
        assert_eq!(watched.look(), None);
    }

    #[test]
    fn a_new_file_is_watched_from_its_first_contents_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.ron");
        let mut watched = Watched::new(&path);
        assert_eq!(watched.look(), Some(FileChange::Gone));
        std::fs::write(&path, "one").unwrap();
        watched = Watched::new(&path);
        std::fs::write(&path, "longer").unwrap();
        // Even if it was not read before.
        assert_eq!(watched.look(), Some(FileChange::Changed));
    }
}
