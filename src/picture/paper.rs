//! Output options of a picture: enlargement and background.

use super::Viewport;

/// Output options of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// File pixels per picture pixel in both directions, >= 1; lines and text grow with it.
    pub zoom: u32,
    /// True if the background is transparent.
    pub is_transparent: bool,
}

impl Default for Paper {
    /// One to one, on the palette's background.
    fn default() -> Self {
        Self { zoom: 1, is_transparent: false }
    }
}

impl Paper {
    /// The zoom as a factor, >= 1.
    pub fn factor(self) -> f64 {
        f64::from(self.zoom.max(1))
    }

    /// The viewport with the size of the file.
    pub fn sized(self, viewport: &Viewport) -> Viewport {
        Viewport { size_px: viewport.size_px.round() * self.factor(), ..*viewport }
    }
}
