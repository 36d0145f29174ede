//! Writes the conformance kit `bindings/conformance`, or checks it: levels, scripts, and the hash after every step.
//!
//! ```sh
//! cargo run --release -p blobsmith-engine --example conformance            # check
//! cargo run --release -p blobsmith-engine --example conformance -- write   # after a change that the changelog explains
//! ```

use blobsmith_engine::level::flatten::load_flat;
use blobsmith_engine::level::format::{TextFormat, write};
use blobsmith_engine::play::{Placement, PlaySnapshot, PlayWorld, Prefab};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const STEPS: u32 = 600;

/// The file `cases.json`.
#[derive(Serialize, Deserialize)]
struct Kit {
    kit: u32,
    cases: Vec<Case>,
}

/// A level, its script, and where its hashes are.
#[derive(Serialize, Deserialize)]
struct Case {
    name: String,
    /// Relative to the repository.
    level: String,
    steps: u32,
    /// Relative to the kit.
    hashes: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    script: Vec<Step>,
}

/// An operation before step number `at`.
#[derive(Clone, Serialize, Deserialize)]
struct Step {
    at: u32,
    #[serde(flatten)]
    operation: Operation,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Operation {
    Spawn { prefab: String, id: String, position: [f64; 2], angle_deg: f64, mirror: bool, velocity: [f64; 2] },
    Remove { instance: String },
    RemoveBody { body: String },
    Impulse { body: String, impulse: [f64; 2] },
    Force { body: String, force: [f64; 2] },
    Snapshot,
    Restore,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn kit_folder() -> PathBuf {
    root().join("bindings/conformance")
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs a case; returns the hash before the first step and after each step.
fn run(case: &Case) -> Result<Vec<String>, String> {
    let mut world = PlayWorld::from_text(&read(&root().join(&case.level))?).map_err(|error| error.to_string())?;
    let mut snapshot: Option<PlaySnapshot> = None;
    let mut hashes = vec![world.hash_text()];
    for step in 0..case.steps {
        for operation in case.script.iter().filter(|own| own.at == step).map(|own| &own.operation) {
            perform(&mut world, &mut snapshot, operation)
                .map_err(|error| format!("{}: step {step}: {error}", case.name))?;
        }
        world.step(1);
        hashes.push(world.hash_text());
    }
    Ok(hashes)
}

fn perform(world: &mut PlayWorld, snapshot: &mut Option<PlaySnapshot>, operation: &Operation) -> Result<(), String> {
    let no = |kind: &str, id: &str| format!("there is no {kind} `{id}`");
    let body = |world: &PlayWorld, id: &str| world.body(id).ok_or_else(|| no("body", id));
    let done = match operation {
        Operation::Spawn { prefab, id, position, angle_deg, mirror, velocity } => {
            let prefab = Prefab::from_text(&read(&kit_folder().join(prefab))?).map_err(|error| error.to_string())?;
            let placement =
                Placement { position: *position, angle_deg: *angle_deg, mirror: *mirror, velocity: *velocity };
            world.spawn_with_id(&prefab, &placement, id).map(drop)
        }
        Operation::Remove { instance } => {
            let handle = world.instance(instance).ok_or_else(|| no("instance", instance))?;
            world.remove(handle)
        }
        Operation::RemoveBody { body: id } => {
            let handle = body(world, id)?;
            world.remove(handle)
        }
        Operation::Impulse { body: id, impulse } => {
            let handle = body(world, id)?;
            world.apply_impulse(handle, *impulse)
        }
        Operation::Force { body: id, force } => {
            let handle = body(world, id)?;
            world.apply_force(handle, *force)
        }
        Operation::Snapshot => {
            *snapshot = Some(world.snapshot());
            Ok(())
        }
        Operation::Restore => {
            world.restore(snapshot.as_ref().ok_or("restore without a snapshot")?);
            Ok(())
        }
    };
    done.map_err(|error| error.to_string())
}

/// All cases: every level of the gallery, and scripts.
fn cases() -> Result<Vec<Case>, String> {
    let entries = fs::read_dir(root().join("levels")).map_err(|error| error.to_string())?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|own| own == "ron"));
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let name = path.file_stem().expect("a file name").to_string_lossy().into_owned();
        let mut level = format!("levels/{name}.ron");
        if PlayWorld::from_text(&read(&path)?).is_err() {
            // A level with instances needs their files: it is flattened.
            level = format!("bindings/conformance/levels/{name}.json");
            let flat = load_flat(&path).map_err(|error| error.to_string())?;
            fs::write(root().join(&level), write(&flat, TextFormat::Json)).map_err(|error| error.to_string())?;
        }
        cases.push(Case { hashes: format!("hashes/{name}.txt"), name, level, steps: STEPS, script: Vec::new() });
    }
    let scripts = [("rain", rain()), ("crowd", crowd()), ("rewind", rewind()), ("thrust", thrust())];
    cases.extend(scripts.into_iter().map(|(name, script)| Case {
        name: name.into(),
        level: "bindings/conformance/levels/floor.json".into(),
        steps: STEPS,
        hashes: format!("hashes/{name}.txt"),
        script,
    }));
    Ok(cases)
}

const PREFABS: [&str; 4] = ["prefabs/jelly.json", "prefabs/ball.json", "prefabs/chain.json", "prefabs/wheel.json"];

fn spawn(at: u32, index: u32, id: String) -> Step {
    let position = [f64::from(index * 37 % 24) - 12.0, 6.0 + f64::from(index % 5)];
    let velocity = [0.01 * f64::from(index % 7) - 0.03, 0.0];
    let (angle_deg, mirror) = (f64::from(index * 53 % 360), index.is_multiple_of(3));
    let prefab = PREFABS[index as usize % PREFABS.len()].into();
    Step { at, operation: Operation::Spawn { prefab, id, position, angle_deg, mirror, velocity } }
}

/// A part every 5 steps, each removed after 150.
fn rain() -> Vec<Step> {
    let mut script = Vec::new();
    for index in 0..STEPS / 5 {
        script.push(spawn(index * 5, index, format!("drop-{index}")));
        if index >= 30 {
            let instance = format!("drop-{}", index - 30);
            script.push(Step { at: index * 5, operation: Operation::Remove { instance } });
        }
    }
    script
}

/// A crowd at once, which loses single bodies.
fn crowd() -> Vec<Step> {
    let mut script: Vec<Step> = (0..40).map(|index| spawn(0, index, format!("one-{index}"))).collect();
    script.extend((0..40).step_by(PREFABS.len()).map(|index| Step {
        at: 40 + 12 * index,
        operation: Operation::RemoveBody { body: format!("one-{index}/jelly") },
    }));
    script
}

/// Back across spawns and removals.
fn rewind() -> Vec<Step> {
    let mut script: Vec<Step> = (0..12).map(|index| spawn(10 * index, index, format!("one-{index}"))).collect();
    script.push(Step { at: 150, operation: Operation::Snapshot });
    script.extend((12..20).map(|index| spawn(150 + index, index, format!("one-{index}"))));
    script.push(Step { at: 200, operation: Operation::Remove { instance: "one-3".into() } });
    script.extend([300, 450].map(|at| Step { at, operation: Operation::Restore }));
    script
}

/// Forces and impulses on a spawned body.
fn thrust() -> Vec<Step> {
    let mut script = vec![spawn(0, 0, "ship".into()), spawn(0, 5, "other".into())];
    let body = || "ship/jelly".to_owned();
    script.extend((20..120).map(|at| Step { at, operation: Operation::Force { body: body(), force: [0.05, 0.2] } }));
    script.extend(
        (150..STEPS)
            .step_by(50)
            .map(|at| Step { at, operation: Operation::Impulse { body: body(), impulse: [-0.5, 1.0] } }),
    );
    script
}

/// The file `endurance.json`: parts that come and go for a long time.
#[derive(Serialize, Deserialize)]
struct Endurance {
    /// Relative to the repository.
    level: String,
    /// Relative to the kit.
    prefab: String,
    frames: u32,
    alive: u32,
    /// After the last frame.
    hash: String,
}

impl Endurance {
    fn new() -> Self {
        let level = "bindings/conformance/levels/floor.json".into();
        Self { level, prefab: PREFABS[0].into(), frames: 10_000, alive: 30, hash: String::new() }
    }

    /// Spawns a part before each frame and removes the one of `alive` frames ago.
    fn run(&self) -> Result<String, String> {
        let prefab = Prefab::from_text(&read(&kit_folder().join(&self.prefab))?).map_err(|error| error.to_string())?;
        let mut world = PlayWorld::from_text(&read(&root().join(&self.level))?).map_err(|error| error.to_string())?;
        for frame in 0..self.frames {
            let placement = Placement::at([f64::from(frame * 37 % 24) - 12.0, 8.0]);
            let spawned = world.spawn_with_id(&prefab, &placement, &format!("part-{frame}"));
            spawned.map_err(|error| error.to_string())?;
            if let Some(gone) = frame.checked_sub(self.alive) {
                let gone = world.instance(&format!("part-{gone}")).ok_or("a part is missing")?;
                world.remove(gone).map_err(|error| error.to_string())?;
            }
            world.step(1);
        }
        Ok(world.hash_text())
    }
}

fn write_kit() -> Result<(), String> {
    let mut endurance = Endurance::new();
    endurance.hash = endurance.run()?;
    let text = serde_json::to_string_pretty(&endurance).map_err(|error| error.to_string())? + "\n";
    fs::write(kit_folder().join("endurance.json"), text).map_err(|error| error.to_string())?;
    let kit = Kit { kit: 1, cases: cases()? };
    for case in &kit.cases {
        let hashes = run(case)?.join("\n") + "\n";
        fs::write(kit_folder().join(&case.hashes), hashes).map_err(|error| error.to_string())?;
    }
    let text = serde_json::to_string_pretty(&kit).map_err(|error| error.to_string())? + "\n";
    fs::write(kit_folder().join("cases.json"), text).map_err(|error| error.to_string())
}

fn check_kit() -> Result<(), String> {
    let kit: Kit = serde_json::from_str(&read(&kit_folder().join("cases.json"))?).map_err(|error| error.to_string())?;
    let mut wrong = Vec::new();
    for case in &kit.cases {
        let (expected, hashes) = (read(&kit_folder().join(&case.hashes))?, run(case)?);
        let expected: Vec<&str> = expected.lines().collect();
        let differs = |step: &usize| hashes.get(*step).map(String::as_str) != expected.get(*step).copied();
        if let Some(step) = (0..expected.len().max(hashes.len())).find(differs) {
            wrong.push(format!("{}: differs from step {step} on", case.name));
        }
    }
    let endurance: Endurance =
        serde_json::from_str(&read(&kit_folder().join("endurance.json"))?).map_err(|error| error.to_string())?;
    if endurance.run()? != endurance.hash {
        wrong.push(format!("endurance: another hash after {} frames", endurance.frames));
    }
    println!("{} cases and {} frames of spawning, {} differ", kit.cases.len(), endurance.frames, wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn main() -> ExitCode {
    let done = if std::env::args().nth(1).as_deref() == Some("write") { write_kit() } else { check_kit() };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
