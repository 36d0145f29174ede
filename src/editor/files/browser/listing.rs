//! Lists folders in a background thread, so that slow disks and huge folders do not block the window.

use crate::editor::files::entries::{Listing, ListingEntry, list};
use egui::Context;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};

/// A request to the lister.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// List a folder.
    Folder(PathBuf),
    /// List a folder to complete a typed path.
    Completion(PathBuf),
    /// Find out whether a path is a file or a folder.
    Path(PathBuf),
    /// Create a folder.
    Make(PathBuf),
}

/// An answer of the lister.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup {
    /// Contents of the folder.
    Listing(Listing),
    /// The path is a folder.
    Folder,
    /// The path is a file.
    File,
    /// The path does not exist.
    Nothing,
    /// The request failed with this message.
    Failed(String),
}

/// Sends requests and returns the answers to the latest request of each kind.
pub struct Lister {
    sender: Sender<(u64, Asked, Lookup)>,
    receiver: Receiver<(u64, Asked, Lookup)>,
    turn: u64,
    /// Numbers of the latest requests: folder, completion, other.
    last: [u64; 3],
}

impl Default for Lister {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, turn: 0, last: [0; 3] }
    }
}

fn lane(asked: &Asked) -> usize {
    match asked {
        Asked::Folder(_) => 0,
        Asked::Completion(_) => 1,
        Asked::Path(_) | Asked::Make(_) => 2,
    }
}

impl Lister {
    /// Sends a request; the answer comes through [`Lister::answers`].
    pub fn request(&mut self, ctx: &Context, asked: Asked) {
        self.turn += 1;
        self.last[lane(&asked)] = self.turn;
        let (sender, ctx, turn) = (self.sender.clone(), ctx.clone(), self.turn);
        std::thread::spawn(move || {
            let found = find(&asked);
            // The send fails if the browser was closed.
            if sender.send((turn, asked, found)).is_ok() {
                ctx.request_repaint();
            }
        });
    }

    /// Discards the answer to a pending path request.
    pub fn forget_path(&mut self) {
        self.last[2] = 0;
    }

    /// Answers that have arrived since the last call.
    pub fn answers(&mut self) -> Vec<(Asked, Lookup)> {
        let last = self.last;
        let answers = self.receiver.try_iter().filter(|(turn, asked, _)| last[lane(asked)] == *turn);
        answers.map(|(_, asked, found)| (asked, found)).collect()
    }
}

fn find(asked: &Asked) -> Lookup {
    match asked {
        Asked::Folder(path) if path.is_file() => Lookup::File,
        Asked::Folder(path) | Asked::Completion(path) => {
            list(path).map_or_else(|e| Lookup::Failed(plain(&e)), Lookup::Listing)
        }
        Asked::Path(path) => match std::fs::metadata(path) {
            Ok(about) if about.is_dir() => Lookup::Folder,
            Ok(_) => Lookup::File,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Lookup::Nothing,
            Err(error) => Lookup::Failed(plain(&error)),
        },
        Asked::Make(path) => match std::fs::create_dir(path) {
            Ok(()) => Lookup::Folder,
            Err(error) => Lookup::Failed(plain(&error)),
        },
    }
}

/// The system's message without its error number, with a hint for common errors.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text).to_lowercase();
    match error.kind() {
        io::ErrorKind::PermissionDenied => format!("{text}: no permission to list this folder; choose another one"),
        io::ErrorKind::NotFound => format!("{text}: check the path, or go up"),
        _ => text,
    }
}

/// Sort columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortColumn {
    /// By name in natural order: `level 9` before `level 10`.
    #[default]
    Name,
    /// By date, newest first.
    Modified,
    /// By size, largest first.
    Bytes,
}

/// Sorts the entries, folders first.
pub fn sort(entries: &mut [ListingEntry], by: SortColumn, is_reversed: bool) {
    entries.sort_by(|a, b| {
        let order = match by {
            SortColumn::Name => natural(&a.name, &b.name),
            SortColumn::Modified => b.modified.cmp(&a.modified).then_with(|| natural(&a.name, &b.name)),
            SortColumn::Bytes => b.bytes.cmp(&a.bytes).then_with(|| natural(&a.name, &b.name)),
        };
        b.is_folder.cmp(&a.is_folder).then(if is_reversed { order.reverse() } else { order })
    });
}

/// Natural order: ignores case and compares digit runs by value.
fn natural(a: &str, b: &str) -> std::cmp::Ordering {
    let parts = |text: &str| {
        let mut parts: Vec<(bool, String)> = Vec::new();
        for c in text.to_lowercase().chars() {
            match parts.last_mut().filter(|(is_digits, _)| *is_digits == c.is_ascii_digit()) {
                Some((_, part)) => part.push(c),
                None => parts.push((c.is_ascii_digit(), c.to_string())),
            }
        }
        parts
    };
    let key = |(is_digits, part): (bool, String)| {
        let digits = part.trim_start_matches('0');
        // Longer numbers are larger; letters come after numbers.
        if is_digits { (0, digits.len(), digits.to_owned()) } else { (1, 0, part) }
    };
    parts(a).into_iter().map(key).cmp(parts(b).into_iter().map(key)).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, is_folder: bool, modified: u64, bytes: u64) -> ListingEntry {
        ListingEntry { name: name.to_owned(), path: PathBuf::from(name), is_folder, modified, bytes }
    }

    #[test]
    fn sort_puts_folders_first_and_compares_numbers_by_value() {
        let mut entries = vec![
            entry("level 10.ron", false, 3, 1),
            entry("Level 9.ron", false, 2, 5),
            entry("b", true, 9, 0),
            entry("level 09.ron", false, 1, 9),
            entry("A", true, 0, 0),
        ];
        let names = |entries: &[ListingEntry]| entries.iter().map(|entry| entry.name.clone()).collect::<Vec<_>>();
        sort(&mut entries, SortColumn::Name, false);
        assert_eq!(names(&entries), ["A", "b", "Level 9.ron", "level 09.ron", "level 10.ron"]);
        sort(&mut entries, SortColumn::Modified, false);
        assert_eq!(names(&entries), ["b", "A", "level 10.ron", "Level 9.ron", "level 09.ron"]);
        sort(&mut entries, SortColumn::Bytes, true);
        assert_eq!(names(&entries)[2..], ["level 10.ron", "Level 9.ron", "level 09.ron"]);
    }

    #[test]
    fn listing_of_a_missing_folder_says_how_to_go_on() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.ron"), "12345").unwrap();
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        let mut listing = list(folder.path()).unwrap();
        sort(&mut listing.entries, SortColumn::Name, false);
        let seen: Vec<_> = listing.entries.iter().map(|entry| (entry.name.as_str(), entry.is_folder)).collect();
        assert_eq!((seen, listing.is_cut), (vec![("sub", true), ("a.ron", false)], false));
        assert_eq!(listing.entries[1].bytes, 5);
        let missing = folder.path().join("missing");
        assert!(matches!(find(&Asked::Folder(missing.clone())), Lookup::Failed(reason) if reason.contains("go up")));
        assert_eq!(find(&Asked::Path(missing.clone())), Lookup::Nothing);
        assert_eq!(find(&Asked::Make(missing.clone())), Lookup::Folder);
        assert_eq!(find(&Asked::Path(missing)), Lookup::Folder);
    }
}
