//! The size that the last imported drawing got, for the next one.

use crate::level::import::ImportOptions;
use serde::{Deserialize, Serialize};

/// How large a drawing becomes; lengths in level units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum DrawingSize {
    /// As fits the view, see [`crate::editor::features::meshing::usual_size`].
    #[default]
    Natural,
    /// This wide; the height follows.
    Width(f64),
    /// This high; the width follows.
    Height(f64),
    /// Level units per unit of the drawing.
    Scale(f64),
    /// This wide and high: stretched.
    Both([f64; 2]),
}

impl DrawingSize {
    /// The size as options of an import.
    pub fn options(self) -> ImportOptions {
        let plain = ImportOptions::default();
        match self {
            Self::Natural => plain,
            Self::Width(width) => ImportOptions { width: Some(width), ..plain },
            Self::Height(height) => ImportOptions { height: Some(height), ..plain },
            Self::Scale(scale) => ImportOptions { scale: Some(scale), ..plain },
            Self::Both([width, height]) => ImportOptions { width: Some(width), height: Some(height), ..plain },
        }
    }

    /// True unless width and height are chosen independently.
    pub fn keeps_proportions(self) -> bool {
        !matches!(self, Self::Both(_))
    }
}
