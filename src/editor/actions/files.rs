//! Commands of the file system that panels return: exports, recovered work, backups.

use crate::editor::bundle::layout::BundleLayoutChoice;

/// Export formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// All series of the open plots as CSV.
    PlotsCsv,
    /// The open plots as PNG.
    PlotsPng,
    /// The open plots as SVG.
    PlotsSvg,
    /// The series of the open plots as Parquet, with a notebook that draws them.
    PlotsNotebook,
    /// The canvas as PNG.
    CanvasPng,
    /// The canvas as SVG.
    CanvasSvg,
    /// The selected body as a mesh of QuarkPhysics.
    Mesh,
    /// The settings of the user as JSON.
    Settings,
}

impl Export {
    /// Plot exports with their menu names.
    pub const PLOTS: [(Self, &'static str); 3] =
        [(Self::PlotsCsv, "Export as CSV…"), (Self::PlotsPng, "Export as PNG…"), (Self::PlotsSvg, "Export as SVG…")];

    /// File extension.
    pub fn ending(self) -> &'static str {
        match self {
            Self::PlotsCsv => "csv",
            Self::PlotsNotebook => "ipynb",
            Self::PlotsPng | Self::CanvasPng => "png",
            Self::PlotsSvg | Self::CanvasSvg => "svg",
            Self::Mesh => "qmesh",
            Self::Settings => "json",
        }
    }

    /// True for exports of the canvas.
    pub fn is_of_canvas(self) -> bool {
        matches!(self, Self::CanvasPng | Self::CanvasSvg)
    }
}

/// Use of an image that is chosen in a dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum ImageUse {
    /// The skin of these bodies.
    Skin(Vec<usize>),
    /// The reference image of the level.
    Reference,
}

/// Answer to the question about a changed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Overwrite it.
    Mine,
    /// Save under another name.
    Elsewhere,
    /// Reload the file.
    Theirs,
    /// Stay.
    Cancel,
}

/// File commands with parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// Choose an image in a dialog.
    PickImage(ImageUse),
    /// Choose a folder of the library.
    AddLibraryFolder,
    /// Choose the project folder.
    ChooseProject,
    /// These levels of the project folder are visible.
    ShowProject(Vec<std::path::PathBuf>),
    /// Choose the results of a sweep in a dialog.
    OpenSweep,
    /// Close the gallery.
    CloseGallery,
    /// The list of recent files is visible; refresh it.
    ShowRecents,
    /// Reload the file changed by another program.
    Reload,
    /// Dismiss the message about the changed file.
    KeepMine,
    /// Open the recovered level of a crashed window, by id.
    Restore(u64),
    /// Preview a recovered level; `None`: close the preview.
    ShowKept(Option<u64>),
    /// Delete a recovered level; needs a second press.
    DiscardKept(u64),
    /// Postpone the decision to the next start.
    PutOffKept,
    /// Retry writing the journal now.
    RetryJournal,
    /// The user has answered whether a download has arrived.
    ConfirmDownload(bool),
    /// The user has typed the name of a download; `None`: cancelled.
    NameDownload(Option<String>),
    /// Offer an unreadable record of the recovery as a download, by name.
    DownloadDamaged(String),
    /// Delete an unreadable record of the recovery, by name.
    ForgetDamaged(String),
    /// Load a backup, by version number.
    RestoreBackup(u64),
    /// Close the list of backups.
    CloseBackups,
    /// The user has answered the question about a file that another program has changed.
    Overwrite(Overwrite),
    /// Whether the built-in browser opens after the dialog of the system returned nothing.
    BrowseHere(bool),
    /// The user has chosen something about the layout of a bug bundle.
    BundleLayout(BundleLayoutChoice),
}
