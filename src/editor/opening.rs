//! What a source names, read, and the document and the run that it makes.

use super::actions::Source;
use super::document::Document;
use super::gallery;
use crate::debugger::{Run, recording};
use crate::level::Level;
use crate::level::format::{self, FormatError};
use std::path::{Path, PathBuf};

/// A level that can be shown, with where it came from.
pub struct Opened {
    /// The level.
    pub level: Level,
    /// Its file.
    pub path: Option<PathBuf>,
}

/// Reads what a source names.
pub fn read(source: &Source) -> Result<Opened, FormatError> {
    match source {
        // The window makes these of what it has.
        Source::New | Source::Moment | Source::Recovered(_) => Ok(Opened { level: Level::default(), path: None }),
        Source::File(path) if recording::is_recording(path) => {
            Ok(Opened { level: recording::load(path)?.0.level, path: Some(path.clone()) })
        }
        Source::File(path) => Ok(Opened { level: format::load_level(path)?, path: Some(path.clone()) }),
        Source::Made(level) => Ok(Opened { level: Level::clone(level), path: None }),
        Source::Floor => Ok(Opened { level: crate::level::gallery::with_floor(), path: None }),
        Source::Gallery(index) => Ok(Opened { level: gallery::read(*index)?, path: None }),
        Source::Text(name, text) => {
            let kind = if name.ends_with(".json") { format::TextFormat::Json } else { format::TextFormat::Ron };
            Ok(Opened { level: format::read(text, kind)?, path: None })
        }
    }
}

/// The document of what was opened and its run; a recording's run has its journal and its branches.
pub fn begin(opened: Opened) -> Result<(Document, Run), FormatError> {
    if let Some(path) = opened.path.as_ref().filter(|path| recording::is_recording(path)) {
        return begin_recording(path);
    }
    let document = Document::new(opened.level, opened.path);
    let run = Run::new(document.level().clone())?;
    Ok((document, run))
}

/// The document and the run of a recording's file.
pub fn begin_recording(path: &Path) -> Result<(Document, Run), FormatError> {
    let (recording, run) = recording::load(path)?;
    // The level has no file of its own.
    Ok((Document::new(recording.level, None), run))
}
