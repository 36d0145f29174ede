//! Which states of a document its file holds.

use super::Document;
use crate::level::Level;
use std::path::PathBuf;
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

    /// Records that the file holds this level.
    pub fn mark_saved(&mut self, level: Arc<Level>, path: Option<PathBuf>) {
        let is_present = Arc::ptr_eq(&level, &self.level);
        // A level that changed while it was written may be an earlier step, or no longer in the history.
        let saved = if is_present { Some(self.history.id()) } else { self.history.id_of(&level) };
        self.saved = saved.into_iter().collect();
        self.gesture = None;
        if let Some(path) = path {
            self.move_to(&path);
        }
    }
}
