//! A drawing as outlines without a mesh, for an interactive choice of options.

use super::options::ImportOptions;
use super::placement::Stretch;
use crate::geometry::{Aabb, DVec2, polygon};
use crate::level::format::FormatError;
use crate::level::mesh::{Across, DrawnOutline, MeshError, Recipe};
use crate::level::{Body, Obstacle, ObstacleShape, Point, Skin, Texture, UvMap, text_form};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// An outline with the properties of its future body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImageArea {
    /// Path of the file; empty if it is not known.
    pub image: String,
    /// Lower left corner, in level units.
    #[serde(with = "text_form::point")]
    pub min: DVec2,
    /// Upper right corner, in level units.
    #[serde(with = "text_form::point")]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TracedImage {
    /// The image.
    #[serde(with = "texture")]
    pub texture: Arc<Texture>,
    /// Path of its file; empty if it is not known.
    pub image: String,
    /// Level units per pixel.
    pub scale: f64,
    /// What was done with the outlines since.
    pub stretch: Option<Stretch>,
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sketch {
    /// Its title; may be empty.
    pub name: String,
    /// Outlines of bodies in drawing order; may overlap, see [`super::layers`].
    pub drawn: Vec<Drawn>,
    /// Lines without filling.
    pub obstacles: Vec<Obstacle>,
    /// Suitable node distance, in level units.
    pub spacing: f64,
    /// Level units per unit of the file; 0 if it does not come from a file.
    pub scale: f64,
    /// Omissions, one sentence each.
    pub remarks: Vec<String>,
    /// The image from which it was traced.
    #[serde(with = "traced")]
    pub traced: Option<Arc<TracedImage>>,
    /// True if it comes from a file, so that springs and mesh are chosen automatically.
    pub is_import: bool,
}

/// Text form of an image behind an `Arc`.
mod traced {
    use super::{Arc, Deserialize, Serialize, TracedImage};

    pub fn serialize<S: serde::Serializer>(
        traced: &Option<Arc<TracedImage>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        traced.as_deref().serialize(serializer)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Arc<TracedImage>>, D::Error> {
        Option::<TracedImage>::deserialize(deserializer).map(|traced| traced.map(Arc::new))
    }
}

/// Text form of the pixels of an image.
mod texture {
    use super::{Arc, Deserialize, Serialize, Texture, text_form};

    #[derive(Serialize, Deserialize)]
    struct Pixels(u32, u32, #[serde(with = "text_form::bytes")] Vec<u8>);

    pub fn serialize<S: serde::Serializer>(texture: &Arc<Texture>, serializer: S) -> Result<S::Ok, S::Error> {
        let [width, height] = texture.size();
        Pixels(width, height, texture.pixels().to_vec()).serialize(serializer)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Arc<Texture>, D::Error> {
        let Pixels(width, height, pixels) = Pixels::deserialize(deserializer)?;
        let texture = Texture::new(width, height, pixels).map(Arc::new);
        texture.ok_or_else(|| serde::de::Error::custom("not the pixels of an image"))
    }
}

impl Sketch {
    /// The box around all outlines and obstacles.
    pub fn bounds(&self) -> Aabb {
        bounds(&self.drawn, &self.obstacles)
    }

    /// Names the drawing after its file unless it has a title, and shapes without id or label after the file: `star`,
    /// `star 2` and so on.
    pub fn name_bodies(&mut self, file: &Path) {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if self.name.is_empty() {
            self.name.clone_from(&stem);
        }
        name_unnamed(&stem, self.drawn.iter_mut().map(|drawn| &mut drawn.name));
    }

    /// The drawing with the size that the options request, its lower left corner at the requested position or where it is.
    ///
    /// # Errors
    /// If the options contradict each other, or the drawing has no width or height to scale.
    pub fn sized(&self, options: &ImportOptions) -> Result<Self, FormatError> {
        options.verify()?;
        let bounds = self.bounds();
        let scale = if self.scale > 0.0 { self.scale } else { 1.0 };
        let factor = options.factors(bounds.size() / scale, scale)? / scale;
        let to = options.at.map_or(bounds.min, DVec2::from);
        if factor == DVec2::ONE && to == bounds.min {
            return Ok(self.clone());
        }
        Ok(self.stretched(&Stretch { from: bounds.min, to, factor }))
    }

    /// The drawing with all points mapped, and the spacing scaled as the root of its area.
    #[must_use]
    pub fn stretched(&self, stretch: &Stretch) -> Self {
        let mut sketch = self.clone();
        self::stretch(&mut sketch.drawn, &mut sketch.obstacles, stretch);
        let factor = (stretch.factor.x * stretch.factor.y).sqrt();
        sketch.spacing *= factor;
        sketch.scale *= factor;
        if let Some(traced) = &mut sketch.traced {
            let stretch = traced.stretch.map_or(*stretch, |first| first.then(stretch));
            *traced = Arc::new(TracedImage { stretch: Some(stretch), ..TracedImage::clone(traced) });
        }
        sketch
    }
}

/// Names what has no name after a file: `star`, `star 2` and so on.
pub(super) fn name_unnamed<'a>(stem: &str, names: impl Iterator<Item = &'a mut String>) {
    for (number, name) in (1..).zip(names.filter(|name| name.is_empty())) {
        *name = if number == 1 { stem.to_owned() } else { format!("{stem} {number}") };
    }
}

/// The box around outlines and obstacles.
pub(super) fn bounds(drawn: &[Drawn], obstacles: &[Obstacle]) -> Aabb {
    let ends = obstacles.iter().filter_map(|obstacle| match obstacle.shape {
        ObstacleShape::Segment(a, b) => Some([DVec2::from(a), DVec2::from(b)]),
        _ => None,
    });
    let outlines = drawn.iter().flat_map(|drawn| drawn.outline.outer.iter().copied());
    Aabb::around(outlines.chain(ends.flatten()))
}

/// Maps all points of outlines and obstacles.
pub(super) fn stretch(drawn: &mut [Drawn], obstacles: &mut [Obstacle], stretch: &Stretch) {
    for drawn in drawn {
        let loops = std::iter::once(&mut drawn.outline.outer).chain(&mut drawn.outline.holes);
        loops.flatten().for_each(|point| *point = stretch.point(*point));
        if let Some(area) = &mut drawn.image {
            (area.min, area.max) = (stretch.point(area.min), stretch.point(area.max));
        }
    }
    obstacles.iter_mut().for_each(|obstacle| stretch.obstacle(obstacle));
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

    /// The options, with what this outline needs unless they choose it: the rim of a traced picture is irregular, and shear
    /// springs across all inner sides keep its triangles from flipping.
    pub fn supported(&self, options: &ImportOptions) -> ImportOptions {
        let shear = options.shear.or(self.image.as_ref().map(|_| Across::All));
        ImportOptions { shear, ..*options }
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
