//! The canvas: the level, what is selected, and the tool at work on it.
//!
//! Must never know: files, panels, history. What the user wants is returned as actions.

pub mod camera;
mod findings;
mod input;
mod marks;
mod paint;
mod panes;
pub mod pick;
mod stage;
mod verdict;

pub use camera::Camera;
pub use input::Input;
pub use paint::{Cache, Show, Still};
use panes::Panes;
pub use stage::Stage;

use super::actions::Action;
use super::app::App;
use super::meshing::ghost;
use super::selection::Selection;
use super::settings::DockTab;
use super::theme;
use super::tools::Pointer;
use crate::geometry::{Aabb, DVec2};
use crate::level::{Place, View};
use crate::picture::{Palette, Viewport, scene};
use egui::{CursorIcon, Role, Sense, Ui, WidgetInfo};

/// What the canvas keeps between pictures.
#[derive(Default)]
pub struct Canvas {
    /// What it shows.
    pub camera: Camera,
    /// The mesh.
    pub cache: Cache,
    /// The twin's mesh.
    twin_cache: Cache,
    /// Whether the pointer is, or was when the button went down, in the twin's pane.
    is_in_twin: bool,
    /// Mouse and trackpad.
    pub input: Input,
    /// Where the level was drawn last; beside a twin that is a half of the canvas.
    pub rect: Option<egui::Rect>,
    /// Where the canvas ends on the window.
    pub corner: Option<egui::Pos2>,
    /// What is to be shown as soon as the size is known: everything, or these places.
    pub wish: Option<Wish>,
    /// The pointer in the world, while over the canvas.
    pub pointer: Pointer,
    /// Places to light up: what the pointer is on in a list speaks of them.
    pub lit: Vec<Place>,
    /// What mouse and keys do here.
    pub hint: String,
}

/// Somewhere to look.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// The whole level.
    Everything,
    /// These.
    Places(Vec<Place>),
    /// A part of the plane that the level's file names.
    View(View),
}

/// Draws the canvas and lets the tool work; returns what is wanted in `out`.
pub fn show(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    let whole = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(whole, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::GenericContainer, true, "Canvas"));
    let palette = Palette::of(app.settings.theme.picture());
    let painter = ui.painter_at(whole);
    painter.rect_filled(whole, 0.0, theme::color(palette.background));

    let panes = Panes::split(whole, app.twin.as_ref().map(|twin| twin.placement));
    let rect = panes.first;
    let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height())).max(DVec2::ONE);
    let has_resized = app.canvas.rect.is_some_and(|old| old.size() != rect.size());
    app.canvas.rect = Some(rect);
    app.canvas.corner = Some(whole.max);
    look(app, size, has_resized);
    app.canvas.notice_pane(ui, &response, &panes);

    let App {
        findings,
        canvas,
        run,
        trace,
        pasts,
        selection,
        settings,
        toolbox,
        playback,
        document,
        twin,
        inquiry,
        maker,
        ..
    } = app;
    let twin = twin.as_ref();
    let first = Stage {
        level: document.level(),
        world: run.world(),
        viewport: canvas.camera.viewport(size),
        rect,
        selection,
        is_at_start: run.moment() == (0, 0),
        is_playing: playback.is_playing,
        palette: &palette,
    };
    let second = twin.zip(panes.second).map(|(twin, rect)| Stage { world: twin.twin.run().world(), rect, ..first });
    let stage = second.as_ref().filter(|_| canvas.is_in_twin).unwrap_or(&first);
    let pointer = canvas.input.read(ui, &response, stage, out);
    let is_placing = ghost::drag(maker, stage, &pointer);
    if !is_placing {
        toolbox.tool.update(stage, &pointer, out);
    }
    let focus = selection.iter().find_map(|place| match *place {
        Place::Node(body, node) => Some((body, node)),
        _ => None,
    });
    let past = pasts.of(run, false, selection, settings.past);
    let show = Show {
        level: run.level(),
        world: run.world(),
        moment: run.moment(),
        trace: trace.as_deref(),
        past: past.as_ref(),
        settings,
        focus,
        phase: run.phases_done().zip(run.phase_change()),
        is_ghost: false,
    };
    if let Some(twin) = twin {
        let run = twin.twin.run();
        let is_ghost = panes.second.is_none();
        let past = pasts.of(run, true, selection, settings.past);
        let show = Show {
            level: run.level(),
            world: run.world(),
            moment: run.moment(),
            trace: twin.trace(),
            past: past.as_ref(),
            phase: None,
            is_ghost,
            ..show
        };
        let rect = panes.second.unwrap_or(rect);
        canvas.twin_cache.paint(&show, first.viewport, rect, &painter.with_clip_rect(rect));
    }
    canvas.cache.paint(&show, first.viewport, rect, &painter.with_clip_rect(rect));
    verdict::repaint(ui, verdict::notice(&first, inquiry, pointer.at.filter(|_| !canvas.is_in_twin)));
    let verdict = verdict::paint(&first, inquiry, &canvas.lit, &painter.with_clip_rect(rect));
    for seen in [Some(&first), second.as_ref()].into_iter().flatten() {
        marks::paint(seen, pointer.over, &canvas.lit, &painter.with_clip_rect(seen.rect));
    }
    if settings.shows_dock && settings.dock_tab == DockTab::Findings {
        findings::paint(&first, settings.theme, findings, &painter.with_clip_rect(rect));
    }
    ghost::paint(maker, &first, settings, &painter.with_clip_rect(rect));
    toolbox.tool.paint(stage, &painter.with_clip_rect(stage.rect));
    if settings.shows_legend {
        let rows = [canvas.cache.legend(), &verdict].concat();
        let mut area = rect;
        if verdict::is_under_legend(&first, inquiry, rows.len()) {
            area.min.x = area.min.x.max(area.max.x - verdict::LEGEND_WIDTH);
        }
        marks::legend(ui, area, &rows);
    }
    if document.level().bodies.is_empty() && document.level().discs.is_empty() {
        marks::empty(&first, &painter, ui);
    }
    if let Some(twin) = twin {
        panes.paint_border(ui);
        panes.label(ui, document.level(), run, &twin.twin, out);
    }
    if response.hovered() || pointer.is_dragging {
        let is_over = maker.as_ref().zip(pointer.at).is_some_and(|(maker, at)| ghost::is_under(maker, stage, at));
        let shape = match () {
            () if canvas.input.is_panning || is_placing => CursorIcon::Grabbing,
            () if is_over => CursorIcon::Grab,
            () => toolbox.tool.cursor(stage, &pointer),
        };
        ui.ctx().set_cursor_icon(shape);
    }
    let placing = maker.as_ref().and_then(|maker| ghost::hint(maker, stage, &pointer));
    canvas.hint = placing.unwrap_or_else(|| toolbox.tool.hint(stage, &pointer));
    canvas.pointer = pointer;
    if response.secondary_clicked()
        && let Some(over) = pointer.over
        && !selection.contains(&over)
    {
        // What the menu offers is about what is under it.
        out.push(Action::Select(vec![over]));
    }
    context_menu(&response, app, out);
}

impl Canvas {
    /// The pointer belongs to the pane that it is in, or was in when the button went down.
    fn notice_pane(&mut self, ui: &Ui, response: &egui::Response, panes: &Panes) {
        let at = ui.input(|i| i.pointer.press_origin()).filter(|_| response.is_pointer_button_down_on());
        if let Some(at) = at.or(response.hover_pos()) {
            self.is_in_twin = panes.second.is_some_and(|second| second.contains(at));
        }
        self.is_in_twin &= panes.second.is_some();
    }
}

fn context_menu(response: &egui::Response, app: &App, out: &mut Vec<Action>) {
    use super::actions::Command;
    response.context_menu(|ui| {
        for command in [
            Command::Cut,
            Command::Copy,
            Command::Paste,
            Command::Duplicate,
            Command::Delete,
            Command::Rename,
            Command::Why,
            Command::Pin,
            Command::PlayPause,
            Command::Restart,
            Command::Fit,
            Command::FitSelection,
            Command::SelectNothing,
        ] {
            super::panels::menu::item(ui, app, command, out);
        }
    });
}

/// Does what was wished before the size of the canvas was known.
fn look(app: &mut App, size: DVec2, has_resized: bool) {
    let wish = app.canvas.wish.take();
    match wish {
        Some(Wish::Places(places)) => {
            let (bounds, context) = bounds_of(app, &places, size);
            app.canvas.camera.reveal(size, bounds, context);
        }
        Some(Wish::Everything) => fit(app, size),
        Some(Wish::View(View { center, height })) => {
            let viewport = Viewport { size_px: size, center: center.into(), scale: size.y / height };
            app.canvas.camera.look(viewport);
        }
        None if has_resized && app.canvas.camera.is_fitted => fit(app, size),
        None => {}
    }
}

fn fit(app: &mut App, size: DVec2) {
    let bounds = scene::bounds(app.document.level(), app.run.world());
    app.canvas.camera.fit(size, bounds);
}

/// How much of the level is on the canvas: the part of its box that the canvas shows, or, where one looks closely, the part
/// of the canvas that its box fills.
pub fn share_in_sight(app: &App) -> f64 {
    let Some(rect) = app.canvas.rect else { return 0.0 };
    let half = DVec2::new(f64::from(rect.width()), f64::from(rect.height())) * 0.5 / app.canvas.camera.scale;
    let level = scene::bounds(app.document.level(), app.run.world());
    let (low, high) = (app.canvas.camera.center - half, app.canvas.camera.center + half);
    let shared = level.max.min(high) - level.min.max(low);
    if level.is_empty() || shared.min_element() < 0.0 {
        return 0.0;
    }
    // A level may be a line, or a point.
    let least = DVec2::splat(f64::MIN_POSITIVE);
    let share = shared.max(least) / level.size().min(2.0 * half).max(least);
    share.x * share.y
}

/// Box around places, and how much to show around it: something of the bodies that they belong to.
fn bounds_of(app: &App, places: &[Place], size: DVec2) -> (Aabb, f64) {
    let palette = Palette::of(app.settings.theme.picture());
    let stage = Stage {
        level: app.document.level(),
        world: app.run.world(),
        viewport: app.canvas.camera.viewport(size),
        rect: egui::Rect::NOTHING,
        selection: &Selection::default(),
        is_at_start: false,
        is_playing: false,
        palette: &palette,
    };
    let bounds = stage.bounds(places);
    let bodies: Vec<Place> = places.iter().filter_map(|place| place.body()).map(Place::Body).collect();
    let around = stage.bounds(&bodies);
    let whole = if around.is_empty() { bounds } else { around };
    let size = whole.size().max_element();
    let context = if size.is_finite() && size > 0.0 { size * 0.3 } else { 1.0 };
    (bounds, context)
}
