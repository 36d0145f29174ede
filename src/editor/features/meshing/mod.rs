//! The Make dialog: generates bodies from shapes, drawn or imported outlines, or existing bodies, with a preview on the
//! canvas. Also the commands of the Mesh menu.
//!
//! The panel of the dialog is `panels::maker`.

pub mod commands;
pub(crate) mod drawing;
pub mod ghost;
mod making;
mod notes;
pub(crate) mod panel;
pub mod preview;
mod settings_cost;
mod size;
mod soften;

pub use preview::{BodyCounts, Preview};

pub use commands::{MeshingCommand, SizeChange};
use making::{AT_ONCE, Making};
pub use making::{PreviewInput, PreviewJob};
pub use size::{SizeGrip, Sizing, usual_size};
pub(crate) use soften::soften;

use crate::editor::stage::paint::Cache;
use crate::editor::widgets::parameters::Chosen;
use crate::geometry::DVec2;
use crate::level::edit::remesh;
use crate::level::import::Sketch;
use crate::level::import::hold::Holding;
use crate::level::mesh::Recipe;
use crate::level::parameter::Values;
use crate::level::shapes::ShapeGenerator;
use crate::level::{Level, View};
use crate::picture::Skins;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Source of a body.
#[derive(Clone, Serialize, Deserialize)]
pub enum MeshingSource {
    /// A shape generator.
    Shape(#[serde(with = "shape_by_id")] &'static ShapeGenerator),
    /// Outlines, and lines that become obstacles.
    Sketch(Sketch),
    /// An existing body, by index.
    Body(usize),
}

/// Text form of a generator: its id.
mod shape_by_id {
    use crate::level::shapes::{self, ShapeGenerator};
    use serde::{Deserialize, de::Error};

    pub fn serialize<S: serde::Serializer>(shape: &&'static ShapeGenerator, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(shape.id)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<&'static ShapeGenerator, D::Error> {
        let id = String::deserialize(deserializer)?;
        let shape = shapes::ALL.iter().find(|shape| shape.id == id);
        shape.ok_or_else(|| D::Error::custom(format!("there is no shape “{id}”")))
    }
}

/// State of the dialog.
pub struct Maker {
    /// Source of the body.
    pub subject: MeshingSource,
    /// Mesh defaults derived from the outline.
    recipe: Recipe,
    /// Parameters of the form and their values.
    pub chosen: Chosen,
    /// Offset of the generated bodies.
    pub at: DVec2,
    /// Size of an imported drawing.
    pub size: Option<Sizing>,
    /// Insert an imported drawing without the changes of settings that its bodies need.
    pub keeps_settings: bool,
    /// The view before the dialog moved it.
    pub(crate) view_before: Option<View>,
    /// The current preview.
    pub preview: Preview,
    /// The level at the last update.
    level: Arc<Level>,
    /// Position of the mirror axis, if the mirror doubles the body.
    pub(crate) mirror: Option<f64>,
    is_moved: bool,
    /// The next preview, if it is generated in a thread.
    making: Option<Making>,
    /// Insert the next preview as soon as it is ready.
    pub(crate) is_awaited: bool,
    grip: Option<DVec2>,
    cache: Cache,
    /// The picture that is traced.
    skins: Arc<Skins>,
}

/// Key of the remembered values of outlines.
pub(crate) const OUTLINE: &str = "outline";
/// Key of the remembered values of drawings.
pub(crate) const DRAWING: &str = "drawing";
/// Parameter that depends on the outline's size and is not remembered.
const SPACING: &str = "spacing";

impl Maker {
    pub(crate) fn new(
        subject: MeshingSource,
        recipe: Recipe,
        remembered: Values,
        at: DVec2,
        level: &Arc<Level>,
    ) -> Self {
        let parameters = match &subject {
            MeshingSource::Shape(shape) => shape.parameters(),
            MeshingSource::Sketch(sketch) => drawing::parameters(sketch, &recipe),
            MeshingSource::Body(_) => recipe.parameters(),
        };
        let mut skins = Skins::default();
        if let MeshingSource::Sketch(Sketch { traced: Some(traced), .. }) = &subject {
            skins.insert(&traced.image, Ok(traced.texture.clone()));
        }
        Self {
            subject,
            recipe,
            chosen: Chosen::new(parameters, remembered),
            at,
            size: None,
            keeps_settings: false,
            view_before: None,
            preview: Preview::default(),
            level: level.clone(),
            mirror: None,
            is_moved: true,
            making: None,
            is_awaited: false,
            grip: None,
            cache: Cache::default(),
            skins: Arc::new(skins),
        }
    }

    /// The level that the body belongs to.
    pub(crate) fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// True if the body is that of an outline drawn on the canvas, or one of the level.
    pub fn is_drawn_here(&self) -> bool {
        match &self.subject {
            MeshingSource::Shape(_) => false,
            MeshingSource::Sketch(sketch) => !sketch.is_import,
            MeshingSource::Body(_) => true,
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
            MeshingSource::Body(index) => format!("Mesh {} anew", self.level.body_title(*index)),
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
            MeshingSource::Shape(shape) => format!("Insert {}", within_sentence(shape.title)),
            MeshingSource::Sketch(sketch) => {
                // Cutting overlapping shapes may hide some of them or split others.
                let made = self.preview.parts.as_ref().map_or(0, Vec::len);
                let bodies = match if made > 0 { made } else { sketch.drawn.len() } {
                    1 => "body".to_owned(),
                    count => format!("{count} bodies"),
                };
                let lines = match sketch.obstacles.len() {
                    0 => String::new(),
                    1 => ", 1 line".to_owned(),
                    count => format!(", {count} lines"),
                };
                format!("Insert {bodies}{lines}")
            }
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

    /// Barycentre of the only body of the preview, relative to the place of the preview.
    pub fn barycentre(&self) -> Option<DVec2> {
        let (_, world) = self.preview.ghost.as_ref()?;
        let is_alone = self.preview.parts.as_ref().is_ok_and(|parts| parts.len() == 1);
        let offset = is_alone.then(|| world.barycentre(0) - self.preview.at).filter(|offset| offset.is_finite())?;
        // Typed numbers are kept where the two differ by rounding only.
        Some(if offset.length() > 1e-9 { offset } else { DVec2::ZERO })
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
        self.making.is_some() || self.chosen.is_stale
    }

    /// Offset of the drawn preview from its generated position. A large preview is only shifted during a drag; its
    /// mirror image moves the opposite way.
    pub fn drift(&self) -> DVec2 {
        if self.mirror.is_some() { DVec2::ZERO } else { self.at - self.preview.at }
    }

    /// Updates the preview; the checks wait while the pointer is down. Returns false if the source no longer exists.
    pub(crate) fn update(
        &mut self,
        level: &Arc<Level>,
        mirror: Option<f64>,
        is_pointer_down: bool,
        ctx: &egui::Context,
    ) -> bool {
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
                self.chosen.parameters = self.recipe.parameters();
                self.chosen.is_stale = true;
            }
        }
        if let Some(making) = &mut self.making {
            let Some(made) = making.poll() else { return true };
            (self.preview, self.making) = (made, None);
        }
        let expected = making::estimate(&self.subject, &self.recipe, &self.chosen.values, &self.level);
        if expected.max(self.preview.facts.nodes) > AT_ONCE {
            self.order(is_pointer_down, ctx);
            return true;
        }
        if std::mem::take(&mut self.chosen.is_stale) {
            let mut holding = Holding::default();
            let parts = preview::parts(&self.subject, &self.recipe, &self.chosen.values, &self.level, &mut holding);
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
        let is_only_shifted = !self.chosen.is_stale && self.mirror.is_none();
        if !(self.chosen.is_stale || self.is_moved) || (is_only_shifted && is_pointer_down) {
            return;
        }
        let order = PreviewInput {
            subject: self.subject.clone(),
            recipe: self.recipe,
            values: self.chosen.values.clone(),
            at: self.at,
            level: self.level.clone(),
            mirror: self.mirror,
            known: (!self.chosen.is_stale).then(|| (self.preview.parts.clone(), self.preview.holding.clone())),
        };
        (self.chosen.is_stale, self.is_moved) = (false, false);
        self.making = Some(Making::begin(order, ctx));
    }

    pub(crate) fn memory(&self) -> Option<(&'static str, Values)> {
        match &self.subject {
            MeshingSource::Shape(shape) => Some((shape.id, self.chosen.values.clone())),
            MeshingSource::Sketch(sketch) => {
                let mut values = self.chosen.values.clone();
                values.remove(SPACING);
                Some((if sketch.is_import { DRAWING } else { OUTLINE }, values))
            }
            MeshingSource::Body(_) => None,
        }
    }
}

/// A title inside a sentence: in lower case, unless it begins with a single letter, as in “L shape”.
fn within_sentence(title: &str) -> String {
    let mut letters = title.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second != ' ' => first.to_lowercase().chain(letters).collect(),
        _ => title.to_owned(),
    }
}

/// Width of the canvas that the dialog covers, in points.
pub(crate) const COVERED: f64 = 400.0;
