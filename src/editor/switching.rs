//! Exchanges the parts of the active document, which are fields of [`App`], with those of a document that waits.

use super::app::App;
use super::document::Document;
use super::open_documents::OpenDocument;
use std::mem::swap;
use std::path::Path;

fn exchange(app: &mut App, waiting: &mut OpenDocument) {
    let OpenDocument { document, run, earlier, playback, selection, canvas, mirror, features, bundle, skins, .. } =
        waiting;
    swap(document, &mut app.document);
    swap(run, &mut app.run);
    swap(earlier, &mut app.earlier);
    swap(playback, &mut app.playback);
    swap(selection, &mut app.selection);
    swap(canvas, &mut app.canvas);
    swap(mirror, &mut app.toolbox.mirror);
    swap(features, &mut app.features);
    // The windows stay open.
    app.features.exchange_windows(features);
    app.bundle.exchange(&mut app.settings);
    swap(bundle, &mut app.bundle);
    app.bundle.exchange(&mut app.settings);
    skins.clone_from(app.files.images.skins());
    #[cfg(not(target_arch = "wasm32"))]
    swap(&mut waiting.disk, &mut app.files.disk);
    app.documents.replace_in_pair(waiting.document.number(), app.document.number());
}

impl App {
    /// All open documents in the order of their tabs.
    pub fn open_documents(&self) -> impl Iterator<Item = &Document> {
        self.documents.in_order(&self.document)
    }

    /// The open document with this number.
    pub fn document_mut(&mut self, number: u64) -> Option<&mut Document> {
        if self.document.number() == number {
            return Some(&mut self.document);
        }
        self.documents.other_mut(number).map(|one| &mut one.document)
    }

    /// Number of the document of this file, if it is open.
    pub fn document_of(&self, path: &Path) -> Option<u64> {
        let full = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
        let wanted = full(path);
        let is_same = |own: &Path| own == path || (wanted.is_some() && full(own) == wanted);
        let has_file =
            |document: &&Document| [&document.path, &document.recording].into_iter().flatten().any(|own| is_same(own));
        self.open_documents().find(has_file).map(Document::number)
    }

    /// Adds a document after the active one and makes it active.
    pub fn add_document(&mut self, mut opened: OpenDocument) {
        self.features.tour.is_offered = false;
        exchange(self, &mut opened);
        let before = self.documents.before();
        self.documents.put(opened, before, before + 1);
    }

    /// Makes an open document active. False if it is active already, or no longer open.
    pub fn activate(&mut self, number: u64) -> bool {
        let before = self.documents.before();
        let Some((mut opened, at)) = self.documents.take(number) else { return false };
        exchange(self, &mut opened);
        // `at` does not count the document that was active.
        self.documents.put(opened, before - usize::from(at < before), at + usize::from(at >= before));
        true
    }
}
