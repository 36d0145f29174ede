//! Reads the source of a level and creates its document and run.

use super::actions::Source;
use super::document::Document;
use crate::debugger::{Run, recording};
use crate::editor::features::gallery;
use crate::level::Level;
use crate::level::format::{self, FormatError};
use std::path::{Path, PathBuf};

/// A level and its origin.
pub struct Opened {
    /// The level.
    pub level: Level,
    /// Its file, if any.
    pub path: Option<PathBuf>,
}

/// Reads a source.
pub fn read(source: &Source) -> Result<Opened, FormatError> {
    match source {
        // The window creates these itself.
        Source::New
        | Source::FirstSteps
        | Source::Moment
        | Source::Recovered(_)
        | Source::Game(_)
        | Source::Link(_) => Ok(Opened { level: Level::default(), path: None }),
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

/// The document and the run of an opened level. A recording restores its journal and branches.
pub fn begin(opened: Opened) -> Result<(Document, Run), FormatError> {
    if let Some(path) = opened.path.as_ref().filter(|path| recording::is_recording(path)) {
        return begin_recording(path);
    }
    let document = Document::new(opened.level, opened.path);
    let run = Run::new(document.placed().level.clone())?;
    Ok((document, run))
}

/// The document and the run of a recording file.
pub fn begin_recording(path: &Path) -> Result<(Document, Run), FormatError> {
    let (recording, run) = recording::load(path)?;
    // The level of a recording has no file of its own.
    let mut document = Document::new(recording.level, None);
    document.recording = Some(path.to_owned());
    Ok((document, run))
}
