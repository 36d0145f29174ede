//! The open documents. One is active: its parts are fields of `App`, so that tools and panels read and change them
//! there. The others wait here with everything that belongs to them; activating one exchanges the parts.

use super::bundle::ShownBundle;
use super::canvas::Canvas;
use super::document::Document;
use super::features::Features;
#[cfg(not(target_arch = "wasm32"))]
use super::files::disk::Disk;
use super::kept_runs::Earlier;
use super::mirror::Mirror;
use super::playback::Playback;
use super::selection::Selection;
use crate::debugger::Run;
use crate::picture::Skins;
use egui::Context;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

/// Everything that belongs to one document.
pub struct OpenDocument {
    /// The level and its edit history.
    pub document: Document,
    /// The run of the level.
    pub run: Run,
    /// Runs of earlier document states.
    pub earlier: Earlier,
    /// Play state, direction and speed.
    pub playback: Playback,
    /// Selected parts.
    pub selection: Selection,
    /// Camera and other state of the canvas.
    pub canvas: Canvas,
    /// The live mirror axis.
    pub mirror: Mirror,
    /// Breakpoints, plots, diagnosis and the other features with their background jobs.
    pub features: Features,
    /// What it has of its bug bundle.
    pub bundle: ShownBundle,
    /// Images of skins, as they were when it was last active.
    pub skins: Arc<Skins>,
    /// Watches the file for changes by other programs.
    #[cfg(not(target_arch = "wasm32"))]
    pub disk: Disk,
}

impl OpenDocument {
    /// A document as it is before its first UI frame.
    pub fn new(ctx: &Context, document: Document, run: Run) -> Self {
        Self {
            earlier: Earlier::open(&document),
            document,
            run,
            playback: Playback::default(),
            selection: Selection::default(),
            canvas: Canvas::default(),
            mirror: Mirror::default(),
            features: Features::new(ctx),
            bundle: ShownBundle::default(),
            skins: Arc::default(),
            #[cfg(not(target_arch = "wasm32"))]
            disk: Disk::default(),
        }
    }
}

/// The documents that are not active, and the order of the tabs.
#[derive(Default)]
pub struct OpenDocuments {
    /// In the order of their tabs.
    others: Vec<OpenDocument>,
    /// Number of tabs before the active one.
    before: usize,
    /// Two documents side by side, at the left and at the right.
    pub pair: Option<[u64; 2]>,
    /// Files to open one after the other, because a large one is read in the background.
    pub to_open: VecDeque<PathBuf>,
    /// The document to activate after this UI frame, in which the focused text field hands in its text.
    pub wanted: Option<(u64, u64)>,
}

impl OpenDocuments {
    /// Number of open documents.
    pub fn count(&self) -> usize {
        self.others.len() + 1
    }

    /// All documents in the order of their tabs.
    pub fn in_order<'a>(&'a self, active: &'a Document) -> impl Iterator<Item = &'a Document> {
        let (before, after) = self.others.split_at(self.before);
        let waiting = |one: &'a OpenDocument| &one.document;
        before.iter().map(waiting).chain([active]).chain(after.iter().map(waiting))
    }

    /// The documents that are not active.
    pub fn others(&self) -> impl Iterator<Item = &OpenDocument> {
        self.others.iter()
    }

    /// The document with this number, unless it is active.
    pub fn other_mut(&mut self, number: u64) -> Option<&mut OpenDocument> {
        self.others.iter_mut().find(|one| one.document.number() == number)
    }

    /// Takes out a document that is not active, with its index among those.
    pub fn take(&mut self, number: u64) -> Option<(OpenDocument, usize)> {
        let at = self.position(number)?;
        Some((self.others.remove(at), at))
    }

    /// Puts back the document that was active, with this number of tabs before it. That of the active one is `active`.
    pub fn put(&mut self, waiting: OpenDocument, before: usize, active: usize) {
        self.others.insert(before.min(self.others.len()), waiting);
        self.before = active;
    }

    /// Number of tabs before the active one.
    pub fn before(&self) -> usize {
        self.before
    }

    fn position(&self, number: u64) -> Option<usize> {
        self.others.iter().position(|one| one.document.number() == number)
    }

    /// The document beside the active one, and whether it is at the left.
    pub fn beside(&self, active: u64) -> Option<(u64, bool)> {
        let [left, right] = self.pair?;
        if left == active { Some((right, false)) } else { Some((left, true)) }
    }

    /// Shows a document where another one was shown.
    pub fn replace_in_pair(&mut self, old: u64, new: u64) {
        if let Some(pair) = self.pair.as_mut().filter(|pair| !pair.contains(&new)) {
            pair.iter_mut().filter(|number| **number == old).for_each(|number| *number = new);
        }
    }

    /// Removes a document that is not active.
    pub fn remove(&mut self, number: u64) {
        self.pair = self.pair.filter(|pair| !pair.contains(&number));
        if let Some(at) = self.position(number) {
            self.others.remove(at);
            self.before -= usize::from(at < self.before);
        }
    }

    /// The document after the active one, else the one before it.
    pub fn beside_active(&self) -> Option<u64> {
        let next = self.others.get(self.before).or_else(|| self.others.last());
        next.map(|one| one.document.number())
    }

    /// Limits the keyframe memory of each document that is not active, in bytes.
    pub fn limit_memory(&mut self, bytes: usize) {
        self.others.iter_mut().for_each(|one| one.run.set_memory_budget(bytes));
    }

    /// Moves the tab of the active document to this place.
    pub fn place_active(&mut self, before: usize) {
        self.before = before.min(self.others.len());
    }
}
