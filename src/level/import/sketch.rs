//! A drawing as outlines that are not meshed yet: so that the user can choose with a preview.

use crate::geometry::{DVec2, polygon};
use crate::level::mesh::{DrawnOutline, MeshError, Recipe};
use crate::level::{Body, Obstacle};

/// An outline with what is known of the body to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// What people call it; may be empty.
    pub name: String,
    /// Its colour, `#rrggbb`; empty for "choose for me".
    pub color: String,
    /// The shape, in level units.
    pub outline: DrawnOutline,
    /// Whether it is meant to move and deform.
    pub is_soft: bool,
    /// Where in the drawing it is, for messages: an id, or a number in the order of the drawing; may be empty.
    pub place: String,
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// Its title; may be empty.
    pub name: String,
    /// What becomes bodies, in the order of the drawing; may overlap, see [`super::layers`].
    pub drawn: Vec<Drawn>,
    /// Lines without filling.
    pub obstacles: Vec<Obstacle>,
    /// A distance of nodes that suits it, in level units.
    pub spacing: f64,
    /// What was left out, one sentence each.
    pub remarks: Vec<String>,
    /// Whether it comes from a file, so that springs and mesh are chosen for it.
    pub is_import: bool,
}

/// A body has at least about this many spacings along its side, so that a small one is soft too.
const LEAST_SPACINGS: f64 = 3.0;
/// Where an outline touches itself, it is thickened by these parts of a spacing, until it does no longer.
#[cfg(feature = "svg")]
const HAIRLINES: [f64; 2] = [0.01, 0.05];

/// The spacing, or a smaller one where the area is small.
pub fn suited(spacing: f64, area: f64) -> f64 {
    let small = area.sqrt() / LEAST_SPACINGS;
    if small > 0.0 { spacing.min(small) } else { spacing }
}

/// The area inside an outline, its holes left out.
pub fn area_of(outline: &DrawnOutline) -> f64 {
    let area = |points: &Vec<DVec2>| 0.5 * polygon::doubled_area(points).abs();
    area(&outline.outer) - outline.holes.iter().map(area).sum::<f64>()
}

impl Drawn {
    /// Without name or colour, soft.
    pub fn of(outline: DrawnOutline) -> Self {
        Self { name: String::new(), color: String::new(), outline, is_soft: true, place: String::new() }
    }

    /// The body of this outline; one that touches itself by a hair is made a hair thicker.
    ///
    /// # Errors
    /// See [`MeshError`].
    pub fn body(&self, recipe: &Recipe) -> Result<Body, MeshError> {
        let body = recipe.body(&self.outline);
        #[cfg(feature = "svg")]
        let body = self.thickened(body, recipe);
        body.map(|body| body.named(&self.name))
    }

    #[cfg(feature = "svg")]
    fn thickened(&self, mut body: Result<Body, MeshError>, recipe: &Recipe) -> Result<Body, MeshError> {
        for margin in HAIRLINES {
            if !matches!(body, Err(MeshError::SelfIntersection(_))) {
                break;
            }
            if let Some(outline) = super::svg::thickened(&self.outline, margin * recipe.options.spacing) {
                body = recipe.body(&outline);
            }
        }
        body
    }
}
