//! Draws the canvas: passes input to the tool, then paints the levels and everything above them.

use super::entered::{self, Entered};
use super::panes::Panes;
use super::reference::ShownReference;
use super::rulers::{self, RulerRects};
use super::{
    Canvas, axis, bar, crosshair, drop, edge_map, findings, guides, inset, look, lost, marks, preview, verdict,
};
use crate::debugger::Run;
use crate::editor::actions::Action;
use crate::editor::document::Document;
use crate::editor::features::arrange::ArrangeDialog;
use crate::editor::features::meshing::Maker;
use crate::editor::features::past::Pasts;
use crate::editor::features::rules::Rules;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::twin::TwinRunner;
use crate::editor::features::verdict::VerdictUi;
use crate::editor::mirror::Mirror;
use crate::editor::selection::Selection;
use crate::editor::settings::{Settings, tabs::Tab};
use crate::editor::stage::{Stage, paint::PaintOptions};
use crate::editor::tools::{self, Pointer, Press, Toolbox};
use crate::editor::{access, regions};
use crate::engine::Trace;
use crate::geometry::DVec2;
use crate::level::Place;
use crate::level::checks::Finding;
use crate::picture::{LegendEntry, Palette, Skins};
use egui::{CursorIcon, Painter, Rect, Response, Role, Sense, Ui, WidgetInfo};
use std::sync::Arc;

/// Height that the names of level and twin take above the legend, in points: side by side, and one over the other.
const NAMES_BESIDE: f32 = 30.0;
const NAMES_OVER: f32 = 60.0;

/// Layout of the canvas in this UI frame.
struct Surface {
    bar: Rect,
    rulers: Option<RulerRects>,
    response: Response,
    painter: Painter,
    palette: Palette,
    panes: Panes,
    size: DVec2,
}

impl Surface {
    /// Allocates and clears the canvas; the camera follows its size.
    fn begin(ui: &mut Ui, parts: &mut CanvasParts) -> Self {
        let available = ui.available_rect_before_wrap();
        let (bar, whole) = available.split_top_bottom_at_y((available.top() + bar::HEIGHT).min(available.bottom()));
        ui.advance_cursor_after_rect(bar);
        let (rulers, whole) = match RulerRects::split(whole) {
            (rulers, rest) if parts.settings.shows_rulers => (Some(rulers), rest),
            _ => (None, whole),
        };
        let response = ui.allocate_rect(whole, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Canvas"));
        let palette = Palette::of(parts.settings.theme.picture());
        regions::record(ui.ctx(), "tool row", bar);
        regions::record(ui.ctx(), "canvas", whole);
        let painter = ui.painter_at(whole);
        let panes = Panes::split(whole, parts.twin.map(|twin| twin.placement));
        let rect = panes.first;
        let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height())).max(DVec2::ONE);
        let old = parts.canvas.rect.replace(rect).filter(|old| old.size() != rect.size());
        if response.is_pointer_button_down_on() {
            parts.canvas.camera.hold(old, rect);
        }
        parts.canvas.corner = Some(whole.max);
        look(parts, size, old.is_some());
        parts.canvas.notice_pane(ui, &response, &panes);
        Self { bar, rulers, response, painter, palette, panes, size }
    }

    /// A painter clipped to the first pane.
    fn first(&self) -> Painter {
        self.painter.with_clip_rect(self.panes.first)
    }

    /// The first pane below the names of level and twin.
    fn below_names(&self, has_twin: bool) -> Rect {
        let mut rect = self.panes.first;
        if has_twin {
            rect.min.y += if self.panes.second.is_some() { NAMES_BESIDE } else { NAMES_OVER };
        }
        rect
    }
}

/// The parts of the window state that the canvas changes.
pub struct CanvasParts<'a> {
    /// Camera, meshes and what mouse and keys do.
    pub canvas: &'a mut Canvas,
    /// The tool in hand.
    pub toolbox: &'a mut Toolbox,
    /// What the verdict trace is about.
    pub verdict: &'a mut VerdictUi,
    /// A body in the making.
    pub maker: &'a mut Option<Maker>,
    /// The dialog of an operation.
    pub arranging: &'a mut Option<ArrangeDialog>,
    /// The live mirror.
    pub mirror: Mirror,
    /// The level with its history.
    pub document: &'a Document,
    /// The level, running.
    pub run: &'a Run,
    /// Trace of the last substep.
    pub trace: Option<&'a Trace>,
    /// The run of the level's twin.
    pub twin: Option<&'a TwinRunner>,
    /// Other frames, for the overlays that show them.
    pub pasts: &'a Pasts,
    /// What is selected.
    pub selection: &'a Selection,
    /// What the user prefers.
    pub settings: &'a Settings,
    /// The edge-choice rules.
    pub rules: &'a Rules,
    /// Images of skins.
    pub skins: &'a Arc<Skins>,
    /// Findings of the checks.
    pub findings: &'a [Finding],
}

/// The level on the canvas, and the twin if it has its own pane.
struct CanvasStages<'a> {
    first: Stage<'a>,
    second: Option<Stage<'a>>,
    is_in_twin: bool,
}

impl<'a> CanvasStages<'a> {
    /// The stage under the pointer.
    fn active(&self) -> &Stage<'a> {
        self.second.as_ref().filter(|_| self.is_in_twin).unwrap_or(&self.first)
    }
}

/// User input on the canvas in this UI frame.
struct CanvasGesture {
    pointer: Pointer,
    /// Shape and hint of the pointer while a grip of the mirror axis or the reference image uses it.
    grip: Option<(CursorIcon, &'static str)>,
    /// A preview body is being dragged.
    is_placing: bool,
    /// A click would first return to frame 0.
    goes_back: bool,
    /// The part under the pointer.
    over: Option<Place>,
}

/// Draws the canvas, runs the active tool and appends actions to `out`.
pub fn show(ui: &mut Ui, parts: &mut CanvasParts, is_playing: bool, out: &mut Vec<Action>) -> Response {
    let surface = Surface::begin(ui, parts);
    let level = parts.document.level();
    parts.canvas.entered = parts.canvas.entered.filter(|entered| entered.body(level, parts.selection).is_some());
    let stages = stages(parts, &surface, is_playing);
    crosshair::publish(ui.ctx(), &surface.response, stages.active());
    bar::show(ui, surface.bar, &stages.first, parts.toolbox, parts.mirror, out);
    if let Some(rects) = surface.rulers {
        rulers::show(ui, rects, &stages.first, &mut parts.canvas.guides, out);
    }
    let gesture = interact(ui, &surface, &stages, parts, out);
    let legend = paint(ui, &surface, &stages, parts, &gesture, out);
    let file = parts.document.path.as_deref();
    drop::show(ui, &surface.response, &stages.first, file, &gesture.pointer, &surface.first(), out);
    parts.canvas.free_bottom = label(ui, &surface, &stages, parts, &legend, out);
    finish(ui, &surface, &stages, parts, &gesture);
    crosshair::show(ui.ctx(), &surface.response, &surface.painter, (level, &gesture.pointer));
    if surface.response.secondary_clicked()
        && let Some(over) = gesture.over
        && !parts.selection.contains(&over)
    {
        // The context menu refers to the part under the pointer.
        out.push(Action::Select(vec![over]));
    }
    parts.canvas.pointer = gesture.pointer;
    surface.response
}

fn stages<'a>(parts: &CanvasParts<'a>, surface: &'a Surface, is_playing: bool) -> CanvasStages<'a> {
    let level = parts.document.level();
    let first = Stage {
        level,
        placed: parts.document.placed(),
        world: parts.run.world(),
        viewport: parts.canvas.camera.viewport(surface.size),
        rect: surface.panes.first,
        selection: parts.selection,
        entered: parts.canvas.entered.and_then(|entered: Entered| entered.body(level, parts.selection)),
        is_at_start: parts.run.moment() == (0, 0),
        is_playing,
        palette: &surface.palette,
        options: &parts.settings.tools,
        mirror: parts.mirror.axis(),
        reach: access::reach(&surface.response.ctx),
    };
    let pane = parts.twin.zip(surface.panes.second);
    let second = pane.map(|(twin, rect)| Stage { world: twin.twin.run().world(), rect, ..first });
    CanvasStages { first, second, is_in_twin: parts.canvas.is_in_twin }
}

/// Reads mouse and keys and passes them to the mirror axis, the preview body or the tool.
fn interact(
    ui: &Ui,
    surface: &Surface,
    stages: &CanvasStages,
    parts: &mut CanvasParts,
    out: &mut Vec<Action>,
) -> CanvasGesture {
    let stage = stages.active();
    let was_pinching = parts.canvas.input.is_pinching;
    let mut pointer = parts.canvas.input.read(ui, &surface.response, stage, out);
    if parts.canvas.input.is_pinching && !was_pinching && parts.canvas.pointer.is_dragging {
        parts.toolbox.tool.cancel(out);
    }
    let has_axis = parts.canvas.axis.update(stage, &mut pointer, parts.mirror, out);
    let mut grip = has_axis.then_some((CursorIcon::ResizeHorizontal, axis::HINT));
    if grip.is_none() {
        let shown = shown_reference(stages, parts);
        grip = parts.canvas.reference.update(&stages.first, shown.as_ref(), &mut pointer, out);
    }
    if grip.is_none() {
        let can_grab = parts.toolbox.entry.id == tools::SELECT && parts.maker.is_none() && !stages.is_in_twin;
        grip =
            parts.canvas.guides.update(&stages.first, can_grab, &mut pointer, out).map(|shape| (shape, guides::HINT));
    }
    if pointer.drag_started.is_some() || pointer.clicked.is_some() {
        crosshair::release_focus(ui.ctx(), &surface.response);
    }
    let is_placing = preview::drag(parts, stage, &pointer);
    let goes_back = !is_placing && goes_back(stage, parts.toolbox);
    if !is_placing {
        work(stage, parts.toolbox, &pointer, goes_back, out);
    }
    let is_select = parts.toolbox.entry.id == tools::SELECT;
    let over = if is_select { tools::meant(stage, &pointer) } else { pointer.over };
    CanvasGesture { pointer, grip, is_placing, goes_back, over }
}

/// The reference image in the first pane; its handles belong to the tool that selects.
fn shown_reference<'a>(stages: &CanvasStages<'a>, parts: &CanvasParts) -> Option<ShownReference<'a>> {
    let can_move = parts.toolbox.entry.id == tools::SELECT && parts.maker.is_none() && !stages.is_in_twin;
    ShownReference::of(&stages.first, parts.skins, can_move)
}

/// Paints the levels and everything above them; returns the legend.
fn paint(
    ui: &Ui,
    surface: &Surface,
    stages: &CanvasStages,
    parts: &mut CanvasParts,
    gesture: &CanvasGesture,
    out: &mut Vec<Action>,
) -> Vec<LegendEntry> {
    let past = parts.pasts.of(parts.run, false, parts.selection, parts.settings.past);
    let options = PaintOptions {
        level: parts.run.level(),
        world: parts.run.world(),
        moment: parts.run.moment(),
        trace: parts.trace,
        past: past.as_ref(),
        settings: parts.settings,
        skins: parts.skins,
        focus: parts.selection.iter().find_map(|place| match *place {
            Place::Node(body, node) => Some((body, node)),
            _ => None,
        }),
        edge_map: parts.rules.options(),
        phase: parts.run.phases_done().zip(parts.run.phase_change()),
        is_ghost: false,
        of_tool: parts.toolbox.entry.overlays,
        // Drawn over the picture, for the contact of the panel.
        left_out: if parts.verdict.shown.is_some() { &[verdict::OVERLAY] } else { &[] },
    };
    let shown = shown_reference(stages, parts);
    shown.iter().for_each(|shown| shown.paint(&stages.first, &surface.first()));
    if let Some(twin) = parts.twin {
        paint_twin(surface, stages, parts, &options, twin);
    }
    let (first, painter) = (&stages.first, surface.first());
    parts.canvas.cache.paint(&options, first.viewport, surface.panes.first, &painter);
    for seen in [Some(first), stages.second.as_ref()].into_iter().flatten() {
        marks::paint(seen, gesture.over, &parts.canvas.lit, &surface.painter.with_clip_rect(seen.rect));
    }
    let at = gesture.pointer.at.filter(|_| !stages.is_in_twin);
    verdict::repaint(ui, verdict::notice(first, parts.verdict, at));
    let mut legend = parts.canvas.cache.legend().to_vec();
    let labelled = parts.canvas.cache.labelled();
    legend.extend(verdict::paint(first, parts.verdict, &parts.canvas.lit, labelled, &painter));
    paint_edge_map(ui, surface, stages, parts, gesture, &options);
    if parts.settings.is_shown(Tab::Problems) {
        findings::paint(first, parts.settings.theme, parts.findings, &painter);
    }
    preview::paint(parts, first, &painter);
    parts.canvas.guides.paint(first, &painter);
    parts.canvas.axis.paint(first, &painter);
    shown.iter().for_each(|shown| shown.paint_handles(first, &parts.canvas.reference, &painter));
    // What a drawing tool has drawn is in the dialog.
    if !(gesture.goes_back || (parts.maker.is_some() && parts.toolbox.entry.draws)) {
        let stage = stages.active();
        parts.toolbox.tool.paint(stage, &surface.painter.with_clip_rect(stage.rect));
    }
    inset::show(ui, first, parts, &options, out);
    legend
}

/// Paints the twin in its pane, or as a ghost below the level.
fn paint_twin(
    surface: &Surface,
    stages: &CanvasStages,
    parts: &mut CanvasParts,
    options: &PaintOptions,
    twin: &TwinRunner,
) {
    let run = twin.twin.run();
    let past = parts.pasts.of(run, true, parts.selection, parts.settings.past);
    let options = PaintOptions {
        level: run.level(),
        world: run.world(),
        moment: run.moment(),
        trace: twin.trace(),
        past: past.as_ref(),
        phase: None,
        is_ghost: surface.panes.second.is_none(),
        of_tool: &[],
        // The scale is that of the level; the difference stands there.
        left_out: &["scale-bar"],
        ..*options
    };
    let rect = surface.panes.second.unwrap_or(surface.panes.first);
    parts.canvas.twin_cache.paint(&options, stages.first.viewport, rect, &surface.painter.with_clip_rect(rect));
}

/// Paints the verdict of the Rules panel, and that of the edge map at the pointer.
fn paint_edge_map(
    ui: &Ui,
    surface: &Surface,
    stages: &CanvasStages,
    parts: &mut CanvasParts,
    gesture: &CanvasGesture,
    options: &PaintOptions,
) {
    let (first, painter) = (&stages.first, surface.first());
    if let Some((_, shown)) = &parts.rules.pointed {
        if edge_map::is_on(options) {
            edge_map::paint(first, shown, &painter);
        } else {
            verdict::paint_shown(first, shown, parts.canvas.cache.labelled(), &painter);
        }
    }
    let is_busy = stages.is_in_twin || gesture.pointer.is_dragging || gesture.is_placing;
    let at = gesture.pointer.at.filter(|_| surface.response.hovered() && !is_busy);
    parts.canvas.pointed = edge_map::edge_at_pointer(options, first, at);
    if let Some(pointed) = &parts.canvas.pointed {
        edge_map::show(ui, &surface.response, first, pointed, &painter);
    }
}

/// Legend, help on an empty level, path of the entered body, and names of level and twin.
fn label(
    ui: &mut Ui,
    surface: &Surface,
    stages: &CanvasStages,
    parts: &mut CanvasParts,
    legend: &[LegendEntry],
    out: &mut Vec<Action>,
) -> Option<f32> {
    let first = &stages.first;
    let below_names = surface.below_names(parts.twin.is_some());
    if parts.settings.shows_legend {
        let area = below_names.with_min_y(below_names.min.y + first.entered.map_or(0.0, |_| entered::HEIGHT));
        parts.canvas.legend.show(ui, area, first, parts.verdict, legend);
    }
    let is_at_work = parts.maker.is_some() || parts.toolbox.tool.claims(Press::Escape);
    let is_empty = first.placed.level.bodies.is_empty() && first.placed.level.discs.is_empty();
    if is_empty && first.level.instances.is_empty() && !is_at_work {
        marks::empty(first, &surface.painter, ui);
    }
    entered::path(ui, first, below_names, out);
    surface.panes.label(ui, first.level, parts.run, parts.twin.map(|twin| &twin.twin), out);
    let bottom = lost::show(ui, first, parts.twin.is_some() && surface.panes.second.is_none(), out);
    Some(surface.panes.second.map_or(bottom, |pane| pane.bottom() - lost::DIFFERENCE))
}

/// Sets the pointer shape and the hint in the status bar.
fn finish(ui: &Ui, surface: &Surface, stages: &CanvasStages, parts: &mut CanvasParts, gesture: &CanvasGesture) {
    let stage = stages.active();
    let CanvasGesture { pointer, grip, is_placing, goes_back, .. } = gesture;
    let tool = &parts.toolbox.tool;
    if surface.response.hovered() || pointer.is_dragging {
        let over = preview::cursor(parts, stage, pointer);
        let shape = match over {
            _ if parts.canvas.input.is_panning => CursorIcon::Grabbing,
            Some(shape) if *is_placing && shape != CursorIcon::Grab => shape,
            _ if *is_placing => CursorIcon::Grabbing,
            over => grip.map(|(shape, _)| shape).or(over).unwrap_or_else(|| tool.cursor(stage, pointer)),
        };
        ui.ctx().set_cursor_icon(shape);
    }
    let placing = preview::hint(parts, stage, pointer);
    let hint = match (grip, placing, goes_back) {
        _ if let Some(hint) = drop::hint(ui.ctx()) => hint.to_owned(),
        (Some((_, hint)), ..) => (*hint).to_owned(),
        (_, Some(placing), _) => placing,
        (_, _, true) => "Parts can be dragged at frame 0 only. Click to return there".to_owned(),
        _ => crosshair::with_keys(&surface.response, tool.hint(stage, pointer)),
    };
    // The status bar is drawn before the canvas, so it shows changes in the next UI frame.
    if hint != parts.canvas.hint || pointer.at != parts.canvas.pointer.at {
        ui.ctx().request_repaint();
    }
    parts.canvas.hint = hint;
}

/// True if the tool edits the level but the run is not at frame 0; a click then returns to frame 0.
fn goes_back(stage: &Stage, toolbox: &Toolbox) -> bool {
    toolbox.entry.draws && (!stage.is_at_start || stage.is_playing)
}

/// Runs the tool.
fn work(stage: &Stage, toolbox: &mut Toolbox, pointer: &Pointer, goes_back: bool, out: &mut Vec<Action>) {
    let presses = std::mem::take(&mut toolbox.presses);
    if goes_back {
        toolbox.tool.cancel(out);
        if pointer.clicked.is_some() || pointer.drag_started.is_some() {
            out.push(Action::Time(TimeCommand::ReturnToStart));
        }
        return;
    }
    for press in presses {
        toolbox.tool.press(stage, press, out);
    }
    toolbox.tool.update(stage, pointer, out);
}

impl Canvas {
    /// Assigns the pointer to the pane under it, or to that of the last press.
    fn notice_pane(&mut self, ui: &Ui, response: &Response, panes: &Panes) {
        let at = ui.input(|i| i.pointer.press_origin()).filter(|_| response.is_pointer_button_down_on());
        if let Some(at) = at.or(response.hover_pos()) {
            self.is_in_twin = panes.second.is_some_and(|second| second.contains(at));
        }
        self.is_in_twin &= panes.second.is_some();
    }
}
