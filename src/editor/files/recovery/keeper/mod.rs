//! The thread that writes a window's journal, and the lock that shows other windows that this one is running.
//!
//! A journal that cannot be written (full disk, deleted folder, no permission) is tried again on a timer and reported as
//! [`Trouble`] until it succeeds. A journal or folder that disappears is written again.

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

/// What is to be kept.
pub struct JournalContent {
    /// The level.
    pub level: Arc<Level>,
    /// Its name.
    pub name: String,
    /// Its file.
    pub path: Option<PathBuf>,
    /// What goes once this is kept.
    pub replaces: Vec<Left>,
}

/// Why the journal could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What the system says, with the path.
    pub reason: String,
    /// When the next attempt is made.
    pub next: Instant,
}

/// When the journal is written.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// After a change.
    pub delay: Duration,
    /// After a failure; also how often a written journal is looked after.
    pub retry: Duration,
}

enum KeeperCommand {
    Keep(JournalContent),
    Clear(Vec<Left>),
    TryNow,
    /// Write what is pending and report when that is done.
    Flush(Sender<()>),
    /// Remove the journal and end.
    End,
    /// Write what is pending and end: the window is crashing.
    Crash,
}

/// Writes a journal file.
pub type Write = fn(&Path, &[u8]) -> Result<(), String>;

type KeeperState = Arc<Mutex<Option<Trouble>>>;

fn held(shared: &KeeperState) -> MutexGuard<'_, Option<Trouble>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A window's journal.
pub struct Keeper {
    sender: Sender<KeeperCommand>,
    thread: Option<JoinHandle<()>>,
    trouble: KeeperState,
}

/// Ending of the file that is locked.
pub const LOCK: &str = "lock";
/// Ending of the journal itself.
pub const JOURNAL: &str = "journal";
/// Time that the journal has to be written when the window crashes.
const CRASH_PATIENCE: Duration = Duration::from_secs(5);

impl Keeper {
    /// Finds a free name in the folder, which is made if need be, and takes it; `wake` is called whenever
    /// [`Keeper::trouble`] changes.
    pub fn start(folder: &Path, timing: Timing, write: Write, wake: impl Fn() + Send + 'static) -> Self {
        let (sender, orders) = channel();
        let trouble = KeeperState::default();
        let mut worker = Worker {
            folder: folder.to_owned(),
            timing,
            write,
            wake: Box::new(wake),
            trouble: trouble.clone(),
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
            *held(&trouble) = Some(Trouble { reason: format!("no thread can be started: {error}"), next });
        }
        Self { sender, thread: thread.ok(), trouble }
    }

    /// Writes this, soon.
    pub fn keep(&self, kept: JournalContent) {
        self.order(KeeperCommand::Keep(kept));
    }

    /// There is nothing to be kept.
    pub fn clear(&self, with: Vec<Left>) {
        self.order(KeeperCommand::Clear(with));
    }

    /// Why the journal is not written at present; none if it is.
    pub fn trouble(&self) -> Option<Trouble> {
        held(&self.trouble).clone()
    }

    /// Makes the next attempt at once.
    pub fn try_now(&self) {
        self.order(KeeperCommand::TryNow);
    }

    /// Something that writes what is pending, to be called from another thread. Returns when that is done, at the latest
    /// after the given time.
    pub fn flusher(&self) -> impl Fn(Duration) + Send + 'static {
        let sender = self.sender.clone();
        move |patience| {
            let (done, wait) = channel();
            if sender.send(KeeperCommand::Flush(done)).is_ok() {
                let _ = wait.recv_timeout(patience);
            }
        }
    }

    /// The end: no file stays.
    pub fn end(mut self) {
        self.order(KeeperCommand::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    fn order(&self, order: KeeperCommand) {
        // Fails only where no thread could be started, which is reported.
        let _ = self.sender.send(order);
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.order(KeeperCommand::Crash);
        // The process may end right after this; a disk that hangs must not keep it.
        let Some(thread) = self.thread.take() else { return };
        let end = Instant::now() + CRASH_PATIENCE;
        while !thread.is_finished() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A name in the folder, with its lock.
struct Claimed {
    place: PathBuf,
    _lock: File,
}

/// A name that no other window has and under which no journal lies, with its lock.
fn claim(folder: &Path) -> io::Result<Claimed> {
    std::fs::create_dir_all(folder)?;
    for number in 0..10_000 {
        let place = folder.join(format!("{}-{number}", std::process::id()));
        let file = place.with_extension(LOCK);
        if place.with_extension(JOURNAL).exists() {
            continue;
        }
        // A window that starts at the same time may take the file for one that was left, and remove it.
        if let Some(lock) = lock(&file)?.filter(|_| file.exists()) {
            return Ok(Claimed { place, _lock: lock });
        }
    }
    Err(io::Error::other("there are too many files in it"))
}

/// Locks a file, which is made if need be; none where another program has it. The lock goes with the program.
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
    trouble: KeeperState,
    claimed: Option<Claimed>,
    /// What is unsaved, written or not.
    kept: Option<JournalContent>,
    is_written: bool,
    /// When something is to be done next, unless there is nothing to do.
    due: Instant,
    pause: Duration,
}

impl Worker {
    /// Writes what was given last, a while after the first change since the last writing.
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
        let is_in_trouble = held(&self.trouble).is_some();
        if self.is_written || self.kept.is_none() && !is_in_trouble {
            self.due = now + self.pause;
        }
        if let Some(old) = self.kept.take() {
            kept.replaces.extend(old.replaces);
        }
        if !kept.replaces.is_empty() && !is_in_trouble {
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

    /// Does what is due: an attempt after a failure, the writing of a change, a look after what was written.
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
                // A level that takes long to write is written less often.
                self.pause = self.timing.delay.max(start.elapsed() * 10);
                self.due = Instant::now() + self.timing.retry;
                self.is_written = true;
                self.report(None);
            }
            Err(reason) => self.fail(reason),
        }
    }

    /// True if the journal and its lock are still where they were put.
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
        self.report(Some(Trouble { reason, next: self.due }));
    }

    fn report(&self, trouble: Option<Trouble>) {
        let old = std::mem::replace(&mut *held(&self.trouble), trouble.clone());
        if old != trouble {
            (self.wake)();
        }
    }

    fn store(&mut self) -> Result<(), String> {
        // The folder may be gone, and the lock with it.
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
        // What it was taken over from stays until this is written.
        std::mem::take(&mut kept.replaces).into_iter().for_each(Left::discard);
        Ok(())
    }
}

/// Writes a journal at once or not at all.
pub fn replace(file: &Path, contents: &[u8]) -> Result<(), String> {
    format::replace(file, contents)
}

#[cfg(test)]
mod tests;
