//! What a person can choose when a foreign file becomes a level, and what comes of it.
//!
//! Must never know: any one format.

use crate::level::Level;
use crate::level::format::FormatError;
use crate::level::mesh::MeshOptions;

/// What becomes of filled shapes that are drawn over each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layers {
    /// The drawing is refused: bodies must not overlap.
    #[default]
    Refuse,
    /// They become one body with their common outline.
    Silhouette,
    /// Each becomes a body of what is visible of it, with a small gap around those above it.
    Separate,
}

/// Choices for an import; the default lets the importer choose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImportOptions {
    /// Level units per unit of the drawing, > 0; by default the drawing becomes ten units high.
    pub scale: Option<f64>,
    /// Distance of neighbouring nodes in level units, > 0; by default a sixteenth of the drawing's size, less for
    /// small bodies.
    pub spacing: Option<f64>,
    /// What becomes of shapes that overlap.
    pub layers: Layers,
    /// Everything else about the bodies; its `spacing` is not looked at.
    pub mesh: MeshOptions,
}

/// A level made of a foreign file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The level; valid.
    pub level: Level,
    /// What was left out or changed, one sentence each.
    pub remarks: Vec<String>,
}

/// A refusal of the whole file, or of the element `place`.
pub(super) fn refusal(place: &str, reason: impl Into<String>) -> FormatError {
    FormatError { file: None, place: place.to_string(), position: None, reason: reason.into() }
}
