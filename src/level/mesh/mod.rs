//! Meshes from outlines: hull, inner nodes, triangles, springs and masses.

mod blunt;
mod body;
mod crossing;
mod fill;
mod lattice;
mod outline;
#[cfg(feature = "svg")]
pub(in crate::level) mod overlay;
mod recipe;
mod resample;
mod retriangulate;
mod springs;

pub use blunt::{sharp_tips, sharpest_tip};
#[cfg(feature = "svg")]
pub(in crate::level) use body::soft_around;
pub use body::{Across, Along, Lattice, MeshOptions, decor, soft};
pub(in crate::level) use crossing::crossing;
pub use fill::fill;
pub use outline::DrawnOutline;
pub use recipe::Recipe;
#[cfg(feature = "svg")]
pub(in crate::level) use resample::simplify;
pub use retriangulate::{Retriangulation, retriangulate};

use super::Point;
use std::fmt;

/// Reason why an outline cannot become a body.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshError {
    /// An option out of range; its description.
    Option(&'static str),
    /// A coordinate is not finite, or the shape is too small, too large or too far away.
    OutOfRange,
    /// A loop has fewer than three distinct points.
    TooFewPoints,
    /// The outline encloses nearly no area.
    NoArea,
    /// Two edges cross or touch near this point.
    SelfIntersection(Point),
    /// This hole, counted from 0, is not inside the outer loop.
    HoleOutside(usize),
    /// The mesh has more nodes than allowed.
    TooManyNodes {
        /// The limit.
        most: usize,
    },
    /// The triangulation failed; the reason.
    Triangulation(String),
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(which) => write!(f, "{which}"),
            Self::OutOfRange => write!(f, "the outline is too small, too large or too far away"),
            Self::TooFewPoints => write!(f, "the outline has fewer than three distinct points"),
            Self::NoArea => write!(f, "the outline encloses no area"),
            Self::SelfIntersection([x, y]) => write!(f, "the outline crosses or touches itself near ({x:.4}, {y:.4})"),
            Self::HoleOutside(hole) => write!(f, "hole {hole} is not inside the outline"),
            Self::TooManyNodes { most } => {
                write!(f, "the mesh would have more than {most} nodes; use a larger spacing")
            }
            Self::Triangulation(reason) => write!(f, "the outline cannot be triangulated: {reason}"),
        }
    }
}

impl std::error::Error for MeshError {}
