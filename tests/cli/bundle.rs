//! Bug bundles where commands take a recording or a level.

use crate::support::{FALLING, blobsmith, file, program};
use blobsmith::debugger::recording::bundle::{self, Entries};
use std::path::PathBuf;

/// A bundle of a run of the command line; with one input if `has_input`.
fn bug(has_input: bool) -> (tempfile::TempDir, PathBuf) {
    let (folder, _) = file("level.json", FALLING);
    let path = folder.path().join("a.run.json");
    let words = ["run", "level.json", "--frames", "20", "--every", "20", "--record", "a.run.json", "--out", "x.csv"];
    let ended = program(words).current_dir(folder.path()).output().expect("the program starts");
    assert!(ended.status.success());
    let mut text = std::fs::read_to_string(&path).unwrap();
    if has_input {
        let mut run: serde_json::Value = serde_json::from_str(&text).unwrap();
        let what = serde_json::json!({ "Set": { "path": "world.substeps", "value": 20 } });
        run["branches"][0]["inputs"] = serde_json::json!([{ "frame": 3, "substep": 0, "input": what }]);
        run["branches"][0]["hashes"] = serde_json::json!([]);
        text = run.to_string();
    }
    let entries = Entries::from([(bundle::RECORDING.to_owned(), text.into_bytes())]);
    let path = folder.path().join("a.blobbug");
    std::fs::write(&path, bundle::write(&entries)).unwrap();
    (folder, path)
}

#[test]
fn bug_bundle_is_replayed_compared_and_diagnosed() {
    let (_folder, path) = bug(false);
    assert_eq!(blobsmith("replay {}", &path).fine().text(), "branch 1: 20 frames, all hashes equal\n");
    let said = blobsmith("compare {} {}", &path);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{}", said.text());
    let said = blobsmith("diagnose {} --format json", &path);
    assert!(said.err.is_empty() && said.text().starts_with('{'), "{}{}", said.err, said.text());
}

#[test]
fn bug_bundle_without_inputs_stands_for_its_level() {
    let (folder, path) = bug(false);
    let level = folder.path().join("level.json");
    for line in ["explain {} --frame 5", "run {} --frames 5"] {
        let [of_bundle, of_level] = [&path, &level].map(|path| blobsmith(line, path));
        let name = |path: &PathBuf| path.display().to_string();
        assert_eq!(of_bundle.err, "", "{line}");
        assert_eq!(of_bundle.text().replace(&name(&path), &name(&level)), of_level.text(), "{line}");
    }
    assert!(blobsmith("check {} --format json", &path).fine().text().contains("\"rule\": \"orphan-node\""));
}

#[test]
fn bug_bundle_with_inputs_is_refused_by_commands_that_take_a_level() {
    let (_folder, path) = bug(true);
    blobsmith("run {} --frames 5", &path).refused(&["a bug bundle with inputs", "`diagnose`, `replay` and `compare`"]);
    assert_eq!(blobsmith("diagnose {} --format json", &path).err, "");
    assert_eq!(blobsmith("check {}", &path).err, "", "a level at rest has no inputs");
    blobsmith("check {} --run", &path).refused(&["a bug bundle with inputs"]);
}

#[test]
fn bug_bundle_is_named_where_only_text_files_are_read() {
    let (folder, path) = bug(false);
    let renamed = folder.path().join("b.ron");
    std::fs::copy(&path, &renamed).unwrap();
    blobsmith("run {} --frames 5", &renamed).refused(&["a zip archive", "a bug bundle has the ending .blobbug"]);
    std::fs::write(&path, "no archive").unwrap();
    blobsmith("diagnose {}", &path).refused(&["a.blobbug", "the bundle is damaged"]);
}
