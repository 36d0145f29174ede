//! What a picture is put on: how many pixels stand for one, and whether there is a ground.

use super::Viewport;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Pixels of the file for each of the picture, in both directions: lines and words grow with it. At least 1.
    pub zoom: u32,
    /// Whether what is behind shows through where nothing is drawn.
    pub is_transparent: bool,
}

impl Default for Paper {
    /// Pixel for pixel, on the palette's ground.
    fn default() -> Self {
        Self { zoom: 1, is_transparent: false }
    }
}

impl Paper {
    /// The zoom as a factor, >= 1.
    pub fn factor(self) -> f64 {
        f64::from(self.zoom.max(1))
    }

    /// The viewport with the size that the file has.
    pub fn sized(self, viewport: &Viewport) -> Viewport {
        Viewport { size_px: viewport.size_px.round() * self.factor(), ..*viewport }
    }
}
