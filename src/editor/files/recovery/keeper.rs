//! The thread that writes a window's journal, and the lock that says that the window lives.
//!
//! Must never know: documents, widgets.

use super::journal::{self, Head};
use super::left::Left;
use crate::level::{Level, format};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

/// What is to be kept.
pub struct Kept {
    /// The level.
    pub level: Arc<Level>,
    /// Its name.
    pub name: String,
    /// Its file.
    pub path: Option<PathBuf>,
    /// What goes once this is kept.
    pub replaces: Vec<Left>,
}

enum Order {
    Keep(Kept),
    Clear(Vec<Left>),
    End,
}

/// A window's journal.
pub struct Keeper {
    sender: Sender<Order>,
    thread: JoinHandle<()>,
    lock: File,
    place: PathBuf,
}

/// Ending of the file that is locked.
pub const LOCK: &str = "lock";
/// Ending of the journal itself.
pub const JOURNAL: &str = "journal";

impl Keeper {
    /// Finds a free name in the folder, which is made if need be, and takes it.
    pub fn start(folder: &Path, delay: Duration) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let (place, lock) = claim(folder)?;
        let (sender, orders) = channel();
        let file = place.with_extension(JOURNAL);
        let thread =
            std::thread::Builder::new().name("recovery".to_owned()).spawn(move || work(&orders, &file, delay))?;
        Ok(Self { sender, thread, lock, place })
    }

    /// Writes this, soon.
    pub fn keep(&self, kept: Kept) {
        // The thread lives as long as its keeper.
        let _ = self.sender.send(Order::Keep(kept));
    }

    /// There is nothing to be kept.
    pub fn clear(&self, with: Vec<Left>) {
        let _ = self.sender.send(Order::Clear(with));
    }

    /// The end: no file stays.
    pub fn end(self) {
        let _ = self.sender.send(Order::End);
        let _ = self.thread.join();
        drop(self.lock);
        let _ = std::fs::remove_file(self.place.with_extension(LOCK));
    }
}

/// A name that no other window has and under which nothing lies, with its lock.
fn claim(folder: &Path) -> io::Result<(PathBuf, File)> {
    for number in 0..10_000 {
        let place = folder.join(format!("{}-{number}", std::process::id()));
        let file = place.with_extension(LOCK);
        if place.with_extension(JOURNAL).exists() {
            continue;
        }
        // A window that starts at the same time may take the file for one that was left, and remove it.
        if let Some(lock) = lock(&file)?.filter(|_| file.exists()) {
            return Ok((place, lock));
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

/// Writes what was given last, a while after the first change since the last writing. Where its keeper is dropped
/// without an end, the program is falling down: what was given last is written at once, and stays.
fn work(orders: &Receiver<Order>, file: &Path, delay: Duration) {
    let mut due: Option<(Instant, Kept)> = None;
    let mut pause = delay;
    loop {
        let order = match &due {
            Some((at, _)) => orders.recv_timeout(at.saturating_duration_since(Instant::now())),
            None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match order {
            Ok(Order::Keep(mut kept)) => {
                let mut at = Instant::now() + pause;
                if let Some((earlier, old)) = due.take() {
                    at = earlier;
                    kept.replaces.extend(old.replaces);
                }
                if !kept.replaces.is_empty() {
                    at = Instant::now();
                }
                due = Some((at, kept));
            }
            Ok(Order::Clear(with)) => {
                let old = due.take().map(|(_, kept)| kept.replaces).unwrap_or_default();
                let _ = std::fs::remove_file(file);
                old.into_iter().chain(with).for_each(Left::discard);
            }
            Ok(Order::End) => return drop(std::fs::remove_file(file)),
            Err(RecvTimeoutError::Timeout) => {
                let start = Instant::now();
                if let Some((_, kept)) = due.take() {
                    store(kept, file);
                }
                // A level that takes long to write is written less often.
                pause = delay.max(start.elapsed() * 10);
            }
            Err(RecvTimeoutError::Disconnected) => {
                if let Some((_, kept)) = due.take() {
                    store(kept, file);
                }
                return;
            }
        }
    }
}

fn store(kept: Kept, file: &Path) {
    let head = Head { name: kept.name, path: kept.path, time: super::super::recents::seconds(SystemTime::now()) };
    let written = format::replace(file, journal::write(&head, &kept.level).as_bytes());
    // What it was taken over from stays where the disk is full.
    if written.is_ok() {
        kept.replaces.into_iter().for_each(Left::discard);
    }
}
