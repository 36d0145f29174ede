//! SVG drawings: filled shapes become bodies, lines become obstacles.

mod build;
mod clips;
mod expansion;
mod flatten;
mod read;
mod regions;
mod remarks;
mod scale;
mod shapes;
mod sheet;

use super::options::refusal;
use super::sketch::Sketch;
use super::{ImportOptions, Imported, Importer};
use crate::level::format::FormatError;
pub(in crate::level::import) use flatten::Chain;
pub(in crate::level::import) use regions::{grown, regions, thickened};

pub(super) const IMPORTER: Importer = Importer {
    id: "svg",
    extension: "svg",
    title: "SVG drawing",
    explanation: "Every filled shape becomes a soft body with its holes, in the order of the drawing, named by its label or id and \
        in its colour; a shape of several separate parts becomes as many bodies. Shapes whose id or label, or that of a group \
        around them, begins with `fixed` or `floor` become decor that does not move. Lines without filling become obstacles. \
        Shapes that begin with `background`, and a first rectangle as large as the page, are left out; so are text and images. \
        Clip paths apply, masks do not; strokes have no width.",
    import,
    sketch: Some(sketch),
};

fn import(bytes: &[u8], options: &ImportOptions) -> Result<Imported, FormatError> {
    options.verify()?;
    build::build(read::read(bytes)?, options)
}

fn sketch(bytes: &[u8], options: &ImportOptions) -> Result<Sketch, FormatError> {
    options.verify()?;
    build::outlines(&read::read(bytes)?, options)
}
