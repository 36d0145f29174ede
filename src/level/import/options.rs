//! What a person can choose when a foreign file becomes a level, and what comes of it.

use crate::level::Level;
use crate::level::format::FormatError;
use crate::level::mesh::{Across, Along, MeshOptions};

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
    /// Stiffness of structural springs, force per length, > 0; by default as much as the body needs to survive a fall, see
    /// [`super::hold`].
    pub stiffness: Option<f64>,
    /// Damping of the springs as a part of the critical one.
    pub damping: Option<f64>,
    /// Where there are shear springs.
    pub shear: Option<Across>,
    /// Where there are brace springs.
    pub brace: Option<Along>,
    /// True to keep tips sharper than 40° as drawn; by default they are blunted, since they fold over in a fall.
    pub keeps_tips: bool,
    /// Everything else about the bodies; of these four and the spacing, what is here does not count.
    pub mesh: MeshOptions,
}

/// A level made of a foreign file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The level; valid.
    pub level: Level,
    /// What was left out or changed, and what may not hold, one sentence each.
    pub remarks: Vec<String>,
    /// What was chosen for the bodies and why, one sentence each.
    pub choices: Vec<String>,
}

/// A refusal of the whole file, or of the element `place`.
pub(super) fn refusal(place: &str, reason: impl Into<String>) -> FormatError {
    FormatError { file: None, place: place.to_string(), position: None, reason: reason.into() }
}
