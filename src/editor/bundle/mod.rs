//! Bug bundles: one file with what another person needs to see the same moment. It is a zip archive:
//!
//! | entry | contents |
//! | --- | --- |
//! | `recording.run.json` | level, inputs of all branches, hashes of all frames |
//! | `level.ron` | the level as it is edited, with its instances |
//! | `view.ron` | moment, selection and overlays as a link; layers, plots, camera and the arrangement of the panels |
//! | `picture.png` | the canvas |
//! | `report.txt` | versions, the moment, problems and messages, for reading |
//!
//! Only the recording and the view are read again.

pub mod layout;
mod shown;

pub use shown::ShownBundle;

use super::playback::Loop;
use super::settings::layout::Layout;
use super::settings::{Settings, ShownPlot};
use super::share::{self, LinkTarget};
use crate::debugger::Run;
use crate::debugger::recording::bundle::{self, Entries, RECORDING, bytes_of, take_recording, take_text};
pub use crate::debugger::recording::bundle::{ENDING, entries, is_bundle};
use crate::debugger::recording::{self, Recording};
use crate::level::format::{self, TextFormat};
use crate::level::{Level, View};
use crate::picture::history::PastOptions;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Names of the entries.
const LEVEL: &str = "level.ron";
const VIEW: &str = "view.ron";
const PICTURE: &str = "picture.png";
const REPORT: &str = "report.txt";

/// What a bundle shows, besides its recording.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BundleView {
    /// Version of this form.
    pub version: u32,
    /// Moment, selection and overlays, as a link without a level.
    pub link: String,
    /// Hash of the state at the moment, in hexadecimal digits.
    pub hash: String,
    /// Part of the level that the canvas shows.
    pub camera: Option<View>,
    /// Ids of the layers that differ from their default.
    pub switched_layers: Vec<String>,
    /// Open plots.
    pub plots: Vec<ShownPlot>,
    /// First and last visible frame of the plots; `None`: all.
    pub plotted_frames: Option<[f64; 2]>,
    /// Loop range of playback.
    pub looped: Loop,
    /// Keys of hidden plot series.
    pub hidden_series: Vec<String>,
    /// Ids of hidden timeline marks.
    pub hidden_marks: Vec<String>,
    /// Range of past frames that overlays show.
    pub past: PastOptions,
    /// Whether the phases of the substep are listed.
    pub shows_phases: bool,
    /// Arrangement of the panels, which the window offers; `None` in bundles of older versions.
    pub layout: Option<Layout>,
}

impl BundleView {
    /// The settings that matter, with the link of the displayed moment.
    pub fn of(settings: &Settings, target: &LinkTarget, hash: u64, camera: Option<View>) -> Self {
        Self {
            version: 1,
            link: share::write(target),
            hash: format!("{hash:016x}"),
            camera,
            layout: Some(settings.layout().clone()),
            ..Self::of_settings(settings)
        }
    }

    /// The settings that [`Self::apply`] replaces.
    fn of_settings(settings: &Settings) -> Self {
        Self {
            switched_layers: settings.switched_layers.clone(),
            plots: settings.plots.clone(),
            hidden_series: settings.hidden_series.clone(),
            hidden_marks: settings.hidden_marks.clone(),
            past: settings.past,
            shows_phases: settings.shows_phases,
            ..Self::default()
        }
    }

    /// Applies it to the settings of another window, except for the layout.
    pub fn apply(&self, settings: &mut Settings) {
        settings.switched_layers.clone_from(&self.switched_layers);
        settings.plots.clone_from(&self.plots);
        settings.hidden_series.clone_from(&self.hidden_series);
        settings.hidden_marks.clone_from(&self.hidden_marks);
        (settings.past, settings.shows_phases) = (self.past, self.shows_phases);
    }
}

/// The contents of a bundle to be written.
pub struct Bundle {
    /// Level, inputs and hashes.
    pub recording: Recording,
    /// The level as it is edited.
    pub level: Level,
    /// What the window shows.
    pub view: BundleView,
    /// The picture as PNG, or why there is none.
    pub picture: Result<Vec<u8>, String>,
    /// The report for reading.
    pub report: String,
}

impl Bundle {
    /// The bytes of the file.
    ///
    /// # Errors
    /// If the view cannot be written.
    pub fn write(&self) -> Result<Vec<u8>, String> {
        let view = ron::ser::to_string_pretty(&self.view, ron::ser::PrettyConfig::default());
        let mut report = self.report.clone();
        let mut entries = Entries::from([
            (RECORDING.to_owned(), recording::write(&self.recording, TextFormat::Json).into_bytes()),
            (LEVEL.to_owned(), format::write(&self.level, TextFormat::Ron).into_bytes()),
            (VIEW.to_owned(), view.map_err(|error| error.to_string())?.into_bytes()),
        ]);
        match &self.picture {
            Ok(picture) => _ = entries.insert(PICTURE.to_owned(), picture.clone()),
            Err(reason) => report += &format!("\nNo picture: {reason}\n"),
        }
        entries.insert(REPORT.to_owned(), report.into_bytes());
        Ok(bundle::write(&entries))
    }
}

/// What a bundle restores.
#[derive(Debug)]
pub struct OpenedBundle {
    /// The recording.
    pub recording: Recording,
    /// Its run, at frame 0.
    pub run: Run,
    /// What the window shows.
    pub view: BundleView,
    /// Its link.
    pub target: LinkTarget,
}

/// Reads a bundle.
///
/// # Errors
/// The reason, as a sentence without the name of the file.
pub fn read(bytes: &[u8]) -> Result<OpenedBundle, String> {
    let mut entries = entries(bytes)?;
    let (recording, run) = take_recording(&mut entries)?;
    let inside = |reason: String| format!("{VIEW} in the bundle: {reason}");
    let view: BundleView = ron::from_str(&take_text(&mut entries, VIEW)?).map_err(|error| inside(error.to_string()))?;
    let target = share::read(&view.link).map_err(inside)?;
    Ok(OpenedBundle { recording, run, view, target })
}

/// Loads a bundle from a file of the disk or of the page.
///
/// # Errors
/// The reason, without the name of the file.
pub fn load(path: &Path) -> Result<OpenedBundle, String> {
    read(&bytes_of(path)?)
}
