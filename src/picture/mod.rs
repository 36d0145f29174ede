//! Painters of pictures: SVG, PNG, charts. What is drawn comes from `blobsmith-engine`; the editor's canvas paints the same
//! lists.

pub mod chart;
pub mod fonts;
pub mod heatmap;
pub mod legend;
pub mod overlays;
pub mod pair;
pub mod paper;
pub mod png;
pub mod sample;
pub mod sheet;
pub mod skins;
pub mod svg;
mod textured;
pub mod vignette;

pub use blobsmith_engine::picture::*;
pub use paper::Paper;

use std::fmt;

/// Creates the bytes of a picture file; needs no window and may run on another thread.
pub type Painter = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>;

/// Error of painting a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureError {
    /// Requested width and height in pixels, which are out of range.
    Size(f64, f64),
    /// The PNG encoder failed.
    Encode(String),
}

/// Longest side of a picture, in pixels.
pub const MAX_SIDE_PX: f64 = 16384.0;
/// Maximum number of pixels of a picture; each needs four bytes while it is painted.
pub const MAX_AREA_PX: f64 = 100.0e6;

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(width, height) => write!(
                f,
                "a picture of {width} x {height} pixels cannot be painted: each side must be 1 to {MAX_SIDE_PX} pixels, \
                 and their product at most {} million pixels",
                MAX_AREA_PX / 1e6
            ),
            Self::Encode(reason) => write!(f, "the picture could not be encoded as PNG: {reason}"),
        }
    }
}

impl std::error::Error for PictureError {}

/// Width and height in whole pixels; an error if the size is out of range.
pub fn checked_size(viewport: &Viewport) -> Result<(u32, u32), PictureError> {
    let size = viewport.size_px;
    let sound = |side: f64| (1.0..=MAX_SIDE_PX).contains(&side.round());
    if sound(size.x) && sound(size.y) && size.x * size.y <= MAX_AREA_PX {
        Ok((size.x.round() as u32, size.y.round() as u32))
    } else {
        Err(PictureError::Size(size.x, size.y))
    }
}
