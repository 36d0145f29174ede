//! A file that tells what the window shows, written whenever that changes: tests drive the real window by it.
//!
//! It is off unless a path is given.

use super::app::App;
use super::regions;
use egui::accesskit::{Role, TreeUpdate};
use egui::{Context, FullOutput, Plugin};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// `[x, y, width, height]` in physical pixels of the window.
type Rect = [f32; 4];

/// Collects where every named control is, from the accessibility tree.
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
        // Nodes are in points; the root's transform, which scales them, is not applied to them here.
        let places = places(update, ctx.pixels_per_point());
        if places != self.places {
            (self.places, self.has_changed) = (places, true);
            // The report is written while a picture is drawn.
            ctx.request_repaint();
        }
    }
}

fn places(update: &TreeUpdate, scale: f32) -> BTreeMap<String, Rect> {
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

/// What is written.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Status {
    level: String,
    path: Option<String>,
    dirty: bool,
    frame: u64,
    substep: u32,
    last_frame: u64,
    playing: bool,
    reverse: bool,
    /// First and last frame of the loop, where it is on.
    looped: Option<[u64; 2]>,
    bookmarks: Vec<String>,
    /// First and last frame that the timeline shows.
    span: [f64; 2],
    seeking: Option<u64>,
    /// Phases of the substep that are listed, and how many of them are done as it is shown.
    phases: usize,
    phase: Option<usize>,
    speed: f64,
    hash: String,
    contacts: u64,
    events: usize,
    findings: usize,
    errors: usize,
    selection: Vec<String>,
    /// Index of the body that one is inside of.
    entered: Option<usize>,
    tool: &'static str,
    hand: bool,
    /// What the status bar says of mouse and keys.
    hint: String,
    overlays: Vec<&'static str>,
    theme: String,
    /// World point in the middle of the canvas.
    center: [f64; 2],
    /// Physical pixels per world unit.
    scale: f64,
    pointer: Option<[f64; 2]>,
    /// Middle of the canvas in physical pixels of the window, and its size.
    canvas: Rect,
    window: [f32; 2],
    /// Panels, tool row and canvas by name.
    regions: BTreeMap<&'static str, Rect>,
    dialog: &'static str,
    undo: Option<String>,
    redo: Option<String>,
    controls: BTreeMap<String, Rect>,
}

/// Writes the file.
pub struct Report {
    path: PathBuf,
    last: Option<Status>,
}

impl Report {
    /// Begins; nothing is written before the first picture.
    pub fn start(ctx: &Context, path: PathBuf) -> Self {
        ctx.enable_accesskit();
        ctx.add_plugin(Controls::default());
        Self { path, last: None }
    }

    /// Writes what has changed.
    pub fn write(&mut self, ctx: &Context, app: &App) {
        let controls = ctx.plugin::<Controls>().lock().places.clone();
        let status = status(ctx, app, controls);
        if self.last.as_ref() == Some(&status) {
            return;
        }
        let text = serde_json::to_string_pretty(&status).unwrap_or_default();
        // Readers must never see half a file.
        let beside = self.path.with_extension("part");
        let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, &self.path));
        if written.is_ok() {
            self.last = Some(status);
        }
    }
}

fn status(ctx: &Context, app: &App, controls: BTreeMap<String, Rect>) -> Status {
    use crate::level::checks::Severity;
    let scale = ctx.pixels_per_point();
    let rect = app.canvas.rect.unwrap_or(egui::Rect::ZERO);
    let window = ctx.content_rect().size() * scale;
    let pixels = |rect: egui::Rect| [rect.min.x, rect.min.y, rect.width(), rect.height()].map(|side| side * scale);
    let dialog = match () {
        () if app.files.guard.is_some() => "unsaved",
        () if app.files.is_writing() => "saving",
        () if app.files.task.is_some() => "opening",
        #[cfg(not(target_arch = "wasm32"))]
        () if app.files.browser.is_some() => "browser",
        () if app.features.help.shows_keys => "keys",
        () if app.features.help.shows_about => "about",
        () if app.features.guide.is_open => "guide",
        () if app.files.start.is_open => "gallery",
        () if app.files.portrait_is_open => "picture",
        () => "",
    };
    Status {
        level: app.document.title(),
        path: app.document.path.as_ref().map(|path| path.display().to_string()),
        dirty: app.document.is_dirty(),
        frame: app.run.frame(),
        substep: app.run.substep(),
        last_frame: app.run.last_frame(),
        playing: app.playback.is_playing,
        reverse: app.playback.is_reverse,
        looped: app.playback.looped.is_on.then(|| app.playback.looped.frames(app.run.last_frame()).into()),
        bookmarks: crate::editor::features::timeline::moments::bookmarks(&app.view())
            .iter()
            .map(|bookmark| bookmark.name.clone())
            .collect(),
        span: app.features.timeline.span(&app.run),
        seeking: app.playback.catching_up(),
        phases: app.run.known_phases().len(),
        phase: app.run.phases_done(),
        speed: app.playback.speed,
        hash: format!("{:016x}", app.run.world().hash()),
        contacts: app.run.world().contact_count(),
        events: app.run.events().len(),
        findings: app.features.findings.list.len(),
        errors: app.features.findings.list.iter().filter(|finding| finding.severity == Severity::Error).count(),
        selection: app.selection.iter().map(ToString::to_string).collect(),
        entered: app.canvas.entered.and_then(|entered| entered.body(app.document.level(), &app.selection)),
        tool: app.toolbox.entry.id,
        hand: app.run.hand().is_some(),
        hint: app.canvas.hint.clone(),
        overlays: app.settings.overlays_on().map(|overlay| overlay.id).collect(),
        theme: format!("{:?}", app.settings.theme).to_lowercase(),
        center: app.canvas.camera.center.into(),
        scale: app.canvas.camera.scale * f64::from(scale),
        pointer: app.canvas.pointer.at.map(Into::into),
        canvas: pixels(rect),
        window: window.into(),
        regions: regions::all(ctx).into_iter().map(|(name, rect)| (name, pixels(rect))).collect(),
        dialog,
        undo: app.document.undo_label().map(str::to_owned),
        redo: app.document.redo_label().map(str::to_owned),
        controls,
    }
}
