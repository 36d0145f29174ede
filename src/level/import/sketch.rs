//! A drawing as outlines without a mesh, for an interactive choice of options.

use crate::geometry::{DVec2, polygon};
use crate::level::mesh::{DrawnOutline, MeshError, Recipe};
use crate::level::{Body, Obstacle, Point, Skin, Texture, UvMap};
use std::sync::Arc;

/// An outline with the properties of its future body.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Name; may be empty.
    pub name: String,
    /// Colour, `#rrggbb`; empty selects one automatically.
    pub color: String,
    /// The shape, in level units.
    pub outline: DrawnOutline,
    /// True if it will move and deform.
    pub is_soft: bool,
    /// Place in the drawing, for messages: an id, or an index in drawing order; may be empty.
    pub place: String,
    /// The image that the outline was traced from.
    pub image: Option<ImageArea>,
}

/// An image in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageArea {
    /// Path of the file; empty if it is not known.
    pub image: String,
    /// Lower left corner, in level units.
    pub min: DVec2,
    /// Upper right corner, in level units.
    pub max: DVec2,
}

impl ImageArea {
    /// The skin that shows the image in its place on a body.
    pub fn skin(&self, body: &Body) -> Skin {
        let size = self.max - self.min;
        let pair = |[x, y]: Point| [(x - self.min.x) / size.x, (self.max.y - y) / size.y];
        let uv = UvMap::PerNode(body.nodes.iter().map(|node| pair(node.position)).collect());
        Skin { image: self.image.clone(), uv, tint: "#ffffffff".to_owned(), layer: 0 }
    }
}

/// An image that was traced, for tracing it again with other options.
#[derive(Clone, Debug, PartialEq)]
pub struct TracedImage {
    /// The image.
    pub texture: Arc<Texture>,
    /// Path of its file; empty if it is not known.
    pub image: String,
    /// Level units per pixel.
    pub scale: f64,
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// Its title; may be empty.
    pub name: String,
    /// Outlines of bodies in drawing order; may overlap, see [`super::layers`].
    pub drawn: Vec<Drawn>,
    /// Lines without filling.
    pub obstacles: Vec<Obstacle>,
    /// Suitable node distance, in level units.
    pub spacing: f64,
    /// Omissions, one sentence each.
    pub remarks: Vec<String>,
    /// The image from which it was traced.
    pub traced: Option<Arc<TracedImage>>,
    /// True if it comes from a file, so that springs and mesh are chosen automatically.
    pub is_import: bool,
}

/// Minimum size of a body, in spacings, so that small ones are soft too.
const LEAST_SPACINGS: f64 = 3.0;
/// Steps by which an outline that touches itself is thickened, in spacings.
#[cfg(feature = "svg")]
const HAIRLINES: [f64; 2] = [0.01, 0.05];

/// The spacing, or a smaller one if the area is small.
pub fn suited(spacing: f64, area: f64) -> f64 {
    let small = area.sqrt() / LEAST_SPACINGS;
    if small > 0.0 { spacing.min(small) } else { spacing }
}

/// Area inside an outline, without its holes.
pub fn area_of(outline: &DrawnOutline) -> f64 {
    let area = |points: &Vec<DVec2>| 0.5 * polygon::doubled_area(points).abs();
    area(&outline.outer) - outline.holes.iter().map(area).sum::<f64>()
}

/// Length divided by width of a band with the area and perimeter of the outline.
pub fn slenderness(outline: &DrawnOutline) -> f64 {
    let perimeter = |points: &Vec<DVec2>| -> f64 {
        (0..points.len()).map(|i| points[i].distance(points[(i + 1) % points.len()])).sum()
    };
    let around = perimeter(&outline.outer) + outline.holes.iter().map(perimeter).sum::<f64>();
    around * around / (4.0 * area_of(outline))
}

impl Drawn {
    /// A soft body without name and colour.
    pub fn of(outline: DrawnOutline) -> Self {
        Self { name: String::new(), color: String::new(), outline, is_soft: true, place: String::new(), image: None }
    }

    /// Returns the body of this outline, and the area cut off at sharp tips; an outline that touches itself is thickened
    /// slightly.
    ///
    /// # Errors
    /// See [`MeshError`].
    pub fn body(&self, recipe: &Recipe) -> Result<(Body, f64), MeshError> {
        let made = recipe.body_and_cut(&self.outline);
        #[cfg(feature = "svg")]
        let made = self.thickened(made, recipe);
        made.map(|(body, cut_area)| {
            let mut body = body.named(&self.name);
            body.skin = self.image.as_ref().map(|image| image.skin(&body)).or(body.skin);
            (body, cut_area)
        })
    }

    #[cfg(feature = "svg")]
    fn thickened(&self, mut made: Result<(Body, f64), MeshError>, recipe: &Recipe) -> Result<(Body, f64), MeshError> {
        for margin in HAIRLINES {
            if !matches!(made, Err(MeshError::SelfIntersection(_))) {
                break;
            }
            if let Some(outline) = super::svg::thickened(&self.outline, margin * recipe.options.spacing) {
                made = recipe.body_and_cut(&outline);
            }
        }
        made
    }
}
