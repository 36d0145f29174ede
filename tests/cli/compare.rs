//! `compare`: the first difference of two recordings or levels.

use crate::support::{FALLING, Said, file, program};
use std::path::Path;

fn run(folder: &Path, words: &[&str]) -> Said {
    program(words).current_dir(folder).output().expect("the program starts").into()
}

#[test]
fn compare_reports_equal_recordings_and_the_first_difference_of_others() {
    let (folder, _) = file("level.json", FALLING);
    let folder = folder.path();
    for name in ["a.run.ron", "b.run.json"] {
        run(folder, &["run", "level.json", "--frames", "20", "--record", name, "--out", "x.csv"]).fine();
    }
    assert_eq!(run(folder, &["compare", "a.run.ron", "b.run.json"]).fine().text(), "20 frames, all states equal\n");
    assert_eq!(
        run(folder, &["compare", "a.run.ron", "level.json", "--frames", "7"]).fine().text(),
        "7 frames, all states equal\n"
    );
    let text = std::fs::read_to_string(folder.join("b.run.json")).unwrap();
    std::fs::write(
        folder.join("b.run.json"),
        text.replace("\"velocity_retention\": 1.0", "\"velocity_retention\": 0.5"),
    )
    .unwrap();
    let said = run(folder, &["compare", "a.run.ron", "b.run.json"]);
    assert_eq!((said.code, said.err.as_str()), (Some(1), ""));
    let text = said.text();
    assert!(text.contains("0.5"), "the setting is named: {text}");
    assert!(text.contains("first difference at 0.0.") && text.contains("integration"), "{text}");
    assert!(text.contains("this version computes the second recording differently from frame 1 on"), "{text}");
    let said = run(folder, &["compare", "a.run.ron", "b.run.json", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(said.text()).unwrap();
    assert_eq!((&answer["equal"], &answer["difference"]["phase"]), (&false.into(), &"integration".into()));
    assert_eq!(answer["departures"], serde_json::json!([null, 1]));
    run(folder, &["compare", "a.run.ron", "nothing.run.ron"]).refused(&["nothing.run.ron"]);
}
