//! `sweep`: its numbers equal those of single runs for every number of threads, every order and after every interruption.

use super::support::{FALLING, Said, file, program};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

fn words<'a>(path: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let path = path.to_str().expect("a UTF-8 path");
    ["sweep", path].into_iter().chain(more.iter().copied()).collect()
}

fn sweep(path: &Path, more: &[&str]) -> Said {
    program(words(path, more)).output().expect("the program starts").into()
}

fn rows(csv: &str) -> Vec<Vec<String>> {
    csv.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Where `run` has node 0 after seven frames with these settings.
fn single(path: &Path, settings: [String; 2]) -> f64 {
    let path = path.to_str().expect("a UTF-8 path");
    let args = ["run", path, "--frames", "7", "--every", "7", "--set", &settings[0], "--set", &settings[1]];
    let said: Said = program(args).output().expect("the program starts").into();
    let said = said.fine();
    let last: Value = serde_json::from_str(said.text().lines().last().expect("a record")).expect("JSON");
    last["bodies"][0]["positions"][0][1].as_f64().expect("a number")
}

#[test]
fn sweep_cells_equal_single_runs_for_any_number_of_threads() {
    let (folder, path) = file("a.json", FALLING);
    let mut tables = Vec::new();
    for threads in ["1", "2", "3"] {
        let table = folder.path().join(format!("{threads}.csv"));
        let table_name = table.to_str().expect("a UTF-8 path");
        let grid = ["--vary", "world.gravity[1]=-0.3..0.1:5", "--vary", "world.substeps=1,2,7"];
        let rest = ["--measure", "node(0, 0).y", "--frames", "7", "--threads", threads, "--csv", table_name];
        sweep(&path, &[&grid[..], &rest].concat()).fine();
        tables.push(fs::read_to_string(table).expect("a table"));
    }
    assert!(tables.iter().all(|table| *table == tables[0]));
    let rows = rows(&tables[0]);
    assert_eq!(rows[0], ["world.gravity[1]", "world.substeps", "\"last: node(0", " 0).y\""]);
    assert_eq!(rows.len(), 1 + 15);
    for row in &rows[1..] {
        let there = single(&path, [format!("world.gravity[1]={}", row[0]), format!("world.substeps={}", row[1])]);
        assert_eq!(row[2].parse::<f64>().expect("a number").to_bits(), there.to_bits(), "{row:?}");
    }
}

/// After n frames of 16 substeps the velocity is -0.02 n: below -0.0507 at frame 3, and after substep 41 of all, the
/// ninth of frame 2. Frames 0 to 9 are looked at.
#[test]
fn sweep_reducers_match_hand_calculation() {
    let (_folder, path) = file("a.json", FALLING);
    let value = |measure: &str, more: &[&str]| -> f64 {
        let args = ["--vary", "bodies[0].gas=1", "--frames", "9", "--json", "--measure", measure];
        let said = sweep(&path, &[&args[..], more].concat()).fine();
        let all: Value = serde_json::from_str(said.text()).expect("JSON");
        all["cells"][0]["values"][0].as_f64().unwrap_or(f64::NAN)
    };
    assert_eq!(value("first: node(0, 0).vy < -0.0507", &[]), 3.0);
    assert_eq!(value("first: node(0, 0).vy < -0.0507", &["--each", "substep"]), 2.5625);
    assert!(value("first: node(0, 0).vy > 0", &[]).is_nan());
    assert_eq!(value("node(0, 0).vy < -0.0507", &[]), 7.0);
    assert_eq!((value("mean: frame", &[]), value("sum: frame", &[])), (4.5, 45.0));
    assert_eq!((value("min: frame", &[]), value("max: frame", &[]), value("frame", &[])), (0.0, 9.0, 9.0));
    assert!(value("max: nan", &[]).is_nan());
}

/// Added to and multiplied: 3 + 0.5 and 4 · 2.
#[test]
fn sweep_adds_to_and_multiplies_present_values() {
    let (_folder, path) = file("a.json", FALLING);
    let vary = ["--vary", "bodies[*].nodes[*].position[0]+=0.5", "--vary", "bodies[0].nodes[0].position[1]*=2"];
    let rest = ["--measure", "node(0, 0).x", "--measure", "node(0, 0).y", "--frames", "0", "--json"];
    let said = sweep(&path, &[&vary[..], &rest].concat()).fine();
    let all: Value = serde_json::from_str(said.text()).expect("JSON");
    assert_eq!(all["cells"][0]["values"], serde_json::json!([3.5, 8.0]));
}

const GRID: [&str; 8] = [
    "--vary",
    "world.gravity[1]=-1..0:12",
    "--vary",
    "world.substeps=1..10:10",
    "--measure",
    "node(0, 0).y",
    "--frames",
    "400",
];

fn started(path: &Path, kept: &Path) -> Child {
    let args = [&GRID[..], &["--resume", kept.to_str().expect("a UTF-8 path")]].concat();
    let mut command = program(words(path, &args));
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// Waits until some cells are kept, or all is done.
fn until_some_are_kept(child: &mut Child, kept: &Path) {
    while child.try_wait().expect("a process").is_none() {
        let lines = fs::read_to_string(kept).map_or(0, |text| text.lines().count());
        if lines >= 5 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

fn finished(path: &Path, kept: Option<&Path>, table: &Path) -> String {
    let mut args = GRID.to_vec();
    args.extend(["--csv", table.to_str().expect("a UTF-8 path")]);
    if let Some(kept) = kept {
        args.extend(["--resume", kept.to_str().expect("a UTF-8 path")]);
    }
    sweep(path, &args).fine();
    fs::read_to_string(table).expect("a table")
}

#[test]
fn sweep_resumes_to_the_same_table() {
    let (folder, path) = file("a.json", FALLING);
    let table = folder.path().join("t.csv");
    let straight = finished(&path, None, &table);
    assert_eq!(straight.lines().count(), 121);
    for signal in ["-KILL", "-INT"] {
        let kept = folder.path().join(format!("kept{signal}.jsonl"));
        let mut child = started(&path, &kept);
        until_some_are_kept(&mut child, &kept);
        // It may have ended before that.
        let _ = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        let said: Said = child.wait_with_output().expect("it ends").into();
        if signal == "-INT" && said.code != Some(0) {
            assert_eq!(said.code, Some(1), "{}", said.err);
            assert!(
                said.err.contains("stopped: ") && said.err.contains("run the same command to resume"),
                "{}",
                said.err
            );
        }
        // As after a power failure during the writing of a line.
        let mut text = fs::read_to_string(&kept).expect("kept cells");
        let before = text.matches('\n').count();
        text.push_str("{\"sweep\":\"0123");
        fs::write(&kept, text).expect("written");
        assert_eq!(finished(&path, Some(&kept), &table), straight, "{signal}");
        let text = fs::read_to_string(&kept).expect("kept cells");
        assert_eq!(text.lines().count(), 120, "no cell twice, {before} were there");
    }
}

#[test]
#[cfg(unix)]
fn sweep_writes_the_finished_cells_when_interrupted() {
    let (folder, path) = file("a.json", FALLING);
    let (kept, table) = (folder.path().join("kept.jsonl"), folder.path().join("t.csv"));
    let grid = GRID.map(|word| if word == "400" { "40000" } else { word });
    let more = ["--resume", kept.to_str().unwrap(), "--csv", table.to_str().unwrap()];
    let mut command = program(words(&path, &[&grid[..], &more].concat()));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    until_some_are_kept(&mut child, &kept);
    let _ = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let said: Said = child.wait_with_output().expect("it ends").into();
    assert_eq!(said.code, Some(1), "{}", said.err);
    let done = fs::read_to_string(&kept).expect("kept cells").lines().count();
    let rows = rows(&fs::read_to_string(&table).expect("a table"));
    assert!((5..120).contains(&done), "{done} cells are done");
    assert_eq!(rows.len(), 1 + done);
    assert!(!said.out.is_empty());
}

#[test]
fn sweep_refuses_kept_cells_of_another_sweep() {
    let (folder, path) = file("a.json", FALLING);
    let kept = folder.path().join("kept.jsonl");
    let kept = kept.to_str().expect("a UTF-8 path");
    let with = |frames: &str| sweep(&path, &["--vary", "bodies[0].gas=1,2", "--frames", frames, "--resume", kept]);
    with("3").fine();
    with("3").fine();
    with("4").refused(&["kept.jsonl", "line 1", "another sweep"]);
    let other = fs::write(kept, "no line\n");
    assert!(other.is_ok());
    with("3").refused(&["kept.jsonl", "line 1"]);
}

#[test]
fn sweep_shards_in_one_folder_are_merged() {
    let (folder, path) = file("a.json", FALLING);
    let out = folder.path().join("out");
    let grid = ["--vary", "world.gravity[1]=-1..0:7", "--measure", "node(0, 0).y", "--frames", "3"];
    let out_args = ["--out", out.to_str().expect("a UTF-8 path")];
    for shard in ["1/3", "2/3", "3/3"] {
        sweep(&path, &[&grid[..], &out_args, &["--shard", shard]].concat()).fine();
        assert!(out.join(format!("cells-{}-of-3.jsonl", &shard[..1])).exists());
    }
    sweep(&path, &[&grid[..], &out_args].concat()).fine();
    assert_eq!(fs::read(out.join("cells.jsonl")).expect("kept cells"), b"", "all was done by the shards");
    let table = folder.path().join("t.csv");
    sweep(&path, &[&grid[..], &["--csv", table.to_str().expect("a UTF-8 path")]].concat()).fine();
    let read = |path: &Path| fs::read_to_string(path).expect("a table");
    assert_eq!(read(&out.join("sweep.csv")), read(&table));
    assert_eq!(&fs::read(out.join("sweep.png")).expect("a picture")[1..4], b"PNG");
}

/// With gravity -0.02 node 0 has fallen from 4 by 0.02/16 · (1 + 2 + … + 16 n) / 16 after n frames: by 0.01 n (n + 1/16),
/// which is more than 0.1 from n = 4 on (0.1625), and more than 0.05 two frames earlier not yet (0.04125).
#[test]
fn sweep_saves_a_cell_at_the_frame_of_its_failure() {
    let (folder, path) = file("a.json", FALLING);
    let saved = folder.path().join("cell.ron");
    let name = saved.to_str().expect("a UTF-8 path");
    let args = ["--vary", "world.gravity[1]=0,-0.02", "--measure", "first: node(0, 0).y < 3.9", "--frames", "20"];
    let cell = |place: &str, more: &[&str]| {
        let said = sweep(&path, &[&args[..], &["--cell", place, "--save", name], more].concat());
        (said.code, said.err)
    };
    let height = || blobsmith::level::format::load_level(&saved).expect("a level").bodies[0].nodes[0].position[1];
    let (code, err) = cell("1", &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("world.gravity[1]=-0.02: frame 4: node(0, 0).y < 3.9"), "{err}");
    assert!((height() - (4.0 - 0.01 * 4.0 * 4.0625)).abs() < 1e-12);
    let level = blobsmith::level::format::load_level(&saved).expect("a level");
    assert_eq!(level.world.gravity, [0.0, -0.02]);
    assert_eq!(level.editor.expect("an extra").breakpoints[0].condition, "node(0, 0).y < 3.9");
    assert_eq!(cell("1", &["--before", "2"]).0, Some(0));
    assert!((height() - (4.0 - 0.01 * 2.0 * 2.0625)).abs() < 1e-12);
    let (code, err) = cell("0", &[]);
    assert_eq!((code, height()), (Some(1), 4.0), "{err}");
    let said = sweep(&path, &[&args[..], &["--cell", "2", "--save", name]].concat());
    said.refused(&["--cell 2", "0 to 1"]);
}

#[test]
fn sweep_reports_errors_before_the_run() {
    let (_folder, path) = file("a.json", FALLING);
    let slip = |args: &[&str], words: &[&str]| sweep(&path, &[args, &["--frames", "3"]].concat()).refused(words);
    slip(&["--vary", "world.gas=1"], &["--vary world.gas=1", "gas"]);
    slip(&["--vary", "world.substeps=0,1"], &["world.substeps", "at least 1"]);
    slip(&["--vary", "world.substeps=1..2:3"], &["world.substeps", "whole number"]);
    slip(&["--vary", "rule=Distanse"], &["Distanse", "Distance+barycentre"]);
    slip(&["--vary", "bodies[0].gas=1", "--vary", "bodies[0].gas=2"], &["two axes vary bodies[0].gas"]);
    slip(&["--vary", "bodies[0].gas=0..1:2000", "--vary", "bodies[0].friction=0..1:2000"], &["1000000 cells"]);
    slip(&["--vary", "bodies[0].gas=1", "--png", "a.svg"], &["a.svg", ".png"]);
    let said = sweep(&path, &["--vary", "bodies[0].gas=1", "--measure", "first: frame", "--frames", "3"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("expected a condition") && said.err.contains("column 8"), "{}", said.err);
    let said = sweep(&path, &["--vary", "bodies[0].gas=1", "--measure", "problem(\"wrong\")", "--frames", "3"]);
    assert!(said.err.contains("there is no problem \"wrong\""), "{}", said.err);
}

/// Each value by itself is valid, but not both together: 1e-323 is two of the smallest positive numbers, and a sixteenth of
/// it is 0.
#[test]
fn sweep_reports_why_a_variant_is_no_level() {
    let (folder, path) = file("a.json", FALLING);
    let table = folder.path().join("t.csv");
    let grid = ["--vary", "world.substeps=1,16", "--vary", "world.frame_time=1,1e-323", "--set", "world.substeps=1"];
    let rest = ["--measure", "frame", "--frames", "2", "--csv", table.to_str().expect("a UTF-8 path")];
    let said = sweep(&path, &[&grid[..], &rest].concat()).fine();
    assert!(said.text().contains("failed: world.substeps=16, world.frame_time=1e-323: "), "{}", said.text());
    let table = fs::read_to_string(table).expect("a table");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "world.substeps,world.frame_time,last: frame,failed");
    assert_eq!(lines[1..4], ["1,1,2.0,", "1,1e-323,2.0,", "16,1,2.0,"]);
    assert!(lines[4].starts_with("16,1e-323,NaN,") && lines[4].contains("no time"), "{}", lines[4]);
}

/// Problems that detectors find only over many frames are found by sweeps, by conditions and by jumps as often as by
/// `diagnose`.
#[test]
fn sweep_counts_findings_of_window_detectors() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/25-orbit-explicit-euler.ron");
    let args = ["diagnose".as_ref(), path.as_os_str(), "--frames".as_ref(), "100".as_ref()];
    let said: Said =
        program(args.into_iter().chain(["--format".as_ref(), "json".as_ref()])).output().expect("starts").into();
    let found: Value = serde_json::from_str(said.text()).expect("JSON");
    let problem = &found["problems"][0];
    assert_eq!(problem["id"], "explicit-growth");
    let said = sweep(
        &path,
        &["--vary", "bodies[0].gas=1", "--frames", "100", "--json", "--measure", "problem(\"explicit-growth\")"],
    );
    let all: Value = serde_json::from_str(said.fine().text()).expect("JSON");
    assert_eq!(all["cells"][0]["values"][0].as_f64(), problem["count"].as_f64());
    let level = std::sync::Arc::new(blobsmith::level::format::load_level(&path).expect("a level"));
    let condition =
        blobsmith::debugger::Expression::condition("problem(\"explicit-growth\") > 0", &level).expect("read");
    let mut run = blobsmith::debugger::Run::new(level).expect("runs");
    let (frame, substep) = (problem["first"]["frame"].as_u64().expect("a frame"), problem["first"]["substep"].as_u64());
    let found = run.moment_after((frame, substep.expect("a substep") as u32));
    let before = run.moment_before(found).expect("not the beginning");
    for (moment, is_there) in [(found, true), (before, false), ((60, 0), false), (found, true)] {
        run.approach(moment, || true);
        assert_eq!(
            condition.is_true(&run.look_for(&condition, blobsmith::level::Each::Substep), &mut condition.memory()),
            is_there,
            "{moment:?}"
        );
    }
}

/// The words of a line of shell, quotes taken off.
fn shell_words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted, mut is_begun) = (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        match c {
            '\'' => (is_quoted, is_begun) = (!is_quoted, true),
            ' ' if !is_quoted => {
                if is_begun {
                    words.push(std::mem::take(&mut word));
                }
                is_begun = false;
            }
            c => {
                word.push(c);
                is_begun = true;
            }
        }
    }
    words.push(word);
    words
}

/// The commands on the page are valid: their options, levels and paths exist.
#[test]
fn sweep_page_has_valid_commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/sweep.md")).expect("the page");
    let commands: Vec<Vec<String>> =
        page.lines().filter(|line| line.starts_with("blobsmith ")).map(shell_words).collect();
    assert_eq!(commands.len(), 5);
    for mut words in commands {
        let matches = blobsmith::cli::program().try_get_matches_from(&words);
        assert!(matches.is_ok(), "{words:?}: {:?}", matches.err().map(|error| error.to_string()));
        if words[1] != "sweep" || words.iter().any(|word| word == "--cell") {
            continue;
        }
        // The grid and the measures, on one frame, and nothing written.
        let at = words.iter().position(|word| word == "--frames").expect("frames");
        words[at + 1] = "1".to_owned();
        words.truncate(words.iter().position(|word| word == "--png").expect("a picture"));
        let said: Said = program(&words[1..]).current_dir(root).output().expect("the program starts").into();
        said.fine();
    }
}

/// A disc of mass 2 on a spring link of length 0: after one substep of length 1, v = -k x / m = -k 3 / 2.
#[test]
fn sweep_varies_the_stiffness_of_a_link() {
    let (_folder, path) = file(
        "a.json",
        r#"{"format": 2, "world": {"gravity": [0, 0], "substeps": 1}, "discs": [{"position": [3, 0], "radius": 0.5, "mass": 2}],
            "links": [{"a": {"disc": 0}, "b": {"point": [0, 0]},
                       "kind": {"Spring": {"rest_length": 0.0, "stiffness": 1.0, "damping": 0.0}}}]}"#,
    );
    let vary = ["--vary", "links[0].kind.Spring.stiffness=0.25,0.5,1"];
    let table = path.with_extension("csv");
    let rest = ["--measure", "disc(0).vx", "--frames", "1", "--csv", table.to_str().expect("a UTF-8 path")];
    sweep(&path, &[&vary[..], &rest].concat()).fine();
    let table = fs::read_to_string(table).expect("a table");
    let values: Vec<f64> = rows(&table)[1..].iter().map(|row| row[1].parse().expect("a number")).collect();
    assert_eq!(values, [-0.375, -0.75, -1.5]);
}

/// Level 23 blows up with 8 substeps, not with 24. The energy leaves out a part that blew up, so it is no number then.
#[test]
fn sweep_cell_whose_body_blew_up_has_no_energy() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/23-stiff-too-few-substeps.ron");
    let grid =
        ["--vary", "world.substeps=8,24", "--measure", "energy.total", "--measure", "blown_up", "--frames", "60"];
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("table.csv");
    sweep(&path, &[&grid[..], &["--csv", table.to_str().expect("a UTF-8 path")]].concat()).fine();
    let rows = rows(&fs::read_to_string(table).expect("a table"));
    assert_eq!(rows[1], ["8", "NaN", "1.0"]);
    assert!(rows[2][1].parse::<f64>().expect("a number").is_finite() && rows[2][2] == "0.0", "{rows:?}");
    assert!(sweep(&path, &grid).fine().text().lines().any(|line| line.split_whitespace().eq(["8", "-", "1"])));
}
