//! The dialog of an operation of the Arrange menu: its values and the preview of its result.

pub mod commands;
pub mod ghost;
pub mod panel;

use crate::editor::document::Document;
use crate::editor::stage::paint::Cache;
use crate::editor::widgets::parameters::Chosen;
use crate::engine::World;
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::clipboard::fragment;
use crate::level::edit::operations::Operation;
use crate::level::edit::tracked;
use crate::level::parameter::Values;
use crate::level::{Level, Place, format};
use crate::picture::scene;
use std::sync::Arc;

/// Result of an operation before it is applied.
pub struct ArrangePreview {
    /// The parts that it makes or changes, as a level of their own with instances replaced by their parts.
    pub ghost: Arc<Level>,
    world: World,
    /// Positions of welded nodes.
    nodes: Vec<DVec2>,
    /// Message of the operation.
    pub said: String,
}

impl ArrangePreview {
    fn of(
        document: &Document,
        (operation, places): (&Operation, &[Place]),
        bounds: Aabb,
        values: &Values,
    ) -> Result<Self, String> {
        let mut trial = Level::clone(document.level());
        let made = tracked(&mut trial, |level| operation.apply(level, places, bounds, values))?;
        format::validate(&trial).map_err(|error| error.to_string())?;
        let node = |place: &Place| match *place {
            Place::Node(body, node) => Some(DVec2::from_array(trial.bodies.get(body)?.nodes.get(node)?.position)),
            _ => None,
        };
        let nodes = made.places.iter().filter_map(node).collect();
        let owners: Vec<Place> = made.places.iter().map(|place| place.owner()).collect();
        let part = fragment(&trial, &owners)?;
        let ghost = document.placed_of(Level { world: crate::level::World { bounds: None, ..part.world }, ..part });
        let world = World::new(&ghost).map_err(|error| error.to_string())?;
        Ok(Self { ghost, world, nodes, said: made.said })
    }

    /// Number of nodes and discs.
    fn size(&self) -> usize {
        self.ghost.bodies.iter().map(|body| body.nodes.len()).sum::<usize>() + self.ghost.discs.len()
    }
}

/// State of the dialog.
pub struct ArrangeDialog {
    /// The operation.
    pub operation: &'static Operation,
    /// Parameters of the form, with defaults for the selection, and their values.
    pub chosen: Chosen,
    /// The preview, or why there is none.
    pub preview: Result<ArrangePreview, String>,
    /// Bounding box of the selected parts.
    pub bounds: Aabb,
    /// The level and selection that the preview belongs to.
    level: Arc<Level>,
    /// The selected parts.
    pub places: Vec<Place>,
    /// The handle that is dragged.
    grip: Option<usize>,
    cache: Cache,
}

/// Nodes and discs of a preview up to which it follows a drag.
const QUICK: usize = 4_000;

impl ArrangeDialog {
    /// Opens the dialog for the selected parts.
    pub fn new(operation: &'static Operation, document: &Document, places: &[Place]) -> Self {
        let mut dialog = Self {
            operation,
            chosen: Chosen::default(),
            preview: Err(String::new()),
            bounds: Aabb::EMPTY,
            level: document.level().clone(),
            places: Vec::new(),
            grip: None,
            cache: Cache::default(),
        };
        dialog.choose(document, places);
        dialog
    }

    /// Takes over the level and selection; values that are not possible any more become the defaults.
    fn choose(&mut self, document: &Document, places: &[Place]) {
        (self.level, self.places) = (document.level().clone(), places.to_vec());
        let owners = places.iter().map(|place| place.owner());
        let boxes = owners.filter_map(|place| document.placed().extent(&self.level, place));
        self.bounds = boxes.reduce(Aabb::union).unwrap_or(Aabb { min: DVec2::ZERO, max: DVec2::ZERO });
        self.chosen.replace((self.operation.parameters)(&self.level, places, self.bounds));
    }

    /// Follows the level and the selection, and makes the preview again if anything has changed. A large preview waits for the
    /// end of a drag.
    pub(crate) fn update(&mut self, document: &Document, selection: &[Place], is_pointer_down: bool) {
        if !Arc::ptr_eq(document.level(), &self.level) || selection != self.places {
            self.choose(document, selection);
        }
        let is_large = self.preview.as_ref().is_ok_and(|preview| preview.size() > QUICK);
        if !self.chosen.is_stale || (is_large && is_pointer_down) {
            return;
        }
        self.chosen.is_stale = false;
        self.preview = if self.places.is_empty() {
            Err("select the parts on the canvas or in the outline".to_owned())
        } else {
            ArrangePreview::of(document, (self.operation, &self.places), self.bounds, &self.chosen.values)
        };
    }

    /// The level that the operation changes.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    fn value(&self, id: &str) -> f64 {
        self.chosen
            .parameters
            .iter()
            .find(|parameter| parameter.id == id)
            .map_or(0.0, |parameter| parameter.value(&self.chosen.values))
    }

    /// Name and position of each handle.
    pub fn handles(&self) -> Vec<(&'static str, DVec2)> {
        let at = |ids: [&str; 2]| DVec2::from(ids.map(|id| self.value(id)));
        let origin = |is_offset: bool| if is_offset { self.bounds.center() } else { DVec2::ZERO };
        let handles = self.operation.handles.iter().filter(|_| !self.places.is_empty());
        handles.map(|handle| (handle.name, origin(handle.is_offset) + at(handle.ids))).collect()
    }

    /// Box of the selection, the preview and the handles.
    pub fn shown(&self) -> Aabb {
        let ghost = self.preview.as_ref().ok().map(|preview| scene::bounds(&preview.ghost, &preview.world));
        let around = ghost.filter(|bounds| bounds.is_finite() && !bounds.is_empty()).unwrap_or(self.bounds);
        self.handles().into_iter().fold(around.union(self.bounds), |mut all, (_, at)| {
            all.include(at);
            all
        })
    }

    /// Moves a handle.
    fn move_handle(&mut self, index: usize, to: DVec2) {
        let Some(handle) = self.operation.handles.get(index) else { return };
        let to = if handle.is_offset { to - self.bounds.center() } else { to };
        for (id, value) in handle.ids.into_iter().zip([to.x, to.y]) {
            let found = self.chosen.parameters.iter().find(|parameter| parameter.id == id).copied();
            if let Some(parameter) = found.filter(|parameter| parameter.admits(value)) {
                self.chosen.set(&parameter, value);
            }
        }
    }
}
