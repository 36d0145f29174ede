//! The project: the levels of a folder, which a click opens.

pub(crate) mod panel;

use crate::editor::document::Document;
use crate::editor::settings::Settings;
use std::path::PathBuf;

/// The project folder: the chosen one, else that of the open level.
pub fn folder(settings: &Settings, document: &Document) -> Option<PathBuf> {
    let own = || Some(std::path::absolute(document.path.as_ref()?).ok()?.parent()?.to_owned());
    settings.project_folder.clone().or_else(own)
}
