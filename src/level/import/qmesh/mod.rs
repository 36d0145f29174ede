//! Meshes of QuarkPhysics (`.qmesh`): JSON with particles, springs, one polygon and UV maps. Reader and writer; the keys are those
//! of QuarkPhysics 1.0.
//!
//! Units: pixels, y down, rotation in degrees. A particle has mass 1, a spring has the drawn length; stiffness, damping, gas and
//! friction are set in the program that uses QuarkPhysics, not in the file.

mod build;
mod read;
mod write;

pub use write::{QuarkExport, write};

use super::options::refusal;
use super::{ImportOptions, Imported, Importer};
use crate::level::format::FormatError;

pub(super) const IMPORTER: Importer = Importer {
    id: "qmesh",
    extension: "qmesh",
    title: "QuarkPhysics mesh",
    explanation: "Every mesh becomes a body: particles become nodes of mass 1 (pinned if not enabled), its polygon the hull, its UV \
        polygons the triangles, both kinds of springs become springs with the drawn length. Stiffness, damping and substeps are \
        chosen as for drawings. Radii, lazy particles and editor data are reported and left out.",
    import,
    sketch: None,
};

fn import(bytes: &[u8], options: &ImportOptions) -> Result<Imported, FormatError> {
    options.verify()?;
    build::build(&read::read(bytes)?, options)
}
