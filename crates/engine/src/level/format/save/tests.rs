//! Each file system call fails once, and then permanently.

use super::system::faults;
use super::update::lock_within;
use super::*;
use std::fs;
use std::time::{Duration, SystemTime};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A folder with or without a file, and the file's path.
fn with_file(has_old: bool) -> (tempfile::TempDir, PathBuf) {
    let folder = folder();
    let path = folder.path().join("level.ron");
    if has_old {
        fs::write(&path, "old").unwrap();
    }
    (folder, path)
}

#[test]
fn replace_leaves_the_old_or_the_new_file_complete_if_any_call_fails() {
    for (has_old, is_lasting) in [(true, false), (true, true), (false, false), (false, true)] {
        let (_folder, path) = with_file(has_old);
        let (_, calls) = faults::with(u32::MAX, false, || replace(&path, b"new"));
        assert!(calls >= 9, "{calls} calls are fewer than a save makes");
        let mut reported = 0;
        for index in 0..calls {
            let (folder, path) = with_file(has_old);
            let (result, _) = faults::with(index, is_lasting, || replace(&path, b"the new contents"));
            let now = fs::read_to_string(&path).ok();
            match &result {
                Ok(()) => assert_eq!(now.as_deref(), Some("the new contents"), "call {index}"),
                Err(reason) => {
                    assert_eq!(now.as_deref(), has_old.then_some("old"), "call {index}");
                    assert!(reason.contains("injected failure"), "{reason}");
                    reported += 1;
                }
            }
            // If removing fails too, the next save removes the remains.
            if !is_lasting {
                let expected: &[&str] = if now.is_some() { &["level.ron"] } else { &[] };
                assert_eq!(names(folder.path()), expected, "call {index} leaves a temporary file");
            }
        }
        assert!(reported >= 6, "{reported} failures were reported");
    }
}

#[test]
fn linked_save_keeps_the_link_if_any_call_fails() {
    #[cfg(unix)]
    for index in 0..16 {
        let folder = folder();
        let (path, link) = (folder.path().join("level.ron"), folder.path().join("link.ron"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink("level.ron", &link).unwrap();
        let (result, _) = faults::with(index, false, || replace(&link, b"new"));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), if result.is_ok() { "new" } else { "old" }, "call {index}");
    }
}

#[test]
fn stale_temporary_files_are_removed_and_others_stay() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let old = SystemTime::now() - Duration::from_secs(3600);
    let mut held = Vec::new();
    for name in [".blobsmith-1-0.tmp", ".blobsmith-00ff.lock", ".blobsmith-2-0.tmp", "level.tmp", ".blobsmith-notes"] {
        let file = File::create(at(name)).unwrap();
        file.set_modified(old).unwrap();
        if name == ".blobsmith-2-0.tmp" {
            file.lock().unwrap();
            held.push(file);
        }
    }
    File::create(at(".blobsmith-3-0.tmp")).unwrap();
    replace(&at("a.ron"), b"new").unwrap();
    let expected = [".blobsmith-2-0.tmp", ".blobsmith-3-0.tmp", ".blobsmith-notes", "a.ron", "level.tmp"];
    assert_eq!(names(folder.path()), expected);
}

#[test]
fn unfinished_replacement_leaves_no_file() {
    let folder = folder();
    let path = folder.path().join("run.jsonl");
    fs::write(&path, "old").unwrap();
    let mut replacement = Replacement::begin(&path).unwrap();
    replacement.write_all(b"half of").unwrap();
    drop(replacement);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(names(folder.path()), ["run.jsonl"]);
}

#[test]
#[cfg(unix)]
fn is_same_file_resolves_links_and_spellings() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.ron"), "a").unwrap();
    fs::write(at("copy.ron"), "a").unwrap();
    fs::create_dir(at("sub")).unwrap();
    fs::hard_link(at("a.ron"), at("hard.ron")).unwrap();
    std::os::unix::fs::symlink("a.ron", at("soft.ron")).unwrap();
    std::os::unix::fs::symlink("new.ron", at("dangling.ron")).unwrap();
    for name in ["a.ron", "hard.ron", "soft.ron", "sub/../a.ron", "./a.ron"] {
        assert!(is_same_file(&at("a.ron"), &at(name)), "{name}");
    }
    for name in ["copy.ron", "new.ron", "sub", "nowhere/a.ron"] {
        assert!(!is_same_file(&at("a.ron"), &at(name)), "{name}");
    }
    assert!(is_same_file(&at("new.ron"), &at("sub/../new.ron")));
    assert!(is_same_file(&at("new.ron"), &at("dangling.ron")));
    assert!(!is_same_file(&at("new.ron"), &at("other.ron")));
    assert!(!is_same_file(Path::new("/dev/null"), Path::new("/dev/null")));
}

#[test]
fn lock_excludes_others_and_leaves_no_file() {
    let folder = folder();
    let path = folder.path().join("level.ron");
    let lock = lock_for_update(&path).unwrap();
    let refused = lock_within(&path, Duration::ZERO).unwrap_err();
    assert!(refused.contains("another program"), "{refused}");
    // Another file in the same folder is free.
    drop(lock_within(&folder.path().join("other.ron"), Duration::ZERO).unwrap());
    drop(lock);
    drop(lock_within(&path, Duration::ZERO).unwrap());
    assert_eq!(names(folder.path()), [""; 0]);
}
