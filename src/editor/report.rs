//! A JSON report of the window's state, written after each change if a path is given. Tests use it to drive the real
//! window.

use egui::accesskit::{Role, TreeUpdate};
use egui::{Context, FullOutput, Plugin};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// `[x, y, width, height]` in physical pixels of the window.
pub(super) type Rect = [f32; 4];

/// Collects the rectangles of named controls from the accessibility tree.
#[derive(Default)]
struct Controls {
    places: BTreeMap<String, Rect>,
    has_changed: bool,
}

impl Plugin for Controls {
    fn debug_name(&self) -> &'static str {
        "report of controls"
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else { return };
        // Nodes are in points; the scale of the root transform is not applied to them.
        let places = places(update, ctx.pixels_per_point());
        if places != self.places {
            (self.places, self.has_changed) = (places, true);
            // The report is written during a UI frame, so changes need another one.
            ctx.request_repaint();
        }
    }
}

/// Where every named control of a tree is.
pub(super) fn places(update: &TreeUpdate, scale: f32) -> BTreeMap<String, Rect> {
    let mut places = BTreeMap::new();
    for (_, node) in &update.nodes {
        let is_control = !matches!(node.role(), Role::Label | Role::TextRun | Role::Window | Role::GenericContainer);
        let (Some(name), Some(bounds), true) = (node.label(), node.bounds(), is_control) else { continue };
        let [x, y] = [bounds.x0 as f32 * scale, bounds.y0 as f32 * scale];
        let size = [(bounds.x1 - bounds.x0) as f32 * scale, (bounds.y1 - bounds.y0) as f32 * scale];
        places.entry(name.to_owned()).or_insert([x.round(), y.round(), size[0].round(), size[1].round()]);
    }
    places
}

/// Results of background work, in the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorkStatus {
    pub(super) findings: usize,
    pub(super) errors: usize,
    /// Number of findings of the diagnosis by problem, and its progress while it runs.
    pub(super) problems: BTreeMap<&'static str, u64>,
    pub(super) diagnosing: Option<f32>,
    /// Values of the shown measure by cell; `None` for cells without a number.
    pub(super) sweep: Vec<Option<f64>>,
    pub(super) sweeping: bool,
    /// Number of Web Workers, and of background jobs with work in them.
    pub(super) workers: [usize; 2],
    /// Visible messages, the oldest first.
    pub(super) notices: Vec<String>,
}

/// Contents of the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Status {
    pub(super) level: String,
    pub(super) path: Option<String>,
    pub(super) dirty: bool,
    /// Titles of the open levels, in the order of their tabs.
    pub(super) documents: Vec<String>,
    pub(super) frame: u64,
    pub(super) substep: u32,
    pub(super) last_frame: u64,
    pub(super) playing: bool,
    pub(super) reverse: bool,
    /// First and last frame of the loop, if on.
    pub(super) looped: Option<[u64; 2]>,
    pub(super) bookmarks: Vec<String>,
    /// First and last visible frame of the timeline.
    pub(super) span: [f64; 2],
    pub(super) seeking: Option<u64>,
    /// Number of phases in the current substep, and of those completed in the displayed state.
    pub(super) phases: usize,
    pub(super) phase: Option<usize>,
    pub(super) speed: f64,
    pub(super) hash: String,
    pub(super) contacts: u64,
    pub(super) events: usize,
    #[serde(flatten)]
    pub(super) work: WorkStatus,
    pub(super) selection: Vec<String>,
    /// Index of the entered body.
    pub(super) entered: Option<usize>,
    pub(super) tool: &'static str,
    pub(super) hand: bool,
    /// Hint in the status bar.
    pub(super) hint: String,
    pub(super) overlays: Vec<&'static str>,
    pub(super) theme: String,
    /// Level point in the centre of the canvas.
    pub(super) center: [f64; 2],
    /// Physical pixels per level unit.
    pub(super) scale: f64,
    pub(super) pointer: Option<[f64; 2]>,
    /// Centre and size of the canvas, in physical pixels of the window.
    pub(super) canvas: Rect,
    pub(super) window: [f32; 2],
    /// Rectangles of panels, tool row and canvas by name.
    pub(super) regions: BTreeMap<&'static str, Rect>,
    pub(super) dialog: &'static str,
    pub(super) undo: Option<String>,
    pub(super) redo: Option<String>,
    pub(super) controls: BTreeMap<String, Rect>,
}

/// Writes the report.
pub struct Report {
    path: PathBuf,
    last: Option<Status>,
}

impl Report {
    /// Starts reporting; the first report follows the first UI frame.
    pub fn start(ctx: &Context, path: PathBuf) -> Self {
        ctx.enable_accesskit();
        ctx.add_plugin(Controls::default());
        Self { path, last: None }
    }

    /// Writes the report if it has changed.
    pub fn write(&mut self, status: Status) {
        if self.last.as_ref() == Some(&status) {
            return;
        }
        let text = serde_json::to_string_pretty(&status).unwrap_or_default();
        // Atomic replacement, so that readers never see a partial file.
        let beside = self.path.with_extension("part");
        let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, &self.path));
        if written.is_ok() {
            self.last = Some(status);
        }
    }
}

/// Where every named control is.
pub(super) fn controls(ctx: &Context) -> BTreeMap<String, Rect> {
    ctx.plugin::<Controls>().lock().places.clone()
}
