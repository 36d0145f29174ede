//! The levels of the project folder and its subfolders. Previews are painted of those that are visible. Other RON and JSON
//! files are only counted.

use super::entries::{Listing, ListingEntry};
use super::library::{LibraryCard, is_hidden, is_level, listing};
use super::reader::FileReader;
use super::thumbs::{Of, Seen, Thumbs};
use crate::picture::Theme;
use egui::Context;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Maximum number of listed levels.
pub const MOST_LEVELS: usize = 5000;
/// Maximum number of folders, and how deep they lie below the project folder.
const MOST_FOLDERS: usize = 200;
/// Maximum number of files without a level that are watched.
const MOST_OTHERS: usize = 200;
const DEEPEST: usize = 4;

/// A folder or a file as read.
struct ProjectListing {
    listing: Listing,
    /// RON and JSON files in it that are no levels.
    others: BTreeSet<PathBuf>,
}

/// The levels of the project folder.
#[derive(Default)]
pub struct Project {
    /// The folder, once there is one.
    pub root: Option<PathBuf>,
    /// Levels by folder and name.
    pub levels: Vec<LibraryCard>,
    /// RON and JSON files that are no levels.
    pub others: BTreeSet<PathBuf>,
    /// Whether the folder has been listed.
    pub is_listed: bool,
    /// Whether some folders or levels are left out.
    pub is_cut: bool,
    /// Why the folder cannot be listed.
    pub fault: Option<String>,
    /// Files of the visible cards; those are watched too.
    pub visible: Vec<PathBuf>,
    /// Indices in `levels` by file.
    places: BTreeMap<PathBuf, usize>,
    reader: FileReader<ProjectListing>,
    asked: Vec<PathBuf>,
}

impl Project {
    /// Shows these levels; the pictures of others are released.
    pub fn show(&mut self, visible: Vec<PathBuf>) {
        for path in std::mem::replace(&mut self.visible, visible) {
            if !self.visible.contains(&path)
                && let Some(level) = self.places.get(&path).and_then(|&at| self.levels.get_mut(at))
            {
                level.picture = None;
            }
        }
    }

    /// Follows the folder and the visible levels while the panel is shown; called once per UI frame.
    pub fn update(&mut self, ctx: &Context, root: Option<PathBuf>, thumbs: &mut Thumbs, theme: Theme) {
        if root != self.root {
            *self = Self { root, ..Self::default() };
        }
        let Some(root) = self.root.clone() else { return };
        let has_news = !self.reader.news().is_empty();
        if has_news || self.asked.is_empty() {
            self.list(&root);
        }
        self.ask(ctx, &root);
        for path in &self.visible {
            let Some(level) = self.places.get(path).and_then(|&at| self.levels.get_mut(at)) else { continue };
            match thumbs.get(ctx, &level.of, None, theme) {
                Seen::Here(texture, counts) => {
                    (level.picture, level.fault) = (Some((texture.clone(), *counts)), None);
                }
                Seen::Missing(reason) => (level.picture, level.fault) = (None, Some(reason.clone())),
                Seen::Coming => {}
            }
            level.outline = thumbs.contents(&level.path).map(|contents| contents.outline.clone()).unwrap_or_default();
        }
    }

    /// The folders that are known so far, from the top down.
    fn folders(&self, root: &Path) -> Vec<PathBuf> {
        let (mut found, mut open) = (Vec::new(), VecDeque::from([(root.to_owned(), 0)]));
        while let Some((folder, depth)) = open.pop_front() {
            if let Some(Ok(listed)) = self.reader.read(&folder).filter(|_| depth < DEEPEST) {
                let inner = listed.listing.entries.iter().filter(|entry| entry.is_folder && !is_hidden(entry));
                let mut inner: Vec<PathBuf> = inner.map(|entry| entry.path.clone()).collect();
                inner.sort();
                open.extend(inner.into_iter().map(|path| (path, depth + 1)));
            }
            found.push(folder);
        }
        found
    }

    /// Watches the folders, the visible files, and those that may become levels.
    fn ask(&mut self, ctx: &Context, root: &Path) {
        let mut wanted = self.folders(root);
        wanted.truncate(MOST_FOLDERS);
        wanted.extend(self.visible.iter().chain(self.others.iter().take(MOST_OTHERS)).cloned());
        if wanted != self.asked {
            self.asked.clone_from(&wanted);
            self.reader.ask(ctx, wanted, read);
        }
    }

    /// Makes the list from what was read.
    fn list(&mut self, root: &Path) {
        let folders = self.folders(root);
        let top = self.reader.read(root);
        self.is_listed = top.is_some();
        self.fault = top.and_then(Result::err);
        let listings: Vec<_> =
            folders.iter().take(MOST_FOLDERS).filter_map(|one| self.reader.read(one)?.ok()).collect();
        let entries = listings.iter().flat_map(|one| &one.listing.entries).filter(|entry| is_level(entry));
        let (others, entries): (Vec<&ListingEntry>, Vec<_>) =
            entries.partition(|entry| self.is_other(entry, &listings));
        let others = others.into_iter().map(|entry| entry.path.clone()).collect();
        let known = |entry: &ListingEntry| self.places.get(&entry.path).and_then(|&at| self.levels.get(at));
        let mut levels: Vec<LibraryCard> =
            entries.into_iter().map(|entry| self.level(root, entry, known(entry))).collect();
        // The levels of a folder stand before those of its subfolders.
        levels.sort_by_cached_key(|level| {
            let parts: Vec<&str> = level.name.split('/').collect();
            let (file, folders) =
                parts.split_last().map_or(("", Vec::new()), |(file, folders)| (*file, folders.to_vec()));
            (folders.join("/").to_lowercase(), file.to_lowercase())
        });
        self.is_cut =
            folders.len() > MOST_FOLDERS || levels.len() > MOST_LEVELS || listings.iter().any(|one| one.listing.is_cut);
        levels.truncate(MOST_LEVELS);
        self.places = levels.iter().enumerate().map(|(at, level)| (level.path.clone(), at)).collect();
        (self.levels, self.others) = (levels, others);
    }

    /// True if a RON or JSON file is no level; what was read of the file itself is newer than the list of its folder.
    fn is_other(&self, entry: &ListingEntry, listings: &[Arc<ProjectListing>]) -> bool {
        match self.reader.read(&entry.path) {
            Some(Ok(own)) => !own.others.is_empty(),
            _ => listings.iter().any(|one| one.others.contains(&entry.path)),
        }
    }

    /// A listed level; the old preview stays until the new one is painted.
    fn level(&self, root: &Path, listed: &ListingEntry, known: Option<&LibraryCard>) -> LibraryCard {
        // What was read of a visible file is newer than the list of its folder.
        let own = self.reader.read(&listed.path).and_then(Result::ok);
        let entry = own.as_ref().and_then(|own| own.listing.entries.first()).unwrap_or(listed);
        let of = Of::File(entry.path.clone(), entry.modified ^ entry.bytes.rotate_left(32));
        let name = entry.path.strip_prefix(root).unwrap_or(&entry.path).to_string_lossy().replace('\\', "/");
        LibraryCard {
            path: entry.path.clone(),
            name,
            picture: known.and_then(|known| known.picture.clone()),
            outline: known.map(|known| known.outline.clone()).unwrap_or_default(),
            fault: known.and_then(|known| known.fault.clone()),
            of,
        }
    }
}

/// Reads a folder or a file.
fn read(path: &Path) -> Result<ProjectListing, String> {
    let listing = listing(path)?;
    let others = listing.entries.iter().filter(|entry| is_level(entry) && !entry.looks_like_level());
    let others = others.map(|entry| entry.path.clone()).collect();
    Ok(ProjectListing { listing, others })
}
