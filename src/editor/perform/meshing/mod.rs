//! Opens the Make dialog and performs its commands.

mod commit;
pub(super) mod free;
mod import;
mod menu;

pub use import::{import, import_text, is_importable};
pub use menu::{command, is_possible};

use crate::editor::app::App;
use crate::editor::canvas::ViewCommand;
use crate::editor::context::ViewContext;
use crate::editor::features::meshing::*;
use crate::editor::perform::files;
use crate::editor::tools;
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::remesh;
use crate::level::import::{Drawn, Sketch};
use crate::level::mesh::{DrawnOutline, Recipe};
use crate::level::parameter::Values;
use crate::level::shapes::{self, ShapeGenerator};
use crate::level::{Body, Motion, Place, View};

/// Updates the open dialog, if any, before drawing.
pub fn update(app: &mut App, ctx: &egui::Context) {
    let Some(maker) = &mut app.features.maker else { return };
    let is_down = ctx.input(|i| i.pointer.any_down());
    if !maker.update(app.document.level(), app.toolbox.mirror.axis(), is_down, ctx) {
        app.features.maker = None;
    } else if maker.is_awaited && !maker.is_behind() {
        maker.is_awaited = false;
        let is_shape = matches!(maker.subject, MeshingSource::Shape(_));
        let (before, bounds) = (maker.view_before, ghost::bounds(maker));
        commit::commit(app);
        if is_shape && app.features.maker.is_none() {
            inserted(app, ctx, before, bounds);
        }
    }
}

/// After a shape is inserted, the next click is on the shape. A view that has moved returns if it shows the shape; else the
/// shape moves from beside the dialog to the middle.
fn inserted(app: &mut App, ctx: &egui::Context, before: Option<View>, bounds: Aabb) {
    if let Some(before) = before {
        let height = seen(app).y;
        let [x, y] = app.canvas.camera.center.to_array();
        let beside = View { center: [x + 0.5 * covered(app) / app.canvas.camera.scale, y], height };
        let view = if is_within(app, before, bounds) { before } else { beside };
        app.canvas.view_command = Some(ViewCommand::View(view));
    }
    if app.toolbox.entry.id != tools::SELECT {
        super::take_tool(app, ctx, tools::SELECT);
    }
}

/// Closes the dialog without inserting; the view returns to where it was before, and a drawn outline to its tool.
pub fn leave(app: &mut App) {
    let Some(maker) = app.features.maker.take() else { return };
    if let Some(view) = maker.view_before {
        app.canvas.view_command = Some(ViewCommand::View(view));
    }
    if let MeshingSource::Sketch(Sketch { is_import: false, drawn, .. }) = maker.subject
        && let Some(drawn) = drawn.into_iter().next().filter(|_| app.toolbox.entry.id == tools::POLYGON)
    {
        app.toolbox.tool = tools::unclosed_polygon(drawn.outline.outer);
        app.notices.success("The outline is open again: Enter closes it, Esc discards it, Backspace removes a corner");
    }
}

/// Opens the dialog for an outline in level coordinates.
pub fn open(app: &mut App, outline: DrawnOutline) {
    let drawn = Drawn { name: POLYGON.to_owned(), ..Drawn::of(outline) };
    let sketch = Sketch { drawn: vec![drawn], ..Sketch::default() };
    open_sketch(app, sketch, DVec2::ZERO);
}

fn open_sketch(app: &mut App, sketch: Sketch, at: DVec2) {
    let mut recipe = drawing::start(&sketch, app.document.level());
    let key = if sketch.is_import { DRAWING } else { OUTLINE };
    let remembered = app.settings.made_with.get(key).cloned().unwrap_or_default();
    let is_import = sketch.is_import;
    let subject = MeshingSource::Sketch(sketch);
    if !is_import {
        soften(&mut recipe, &remembered, &subject, app.document.level());
    }
    app.features.maker = Some(Maker::new(subject, recipe, remembered, at, app.document.level()));
}

/// Opens the dialog for a shape in the centre of the view, or at the nearest free place.
fn open_shape(app: &mut App, shape: &'static ShapeGenerator) {
    let remembered = app.settings.made_with.get(shape.id).cloned().unwrap_or_default();
    let at = if shape.id == FLOOR { below(&app.view()).unwrap_or_else(|| middle(app)) } else { middle(app) };
    let body = shape.make(&remembered).unwrap_or_else(|_| shape.body());
    let placed = |part: Aabb| Aabb { min: part.min + at, max: part.max + at };
    let own: Vec<Aabb> = free::boxes_of(&body).into_iter().map(placed).collect();
    let (level, step) = (&app.document.placed().level, grid_step(app));
    let (own, way) = match body.motion {
        Motion::Dynamic => {
            let own = free::with_room_to_fall(own);
            let is_support = |body: &&Body| body.motion != Motion::Dynamic;
            let supports: Vec<Aabb> = level.bodies.iter().filter(is_support).flat_map(free::boxes_of).collect();
            let way = free::way_over(&own, &supports, &free::boxes(level), step);
            (own, way)
        }
        _ => {
            let directions = if shape.id == FLOOR { free::DOWN } else { free::ASIDE };
            let way = free::way(&own, &free::boxes(level), step, directions);
            (own, way)
        }
    };
    if let Some(bounds) = own.into_iter().reduce(Aabb::union) {
        bring_into_view(app, Aabb { min: bounds.min + way, max: bounds.max + way });
    }
    let subject = MeshingSource::Shape(shape);
    let mut maker = Maker::new(subject, Recipe::default(), remembered, at + way, app.document.level());
    maker.view_before = view_before(app);
    app.features.maker = Some(maker);
}

/// The view, if it is about to move.
fn view_before(app: &App) -> Option<View> {
    files::view(app).filter(|_| app.canvas.view_command.is_some())
}

/// Opens the dialog for the first selected body.
fn open_body(app: &mut App) {
    let Some(index) = app.selection.iter().find_map(|place| place.body()) else { return };
    let level = app.document.level();
    let Some(body) = level.bodies.get(index) else { return };
    if let Err(reason) = remesh::outline(body) {
        app.notices.error(format!("Cannot mesh {} anew: {reason}", level.body_title(index)));
        return;
    }
    app.features.maker = Some(Maker::new(
        MeshingSource::Body(index),
        remesh::recipe(body),
        Values::new(),
        DVec2::ZERO,
        app.document.level(),
    ));
}

/// Centre of the view, rounded to the grid.
fn middle(app: &App) -> DVec2 {
    let step = grid_step(app);
    (app.canvas.camera.center / step).round() * step
}

/// A power of ten that is 8 to 80 points long on the canvas.
fn grid_step(app: &App) -> f64 {
    let scale = app.canvas.camera.scale;
    let mut step = 1.0;
    while step * scale < 8.0 && step < 1e12 {
        step *= 10.0;
    }
    while step * scale > 80.0 && step > 1e-12 {
        step *= 0.1;
    }
    step
}

/// Visible area around a preview, as a factor on its size.
const AROUND: f64 = 1.5;

/// Width and height of the canvas, in points.
fn canvas_size(app: &App) -> DVec2 {
    app.canvas.rect.map_or(DVec2::ONE, |rect| DVec2::new(rect.width().into(), rect.height().into()))
}

/// Width and height of the visible part of the level.
fn seen(app: &App) -> DVec2 {
    canvas_size(app) / app.canvas.camera.scale
}

/// Moves the view to a preview in the part of the canvas beside the dialog, unless it is in view. The scale changes only for
/// a preview that does not fit or is hard to see.
pub fn bring_into_view(app: &mut App, bounds: Aabb) {
    let middle = bounds.center();
    let (size, seen) = (canvas_size(app), seen(app));
    let covered = covered(app);
    let beside = DVec2::new(1.0 - covered / size.x, 1.0);
    let is_small = seen.min_element() > 20.0 * bounds.size().max_element();
    let fits = bounds.size().cmple(seen * beside).all();
    let free = app.canvas.camera.center + DVec2::new(0.5 * covered / app.canvas.camera.scale, 0.0);
    let is_in_sight = (middle - free).abs().cmple((seen * beside - bounds.size()) * 0.5).all();
    if is_in_sight && !is_small {
        return;
    }
    let wanted = bounds.size().y.max(bounds.size().x * size.y / (size.x - covered).max(1.0)) * AROUND;
    let height = if fits && !is_small { seen.y } else { wanted };
    if height > 0.0 && height.is_finite() {
        let aside = 0.5 * covered * height / size.y;
        app.canvas.view_command = Some(ViewCommand::View(View { center: [middle.x - aside, middle.y], height }));
    }
}

/// Width that the dialog covers, in points; 0 in a narrow canvas.
fn covered(app: &App) -> f64 {
    if canvas_size(app).x > 1.5 * COVERED { COVERED } else { 0.0 }
}

/// True if a view has all of a preview.
fn is_within(app: &App, view: View, bounds: Aabb) -> bool {
    let size = canvas_size(app);
    let seen = DVec2::new(view.height * size.x / size.y, view.height);
    (bounds.center() - DVec2::from_array(view.center)).abs().cmple((seen - bounds.size()) * 0.5).all()
}

/// A point below the centre of all free bodies, by half their height and at least 1; `None` if there are none.
fn below(view: &ViewContext) -> Option<DVec2> {
    let level = view.document.level();
    let bodies = level.bodies.iter().filter(|body| body.motion == crate::level::Motion::Dynamic);
    let nodes = bodies.flat_map(|body| body.nodes.iter().map(|node| DVec2::from_array(node.position)));
    let discs = level.discs.iter().flat_map(|disc| {
        let (center, reach) = (DVec2::from_array(disc.position), DVec2::splat(disc.radius));
        [center - reach, center + reach]
    });
    let bounds = Aabb::around(nodes.chain(discs));
    if bounds.is_empty() {
        return None;
    }
    let at = DVec2::new(bounds.center().x, bounds.min.y - (0.5 * bounds.size().y).max(1.0));
    // Round to quarters.
    Some((at * 4.0).round() / 4.0)
}

/// Performs a command.
pub fn perform(app: &mut App, ctx: &egui::Context, command: MeshingCommand) {
    match command {
        MeshingCommand::Shape(id) => {
            let is_outline =
                |maker: &Maker| matches!(&maker.subject, MeshingSource::Sketch(_)) && maker.is_drawn_here();
            if app.features.maker.as_ref().is_some_and(is_outline) {
                app.notices.warning("Insert or cancel the body that you have drawn first");
            } else if let Some(shape) = shapes::shape(id) {
                open_shape(app, shape);
            }
        }
        MeshingCommand::Outline(outline) => open(app, outline),
        MeshingCommand::Sketch(sketch) => import::show(app, sketch),
        MeshingCommand::Leave => leave(app),
        MeshingCommand::Commit => {
            let Some(maker) = &mut app.features.maker else { return };
            maker.is_awaited = true;
            update(app, ctx);
        }
    }
}

/// Bodies that are selected or have selected parts, in ascending order.
fn bodies(view: &ViewContext) -> Vec<usize> {
    let mut bodies: Vec<usize> = view.selection.iter().filter_map(|place: &Place| place.body()).collect();
    bodies.sort_unstable();
    bodies.dedup();
    bodies
}

/// Name of a body from a drawn outline.
const POLYGON: &str = "polygon";

/// Id of the floor shape, which is placed below the free bodies.
const FLOOR: &str = "floor";
