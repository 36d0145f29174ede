//! The Make dialog: generates bodies from shapes, drawn or imported outlines, or existing bodies, with a preview on the
//! canvas. Also the commands of the Mesh menu.
//!
//! The panel of the dialog is `panels::maker`.

mod commands;
mod commit;
mod drawing;
pub mod ghost;
mod import;
mod making;
pub(crate) mod panel;
mod preview;
mod soften;

pub use commands::{command, is_possible};
pub use import::{import, import_text, is_drawing};
pub use preview::{BodyCounts, Preview};

use making::{AT_ONCE, Making, PreviewInput};
use soften::soften;

use crate::editor::app::App;
use crate::editor::canvas::Cache;
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::remesh;
use crate::level::import::hold::Holding;
use crate::level::import::{Drawn, Sketch};
use crate::level::mesh::{DrawnOutline, Recipe};
use crate::level::parameter::{Parameter, Values};
use crate::level::shapes::{self, ShapeGenerator};
use crate::level::{Level, Place};
use std::sync::Arc;

/// Source of a body.
#[derive(Clone)]
pub enum MeshingSource {
    /// A shape generator.
    Shape(&'static ShapeGenerator),
    /// Outlines, and lines that become obstacles.
    Sketch(Sketch),
    /// An existing body, by index.
    Body(usize),
}

/// Commands of the dialog and of menus.
pub enum MeshingCommand {
    /// Open the dialog for a shape, by id.
    Shape(&'static str),
    /// Open the dialog for an outline drawn on the canvas.
    Outline(DrawnOutline),
    /// Open the dialog for a drawing.
    Sketch(Sketch),
    /// Insert the preview.
    Commit,
    /// Close the dialog.
    Leave,
}

/// State of the dialog.
pub struct Maker {
    /// Source of the body.
    pub subject: MeshingSource,
    /// Mesh defaults derived from the outline.
    recipe: Recipe,
    /// Parameters of the form.
    pub parameters: Vec<Parameter>,
    /// Values that differ from the defaults.
    pub values: Values,
    /// Offset of the generated bodies.
    pub at: DVec2,
    /// The current preview.
    pub preview: Preview,
    /// The level at the last update.
    level: Arc<Level>,
    /// Position of the mirror axis, if the mirror doubles the body.
    mirror: Option<f64>,
    is_stale: bool,
    is_moved: bool,
    /// The next preview, if it is generated in a thread.
    making: Option<Making>,
    /// Insert the next preview as soon as it is ready.
    is_awaited: bool,
    grip: Option<DVec2>,
    cache: Cache,
}

/// Key of the remembered values of outlines.
const OUTLINE: &str = "outline";
/// Key of the remembered values of drawings.
const DRAWING: &str = "drawing";
/// Parameter that depends on the outline's size and is not remembered.
const SPACING: &str = "spacing";

impl Maker {
    fn new(subject: MeshingSource, recipe: Recipe, remembered: Values, at: DVec2, level: &Arc<Level>) -> Self {
        let parameters = match &subject {
            MeshingSource::Shape(shape) => shape.parameters(),
            MeshingSource::Sketch(sketch) => drawing::parameters(sketch, &recipe),
            MeshingSource::Body(_) => recipe.parameters(),
        };
        let mut values = remembered;
        values.retain(|id, value| parameters.iter().any(|p| p.id == id && p.admits(*value)));
        Self {
            subject,
            recipe,
            parameters,
            values,
            at,
            preview: Preview::default(),
            level: level.clone(),
            mirror: None,
            is_stale: true,
            is_moved: true,
            making: None,
            is_awaited: false,
            grip: None,
            cache: Cache::default(),
        }
    }

    /// Title of the dialog.
    pub fn title(&self) -> String {
        match &self.subject {
            MeshingSource::Shape(shape) => shape.title.to_owned(),
            MeshingSource::Sketch(sketch) => match (&sketch.drawn[..], sketch.name.as_str()) {
                ([_], "") => "Body from an outline".to_owned(),
                ([_], name) => format!("Body from {name}"),
                (all, name) => format!("{} bodies from {name}", all.len()),
            },
            MeshingSource::Body(index) => {
                let name = self.level.bodies.get(*index).map_or("", |body| body.name.as_str());
                if name.is_empty() { format!("Mesh body {index} anew") } else { format!("Mesh {name} anew") }
            }
        }
    }

    /// One-sentence description.
    pub fn explanation(&self) -> &'static str {
        match self.subject {
            MeshingSource::Shape(shape) => shape.explanation,
            MeshingSource::Sketch(_) => {
                "Hull, nodes inside, triangles, springs, masses and gas from the outline. Holes stay open."
            }
            MeshingSource::Body(_) => "Uses the hull as outline. Keeps name, motion, colour and pinned nodes.",
        }
    }

    /// Label of the confirm button and of the history entry.
    pub fn verb(&self) -> String {
        match &self.subject {
            MeshingSource::Shape(shape) => format!("Insert {}", shape.title.to_lowercase()),
            MeshingSource::Sketch(sketch) if sketch.drawn.len() == 1 => "Insert body".to_owned(),
            MeshingSource::Sketch(sketch) => format!("Insert {} bodies", sketch.drawn.len()),
            MeshingSource::Body(_) => "Mesh anew".to_owned(),
        }
    }

    /// True if the live mirror doubles it: shapes and drawn outlines, but not imported drawings.
    fn is_doubled(&self) -> bool {
        match &self.subject {
            MeshingSource::Shape(_) => true,
            MeshingSource::Sketch(sketch) => sketch.name.is_empty() && sketch.drawn.len() == 1,
            MeshingSource::Body(_) => false,
        }
    }

    /// True if it can be moved.
    pub fn is_movable(&self) -> bool {
        !matches!(self.subject, MeshingSource::Body(_))
    }

    /// Sets a value; a default value is removed from the stored ones.
    pub fn set(&mut self, parameter: &Parameter, value: f64) {
        if value == parameter.default {
            self.values.remove(parameter.id);
        } else {
            self.values.insert(parameter.id.to_owned(), value);
        }
        self.is_stale = true;
    }

    /// Resets all values to their defaults.
    pub fn reset(&mut self) {
        self.values.clear();
        self.is_stale = true;
    }

    /// Moves the preview.
    pub fn place(&mut self, at: DVec2) {
        if at.is_finite() && at != self.at {
            self.at = at;
            self.is_moved = true;
        }
    }

    /// True if the preview does not match the current values yet.
    pub fn is_behind(&self) -> bool {
        self.making.is_some() || self.is_stale
    }

    /// Offset of the drawn preview from its generated position. A large preview is only shifted during a drag; its
    /// mirror image moves the opposite way.
    pub fn drift(&self) -> DVec2 {
        if self.mirror.is_some() { DVec2::ZERO } else { self.at - self.preview.at }
    }

    /// Updates the preview; the checks wait while the pointer is down. Returns false if the source no longer exists.
    fn update(&mut self, level: &Arc<Level>, mirror: Option<f64>, is_pointer_down: bool, ctx: &egui::Context) -> bool {
        let mirror = mirror.filter(|_| self.is_doubled());
        if mirror != self.mirror {
            (self.mirror, self.is_moved) = (mirror, true);
        }
        if !Arc::ptr_eq(level, &self.level) {
            self.level = level.clone();
            self.is_moved = true;
            if let MeshingSource::Body(index) = self.subject {
                let Some(body) = level.bodies.get(index) else { return false };
                self.recipe = remesh::recipe(body);
                self.parameters = self.recipe.parameters();
                self.is_stale = true;
            }
        }
        if let Some(making) = &mut self.making {
            let Some(made) = making.poll(is_pointer_down) else { return true };
            (self.preview, self.making) = (made, None);
        }
        let expected = making::estimate(&self.subject, &self.recipe, &self.values, &self.level);
        if expected.max(self.preview.facts.nodes) > AT_ONCE {
            self.order(is_pointer_down, ctx);
            return true;
        }
        if std::mem::take(&mut self.is_stale) {
            let mut holding = Holding::default();
            let parts = preview::parts(&self.subject, &self.recipe, &self.values, &self.level, &mut holding);
            self.preview.take(parts, holding);
            self.is_moved = true;
        }
        if std::mem::take(&mut self.is_moved) {
            self.preview.place(&self.subject, self.at, &self.level, self.mirror);
        }
        if !is_pointer_down {
            self.preview.look(&self.subject, &self.level);
        }
        true
    }

    /// Starts generating a large preview if the current one is outdated.
    fn order(&mut self, is_pointer_down: bool, ctx: &egui::Context) {
        let is_only_shifted = !self.is_stale && self.mirror.is_none();
        if !(self.is_stale || self.is_moved) || (is_only_shifted && is_pointer_down) {
            return;
        }
        let order = PreviewInput {
            subject: self.subject.clone(),
            recipe: self.recipe,
            values: self.values.clone(),
            at: self.at,
            level: self.level.clone(),
            mirror: self.mirror,
            known: (!self.is_stale).then(|| (self.preview.parts.clone(), self.preview.holding.clone())),
        };
        (self.is_stale, self.is_moved) = (false, false);
        self.making = Some(Making::begin(order, ctx));
    }

    fn memory(&self) -> Option<(&'static str, Values)> {
        match &self.subject {
            MeshingSource::Shape(shape) => Some((shape.id, self.values.clone())),
            MeshingSource::Sketch(sketch) => {
                let mut values = self.values.clone();
                values.remove(SPACING);
                Some((if sketch.is_import { DRAWING } else { OUTLINE }, values))
            }
            MeshingSource::Body(_) => None,
        }
    }
}

/// Updates the open dialog, if any, before drawing.
pub fn update(app: &mut App, ctx: &egui::Context) {
    let Some(maker) = &mut app.features.maker else { return };
    let is_down = ctx.input(|i| i.pointer.any_down());
    if !maker.update(app.document.level(), app.mirror.axis(), is_down, ctx) {
        app.features.maker = None;
    } else if maker.is_awaited && !maker.is_behind() {
        maker.is_awaited = false;
        commit::commit(app);
    }
}

/// Opens the dialog for an outline in level coordinates.
pub fn open(app: &mut App, outline: DrawnOutline) {
    let sketch = Sketch { drawn: vec![Drawn::of(outline)], ..Sketch::default() };
    open_sketch(app, sketch, DVec2::ZERO);
}

fn open_sketch(app: &mut App, sketch: Sketch, at: DVec2) {
    let points = || sketch.drawn.iter().flat_map(|drawn| drawn.outline.outer.iter().copied());
    let size = Aabb::around(points()).size().max_element();
    let mut recipe = Recipe::fitting(size);
    if sketch.spacing > 0.0 {
        recipe.options.spacing = sketch.spacing;
    }
    recipe.is_soft = sketch.drawn.iter().any(|drawn| drawn.is_soft);
    let key = if sketch.is_import { DRAWING } else { OUTLINE };
    let remembered = app.settings.made_with.get(key).cloned().unwrap_or_default();
    if sketch.is_import {
        recipe = drawing::recipe(&sketch, recipe, app.document.level());
    }
    let is_import = sketch.is_import;
    let subject = MeshingSource::Sketch(sketch);
    if !is_import {
        soften(&mut recipe, &remembered, &subject, app.document.level());
    }
    app.features.maker = Some(Maker::new(subject, recipe, remembered, at, app.document.level()));
}

/// Opens the dialog for a shape in the centre of the view.
fn open_shape(app: &mut App, shape: &'static ShapeGenerator) {
    let remembered = app.settings.made_with.get(shape.id).cloned().unwrap_or_default();
    let at = if shape.id == FLOOR { below(app).unwrap_or_else(|| middle(app)) } else { middle(app) };
    app.features.maker =
        Some(Maker::new(MeshingSource::Shape(shape), Recipe::default(), remembered, at, app.document.level()));
}

/// Opens the dialog for the first selected body.
fn open_body(app: &mut App) {
    let Some(index) = app.selection.iter().find_map(|place| place.body()) else { return };
    let level = app.document.level();
    let Some(body) = level.bodies.get(index) else { return };
    if let Err(reason) = remesh::outline(body) {
        app.notices.error(format!("Cannot mesh body {index} anew: {reason}"));
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

/// Width of the canvas that the dialog covers, in points.
const COVERED: f64 = 400.0;

/// Centre of the uncovered canvas, rounded to the grid.
fn middle(app: &App) -> DVec2 {
    let camera = &app.canvas.camera;
    let width = app.canvas.rect.map_or(0.0, |rect| f64::from(rect.width()));
    let aside = if width > 1.5 * COVERED { 0.5 * COVERED / camera.scale } else { 0.0 };
    let mut step = 1.0;
    while step * camera.scale < 8.0 && step < 1e12 {
        step *= 10.0;
    }
    while step * camera.scale > 80.0 && step > 1e-12 {
        step *= 0.1;
    }
    ((camera.center + DVec2::new(aside, 0.0)) / step).round() * step
}

/// Id of the floor shape, which is placed below the free bodies.
const FLOOR: &str = "floor";

/// A point below the centre of all free bodies, by half their height and at least 1; `None` if there are none.
fn below(app: &App) -> Option<DVec2> {
    let level = app.document.level();
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
            if let Some(shape) = shapes::shape(id) {
                open_shape(app, shape);
            }
        }
        MeshingCommand::Outline(outline) => open(app, outline),
        MeshingCommand::Sketch(sketch) => import::show(app, sketch),
        MeshingCommand::Leave => app.features.maker = None,
        MeshingCommand::Commit => {
            let Some(maker) = &mut app.features.maker else { return };
            maker.is_awaited = true;
            update(app, ctx);
        }
    }
}

/// Bodies that are selected or have selected parts, in ascending order.
fn bodies(app: &App) -> Vec<usize> {
    let mut bodies: Vec<usize> = app.selection.iter().filter_map(|place: &Place| place.body()).collect();
    bodies.sort_unstable();
    bodies.dedup();
    bodies
}
