//! Writes the recovery journal of a window, and holds the lock that marks a running window.
//!
//! If the journal cannot be written (full disk, deleted folder, no permission, used up quota), the writer retries on a
//! timer and reports [`WriteFailure`] until a write succeeds. It rewrites a journal that disappears. It runs in a thread;
//! in a browser, between UI frames.

use super::journal::{self, JournalHeader};
use super::left::Left;
use crate::editor::files::store::{self, Lock, SharedStore};
use crate::level::Level;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use web_time::Instant;

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
    /// Keep this content, which is new since then.
    Keep(JournalContent, Instant),
    Clear(Vec<Left>),
    TryNow,
    /// Write pending contents and report completion.
    Flush(Sender<()>),
    /// Remove the journal and end.
    End,
    /// Write pending contents and end, because the window is crashing.
    #[cfg(not(target_arch = "wasm32"))]
    Crash,
}

type KeeperState = Arc<Mutex<Option<WriteFailure>>>;

fn held(shared: &KeeperState) -> MutexGuard<'_, Option<WriteFailure>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The recovery journal of a window.
pub struct Keeper {
    sender: Sender<KeeperCommand>,
    #[cfg(not(target_arch = "wasm32"))]
    thread: Option<std::thread::JoinHandle<()>>,
    failure: KeeperState,
}

/// Extension of the lock file.
pub const LOCK: &str = "lock";
/// Extension of the journal.
pub const JOURNAL: &str = "journal";
/// Maximum time for writing the journal during a crash.
#[cfg(not(target_arch = "wasm32"))]
const CRASH_PATIENCE: Duration = Duration::from_secs(5);
/// Maximum pause before a level that takes long to write.
const LONGEST_PAUSE: Duration = if cfg!(target_arch = "wasm32") { Duration::from_secs(1) } else { Duration::MAX };

impl Keeper {
    /// Claims a free name in the store. `wake` is called whenever [`Keeper::write_failure`] changes.
    pub fn start(store: SharedStore, timing: Timing, wake: impl Fn() + Send + 'static) -> Self {
        let (sender, orders) = channel();
        let failure = KeeperState::default();
        let worker = Worker {
            store,
            timing,
            wake: Box::new(wake),
            failure: failure.clone(),
            claimed: None,
            kept: None,
            is_written: false,
            begun: Instant::now(),
            due: Instant::now(),
            pause: timing.delay,
        };
        Self::run(worker, orders, sender, failure)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn run(
        mut worker: Worker,
        orders: Receiver<KeeperCommand>,
        sender: Sender<KeeperCommand>,
        failure: KeeperState,
    ) -> Self {
        store::wait(worker.attempt_claim());
        let retry = worker.timing.retry;
        let thread = store::in_background("recovery", move || Box::pin(worker.work(orders)));
        if let Err(error) = &thread {
            let reason = format!("cannot start a thread: {error}");
            *held(&failure) = Some(WriteFailure { reason, next: Instant::now() + retry });
        }
        Self { sender, thread: thread.ok(), failure }
    }

    #[cfg(target_arch = "wasm32")]
    fn run(
        mut worker: Worker,
        orders: Receiver<KeeperCommand>,
        sender: Sender<KeeperCommand>,
        failure: KeeperState,
    ) -> Self {
        store::finish(async move {
            worker.attempt_claim().await;
            worker.work(orders).await;
        });
        Self { sender, failure }
    }

    /// Schedules a write of this content.
    pub fn keep(&self, kept: JournalContent) {
        self.order(KeeperCommand::Keep(kept, Instant::now()));
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
    #[cfg(not(target_arch = "wasm32"))]
    pub fn flusher(&self) -> impl Fn(Duration) + Send + 'static {
        let sender = self.sender.clone();
        move |patience| {
            let (done, wait) = channel();
            if sender.send(KeeperCommand::Flush(done)).is_ok() {
                let _ = wait.recv_timeout(patience);
            }
        }
    }

    /// Returns a function that starts to write pending contents.
    #[cfg(target_arch = "wasm32")]
    pub fn flusher(&self) -> impl Fn() + 'static {
        let sender = self.sender.clone();
        move || {
            let _ = sender.send(KeeperCommand::Flush(channel().0));
            store::wake();
        }
    }

    /// Ends the writer and removes the journal.
    #[cfg_attr(target_arch = "wasm32", expect(unused_mut, reason = "there is no thread to take"))]
    pub fn end(mut self) {
        self.order(KeeperCommand::End);
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    fn order(&self, order: KeeperCommand) {
        // The send fails only if the thread could not start, which is already reported.
        let _ = self.sender.send(order);
        store::wake();
    }
}

#[cfg(not(target_arch = "wasm32"))]
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
    name: String,
    _lock: Lock,
}

impl Claimed {
    fn record(&self, ending: &str) -> String {
        format!("{}.{ending}", self.name)
    }
}

/// Claims a name without a lock or journal of another window.
async fn claim(store: &SharedStore) -> Result<Claimed, String> {
    for number in 0..10_000 {
        let name = format!("{}-{number}", store.owner());
        if store.has(&format!("{name}.{JOURNAL}")).await {
            continue;
        }
        // A window starting at the same moment may remove the unlocked file as abandoned; then try the next name.
        if let Some(lock) = store.lock(&format!("{name}.{LOCK}")).await? {
            return Ok(Claimed { name, _lock: lock });
        }
    }
    Err("the folder contains too many files".to_owned())
}

async fn discard(journals: impl IntoIterator<Item = Left>) {
    for left in journals {
        left.remove().await;
    }
}

struct Worker {
    store: SharedStore,
    timing: Timing,
    wake: Box<dyn Fn() + Send>,
    failure: KeeperState,
    claimed: Option<Claimed>,
    /// Unsaved content, written or not.
    kept: Option<JournalContent>,
    is_written: bool,
    /// Time of the last write.
    begun: Instant,
    /// Time of the next action.
    due: Instant,
    pause: Duration,
}

impl Worker {
    /// Main loop: writes the latest content after the delay.
    async fn work(mut self, orders: Receiver<KeeperCommand>) {
        loop {
            let is_idle = self.kept.is_none() && self.claimed.is_some();
            let timeout = (!is_idle).then(|| self.due.saturating_duration_since(Instant::now()));
            match store::receive(&orders, timeout).await {
                Ok(KeeperCommand::Keep(kept, since)) => self.take(kept, since),
                Ok(KeeperCommand::Clear(with)) => self.clear(with).await,
                Ok(KeeperCommand::TryNow) | Err(RecvTimeoutError::Timeout) => self.tick().await,
                Ok(KeeperCommand::Flush(done)) => {
                    self.tick().await;
                    let _ = done.send(());
                }
                Ok(KeeperCommand::End) => {
                    self.clear(Vec::new()).await;
                    if let Some(claimed) = self.claimed.take() {
                        self.store.remove(&claimed.record(LOCK)).await;
                    }
                    return;
                }
                #[cfg(not(target_arch = "wasm32"))]
                Ok(KeeperCommand::Crash) => return self.tick().await,
                Err(RecvTimeoutError::Disconnected) => return self.tick().await,
            }
        }
    }

    /// The delay begins with the change, which may have come while the journal was being written; in a browser with the last write.
    fn take(&mut self, mut kept: JournalContent, since: Instant) {
        let has_failed = held(&self.failure).is_some();
        if self.is_written || self.kept.is_none() && !has_failed {
            // A page that draws slowly comes back late, so there the pause begins with the last write.
            let begin = if cfg!(target_arch = "wasm32") { self.begun } else { since };
            self.due = since.max(begin + self.pause);
        }
        if let Some(old) = self.kept.take() {
            kept.replaces.extend(old.replaces);
        }
        if !kept.replaces.is_empty() && !has_failed {
            self.due = since;
        }
        (self.kept, self.is_written) = (Some(kept), false);
    }

    async fn clear(&mut self, with: Vec<Left>) {
        let old = self.kept.take().map(|kept| kept.replaces).unwrap_or_default();
        self.is_written = false;
        if let Some(claimed) = &self.claimed {
            self.store.remove(&claimed.record(JOURNAL)).await;
            self.report(None);
        }
        discard(old.into_iter().chain(with)).await;
    }

    /// Performs the due action: a retry, a pending write, or a check of the written journal.
    async fn tick(&mut self) {
        if self.claimed.is_none() && !self.attempt_claim().await {
            return;
        }
        if self.kept.is_none() || self.is_written && self.is_whole().await {
            self.due = Instant::now() + self.timing.retry;
            return;
        }
        match self.store().await {
            Ok(busy) => {
                // Levels that take long to write are written less often.
                self.pause = self.timing.delay.max((busy * 10).min(LONGEST_PAUSE));
                self.due = Instant::now() + self.timing.retry;
                self.is_written = true;
                self.report(None);
            }
            Err(reason) => self.fail(&reason),
        }
    }

    /// True if the journal and its lock still exist.
    async fn is_whole(&self) -> bool {
        let Some(claimed) = &self.claimed else { return false };
        self.store.has(&claimed.record(JOURNAL)).await && self.store.has(&claimed.record(LOCK)).await
    }

    async fn attempt_claim(&mut self) -> bool {
        match claim(&self.store).await {
            Ok(claimed) => {
                self.claimed = Some(claimed);
                self.report(None);
            }
            Err(reason) => self.fail(&reason),
        }
        self.claimed.is_some()
    }

    fn fail(&mut self, reason: &str) {
        self.due = Instant::now() + self.timing.retry;
        let reason = format!("{}: {reason}", self.store.title());
        self.report(Some(WriteFailure { reason, next: self.due }));
    }

    fn report(&self, failure: Option<WriteFailure>) {
        let old = std::mem::replace(&mut *held(&self.failure), failure.clone());
        if old != failure {
            (self.wake)();
        }
    }

    /// Writes the journal. Returns how long the thread was busy; in a browser that is the formatting.
    async fn store(&mut self) -> Result<Duration, String> {
        let start = Instant::now();
        self.begun = start;
        // The folder and its lock file may have been deleted.
        let is_lost = match &self.claimed {
            Some(claimed) => !self.store.has(&claimed.record(LOCK)).await,
            None => false,
        };
        let lost = self.claimed.take_if(|_| is_lost);
        if self.claimed.is_none() {
            self.claimed = Some(claim(&self.store).await?);
        }
        let (Some(claimed), Some(kept)) = (&self.claimed, &mut self.kept) else { return Ok(Duration::ZERO) };
        let time = crate::editor::files::recents::now();
        let head = JournalHeader { name: kept.name.clone(), path: kept.path.clone(), time };
        let text = journal::write(&head, &kept.level);
        let formatting = start.elapsed();
        self.store.write(&claimed.record(JOURNAL), text.as_bytes()).await?;
        if let Some(lost) = lost.filter(|lost| lost.name != claimed.name) {
            self.store.remove(&lost.record(JOURNAL)).await;
        }
        // Delete the recovered journals only after this one is written.
        discard(std::mem::take(&mut kept.replaces)).await;
        Ok(if cfg!(target_arch = "wasm32") { formatting } else { start.elapsed() })
    }
}

#[cfg(test)]
mod tests;
