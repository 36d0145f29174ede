//! Numbered backups. Before a file is overwritten, its contents are copied to the program's data folder. The last ten
//! versions of each file are kept.

use crate::geometry::hashing::BitHasher;
use crate::level::format::{TextFormat, replace};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Maximum number of versions per file.
pub const MOST: usize = 10;

/// One backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// Version number, from 1.
    pub number: u64,
    /// Path of the backup.
    pub file: PathBuf,
    /// Time at which this version was saved.
    pub saved: Option<SystemTime>,
    /// Size in bytes.
    pub bytes: u64,
}

/// Backup folder and the list that the window shows.
#[derive(Debug, Default)]
pub struct Backups {
    /// Folder of all backups; `None`: backups are off.
    pub root: Option<PathBuf>,
    /// Open list of backups, if any.
    pub shown: Option<Vec<Backup>>,
}

/// Default folder of the backups; `None` if the system has no data folder.
pub fn root() -> Option<PathBuf> {
    eframe::storage_dir("blobsmith").map(|folder| folder.join("backups"))
}

/// Folder of one file's backups, independent of how its path is written.
fn folder_of(root: &Path, file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let known = file.canonicalize().or_else(|_| Ok(folder.canonicalize()?.join(file.file_name().unwrap_or_default())));
    let path = known.unwrap_or_else(|_: io::Error| file.to_owned());
    let mut hasher = BitHasher::new();
    path.as_os_str().as_encoded_bytes().iter().for_each(|&byte| hasher.word(byte.into()));
    let stem: String = path.file_stem().unwrap_or_default().to_string_lossy().chars().take(40).collect();
    root.join(format!("{stem}-{:016x}", hasher.finish()))
}

/// Backups of a file, newest first.
pub fn list(root: &Path, file: &Path) -> Vec<Backup> {
    let entries = fs::read_dir(folder_of(root, file)).into_iter().flatten().filter_map(Result::ok);
    let mut found: Vec<Backup> = entries
        .filter_map(|entry| {
            let path = entry.path();
            let number = path.file_stem()?.to_str()?.parse().ok()?;
            let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            let is_level = path.extension().is_some_and(|ending| ending == "ron" || ending == "json");
            is_level.then(|| Backup { number, file: path, saved: about.modified().ok(), bytes: about.len() })
        })
        .collect();
    found.sort_by_key(|backup| std::cmp::Reverse(backup.number));
    found
}

/// Calls [`keep`] if there is a backup folder.
///
/// # Errors
/// A message for the user.
pub fn keep_below(root: Option<&Path>, file: &Path) -> Result<(), String> {
    let Some(root) = root else { return Ok(()) };
    let failed = |reason| format!("No backup of the previous version was made: {}: {reason}", root.display());
    keep(root, file).map_err(failed)
}

/// Backs up the present contents of a file unless the newest backup is equal, and removes backups beyond [`MOST`]. A
/// missing file is skipped.
///
/// # Errors
/// The system's message.
pub fn keep(root: &Path, file: &Path) -> Result<(), String> {
    let message = |error: io::Error| error.to_string();
    let contents = match fs::read(file) {
        Ok(contents) => contents,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(message(error)),
    };
    let known = list(root, file);
    let is_known = |backup: &Backup| {
        backup.bytes == contents.len() as u64 && fs::read(&backup.file).is_ok_and(|old| old == contents)
    };
    if known.first().is_some_and(is_known) {
        return Ok(());
    }
    let folder = folder_of(root, file);
    fs::create_dir_all(&folder).map_err(message)?;
    let number = known.first().map_or(1, |newest| newest.number + 1);
    let ending = if TextFormat::of(file) == TextFormat::Json { "json" } else { "ron" };
    let copy = folder.join(format!("{number:06}.{ending}"));
    replace(&copy, &contents)?;
    // A backup keeps the modification time of the saved file.
    if let (Ok(saved), Ok(copy)) =
        (fs::metadata(file).and_then(|about| about.modified()), File::options().write(true).open(&copy))
    {
        let _ = copy.set_modified(saved);
    }
    for old in known.iter().skip(MOST - 1) {
        let _ = fs::remove_file(&old.file);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backups_keep_the_last_ten_versions() {
        let folder = tempfile::tempdir().unwrap();
        let (root, file) = (folder.path().join("backups"), folder.path().join("level.ron"));
        keep(&root, &file).unwrap();
        assert_eq!(list(&root, &file), [], "a new file has no version");
        for version in 1..=14 {
            fs::write(&file, format!("version {version}")).unwrap();
            keep(&root, &file).unwrap();
            // Equal contents create no new version.
            keep(&root, &file).unwrap();
        }
        let found = list(&root, &file);
        assert_eq!(found.iter().map(|backup| backup.number).collect::<Vec<_>>(), (5..=14).rev().collect::<Vec<_>>());
        for backup in &found {
            assert_eq!(fs::read_to_string(&backup.file).unwrap(), format!("version {}", backup.number));
        }
        let modified = fs::metadata(&file).unwrap().modified().unwrap();
        assert_eq!(found[0].saved, Some(modified));
    }

    #[test]
    fn backups_of_equal_names_in_two_folders_are_separate() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("backups");
        let files = ["a", "b"].map(|name| folder.path().join(name).join("level.ron"));
        for file in &files {
            fs::create_dir(file.parent().unwrap()).unwrap();
            fs::write(file, file.display().to_string()).unwrap();
            keep(&root, file).unwrap();
        }
        for file in &files {
            assert_eq!(list(&root, file).len(), 1);
            let dotted =
                file.parent().unwrap().join("../").join(file.parent().unwrap().file_name().unwrap()).join("level.ron");
            assert_eq!(list(&root, &dotted), list(&root, file));
        }
    }

    #[test]
    fn backup_failure_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let (root, file) = (folder.path().join("backups"), folder.path().join("level.ron"));
        fs::write(&file, "one").unwrap();
        fs::write(&root, "a file where the folder should be").unwrap();
        assert!(keep(&root, &file).is_err());
    }
}
