//! Watches the sources of instances, also nested ones, so that a change is seen in the open level.

use super::reader::FileReader;
use crate::editor::document::Document;
use crate::level::Level;
use crate::level::format::{FormatError, load_level};
use egui::Context;
use std::path::{Path, PathBuf};

/// The watched sources.
#[derive(Default)]
pub struct Sources {
    asked: Vec<PathBuf>,
    reader: FileReader<Level>,
}

fn read(path: &Path) -> Result<Level, String> {
    load_level(path).map_err(|error| FormatError { file: None, ..error }.to_string())
}

impl Sources {
    /// Follows the document; called once per UI frame. True if the level that runs has changed.
    pub fn update(&mut self, ctx: &Context, document: &mut Document) -> bool {
        let paths = document.source_paths();
        if paths != self.asked {
            self.asked.clone_from(&paths);
            self.reader.ask(ctx, paths, read);
        }
        let mut has_changed = false;
        for path in self.reader.news() {
            let Some(read) = self.reader.read(&path) else { continue };
            has_changed |= document.update_source(&path, read.map_err(|reason| FormatError::of_file(&path, reason)));
        }
        has_changed
    }
}
