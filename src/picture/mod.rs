//! Pictures as lists of drawing primitives in world coordinates, and the painters that turn them into SVG and PNG.
//!
//! Must never know: egui, windows. The editor's canvas paints the same lists.

pub mod overlays;
pub mod palette;
pub mod scene;
pub mod viewport;

pub use palette::{Palette, Rgba, Theme};
pub use scene::{Scene, draw_level};
pub use viewport::Viewport;

use glam::DVec2;

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
    /// Words.
    Text {
        /// Where, in the world.
        at: DVec2,
        /// Shift on the screen, right and down.
        offset_px: [f32; 2],
        /// What.
        text: String,
        /// Height of the letters.
        size_px: f32,
        /// Colour.
        color: Rgba,
    },
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
}

/// One row of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    /// Colour shown.
    pub color: Rgba,
    /// What it means.
    pub text: String,
}
