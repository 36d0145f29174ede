//! Crash recovery. Each window writes unsaved changes to a journal in the data folder a few seconds after each change,
//! and offers the journals of crashed windows. A lock, which the system or the browser releases when a window ends,
//! marks the journals of running windows.

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
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
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
    /// The journal writer; `None` after the window has closed.
    keeper: Option<Keeper>,
    /// The level that was last passed to the writer.
    given: Option<Arc<Level>>,
    /// Opened recovered journals, deleted when their work is in the own journal.
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
        let painted = ctx.clone();
        let keeper = Keeper::start(store.clone(), timing, move || painted.request_repaint());
        let (sender, finds) = channel();
        search_in_background(store.clone(), ctx.clone(), sender);
        Self {
            store,
            keeper: Some(keeper),
            given: None,
            adopted: Vec::new(),
            finds,
            found: Vec::new(),
            damaged: Vec::new(),
            is_put_off: false,
            shown: None,
            doubted: None,
        }
    }

    /// Writes the journal on SIGTERM, SIGINT and SIGHUP.
    ///
    /// # Errors
    /// The system's message if a handler cannot be installed.
    #[cfg(unix)]
    pub fn flush_on_signals(&self) -> std::io::Result<()> {
        self.keeper.as_ref().map_or(Ok(()), |keeper| signals::flush_on_signals(keeper.flusher()))
    }

    /// Why unsaved work cannot be written; `None` if it can.
    pub fn write_failure(&self) -> Option<WriteFailure> {
        self.keeper.as_ref().and_then(Keeper::write_failure)
    }

    /// Retries immediately.
    pub fn try_now(&self) {
        self.keeper.iter().for_each(Keeper::try_now);
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

    /// Passes unsaved changes to the journal writer; free if nothing has changed.
    pub fn keep(&mut self, document: &Document) {
        let Some(keeper) = &self.keeper else { return };
        if !document.is_dirty() {
            if self.given.take().is_some() || !self.adopted.is_empty() {
                keeper.clear(std::mem::take(&mut self.adopted));
            }
            return;
        }
        let level = document.level();
        if self.given.as_ref().is_some_and(|given| Arc::ptr_eq(given, level)) && self.adopted.is_empty() {
            return;
        }
        self.given = Some(level.clone());
        keeper.keep(JournalContent {
            level: level.clone(),
            name: document.title(),
            // The next window may start in another folder.
            path: document.path.as_ref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())),
            replaces: std::mem::take(&mut self.adopted),
        });
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
        let flush = self.keeper.as_ref().map(Keeper::flusher);
        move || flush.iter().for_each(|flush| flush())
    }

    /// Deletes an unreadable record.
    pub fn forget_damaged(&mut self, name: &str) {
        self.damaged.retain(|(known, _)| known != name);
        let (store, name) = (self.store.clone(), name.to_owned());
        store::finish(async move { store.remove(&name).await });
    }

    /// Called on a normal exit: removes the own journal, keeps postponed ones.
    pub fn end(&mut self) {
        if let Some(keeper) = self.keeper.take() {
            keeper.clear(std::mem::take(&mut self.adopted));
            keeper.end();
        }
    }
}
