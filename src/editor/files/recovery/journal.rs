//! The text of a journal: a mark, a line about the level, and the level as a file has it.

use crate::level::Level;
use crate::level::format::{self, TextFormat};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The first line.
const MARK: &str = "blobsmith recovery 1";

/// What a journal says of its level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// Name for people.
    pub name: String,
    /// The file that it was opened from or saved to.
    pub path: Option<PathBuf>,
    /// When it was kept, in seconds since 1970.
    pub time: u64,
}

/// A journal that could be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    /// About the level.
    pub head: JournalHeader,
    /// The level.
    pub level: Level,
}

/// The text of a journal. A path that is not Unicode is left out.
pub fn write(head: &JournalHeader, level: &Level) -> String {
    let path = head.path.clone().filter(|path| path.to_str().is_some());
    // Text, a number and a path that is text: nothing that could fail.
    let line = serde_json::to_string(&JournalHeader { path, ..head.clone() }).unwrap_or_default();
    format!("{MARK}\n{line}\n{}", format::write(level, TextFormat::Ron))
}

/// Reads one.
///
/// # Errors
/// What is wrong with it, in a sentence without its full stop.
pub fn read(text: &str) -> Result<Journal, String> {
    let Some(rest) = text.strip_prefix(MARK).and_then(|rest| rest.strip_prefix('\n')) else {
        return Err(format!("it does not begin with “{MARK}”"));
    };
    let (line, level) = rest.split_once('\n').ok_or("it ends after its first line")?;
    let head = serde_json::from_str(line).map_err(|error| format!("its second line: {error}"))?;
    let level = format::read(level, TextFormat::Ron).map_err(|error| format!("its level: {error}"))?;
    Ok(Journal { head, level })
}
