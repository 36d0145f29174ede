//! `export` writes what the runtime schema describes: for every level of the gallery and of the archive.

use super::archive;
use super::json_schema::violations;
use blobsmith::engine::World;
use blobsmith::level::format::{self, load_level};
use blobsmith::level::{flatten, ids};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn blobsmith(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blobsmith"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().expect("the program starts")
}

fn gallery() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("levels").map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "ron"));
    files.sort();
    assert!(files.len() >= 59, "{} levels", files.len());
    files
}

#[test]
fn exported_levels_satisfy_the_runtime_schema() {
    let printed = blobsmith(&["schema", "--runtime"]);
    assert!(printed.status.success());
    assert_eq!(String::from_utf8_lossy(&printed.stdout), format::runtime_schema());
    let schema: Value = serde_json::from_slice(&printed.stdout).expect("JSON");
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.json");
    let others = ["format-1/level.ron", "format-2/level.ron", "format-2/everything.ron"].map(archive);
    for path in gallery().iter().chain(&others) {
        let said = blobsmith(&["export", path.to_str().expect("UTF-8"), "--out", out.to_str().expect("UTF-8")]);
        assert!(said.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&said.stderr));
        let text = std::fs::read_to_string(&out).expect("exported");
        let level: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(violations(&level, &schema), [""; 0], "{}", path.display());
        assert!(level.get("editor").is_none() && level.get("instances").is_none(), "{}", path.display());
        let exported = load_level(&out).expect("a level");
        assert!(ids::all(&exported).all(|id| !id.is_empty()), "{}", path.display());
        let original = flatten::load_flat(path).expect("a level");
        assert_eq!(two_frames(&exported), two_frames(&original), "{}", path.display());
    }
}

fn two_frames(level: &blobsmith::level::Level) -> u64 {
    let mut world = World::new(level).expect("a level");
    (0..2).for_each(|_| world.step_frame());
    world.hash()
}
