//! Drawings of levels as lists of primitives in world coordinates, without a display: [`layers`] and [`overlays`] append
//! items, [`flatten()`] makes pixels of them, [`mesh`] triangles. The painters for SVG and PNG, which need fonts, are in the
//! package `blobsmith`.

pub mod clip;
pub mod edge_map;
pub mod flatten;
pub mod history;
pub mod joints;
pub mod layers;
pub mod mesh;
pub mod overlays;
pub mod palette;
pub mod ruler;
pub mod scene;
pub mod skins;
pub mod trapezoids;
pub mod viewport;

pub use flatten::{Primitive, Px, flatten};
pub use layers::Layers;
pub use palette::{Palette, Rgba, Theme};
pub use scene::{Scene, draw_level};
pub use skins::Skins;
pub use viewport::Viewport;

use crate::level::Texture;
use glam::DVec2;
use std::sync::Arc;

/// A drawing: items in painting order, the first at the bottom, and a legend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Items in painting order.
    pub items: Vec<Item>,
    /// Meanings of the colours.
    pub legend: Vec<LegendEntry>,
}

/// Many primitives of one kind and style, so that painters can batch them. Positions are in world units; sizes named
/// `_px` are in pixels at any zoom.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Filled triangles, either orientation.
    Triangles {
        /// Corners.
        corners: Vec<[DVec2; 3]>,
        /// Fill.
        fill: Rgba,
    },
    /// Triangles with an image, painted in order.
    Textured {
        /// The image.
        texture: Arc<Texture>,
        /// Corners.
        corners: Vec<[DVec2; 3]>,
        /// Position of each corner in the image: u to the right, v downwards, 0..1 across the image.
        uv: Vec<[DVec2; 3]>,
        /// Colour that multiplies the image.
        tint: Rgba,
    },
    /// Closed rings that bound one area, filled by the even-odd rule.
    Polygon {
        /// Corners of each ring; the last is joined to the first.
        rings: Vec<Vec<DVec2>>,
        /// Fill.
        fill: Rgba,
    },
    /// Separate segments.
    Lines {
        /// Both ends of each.
        segments: Vec<[DVec2; 2]>,
        /// Line.
        stroke: Stroke,
    },
    /// Separate segments, each with its own colour.
    ColouredLines {
        /// Both ends of each.
        segments: Vec<([DVec2; 2], Rgba)>,
        /// Width in pixels.
        width_px: f32,
    },
    /// Round marks of constant size on the screen.
    Dots {
        /// Centres.
        centers: Vec<DVec2>,
        /// Radius in pixels.
        radius_px: f32,
        /// Fill.
        fill: Rgba,
        /// Outline, if any.
        outline: Option<Stroke>,
    },
    /// Marks of another shape, of constant size on the screen.
    Marks {
        /// Centres.
        centers: Vec<DVec2>,
        /// Their shape.
        shape: MarkShape,
        /// Half their width in pixels.
        radius_px: f32,
        /// Fill.
        fill: Rgba,
        /// Outline, if any.
        outline: Option<Stroke>,
    },
    /// Circles with a radius in world units.
    Circles {
        /// Centre and radius of each.
        circles: Vec<(DVec2, f64)>,
        /// Fill, if any.
        fill: Option<Rgba>,
        /// Outline, if any.
        outline: Option<Stroke>,
    },
    /// Arrows from tail to tip; the size of the head follows the line width.
    Arrows {
        /// Tail and tip of each.
        arrows: Vec<[DVec2; 2]>,
        /// Line and head.
        stroke: Stroke,
    },
    /// Short strokes from a point in a direction, with constant length on the screen (outside of hull edges).
    Ticks {
        /// Start in the world, and direction (of any length).
        ticks: Vec<(DVec2, DVec2)>,
        /// Length in pixels.
        length_px: f32,
        /// Line.
        stroke: Stroke,
    },
    /// A line of text.
    Text {
        /// Position in the world; y is the middle of a capital letter.
        at: DVec2,
        /// Offset on the screen, right and down.
        offset_px: [f32; 2],
        /// Horizontal alignment at the position.
        align: Align,
        /// The text.
        text: String,
        /// Font size.
        size_px: f32,
        /// Colour.
        color: Rgba,
    },
}

/// Shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// Upright square.
    Square,
    /// Square on a corner.
    Diamond,
    /// A plus sign.
    Plus,
    /// Triangle with a corner at the top.
    Triangle,
}

/// Horizontal alignment of text at its position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// Its start.
    #[default]
    Left,
    /// Its middle.
    Center,
    /// Its end.
    Right,
}

/// Style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub color: Rgba,
    /// Width in pixels.
    pub width_px: f32,
    /// True for dashes, which mark constructed lines.
    pub dashed: bool,
}

impl Stroke {
    /// A solid line.
    pub const fn new(color: Rgba, width_px: f32) -> Self {
        Self { color, width_px, dashed: false }
    }
    /// A dashed line.
    pub const fn dashed(color: Rgba, width_px: f32) -> Self {
        Self { color, width_px, dashed: true }
    }
}

/// One row of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    /// Colour of the swatch.
    pub color: Rgba,
    /// Meaning.
    pub text: String,
    /// Length in pixels of an arrow shown instead of a swatch; it explains the scale of arrows.
    pub arrow_px: Option<f32>,
}

impl LegendEntry {
    /// A row with a swatch.
    pub fn new(color: Rgba, text: impl Into<String>) -> Self {
        Self { color, text: text.into(), arrow_px: None }
    }
}
