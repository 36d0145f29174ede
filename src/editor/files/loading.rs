//! Large files are opened and saved in the background (see `task`).

use super::task::{Cancelled, FileTask};
use super::{Pending, file_of};
use crate::debugger::Run;
use crate::editor::actions::Source;
use crate::editor::document::Document;
use crate::editor::opening;
use crate::level::Level;
use crate::level::format::{self, FormatError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files up to this many bytes are read and written at once, which takes at most a tenth of a second.
const AT_ONCE: u64 = 256 << 10;
/// Rows of a level (nodes, springs, edges and so on) that make a file of [`AT_ONCE`] bytes.
const ROWS_AT_ONCE: usize = 3000;

/// Document and run of an opened file.
pub type Loaded = Result<(Document, Run), FormatError>;

/// A large file that is being opened.
pub struct Loading {
    /// The file.
    pub source: Source,
    /// The thread and its dialog.
    pub task: FileTask<Loaded>,
}

impl Loading {
    /// True if opening this source would keep the window waiting.
    pub fn is_large(source: &Source) -> bool {
        let Source::File(path) = source else { return false };
        std::fs::metadata(path).map_or(0, |about| about.len()) > AT_ONCE
    }

    /// Starts to read a large file. None for any other source.
    pub fn of(source: &Source) -> Option<Self> {
        if !Self::is_large(source) {
            return None;
        }
        let named = source.clone();
        let read = move |_: &Cancelled| opening::read(&named).and_then(opening::begin);
        let title = format!("Opening {}", name(source));
        let task = FileTask::start(title, "The open level stays until the file is read.", read)?;
        Some(Self { source: source.clone(), task })
    }

    /// The file's name.
    pub fn name(&self) -> String {
        name(&self.source)
    }
}

fn name(source: &Source) -> String {
    let Source::File(path) = source else { return String::new() };
    file_of(path)
}

/// Result of a save: true if the file has the level, false if it was cancelled before.
pub type Saved = Result<bool, FormatError>;

/// A large level that is being saved.
pub struct Saving {
    /// The level as it is written.
    pub level: Arc<Level>,
    /// Its file.
    pub path: PathBuf,
    /// What follows.
    pub then: Option<Pending>,
    /// The thread and its dialog. The first part of the result is a warning about the backup.
    pub task: FileTask<(Option<String>, Saved)>,
}

impl Saving {
    /// Starts to save a large level, with a backup of the version before below `backups`. None for a small level.
    pub fn of(level: &Arc<Level>, path: &Path, backups: Option<PathBuf>, then: Option<&Pending>) -> Option<Self> {
        if rows(level) <= ROWS_AT_ONCE {
            return None;
        }
        let (written, file) = (level.clone(), path.to_owned());
        let work = move |cancelled: &Cancelled| {
            let warning = super::backups::keep_below(backups.as_deref(), &file).err();
            (warning, format::save_unless(&written, &file, &|| cancelled.is_set()))
        };
        let title = format!("Saving {}", file_of(path));
        let task = FileTask::start(title, "The old file stays until the new one is complete.", work)?;
        Some(Self { level: level.clone(), path: path.to_owned(), then: then.cloned(), task })
    }
}

fn rows(level: &Level) -> usize {
    let of_bodies = level
        .bodies
        .iter()
        .map(|body| body.nodes.len() + body.springs.len() + body.sticks.len() + body.hull.len() + body.triangles.len());
    of_bodies.sum::<usize>() + level.discs.len() + level.obstacles.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loading_runs_in_the_background_only_for_large_files() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("level.ron");
        for (bytes, is_large) in [(AT_ONCE, false), (AT_ONCE + 1, true)] {
            std::fs::write(&file, vec![b' '; bytes as usize]).unwrap();
            assert_eq!(Loading::of(&Source::File(file.clone())).is_some(), is_large);
        }
        assert!(Loading::of(&Source::New).is_none());
        assert!(Loading::of(&Source::File(folder.path().join("missing.ron"))).is_none(), "that is an error at once");
    }

    #[test]
    fn saving_runs_in_the_background_only_for_large_levels() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("level.ron");
        let level = |nodes: usize| {
            let nodes = vec![crate::level::Node::at([0.0, 0.0]); nodes];
            Arc::new(Level { bodies: vec![crate::level::Body { nodes, ..Default::default() }], ..Level::default() })
        };
        assert!(Saving::of(&level(ROWS_AT_ONCE), &file, None, None).is_none());
        assert!(Saving::of(&level(ROWS_AT_ONCE + 1), &file, None, None).is_some());
    }
}
