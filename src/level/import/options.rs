//! Options and results of an import.

use super::report::BodyReport;
use super::sketch::name_unnamed;
use crate::level::edit::number_names;
use crate::level::format::FormatError;
use crate::level::mesh::{Across, Along, MeshOptions};
use crate::level::{Level, Motion};
use std::path::Path;

/// Treatment of overlapping filled shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layers {
    /// Refuse the drawing: bodies must not overlap.
    #[default]
    Refuse,
    /// Unite them to one body with their common outline.
    Silhouette,
    /// Cut each to its visible part, with a small gap around those above it.
    Separate,
}

/// Import options; by default the importer chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImportOptions {
    /// Level units per unit of the file, > 0; the default makes a drawing ten units high, and is 1/32 for files in pixels
    /// (`.qmesh`, `.xsp`).
    pub scale: Option<f64>,
    /// Width of the contents in level units, > 0; only without `scale`. Together with `height` it may stretch them.
    pub width: Option<f64>,
    /// Height of the contents in level units, > 0; only without `scale`.
    pub height: Option<f64>,
    /// Position of the lower left corner of the contents; by default the origin of the file is that of the level.
    pub at: Option<[f64; 2]>,
    /// Distance of neighbouring nodes in level units, > 0; the default is a sixteenth of the drawing's size, less for small
    /// bodies.
    pub spacing: Option<f64>,
    /// Treatment of overlapping shapes.
    pub layers: Layers,
    /// Stiffness of structural springs, force per length, > 0; by default sufficient for the body to survive a fall, see
    /// [`super::hold`].
    pub stiffness: Option<f64>,
    /// Damping of the springs as a fraction of critical damping.
    pub damping: Option<f64>,
    /// Placement of shear springs.
    pub shear: Option<Across>,
    /// Placement of brace springs.
    pub brace: Option<Along>,
    /// True to keep tips sharper than 40° as drawn; by default they are blunted, since they fold over in a fall.
    pub keeps_tips: bool,
    /// For pictures: opacity (darkness or brightness in pictures without transparency) from which a pixel belongs to a
    /// body, between 0 and 1; the default is 0.5.
    pub threshold: Option<f64>,
    /// Remaining mesh options; the fields above override it.
    pub mesh: MeshOptions,
}

/// A level made from a foreign file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The level; valid.
    pub level: Level,
    /// Omissions, changes and warnings, one sentence each.
    pub remarks: Vec<String>,
    /// Choices for the bodies and their reasons, one sentence each.
    pub choices: Vec<String>,
    /// The same as numbers, for every soft body.
    pub reports: Vec<BodyReport>,
}

impl Imported {
    /// Names the level after its file unless it has a name, bodies without a name after the file (`star`, `star 2`), and
    /// numbers repeated names of bodies; their reports have these names. The window names those of a drawing alike.
    pub fn name_after(&mut self, file: &Path) {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        if self.level.name.is_empty() {
            self.level.name = stem.clone().into_owned();
        }
        name_unnamed(&stem, self.level.bodies.iter_mut().map(|body| &mut body.name));
        number_names(self.level.bodies.iter_mut().map(|body| &mut body.name));
        let soft = self.level.bodies.iter().filter(|body| body.motion == Motion::Dynamic && !body.hull.is_empty());
        // A mesh without area has no report.
        if soft.clone().count() == self.reports.len() {
            self.reports.iter_mut().zip(soft).for_each(|(report, body)| report.name = format!("“{}”", body.name));
        }
    }
}

/// An error for the whole file, or for the element `place`.
pub(super) fn refusal(place: &str, reason: impl Into<String>) -> FormatError {
    FormatError::at(place, reason.into())
}
