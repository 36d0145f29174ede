//! Level files from disk: bounded size, UTF-8 validation, parsing.

use super::{FormatError, TextFormat, locate, located, read};
use crate::level::{Level, Place};
use std::path::{Path, PathBuf};

/// Maximum file size, in bytes. A level of a million nodes takes about half of it.
pub const MOST_BYTES: u64 = 512 << 20;

/// Loads a level file without checking it; the extension selects the format (`.json`, else RON). Parts without ids keep
/// none, see [`crate::level::ids::assign`].
///
/// # Errors
/// Names the file and, if known, line and column: missing, not a regular file, too long, not UTF-8, or refused by [`read`].
pub fn load_level(path: &Path) -> Result<Level, FormatError> {
    let named = |error: FormatError| FormatError { file: Some(path.display().to_string()), ..error };
    let bytes = read_bounded(path, MOST_BYTES, "a level").map_err(|reason| named(whole(reason)))?;
    read_bytes(&bytes, path)
}

/// As [`load_level`], for the contents of a file that is not on disk.
///
/// # Errors
/// As [`load_level`].
pub fn read_bytes(bytes: &[u8], path: &Path) -> Result<Level, FormatError> {
    let named = |error: FormatError| FormatError { file: Some(path.display().to_string()), ..error };
    let text = text_of(bytes, "a level").map_err(named)?;
    read(text, TextFormat::of(path)).map_err(named)
}

/// Lines and columns of parts of a level file, in the order of `places`. None if the file is no longer readable, or if it
/// would take long: each place needs a walk over the text.
pub fn locate_in_file(path: &Path, places: &[Place]) -> Vec<Option<(usize, usize)>> {
    const MOST_WALKED: usize = 100 << 20;
    let bytes = read_bounded(path, MOST_BYTES, "a level").unwrap_or_default();
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let affordable = if text.is_empty() { 0 } else { MOST_WALKED / text.len() };
    let found = |(index, place): (usize, &Place)| {
        (index < affordable).then(|| locate::locate(text, &place.to_string(), locate::Target::Value))
    };
    places.iter().enumerate().map(found).collect()
}

/// Adds the file, and line and column of the place as far as it exists in the file, to an error found after reading.
pub fn located_in_file(error: FormatError, path: &Path) -> FormatError {
    let bytes = read_bounded(path, MOST_BYTES, "a level").unwrap_or_default();
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    let position =
        (!text.is_empty() && !error.place.is_empty()).then(|| located(error.clone(), text).position).flatten();
    FormatError { file: Some(path.display().to_string()), position, ..error }
}

pub(super) fn whole(reason: String) -> FormatError {
    FormatError::at("", reason)
}

/// Reads a `what` file of at most `most_bytes` bytes of the page.
#[cfg(target_arch = "wasm32")]
pub fn read_bounded(path: &Path, most_bytes: u64, what: &str) -> Result<Vec<u8>, String> {
    let bytes = super::page_files::get(path)
        .ok_or("was not opened in this page. Open the folder or a zip file that contains it")?;
    if bytes.len() as u64 > most_bytes {
        let (length, most) = (bytes.len() >> 20, most_bytes >> 20);
        return Err(format!("is {length} MB long; {what} file has at most {most} MB"));
    }
    Ok(bytes)
}

/// Reads a regular `what` file of at most `most_bytes` bytes. The size is tested before reading, so a huge file costs
/// nothing, and again while reading, since a file may grow.
#[cfg(not(target_arch = "wasm32"))]
pub fn read_bounded(path: &Path, most_bytes: u64, what: &str) -> Result<Vec<u8>, String> {
    use std::io::Read;
    let cannot = |error: std::io::Error| format!("cannot be read: {}", plain(&error));
    let about = std::fs::metadata(path).map_err(cannot)?;
    if about.is_dir() {
        return Err(format!("is a directory, not {what} file"));
    }
    if !about.is_file() {
        return Err(format!("is not a regular file (a pipe or a device cannot be {what})"));
    }
    let too_long = |length: &str| format!("is {length} long; {what} file has at most {} MB", most_bytes >> 20);
    if about.len() > most_bytes {
        return Err(too_long(&format!("{} MB", about.len() >> 20)));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(cannot)?;
    file.take(most_bytes + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > most_bytes {
        return Err(too_long("too"));
    }
    Ok(bytes)
}

/// A path without `.` and, as far as possible, without `..`; the file need not exist.
pub fn plain_path(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// Message of an operating system error without its number.
pub(super) fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

pub(super) fn text_of<'a>(bytes: &'a [u8], what: &str) -> Result<&'a str, FormatError> {
    if bytes.is_empty() {
        return Err(whole("the file is empty".into()));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(whole(format!("the text is UTF-16; {what} is UTF-8")));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(whole(format!("a zip archive, and {what} is a text file; a bug bundle has the ending .blobbug")));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = error.valid_up_to();
        let before = std::str::from_utf8(&bytes[..valid]).unwrap_or_default();
        let reason = format!("not a text file: byte {valid} (0x{:02x}) is not UTF-8", bytes[valid]);
        FormatError { position: Some(locate::position(before, valid)), ..whole(reason) }
    })
}
