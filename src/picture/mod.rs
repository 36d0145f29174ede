//! Pictures as lists of drawing primitives in world coordinates, and the painters that turn them into SVG and PNG.
//!
//! The editor's canvas paints the same lists.

pub mod chart;
pub mod clip;
pub mod edge_map;
pub mod flatten;
pub mod fonts;
pub mod heatmap;
pub mod history;
pub mod layers;
pub mod legend;
pub mod mesh;
pub mod overlays;
pub mod pair;
pub mod palette;
pub mod paper;
pub mod png;
pub mod ruler;
pub mod scene;
pub mod sheet;
pub mod svg;
pub mod trapezoids;
pub mod viewport;
pub mod vignette;

pub use flatten::{Primitive, Px, flatten};
pub use layers::Layers;
pub use palette::{Palette, Rgba, Theme};
pub use paper::Paper;
pub use scene::{Scene, draw_level};
pub use viewport::Viewport;

use glam::DVec2;
use std::fmt;

/// Paints a file: work that needs no window, for another thread.
pub type Painter = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>;

/// A drawing: items painted in order, the first at the bottom, and what the colours mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Painted in order.
    pub items: Vec<Item>,
    /// What the colours mean.
    pub legend: Vec<LegendEntry>,
}

/// Many primitives of one kind and look, so that painters can batch. Positions are in world units,
/// sizes named `_px` in pixels of the picture whatever the zoom.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Filled triangles, either orientation.
    Triangles {
        /// Corners.
        corners: Vec<[DVec2; 3]>,
        /// Fill.
        fill: Rgba,
    },
    /// Closed rings that together bound one area, filled by parity: what an even number of them surround stays empty.
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
    /// Segments that each have a colour of their own.
    ColouredLines {
        /// Both ends of each.
        segments: Vec<([DVec2; 2], Rgba)>,
        /// Width in pixels.
        width_px: f32,
    },
    /// Round marks of a fixed size on the screen.
    Dots {
        /// Middles.
        centers: Vec<DVec2>,
        /// Radius in pixels.
        radius_px: f32,
        /// Fill.
        fill: Rgba,
        /// Outline, if any.
        outline: Option<Stroke>,
    },
    /// Marks of a fixed size on the screen that are not round.
    Marks {
        /// Middles.
        centers: Vec<DVec2>,
        /// Their form.
        shape: MarkShape,
        /// Half their width in pixels.
        radius_px: f32,
        /// Fill.
        fill: Rgba,
        /// Outline, if any.
        outline: Option<Stroke>,
    },
    /// Circles of a size in the world.
    Circles {
        /// Middle and radius of each.
        circles: Vec<(DVec2, f64)>,
        /// Fill, if any.
        fill: Option<Rgba>,
        /// Outline, if any.
        outline: Option<Stroke>,
    },
    /// Arrows from tail to tip; the head has a size in pixels that follows the width.
    Arrows {
        /// Tail and tip of each.
        arrows: Vec<[DVec2; 2]>,
        /// Line and head.
        stroke: Stroke,
    },
    /// Short strokes that leave a place in a direction and have a length on the screen (the outside of hull edges).
    Ticks {
        /// Foot, and direction in the world (need not be unit).
        ticks: Vec<(DVec2, DVec2)>,
        /// Length in pixels.
        length_px: f32,
        /// Line.
        stroke: Stroke,
    },
    /// One line of words.
    Text {
        /// Where, in the world: the height of the middle of a capital letter.
        at: DVec2,
        /// Shift on the screen, right and down.
        offset_px: [f32; 2],
        /// What of the line is there.
        align: Align,
        /// What.
        text: String,
        /// Height of the letters.
        size_px: f32,
        /// Colour.
        color: Rgba,
    },
}

/// Form of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// Standing on a side.
    Square,
    /// Standing on a corner.
    Diamond,
    /// A plus sign.
    Plus,
    /// Corner upwards.
    Triangle,
}

/// What of a line of words is at its place.
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

/// A line's look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub color: Rgba,
    /// Width in pixels.
    pub width_px: f32,
    /// Dashes, for lines that are only thought.
    pub dashed: bool,
}

impl Stroke {
    /// A continuous line.
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
    /// Colour shown.
    pub color: Rgba,
    /// What it means.
    pub text: String,
    /// Instead of a swatch an arrow, so long in pixels: it shows to what scale arrows are drawn.
    pub arrow_px: Option<f32>,
}

impl LegendEntry {
    /// A row with a swatch.
    pub fn new(color: Rgba, text: impl Into<String>) -> Self {
        Self { color, text: text.into(), arrow_px: None }
    }
}

/// Why a picture cannot be painted.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureError {
    /// Width and height in pixels that were asked for.
    Size(f64, f64),
    /// The PNG encoder failed.
    Encode(String),
}

/// Longest side of a picture, in pixels.
pub const MAX_SIDE_PX: f64 = 16384.0;
/// Most pixels of a picture; four bytes each while it is painted.
pub const MAX_AREA_PX: f64 = 100.0e6;

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(width, height) => write!(
                f,
                "a picture of {width} x {height} pixels cannot be painted: each side must be 1 to {MAX_SIDE_PX} pixels, \
                 and both together at most {} million pixels",
                MAX_AREA_PX / 1e6
            ),
            Self::Encode(reason) => write!(f, "the picture could not be encoded as PNG: {reason}"),
        }
    }
}

impl std::error::Error for PictureError {}

/// Width and height in whole pixels, or why a picture of that size is refused.
pub fn checked_size(viewport: &Viewport) -> Result<(u32, u32), PictureError> {
    let size = viewport.size_px;
    let sound = |side: f64| (1.0..=MAX_SIDE_PX).contains(&side.round());
    if sound(size.x) && sound(size.y) && size.x * size.y <= MAX_AREA_PX {
        Ok((size.x.round() as u32, size.y.round() as u32))
    } else {
        Err(PictureError::Size(size.x, size.y))
    }
}
