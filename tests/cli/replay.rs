//! `replay`, and what `run` saves for it.

use crate::support::{FALLING, blobsmith, file, program};
use std::path::Path;

fn run(folder: &Path, words: &[&str]) -> crate::support::Said {
    program(words).current_dir(folder).output().expect("the program starts").into()
}

#[test]
fn replay_of_a_recording_reports_equal_hashes() {
    let (folder, _) = file("level.json", FALLING);
    let folder = folder.path();
    for ending in ["ron", "json"] {
        let name = format!("a.run.{ending}");
        let words = ["run", "level.json", "--frames", "20", "--every", "20", "--record", &name];
        assert_eq!(run(folder, &words).fine().text().lines().count(), 2);
        let said = run(folder, &["replay", &name]).fine();
        assert_eq!(said.text(), "branch 1: 20 frames, all hashes equal\n");
        let said = run(folder, &["replay", &name, "--frames", "7", "--all", "--format", "json"]).fine();
        let answer: serde_json::Value = serde_json::from_str(said.text()).unwrap();
        assert_eq!((&answer["frames"], &answer["equal"]), (&7.into(), &true.into()));
        assert!(answer["divergence"].is_null());
    }
}

#[test]
fn replay_reports_the_first_divergence_with_code_1() {
    let (folder, _) = file("level.json", FALLING);
    let folder = folder.path();
    run(folder, &["run", "level.json", "--frames", "9", "--record", "a.run.json", "--out", "x.csv"]).fine();
    let path = folder.join("a.run.json");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("\"velocity_retention\": 1.0", "\"velocity_retention\": 0.5")).unwrap();
    let said = run(folder, &["replay", "a.run.json"]);
    assert_eq!((said.code, said.err.as_str()), (Some(1), ""));
    assert!(said.text().starts_with("branch 1: frame 1 differs: the positions differ; frame 0 is the last equal one"));
    let said = run(folder, &["replay", "a.run.json", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(said.text()).unwrap();
    assert_eq!((&answer["divergence"]["frame"], &answer["divergence"]["differs"]), (&1.into(), &"positions".into()));
}

#[test]
fn replay_refuses_bad_files_in_one_line() {
    let (folder, level) = file("level.json", FALLING);
    blobsmith("replay {}", &level).refused(&["level.json:", "unknown field `format`"]);
    blobsmith("run {} --frames 1 --record x.ron", &level)
        .refused(&["the name of a recording must end in .run.ron or .run.json"]);
    blobsmith("run {} --frames 1 --save-level x.svg", &level).refused(&[".ron or .json"]);
    blobsmith("run {} --frames 1 --save-level {}", &level).refused(&["this is the input level"]);
    let words = ["run", "level.json", "--frames", "1", "--record", "a.run.ron", "--out", "x.csv"];
    run(folder.path(), &words).fine();
    run(folder.path(), &["replay", "a.run.ron", "--branch", "two"])
        .refused(&["there is no branch `two`", "1 (branch 1)"]);
    std::fs::write(
        folder.path().join("b.run.ron"),
        "(recording: 1, level: (format: 1),\n  branches: [(id: 1, hushes: [])])",
    )
    .unwrap();
    run(folder.path(), &["replay", "b.run.ron"])
        .refused(&["b.run.ron:2:22: branches[0].hushes", "did you mean `hashes`"]);
}

#[test]
fn save_level_continues_with_the_same_numbers() {
    let (folder, _) = file("level.json", FALLING);
    let folder = folder.path();
    run(folder, &["run", "level.json", "--frames", "12", "--out", "x.csv", "--save-level", "later.ron"]).fine();
    let last = |words: &[&str]| {
        let said = run(folder, words).fine();
        let line: serde_json::Value = serde_json::from_str(said.text().lines().last().unwrap()).unwrap();
        line["bodies"].clone()
    };
    let whole = last(&["run", "level.json", "--frames", "30", "--every", "30"]);
    let rest = last(&["run", "later.ron", "--frames", "18", "--every", "18"]);
    assert_eq!(whole, rest);
}
