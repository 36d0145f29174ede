//! XSpringies files (`.xsp`): masses and springs as text, one per line. The format and its formulas: D. M. DeCarlo, *XSpringies*
//! 1.1 (1992), as its documentation describes them.
//!
//! Units: pixels of the XSpringies window, y up, the origin at its lower left corner; time in XSpringies' own unit.

mod build;
mod read;

use super::options::refusal;
use super::{ImportOptions, Imported, Importer};
use crate::level::format::FormatError;

pub(super) const IMPORTER: Importer = Importer {
    id: "xsp",
    extension: "xsp",
    title: "XSpringies scene",
    explanation: "Masses that springs connect become a body without a hull, single masses become particles; a mass with a negative \
        value does not move. Gravity, viscosity and walls are kept. Attraction, repulsion and sticky walls are reported and left out.",
    import,
    sketch: None,
};

fn import(bytes: &[u8], options: &ImportOptions) -> Result<Imported, FormatError> {
    options.verify()?;
    build::build(read::read(bytes)?, options)
}
