//! Settings of exported pictures.

use serde::{Deserialize, Serialize};

/// Export settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Portrait {
    /// Export the whole level, not the visible part.
    pub is_whole: bool,
    /// Include the active overlays.
    pub has_overlays: bool,
    /// Include the legend.
    pub has_legend: bool,
    /// Transparent background.
    pub is_transparent: bool,
    /// Light theme, independent of the window's theme.
    pub is_light: bool,
    /// Pixels of the file per screen pixel.
    pub zoom: u32,
    /// SVG instead of PNG.
    pub is_svg: bool,
}

impl Default for Portrait {
    fn default() -> Self {
        Self {
            is_whole: false,
            has_overlays: true,
            has_legend: true,
            is_transparent: false,
            is_light: false,
            zoom: 2,
            is_svg: false,
        }
    }
}
