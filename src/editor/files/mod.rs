//! Opening and saving levels: the system's dialogs off the window's thread, a browser in the window where there are
//! none, the question about unsaved changes.

#[cfg(not(target_arch = "wasm32"))]
pub mod backups;
#[cfg(not(target_arch = "wasm32"))]
pub mod browser;
pub mod dialogs;
#[cfg(not(target_arch = "wasm32"))]
pub mod disk;
pub mod guard;
pub mod large;
pub mod recents;
#[cfg(not(target_arch = "wasm32"))]
pub mod recovery;
pub mod task;
pub mod thumbs;

use super::actions::Source;
use super::panels::gallery::GalleryStart;
use crate::debugger::recording::{ENDING, is_recording};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What a file is picked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// To open it.
    Open,
    /// To make bodies of the drawing in it.
    Import,
    /// To save there, and then perhaps to go on with what had to wait for that.
    Save(Option<Pending>),
    /// To save the run there.
    SaveRun,
    /// To write there what the window shows.
    Export(Export),
}

/// A file that is made of what the window shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// All series of the open plots as a table.
    PlotsCsv,
    /// The open plots as a picture of pixels.
    PlotsPng,
    /// The open plots as a drawing.
    PlotsSvg,
    /// The canvas as a picture of pixels.
    CanvasPng,
    /// The canvas as a drawing.
    CanvasSvg,
}

impl Export {
    /// Those of the plots, with what they are called in menus.
    pub const PLOTS: [(Self, &'static str); 3] =
        [(Self::PlotsCsv, "Export as CSV…"), (Self::PlotsPng, "Export as PNG…"), (Self::PlotsSvg, "Export as SVG…")];

    /// Ending of the file.
    pub fn ending(self) -> &'static str {
        match self {
            Self::PlotsCsv => "csv",
            Self::PlotsPng | Self::CanvasPng => "png",
            Self::PlotsSvg | Self::CanvasSvg => "svg",
        }
    }

    /// Whether it shows the canvas rather than the plots.
    pub fn is_of_canvas(self) -> bool {
        matches!(self, Self::CanvasPng | Self::CanvasSvg)
    }
}

impl Purpose {
    /// Title of a dialog.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Open => "Open a level or a run",
            Self::Import => "Import a drawing",
            Self::SaveRun => "Save the run",
            Self::Save(_) => "Save the level",
            Self::Export(kind) if kind.is_of_canvas() => "Export a picture",
            Self::Export(_) => "Export the plots",
        }
    }

    /// Endings of the files that it is about.
    pub fn endings(&self) -> &'static [&'static str] {
        match self {
            Self::Open | Self::Save(_) | Self::SaveRun => &["ron", "json"],
            Self::Import => &["svg"],
            Self::Export(Export::PlotsCsv) => &["csv"],
            Self::Export(Export::PlotsPng | Export::CanvasPng) => &["png"],
            Self::Export(Export::PlotsSvg | Export::CanvasSvg) => &["svg"],
        }
    }

    /// Whether a file is read rather than written.
    pub fn is_to_read(&self) -> bool {
        matches!(self, Self::Open | Self::Import)
    }

    /// What such files are.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Open | Self::Save(_) => "Blobsmith level",
            Self::SaveRun => "Blobsmith run",
            Self::Import => "SVG drawing",
            Self::Export(Export::PlotsCsv) => "Table",
            Self::Export(_) => "Picture",
        }
    }

    /// Whether a file has one of the endings.
    pub fn fits(&self, path: &Path) -> bool {
        if *self == Self::SaveRun {
            return is_recording(path);
        }
        path.extension().is_some_and(|extension| self.endings().iter().any(|ending| extension == *ending))
    }

    /// The same path, with an ending where it has none of them.
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

/// What waits for the answer about unsaved changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Pending {
    /// Open something else.
    Open(Source),
    /// Go back to what the file holds.
    Revert,
    /// Close the window.
    Quit,
}

/// What concerns files beyond commands.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// The window of levels to begin from goes.
    CloseGallery,
    /// The list of files opened lately is on the screen.
    ShowRecents,
    /// Loads what another program wrote to the file.
    Reload,
    /// Leave that alone until it is saved over.
    KeepMine,
    /// Open work that a window left that crashed, by its number.
    Restore(u64),
    /// Look at such work, or no longer.
    ShowKept(Option<u64>),
    /// Throw such work away; to be said twice.
    DiscardKept(u64),
    /// Ask about it the next time.
    PutOffKept,
    /// Try at once to write the journal that could not be written.
    RetryJournal,
    /// Take the version of the file that a backup holds, by its number.
    RestoreBackup(u64),
    /// The list of backups goes.
    CloseBackups,
}

/// What came of a dialog.
#[derive(Debug)]
pub enum DialogOutcome {
    /// A file was picked.
    Picked(Purpose, PathBuf),
    /// None was, or there is no dialog: the system does not tell which.
    Nothing(Purpose),
    /// A file's name and text, where there are no paths (the browser).
    Text(String, String),
    /// The text was saved where there are no paths.
    Saved(String),
    /// Something else was written where there are no paths.
    Exported(String),
    /// It could not be read or written.
    Failed(String),
}

/// Dialogs on their way, and what they wait for.
pub struct Files {
    sender: Sender<DialogOutcome>,
    receiver: Receiver<DialogOutcome>,
    /// Whether a system dialog is open.
    pub is_waiting: bool,
    /// The browser in the window, while open.
    #[cfg(not(target_arch = "wasm32"))]
    pub browser: Option<browser::Browser>,
    /// Long work in front of the window: a file that is read or written.
    pub task: Option<task::FileTask>,
    /// A write that was cancelled and has not ended.
    pub ending: Option<task::FileTask>,
    /// What waits for the answer about unsaved changes.
    pub guard: Option<Pending>,
    /// What follows once the file is written.
    pub after_saving: Option<Pending>,
    /// A dialog that gave nothing: the browser in the window is offered.
    pub offer: Option<Purpose>,
    /// Set while the window asks about a file that another program has changed: what follows the save.
    pub conflict: Option<Option<Pending>>,
    /// Watches the open file for changes by other programs.
    #[cfg(not(target_arch = "wasm32"))]
    pub disk: disk::Disk,
    /// What is kept for the case of a crash.
    #[cfg(not(target_arch = "wasm32"))]
    pub recovery: Option<recovery::Recovery>,
    /// Earlier versions of saved files.
    #[cfg(not(target_arch = "wasm32"))]
    pub backups: backups::Backups,
    /// The window of levels to begin from.
    pub start: GalleryStart,
    /// Whether the window in which a picture is ordered is open.
    pub portrait_is_open: bool,
    /// Pictures of levels.
    pub thumbs: thumbs::Thumbs,
    /// What became of files opened lately.
    pub recents: recents::Recents,
}

impl Default for Files {
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
            #[cfg(not(target_arch = "wasm32"))]
            recovery: None,
            #[cfg(not(target_arch = "wasm32"))]
            backups: backups::Backups::default(),
            start: GalleryStart::default(),
            portrait_is_open: false,
            thumbs: thumbs::Thumbs::default(),
            recents: recents::Recents::default(),
        }
    }
}

impl Files {
    /// Takes in what was found and painted meanwhile; sentences about what went wrong.
    pub fn collect(&mut self, ctx: &egui::Context) -> Vec<String> {
        self.thumbs.collect(ctx);
        self.recents.collect();
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(recovery) = &mut self.recovery {
            let known = recovery.found.len();
            let complaints = recovery.collect();
            // What was kept comes before what is new.
            self.start.is_open &= recovery.found.len() == known;
            return complaints;
        }
        Vec::new()
    }

    /// The open file is this, as it is now.
    pub fn watch(&mut self, ctx: &egui::Context, path: Option<&Path>) {
        #[cfg(not(target_arch = "wasm32"))]
        self.disk.watch(ctx, path);
        #[cfg(target_arch = "wasm32")]
        let _ = (ctx, path);
    }

    /// Whether the open file holds something else than was read from it or written to it.
    pub fn has_changed_on_disk(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        return self.disk.look_now() == Some(disk::FileChange::Changed);
        #[cfg(target_arch = "wasm32")]
        false
    }

    /// Keeps what is not saved for the case of a crash.
    pub fn keep(&mut self, document: &super::document::Document) {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(recovery) = &mut self.recovery {
            recovery.keep(document);
        }
        #[cfg(target_arch = "wasm32")]
        let _ = document;
    }

    /// The window closes as it should: nothing needs to be kept.
    pub fn end(&mut self) {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(recovery) = &mut self.recovery {
            recovery.end();
        }
    }

    /// What dialogs have answered since last asked.
    pub fn answers(&mut self) -> Vec<DialogOutcome> {
        let answers: Vec<_> = self.receiver.try_iter().collect();
        if !answers.is_empty() {
            self.is_waiting = false;
        }
        answers
    }

    /// Whether a question or the file browser is in front of the window.
    pub fn is_asking(&self) -> bool {
        self.is_blocking()
    }

    /// Whether something in front of the window wants an answer first.
    pub fn is_blocking(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        let browsing = self.browser.is_some();
        #[cfg(target_arch = "wasm32")]
        let browsing = false;
        browsing || self.task.is_some() || self.guard.is_some() || self.conflict.is_some()
    }

    /// True while a file is written in front of the window.
    pub fn is_writing(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.head.kind == task::TaskKind::Write)
    }
}

/// The last part of a path, for people.
pub fn file_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A file name made of a level's title: small letters, digits and dashes.
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
    fn titles_become_file_names() {
        assert_eq!(file_name("Two squares, pushed together!"), "two-squares-pushed-together.ron");
        assert_eq!(file_name("  "), "level.ron");
    }

    #[test]
    fn files_get_the_ending_of_what_they_are() {
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
