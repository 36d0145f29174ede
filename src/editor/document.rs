//! The level being edited, with its history: the one place that changes a level.
//!
//! Must never know: widgets, runs, the camera. History holds whole levels that share what they can; an entry is one
//! gesture, with a label.

use crate::level::edit::Made;
use crate::level::{Level, format};
use std::path::PathBuf;
use std::sync::Arc;

/// Changes a level; fails with a reason, and then nothing happens. Gives what it made, where that is to be selected.
pub type Change = Box<dyn FnOnce(&mut Level) -> Result<Option<Made>, String>>;

/// A change that somebody wants.
pub struct Edit {
    /// What undo is called: "Move node 3".
    pub label: String,
    /// Edits that follow each other with the same gesture become one entry of the history.
    pub gesture: Option<u64>,
    /// The change itself.
    pub change: Change,
}

impl Edit {
    /// An edit that stands alone.
    pub fn new(label: impl Into<String>, change: impl FnOnce(&mut Level) -> Result<(), String> + 'static) -> Self {
        let change = move |level: &mut Level| change(level).map(|()| None);
        Self { label: label.into(), gesture: None, change: Box::new(change) }
    }

    /// An edit that says what is to be selected after it, such as those of [`crate::level::edit`].
    pub fn making(label: impl Into<String>, change: impl FnOnce(&mut Level) -> Result<Made, String> + 'static) -> Self {
        Self { label: label.into(), gesture: None, change: Box::new(move |level| change(level).map(Some)) }
    }

    /// The same as part of a gesture.
    pub fn within(mut self, gesture: u64) -> Self {
        self.gesture = Some(gesture);
        self
    }
}

struct Entry {
    level: Arc<Level>,
    /// What led here from the entry before.
    label: String,
    weight: usize,
}

/// Bytes that the history may take, roughly; the oldest entries go first.
const BUDGET: usize = 256 << 20;

/// A level with its history and its file.
pub struct Document {
    history: Vec<Entry>,
    present: usize,
    saved: Option<Arc<Level>>,
    gesture: Option<u64>,
    made: Option<Made>,
    /// Where it is saved; none for one that never was.
    pub path: Option<PathBuf>,
}

impl Document {
    /// A level as it was loaded (or a new one, with no path).
    pub fn new(level: Level, path: Option<PathBuf>) -> Self {
        let level = Arc::new(level);
        let entry = Entry { weight: weight(&level), level: level.clone(), label: String::new() };
        Self { history: vec![entry], present: 0, saved: Some(level), gesture: None, made: None, path }
    }

    /// A level that no file has.
    pub fn unsaved(level: Level) -> Self {
        Self { saved: None, ..Self::new(level, None) }
    }

    /// The level as it is now.
    pub fn level(&self) -> &Arc<Level> {
        &self.history[self.present].level
    }

    /// Makes a change; false when it changed nothing. A change that fails or breaks the format's rules is refused with
    /// the reason, and nothing happens.
    pub fn apply(&mut self, edit: Edit) -> Result<bool, String> {
        let mut level = Level::clone(self.level());
        let made = (edit.change)(&mut level)?;
        if level == **self.level() {
            return Ok(false);
        }
        format::validate(&level).map_err(|error| error.to_string())?;
        let entry = Entry { weight: weight(&level), level: Arc::new(level), label: edit.label };
        self.history.truncate(self.present + 1);
        let goes_on = edit.gesture.is_some() && edit.gesture == self.gesture && self.present > 0;
        if goes_on {
            self.history[self.present] = entry;
        } else {
            self.history.push(entry);
            self.present += 1;
        }
        self.gesture = edit.gesture;
        self.made = made;
        self.forget_oldest();
        Ok(true)
    }

    /// What the last change made, where it says so; told once.
    pub fn take_made(&mut self) -> Option<Made> {
        self.made.take()
    }

    fn forget_oldest(&mut self) {
        let mut total: usize = self.history.iter().map(|entry| entry.weight).sum();
        while total > BUDGET && self.present > 1 {
            total -= self.history.remove(0).weight;
            self.present -= 1;
        }
    }

    /// Ends a gesture: the next edit gets an entry of its own.
    pub fn end_gesture(&mut self) {
        self.gesture = None;
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        (self.present > 0).then(|| self.history[self.present].label.as_str())
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.get(self.present + 1).map(|entry| entry.label.as_str())
    }

    /// One entry back; its label.
    pub fn undo(&mut self) -> Option<String> {
        let label = self.undo_label()?.to_owned();
        self.present -= 1;
        self.gesture = None;
        Some(label)
    }

    /// One entry forward; its label.
    pub fn redo(&mut self) -> Option<String> {
        let label = self.redo_label()?.to_owned();
        self.present += 1;
        self.gesture = None;
        Some(label)
    }

    /// What led to each step of the history, the oldest first; the first one's is empty.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.history.iter().map(|entry| entry.label.as_str())
    }

    /// The number of the present step.
    pub fn present(&self) -> usize {
        self.present
    }

    /// Goes to a step; whether that is another one than the present.
    pub fn jump(&mut self, step: usize) -> bool {
        let is_other = step != self.present && step < self.history.len();
        if is_other {
            (self.present, self.gesture) = (step, None);
        }
        is_other
    }

    /// Whether there are changes that no file has.
    pub fn is_dirty(&self) -> bool {
        self.saved.as_ref().is_none_or(|saved| !Arc::ptr_eq(saved, self.level()))
    }

    /// Remembers that this level is what the file holds.
    pub fn mark_saved(&mut self, level: Arc<Level>, path: Option<PathBuf>) {
        self.saved = Some(level);
        self.gesture = None;
        if path.is_some() {
            self.path = path;
        }
    }

    /// Name for people: the level's, else the file's.
    pub fn title(&self) -> String {
        let file =
            || self.path.as_ref().and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        let name = self.level().name.trim();
        if name.is_empty() { file().unwrap_or_else(|| "untitled".to_owned()) } else { name.to_owned() }
    }
}

/// About how many bytes a level takes.
fn weight(level: &Level) -> usize {
    let body = |body: &crate::level::Body| {
        body.nodes.len() * 64
            + body.springs.len() * 40
            + body.sticks.len() * 32
            + body.hull.len() * 16
            + body.triangles.len() * 24
    };
    1024 + level.bodies.iter().map(body).sum::<usize>() + (level.discs.len() + level.obstacles.len()) * 160
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rename(name: &str) -> Edit {
        let name = name.to_owned();
        Edit::new("Rename", move |level| {
            level.name = name;
            Ok(())
        })
    }

    #[test]
    fn one_gesture_is_one_step_back() {
        let mut document = Document::new(Level::default(), None);
        for name in ["a", "ab", "abc"] {
            assert_eq!(document.apply(rename(name).within(7)), Ok(true));
        }
        document.end_gesture();
        assert_eq!(document.apply(rename("other").within(7)), Ok(true));
        document.undo();
        assert_eq!(document.level().name, "abc");
        document.undo();
        assert_eq!(document.level().name, "");
        assert_eq!(document.undo(), None);
        document.redo();
        assert_eq!(document.level().name, "abc");
    }

    #[test]
    fn a_refused_change_leaves_everything_as_it_was() {
        let mut document = Document::new(Level::default(), None);
        let refused = document.apply(Edit::new("Break", |level| {
            level.world.substeps = 0;
            Ok(())
        }));
        assert!(refused.is_err());
        assert_eq!(**document.level(), Level::default());
        assert!(!document.is_dirty());
    }

    #[test]
    fn undoing_back_to_what_was_saved_is_clean() {
        let mut document = Document::new(Level::default(), None);
        assert_eq!(document.apply(rename("x")), Ok(true));
        assert!(document.is_dirty());
        document.undo();
        assert!(!document.is_dirty());
    }
}
