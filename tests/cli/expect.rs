//! `check --run`: levels held against what they expect of their own runs.

use super::support::{Said, file, program};
use serde_json::Value;
use std::path::Path;

/// A mass that falls: after n frames its velocity is -0.02 n, after k substeps of all -0.02 k / 16.
fn falling(expect: &str) -> String {
    let nodes = r#""bodies": [{"nodes": [{"position": [3, 4]}]}]"#;
    format!(r#"{{"format": 1, {nodes}, "editor": {{"expect": [{expect}]}}}}"#)
}

fn check(paths: &[&Path], more: &[&str]) -> Said {
    let args = ["check", "--run"].map(AsRef::as_ref).into_iter();
    let args = args.chain(more.iter().map(AsRef::as_ref)).chain(paths.iter().map(|path| path.as_os_str()));
    program(args).output().expect("the program starts").into()
}

/// The verdict on one expectation: exit code, and what JSON says.
fn verdict(expect: &str) -> (Option<i32>, Value) {
    let (_folder, path) = file("a.json", falling(expect));
    let said = check(&[&path], &["--format", "json"]);
    let reports: Value = serde_json::from_str(said.text()).expect("JSON");
    (said.code, reports[0]["expectations"][0].clone())
}

#[test]
fn expectations_of_each_kind_match_hand_calculation() {
    let slow = r#""condition": "node(0, 0).vy < -0.0507", "frames": 9"#;
    let cases = [
        ("Never", r#""condition": "node(0, 0).vy < -0.0507", "frames": 2"#, None),
        ("Never", slow, Some((3, 0))),
        ("Never", r#""condition": "node(0, 0).vy < -0.0507", "frames": 9, "each": "Substep""#, Some((2, 9))),
        ("Always", r#""condition": "node(0, 0).vy >= -0.0507", "frames": 2"#, None),
        ("Always", r#""condition": "node(0, 0).vy >= -0.0507", "frames": 9"#, Some((3, 0))),
        ("Eventually", slow, None),
        ("Eventually", r#""condition": "node(0, 0).vy < -0.0507", "frames": 2"#, Some((2, 0))),
        ("AtEnd", slow, None),
        ("AtEnd", r#""condition": "frame == 4", "frames": 9"#, Some((9, 0))),
    ];
    for (holds, rest, unmet) in cases {
        let (code, found) = verdict(&format!(r#"{{"holds": "{holds}", {rest}}}"#));
        let at = found["frame"].as_u64().zip(found["substep"].as_u64());
        assert_eq!((found["met"].as_bool(), at), (Some(unmet.is_none()), unmet), "{holds} {rest}");
        assert_eq!(code, Some(i32::from(unmet.is_some())), "{holds} {rest}");
    }
}

#[test]
fn unmet_expectations_are_reported_with_their_place() {
    let expect = "{\"condition\": \"frame == 2\", \"frames\": 3},\n{\"condition\": \"nodes > 1\"},\n\
                  {\"holds\": \"Eventually\", \"condition\": \"frame == 2\", \"frames\": 3}";
    let (folder, bad) = file("bad.json", falling(expect));
    let good = folder.path().join("good.json");
    std::fs::write(&good, falling(r#"{"condition": "frame == 2", "frames": 1}"#)).expect("written");
    let plain = folder.path().join("plain.json");
    std::fs::write(&plain, super::support::FALLING).expect("written");
    let said = check(&[&good, &bad, &plain], &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(1), ""));
    let text = said.text();
    let line = |words: &[&str]| {
        assert!(text.lines().any(|line| words.iter().all(|word| line.contains(word))), "{words:?} in {text}");
    };
    line(&["bad.json:1:", "unmet", "editor.expect[0]", "never frame == 2", "true at frame 2", "frame = 2"]);
    line(&["bad.json:2:", "unmet", "editor.expect[1]", "cannot be parsed", "`nodes`"]);
    line(&["good.json: ", "1 expectation met"]);
    line(&["bad.json: ", "1 of 3 expectations met"]);
    line(&["plain.json: ", "no expectations"]);
    assert_eq!(check(&[&good, &plain], &[]).code, Some(0));
    // Without --run it does not run.
    let said: Said = program(["check".as_ref(), bad.as_os_str()]).output().expect("the program starts").into();
    assert_eq!(said.code, Some(0));
    assert!(!said.text().contains("expect"), "{}", said.text());
}

/// After n frames the velocity is -0.02 n: at frame 3 it is first below -0.05.
#[test]
fn expectation_json_contains_readings_and_moment() {
    let (_, found) = verdict(r#"{"condition": "node(0, 0).vy < -0.05 and frame > 0", "frames": 9}"#);
    assert_eq!((&found["place"], &found["frame"]), (&Value::from("editor.expect[0]"), &Value::from(3)), "{found}");
    let reading = |index: usize| (found["readings"][index]["part"].clone(), found["readings"][index]["value"].as_f64());
    let (part, value) = reading(0);
    assert_eq!(part, "node(0, 0).vy");
    assert!((value.unwrap() + 0.06).abs() < 1e-12, "{found}");
    assert_eq!(reading(1), (Value::from("frame"), Some(3.0)));
    let reason = found["reason"].as_str().unwrap();
    assert!(reason.starts_with("it is true at frame 3: node(0, 0).vy = -0.06"), "{reason}");
    let (_, met) = verdict(r#"{"condition": "frame > 9", "frames": 9}"#);
    assert_eq!((met["readings"].as_array().map(Vec::len), met["met"].as_bool()), (Some(0), Some(true)));
    // JSON has no form for numbers that are not finite.
    let (_, found) = verdict(r#"{"condition": "1 / (frame - frame) > 0 or frame == 1", "frames": 2}"#);
    assert_eq!(found["met"], false, "{found}");
}

#[test]
fn expectation_of_zero_frames_is_refused() {
    let (_folder, path) = file("a.json", falling(r#"{"condition": "true", "frames": 0}"#));
    check(&[&path], &[]).refused(&["editor.expect[0].frames", "at least 1"]);
}

/// The levels of the gallery meet the expectations that they state.
#[test]
fn gallery_expectations_are_met() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let claim = |id: &str| {
        let path = folder.join(format!("{id}.ron"));
        let level = blobsmith::level::format::load_level(&path).expect("a level");
        (path, level.editor.map_or(0, |extra| extra.expect.len()))
    };
    let with: Vec<_> =
        blobsmith::level::gallery::ALL.iter().map(|level| claim(level.id)).filter(|(_, n)| *n > 0).collect();
    assert!(with.len() >= 15, "only {} levels claim anything", with.len());
    let paths: Vec<&Path> = with.iter().map(|(path, _)| path.as_path()).collect();
    let said = check(&paths, &["--format", "json"]);
    let reports: Value = serde_json::from_str(said.text()).expect("JSON");
    for report in reports.as_array().expect("a list") {
        for expectation in report["expectations"].as_array().expect("a list") {
            assert_eq!(expectation["met"], true, "{}: {expectation}", report["file"]);
        }
    }
}
