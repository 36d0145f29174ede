//! Exports the canvas as PNG or SVG, with the layers and overlays of the view.

pub(crate) mod panel;

use crate::editor::context::ViewContext;
pub use crate::editor::settings::portrait::Portrait;
use crate::level::Placement;

/// Magnifications of the exported file.
pub const ZOOMS: [u32; 3] = [1, 2, 4];

/// True if two runs are drawn side by side; such an export has a background.
pub fn is_beside(view: &ViewContext) -> bool {
    view.twin.as_ref().is_some_and(|twin| twin.placement == Placement::Beside)
}
