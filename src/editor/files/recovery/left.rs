//! Recovers the journals of crashed windows.

use super::journal::{self, Journal, JournalHeader};
use super::keeper::{JOURNAL, LOCK, lock};
use crate::editor::files::thumbs::LevelCounts;
use crate::level::{Level, format};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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
    file: PathBuf,
    lock: File,
}

/// Result of a search.
pub enum RecoveredJournals {
    /// Recovered work.
    Work(Box<Left>),
    /// An unreadable journal, renamed.
    Damaged {
        /// Its new path.
        file: PathBuf,
        /// Why it is unreadable.
        reason: String,
    },
}

impl Left {
    /// Deletes the journal.
    pub fn discard(self) {
        let _ = std::fs::remove_file(&self.file);
        drop(self.lock);
        let _ = std::fs::remove_file(self.file.with_extension(LOCK));
    }
}

/// Searches a folder for journals of crashed windows. Removes journals equal to their file, and other remains of such
/// windows.
pub fn look(folder: &Path) -> Vec<RecoveredJournals> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    files.sort();
    let has_ending = |file: &&PathBuf, ending: &str| file.extension().is_some_and(|extension| extension == ending);
    let found = files.iter().filter(|file| has_ending(file, JOURNAL)).filter_map(|file| take(file)).collect();
    // A lock without a journal: the window crashed with everything saved.
    for file in files.iter().filter(|file| has_ending(file, LOCK) && !file.with_extension(JOURNAL).exists()) {
        if let Ok(Some(held)) = lock(file) {
            let is_alone = !file.with_extension(JOURNAL).exists();
            drop(is_alone.then(|| std::fs::remove_file(file)));
            drop(held);
        }
    }
    found
}

fn take(file: &Path) -> Option<RecoveredJournals> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let lock = lock(&file.with_extension(LOCK)).ok()??;
    sweep(file);
    // Another window may have handled it meanwhile.
    let bytes = std::fs::read(file).ok()?;
    let text = String::from_utf8(bytes).map_err(|_| "it is not text".to_owned());
    let Journal { head, level } = match text.and_then(|text| journal::read(&text)) {
        Ok(journal) => journal,
        Err(reason) => {
            let aside = file.with_extension("damaged");
            let aside = if std::fs::rename(file, &aside).is_ok() { aside } else { file.to_owned() };
            drop(lock);
            let _ = std::fs::remove_file(file.with_extension(LOCK));
            return Some(RecoveredJournals::Damaged { file: aside, reason });
        }
    };
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let difference = against_file(&head, &level);
    let left = Left {
        id,
        head,
        level: Arc::new(level),
        difference: difference.clone().unwrap_or_default(),
        file: file.to_owned(),
        lock,
    };
    if difference.is_none() {
        left.discard();
        return None;
    }
    Some(RecoveredJournals::Work(Box::new(left)))
}

/// Removes temporary files of an interrupted write.
fn sweep(journal: &Path) {
    let stem = journal.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let process = stem.split('-').next().unwrap_or_default();
    let begin = format!(".blobsmith-{process}-");
    let entries = journal.parent().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&begin) && name.ends_with(".tmp") && process != std::process::id().to_string() {
            let _ = std::fs::remove_file(entry.path());
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
