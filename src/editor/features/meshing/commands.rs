//! Commands of the Make dialog.

use crate::level::import::Sketch;
use crate::level::mesh::DrawnOutline;

/// A change of the size of an imported drawing; lengths in level units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SizeChange {
    /// Another width.
    Width(f64),
    /// Another height.
    Height(f64),
    /// Level units per unit of the drawing.
    Scale(f64),
    /// As fits the view.
    Natural,
    /// Whether width and height change together.
    Proportions(bool),
}

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
