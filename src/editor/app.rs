//! The state of the window.

use super::bundle::ShownBundle;
use super::canvas::{Canvas, ViewCommand};
use super::clipboard::Clipboard;
use super::context::ViewContext;
use super::document::Document;
use super::features::Features;
use super::features::twin::TwinRunner;
use super::files::Files;
use super::kept_runs::Earlier;
use super::notices::Notices;
use super::open_documents::OpenDocuments;
pub use super::opening::{Opened, begin, read};
use super::playback::Playback;
use super::report::Report;
use super::selection::Selection;
use super::settings::Settings;
use super::tools::Toolbox;
use crate::debugger::Run;
use crate::level::Place;
use crate::level::flatten::InstanceFault;

/// The complete state of the window. What belongs to the active document is exchanged with [`OpenDocuments`].
pub struct App {
    /// The open documents that are not active, and their order.
    pub documents: OpenDocuments,
    /// The level and its edit history.
    pub document: Document,
    /// The run of the level.
    pub run: Run,
    /// Runs of earlier document states, kept for undo and redo.
    pub earlier: Earlier,
    /// Play state, direction and speed.
    pub playback: Playback,
    /// Selected parts.
    pub selection: Selection,
    /// Persistent settings.
    pub settings: Settings,
    /// Canvas state: camera, panes and pointer.
    pub canvas: Canvas,
    /// The active tool and the live mirror axis.
    pub toolbox: Toolbox,
    /// Clipboard state.
    pub clipboard: Clipboard,
    /// Files and their dialogs.
    pub files: Files<App>,
    /// Messages in the corner of the canvas.
    pub notices: Notices,
    /// Tabs, bars and windows, each with its own state.
    pub features: Features,
    /// What the active document has of its bug bundle.
    pub bundle: ShownBundle,
    /// What the window keeps for the window system.
    pub window: WindowState,
}

/// State of the window itself: its title, its end, its timed start, and where its settings and its report are kept.
#[derive(Default)]
pub struct WindowState {
    /// Address of the web page, for links; empty in a window of the system.
    pub address: String,
    /// Whether the canvas is shown without any panel.
    pub is_canvas_alone: bool,
    /// Number of the document with which the window has begun.
    pub(super) first_document: u64,
    /// Whether the window may close with unsaved changes.
    pub may_close: bool,
    /// Measurement of other frames on the UI thread, as the list of background work shows it.
    pub(super) measuring: Option<std::sync::Arc<super::background::monitor::JobState>>,
    /// Time of the present UI frame.
    pub(super) time: super::frame_time::FrameTime,
    /// Instances that are left out, and why, as last reported.
    pub(super) faults: Vec<InstanceFault>,
    pub(super) report: Option<Report>,
    pub(super) title: String,
    pub(super) has_seen_screen: bool,
    /// Settings file; `None` if eframe stores the settings.
    #[cfg(not(target_arch = "wasm32"))]
    pub kept: Option<super::settings_file::SettingsFile>,
    /// The settings as this tab has last read or written them.
    #[cfg(target_arch = "wasm32")]
    pub known: super::settings::merge::KnownSettings,
    /// Timer of the start; `None` after the first frame or if timing is off.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) stages: Option<super::start::Stages>,
    /// Log of the pictures, if requested.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) pictures: Option<super::picture_log::PictureLog>,
}

impl App {
    /// Called after each change of the level: starts the checks; removes deleted parts from the selection and the
    /// trace.
    pub fn level_changed(&mut self) {
        if let Some(findings) = self.features.findings.inspection.findings(self.document.level()) {
            self.features.findings.take(findings, &self.document, self.files.images.skins());
        }
        let (level, placed) = (self.document.level().clone(), self.document.placed().level.clone());
        let old = self.features.twin.take();
        self.features.twin =
            TwinRunner::again(old, &placed, &self.run, self.features.journal.compare).unwrap_or_else(|error| {
                self.notices.error(error.to_string());
                None
            });
        self.features.breakpoints.take(&placed);
        self.features.breakpoints.watcher.recorded = self.run.recorded_hashes();
        if self.document.placed().faults != self.window.faults {
            self.window.faults.clone_from(&self.document.placed().faults);
            if let Some(fault) = self.window.faults.first() {
                self.notices.warning(format!("Instance {} is left out: {}", fault.instance, fault.error));
            }
        }
        self.selection.retain(|place| level.has(place));
        self.features.substep.traced = None;
        self.features.substep.trace = None;
    }

    /// What panels read of all this.
    pub fn view(&self) -> ViewContext<'_> {
        ViewContext {
            document: &self.document,
            run: &self.run,
            earlier: &self.earlier,
            twin: &self.features.twin,
            trace: &self.features.substep.trace,
            playback: &self.playback,
            selection: &self.selection,
            settings: &self.settings,
            templates: &self.features.templates.list,
            mirror: &self.toolbox.mirror,
            is_live: self.features.journal.is_live,
            skins: self.files.images.skins(),
            commands: self,
        }
    }

    /// Moves the view to these parts in the next UI frame.
    pub fn look_at(&mut self, places: Vec<Place>) {
        self.canvas.view_command = Some(ViewCommand::Places(places));
    }
}
