//! The level being edited, with its history: the one place that changes a level.
//!
//! The history holds levels in pieces that they share; a step is one gesture, with a label.

mod history;
mod packed;

use crate::debugger::watch::carry;
use crate::level::edit::Made;
use crate::level::{Level, format};
use history::{History, Pushed};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Changes a level; fails with a reason, and then nothing happens. Gives what it made, where that is to be selected.
pub type LevelEdit = Box<dyn FnOnce(&mut Level) -> Result<Option<Made>, String>>;

/// A change with its label.
pub struct Edit {
    /// What undo is called: "Move node 3".
    pub label: String,
    /// Edits that follow each other with the same gesture become one entry of the history.
    pub gesture: Option<u64>,
    /// Whether the images of what it changes follow it while the live mirror is on: for changes that do not see to that
    /// themselves.
    pub is_followed: bool,
    /// The change itself.
    pub change: LevelEdit,
}

impl Edit {
    /// An edit that stands alone.
    pub fn new(label: impl Into<String>, change: impl FnOnce(&mut Level) -> Result<(), String> + 'static) -> Self {
        let change = move |level: &mut Level| change(level).map(|()| None);
        Self { label: label.into(), gesture: None, is_followed: false, change: Box::new(change) }
    }

    /// An edit that says what is to be selected after it, such as those of [`crate::level::edit`].
    pub fn making(label: impl Into<String>, change: impl FnOnce(&mut Level) -> Result<Made, String> + 'static) -> Self {
        Self {
            label: label.into(),
            gesture: None,
            is_followed: false,
            change: Box::new(move |level| change(level).map(Some)),
        }
    }

    /// The same on both sides of the live mirror.
    pub fn on_both_sides(mut self) -> Self {
        self.is_followed = true;
        self
    }

    /// The same as part of a gesture.
    pub fn within(mut self, gesture: u64) -> Self {
        self.gesture = Some(gesture);
        self
    }
}

/// Documents made so far.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// A level with its history and its file.
pub struct Document {
    number: u64,
    level: Arc<Level>,
    history: History,
    /// Name of the state that the file holds.
    saved: Option<u64>,
    gesture: Option<u64>,
    made: Option<Made>,
    lost: Vec<String>,
    /// Where it is saved; none for one that never was.
    pub path: Option<PathBuf>,
}

impl Document {
    /// A level as it was loaded (or a new one, with no path).
    pub fn new(level: Level, path: Option<PathBuf>) -> Self {
        let history = History::new(&level);
        let saved = Some(history.id());
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Self { number, level: Arc::new(level), history, saved, gesture: None, made: None, lost: Vec::new(), path }
    }

    /// Identifies the document: no other one of this process has the same number.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// A level that no file has.
    pub fn unsaved(level: Level) -> Self {
        Self { saved: None, ..Self::new(level, None) }
    }

    /// The level as it is now.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// Makes a change; false when it changed nothing. A change that fails or breaks the format's rules is refused with
    /// the reason, and nothing happens.
    pub fn apply(&mut self, edit: Edit) -> Result<bool, String> {
        let mut level = Level::clone(&self.level);
        let made = (edit.change)(&mut level)?;
        let lost = made.as_ref().filter(|made| !made.remap.is_nothing());
        let lost = lost.map(|made| carry::carry(&self.level, &mut level, |place| made.remap.follow(place)));
        format::validate(&level).map_err(|error| error.to_string())?;
        let goes_on = edit.gesture.is_some() && edit.gesture == self.gesture;
        self.gesture = match self.history.push(&level, edit.label, goes_on) {
            Pushed::Nothing => return Ok(false),
            Pushed::Step => edit.gesture,
            // There is no step that the gesture could go on with.
            Pushed::CameBack => None,
        };
        self.level = Arc::new(level);
        (self.made, self.lost) = (made, lost.unwrap_or_default());
        Ok(true)
    }

    /// Takes what the last change made, if it says so.
    pub fn take_made(&mut self) -> Option<Made> {
        self.made.take()
    }

    /// Takes the message about watches that the last change removed.
    pub fn take_lost(&mut self) -> Option<String> {
        carry::lost_message(&std::mem::take(&mut self.lost))
    }

    /// Takes back what a gesture has done so far, without a trace in the history; false where it has done nothing.
    pub fn call_off(&mut self, gesture: u64) -> bool {
        if self.gesture != Some(gesture) {
            return false;
        }
        self.gesture = None;
        let Some(level) = self.history.take_back() else { return false };
        self.level = Arc::new(level);
        true
    }

    /// Ends a gesture: the next edit gets an entry of its own.
    pub fn end_gesture(&mut self) {
        self.gesture = None;
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        let present = self.history.present();
        if present == 0 { None } else { self.history.label(present) }
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.label(self.history.present() + 1)
    }

    /// One entry back; its label.
    pub fn undo(&mut self) -> Option<String> {
        let label = self.undo_label()?.to_owned();
        self.jump(self.history.present() - 1);
        Some(label)
    }

    /// One entry forward; its label.
    pub fn redo(&mut self) -> Option<String> {
        let label = self.redo_label()?.to_owned();
        self.jump(self.history.present() + 1);
        Some(label)
    }

    /// What led to each step of the history, the oldest first; the first one's is empty.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.history.labels()
    }

    /// Identifies the present state: no other state of this document ever has the same number.
    pub fn state(&self) -> u64 {
        self.history.id()
    }

    /// The step of the history that a state is at; none for one that is not in it any more.
    pub fn step_of(&self, state: u64) -> Option<usize> {
        self.history.step_of(state)
    }

    /// The number of the present step.
    pub fn present(&self) -> usize {
        self.history.present()
    }

    /// Goes to a step; whether that is another one than the present.
    pub fn jump(&mut self, step: usize) -> bool {
        let Some(level) = self.history.jump(step) else { return false };
        self.level = Arc::new(level);
        (self.gesture, self.made) = (None, None);
        true
    }

    /// Bytes that all steps take together; what they share is counted once.
    pub fn history_bytes(&self) -> usize {
        self.history.bytes()
    }

    /// Whether there are changes that no file has.
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.history.id())
    }

    /// Remembers that this level is what the file holds.
    pub fn mark_saved(&mut self, level: Arc<Level>, path: Option<PathBuf>) {
        let is_present = Arc::ptr_eq(&level, &self.level);
        // One that was changed while it was being written may be a step of the past, or none any more.
        self.saved = if is_present { Some(self.history.id()) } else { self.history.id_of(&level) };
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

    #[test]
    fn a_gesture_that_comes_back_leaves_the_step_before_alone() {
        let mut document = Document::new(Level::default(), None);
        assert_eq!(document.apply(rename("x")), Ok(true));
        assert_eq!(document.apply(rename("y").within(7)), Ok(true));
        assert_eq!(document.apply(rename("x").within(7)), Ok(true));
        assert_eq!(document.present(), 1);
        assert_eq!(document.apply(rename("z").within(7)), Ok(true));
        document.undo();
        assert_eq!(document.level().name, "x");
        document.undo();
        assert_eq!(document.level().name, "");
    }

    #[test]
    fn what_was_saved_is_known_again_after_a_way_through_the_history() {
        let mut document = Document::unsaved(Level::default());
        assert!(document.is_dirty());
        for name in ["a", "b", "c"] {
            assert_eq!(document.apply(rename(name)), Ok(true));
        }
        // Edited while it was written.
        let written = document.level().clone();
        assert_eq!(document.apply(rename("d")), Ok(true));
        document.mark_saved(written, None);
        assert!(document.is_dirty());
        assert_eq!(document.entries().collect::<Vec<_>>(), ["", "Rename", "Rename", "Rename", "Rename"]);
        assert!(document.jump(0) && document.is_dirty());
        assert!(document.jump(3) && !document.is_dirty());
        assert!(!document.jump(3) && !document.jump(5));
        assert_eq!((document.level().name.as_str(), document.redo_label()), ("c", Some("Rename")));
    }
}
