//! `run`: the records, whose form is stable for scripts.

use super::support::{FALLING, Said, TOUCHING, blobsmith, file, program};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

fn records(said: &Said) -> Vec<Value> {
    said.text().lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn frames(said: &Said) -> Vec<u64> {
    records(said).iter().map(|record| record["frame"].as_u64().expect("a number")).collect()
}

#[test]
fn run_records_the_start_every_k_frames_and_the_end() {
    let (_folder, path) = file("a.json", FALLING);
    let frames_of = |line: &str| frames(&blobsmith(line, &path).fine());
    assert_eq!(frames_of("run {} --frames 3"), [0, 1, 2, 3]);
    assert_eq!(frames_of("run {} --frames 6 --every 3"), [0, 3, 6]);
    assert_eq!(frames_of("run {} --frames 7 --every 3"), [0, 3, 6, 7]);
    assert_eq!(frames_of("run {} --frames 2 --every 1000"), [0, 2]);
    assert_eq!(frames_of("run {} --frames 0"), [0]);
}

#[test]
fn run_fields_have_the_documented_order() {
    let text = r#"{"format": 1, "world": {"gravity": [0, 0]}, "bodies": [{"nodes": [{"position": [0.1, -0.0]}]}, {}],
        "discs": [{"position": [3, 4], "velocity": [0, -1e-7], "radius": 0,
            "motion": {"Driven": {"points": [[0, 0]], "period": 1}}}]}"#;
    let (_folder, path) = file("a.json", text);
    let said = blobsmith("run {} --frames 0", &path);
    let line = said.text().trim_end();
    let (start, hash) = line.split_at(line.len() - 19);
    assert_eq!(
        start,
        "{\"frame\":0,\"time\":0.0,\"bodies\":[{\"positions\":[[0.1,-0.0]],\"velocities\":[[0.0,0.0]]},\
         {\"positions\":[],\"velocities\":[]}],\"discs\":[{\"position\":[3.0,4.0],\"velocity\":[0.0,-1e-7]}],\
         \"energy\":{\"kinetic\":0.0,\"gravity\":0.0,\"spring\":0.0,\"gas\":0.0,\"total\":0.0},\
         \"contacts\":0,\"hash\":"
    );
    assert!(hash.starts_with('"') && hash.ends_with("\"}"), "{hash}");
    assert!(hash[1..17].chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c)), "{hash}");
}

/// Semi-implicit Euler with N = 16 substeps of h = 1/16 under g = -0.02: after one frame v = g, and
/// y = 4 + g h² (1 + 2 + … + 16) = 4 - 0.02 · 136/256 = 3.989375.
#[test]
fn run_of_a_falling_mass_matches_hand_calculation() {
    let (_folder, path) = file("a.json", FALLING);
    let said = blobsmith("run {} --frames 1", &path).fine();
    let last = &records(&said)[1];
    let number = |pointer: &str| last.pointer(pointer).and_then(Value::as_f64).expect("a number");
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-14, "{a} is not {b}");
    assert_eq!(number("/time"), 1.0);
    close(number("/bodies/0/positions/0/0"), 3.0);
    close(number("/bodies/0/positions/0/1"), 3.989375);
    close(number("/bodies/0/velocities/0/1"), -0.02);
    close(number("/energy/kinetic"), 0.0002);
    close(number("/energy/gravity"), 0.02 * 3.989375);
    close(number("/energy/total"), 0.0002 + 0.02 * 3.989375);
}

#[test]
fn run_time_is_level_time() {
    let (_folder, path) = file("a.ron", "(format: 1, world: (frame_time: 0.25))");
    let said = blobsmith("run {} --frames 6 --every 6", &path).fine();
    assert_eq!(records(&said)[1]["time"], 1.5);
}

#[test]
fn run_counts_contacts_since_the_previous_record() {
    let (_folder, path) = file("a.ron", TOUCHING);
    let count = |line: &str| -> Vec<u64> {
        let said = blobsmith(line, &path).fine();
        records(&said).iter().map(|record| record["contacts"].as_u64().expect("a count")).collect()
    };
    let each = count("run {} --frames 10");
    assert_eq!(each[0], 0);
    assert!(each.iter().sum::<u64>() > 0, "they touch: {each:?}");
    let (first, second) = (each[1..=5].iter().sum::<u64>(), each[6..].iter().sum::<u64>());
    assert_eq!(count("run {} --frames 10 --every 5"), [0, first, second]);
}

#[test]
fn run_is_deterministic_for_both_forms_of_a_level() {
    let (folder, path) = file("a.ron", TOUCHING);
    let json = folder.path().join("a.json");
    blobsmith(&format!("convert {{}} {}", json.display()), &path).fine();
    let first = blobsmith("run {} --frames 30", &path).fine();
    assert_eq!(first.text(), blobsmith("run {} --frames 30", &path).fine().text());
    assert_eq!(first.text(), blobsmith("run {} --frames 30", &json).fine().text());
}

#[test]
fn run_csv_has_the_numbers_of_json() {
    let text = r#"(format: 1, bodies: [(nodes: [(position: (0.1, 0)), (position: (2, 3))]), (nodes: [(position: (5, 6))])],
        discs: [(position: (7, 8), radius: 1)])"#;
    let (_folder, path) = file("a.ron", text);
    let csv = blobsmith("run {} --frames 4 --every 2 --format csv", &path);
    let jsonl = blobsmith("run {} --frames 4 --every 2 --format jsonl", &path);
    let mut lines = csv.text().lines();
    assert_eq!(
        lines.next(),
        Some(
            "frame,time,kinetic,gravity,spring,gas,total,contacts,hash,b0n0_x,b0n0_y,b0n0_vx,b0n0_vy,\
             b0n1_x,b0n1_y,b0n1_vx,b0n1_vy,b1n0_x,b1n0_y,b1n0_vx,b1n0_vy,d0_x,d0_y,d0_vx,d0_vy"
        )
    );
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let records = records(&jsonl);
    assert_eq!(rows.len(), records.len());
    let paths = [
        "/frame",
        "/time",
        "/energy/kinetic",
        "/energy/gravity",
        "/energy/spring",
        "/energy/gas",
        "/energy/total",
        "/contacts",
        "/hash",
        "/bodies/0/positions/0/0",
        "/bodies/0/positions/0/1",
        "/bodies/0/velocities/0/0",
        "/bodies/0/velocities/0/1",
        "/bodies/0/positions/1/0",
        "/bodies/0/positions/1/1",
        "/bodies/0/velocities/1/0",
        "/bodies/0/velocities/1/1",
        "/bodies/1/positions/0/0",
        "/bodies/1/positions/0/1",
        "/bodies/1/velocities/0/0",
        "/bodies/1/velocities/0/1",
        "/discs/0/position/0",
        "/discs/0/position/1",
        "/discs/0/velocity/0",
        "/discs/0/velocity/1",
    ];
    for (row, record) in rows.iter().zip(&records) {
        assert_eq!(row.len(), paths.len());
        for (cell, path) in row.iter().zip(paths) {
            match record.pointer(path).expect("there") {
                Value::String(text) => assert_eq!(cell, text),
                number => assert_eq!(cell.parse::<f64>().ok(), number.as_f64(), "{path}"),
            }
        }
    }
}

/// Velocities grow by 1e308 a frame, so a coordinate overflows within a few.
#[test]
fn run_writes_null_and_a_note_for_numbers_that_are_not_finite() {
    let text = "(format: 1, world: (gravity: (1e308, 0)), bodies: [(nodes: [(position: (0, 0))])])";
    let (_folder, path) = file("a.ron", text);
    let said = blobsmith("run {} --frames 9 --every 9", &path);
    assert_eq!(said.code, Some(0));
    assert!(records(&said)[1].pointer("/bodies/0/positions/0/0").expect("there").is_null());
    assert!(said.err.contains("note: frame") && said.err.contains("bodies[0]"), "{}", said.err);
    let csv = blobsmith("run {} --frames 9 --every 9 --format csv", &path);
    let cell = csv.text().lines().last().and_then(|line| line.split(',').nth(9)).expect("b0n0_x");
    assert!(cell.parse::<f64>().is_ok_and(|x| !x.is_finite()), "{cell}");
}

#[test]
fn run_out_chooses_the_form_by_the_ending() {
    let (folder, path) = file("a.json", FALLING);
    let at = |name: &str| folder.path().join(name);
    for (name, start) in [("r.jsonl", "{\"frame\":0"), ("r.csv", "frame,time,"), ("r.txt", "{\"frame\":0")] {
        let said = blobsmith(&format!("run {{}} --frames 2 --out {}", at(name).display()), &path).fine();
        assert_eq!(said.text(), "");
        assert!(fs::read_to_string(at(name)).expect("made").starts_with(start), "{name}");
    }
    blobsmith("run {} --frames 2 --out {}", &path).refused(&["the input level"]);
    assert_eq!(fs::read_to_string(&path).expect("there"), FALLING);
    blobsmith("run {} --frames 2 --out {}/no/such", &path).refused(&["cannot be written"]);
}

#[test]
fn run_ends_quietly_when_the_pipe_closes() {
    let (_folder, path) = file("a.json", FALLING);
    let args = ["run", path.to_str().expect("UTF-8"), "--frames", "10000000"];
    let mut child = program(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut first).expect("a line");
    assert!(first.starts_with("{\"frame\":0"));
    drop(reader);
    let said = Said::from(child.wait_with_output().expect("it ends"));
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn run_reports_a_full_disk() {
    let (_folder, path) = file("a.json", FALLING);
    blobsmith("run {} --frames 100 --out /dev/full", &path).refused(&["/dev/full", "cannot be written"]);
}

/// A disc flies at one unit per substep through a sensor of radius 1.5 at 8: it is inside after substeps 7 to 9.
const FLIGHT: &str = "(format: 2, world: (gravity: (0, 0), substeps: 4),
    discs: [(name: \"ball\", position: (0, 0), velocity: (4, 0), radius: 0.25)],
    obstacles: [(name: \"gate\", shape: Circle(center: (8, 0), radius: 1.5), collision: (sensor: true))])";

#[test]
fn run_records_what_entered_and_left_sensors() {
    let (_folder, path) = file("a.ron", FLIGHT);
    let event = |frame: u64, substep: u64, entered: bool| serde_json::json!({"frame": frame, "substep": substep, "sensor": "obstacles[0]", "other": "discs[0]", "entered": entered});
    let sensors = |line: &str| -> Vec<Value> {
        let found = records(&blobsmith(line, &path).fine());
        found.iter().map(|record| record.get("sensors").cloned().unwrap_or(Value::Null)).collect()
    };
    let none = Value::Null;
    let (enter, leave) = (event(1, 2, true), event(2, 1, false));
    let each = [none.clone(), none.clone(), serde_json::json!([enter]), serde_json::json!([leave]), none.clone()];
    assert_eq!(sensors("run {} --frames 4"), each);
    assert_eq!(sensors("run {} --frames 4 --every 4"), [none, serde_json::json!([enter, leave])]);
}

#[test]
fn run_without_json_reports_sensors_on_stderr() {
    let (_folder, path) = file("a.ron", FLIGHT);
    for line in ["run {} --frames 4 --quiet", "run {} --frames 4 --format csv"] {
        let said = blobsmith(line, &path);
        assert_eq!(said.code, Some(0));
        let note = "note: frame 1.3: discs[0] entered obstacles[0] (first of 2 events of sensors)";
        assert!(said.err.contains(note), "{line}: {}", said.err);
    }
    let csv = blobsmith("run {} --frames 1 --format csv", &path).fine();
    assert!(csv.text().lines().all(|line| line.split(',').count() == 13), "{}", csv.text());
}

#[test]
fn run_writes_a_table_of_sensor_events_with_any_records() {
    let (folder, path) = file("a.ron", FLIGHT);
    let table = folder.path().join("sensors.csv");
    for rest in ["--quiet", "--format csv", "--every 4"] {
        let said = blobsmith(&format!("run {{}} --frames 4 {rest} --sensors {}", table.display()), &path).fine();
        assert!(!said.err.contains("events of sensors"), "{rest}: {}", said.err);
        let expected =
            "frame,substep,sensor,other,event\n1,2,obstacles[0],discs[0],entered\n2,1,obstacles[0],discs[0],left\n";
        assert_eq!(fs::read_to_string(&table).expect("written"), expected, "{rest}");
        fs::remove_file(&table).expect("removed");
    }
    blobsmith("run {} --frames 1 --quiet --sensors {}", &path).refused(&["--sensors"]);
    let nowhere = folder.path().join("missing/sensors.csv");
    blobsmith(&format!("run {{}} --frames 1 --quiet --sensors {}", nowhere.display()), &path)
        .refused(&["sensors.csv", "cannot be written"]);
}
