//! Entries of folders: of the disk, or of what a page has in memory.

use crate::level::format;
use std::io;
use std::path::{Path, PathBuf};

/// Maximum number of listed entries.
pub const MOST: usize = 5000;

/// A file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingEntry {
    /// Name without path.
    pub name: String,
    /// Full path.
    pub path: PathBuf,
    /// Whether it is a folder or a link to one.
    pub is_folder: bool,
    /// Modification time in seconds since 1970; 0 if unknown.
    pub modified: u64,
    /// Size in bytes.
    pub bytes: u64,
}

impl ListingEntry {
    /// True if the contents begin like a level. A file that cannot be read counts as one, so that the fault is shown.
    pub fn looks_like_level(&self) -> bool {
        beginning(&self.path).is_none_or(|text| format::looks_like_level(&text))
    }
}

/// Bytes of a file that decide whether it is a level.
const BEGINNING: u64 = 64 << 10;

#[cfg(not(target_arch = "wasm32"))]
fn beginning(path: &Path) -> Option<String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    std::fs::File::open(path).ok()?.take(BEGINNING).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(target_arch = "wasm32")]
fn beginning(path: &Path) -> Option<String> {
    let bytes = format::page_files::get(path)?;
    Some(String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING as usize)]).into_owned())
}

/// Contents of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Entries in the order of the system.
    pub entries: Vec<ListingEntry>,
    /// Whether the list was cut at [`MOST`].
    pub is_cut: bool,
}

/// Lists a folder, up to [`MOST`] entries.
#[cfg(not(target_arch = "wasm32"))]
pub fn list(folder: &Path) -> io::Result<Listing> {
    let mut listing = Listing::default();
    for entry in std::fs::read_dir(folder)? {
        // Skip entries that vanished meanwhile.
        let Ok(entry) = entry else { continue };
        if listing.entries.len() == MOST {
            listing.is_cut = true;
            break;
        }
        let about = std::fs::metadata(entry.path()).or_else(|_| entry.metadata()).ok();
        listing.entries.push(described(entry.path(), about));
    }
    Ok(listing)
}

/// The entry of one path.
///
/// # Errors
/// If it cannot be read.
#[cfg(not(target_arch = "wasm32"))]
pub fn entry(path: &Path) -> io::Result<ListingEntry> {
    Ok(described(path.to_owned(), Some(std::fs::metadata(path)?)))
}

#[cfg(not(target_arch = "wasm32"))]
fn described(path: PathBuf, about: Option<std::fs::Metadata>) -> ListingEntry {
    let modified = about.as_ref().and_then(|about| about.modified().ok());
    ListingEntry {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        is_folder: about.as_ref().is_some_and(std::fs::Metadata::is_dir),
        modified: modified.map_or(0, super::recents::seconds),
        bytes: about.map_or(0, |about| about.len()),
        path,
    }
}

/// Lists a folder of the page, up to [`MOST`] entries.
#[cfg(target_arch = "wasm32")]
pub fn list(folder: &Path) -> io::Result<Listing> {
    let mut entries: Vec<ListingEntry> = Vec::new();
    for path in crate::level::format::page_files::paths() {
        let Some(first) = path.strip_prefix(folder).ok().and_then(|inside| inside.components().next()) else {
            continue;
        };
        let path = folder.join(first);
        if entries.last().is_none_or(|last| last.path != path) {
            entries.push(entry(&path)?);
        }
    }
    let is_cut = entries.len() > MOST;
    entries.truncate(MOST);
    Ok(Listing { entries, is_cut })
}

/// The entry of one path of the page; a path that is no file is a folder.
///
/// # Errors
/// None.
#[cfg(target_arch = "wasm32")]
pub fn entry(path: &Path) -> io::Result<ListingEntry> {
    use crate::level::format::page_files;
    let bytes = page_files::size(path);
    Ok(ListingEntry {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        path: path.to_owned(),
        is_folder: bytes.is_none(),
        modified: page_files::version(path),
        bytes: bytes.unwrap_or_default(),
    })
}
