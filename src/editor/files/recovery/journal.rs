//! Format of a recovery journal: a signature line, a JSON header line, and the level in RON.

use crate::level::Level;
use crate::level::format::{self, TextFormat};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Signature line.
const MARK: &str = "blobsmith recovery 1";

/// Header of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// Display name of the level.
    pub name: String,
    /// File of the level, if any.
    pub path: Option<PathBuf>,
    /// Time of writing, in seconds since 1970.
    pub time: u64,
}

/// A parsed journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    /// Header.
    pub head: JournalHeader,
    /// The level.
    pub level: Level,
}

/// Formats a journal. A path that is not Unicode is omitted.
pub fn write(head: &JournalHeader, level: &Level) -> String {
    let path = head.path.clone().filter(|path| path.to_str().is_some());
    // Strings and a number always serialize.
    let line = serde_json::to_string(&JournalHeader { path, ..head.clone() }).unwrap_or_default();
    format!("{MARK}\n{line}\n{}", format::write(level, TextFormat::Ron))
}

/// Parses a journal.
///
/// # Errors
/// The reason, as a sentence without full stop.
pub fn read(text: &str) -> Result<Journal, String> {
    let Some(rest) = text.strip_prefix(MARK).and_then(|rest| rest.strip_prefix('\n')) else {
        return Err(format!("it does not begin with “{MARK}”"));
    };
    let (line, level) = rest.split_once('\n').ok_or("it ends after its first line")?;
    let head = serde_json::from_str(line).map_err(|error| format!("its second line: {error}"))?;
    let level = format::read(level, TextFormat::Ron).map_err(|error| format!("its level: {error}"))?;
    Ok(Journal { head, level })
}
