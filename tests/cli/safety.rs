//! No command destroys its input, loses work to a second command, or passes control characters to the terminal.

use crate::support::{FALLING, blobsmith, file, program};
use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Entries of the folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
#[cfg(unix)]
fn hard_and_symbolic_links_to_the_level_are_refused_as_outputs() {
    let (folder, path) = file("a.json", FALLING);
    let at = |name: &str| folder.path().join(name);
    for name in ["h.csv", "h.ron", "h.png", "h.run.ron"] {
        fs::hard_link(&path, at(name)).unwrap();
    }
    for name in ["s.csv", "s.ron", "s.png", "s.run.ron"] {
        std::os::unix::fs::symlink("a.json", at(name)).unwrap();
    }
    for link in ["h", "s"] {
        let name = |ending: &str| at(&format!("{link}.{ending}")).display().to_string();
        for line in [
            format!("run {{}} --frames 2 --out {}", name("csv")),
            format!("run {{}} --frames 2 --record {}", name("run.ron")),
            format!("run {{}} --frames 2 --save-level {}", name("ron")),
            format!("render {{}} --frame 0 --out {}", name("png")),
            format!("plot {{}} --frames 2 --out {}", name("csv")),
            format!("rules {{}} --frames 2 --hull 0 --out {}", name("png")),
            format!("shrink {{}} --until energy.total>0 --frames 2 --output {}", name("ron")),
            format!("sweep {{}} --vary world.substeps=1,2 --frames 2 --csv {}", name("csv")),
            format!("sweep {{}} --vary world.substeps=1,2 --frames 2 --resume {}", name("csv")),
            format!("convert {{}} {}", name("ron")),
        ] {
            blobsmith(&line, &path).refused(&["this is the input"]);
            assert_eq!(fs::read_to_string(&path).unwrap(), FALLING, "{line}");
        }
    }
}

#[test]
fn outputs_with_one_name_are_refused() {
    let (folder, path) = file("a.json", FALLING);
    let name = |name: &str| folder.path().join(name).display().to_string();
    let (run, dotted) = (name("b.run.json"), name("./b.run.json"));
    blobsmith(&format!("run {{}} --frames 2 --record {run} --save-level {dotted}"), &path).refused(&[
        "--record",
        "--save-level",
        "the same file",
    ]);
    blobsmith(&format!("run {{}} --frames 2 --out {run} --record {run}"), &path).refused(&["the same file"]);
    assert_eq!(names(folder.path()), ["a.json"]);
    // The null device has no content to lose.
    #[cfg(unix)]
    blobsmith("run {} --frames 2 --out /dev/null", &path).fine();
}

/// Starts a run of `level` that does not end by itself, in `command`, and waits until its temporary file is there.
#[cfg(unix)]
fn endless_run(mut command: Command, level: &Path) -> Child {
    let folder = level.parent().unwrap();
    fs::write(folder.join("r.jsonl"), "old").unwrap();
    command.args(["run", level.to_str().unwrap(), "--frames", "4000000000", "--every", "1000", "--out"]);
    let child = command.arg(folder.join("r.jsonl")).stderr(Stdio::piped()).spawn().expect("the program starts");
    let started = Instant::now();
    while names(folder).len() < 3 {
        assert!(started.elapsed() < Duration::from_secs(20), "no temporary file: {:?}", names(folder));
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
    let old = fs::read_to_string(folder.join("r.jsonl")).unwrap();
    assert_eq!(old, "old", "the old file stays until the new one is complete");
    child
}

#[cfg(unix)]
fn send(signal: &str, child: &Child) {
    let _ = Command::new("kill").args([signal, &child.id().to_string()]).status();
}

/// The run has written its complete records under the final name, and nothing else is left.
#[cfg(unix)]
fn assert_stopped(child: Child, folder: &Path) {
    let ended = child.wait_with_output().unwrap();
    let err = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{err}");
    assert!(err.contains("stopped"), "{err}");
    let text = fs::read_to_string(folder.join("r.jsonl")).unwrap();
    assert!(text.lines().all(|line| line.starts_with('{') && line.ends_with('}')) && text.lines().count() > 1);
    assert_eq!(names(folder), ["a.json", "r.jsonl"]);
}

/// True if the signal was ignored when the tests were started, as under `nohup`.
#[cfg(target_os = "linux")]
fn ignores_hangups() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() & 1 == 1
}

#[test]
#[cfg(unix)]
fn run_writes_the_records_so_far_on_ctrl_c() {
    let (folder, path) = file("a.json", FALLING);
    let child = endless_run(program::<&str>([]), &path);
    send("-INT", &child);
    assert_stopped(child, folder.path());
}

#[test]
#[cfg(target_os = "linux")]
fn run_writes_the_records_so_far_if_its_terminal_closes() {
    if ignores_hangups() {
        return;
    }
    let (folder, path) = file("a.json", FALLING);
    let child = endless_run(program::<&str>([]), &path);
    // The kernel and the shell may send one each.
    send("-HUP", &child);
    send("-HUP", &child);
    assert_stopped(child, folder.path());
}

#[test]
#[cfg(target_os = "linux")]
fn run_under_nohup_survives_its_terminal() {
    let (folder, path) = file("a.json", FALLING);
    let mut ignoring = Command::new("sh");
    ignoring.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_blobsmith")]);
    let mut child = endless_run(ignoring, &path);
    send("-HUP", &child);
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "the hangup has ended the run");
    send("-INT", &child);
    assert_stopped(child, folder.path());
}

#[test]
fn concurrent_shapes_into_one_file_keep_all_bodies() {
    let (folder, path) = file("a.ron", "(format: 1)");
    let start = |index: usize| {
        let name = format!("b{index}");
        program(["shape", "rectangle", "--name", &name, "--into", path.to_str().unwrap()]).spawn().expect("it starts")
    };
    let children: Vec<_> = (0..12).map(start).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let text = fs::read_to_string(&path).unwrap();
    for index in 0..12 {
        assert!(text.contains(&format!("\"b{index}\"")), "body {index} is lost");
    }
    assert_eq!(names(folder.path()), ["a.ron"]);
}

#[test]
#[cfg(unix)]
fn control_characters_of_names_are_escaped() {
    let evil = "\u{1b}]0;title\u{7}\u{9b}2J";
    let level = |name: &str| FALLING.replace("\"bodies\": [{", &format!("\"bodies\": [{{\"name\": {name}, "));
    let json = serde_json::to_string(evil).unwrap();
    let (folder, path) = file("a.json", level(&json));
    let strange = folder.path().join(format!("{evil}.json"));
    fs::write(&strange, "{").unwrap();
    let good = folder.path().join(format!("good{evil}.json"));
    fs::write(&good, level(&json)).unwrap();
    for path in [&path, &strange, &good] {
        for line in [
            "check {}",
            "check {} --format json",
            "explain {} --frame 1",
            "diagnose {} --frames 2",
            "run {} --frames 1",
            "watch {} --frames 2",
            "probes {}",
            "replay {}",
            "shape rectangle --into {}.ron --set {}=1",
            "render {} --frame 0 --out {}",
            "{}",
        ] {
            // Words of the line are split at spaces, which these names do not have.
            let said = blobsmith(line, path);
            for text in [String::from_utf8(said.out).unwrap(), said.err] {
                let raw = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
                assert_eq!(raw, None, "{line}: {}", text.escape_debug());
            }
        }
    }
}
