//! Commands of the Make dialog.

use crate::level::import::Sketch;
use crate::level::mesh::DrawnOutline;

/// Commands of the dialog and of menus.
pub enum MeshingCommand {
    /// Open the dialog for a shape, by id.
    Shape(&'static str),
    /// Open the dialog for an outline drawn on the canvas.
    Outline(DrawnOutline),
    /// Open the dialog for a drawing.
    Sketch(Sketch),
    /// Insert the preview.
    Commit,
    /// Close the dialog.
    Leave,
}
