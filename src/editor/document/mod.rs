//! The edited level and its history. All changes of the level go through [`Document::apply`].
//!
//! Each gesture is one labelled step; steps share unchanged chunks.

mod history;
mod packed;
pub mod placed;
mod saved;
mod twin_paths;

use crate::debugger::carry;
use crate::editor::selection::{LeftSelections, Selection};
use crate::level::edit::{Made, tracked_with};
use crate::level::format::FormatError;
use crate::level::format::plain_path;
use crate::level::gallery;
use crate::level::ids::IdMarks;
use crate::level::texture::folder_of;
use crate::level::{Instance, Level, format};
use history::{History, Pushed};
use placed::{Placed, SourceCache};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Changes a level and returns the parts to select. On failure the level stays unchanged.
pub type LevelEdit = Box<dyn FnOnce(&mut Level) -> Result<Option<Made>, String>>;

/// A labelled change of the level.
pub struct Edit {
    /// Label for undo, such as “Move node 3”.
    pub label: String,
    /// Consecutive edits with the same gesture id form one history entry.
    pub gesture: Option<u64>,
    /// Whether the live mirror repeats the change on the mirror images. False for edits that handle the mirror
    /// themselves.
    pub is_followed: bool,
    /// The change.
    pub change: LevelEdit,
}

impl Edit {
    /// An edit that selects nothing.
    pub fn new(label: impl Into<String>, change: impl FnOnce(&mut Level) -> Result<(), String> + 'static) -> Self {
        let change = move |level: &mut Level| change(level).map(|()| None);
        Self { label: label.into(), gesture: None, is_followed: false, change: Box::new(change) }
    }

    /// An edit that returns the parts to select, such as those of [`crate::level::edit`].
    pub fn making(label: impl Into<String>, change: impl FnOnce(&mut Level) -> Result<Made, String> + 'static) -> Self {
        Self {
            label: label.into(),
            gesture: None,
            is_followed: false,
            change: Box::new(move |level| change(level).map(Some)),
        }
    }

    /// Repeats the edit on the other side of the live mirror.
    pub fn on_both_sides(mut self) -> Self {
        self.is_followed = true;
        self
    }

    /// Adds the edit to a gesture.
    pub fn within(mut self, gesture: u64) -> Self {
        self.gesture = Some(gesture);
        self
    }
}

/// Title of the first level without a name and a file; the next ones have a number too.
const UNTITLED: &str = "untitled";

/// Number of documents created so far.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// A level with its history and file.
pub struct Document {
    number: u64,
    /// Title without a name and a file.
    untitled: String,
    level: Arc<Level>,
    placed: Arc<Placed>,
    sources: SourceCache,
    history: History,
    /// Ids of the states that the file holds.
    saved: Vec<u64>,
    gesture: Option<u64>,
    made: Option<Made>,
    lost: Vec<String>,
    /// Numbers of new ids.
    marks: IdMarks,
    selections: LeftSelections,
    /// Path of the file; `None` if never saved.
    pub path: Option<PathBuf>,
    /// The recording from which the level was read. Saving does not write to it.
    pub recording: Option<PathBuf>,
}

impl Document {
    /// Creates a document from a loaded level, or a new one without a path.
    pub fn new(level: Level, path: Option<PathBuf>) -> Self {
        let history = History::new(&level, path.as_deref().map(folder_of));
        let saved = vec![history.id()];
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let (level, mut sources) = (Arc::new(level), SourceCache::default());
        let placed = Arc::new(Placed::of(&level, path.as_deref(), &mut sources));
        Self {
            number,
            untitled: UNTITLED.to_owned(),
            level,
            placed,
            sources,
            history,
            saved,
            gesture: None,
            made: None,
            lost: Vec::new(),
            marks: IdMarks::default(),
            selections: LeftSelections::default(),
            path,
            recording: None,
        }
    }

    /// Number of the document, unique within the process.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Creates a document that counts as unsaved.
    pub fn unsaved(level: Level) -> Self {
        Self::recovered(level, None)
    }

    /// Creates a document that counts as unsaved, of a file.
    pub fn recovered(level: Level, path: Option<PathBuf>) -> Self {
        Self { saved: Vec::new(), ..Self::new(level, path) }
    }

    /// The current level.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// A level beside this one with its instances replaced by their parts.
    pub fn placed_of(&self, level: Level) -> Arc<Level> {
        Placed::of(&Arc::new(level), self.path.as_deref(), &mut self.sources.clone()).level
    }

    /// The level that runs: instances replaced by their parts.
    pub fn placed(&self) -> &Arc<Placed> {
        &self.placed
    }

    /// The file of an instance's source.
    pub fn source_path(&self, instance: &Instance) -> PathBuf {
        let file = gallery::file_or_none(self.path.as_deref());
        plain_path(&folder_of(&file).join(&instance.source))
    }

    /// The source of an instance, if it could be read.
    pub fn source(&self, instance: &Instance) -> Option<Arc<Level>> {
        self.sources.get(&self.source_path(instance))
    }

    /// Files of the sources of instances, also of nested ones; none for a level without a file.
    pub fn source_paths(&self) -> Vec<PathBuf> {
        if self.path.is_some() { self.sources.paths() } else { Vec::new() }
    }

    /// Names and contents of the files that a level of the gallery without a file needs beside it: sources of instances, images.
    pub fn built_in_files(&self) -> Vec<(&'static str, &'static [u8])> {
        let sources = self.sources.paths().into_iter().filter_map(|path| gallery::part_at(&path));
        let images = gallery::images_of(&self.placed.level).filter(|_| self.path.is_none());
        sources.map(|(name, text)| (name, text.as_bytes())).chain(images).collect()
    }

    /// Takes a source that was read again; returns true if the level that runs has changed.
    pub fn update_source(&mut self, path: &Path, read: Result<Arc<Level>, FormatError>) -> bool {
        let has_changed = self.sources.update(path, read);
        if has_changed {
            self.place();
        }
        has_changed
    }

    fn set_level(&mut self, level: Level) {
        self.level = Arc::new(level);
        self.place();
    }

    fn place(&mut self) {
        self.placed = Arc::new(Placed::of(&self.level, self.path.as_deref(), &mut self.sources));
    }

    /// Applies an edit; returns false if nothing changed. Fails with a reason if the edit fails or the result violates
    /// the format; the level is then unchanged.
    pub fn apply(&mut self, edit: Edit) -> Result<bool, String> {
        let mut level = Level::clone(&self.level);
        let made = tracked_with(&mut level, &mut self.marks, edit.change)?;
        let lost = made.as_ref().filter(|made| !made.remap.is_nothing());
        let lost = lost.map(|made| carry::carry(&self.level, &mut level, |place| made.remap.follow(place)));
        twin_paths::follow(&self.level, &self.placed, &mut level, self.path.as_deref(), &mut self.sources);
        format::validate(&level).map_err(|error| error.to_string())?;
        let goes_on = edit.gesture.is_some() && edit.gesture == self.gesture;
        self.gesture = match self.history.push(&level, edit.label, goes_on) {
            Pushed::Nothing => return Ok(false),
            Pushed::Step => edit.gesture,
            // No step remains that the gesture could extend.
            Pushed::CameBack => None,
        };
        self.set_level(level);
        (self.made, self.lost) = (made, lost.unwrap_or_default());
        Ok(true)
    }

    /// Takes the parts that the last change created.
    pub fn take_made(&mut self) -> Option<Made> {
        self.made.take()
    }

    /// Takes the message about watches that the last change removed.
    pub fn take_lost(&mut self) -> Option<String> {
        carry::lost_message(&std::mem::take(&mut self.lost))
    }

    /// True while a gesture may go on.
    pub fn is_in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// Undoes a gesture and drops it from the history; returns false if it has changed nothing.
    pub fn cancel(&mut self, gesture: u64) -> bool {
        if self.gesture != Some(gesture) {
            return false;
        }
        self.gesture = None;
        let Some(level) = self.history.take_back() else { return false };
        self.set_level(level);
        true
    }

    /// Undoes the present gesture, if there is one; returns false if it has changed nothing.
    pub fn cancel_present(&mut self) -> bool {
        self.gesture.is_some_and(|gesture| self.cancel(gesture))
    }

    /// Ends a gesture: the next edit starts a new entry.
    pub fn end_gesture(&mut self) {
        self.gesture = None;
    }

    /// Label of the step that undo reverts.
    pub fn undo_label(&self) -> Option<&str> {
        let present = self.history.present();
        if present == 0 { None } else { self.history.label(present) }
    }

    /// Label of the step that redo repeats.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.label(self.history.present() + 1)
    }

    /// Goes one step back; returns its label.
    pub fn undo(&mut self) -> Option<String> {
        let label = self.undo_label()?.to_owned();
        self.jump(self.history.present() - 1);
        Some(label)
    }

    /// Goes one step forward; returns its label.
    pub fn redo(&mut self) -> Option<String> {
        let label = self.redo_label()?.to_owned();
        self.jump(self.history.present() + 1);
        Some(label)
    }

    /// Keeps the selection of a state that was left, for [`Document::selection`].
    pub fn left(&mut self, state: u64, selection: Selection) {
        self.selections.leave(state, selection, |state| self.history.step_of(state).is_some());
    }

    /// The selection with which the current state was last left; `None` if it never was.
    pub fn selection(&self) -> Option<&Selection> {
        self.selections.of(self.history.id())
    }

    /// Labels of all steps, oldest first; the first is empty.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.history.labels()
    }

    /// Id of the current state, unique within the document.
    pub fn state(&self) -> u64 {
        self.history.id()
    }

    /// The step with this state; `None` if it is no longer in the history.
    pub fn step_of(&self, state: u64) -> Option<usize> {
        self.history.step_of(state)
    }

    /// Index of the current step.
    pub fn present(&self) -> usize {
        self.history.present()
    }

    /// Goes to a step; returns false if it is the current one.
    pub fn jump(&mut self, step: usize) -> bool {
        let Some(level) = self.history.jump(step) else { return false };
        self.set_level(level);
        (self.gesture, self.made) = (None, None);
        true
    }

    /// Memory of all steps in bytes; shared chunks count once.
    pub fn history_bytes(&self) -> usize {
        self.history.bytes()
    }

    /// Gives a level without a name and a file a title that none of `taken` has.
    pub fn set_untitled(&mut self, taken: &[String]) {
        let numbered = (2..).map(|number| format!("{UNTITLED} {number}"));
        let free = std::iter::once(UNTITLED.to_owned()).chain(numbered).find(|title| !taken.contains(title));
        self.untitled = free.unwrap_or_default();
    }

    /// True if the level has no name, or “untitled” with or without a number.
    pub fn is_untitled(&self) -> bool {
        let name = self.level().name.trim();
        name.is_empty() || name.strip_prefix(UNTITLED).is_some_and(|end| end.trim().chars().all(|c| c.is_ascii_digit()))
    }

    /// Display name: the name of the level, else of the file, else “untitled” with a number.
    pub fn title(&self) -> String {
        let file =
            || self.path.as_ref().and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        let name = self.level().name.trim();
        if name.is_empty() { file().unwrap_or_else(|| self.untitled.clone()) } else { name.to_owned() }
    }
}

#[cfg(test)]
mod tests;
