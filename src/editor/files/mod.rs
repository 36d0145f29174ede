//! Opening and saving: system dialogs in a thread, the built-in browser, the files of a web page, and the question about
//! unsaved changes.

#[cfg(not(target_arch = "wasm32"))]
pub mod backups;
#[cfg(not(target_arch = "wasm32"))]
pub mod browser;
#[cfg(not(target_arch = "wasm32"))]
pub mod dialogs;
#[cfg(not(target_arch = "wasm32"))]
pub mod disk;
pub mod entries;
pub mod guard;
pub mod images;
#[cfg(not(target_arch = "wasm32"))]
#[cfg(not(target_arch = "wasm32"))]
pub mod jupyter;
pub mod large;
pub mod library;
#[cfg(target_arch = "wasm32")]
pub mod page;
pub mod part_outline;
pub mod project;
pub mod reader;
pub mod recents;
pub mod recovery;
pub mod sources;
pub mod store;
pub mod task;
pub mod thumbs;

use super::actions::ImageUse;
pub use super::actions::{Export, FileCommand};
use crate::debugger::recording::{ENDING, is_recording};
use crate::editor::bundle;
use crate::editor::document::Document;
use crate::editor::features::gallery::GalleryStart;
use crate::level::import::EXTENSIONS;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Purpose of a file dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// Open a level or a run.
    Open,
    /// Open a level of a folder, with the files beside it.
    #[cfg(target_arch = "wasm32")]
    OpenFolder,
    /// Import a drawing, a picture or a mesh.
    Import,
    /// Choose an image.
    Image(ImageUse),
    /// Open the results of a sweep.
    Sweep,
    /// Choose a folder of the library.
    LibraryFolder,
    /// Choose the project folder.
    ProjectFolder,
    /// Save the level, then perform the pending request.
    Save(Option<Pending>),
    /// Import settings.
    Settings,
    /// Save the run.
    SaveRun,
    /// Compare the run with that of another file.
    CompareRun,
    /// Save a bug bundle.
    SaveBundle,
    /// Export the plots or the canvas.
    Export(Export),
    /// Export the level for a game.
    ExportLevel,
}

impl Purpose {
    /// Dialog title.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Open => "Open a level or a run",
            #[cfg(target_arch = "wasm32")]
            Self::OpenFolder => "Open the folder of a level",
            Self::Import => "Import a drawing, picture or mesh",
            Self::Image(ImageUse::Skin(_)) => "Choose an image",
            Self::Image(ImageUse::Reference) => "Choose a reference image",
            Self::Sweep => "Open the results of a sweep",
            Self::LibraryFolder => "Add a folder to the library",
            Self::ProjectFolder => "Choose the project folder",
            Self::Settings => "Import settings",
            Self::SaveRun => "Save the run",
            Self::CompareRun => "Compare with a run or level",
            Self::SaveBundle => "Save a bug bundle",
            Self::ExportLevel => "Export the level for a game",
            Self::Save(_) => "Save the level",
            Self::Export(Export::Mesh) => "Export a body for QuarkPhysics",
            Self::Export(Export::Settings) => "Export the settings",
            Self::Export(Export::PlotsNotebook) => "Save a notebook of the plots",
            Self::Export(kind) if kind.is_of_canvas() => "Export a picture",
            Self::Export(_) => "Export the plots",
        }
    }

    /// Accepted file extensions.
    pub fn endings(&self) -> &'static [&'static str] {
        match self {
            #[cfg(target_arch = "wasm32")]
            Self::OpenFolder => &["ron", "json"],
            Self::Open | Self::CompareRun => &["ron", "json", bundle::ENDING],
            Self::LibraryFolder | Self::ProjectFolder | Self::Save(_) | Self::SaveRun => &["ron", "json"],
            Self::SaveBundle => &[bundle::ENDING],
            Self::Import => &EXTENSIONS,
            Self::Export(Export::Mesh) => &["qmesh"],
            Self::Image(_) => &["png"],
            Self::Sweep => &["parquet"],
            Self::Settings | Self::Export(Export::Settings) => &["json"],
            Self::ExportLevel => &["json", "ron"],
            Self::Export(Export::PlotsCsv) => &["csv"],
            Self::Export(Export::PlotsNotebook) => &["ipynb"],
            Self::Export(Export::PlotsPng | Export::CanvasPng) => &["png"],
            Self::Export(Export::PlotsSvg | Export::CanvasSvg) => &["svg"],
        }
    }

    /// True if the file or folder is read, false if it is written.
    pub fn is_to_read(&self) -> bool {
        matches!(
            self,
            Self::Open
                | Self::CompareRun
                | Self::Import
                | Self::Image(_)
                | Self::Sweep
                | Self::LibraryFolder
                | Self::ProjectFolder
                | Self::Settings
        )
    }

    /// Description of the file type.
    pub fn kind(&self) -> &'static str {
        match self {
            #[cfg(target_arch = "wasm32")]
            Self::OpenFolder => "Blobsmith level",
            Self::Open | Self::LibraryFolder | Self::ProjectFolder | Self::Save(_) => "Blobsmith level",
            Self::CompareRun => "Blobsmith run",
            Self::SaveRun => "Blobsmith run",
            Self::SaveBundle => "Bug bundle",
            Self::Import => "Drawing, picture or mesh",
            Self::Export(Export::Mesh) => "QuarkPhysics mesh",
            Self::ExportLevel => "Level for a game",
            Self::Image(_) => "PNG image",
            Self::Sweep => "Sweep results",
            Self::Settings | Self::Export(Export::Settings) => "Settings",
            Self::Export(Export::PlotsCsv) => "Table",
            Self::Export(Export::PlotsNotebook) => "Notebook",
            Self::Export(_) => "Picture",
        }
    }

    /// True if a folder is chosen.
    pub fn is_folder(&self) -> bool {
        matches!(self, Self::LibraryFolder | Self::ProjectFolder)
    }

    /// True if the file has an accepted extension.
    pub fn fits(&self, path: &Path) -> bool {
        if *self == Self::SaveRun {
            return is_recording(path);
        }
        path.extension().is_some_and(|extension| self.endings().iter().any(|ending| extension == *ending))
    }

    /// Appends the default extension if the path has none of the accepted ones.
    pub fn with_ending(&self, path: &Path) -> PathBuf {
        if self.fits(path) {
            return path.to_owned();
        }
        if *self == Self::SaveRun {
            let is = |ending: &str| path.extension().is_some_and(|extension| extension == ending);
            let plain = if is("ron") || is("json") { path.with_extension("") } else { path.to_owned() };
            let mut name = plain.into_os_string();
            name.push(format!(".{ENDING}.{}", if is("json") { "json" } else { "ron" }));
            return PathBuf::from(name);
        }
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(self.endings()[0]);
        PathBuf::from(name)
    }
}

/// A request that waits for the answer about unsaved changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Pending {
    /// Revert the active document to its saved file.
    Revert,
    /// Close these documents, by number.
    Close(Vec<u64>),
    /// Close the window.
    Quit,
    /// Save the documents that the request concerns, one after the other, then perform it.
    SaveAll(Box<Pending>),
}

/// Result of a dialog.
#[derive(Debug)]
pub enum DialogOutcome {
    /// A file was chosen.
    Picked(Purpose, PathBuf),
    /// Cancelled, or no dialog available; the system reports no difference.
    Nothing(Purpose),
}

/// State of dialogs and file work.
pub struct Files<A> {
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "pickers of a page answer through `page`"))]
    sender: Sender<DialogOutcome>,
    receiver: Receiver<DialogOutcome>,
    /// Whether a system dialog is open.
    pub is_waiting: bool,
    /// The built-in browser, while open.
    #[cfg(not(target_arch = "wasm32"))]
    pub browser: Option<browser::Browser>,
    /// Modal file task: reading or writing.
    pub task: Option<task::FileTask<A>>,
    /// A cancelled write that has not ended yet.
    pub ending: Option<task::FileTask<A>>,
    /// Request that waits for the answer about unsaved changes.
    pub guard: Option<Pending>,
    /// Request to perform after saving.
    pub after_saving: Option<Pending>,
    /// Purpose of a dialog that returned nothing; the built-in browser is offered.
    pub offer: Option<Purpose>,
    /// `Some` while the question about a changed file is open; holds the request that follows the save.
    pub conflict: Option<Option<Pending>>,
    /// Watches the open file for changes by other programs.
    #[cfg(not(target_arch = "wasm32"))]
    pub disk: disk::Disk,
    /// Crash recovery.
    pub recovery: Option<recovery::Recovery>,
    /// Backups of saved files.
    #[cfg(not(target_arch = "wasm32"))]
    pub backups: backups::Backups,
    /// Files of the web page.
    #[cfg(target_arch = "wasm32")]
    pub page: page::PageFiles<A>,
    /// The gallery window.
    pub start: GalleryStart,
    /// Whether the export dialog is open.
    pub portrait_is_open: bool,
    /// Programs that open a notebook, in order of preference.
    #[cfg(not(target_arch = "wasm32"))]
    pub notebook_programs: Vec<String>,
    /// Level previews.
    pub thumbs: thumbs::Thumbs,
    /// Images of the level's skins.
    pub images: images::Images,
    /// Sources of the level's instances.
    pub sources: sources::Sources,
    /// Levels that can be placed.
    pub library: library::Library,
    /// Levels of the project folder.
    pub project: project::Project,
    /// State of the recent files.
    pub recents: recents::Recents,
}

impl<A> Default for Files<A> {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self {
            sender,
            receiver,
            is_waiting: false,
            #[cfg(not(target_arch = "wasm32"))]
            browser: None,
            task: None,
            ending: None,
            guard: None,
            after_saving: None,
            offer: None,
            conflict: None,
            #[cfg(not(target_arch = "wasm32"))]
            disk: disk::Disk::default(),
            recovery: None,
            #[cfg(not(target_arch = "wasm32"))]
            backups: backups::Backups::default(),
            #[cfg(target_arch = "wasm32")]
            page: page::PageFiles::default(),
            start: GalleryStart::default(),
            portrait_is_open: false,
            #[cfg(not(target_arch = "wasm32"))]
            notebook_programs: jupyter::PROGRAMS.map(str::to_owned).to_vec(),
            thumbs: thumbs::Thumbs::default(),
            images: images::Images::default(),
            sources: sources::Sources::default(),
            library: library::Library::default(),
            project: project::Project::default(),
            recents: recents::Recents::default(),
        }
    }
}

impl<A> Files<A> {
    /// Processes the results of background work; returns messages about failures.
    pub fn collect(&mut self, ctx: &egui::Context) -> Vec<String> {
        self.thumbs.collect(ctx);
        self.recents.collect();
        if let Some(recovery) = &mut self.recovery {
            let known = recovery.found.len();
            let warnings = recovery.collect();
            // Recovered work is shown before the gallery.
            self.start.is_open &= recovery.found.len() == known;
            return warnings;
        }
        Vec::new()
    }

    /// Watches this file in its present state.
    pub fn watch(&mut self, ctx: &egui::Context, path: Option<&Path>) {
        #[cfg(not(target_arch = "wasm32"))]
        self.disk.watch(ctx, path);
        #[cfg(target_arch = "wasm32")]
        let _ = (ctx, path);
    }

    /// True if the open file was changed by another program.
    pub fn has_changed_on_disk(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        return self.disk.look_now() == Some(disk::FileChange::Changed);
        #[cfg(target_arch = "wasm32")]
        false
    }

    /// Writes unsaved work of all documents to the recovery journals.
    pub fn keep<'a>(&mut self, active: &'a Document, others: impl Iterator<Item = &'a Document>) {
        let documents: Vec<&Document> = [active].into_iter().chain(others).collect();
        if let Some(recovery) = &mut self.recovery {
            recovery.keep_all(&documents);
        }
        #[cfg(target_arch = "wasm32")]
        self.page.follow(documents.iter().any(|document| document.is_dirty()));
    }

    /// Called on a normal exit: removes the journal.
    pub fn end(&mut self) {
        if let Some(recovery) = &mut self.recovery {
            recovery.end();
        }
    }

    /// Dialog results since the last call.
    pub fn answers(&mut self) -> Vec<DialogOutcome> {
        let answers: Vec<_> = self.receiver.try_iter().collect();
        if !answers.is_empty() {
            self.is_waiting = false;
        }
        answers
    }

    /// True if a question or the file browser is open.
    pub fn is_asking(&self) -> bool {
        self.is_blocking()
    }

    /// True if a modal window blocks the editor.
    pub fn is_blocking(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        let browsing = self.browser.is_some();
        #[cfg(target_arch = "wasm32")]
        let browsing = !self.page.choice.is_empty() || self.page.naming.is_some();
        browsing || self.task.is_some() || self.guard.is_some() || self.conflict.is_some()
    }

    /// True while a modal write is running.
    pub fn is_writing(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.head.kind == task::TaskKind::Write)
    }
}

/// File name of a path for display.
pub fn file_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A file name from a level's title: lower-case letters, digits and dashes.
pub fn file_name(title: &str) -> String {
    let mut name = String::new();
    for c in title.to_lowercase().chars() {
        if c.is_alphanumeric() {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    format!("{}.ron", if name.is_empty() { "level" } else { name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_name_is_made_from_the_title() {
        assert_eq!(file_name("Two squares, pushed together!"), "two-squares-pushed-together.ron");
        assert_eq!(file_name("  "), "level.ron");
    }

    #[test]
    fn with_ending_adds_the_ending_of_the_purpose() {
        let save = Purpose::Save(None);
        assert_eq!(save.with_ending(Path::new("a/b.c")), Path::new("a/b.c.ron"));
        assert_eq!(save.with_ending(Path::new("b.json")), Path::new("b.json"));
        let run = |name: &str| Purpose::SaveRun.with_ending(Path::new(name)).to_string_lossy().into_owned();
        assert_eq!(
            ["a.ron", "a.json", "a.run.ron", "a.b"].map(run),
            ["a.run.ron", "a.run.json", "a.run.ron", "a.b.run.ron"]
        );
        for export in [Export::CanvasPng, Export::CanvasSvg].into_iter().chain(Export::PLOTS.map(|(export, _)| export))
        {
            let purpose = Purpose::Export(export);
            assert_eq!(purpose.endings(), [export.ending()]);
            assert!(purpose.fits(&purpose.with_ending(Path::new("a.ron"))));
        }
    }
}
