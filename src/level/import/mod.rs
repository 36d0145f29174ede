//! Importers of foreign formats, one folder or file each.

#[cfg(feature = "svg")]
mod assemble;
pub mod bracing;
pub mod convention;
pub mod hold;
mod insert;
#[cfg(feature = "svg")]
pub mod layers;
mod options;
mod placement;
pub mod qmesh;
pub mod report;
pub mod sketch;
#[cfg(feature = "svg")]
mod svg;
#[cfg(feature = "svg")]
pub mod trace;
mod xsp;

pub use insert::insert;
pub use options::{ImportOptions, Imported, Layers};
pub use placement::Stretch;
pub use sketch::{Drawn, ImageArea, Sketch, TracedImage};

use super::format::{self, FormatError};
use super::texture::relative_path;
use std::path::Path;
use std::sync::Arc;

/// Maximum file size, in bytes.
pub const MOST_BYTES: u64 = 32 << 20;

/// A foreign format.
pub struct Importer {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Extension of its files, in lower case, without the dot.
    pub extension: &'static str,
    /// Title shown in lists.
    pub title: &'static str,
    /// Mapping to the level, in a few sentences.
    pub explanation: &'static str,
    /// Converts the file's bytes to a level. A [`FormatError`]'s place is the id of the element.
    pub import: fn(&[u8], &ImportOptions) -> Result<Imported, FormatError>,
    /// Converts the file's bytes to outlines without meshing; None for files that already contain nodes and springs.
    pub sketch: Option<SketchFn>,
}

/// Converts a file's bytes to outlines.
pub type SketchFn = fn(&[u8], &ImportOptions) -> Result<Sketch, FormatError>;

/// All importers of this build.
pub const ALL: &[Importer] = &[
    #[cfg(feature = "svg")]
    svg::IMPORTER,
    #[cfg(feature = "svg")]
    trace::IMPORTER,
    qmesh::IMPORTER,
    xsp::IMPORTER,
];

/// Extensions of all importers of this build, in the order of [`ALL`].
pub const EXTENSIONS: [&str; ALL.len()] = {
    let mut extensions = [""; ALL.len()];
    let mut index = 0;
    while index < ALL.len() {
        extensions[index] = ALL[index].extension;
        index += 1;
    }
    extensions
};

/// The extensions as words: ".svg, .png, .qmesh and .xsp".
pub fn listed_extensions() -> String {
    let all = EXTENSIONS.map(|extension| format!(".{extension}"));
    all.split_last().map_or_else(String::new, |(last, others)| format!("{} and {last}", others.join(", ")))
}

/// Returns the importer for a file's extension.
pub fn importer_for(path: &Path) -> Option<&'static Importer> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    ALL.iter().find(|importer| importer.extension == extension)
}

/// Reads a foreign file as a level, with the names of [`Imported::name_after`]. Skins get the absolute path of
/// the file; see [`rebase_paths`](crate::level::texture::rebase_paths).
///
/// # Errors
/// Names the file: missing, not a regular file, too long, of unknown extension, or refused by its importer.
pub fn load(path: &Path, options: &ImportOptions) -> Result<Imported, FormatError> {
    let (importer, bytes) = bytes(path)?;
    let mut imported = (importer.import)(&bytes, options).map_err(|error| named(path, error))?;
    imported.name_after(path);
    for body in imported.level.bodies.iter_mut().filter(|body| body.skin.is_some()) {
        body.skin.iter_mut().for_each(|skin| skin.image = relative_path(None, path));
    }
    Ok(imported)
}

/// Reads a foreign file as outlines, named after the file if it contains no name; so are its shapes without id or label.
///
/// # Errors
/// As [`load`]; also for a file that contains no outlines.
pub fn load_sketch(path: &Path, options: &ImportOptions) -> Result<Sketch, FormatError> {
    let (importer, bytes) = bytes(path)?;
    let Some(read) = importer.sketch else {
        return Err(named(path, options::refusal("", "the file contains a mesh, not outlines")));
    };
    let mut sketch = read(&bytes, options).map_err(|error| named(path, error))?;
    sketch.name_bodies(path);
    let image = relative_path(None, path);
    for area in sketch.drawn.iter_mut().filter_map(|drawn| drawn.image.as_mut()) {
        area.image.clone_from(&image);
    }
    if let Some(traced) = &mut sketch.traced {
        *traced = Arc::new(TracedImage { image, ..TracedImage::clone(traced) });
    }
    Ok(sketch)
}

fn named(path: &Path, error: FormatError) -> FormatError {
    FormatError { file: Some(path.display().to_string()), ..error }
}

fn bytes(path: &Path) -> Result<(&'static Importer, Vec<u8>), FormatError> {
    let refused = |reason: String| named(path, options::refusal("", reason));
    let Some(importer) = importer_for(path) else {
        let known: Vec<String> = ALL.iter().map(|importer| format!(".{}", importer.extension)).collect();
        return Err(refused(format!("unknown file extension; there are importers for: {}", known.join(", "))));
    };
    let bytes = format::read_bounded(path, MOST_BYTES, "a file to import").map_err(refused)?;
    Ok((importer, bytes))
}
