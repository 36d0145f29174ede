//! Recovers the journals of crashed windows.

use super::journal::{self, Journal, JournalHeader};
use super::keeper::{JOURNAL, LOCK};
use crate::editor::files::store::{self, Lock, SharedStore, Store};
use crate::editor::files::thumbs::LevelCounts;
use crate::level::{Level, format};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Ending of a journal that cannot be read.
const DAMAGED: &str = "damaged";

/// Unsaved work of a crashed window. The held lock hides it from other windows.
pub struct Left {
    /// Id, unique in this window.
    pub id: u64,
    /// Header of the journal.
    pub head: JournalHeader,
    /// The level.
    pub level: Arc<Level>,
    /// Description of the difference from its file.
    pub difference: String,
    name: String,
    store: SharedStore,
    lock: Lock,
}

/// Result of a search.
pub enum RecoveredJournals {
    /// Recovered work.
    Work(Box<Left>),
    /// An unreadable record, set aside.
    Damaged {
        /// Its path.
        file: PathBuf,
        /// Why it is unreadable.
        reason: String,
    },
}

impl Left {
    /// Deletes the journal.
    pub fn discard(self) {
        store::finish(self.remove());
    }

    /// Deletes the journal.
    pub(super) async fn remove(self) {
        self.store.remove(&format!("{}.{JOURNAL}", self.name)).await;
        drop(self.lock);
        self.store.remove(&format!("{}.{LOCK}", self.name)).await;
    }
}

/// Searches a store for journals of crashed windows. Removes journals equal to their file, and other remains of such
/// windows.
pub async fn search(store: &SharedStore) -> Vec<RecoveredJournals> {
    let names = store.list().await.unwrap_or_default();
    let with_ending = |ending: &str| {
        let stems = names.iter().filter_map(|name| name.strip_suffix(ending)?.strip_suffix('.'));
        stems.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for name in with_ending(JOURNAL) {
        found.extend(take(store, &name).await);
    }
    // A lock without a journal: the window crashed with everything saved.
    for name in with_ending(LOCK) {
        let (lock, journal) = (format!("{name}.{LOCK}"), format!("{name}.{JOURNAL}"));
        if store.has(&journal).await {
            continue;
        }
        if let Ok(Some(held)) = store.lock(&lock).await {
            if !store.has(&journal).await {
                store.remove(&lock).await;
            }
            drop(held);
        }
    }
    if !store.has_files() {
        let is_own = |name: &&String| name.ends_with(JOURNAL) || name.ends_with(LOCK);
        found.extend(names.iter().filter(|name| !is_own(name)).map(|name| foreign(&**store, name)));
    }
    found
}

/// A record that was set aside earlier, or that is not one of this program.
fn foreign(store: &dyn Store, name: &str) -> RecoveredJournals {
    let reason = if name.ends_with(DAMAGED) { "it is damaged" } else { "it is not of this program" };
    RecoveredJournals::Damaged { file: store.path_of(name), reason: reason.to_owned() }
}

async fn take(store: &SharedStore, name: &str) -> Option<RecoveredJournals> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let file = format!("{name}.{JOURNAL}");
    let lock = store.lock(&format!("{name}.{LOCK}")).await.ok()??;
    sweep(&**store, name).await;
    let read = store.read(&file).await;
    // Another window may have handled it meanwhile.
    let text = read.transpose()?.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not text".to_owned()));
    let Journal { head, level } = match text.and_then(|text| journal::read(&text)) {
        Ok(journal) => journal,
        Err(reason) => {
            let aside = format!("{name}.{DAMAGED}");
            let is_renamed = store.rename(&file, &aside).await.is_ok();
            drop(lock);
            store.remove(&format!("{name}.{LOCK}")).await;
            let file = store.path_of(if is_renamed { &aside } else { &file });
            return Some(RecoveredJournals::Damaged { file, reason });
        }
    };
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let difference = against_file(&head, &level);
    let left = Left {
        id,
        head,
        level: Arc::new(level),
        difference: difference.clone().unwrap_or_default(),
        name: name.to_owned(),
        store: store.clone(),
        lock,
    };
    if difference.is_none() {
        left.remove().await;
        return None;
    }
    Some(RecoveredJournals::Work(Box::new(left)))
}

/// Removes temporary files of an interrupted write.
async fn sweep(store: &dyn Store, name: &str) {
    let owner = name.split('-').next().unwrap_or_default();
    if owner == store.owner() {
        return;
    }
    let begin = format!(".blobsmith-{owner}-");
    for name in store.list().await.unwrap_or_default() {
        if name.starts_with(&begin) && name.ends_with(".tmp") {
            store.remove(&name).await;
        }
    }
}

/// Describes how a level differs from its file; `None` if it does not.
fn against_file(head: &JournalHeader, level: &Level) -> Option<String> {
    let Some(path) = &head.path else {
        return Some(format!("never saved: {}", LevelCounts::of(level).words()));
    };
    match format::load_level(path) {
        Ok(saved) if saved == *level => None,
        Ok(saved) => {
            let words = difference(&LevelCounts::of(&saved), &LevelCounts::of(level));
            let modified = std::fs::metadata(path).and_then(|about| about.modified());
            let is_newer = modified.is_ok_and(|time| crate::editor::files::recents::seconds(time) > head.time);
            let warning = if is_newer { "; the file was changed after that" } else { "" };
            Some(format!("{words}, compared with the file{warning}"))
        }
        // A page reads a file only after the user has opened it.
        Err(_) if cfg!(target_arch = "wasm32") => Some(format!("not on disk: {}", LevelCounts::of(level).words())),
        Err(_) if !path.exists() => Some(format!("its file is gone: {}", LevelCounts::of(level).words())),
        Err(_) => Some(format!("its file cannot be read: {}", LevelCounts::of(level).words())),
    }
}

/// Difference of two part counts, such as “2 nodes more, 1 body fewer”.
pub fn difference(from: &LevelCounts, to: &LevelCounts) -> String {
    let parts = [
        (from.bodies, to.bodies, "body", "bodies"),
        (from.nodes, to.nodes, "node", "nodes"),
        (from.discs, to.discs, "disc", "discs"),
        (from.obstacles, to.obstacles, "obstacle", "obstacles"),
    ];
    let words = parts.iter().filter(|(from, to, ..)| from != to).map(|&(from, to, one, many)| {
        let count = from.abs_diff(to);
        format!("{count} {} {}", if count == 1 { one } else { many }, if to > from { "more" } else { "fewer" })
    });
    let words: Vec<_> = words.collect();
    if words.is_empty() { "the same parts, other values".to_owned() } else { words.join(", ") }
}
