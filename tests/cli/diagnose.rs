//! `diagnose`: text, JSON, exit codes, remedies that are tried.

use super::support::{Said, program};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn level(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(format!("{id}.ron"))
}

fn diagnose(id: &str, more: &[&str]) -> Said {
    let path = level(id);
    let args = ["diagnose".as_ref(), path.as_os_str()].into_iter().chain(more.iter().map(AsRef::as_ref));
    program(args).output().expect("the program starts").into()
}

#[test]
fn diagnose_of_a_healthy_level_returns_code_0() {
    let said = diagnose("26-orbit-semi-implicit-euler", &["--frames", "40"]).fine();
    let (first, rest) = said.text().split_once('\n').expect("lines");
    assert!(first.ends_with(": no problem (40 frames)"), "{}", said.text());
    // The orbit is an ellipse: the total swings around the energy that the integrator conserves.
    assert!(rest.starts_with("\nnote, not a problem:\n  Net change of the total energy: "), "{}", said.text());
    assert!(
        rest.contains("Gain of the phases in the substeps with a rise: error of the integration "),
        "{}",
        said.text()
    );
    let only = diagnose("26-orbit-semi-implicit-euler", &["--frames", "40", "--only", "flip"]).fine();
    assert!(only.text().trim_end().ends_with(": no problem (40 frames)"), "{}", only.text());
}

/// The first line has the numbers and words of the window.
#[test]
fn diagnose_counts_problems_of_the_level_and_of_the_run() {
    use blobsmith::debugger::diagnosis::{ProblemCounts, diagnose as diagnosis_of};
    let read = blobsmith::level::format::load_level(&level("10-balloon-bare")).expect("it is a level");
    let counts =
        ProblemCounts::of(&blobsmith::level::checks::check(&read), &diagnosis_of(&read, 60, |_| true).unwrap());
    assert!(counts.level > 0 && counts.run > 0 && counts.harmless > 0, "{counts}");
    let said = diagnose("10-balloon-bare", &["--frames", "60"]);
    assert!(said.text().contains(&format!(": {counts} (60 frames)\n")), "{}", said.text());
}

#[test]
fn energy_rises_have_phase_body_and_contact() {
    let said = diagnose("53-drawn-into-the-ground", &["--frames", "20", "--json"]);
    let whole: Value = serde_json::from_str(said.text()).expect("one JSON object");
    let rises = &whole["energy_rises"];
    let number = |value: &Value| value.as_f64().expect("a number");
    assert!(number(&rises["count"]) >= 1.0 && number(&rises["substeps"]) > number(&rises["count"]), "{rises}");
    let largest = &rises["largest"][0];
    assert!(number(&largest["amount"]) <= number(&rises["gained"]) && number(&largest["amount"]) > 0.0, "{rises}");
    // The square is repositioned out of the ground, which stretches its springs.
    assert_eq!((&largest["entry"], &largest["body"]), (&Value::from("repositioning"), &Value::from(1)), "{rises}");
    assert_eq!(largest["contact"], serde_json::json!(["bodies[1]", "bodies[0]"]), "{rises}");
    assert!(number(&rises["entries"]["repositioning"]) >= number(&largest["amount"]), "{rises}");
}

/// The outline of the tent crosses itself, so the even-odd rule and the sum of signed areas differ.
#[test]
fn diagnose_names_the_signed_and_the_covered_area() {
    let said = diagnose("51-flattened-tent", &["--frames", "5"]);
    for words in ["leaves 0.271804 (47.3 % of the covered area) unpainted", "its signed area is -0.03349"] {
        assert!(said.text().contains(words), "{words}: {}", said.text());
    }
}

/// The gas has the largest term; the springs alone would allow the step.
#[test]
fn diagnose_and_check_blame_the_gas_for_a_step_that_is_too_long() {
    let said = diagnose("52-too-much-gas", &["--frames", "5"]);
    assert!(said.text().contains("substeps, as required by the gas of “balloon”"), "{}", said.text());
    assert!(
        said.text().contains("cause: Too much gas [too-much-gas]: The gas 5000 of “balloon” is"),
        "{}",
        said.text()
    );
    let path = level("52-too-much-gas");
    let checked: Said = program(["check".as_ref(), path.as_os_str()]).output().expect("the program starts").into();
    let all = format!("{}{}", checked.text(), checked.err);
    assert!(all.contains("The step is too long for the gas of “balloon”: h²·k/m"), "{all}");
    assert!(!all.contains("springs: h²·k/m"), "{all}");
}

/// 000 §E.2: the corner that came in by the left edge is pushed out of the lower one, and the squares stay inside each
/// other. These are two problems of one cause.
#[test]
fn diagnose_reports_problems_in_words_with_code_1() {
    let said = diagnose("04-squares-distance", &["--frames", "20"]);
    assert_eq!((said.code, said.err.as_str()), (Some(1), ""));
    for words in [
        "2 problems in the run (20 frames)",
        "Wrong edge [wrong-edge]: ",
        "first: frame 1.10: node 1 of “pushed”: entered “waiting” by edge 3 (0.008092 deep), but was pushed out of edge 0 (0.005 deep)",
        "(source: “Blobs” §D.1.c, §E.2)",
        // The overlap is 3.6 % at frame 2.
        "inside “pushed”, an eighth or more since frame 4 or before, at most ",
        "world.contact.edge_choice=EntryEdge",
        "world.contact.barycentre_rule=true",
        "Cost: ",
    ] {
        assert!(said.text().contains(words), "no `{words}` in:\n{}", said.text());
    }
    let lines: Vec<&str> = said.text().lines().skip(1).take(2).collect();
    assert!(lines[0].starts_with("cause: Edge choice [edge-choice]: "), "{}", said.text());
    assert_eq!(lines[1].trim(), "leads to: wrong-edge (2), interpenetration (1)", "it explains both");
    assert_eq!(said.text().matches("\ncause: ").count(), 1, "{}", said.text());
}

#[test]
fn diagnose_json_contains_problems_and_tried_remedies() {
    let said = diagnose("49-thin-wall", &["--frames", "20", "--json", "--try"]);
    assert_eq!(said.code, Some(1));
    let whole: Value = serde_json::from_str(said.text()).expect("one JSON object");
    assert_eq!((whole["name"].as_str(), whole["frames"].as_u64()), (Some("Thin wall"), Some(20)));
    let problems = whole["problems"].as_array().expect("a list");
    assert_eq!(problems.len(), 1);
    let only = &problems[0];
    assert_eq!(only["id"], "tunnelling");
    // From -2.43 by 0.125 a substep: the 27th ends at 0.945, the 28th at 1.07, beyond the wall from 1 to 1.05.
    assert_eq!((&only["first"]["frame"], &only["first"]["substep"]), (&Value::from(1), &Value::from(11)));
    assert!((only["first"]["numbers"]["thickness"].as_f64().expect("a number") - 0.05).abs() < 1e-9);
    assert_eq!(only["remedies"][0]["edits"][0], "world.substeps=80");
    assert_eq!(only["remedies"][0]["tried"]["tunnelling"], Value::Null, "nothing is left of it");
}

/// The hull of a square with two of its nodes out of order crosses itself: the cause is the first line, in words and JSON.
#[test]
fn diagnose_names_the_cause_first_and_tries_remedies() {
    let folder = std::env::temp_dir().join(format!("blobsmith-causes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let path = folder.join("bow-tie.ron");
    let text = "(format: 1, bodies: [(name: \"tie\", gas: 0.0, nodes: [(position: (0.0, 0.0)), (position: (1.0, 1.0)), \
                (position: (1.0, 0.0)), (position: (0.0, 1.0))], hull: [(0, 1), (1, 2), (2, 3), (3, 0)], \
                springs: [(a: 0, b: 1), (a: 1, b: 2), (a: 2, b: 3), (a: 3, b: 0), (a: 0, b: 2), (a: 1, b: 3)])])";
    std::fs::write(&path, text).expect("a level for the test");
    let run = |more: &[&str]| -> Said {
        let args = ["diagnose".as_ref(), path.as_os_str()].into_iter().chain(more.iter().map(AsRef::as_ref));
        program(args).output().expect("the program starts").into()
    };
    let said = run(&["--frames", "20", "--try"]);
    assert_eq!((said.code, said.err.as_str()), (Some(1), ""));
    let second = said.text().lines().nth(1).unwrap_or_default();
    assert!(second.starts_with("cause: Hull crosses itself (bow-tie) [bow-tie-hull]: "), "{}", said.text());
    assert!(said.text().contains("Tried: fixed"), "{}", said.text());
    let said = run(&["--frames", "20", "--json"]);
    let whole: Value = serde_json::from_str(said.text()).expect("one JSON object");
    assert_eq!(
        (&whole["causes"][0]["id"], &whole["causes"][0]["problems"][0]),
        (&Value::from("bow-tie-hull"), &Value::Null)
    );
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
fn diagnose_accepts_only_and_list() {
    let said = diagnose("04-squares-distance", &["--frames", "20", "--only", "flip,tunnelling"]).fine();
    assert!(said.text().contains("no problem"));
    diagnose("04-squares-distance", &["--only", "measles"]).refused(&["measles", "wrong-edge", "jitter"]);
    let said: Said = program(["diagnose", "--list"]).output().expect("the program starts").into();
    let said = said.fine();
    for detector in blobsmith::debugger::diagnosis::ALL {
        assert!(said.text().contains(&format!("{}: {}", detector.id, detector.title)));
    }
    let said: Said = program(["diagnose"]).output().expect("the program starts").into();
    assert_eq!(said.code, Some(2));
}

/// Level 23: the spring is a cause, so flips in the same body are consequences. The cause and the trials count both alike.
#[test]
fn diagnose_counts_consequences_alike_in_causes_and_trials() {
    let said = diagnose("23-stiff-too-few-substeps", &["--frames", "60", "--try"]);
    let text = said.text();
    let leads = text.lines().find_map(|line| line.trim().strip_prefix("leads to: ")).expect("a cause");
    let tried: Vec<&str> = text.lines().filter(|line| line.trim().starts_with("Tried: ")).collect();
    assert!(leads.contains("flip (") && !tried.is_empty(), "{text}");
    for lead in leads.split(", ") {
        let (id, count) = lead.trim_end_matches(')').split_once(" (").expect("a count");
        let words = format!("{id} {count} before, ");
        assert!(tried.iter().all(|line| line.contains(&words)), "no `{words}` in:\n{text}");
    }
    assert!(!text.contains(" 0 before, 0 after"), "{text}");
}

/// Level 46: the response of the source itself makes the disc stick, so no rule explains that.
#[test]
fn diagnose_says_that_a_cause_is_not_known() {
    let said = diagnose("46-sticking-contact", &["--frames", "60"]);
    let first = said.text().lines().nth(1).unwrap_or_default();
    assert!(first.starts_with("cause not known; first seen: Sticking [sticking]: frame "), "{}", said.text());
    assert!(!said.text().contains("found with it") && !said.text().contains("\ncause: "), "{}", said.text());
}

#[test]
fn diagnose_prints_changes_as_arguments_or_in_words() {
    let said = diagnose("01-first-blob", &["--frames", "8", "--set", "world.substeps=1"]);
    let text = said.text();
    let step = text.lines().find(|line| line.contains("too few for the springs")).unwrap_or_else(|| panic!("{text}"));
    assert!(step.contains(": One substep is too few"), "{step}");
    let tries: Vec<&str> = text.lines().filter(|line| line.trim().starts_with("try: ")).collect();
    assert!(tries.iter().any(|line| line.contains("(--set world.substeps=")), "{text}");
    for line in tries {
        assert!(line.matches("bodies[").count() == line.matches("--set bodies[").count(), "{line}");
    }
}

/// With `--only`, trials are still compared with all that was found.
#[test]
fn diagnose_only_compares_trials_with_all_problems() {
    let said = diagnose("23-stiff-too-few-substeps", &["--frames", "60", "--try", "--only", "stiff-spring"]);
    let text = said.text();
    assert!(text.contains("Tried: ") && !text.contains(" 0 before"), "{text}");
}

/// Level 08: a part of the wrong edges follows from repositioning in the same body.
#[test]
fn diagnose_gives_rows_that_are_a_part_of_a_count_with_the_whole() {
    let said = diagnose("08-concave-barycentre-rule", &[]);
    let text = said.text();
    let number = |from: &str, to: &str| -> u64 {
        let rest = text.split_once(from).unwrap_or_else(|| panic!("no `{from}` in:\n{text}")).1;
        rest.split_once(to).and_then(|(number, _)| number.parse().ok()).expect("a number")
    };
    let all = number("leads to: wrong-edge (", ")");
    let own = number("Wrong edge [wrong-edge]: ", &format!(" of {all}, "));
    assert_eq!(number("  wrong edges: ", &format!(" of {all} [wrong-edge]")), all - own, "{text}");
}

/// 000 §E.1: the barycentre is above the post, and the walls of the dent turn away from it.
#[test]
fn diagnose_reports_balloons_with_frame_reason_and_overlay() {
    let said = diagnose("59-balloon-on-a-post", &["--frames", "30", "--only", "fan-fails,spill"]);
    for words in [
        "2 problems in the run (30 frames)",
        "Even the fan fails [fan-fails]: ",
        "first: frame 17: “balloon”: its barycentre is outside of 2 hull edges, and a fan from there paints ",
        "(source: “Blobs” §E.1)",
        "--frame 26 --overlay retriangulation",
        "Painted outside the hull [spill]: ",
        "--overlay balloon",
    ] {
        assert!(said.text().contains(words), "no `{words}` in:\n{}", said.text());
    }
    let said = diagnose("58-coarse-triangles", &["--frames", "3", "--json"]);
    assert_eq!(said.code, Some(1));
    let report: Value = serde_json::from_str(said.text()).expect("it is JSON");
    let problem = &report["problems"][0];
    assert_eq!(
        [&problem["id"], &problem["count"], &problem["overlay"]],
        ["unpainted", "3", "balloon"]
            .map(|word| { word.parse::<u64>().map_or(Value::from(word), Value::from) })
            .each_ref()
    );
    let numbers = &problem["first"]["numbers"];
    // 3 of 12·sin(15°) are painted: see tests/levels/balloons.rs.
    let part = numbers["unpainted"].as_f64().unwrap() / numbers["hull_area"].as_f64().unwrap();
    assert!((part - 0.034_074).abs() < 1e-5, "{part}");
    let ids: Vec<&str> = problem["remedies"].as_array().unwrap().iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(ids, ["fan", "triangulate"]);
}

/// The level is healthy; from frame 36 on its second body has far too much gas.
#[test]
fn diagnose_applies_the_inputs_of_a_recording() {
    use blobsmith::debugger::{Run, recording};
    let read = |path: &Path| blobsmith::level::format::load_level(path).unwrap();
    let mut run = Run::new(std::sync::Arc::new(read(&level("01-first-blob")))).unwrap();
    (0..36).for_each(|_| run.step_frame());
    run.set("bodies[1].gas", &serde_json::json!(3000.0)).unwrap();
    (36..50).for_each(|_| run.step_frame());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gas.run.ron");
    recording::save(&run.recording(), &path).unwrap();
    let said = |more: &[&str]| -> Said {
        let args = ["diagnose".as_ref(), path.as_os_str()].into_iter().chain(more.iter().map(AsRef::as_ref));
        program(args).output().expect("the program starts").into()
    };
    let text = said(&["--frames", "50", "--try"]);
    assert_eq!(text.code, Some(1), "{}", text.err);
    for words in ["[blow-up]", "cause: likely, after the input at frame 36: bodies[1].gas = 3000", " before, 0 after"] {
        assert!(text.text().contains(words), "no `{words}` in:\n{}", text.text());
    }
    let json: Value = serde_json::from_str(said(&["--frames", "50", "--json"]).text()).unwrap();
    let ill = json["problems"].as_array().unwrap().iter().find(|problem| problem["id"] == "blow-up").unwrap();
    assert_eq!(
        (&ill["likely_input"]["frame"], &ill["likely_input"]["what"]),
        (&36.into(), &"bodies[1].gas = 3000".into())
    );
    said(&["--frames", "36"]).fine();
    // Frames after the last blow-up.
    let places = ill["places"].as_array().unwrap();
    let last = places.iter().filter_map(|place| place["frame"].as_u64()).max().unwrap();
    let later = said(&["--from", &(last + 1).to_string(), "--frames", &(49 - last).to_string(), "--only", "blow-up"]);
    let words = format!("no problem ({} frames from frame {}", 49 - last, last + 1);
    assert!(later.fine().text().contains(&words), "{words}");
    said(&["--branch", "9"]).refused(&["no branch `9`"]);
    diagnose("01-first-blob", &["--branch", "1"]).refused(&["--branch is for recordings"]);
}
