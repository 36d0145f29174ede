//! Inspect tab: properties of the selected parts.

pub(crate) mod panel;

use crate::level::PropertyTemplate;
use crate::level::user_data::templates;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Seconds between two looks at the project's file.
const EVERY_SECONDS: f64 = 2.0;

/// Property templates of the project, read from a file in the folder of the level.
#[derive(Debug, Default)]
pub struct ProjectTemplates {
    /// The templates; empty without a file, and after an error.
    pub list: Vec<PropertyTemplate>,
    path: Option<PathBuf>,
    modified: Option<SystemTime>,
    looked_at: f64,
}

impl ProjectTemplates {
    /// Follows the folder of the level and changes of the file. Returns an error of reading, once per change.
    pub fn follow(&mut self, level: Option<&Path>, now_seconds: f64) -> Option<String> {
        let path = level.map(templates::path_beside);
        let is_same = path == self.path;
        if is_same && (path.is_none() || now_seconds < self.looked_at + EVERY_SECONDS) {
            return None;
        }
        self.looked_at = now_seconds;
        let modified = path.as_ref().and_then(|path| path.metadata().ok()?.modified().ok());
        if is_same && modified == self.modified {
            return None;
        }
        (self.path, self.modified) = (path, modified);
        self.list.clear();
        match templates::load(self.path.as_ref().filter(|_| modified.is_some())?) {
            Ok(list) => {
                self.list = list;
                None
            }
            Err(reason) => Some(reason),
        }
    }
}
