//! The canvas: the level, what is selected, and the tool at work on it.
//!
//! What the user wants is returned as actions.

mod axis;
mod bar;
pub mod camera;
mod edge_map;
pub mod entered;
mod findings;
mod input;
mod marks;
mod paint;
mod panes;
pub mod pick;
pub mod retained;
mod stage;
mod verdict;

pub use camera::Camera;
pub use edge_map::Pointed;
use entered::Entered;
pub use input::Input;
pub use paint::{Cache, PaintOptions, Still, paint_once};
use panes::Panes;
pub use stage::Stage;

use super::actions::{Action, Command};
use super::app::App;
use super::meshing::ghost;
use super::selection::Selection;
use super::settings::DockTab;
use super::theme;
use super::tools::{self, Pointer, Press, Toolbox};
use crate::geometry::{Aabb, DVec2};
use crate::level::{Place, View};
use crate::picture::{Palette, scene};
use egui::{CursorIcon, Role, Sense, Ui, WidgetInfo};

/// Width and height that the panels leave to the canvas, with the row of the tool.
pub const LEAST: egui::Vec2 = egui::vec2(280.0, 134.0);

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
    /// The axis of the mirror, as something to drag.
    axis: axis::Axis,
    /// Where the level was drawn last; beside a twin that is a half of the canvas.
    pub rect: Option<egui::Rect>,
    /// Where the canvas ends on the window.
    pub corner: Option<egui::Pos2>,
    /// What is to be shown as soon as the size is known: everything, or these places.
    pub wish: Option<ViewCommand>,
    /// The pointer in the world, while over the canvas.
    pub pointer: Pointer,
    /// Places to light up: what the pointer is on in a list speaks of them.
    pub lit: Vec<Place>,
    /// What the edge-choice map's rule says of the point under the pointer.
    pub pointed: Option<Pointed>,
    /// What mouse and keys do here.
    pub hint: String,
    /// The body that one is inside of.
    pub entered: Option<Entered>,
}

/// Somewhere to look.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewCommand {
    /// The whole level.
    Everything,
    /// These.
    Places(Vec<Place>),
    /// A part of the plane that the level's file names.
    View(View),
}

/// Draws the canvas and lets the tool work; returns what is wanted in `out`.
pub fn show(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    let available = ui.available_rect_before_wrap();
    let (bar, whole) = available.split_top_bottom_at_y((available.top() + bar::HEIGHT).min(available.bottom()));
    ui.advance_cursor_after_rect(bar);
    let response = ui.allocate_rect(whole, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::GenericContainer, true, "Canvas"));
    let palette = Palette::of(app.settings.theme.picture());
    let painter = ui.painter_at(whole);
    painter.rect_filled(whole, 0.0, theme::color(palette.background));

    let panes = Panes::split(whole, app.twin.as_ref().map(|twin| twin.placement));
    let rect = panes.first;
    let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height())).max(DVec2::ONE);
    let old = app.canvas.rect.replace(rect).filter(|old| old.size() != rect.size());
    if response.is_pointer_button_down_on() {
        app.canvas.camera.hold(old, rect);
    }
    let has_resized = old.is_some();
    app.canvas.corner = Some(whole.max);
    look(app, size, has_resized);
    app.canvas.notice_pane(ui, &response, &panes);

    app.canvas.entered =
        app.canvas.entered.filter(|entered| entered.body(app.document.level(), &app.selection).is_some());

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
        rules,
        maker,
        mirror,
        ..
    } = app;
    let twin = twin.as_ref();
    let first = Stage {
        level: document.level(),
        world: run.world(),
        viewport: canvas.camera.viewport(size),
        rect,
        selection,
        entered: canvas.entered.and_then(|entered| entered.body(document.level(), selection)),
        is_at_start: run.moment() == (0, 0),
        is_playing: playback.is_playing,
        palette: &palette,
        options: &settings.tools,
        mirror: mirror.axis(),
    };
    let second = twin.zip(panes.second).map(|(twin, rect)| Stage { world: twin.twin.run().world(), rect, ..first });
    let stage = second.as_ref().filter(|_| canvas.is_in_twin).unwrap_or(&first);
    bar::show(ui, bar, &first, toolbox, *mirror, out);
    let mut pointer = canvas.input.read(ui, &response, stage, out);
    let has_axis = canvas.axis.update(stage, &mut pointer, *mirror, out);
    if pointer.drag_started.is_some() || pointer.clicked.is_some() {
        // Keys are the tool's from here on, not those of the button that was used before.
        ui.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
    }
    let is_placing = ghost::drag(maker, stage, &pointer);
    let goes_back = !is_placing && goes_back(stage, toolbox);
    if !is_placing {
        work(stage, toolbox, &pointer, goes_back, out);
    }
    let focus = selection.iter().find_map(|place| match *place {
        Place::Node(body, node) => Some((body, node)),
        _ => None,
    });
    let past = pasts.of(run, false, selection, settings.past);
    let show = PaintOptions {
        level: run.level(),
        world: run.world(),
        moment: run.moment(),
        trace: trace.as_deref(),
        past: past.as_ref(),
        settings,
        focus,
        edge_map: rules.options(),
        phase: run.phases_done().zip(run.phase_change()),
        is_ghost: false,
        of_tool: toolbox.entry.overlays,
    };
    if let Some(twin) = twin {
        let run = twin.twin.run();
        let is_ghost = panes.second.is_none();
        let past = pasts.of(run, true, selection, settings.past);
        let show = PaintOptions {
            level: run.level(),
            world: run.world(),
            moment: run.moment(),
            trace: twin.trace(),
            past: past.as_ref(),
            phase: None,
            is_ghost,
            of_tool: &[],
            ..show
        };
        let rect = panes.second.unwrap_or(rect);
        canvas.twin_cache.paint(&show, first.viewport, rect, &painter.with_clip_rect(rect));
    }
    canvas.cache.paint(&show, first.viewport, rect, &painter.with_clip_rect(rect));
    verdict::repaint(ui, verdict::notice(&first, inquiry, pointer.at.filter(|_| !canvas.is_in_twin)));
    let verdict = verdict::paint(&first, inquiry, &canvas.lit, &painter.with_clip_rect(rect));
    if let Some((_, told)) = &rules.pointed {
        let painter = painter.with_clip_rect(rect);
        if edge_map::is_on(&show) {
            edge_map::paint(&first, told, &painter);
        } else {
            verdict::paint_shown(&first, told, &painter);
        }
    }
    let is_free = response.hovered() && !canvas.is_in_twin && !pointer.is_dragging && !is_placing;
    canvas.pointed = edge_map::edge_at_pointer(&show, &first, pointer.at.filter(|_| is_free));
    if let Some(pointed) = &canvas.pointed {
        edge_map::show(ui, &response, &first, pointed, &painter.with_clip_rect(rect));
    }
    let over = if toolbox.entry.id == tools::SELECT { tools::meant(stage, &pointer) } else { pointer.over };
    for seen in [Some(&first), second.as_ref()].into_iter().flatten() {
        marks::paint(seen, over, &canvas.lit, &painter.with_clip_rect(seen.rect));
    }
    if settings.shows_dock && settings.dock_tab == DockTab::Findings {
        findings::paint(&first, settings.theme, findings, &painter.with_clip_rect(rect));
    }
    ghost::paint(maker, &first, settings, &painter.with_clip_rect(rect));
    canvas.axis.paint(&first, &painter.with_clip_rect(rect));
    if !goes_back {
        toolbox.tool.paint(stage, &painter.with_clip_rect(stage.rect));
    }
    if settings.shows_legend {
        let rows = [canvas.cache.legend(), &verdict].concat();
        let mut area = rect;
        // Below the names of the two.
        area.min.y += twin.map_or(0.0, |_| if panes.second.is_some() { 30.0 } else { 60.0 });
        area.min.y += first.entered.map_or(0.0, |_| entered::HEIGHT);
        if verdict::is_under_legend(&first, inquiry, rows.len()) {
            area.min.x = area.min.x.max(area.max.x - verdict::LEGEND_WIDTH);
        }
        marks::legend(ui, area, &rows);
    }
    let is_at_work = maker.is_some() || toolbox.tool.claims(Press::Escape);
    if document.level().bodies.is_empty() && document.level().discs.is_empty() && !is_at_work {
        marks::empty(&first, &painter, ui);
    }
    let mut corner = rect;
    corner.min.y += twin.map_or(0.0, |_| if panes.second.is_some() { 30.0 } else { 60.0 });
    entered::path(ui, &first, corner, out);
    if let Some(twin) = twin {
        panes.paint_border(ui);
        panes.label(ui, document.level(), run, &twin.twin, out);
    }
    if response.hovered() || pointer.is_dragging {
        let is_over = maker.as_ref().zip(pointer.at).is_some_and(|(maker, at)| ghost::is_under(maker, stage, at));
        let shape = match () {
            () if canvas.input.is_panning || is_placing => CursorIcon::Grabbing,
            () if has_axis => CursorIcon::ResizeHorizontal,
            () if is_over => CursorIcon::Grab,
            () => toolbox.tool.cursor(stage, &pointer),
        };
        ui.ctx().set_cursor_icon(shape);
    }
    let placing = maker.as_ref().and_then(|maker| ghost::hint(maker, stage, &pointer));
    canvas.hint = match (has_axis, placing, goes_back) {
        (true, ..) => axis::HINT.to_owned(),
        (_, Some(placing), _) => placing,
        (_, _, true) => "The level is drawn at frame 0: click to go back there".to_owned(),
        _ => toolbox.tool.hint(stage, &pointer),
    };
    canvas.pointer = pointer;
    if response.secondary_clicked()
        && let Some(over) = over
        && !selection.contains(&over)
    {
        // What the menu offers is about what is under it.
        out.push(Action::Select(vec![over]));
    }
    context_menu(&response, app, out);
}

/// Whether the tool in hand draws into the level, while one looks at a later moment: a click goes back first.
fn goes_back(stage: &Stage, toolbox: &Toolbox) -> bool {
    toolbox.entry.draws && (!stage.is_at_start || stage.is_playing)
}

/// Lets the tool work.
fn work(stage: &Stage, toolbox: &mut Toolbox, pointer: &Pointer, goes_back: bool, out: &mut Vec<Action>) {
    let presses = std::mem::take(&mut toolbox.presses);
    if goes_back {
        toolbox.tool.cancel(out);
        if pointer.clicked.is_some() || pointer.drag_started.is_some() {
            out.push(Action::Command(Command::Restart));
            out.push(Action::Tell("Back at frame 0, where the level is drawn".to_owned()));
        }
        return;
    }
    for press in presses {
        toolbox.tool.press(stage, press, out);
    }
    toolbox.tool.update(stage, pointer, out);
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
    let items = |ui: &mut Ui| {
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
    };
    response.context_menu(|ui| super::panels::overflow::scrolling(ui, items));
}

/// Does what was wished before the size of the canvas was known.
fn look(app: &mut App, size: DVec2, has_resized: bool) {
    let wish = app.canvas.wish.take();
    match wish {
        Some(ViewCommand::Places(places)) => {
            let (bounds, context) = bounds_of(app, &places, size);
            app.canvas.camera.reveal(size, bounds, context);
        }
        Some(ViewCommand::Everything) => fit(app, size),
        Some(ViewCommand::View(View { center, height })) => {
            app.canvas.camera.show(size, center.into(), height);
        }
        None if has_resized && app.canvas.camera.is_fitted => fit(app, size),
        None => {
            let camera = &mut app.canvas.camera;
            if let Some(height) = camera.height.filter(|_| has_resized) {
                camera.show(size, camera.center, height);
            }
        }
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
        entered: None,
        is_at_start: false,
        is_playing: false,
        palette: &palette,
        options: &app.settings.tools,
        mirror: None,
    };
    let bounds = stage.bounds(places);
    let bodies: Vec<Place> = places.iter().filter_map(|place| place.body()).map(Place::Body).collect();
    let around = stage.bounds(&bodies);
    let whole = if around.is_empty() { bounds } else { around };
    let size = whole.size().max_element();
    let context = if size.is_finite() && size > 0.0 { size * 0.3 } else { 1.0 };
    (bounds, context)
}
