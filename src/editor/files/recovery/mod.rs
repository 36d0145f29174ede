//! Crash recovery. Each window writes the unsaved changes of each document to a journal in the data folder a few seconds
//! after each change, and offers the journals of crashed windows. A lock, which the system or the browser releases when a
//! window ends, marks the journals of running windows.

mod journal;
mod keeper;
mod left;
#[cfg(unix)]
mod signals;
#[cfg(test)]
mod tests;

pub use journal::{Journal, JournalHeader, read, write};
pub use keeper::{Timing, WriteFailure};
pub use left::{Left, RecoveredJournals, difference, search};

use super::store::{self, SharedStore};
use crate::editor::document::Document;
use crate::level::Level;
use egui::Context;
use keeper::{JournalContent, Keeper};
#[cfg(not(target_arch = "wasm32"))]
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Delay between a change and writing the journal. A browser draws and writes in one thread, so a page writes earlier
/// and loses at most two seconds too.
pub const DELAY: Duration = Duration::from_millis(if cfg!(target_arch = "wasm32") { 250 } else { 2000 });
/// Delay between a failure and the next attempt.
pub const RETRY: Duration = Duration::from_secs(10);

/// Default folder of the journals; `None` if the system has no data folder.
#[cfg(not(target_arch = "wasm32"))]
pub fn folder() -> Option<PathBuf> {
    eframe::storage_dir("blobsmith").map(|folder| folder.join("recovery"))
}

async fn send_finds(store: SharedStore, ctx: Context, sender: Sender<RecoveredJournals>) {
    for found in search(&store).await {
        if sender.send(found).is_err() {
            return;
        }
        ctx.request_repaint();
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn search_in_background(store: SharedStore, ctx: Context, sender: Sender<RecoveredJournals>) {
    // Without a thread nothing is offered; the writer reports that.
    let _ = store::in_background("search", move || Box::pin(send_finds(store, ctx, sender)));
}

/// Searches twice: the browser may release the lock of a killed tab a moment after the next one has started.
#[cfg(target_arch = "wasm32")]
fn search_in_background(store: SharedStore, ctx: Context, sender: Sender<RecoveredJournals>) {
    store::finish(async move {
        send_finds(store.clone(), ctx.clone(), sender.clone()).await;
        store::pause(Duration::from_secs(3)).await;
        send_finds(store, ctx, sender).await;
    });
}

/// State of the crash recovery.
pub struct Recovery {
    store: SharedStore,
    ctx: Context,
    timing: Timing,
    /// The journals of the open documents, and free ones; empty after the window has closed.
    own: Vec<OwnJournal>,
    /// Write pending contents of the own journals.
    flushes: Flushes,
    /// Opened recovered journals, deleted when their work is in the journal of the active document.
    adopted: Vec<Left>,
    finds: Receiver<RecoveredJournals>,
    /// Recovered journals without a decision.
    pub found: Vec<Left>,
    /// Unreadable records that the user cannot reach as files: name and reason.
    pub damaged: Vec<(String, String)>,
    /// Whether the decision is postponed to the next start.
    pub is_put_off: bool,
    /// The previewed journal.
    pub shown: Option<u64>,
    /// The journal that a second press deletes.
    pub doubted: Option<u64>,
}

/// Writes pending contents of a journal, within the given time; in a browser it only starts to write.
type Flush = Box<dyn Fn(Duration) + Send>;

/// Shared with the handler of signals.
type Flushes = Arc<Mutex<Vec<Flush>>>;

/// The journal of a document.
struct OwnJournal {
    /// Number of the document; `None` while the journal is free.
    document: Option<u64>,
    keeper: Keeper,
    /// The level that was last passed to the writer.
    given: Option<Arc<Level>>,
}

impl OwnJournal {
    /// Removes the journal: the document is saved or closed.
    fn clear(&mut self, with: Vec<Left>) {
        if self.given.take().is_some() || !with.is_empty() {
            self.keeper.clear(with);
        }
        self.document = None;
    }

    fn keep(&mut self, document: &Document, replaces: Vec<Left>) {
        let level = document.level();
        if self.given.as_ref().is_some_and(|given| Arc::ptr_eq(given, level)) && replaces.is_empty() {
            return;
        }
        self.given = Some(level.clone());
        self.keeper.keep(JournalContent {
            level: level.clone(),
            name: document.title(),
            // The next window may start in another folder.
            path: document.path.as_ref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())),
            replaces,
        });
    }
}

/// Searches a folder, see [`search`].
#[cfg(not(target_arch = "wasm32"))]
pub fn look(folder: &Path) -> Vec<RecoveredJournals> {
    let store: SharedStore = std::sync::Arc::new(store::FolderStore::new(folder));
    store::wait(search(&store))
}

impl Recovery {
    /// As [`Recovery::within`], for a folder.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn start(folder: &Path, ctx: &Context, timing: Timing) -> Self {
        Self::within(Arc::new(store::FolderStore::new(folder)), ctx, timing)
    }

    /// Starts the journal writer and searches the store for recovered work. [`Recovery::write_failure`] reports write
    /// failures.
    pub fn within(store: SharedStore, ctx: &Context, timing: Timing) -> Self {
        let (sender, finds) = channel();
        let mut recovery = Self {
            store: store.clone(),
            ctx: ctx.clone(),
            timing,
            own: Vec::new(),
            flushes: Flushes::default(),
            adopted: Vec::new(),
            finds,
            found: Vec::new(),
            damaged: Vec::new(),
            is_put_off: false,
            shown: None,
            doubted: None,
        };
        recovery.add_journal();
        search_in_background(store, ctx.clone(), sender);
        recovery
    }

    /// Claims another journal.
    fn add_journal(&mut self) {
        let painted = self.ctx.clone();
        let keeper = Keeper::start(self.store.clone(), self.timing, move || painted.request_repaint());
        let flush = keeper.flusher();
        #[cfg(target_arch = "wasm32")]
        let flush = move |_: Duration| flush();
        self.flushes.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(flush));
        self.own.push(OwnJournal { document: None, keeper, given: None });
    }

    /// Writes the journal on SIGTERM, SIGINT and SIGHUP.
    ///
    /// # Errors
    /// The system's message if a handler cannot be installed.
    #[cfg(unix)]
    pub fn flush_on_signals(&self) -> std::io::Result<()> {
        let flushes = self.flushes.clone();
        signals::flush_on_signals(move |patience| {
            flushes.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|flush| flush(patience));
        })
    }

    /// Why unsaved work cannot be written; `None` if it can.
    pub fn write_failure(&self) -> Option<WriteFailure> {
        self.own.iter().find_map(|own| own.keeper.write_failure())
    }

    /// Retries immediately.
    pub fn try_now(&self) {
        self.own.iter().for_each(|own| own.keeper.try_now());
    }

    /// Processes the search results; returns messages about unreadable journals.
    pub fn collect(&mut self) -> Vec<String> {
        let mut warnings = Vec::new();
        for found in self.finds.try_iter() {
            match found {
                RecoveredJournals::Work(left) => self.found.push(*left),
                RecoveredJournals::Damaged { file, reason } if !self.store.has_files() => {
                    let name = file.to_string_lossy().into_owned();
                    if self.damaged.iter().all(|(known, _)| *known != name) {
                        self.damaged.push((name, reason));
                    }
                }
                RecoveredJournals::Damaged { file, reason } => warnings.push(format!(
                    "Cannot read the recovered work of a crashed window: {reason}. It was renamed to {}",
                    file.display()
                )),
            }
        }
        warnings
    }

    /// As [`Recovery::keep_all`], for a window with one document.
    pub fn keep(&mut self, document: &Document) {
        self.keep_all(&[document]);
    }

    /// Passes unsaved changes of the open documents to their journal writers; free if nothing has changed. The first
    /// document is the active one.
    pub fn keep_all(&mut self, documents: &[&Document]) {
        if self.own.is_empty() {
            return;
        }
        for (at, document) in documents.iter().enumerate().filter(|(_, document)| document.is_dirty()) {
            let replaces = if at == 0 { std::mem::take(&mut self.adopted) } else { Vec::new() };
            self.journal_of(document.number(), documents).keep(document, replaces);
        }
        let unsaved = |number: u64| documents.iter().any(|one| one.number() == number && one.is_dirty());
        for own in self.own.iter_mut().filter(|own| own.document.is_some_and(|number| !unsaved(number))) {
            own.clear(Vec::new());
        }
        if !self.adopted.is_empty() {
            let with = std::mem::take(&mut self.adopted);
            self.journal_of(u64::MAX, documents).clear(with);
        }
    }

    /// The journal of a document, which may have none: its own, else that of a closed document, else a free or a new one.
    fn journal_of(&mut self, number: u64, open: &[&Document]) -> &mut OwnJournal {
        let is_open = |own: &OwnJournal| own.document.is_some_and(|one| open.iter().any(|open| open.number() == one));
        let known = self.own.iter().position(|own| own.document == Some(number));
        let at = known.or_else(|| self.own.iter().position(|own| !is_open(own))).unwrap_or_else(|| {
            self.add_journal();
            self.own.len() - 1
        });
        let own = &mut self.own[at];
        own.document = Some(number);
        own
    }

    /// The recovered work with this id.
    pub fn left(&self, id: u64) -> Option<&Left> {
        self.found.iter().find(|left| left.id == id)
    }

    /// Marks recovered work as opened; its journal is deleted when the own journal or a file holds it.
    pub fn adopt(&mut self, id: u64) {
        let (taken, others) = std::mem::take(&mut self.found).into_iter().partition(|left| left.id == id);
        (self.adopted, self.found) = (taken, others);
        self.shown = self.shown.filter(|shown| *shown != id);
    }

    /// Deletes recovered work.
    pub fn discard(&mut self, id: u64) {
        let (taken, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.found).into_iter().partition(|left| left.id == id);
        self.found = others;
        taken.into_iter().for_each(Left::discard);
        self.shown = self.shown.filter(|shown| *shown != id);
    }

    /// Returns a function that starts to write pending changes, for a page that may end.
    #[cfg(target_arch = "wasm32")]
    pub fn flusher(&self) -> impl FnMut() + 'static {
        let flushes = self.flushes.clone();
        move || flushes.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|flush| flush(Duration::ZERO))
    }

    /// Deletes an unreadable record.
    pub fn forget_damaged(&mut self, name: &str) {
        self.damaged.retain(|(known, _)| known != name);
        let (store, name) = (self.store.clone(), name.to_owned());
        store::finish(async move { store.remove(&name).await });
    }

    /// Called on a normal exit: removes the own journals, keeps postponed ones.
    pub fn end(&mut self) {
        for own in self.own.drain(..) {
            own.keeper.clear(std::mem::take(&mut self.adopted));
            own.keeper.end();
        }
    }
}
