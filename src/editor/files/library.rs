//! The levels in the folder of the open level and in its direct subfolders, with previews: sources for instances.

use super::thumbs::{LevelCounts, Of, Seen, Thumbs};
use crate::picture::Theme;
use egui::{Context, TextureHandle};
use std::path::{Path, PathBuf};

#[cfg(not(target_arch = "wasm32"))]
use {
    super::browser::listing::{Listing, ListingEntry, list},
    super::reader::FileReader,
    crate::debugger::recording::is_recording,
};

/// Maximum number of cards.
pub const MOST_CARDS: usize = 150;
/// Maximum number of subfolders.
#[cfg(not(target_arch = "wasm32"))]
const MOST_FOLDERS: usize = 30;

/// A level that can be placed.
pub struct LibraryCard {
    /// Its file.
    pub path: PathBuf,
    /// Path relative to the folder of the open level, for display.
    pub name: String,
    /// Its preview, once painted.
    pub picture: Option<(TextureHandle, LevelCounts)>,
    /// Why it has no preview.
    pub fault: Option<String>,
    of: Of,
}

/// The listed levels.
#[derive(Default)]
pub struct Library {
    /// Levels by name; at most [`MOST_CARDS`].
    pub cards: Vec<LibraryCard>,
    /// Number of levels that are not listed.
    pub left_out: usize,
    #[cfg(not(target_arch = "wasm32"))]
    folder: Option<PathBuf>,
    #[cfg(not(target_arch = "wasm32"))]
    reader: FileReader<Listing>,
    #[cfg(not(target_arch = "wasm32"))]
    asked: Vec<PathBuf>,
}

#[cfg(not(target_arch = "wasm32"))]
fn listing(folder: &Path) -> Result<Listing, String> {
    list(folder).map_err(|error| error.to_string())
}

#[cfg(not(target_arch = "wasm32"))]
fn is_hidden(entry: &ListingEntry) -> bool {
    entry.name.starts_with('.')
}

#[cfg(not(target_arch = "wasm32"))]
fn is_level(entry: &ListingEntry) -> bool {
    let is_ended = entry.path.extension().is_some_and(|ending| ending == "ron" || ending == "json");
    !entry.is_folder && is_ended && !is_hidden(entry) && !is_recording(&entry.path)
}

impl Library {
    /// Follows the folder of the open file while the library is visible; called once per UI frame.
    pub fn update(&mut self, ctx: &Context, file: Option<&Path>, thumbs: &mut Thumbs, theme: Theme) {
        self.follow(ctx, file);
        for card in &mut self.cards {
            match thumbs.get(ctx, &card.of, None, theme) {
                Seen::Here(texture, counts) => card.picture = Some((texture.clone(), *counts)),
                Seen::Missing(reason) => card.fault = Some(reason.clone()),
                Seen::Coming => {}
            }
        }
    }

    /// On the web a level has no folder.
    #[cfg(target_arch = "wasm32")]
    fn follow(&mut self, _: &Context, _: Option<&Path>) {}

    #[cfg(not(target_arch = "wasm32"))]
    fn follow(&mut self, ctx: &Context, file: Option<&Path>) {
        let folder = file.map(|file| match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        });
        let is_new = folder != self.folder;
        if is_new {
            self.folder = folder;
            self.cards.clear();
            self.ask(ctx, self.folder.iter().cloned().collect());
        }
        if self.reader.news().is_empty() {
            return;
        }
        let Some(folder) = self.folder.clone() else { return };
        let Some(Ok(top)) = self.reader.read(&folder) else { return };
        let mut folders: Vec<PathBuf> = top
            .entries
            .iter()
            .filter(|entry| entry.is_folder && !is_hidden(entry))
            .map(|entry| entry.path.clone())
            .collect();
        folders.sort();
        folders.truncate(MOST_FOLDERS);
        folders.insert(0, folder.clone());
        if folders != self.asked {
            self.ask(ctx, folders.clone());
        }
        let listings = folders.iter().filter_map(|folder| self.reader.read(folder)?.ok());
        let mut levels: Vec<(String, ListingEntry)> = Vec::new();
        for listing in listings {
            for entry in listing.entries.iter().filter(|entry| is_level(entry) && Some(entry.path.as_path()) != file) {
                let name = entry.path.strip_prefix(&folder).unwrap_or(&entry.path).to_string_lossy().replace('\\', "/");
                levels.push((name, entry.clone()));
            }
        }
        // Levels beside the open one come first.
        levels.sort_by_cached_key(|(name, _)| (name.contains('/'), name.clone()));
        self.left_out = levels.len().saturating_sub(MOST_CARDS);
        levels.truncate(MOST_CARDS);
        self.cards = levels
            .into_iter()
            .map(|(name, entry)| {
                let of = Of::File(entry.path.clone(), entry.modified ^ entry.bytes.rotate_left(32));
                LibraryCard { path: entry.path, name, picture: None, fault: None, of }
            })
            .collect();
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn ask(&mut self, ctx: &Context, folders: Vec<PathBuf>) {
        self.asked.clone_from(&folders);
        self.reader.ask(ctx, folders, listing);
    }
}
