//! Thread that writes the recovery journal of a window, and the file lock that marks a running window.
//!
//! If the journal cannot be written (full disk, deleted folder, no permission), the thread retries on a timer and
//! reports [`WriteFailure`] until a write succeeds. It rewrites a journal that disappears.

use super::journal::{self, JournalHeader};
use super::left::Left;
use crate::level::{Level, format};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

/// Contents of the next journal.
pub struct JournalContent {
    /// The level.
    pub level: Arc<Level>,
    /// Display name of the level.
    pub name: String,
    /// File of the level, if any.
    pub path: Option<PathBuf>,
    /// Recovered journals to delete after this one is written.
    pub replaces: Vec<Left>,
}

/// Why the journal could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteFailure {
    /// The system's message with the path.
    pub reason: String,
    /// Time of the next attempt.
    pub next: Instant,
}

/// Delays of the writer.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Delay after a change.
    pub delay: Duration,
    /// Delay after a failure, and interval between checks of a written journal.
    pub retry: Duration,
}

enum KeeperCommand {
    Keep(JournalContent),
    Clear(Vec<Left>),
    TryNow,
    /// Write pending contents and report completion.
    Flush(Sender<()>),
    /// Remove the journal and end.
    End,
    /// Write pending contents and end, because the window is crashing.
    Crash,
}

/// Function that writes a journal file.
pub type Write = fn(&Path, &[u8]) -> Result<(), String>;

type KeeperState = Arc<Mutex<Option<WriteFailure>>>;

fn held(shared: &KeeperState) -> MutexGuard<'_, Option<WriteFailure>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The recovery journal of a window.
pub struct Keeper {
    sender: Sender<KeeperCommand>,
    thread: Option<JoinHandle<()>>,
    failure: KeeperState,
}

/// Extension of the lock file.
pub const LOCK: &str = "lock";
/// Extension of the journal.
pub const JOURNAL: &str = "journal";
/// Maximum time for writing the journal during a crash.
const CRASH_PATIENCE: Duration = Duration::from_secs(5);

impl Keeper {
    /// Claims a free name in the folder, which is created if missing. `wake` is called whenever [`Keeper::write_failure`]
    /// changes.
    pub fn start(folder: &Path, timing: Timing, write: Write, wake: impl Fn() + Send + 'static) -> Self {
        let (sender, orders) = channel();
        let failure = KeeperState::default();
        let mut worker = Worker {
            folder: folder.to_owned(),
            timing,
            write,
            wake: Box::new(wake),
            failure: failure.clone(),
            claimed: None,
            kept: None,
            is_written: false,
            due: Instant::now(),
            pause: timing.delay,
        };
        worker.attempt_claim();
        let thread = std::thread::Builder::new().name("recovery".to_owned()).spawn(move || worker.work(&orders));
        if let Err(error) = &thread {
            let next = Instant::now() + timing.retry;
            *held(&failure) = Some(WriteFailure { reason: format!("cannot start a thread: {error}"), next });
        }
        Self { sender, thread: thread.ok(), failure }
    }

    /// Schedules a write of this content.
    pub fn keep(&self, kept: JournalContent) {
        self.order(KeeperCommand::Keep(kept));
    }

    /// Removes the journal: nothing is unsaved.
    pub fn clear(&self, with: Vec<Left>) {
        self.order(KeeperCommand::Clear(with));
    }

    /// Why the last write failed; `None` if it succeeded.
    pub fn write_failure(&self) -> Option<WriteFailure> {
        held(&self.failure).clone()
    }

    /// Retries immediately.
    pub fn try_now(&self) {
        self.order(KeeperCommand::TryNow);
    }

    /// Returns a function that writes pending contents from another thread. It returns when done or after the given
    /// time.
    pub fn flusher(&self) -> impl Fn(Duration) + Send + 'static {
        let sender = self.sender.clone();
        move |patience| {
            let (done, wait) = channel();
            if sender.send(KeeperCommand::Flush(done)).is_ok() {
                let _ = wait.recv_timeout(patience);
            }
        }
    }

    /// Ends the thread and removes the journal.
    pub fn end(mut self) {
        self.order(KeeperCommand::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    fn order(&self, order: KeeperCommand) {
        // The send fails only if the thread could not start, which is already reported.
        let _ = self.sender.send(order);
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.order(KeeperCommand::Crash);
        // The process may end right after this call; a hanging disk must not block it.
        let Some(thread) = self.thread.take() else { return };
        let end = Instant::now() + CRASH_PATIENCE;
        while !thread.is_finished() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A claimed name and its lock.
struct Claimed {
    place: PathBuf,
    _lock: File,
}

/// Claims a name without a lock or journal of another window.
fn claim(folder: &Path) -> io::Result<Claimed> {
    std::fs::create_dir_all(folder)?;
    for number in 0..10_000 {
        let place = folder.join(format!("{}-{number}", std::process::id()));
        let file = place.with_extension(LOCK);
        if place.with_extension(JOURNAL).exists() {
            continue;
        }
        // A window starting at the same moment may remove the unlocked file as abandoned; then try the next name.
        if let Some(lock) = lock(&file)?.filter(|_| file.exists()) {
            return Ok(Claimed { place, _lock: lock });
        }
    }
    Err(io::Error::other("the folder contains too many files"))
}

/// Locks a file, creating it if missing; `None` if another process holds the lock. The system releases the lock when
/// the process ends.
pub fn lock(file: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(file)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

struct Worker {
    folder: PathBuf,
    timing: Timing,
    write: Write,
    wake: Box<dyn Fn() + Send>,
    failure: KeeperState,
    claimed: Option<Claimed>,
    /// Unsaved content, written or not.
    kept: Option<JournalContent>,
    is_written: bool,
    /// Time of the next action.
    due: Instant,
    pause: Duration,
}

impl Worker {
    /// Main loop: writes the latest content after the delay.
    fn work(&mut self, orders: &Receiver<KeeperCommand>) {
        loop {
            let is_idle = self.kept.is_none() && self.claimed.is_some();
            let order = match is_idle {
                true => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => orders.recv_timeout(self.due.saturating_duration_since(Instant::now())),
            };
            match order {
                Ok(KeeperCommand::Keep(kept)) => self.take(kept),
                Ok(KeeperCommand::Clear(with)) => self.clear(with),
                Ok(KeeperCommand::TryNow) | Err(RecvTimeoutError::Timeout) => self.tick(),
                Ok(KeeperCommand::Flush(done)) => {
                    self.tick();
                    let _ = done.send(());
                }
                Ok(KeeperCommand::End) => {
                    self.clear(Vec::new());
                    if let Some(claimed) = self.claimed.take() {
                        let _ = std::fs::remove_file(claimed.place.with_extension(LOCK));
                    }
                    return;
                }
                Ok(KeeperCommand::Crash) | Err(RecvTimeoutError::Disconnected) => return self.tick(),
            }
        }
    }

    fn take(&mut self, mut kept: JournalContent) {
        let now = Instant::now();
        let has_failed = held(&self.failure).is_some();
        if self.is_written || self.kept.is_none() && !has_failed {
            self.due = now + self.pause;
        }
        if let Some(old) = self.kept.take() {
            kept.replaces.extend(old.replaces);
        }
        if !kept.replaces.is_empty() && !has_failed {
            self.due = now;
        }
        (self.kept, self.is_written) = (Some(kept), false);
    }

    fn clear(&mut self, with: Vec<Left>) {
        let old = self.kept.take().map(|kept| kept.replaces).unwrap_or_default();
        self.is_written = false;
        if let Some(claimed) = &self.claimed {
            let _ = std::fs::remove_file(claimed.place.with_extension(JOURNAL));
            self.report(None);
        }
        old.into_iter().chain(with).for_each(Left::discard);
    }

    /// Performs the due action: a retry, a pending write, or a check of the written journal.
    fn tick(&mut self) {
        if self.claimed.is_none() && !self.attempt_claim() {
            return;
        }
        if self.kept.is_none() || self.is_written && self.is_whole() {
            self.due = Instant::now() + self.timing.retry;
            return;
        }
        let start = Instant::now();
        match self.store() {
            Ok(()) => {
                // Levels that take long to write are written less often.
                self.pause = self.timing.delay.max(start.elapsed() * 10);
                self.due = Instant::now() + self.timing.retry;
                self.is_written = true;
                self.report(None);
            }
            Err(reason) => self.fail(reason),
        }
    }

    /// True if the journal and its lock still exist.
    fn is_whole(&self) -> bool {
        let is_there = |ending| self.claimed.as_ref().is_some_and(|it| it.place.with_extension(ending).exists());
        is_there(JOURNAL) && is_there(LOCK)
    }

    fn attempt_claim(&mut self) -> bool {
        match claim(&self.folder) {
            Ok(claimed) => {
                self.claimed = Some(claimed);
                self.report(None);
            }
            Err(error) => self.fail(error.to_string()),
        }
        self.claimed.is_some()
    }

    fn fail(&mut self, reason: String) {
        self.due = Instant::now() + self.timing.retry;
        let reason = format!("{}: {reason}", self.folder.display());
        self.report(Some(WriteFailure { reason, next: self.due }));
    }

    fn report(&self, failure: Option<WriteFailure>) {
        let old = std::mem::replace(&mut *held(&self.failure), failure.clone());
        if old != failure {
            (self.wake)();
        }
    }

    fn store(&mut self) -> Result<(), String> {
        // The folder and its lock file may have been deleted.
        let lost = self.claimed.take_if(|claimed| !claimed.place.with_extension(LOCK).exists());
        if self.claimed.is_none() {
            self.claimed = Some(claim(&self.folder).map_err(|error| error.to_string())?);
        }
        let (Some(claimed), Some(kept)) = (&self.claimed, &mut self.kept) else { return Ok(()) };
        let time = super::super::recents::seconds(SystemTime::now());
        let head = JournalHeader { name: kept.name.clone(), path: kept.path.clone(), time };
        (self.write)(&claimed.place.with_extension(JOURNAL), journal::write(&head, &kept.level).as_bytes())?;
        if let Some(lost) = lost.filter(|lost| lost.place != claimed.place) {
            let _ = std::fs::remove_file(lost.place.with_extension(JOURNAL));
        }
        // Delete the recovered journals only after this one is written.
        std::mem::take(&mut kept.replaces).into_iter().for_each(Left::discard);
        Ok(())
    }
}

/// Writes a journal atomically.
pub fn replace(file: &Path, contents: &[u8]) -> Result<(), String> {
    format::replace(file, contents)
}

#[cfg(test)]
mod tests;
