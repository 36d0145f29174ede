//! Files on disk: refusals before reading, and the old file after saving.

use blobsmith::level::format::{self, FormatError};
use blobsmith::level::{Level, Node, Role};
use std::fs;
use std::path::Path;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn refusal(path: &Path) -> FormatError {
    match blobsmith::level::load(path) {
        Ok(_) => panic!("accepted: {}", path.display()),
        Err(error) => {
            assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
            error
        }
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn named(name: &str) -> Level {
    Level { name: name.into(), ..Level::default() }
}

#[test]
fn load_refuses_missing_empty_and_huge_files_unread() {
    let folder = folder();
    assert!(refusal(&folder.path().join("none.ron")).reason.contains("no such file"));
    assert!(refusal(folder.path()).reason.contains("directory"));
    let empty = folder.path().join("empty.ron");
    fs::write(&empty, "").expect("written");
    assert!(refusal(&empty).reason.contains("empty"));
    let sparse = folder.path().join("sparse.ron");
    fs::File::create(&sparse).and_then(|file| file.set_len(2 << 30)).expect("a sparse file");
    assert!(refusal(&sparse).reason.contains("2048 MB"));
}

#[cfg(unix)]
#[test]
fn load_refuses_devices_unread() {
    for device in ["/dev/zero", "/dev/null"] {
        assert!(refusal(Path::new(device)).reason.contains("not a regular file"), "{device}");
    }
}

#[test]
fn load_reports_the_position_of_bytes_that_are_not_utf8() {
    let folder = folder();
    let path = folder.path().join("latin1.ron");
    fs::write(&path, b"(format: 1,\n name: \"caf\xe9\")").expect("written");
    let error = refusal(&path);
    assert!(error.reason.contains("byte 23 (0xe9)"), "{error}");
    assert_eq!(error.position, Some((2, 12)));
    let utf16: Vec<u8> = "\u{feff}(format: 1)".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(&path, utf16).expect("written");
    assert!(refusal(&path).reason.contains("UTF-16"));
}

#[test]
fn save_chooses_the_form_by_the_ending() {
    let folder = folder();
    for name in ["a.ron", "a.json", "a.JSON", "a.level", "noending"] {
        let path = folder.path().join(name);
        format::save(&named(name), &path).expect("saved");
        let text = fs::read_to_string(&path).expect("readable");
        assert_eq!(text.starts_with('{'), name.to_lowercase().ends_with("json"), "{name}");
        assert_eq!(format::load_level(&path).expect("loaded"), named(name));
    }
    assert_eq!(names(folder.path()).len(), 5, "no temporary file remains");
}

#[test]
fn refused_save_leaves_the_old_file_only() {
    let folder = folder();
    let path = folder.path().join("level.ron");
    format::save(&named("old"), &path).expect("saved");
    let mut bad = named("new");
    bad.bodies.push(Default::default());
    bad.bodies[0].nodes.push(Node { role: Role::Mass(f64::NAN), ..Node::at([0.0, 0.0]) });
    let error = format::save(&bad, &path).expect_err("a mass that is no number");
    assert_eq!(error.place, "bodies[0].nodes[0].role.Mass");
    assert_eq!(format::load_level(&path).expect("intact"), named("old"));
    assert_eq!(names(folder.path()), ["level.ron"]);
}

#[test]
fn save_refuses_folders_as_targets() {
    let folder = folder();
    fs::create_dir(folder.path().join("sub.ron")).expect("created");
    for name in ["sub.ron", "no/such/folder.ron"] {
        let error = format::save(&named(""), &folder.path().join(name)).expect_err(name);
        assert!(error.reason.contains("cannot be saved"), "{error}");
    }
    assert_eq!(names(folder.path()), ["sub.ron"]);
}

/// Names may have 255 bytes, and what is written beside needs one too.
#[test]
fn save_accepts_the_longest_names() {
    let folder = folder();
    let path = folder.path().join(format!("{}.ron", "n".repeat(251)));
    for name in ["old", "new"] {
        format::save(&named(name), &path).expect("saved");
        assert_eq!(format::load_level(&path).expect("loaded"), named(name));
    }
    assert_eq!(names(folder.path()).len(), 1);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn save_keeps_permissions_and_follows_links() {
        let folder = folder();
        let (real, link) = (folder.path().join("real.ron"), folder.path().join("link.ron"));
        format::save(&named("old"), &real).expect("saved");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("set");
        symlink("real.ron", &link).expect("linked");
        format::save(&named("new"), &link).expect("saved");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(format::load_level(&real).expect("loaded"), named("new"));
        assert_eq!(fs::metadata(&real).expect("there").permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn save_creates_the_target_of_a_link_and_refuses_link_cycles() {
        let folder = folder();
        symlink("target.ron", folder.path().join("link.ron")).expect("linked");
        format::save(&named("a"), &folder.path().join("link.ron")).expect("saved");
        assert_eq!(format::load_level(&folder.path().join("target.ron")).expect("loaded"), named("a"));
        symlink("b.ron", folder.path().join("a.ron")).expect("linked");
        symlink("a.ron", folder.path().join("b.ron")).expect("linked");
        let error = format::save(&named("x"), &folder.path().join("a.ron")).expect_err("no end");
        assert!(error.reason.contains("symbolic links"), "{error}");
    }

    #[test]
    fn save_does_not_replace_a_read_only_file() {
        let folder = folder();
        let path = folder.path().join("level.ron");
        format::save(&named("old"), &path).expect("saved");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("set");
        let error = format::save(&named("new"), &path).expect_err("read-only");
        assert!(error.reason.contains("read-only"), "{error}");
        assert_eq!(format::load_level(&path).expect("intact"), named("old"));
        assert_eq!(names(folder.path()), ["level.ron"]);
    }
}
