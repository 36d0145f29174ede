//! A file browser inside the window, for systems without a file dialog. All disk access runs in background threads.

mod fields;
pub mod listing;
mod rows;

use super::Purpose;
use super::entries::ListingEntry;
use super::thumbs::Thumbs;
use crate::editor::theme;
use crate::picture::Theme;
use egui::{Context, Id, Key, Modal, Modifiers, vec2};
use listing::{Asked, Lister, Lookup, SortColumn, sort};
use std::path::{Path, PathBuf};

/// A folder in the list of shortcuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// Display name.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

/// Loading state of the folder.
#[derive(Clone, Debug, PartialEq)]
enum State {
    Coming,
    Here { is_cut: bool },
    Failed(String),
}

/// The open browser.
pub struct Browser {
    purpose: Purpose,
    /// Current folder.
    pub folder: PathBuf,
    folder_text: String,
    lister: Lister,
    state: State,
    /// Entries of the folder, sorted.
    entries: Vec<ListingEntry>,
    sorted_by: SortColumn,
    is_reversed: bool,
    shows_hidden: bool,
    shows_all_kinds: bool,
    /// Entry selected in the list.
    chosen: Option<PathBuf>,
    wants_scroll: bool,
    wants_focus: bool,
    name: String,
    problem: Option<String>,
    /// Existing file that a second press overwrites.
    overwrite: Option<PathBuf>,
    /// Name field of a new folder, while open.
    making: Option<String>,
    /// Type-ahead text and the time of its last letter.
    typed: (String, f64),
    /// Completion candidates: parent folder and names.
    completions: (PathBuf, Vec<String>),
    spots: Vec<Shortcut>,
    /// The confirmed file.
    picked: Option<PathBuf>,
    is_new: bool,
}

/// Result of the browser.
#[derive(Debug, PartialEq)]
pub enum Choice {
    /// A file was chosen.
    Picked(Purpose, PathBuf),
    /// The browser was closed.
    Cancelled,
}

impl Browser {
    /// Opens at a folder (home if empty), with a file name to suggest and shortcuts.
    pub fn new(purpose: Purpose, start: &Path, name: String, spots: Vec<Shortcut>) -> Self {
        let home =
            || std::env::home_dir().or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| PathBuf::from("/"));
        let folder = if start.as_os_str().is_empty() { home() } else { start.to_owned() };
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        let name = if purpose.is_to_read() { String::new() } else { name };
        Self {
            wants_focus: true,
            purpose,
            folder_text: folder.display().to_string(),
            folder,
            lister: Lister::default(),
            state: State::Coming,
            entries: Vec::new(),
            sorted_by: SortColumn::Name,
            is_reversed: false,
            shows_hidden: false,
            shows_all_kinds: false,
            chosen: None,
            wants_scroll: false,
            name,
            problem: None,
            overwrite: None,
            making: None,
            typed: (String::new(), 0.0),
            completions: (PathBuf::new(), Vec::new()),
            spots,
            picked: None,
            is_new: true,
        }
    }

    /// Goes to a folder; its contents arrive later.
    fn go(&mut self, ctx: &Context, folder: &Path) {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        self.folder_text = folder.display().to_string();
        self.lister.request(ctx, Asked::Folder(folder.clone()));
        self.lister.forget_path();
        // Going up selects the previous folder.
        self.chosen = Some(self.folder.clone()).filter(|old| old.parent() == Some(&folder));
        self.wants_scroll = self.chosen.is_some();
        (self.folder, self.state, self.entries) = (folder, State::Coming, Vec::new());
        (self.problem, self.overwrite, self.making) = (None, None, None);
    }

    /// Goes to the folder of a file that was given in place of a folder, with the file chosen.
    fn go_to_file(&mut self, ctx: &Context, file: &Path) {
        let Some(folder) = file.parent() else { return };
        self.go(ctx, folder);
        self.name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (self.chosen, self.wants_scroll) = (Some(file.to_owned()), true);
    }

    fn up(&mut self, ctx: &Context) {
        if let Some(parent) = self.folder.parent().map(Path::to_owned) {
            self.go(ctx, &parent);
        }
    }

    /// Processes the answers of the lister.
    fn collect(&mut self, ctx: &Context) {
        for (asked, found) in self.lister.answers() {
            match (asked, found) {
                (Asked::Folder(_), Lookup::Listing(listing)) => {
                    self.state = State::Here { is_cut: listing.is_cut };
                    self.entries = listing.entries;
                    sort(&mut self.entries, self.sorted_by, self.is_reversed);
                }
                (Asked::Folder(file), Lookup::File) => self.go_to_file(ctx, &file),
                (Asked::Folder(_), Lookup::Failed(reason)) => self.state = State::Failed(reason),
                (Asked::Completion(parent), Lookup::Listing(listing)) => {
                    let mut folders: Vec<_> = listing.entries.into_iter().filter(|entry| entry.is_folder).collect();
                    sort(&mut folders, SortColumn::Name, false);
                    self.completions = (parent, folders.into_iter().map(|entry| entry.name).collect());
                }
                (Asked::Make(path), Lookup::Folder) => self.go(ctx, &path),
                (Asked::Make(path), Lookup::Failed(reason)) => {
                    self.problem = Some(format!("Cannot create {}: {reason}", path.display()));
                }
                (Asked::Path(path), found) => self.found(ctx, path, found),
                _ => {}
            }
        }
    }

    /// Handles the lookup of a typed or selected path.
    fn found(&mut self, ctx: &Context, path: PathBuf, found: Lookup) {
        let is_open = self.purpose.is_to_read();
        match found {
            Lookup::Folder => {
                self.name.clear();
                self.go(ctx, &path);
            }
            Lookup::File if is_open => self.picked = Some(path),
            Lookup::File => {
                let path = self.purpose.with_ending(&path);
                self.overwrite = Some(path);
            }
            Lookup::Nothing if is_open => self.problem = Some(format!("The file {} does not exist", path.display())),
            Lookup::Nothing => self.picked = Some(path),
            Lookup::Failed(reason) => self.problem = Some(format!("{}: {reason}", path.display())),
            Lookup::Listing(_) => {}
        }
    }

    /// The selected folder, or the current one.
    fn chosen_folder(&self) -> &Path {
        let is_chosen = |entry: &&ListingEntry| entry.is_folder && self.chosen.as_ref() == Some(&entry.path);
        self.entries.iter().find(is_chosen).map_or(&self.folder, |entry| &entry.path)
    }

    /// The selected entry if it is meant by what is typed: nothing, or the beginning of its name.
    fn meant(&self) -> Option<ListingEntry> {
        let text = self.name.trim().to_lowercase();
        let is_chosen = |entry: &&ListingEntry| self.chosen.as_ref() == Some(&entry.path);
        let entry = self.entries.iter().find(is_chosen).filter(|_| self.purpose.is_to_read())?;
        entry.name.to_lowercase().starts_with(&text).then(|| entry.clone())
    }

    /// Looks up the named file; the dialog finishes when the answer arrives.
    fn confirm(&mut self, ctx: &Context) {
        if self.purpose.is_folder() {
            self.picked = Some(self.chosen_folder().to_owned());
            return;
        }
        let path = self.folder.join(self.name.trim());
        let listed = self.entries.iter().find(|entry| entry.path == path);
        if listed.is_some_and(|entry| entry.is_folder) {
            self.name.clear();
            return self.go(ctx, &path);
        }
        let path = if self.purpose.is_to_read() { path } else { self.purpose.with_ending(&path) };
        if self.overwrite.as_ref() == Some(&path) {
            self.picked = Some(path);
            return;
        }
        self.problem = None;
        self.lister.request(ctx, Asked::Path(path));
    }

    /// The entries that pass the filters.
    fn shown(&self) -> Vec<&ListingEntry> {
        let is_shown = |entry: &&ListingEntry| {
            (self.shows_hidden || !entry.name.starts_with('.'))
                && (entry.is_folder || self.shows_all_kinds || self.purpose.fits(&entry.path))
        };
        self.entries.iter().filter(is_shown).collect()
    }

    /// Draws the browser; returns the user's choice.
    pub fn show(&mut self, ctx: &Context, thumbs: &mut Thumbs, theme: Theme) -> Option<Choice> {
        if std::mem::take(&mut self.is_new) {
            let folder = self.folder.clone();
            self.go(ctx, &folder);
        }
        self.collect(ctx);
        let screen = ctx.content_rect().size();
        let size = vec2((screen.x - 80.0).clamp(420.0, 900.0), (screen.y - 110.0).clamp(260.0, 620.0));
        let modal = Modal::new(Id::unique("file browser")).frame(theme::dialog(ctx)).show(ctx, |ui| {
            ui.set_min_size(size);
            ui.set_max_size(size);
            ui.heading(self.purpose.title());
            self.keys(ctx);
            self.folder_row(ui);
            self.body(ui, thumbs, theme);
            self.bottom(ui)
        });
        // A click beside the dialog does not close it, so that what is typed next does not act on the level.
        let may_close = modal.is_top_modal && !modal.any_popup_open;
        let is_dismissed = may_close && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if let Some(path) = self.picked.take() {
            return Some(Choice::Picked(self.purpose.clone(), path));
        }
        modal.inner.or(is_dismissed.then_some(Choice::Cancelled))
    }
}
