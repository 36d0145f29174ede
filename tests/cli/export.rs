//! `export`, and the reader of `docs/use-in-a-game.md`.

use super::support::{blobsmith, program};
use std::path::Path;
use std::process::Command;

/// A tagged body with a labelled node, two markers and editor data.
const LEVEL: &str = r#"{"format": 2, "bodies": [{"id": "hero", "name": "Hero", "tags": ["player"],
    "properties": {"hp": 3, "speed": 0.5}, "nodes": [{"position": [0, 0]}, {"position": [1, 2], "label": "hand"}]}],
    "markers": [{"name": "spawn", "shape": {"Point": [1, 2]}},
        {"id": "zone", "name": "goal", "shape": {"Rect": [[0, 0], [2, 1]]}, "tags": ["goal"]}],
    "editor": {"watches": ["time"], "templates": [{"name": "Enemy"}]}}"#;

fn exported(folder: &Path) -> serde_json::Value {
    std::fs::write(folder.join("level.json"), LEVEL).unwrap();
    let out = folder.join("game.json");
    let args = ["export".into(), folder.join("level.json"), "--out".into(), out.clone()];
    let output = program(args).output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    serde_json::from_str(&std::fs::read_to_string(out).unwrap()).unwrap()
}

#[test]
fn export_keeps_user_data_and_drops_editor_data() {
    let folder = tempfile::tempdir().unwrap();
    let level = exported(folder.path());
    assert!(level.get("editor").is_none());
    assert_eq!(level["bodies"][0]["properties"], serde_json::json!({"hp": 3, "speed": 0.5}));
    assert_eq!(level["bodies"][0]["nodes"][1]["label"], "hand");
    assert_eq!(level["markers"][0]["id"], "marker-0", "every part has an id");
    assert_eq!(level["markers"][1]["shape"], serde_json::json!({"Rect": [[0.0, 0.0], [2.0, 1.0]]}));
    let hash = |name: &str| {
        let said = blobsmith("run {} --frames 5 --format jsonl", &folder.path().join(name)).fine();
        let last: serde_json::Value = serde_json::from_str(said.text().lines().last().unwrap()).unwrap();
        last["hash"].clone()
    };
    assert_eq!(hash("game.json"), hash("level.json"));
}

/// Skipped without a `python3` that starts.
#[test]
fn python_reader_of_the_docs_reads_an_exported_level() {
    let is_there = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        return;
    }
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/use-in-a-game.md")).unwrap();
    let (_, rest) = page.split_once("```python\n").expect("the reader");
    let (reader, _) = rest.split_once("```").expect("its end");
    let folder = tempfile::tempdir().unwrap();
    exported(folder.path());
    std::fs::write(folder.path().join("reader.py"), reader).unwrap();
    let mut command = Command::new("python3");
    let output = command.args([folder.path().join("reader.py"), folder.path().join("game.json")]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = "\
marker marker-0 spawn Point [1.0, 2.0]
marker zone goal Rect [0.0, 0.0] [2.0, 1.0]
tag player bodies hero {\"hp\": 3, \"speed\": 0.5}
tag goal markers zone {}
label hero hand 1 [1.0, 2.0]
";
    assert_eq!(text.replace("\r\n", "\n"), expected);
}
