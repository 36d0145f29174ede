//! The project: the levels of a folder, which a click opens.

pub(crate) mod panel;

use crate::editor::document::Document;
use crate::editor::settings::Settings;
use std::path::{Path, PathBuf};

/// The project folder: the chosen one, else that of the open level.
pub fn folder(settings: &Settings, document: &Document) -> Option<PathBuf> {
    let own = || Some(full(document.path.as_ref()?).parent()?.to_owned());
    settings.project_folder.clone().or_else(own)
}

/// The full path of a file; a web page has full paths only.
fn full(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
