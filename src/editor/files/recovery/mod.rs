//! What no file has yet, kept in a journal a few seconds after each change, so that a crash loses next to nothing; and
//! what windows that have crashed left behind. The journal lies in the program's data folder, one for each window; a lock
//! that the system releases when the program ends, however it ends, marks the journals of running windows.

mod journal;
mod keeper;
mod left;
#[cfg(unix)]
mod signals;

pub use journal::{Journal, JournalHeader, read, write};
pub use keeper::{Timing, Trouble};
pub use left::{Left, RecoveredJournals, difference, look};

use crate::editor::document::Document;
use crate::level::Level;
use egui::Context;
use keeper::{JournalContent, Keeper};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long after a change the journal is written.
pub const DELAY: Duration = Duration::from_secs(2);
/// How long after a failure the next attempt is made.
pub const RETRY: Duration = Duration::from_secs(10);

/// The folder of the journals; none where the system has no place for such things.
pub fn folder() -> Option<PathBuf> {
    eframe::storage_dir("blobsmith").map(|folder| folder.join("recovery"))
}

/// See the module.
pub struct Recovery {
    /// None once the window has closed.
    keeper: Option<Keeper>,
    /// The level that the keeper was given last.
    given: Option<Arc<Level>>,
    /// What was taken over, and goes as soon as it is in the own journal.
    adopted: Vec<Left>,
    finds: Receiver<RecoveredJournals>,
    /// What was left behind, and waits for an answer.
    pub found: Vec<Left>,
    /// Whether the answer waits for the next start.
    pub is_put_off: bool,
    /// The one that is looked at.
    pub shown: Option<u64>,
    /// The one that is to be thrown away if that is said again.
    pub doubted: Option<u64>,
}

impl Recovery {
    /// Begins to keep a journal in the folder, and to look for what was left there. [`Recovery::trouble`] says whether the
    /// journal can be written.
    pub fn start(folder: &Path, ctx: &Context, timing: Timing) -> Self {
        let painted = ctx.clone();
        let keeper = Keeper::start(folder, timing, keeper::replace, move || painted.request_repaint());
        let (sender, finds) = channel();
        let (folder, ctx) = (folder.to_owned(), ctx.clone());
        std::thread::spawn(move || {
            for found in look(&folder) {
                if sender.send(found).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        });
        Self {
            keeper: Some(keeper),
            given: None,
            adopted: Vec::new(),
            finds,
            found: Vec::new(),
            is_put_off: false,
            shown: None,
            doubted: None,
        }
    }

    /// Writes the journal when a signal (SIGTERM, SIGINT, SIGHUP) asks the program to end.
    ///
    /// # Errors
    /// What the system says, where no handler can be installed.
    #[cfg(unix)]
    pub fn flush_on_signals(&self) -> std::io::Result<()> {
        self.keeper.as_ref().map_or(Ok(()), |keeper| signals::flush_on_signals(keeper.flusher()))
    }

    /// Why unsaved work is not kept at present; none if it is.
    pub fn trouble(&self) -> Option<Trouble> {
        self.keeper.as_ref().and_then(Keeper::trouble)
    }

    /// Makes the next attempt at once.
    pub fn try_now(&self) {
        self.keeper.iter().for_each(Keeper::try_now);
    }

    /// Takes in what was found; sentences about what could not be read.
    pub fn collect(&mut self) -> Vec<String> {
        let mut complaints = Vec::new();
        for found in self.finds.try_iter() {
            match found {
                RecoveredJournals::Work(left) => self.found.push(*left),
                RecoveredJournals::Damaged { file, reason } => complaints.push(format!(
                    "Work of a window that crashed cannot be read: {reason}. It was put aside as {}",
                    file.display()
                )),
            }
        }
        complaints
    }

    /// Keeps what is not saved. Costs nothing where nothing has changed.
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
            // The next window may be started somewhere else.
            path: document.path.as_ref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())),
            replaces: std::mem::take(&mut self.adopted),
        });
    }

    /// What was left behind under a number.
    pub fn left(&self, id: u64) -> Option<&Left> {
        self.found.iter().find(|left| left.id == id)
    }

    /// It is open now: it goes once it is in the own journal, or saved.
    pub fn adopt(&mut self, id: u64) {
        let (taken, others) = std::mem::take(&mut self.found).into_iter().partition(|left| left.id == id);
        (self.adopted, self.found) = (taken, others);
        self.shown = self.shown.filter(|shown| *shown != id);
    }

    /// Throws away what was left behind.
    pub fn discard(&mut self, id: u64) {
        let (taken, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.found).into_iter().partition(|left| left.id == id);
        self.found = others;
        taken.into_iter().for_each(Left::discard);
        self.shown = self.shown.filter(|shown| *shown != id);
    }

    /// The window closes as it should: nothing is left behind, but for what still waits for an answer.
    pub fn end(&mut self) {
        if let Some(keeper) = self.keeper.take() {
            keeper.clear(std::mem::take(&mut self.adopted));
            keeper.end();
        }
    }
}
