//! The canvas: draws the level and the selection, and passes the pointer to the active tool. Requests are returned as
//! actions.

mod axis;
mod bar;
pub mod beside;
pub mod camera;
mod crosshair;
mod draw;
mod drop;
mod edge_map;
pub mod entered;
mod findings;
mod guides;
mod input;
pub mod inset;
mod legend;
pub mod lost;
mod marks;
mod panes;
mod preview;
mod reference;
mod rulers;
mod verdict;

pub use camera::Camera;
pub use draw::{CanvasParts, show};
pub use edge_map::Pointed;
use entered::Entered;
pub use input::Input;

use super::actions::{Action, Command, Menu};
use super::context::ViewContext;
use super::features::verdict::ShownVerdict;
use super::selection::Selection;
use super::stage::Stage;
use super::stage::paint::Cache;
use super::tools::Pointer;
use super::widgets::command::{self, item};
use crate::geometry::{Aabb, DVec2};
use crate::level::{Place, View};
use crate::picture::Palette;
use egui::Ui;

/// Minimum width and height of the canvas with its bar.
pub const LEAST: egui::Vec2 = egui::vec2(280.0, 134.0);

/// Canvas state between UI frames.
#[derive(Default)]
pub struct Canvas {
    /// The view.
    pub camera: Camera,
    /// Cached mesh of the level.
    pub cache: Cache,
    /// Cached mesh of the inset.
    inset_cache: Cache,
    /// Cached mesh of the twin.
    twin_cache: Cache,
    /// Whether the pointer is, or was at the last press, in the twin's pane.
    is_in_twin: bool,
    /// Mouse and trackpad state.
    pub input: Input,
    /// Grip of the mirror axis.
    axis: axis::Axis,
    /// Guide lines.
    guides: guides::GuideHandles,
    /// Handles of the reference image.
    reference: reference::ReferenceHandles,
    /// Rectangle of the level; half of the canvas beside a twin.
    pub rect: Option<egui::Rect>,
    /// Lower right corner of the canvas in the window.
    pub corner: Option<egui::Pos2>,
    /// Lower end of its free part at the right, where messages are.
    pub free_bottom: Option<f32>,
    /// View command to perform as soon as the size is known.
    pub view_command: Option<ViewCommand>,
    /// Parts of which one at least must be in view, else the view moves to them; empty: any body or disc of the level.
    pub kept_in_view: Option<Vec<Place>>,
    /// Pointer input, while over the canvas.
    pub pointer: Pointer,
    /// Highlighted parts, because the pointer is over a mention of them in a panel.
    pub lit: Vec<Place>,
    /// Verdict of the edge-choice map at the pointer.
    pub pointed: Option<Pointed>,
    /// Hint for mouse and keys.
    pub hint: String,
    /// The entered body.
    pub entered: Option<Entered>,
    /// The legend of the overlays.
    legend: legend::Legend,
}

impl Canvas {
    /// What the edge-choice map's rule says of the point under the pointer.
    pub fn pointed_verdict(&self) -> Option<&ShownVerdict> {
        self.pointed.as_ref().map(|pointed| &pointed.shown)
    }
}

/// A view command.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewCommand {
    /// Show the whole level.
    Everything,
    /// Show these parts.
    Places(Vec<Place>),
    /// Show these parts unless they are in view, large enough to see.
    Reveal(Vec<Place>),
    /// Show the view saved in the level's file.
    View(View),
}

/// The menu of the right mouse button.
pub fn context_menu(response: &egui::Response, view: &ViewContext, out: &mut Vec<Action>) {
    let items = |ui: &mut Ui| {
        for command in [
            Command::Cut,
            Command::Copy,
            Command::Paste,
            Command::Duplicate,
            Command::Delete,
            Command::Rename,
            Command::Why,
            Command::LastChange,
            Command::NextChange,
            Command::Pin,
            Command::PlayPause,
            Command::Restart,
            Command::Fit,
            Command::FitSelection,
            Command::SelectNothing,
        ] {
            item(ui, view, command, out);
        }
        ui.separator();
        command::submenu(ui, view, Menu::Arrange, "Copies", out);
        command::submenu(ui, view, Menu::Arrange, "Combine", out);
    };
    response.context_menu(|ui| crate::editor::widgets::overflow::scrolling(ui, items));
}

/// Performs the pending view command.
fn look(parts: &mut CanvasParts, size: DVec2, has_resized: bool) {
    let command = parts.canvas.view_command.take();
    match command {
        Some(ViewCommand::Places(places)) => {
            let (bounds, context) = bounds_of(parts, &places, size);
            parts.canvas.camera.reveal(size, bounds, context);
        }
        Some(ViewCommand::Reveal(places)) => {
            let (bounds, context) = bounds_of(parts, &places, size);
            if !parts.canvas.camera.shows(size, bounds, context) {
                parts.canvas.camera.reveal(size, bounds, context);
            }
        }
        Some(ViewCommand::Everything) => fit(parts, size),
        Some(ViewCommand::View(View { center, height })) => {
            parts.canvas.camera.show(size, center.into(), height);
        }
        None if has_resized && parts.canvas.camera.is_fitted => fit(parts, size),
        None if has_resized => parts.canvas.camera.resize(size),
        None => {}
    }
    if let Some(places) = parts.canvas.kept_in_view.take() {
        keep_in_view(parts, &places, size);
    }
}

/// Moves the view to these parts if none of them is in view; without parts, to the level if none of its parts is.
fn keep_in_view(parts: &mut CanvasParts, places: &[Place], size: DVec2) {
    let level = &parts.document.placed().level;
    let all = || (0..level.bodies.len()).map(Place::Body).chain((0..level.discs.len()).map(Place::Disc)).collect();
    let wanted: Vec<Place> = if places.is_empty() { all() } else { places.to_vec() };
    let seen = parts.canvas.camera.seen(size);
    let boxes = || wanted.iter().map(|&place| bounds_of(parts, &[place], size).0).filter(Aabb::is_finite);
    if boxes().any(|bounds| seen.overlaps(&bounds)) || boxes().next().is_none() {
        return;
    }
    if places.is_empty() {
        return fit(parts, size);
    }
    let (bounds, context) = bounds_of(parts, &wanted, size);
    parts.canvas.camera.reveal(size, bounds, context);
}

fn fit(parts: &mut CanvasParts, size: DVec2) {
    let own = lost::bounds(&parts.document.placed().level, parts.run.world());
    // The twin has the same scale and centre.
    let twin = parts.twin.as_ref().map(|twin| lost::bounds(twin.twin.run().level(), twin.twin.run().world()));
    let bounds = twin.filter(|twin| !twin.is_empty()).map_or(own, |twin| own.union(twin));
    parts.canvas.camera.fit(size, bounds);
}

/// Visible fraction of the level, given its box: of that box, or, if zoomed in, the fraction of the canvas that the box covers.
pub fn share_in_sight(canvas: &Canvas, level: Aabb) -> f64 {
    let Some(rect) = canvas.rect else { return 0.0 };
    let seen = canvas.camera.seen(DVec2::new(f64::from(rect.width()), f64::from(rect.height())));
    let shared = level.max.min(seen.max) - level.min.max(seen.min);
    if level.is_empty() || shared.min_element() < 0.0 {
        return 0.0;
    }
    // The box of a level can have no width or height.
    let least = DVec2::splat(f64::MIN_POSITIVE);
    let share = shared.max(least) / level.size().min(seen.size()).max(least);
    share.x * share.y
}

/// Box around places, and a margin that includes some of their bodies.
fn bounds_of(parts: &CanvasParts, places: &[Place], size: DVec2) -> (Aabb, f64) {
    let palette = Palette::of(parts.settings.theme.picture());
    let stage = Stage {
        level: parts.document.level(),
        placed: parts.document.placed(),
        world: parts.run.world(),
        viewport: parts.canvas.camera.viewport(size),
        rect: egui::Rect::NOTHING,
        selection: &Selection::default(),
        entered: None,
        is_at_start: false,
        is_playing: false,
        palette: &palette,
        options: &parts.settings.tools,
        mirror: None,
        reach: 1.0,
    };
    let bounds = stage.bounds(places);
    let bodies: Vec<Place> = places.iter().filter_map(|place| place.body()).map(Place::Body).collect();
    let around = stage.bounds(&bodies);
    let body_bounds = if around.is_empty() { bounds } else { around };
    let size = body_bounds.size().max_element();
    let context = if size.is_finite() && size > 0.0 { size * 0.3 } else { 1.0 };
    (bounds, context)
}
