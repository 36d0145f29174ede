//! The levels in the folder of the open level, in other chosen folders, and in the direct subfolders of both, with previews:
//! sources for instances.

use super::entries::{Listing, ListingEntry, entry, list};
use super::part_outline::PartOutline;
use super::reader::FileReader;
use super::thumbs::{LevelCounts, Of, Seen, TOO_LARGE, Thumbs};
use crate::debugger::recording::is_recording;
use crate::picture::Theme;
use egui::{Context, TextureHandle};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Maximum number of cards of all folders together.
pub const MOST_CARDS: usize = 150;
/// Maximum number of subfolders of a folder.
const MOST_FOLDERS: usize = 30;

/// A level that can be placed, of the library or of the project.
pub struct LibraryCard {
    /// Its file.
    pub path: PathBuf,
    /// Path relative to the folder that was listed, for display.
    pub name: String,
    /// Its preview, once painted.
    pub picture: Option<(TextureHandle, LevelCounts)>,
    /// Its outline; empty without a preview.
    pub outline: Arc<PartOutline>,
    /// Why it has no preview.
    pub fault: Option<String>,
    pub(super) of: Of,
}

impl LibraryCard {
    /// True if the file is no level that runs.
    pub fn is_broken(&self) -> bool {
        self.fault.as_ref().is_some_and(|fault| fault != TOO_LARGE)
    }
}

/// A folder with its levels.
#[derive(Default)]
pub struct LibraryFolder {
    /// Its path.
    pub path: PathBuf,
    /// Whether it is the folder of the open level.
    pub is_own: bool,
    /// Levels by name; those of all folders are at most [`MOST_CARDS`].
    pub cards: Vec<LibraryCard>,
    /// Number of levels that are not listed.
    pub left_out: usize,
    /// Why it cannot be listed.
    pub fault: Option<String>,
}

/// The listed folders.
#[derive(Default)]
pub struct Library {
    /// The folder of the open level comes first.
    pub folders: Vec<LibraryFolder>,
    roots: Vec<PathBuf>,
    reader: FileReader<Listing>,
    asked: Vec<PathBuf>,
    /// Files of the sources that the levels show, also of nested ones, and how often each was read.
    sources: BTreeMap<PathBuf, u64>,
}

/// Lists a folder; a file is its own only entry, so that a change of its contents is noticed.
pub(super) fn listing(path: &Path) -> Result<Listing, String> {
    let own = entry(path).map_err(|error| error.to_string())?;
    if own.is_folder {
        return list(path).map_err(|error| error.to_string());
    }
    Ok(Listing { entries: vec![own], is_cut: false })
}

pub(super) fn is_hidden(entry: &ListingEntry) -> bool {
    entry.name.starts_with('.')
}

pub(super) fn is_level(entry: &ListingEntry) -> bool {
    let is_ended = entry.path.extension().is_some_and(|ending| ending == "ron" || ending == "json");
    !entry.is_folder && is_ended && !is_hidden(entry) && !is_recording(&entry.path)
}

fn sources_of<'a>(thumbs: &'a Thumbs, path: &Path) -> &'a [PathBuf] {
    thumbs.contents(path).map_or(&[], |contents| &contents.sources)
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

impl Library {
    /// Follows the folder of the open file and the other chosen folders while the library is visible; called once per UI
    /// frame.
    pub fn update(
        &mut self,
        ctx: &Context,
        file: Option<&Path>,
        others: &[PathBuf],
        thumbs: &mut Thumbs,
        theme: Theme,
    ) {
        self.follow(ctx, file, others, thumbs);
        for card in self.folders.iter_mut().flat_map(|folder| &mut folder.cards) {
            match thumbs.get(ctx, &card.of, None, theme) {
                Seen::Here(texture, counts) => card.picture = Some((texture.clone(), *counts)),
                Seen::Missing(reason) => card.fault = Some(reason.clone()),
                Seen::Coming => {}
            }
            card.outline = thumbs.contents(&card.path).map(|contents| contents.outline.clone()).unwrap_or_default();
        }
    }

    fn follow(&mut self, ctx: &Context, file: Option<&Path>, others: &[PathBuf], thumbs: &Thumbs) {
        let file = file.map(absolute);
        let own = file.as_deref().and_then(Path::parent);
        let mut roots: Vec<PathBuf> = own.map(Path::to_owned).into_iter().collect();
        let others = others.iter().filter(|_| file.is_some()).map(|folder| absolute(folder));
        roots.extend(others.filter(|folder| Some(folder.as_path()) != own));
        let news = self.reader.news();
        self.sources.iter_mut().filter(|(path, _)| news.contains(*path)).for_each(|(_, count)| *count += 1);
        if !self.find_sources(thumbs) && news.is_empty() && roots == self.roots {
            return;
        }
        self.roots = roots;
        let mut wanted = Vec::new();
        let mut folders: Vec<LibraryFolder> = Vec::new();
        for root in &self.roots {
            let free = MOST_CARDS - folders.iter().map(|folder| folder.cards.len()).sum::<usize>();
            let is_own = Some(root.as_path()) == own;
            let folder = self.folder(root, file.as_deref(), free, &mut wanted, thumbs);
            folders.push(LibraryFolder { is_own, ..folder });
        }
        self.folders = folders;
        wanted.extend(self.sources.keys().filter(|path| !wanted.contains(path)).cloned().collect::<Vec<_>>());
        if wanted != self.asked {
            self.asked.clone_from(&wanted);
            self.reader.ask(ctx, wanted, listing);
        }
    }

    /// Finds the sources of the listed levels. True if there are new ones, which are to be watched.
    fn find_sources(&mut self, thumbs: &Thumbs) -> bool {
        let known = self.sources.len();
        for source in
            self.folders.iter().flat_map(|folder| &folder.cards).flat_map(|card| sources_of(thumbs, &card.path))
        {
            if !self.sources.contains_key(source) {
                self.sources.insert(source.clone(), 0);
            }
        }
        self.sources.len() > known
    }

    /// A folder as far as it was read, with at most `most` cards; adds the paths to be watched to `wanted`.
    fn folder(
        &self,
        root: &Path,
        file: Option<&Path>,
        most: usize,
        wanted: &mut Vec<PathBuf>,
        thumbs: &Thumbs,
    ) -> LibraryFolder {
        let mut found = LibraryFolder { path: root.to_owned(), ..LibraryFolder::default() };
        wanted.push(root.to_owned());
        let top = match self.reader.read(root) {
            Some(Ok(top)) => top,
            Some(Err(reason)) => return LibraryFolder { fault: Some(reason), ..found },
            None => return found,
        };
        let inner = top.entries.iter().filter(|entry| entry.is_folder && !is_hidden(entry));
        let mut inner: Vec<PathBuf> = inner.map(|entry| entry.path.clone()).collect();
        inner.sort();
        inner.truncate(MOST_FOLDERS);
        let listings: Vec<_> = inner.iter().filter_map(|folder| self.reader.read(folder)?.ok()).collect();
        wanted.extend(inner);
        let mut levels: Vec<(String, &ListingEntry)> = Vec::new();
        for entry in std::iter::once(&top).chain(&listings).flat_map(|listing| &listing.entries) {
            if is_level(entry) && Some(entry.path.as_path()) != file {
                let name = entry.path.strip_prefix(root).unwrap_or(&entry.path).to_string_lossy().replace('\\', "/");
                levels.push((name, entry));
            }
        }
        // Levels in the folder itself come first.
        levels.sort_by_cached_key(|(name, _)| (name.contains('/'), name.clone()));
        found.left_out = levels.len().saturating_sub(most);
        levels.truncate(most);
        wanted.extend(levels.iter().map(|(_, entry)| entry.path.clone()));
        found.cards = levels.into_iter().map(|(name, entry)| self.card(name, entry, thumbs)).collect();
        found
    }

    fn card(&self, name: String, listed: &ListingEntry, thumbs: &Thumbs) -> LibraryCard {
        // What was read of the file itself is newer than the list of its folder.
        let own = self.reader.read(&listed.path).and_then(Result::ok);
        let entry = own.as_ref().and_then(|own| own.entries.first()).unwrap_or(listed);
        // The first reading of a source is that of the preview.
        let changes = sources_of(thumbs, &entry.path).iter().filter_map(|path| self.sources.get(path));
        let changes: u64 = changes.map(|count| count.saturating_sub(1)).sum();
        let of = Of::File(entry.path.clone(), entry.modified ^ entry.bytes.rotate_left(32) ^ changes.rotate_left(16));
        LibraryCard { path: entry.path.clone(), name, picture: None, outline: Arc::default(), fault: None, of }
    }
}
