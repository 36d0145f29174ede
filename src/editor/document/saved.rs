//! The file of a document: which states it holds, and how the level is adapted to it.

use super::Document;
use crate::level::Level;
use crate::level::texture::{folder_of, rebase_paths};
use std::path::Path;
use std::sync::Arc;

impl Document {
    /// True if there are unsaved changes.
    pub fn is_dirty(&self) -> bool {
        !self.saved.contains(&self.history.id())
    }

    /// Compares the level with that of the file, because edits may have cancelled each other out.
    pub fn compare_with_saved(&mut self) {
        if self.saved.iter().any(|&saved| self.history.is_same(saved, &self.level)) {
            self.saved.push(self.history.id());
        }
    }

    /// The level as a file at this path has it: with a name, and with paths that lead from its folder.
    pub fn level_for(&self, path: &Path) -> Arc<Level> {
        let mut level = Level::clone(&self.level);
        if self.adapt(&mut level, path) { Arc::new(level) } else { self.level.clone() }
    }

    /// Adapts a level to a file; true if it has changed.
    fn adapt(&self, level: &mut Level, path: &Path) -> bool {
        let old = self.path.as_deref();
        let stem = path.file_stem().filter(|_| old.is_none() && self.is_untitled());
        if let Some(stem) = stem {
            level.name = stem.to_string_lossy().into_owned();
        }
        old != Some(path) && rebase_paths(level, old.map(folder_of), folder_of(path)) || stem.is_some()
    }

    /// Records that a file holds the level as it was at `state`, adapted by [`Document::level_for`].
    pub fn mark_saved(&mut self, state: &Arc<Level>, path: Option<&Path>) {
        let is_present = Arc::ptr_eq(state, &self.level);
        // A level that changed while it was written may be an earlier step, or no longer in the history.
        let saved = if is_present { Some(self.history.id()) } else { self.history.id_of(state) };
        self.saved = saved.into_iter().collect();
        self.gesture = None;
        if let Some(path) = path {
            self.move_to(path);
        }
    }

    /// Changes the file to which the level is saved next, and adapts the level to it. That is no step of the history.
    pub fn move_to(&mut self, path: &Path) {
        if self.path.as_deref() == Some(path) {
            return;
        }
        let mut level = Level::clone(&self.level);
        if self.adapt(&mut level, path) {
            self.level = Arc::new(level);
        }
        self.path = Some(path.to_owned());
        self.history.move_to(folder_of(path), &self.level);
        self.sources.forget();
        self.place();
    }
}
