//! `run --until` and `probes`: exit codes, the last record, messages on stderr.

use super::support::{FALLING, Said, TOUCHING, file, program};
use blobsmith::debugger::probes;
use serde_json::Value;
use std::path::Path;

fn run(path: &Path, more: &[&str]) -> Said {
    let args = ["run".as_ref(), path.as_os_str()].into_iter().chain(more.iter().map(AsRef::as_ref));
    program(args).output().expect("the program starts").into()
}

fn frames(said: &Said) -> Vec<u64> {
    let record = |line: &str| serde_json::from_str::<Value>(line).expect("a line of JSON");
    said.text().lines().map(|line| record(line)["frame"].as_u64().expect("a number")).collect()
}

/// After n frames the velocity is -0.02 n: below -0.0507 at frame 3, and at substep 41 of all, the ninth of frame 2.
#[test]
fn until_stops_at_the_first_frame_of_the_condition() {
    let (_folder, path) = file("a.json", FALLING);
    let said = run(&path, &["--frames", "9", "--until", "node(0, 0).vy < -0.0507"]);
    assert_eq!((said.code, frames(&said)), (Some(0), vec![0, 1, 2, 3]));
    assert!(
        said.err.starts_with("blobsmith: frame 3 (time 3): node(0, 0).vy < -0.0507: node(0, 0).vy = -0.06"),
        "{}",
        said.err
    );
    let said =
        run(&path, &["--frames", "9", "--every", "2", "--each", "substep", "--until", "node(0, 0).vy < -0.0507"]);
    assert_eq!((said.code, frames(&said)), (Some(0), vec![0, 2, 3]));
    assert!(said.err.starts_with("blobsmith: frame 2.9 (time 2.5625): "), "{}", said.err);
}

/// `explain` finds the substep by the reported moment, which is its end.
#[test]
fn until_names_the_substep_before() {
    let (_folder, path) = file("a.json", FALLING);
    let ask = |more: &[&str]| {
        let said = run(&path, &[&["--frames", "9", "--quiet", "--until"], more].concat());
        assert_eq!((said.code, said.text()), (Some(0), ""), "quiet: no records");
        said.err.lines().nth(1).map(str::to_owned)
    };
    let led = |at: &str| Some(format!("blobsmith: to explain the substep that led there: explain --at {at}"));
    assert_eq!(ask(&["node(0, 0).vy < -0.0507", "--each", "substep"]), led("2.9"));
    assert_eq!(ask(&["node(0, 0).vy < -0.0507"]), led("3"));
    assert_eq!(ask(&["frame == 0"]), None);
}

/// After n frames the velocity is -0.02 n.
#[test]
fn watch_reports_values_with_minimum_and_maximum() {
    let (_folder, path) = file("a.json", FALLING);
    let watch = |more: &[&str]| -> Said {
        let args = ["watch".as_ref(), path.as_os_str()].into_iter().chain(more.iter().map(AsRef::as_ref));
        program(args).output().expect("the program starts").into()
    };
    let said = watch(&["node(0, 0).vy", "frame", "--frames", "9", "--every", "4"]);
    let rows: Vec<Vec<&str>> = said.text().lines().map(|line| line.split("  ").map(str::trim).collect()).collect();
    let rows: Vec<Vec<&str>> =
        rows.into_iter().map(|row| row.into_iter().filter(|cell| !cell.is_empty()).collect()).collect();
    assert_eq!(
        rows,
        [
            ["frame", "node(0, 0).vy", "frame"],
            ["0", "0", "0"],
            ["4", "-0.08", "4"],
            ["8", "-0.16", "8"],
            ["9", "-0.18", "9"],
            ["least", "-0.18 at 9", "0 at 0"],
            ["greatest", "0 at 0", "9 at 9"]
        ]
    );
    let said = watch(&["frame", "--frames", "9", "--at", "3,7"]);
    assert_eq!(said.text().lines().nth(2), Some("7         7"), "{}", said.text());
    for bad in [&["--frames", "9"][..], &["frame", "--frames", "9", "--at", "10"], &["node.sped", "--frames", "9"]] {
        assert_eq!(watch(bad).code, Some(2), "{bad:?}");
    }
}

#[test]
fn until_handles_conditions_true_at_once_or_never() {
    let (_folder, path) = file("a.json", FALLING);
    let said = run(&path, &["--frames", "9", "--until", "frame == 0"]);
    assert_eq!((said.code, frames(&said)), (Some(0), vec![0]));
    let said = run(&path, &["--frames", "3", "--until", "node(0, 0).y > 4"]);
    assert_eq!((said.code, frames(&said)), (Some(1), vec![0, 1, 2, 3]));
    assert!(
        said.err.starts_with("blobsmith: not true in 3 frames: node(0, 0).y > 4; at the end node(0, 0).y = "),
        "{}",
        said.err
    );
    // The option changes no bit of the records.
    let plain = run(&path, &["--frames", "3"]);
    assert_eq!(plain.out, said.out);
}

#[test]
fn until_accepts_probes_of_the_last_substep() {
    let (_folder, path) = file("a.ron", TOUCHING);
    let said = run(
        &path,
        &["--frames", "3", "--each", "substep", "--until", "touching(\"left\", \"right\") and edge(\"right\", 0) == 1"],
    );
    assert_eq!((said.code, frames(&said)), (Some(0), vec![0, 1]));
    assert!(said.err.starts_with("blobsmith: frame 0.1 (time 0.0625): "), "{}", said.err);
    assert!(said.err.contains("edge(\"right\", 0) = 1"), "{}", said.err);
}

#[test]
fn until_shows_errors_with_a_caret() {
    let (_folder, path) = file("a.ron", TOUCHING);
    let said = run(&path, &["--frames", "3", "--until", "body(\"lef\").area < 80%"]);
    assert_eq!((said.code, said.text()), (Some(2), ""));
    assert_eq!(
        said.err,
        "blobsmith: --until, column 6: there is no body \"lef\"; did you mean \"left\"?\n  \
         body(\"lef\").area < 80%\n       ^^^^^\n"
    );
    let said = run(&path, &["--frames", "3", "--until", "energy.total"]);
    assert!(said.code == Some(2) && said.err.contains("expected a condition"), "{}", said.err);
    let said = run(&path, &["--frames", "3", "--each", "substep"]);
    assert_eq!(said.code, Some(2), "without a condition there is nothing to look at");
}

#[test]
fn probes_are_listed_and_explained() {
    let said = |args: &[&str]| -> Said { program(args).output().expect("the program starts").into() };
    let list = said(&["probes"]).fine();
    for probe in probes::iter() {
        assert!(list.text().contains(probe.id) && list.text().contains(probe.title), "{}", probe.id);
    }
    let one = said(&["probes", "area_ratio"]).fine();
    assert!(one.text().contains("divided by its initial one") && !one.text().contains("momentum"));
    said(&["probes", "no", "such", "thing"]).refused(&["`no such thing`"]);
}
