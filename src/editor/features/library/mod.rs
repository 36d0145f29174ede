//! The library: levels in the folder of the open level, which can be placed as instances.

pub(crate) mod panel;

use crate::editor::document::Edit;
use crate::editor::files::file_of;
use crate::editor::files::part_outline::PartOutline;
use crate::geometry::DVec2;
use crate::level::edit::instances;
use crate::level::texture::{folder_of, relative_path};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A level that is dragged from the library to the canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryPart {
    /// Its file.
    pub path: PathBuf,
    /// What the canvas shows of it at the pointer.
    pub outline: Arc<PartOutline>,
}

/// Places an instance of a level file. `level` is the file of the open level, if it has one.
pub fn place(level: Option<&Path>, source: &Path, at: DVec2) -> Edit {
    let folder = level.map(folder_of);
    let name = relative_path(folder, source);
    Edit::making(format!("Place {}", file_of(source)), move |level| instances::place(level, name, at.to_array()))
}
