//! The conformance kit through the plugin: every frame is a run of the schedule `FixedUpdate`.

mod support;

use bevy::prelude::*;
use bevy_blobsmith::blobsmith_engine::play::PlaySnapshot;
use bevy_blobsmith::prelude::*;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use support::{bare_app, play, spawn, world};

#[derive(Deserialize)]
struct Kit {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    level: String,
    steps: u32,
    hashes: String,
    script: Option<Vec<Operation>>,
}

#[derive(Deserialize)]
struct Operation {
    at: u32,
    #[serde(flatten)]
    action: Action,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Action {
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

fn read(path: &str) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn perform(world: &mut BlobWorld, saved: &mut Option<PlaySnapshot>, action: &Action) {
    let body = |world: &BlobWorld, id: &str| world.body(id).unwrap_or_else(|| panic!("no body `{id}`"));
    match action {
        Action::Spawn { prefab, id, position, angle_deg, mirror, velocity } => {
            let prefab = Prefab::from_text(&read(&format!("bindings/conformance/{prefab}"))).unwrap();
            let placement =
                Placement { position: *position, angle_deg: *angle_deg, mirror: *mirror, velocity: *velocity };
            world.spawn_with_id(&prefab, &placement, id).unwrap();
        }
        Action::Remove { instance } => {
            let instance = world.instance(instance).unwrap();
            world.remove(instance).unwrap();
        }
        Action::RemoveBody { body: id } => {
            let body = body(world, id);
            world.remove(body).unwrap();
        }
        Action::Impulse { body: id, impulse } => {
            let body = body(world, id);
            world.apply_impulse(body, *impulse).unwrap();
        }
        Action::Force { body: id, force } => {
            let body = body(world, id);
            world.apply_force(body, *force).unwrap();
        }
        Action::Snapshot => *saved = Some(world.snapshot()),
        Action::Restore => world.restore(saved.as_ref().expect("a snapshot")),
    }
}

/// Runs a case; fails at the first hash that differs.
fn run(case: &Case) {
    let expected = read(&format!("bindings/conformance/{}", case.hashes));
    let mut app = bare_app();
    // Contacts and interpolation must not change a bit.
    let settings = BlobSettings { contacts: true, ..default() };
    let entity = spawn(&mut app, play(&read(&case.level)), settings);
    let mut saved = None;
    let mut step = 0;
    for hash in expected.lines() {
        assert_eq!(world(&app, entity).hash_text(), hash, "{}: step {step}", case.name);
        let script = case.script.iter().flatten().filter(|operation| operation.at == step);
        for operation in script {
            let mut world = app.world_mut().get_mut::<BlobWorld>(entity).unwrap();
            perform(&mut world, &mut saved, &operation.action);
        }
        app.world_mut().run_schedule(FixedUpdate);
        step += 1;
    }
    assert_eq!(step, case.steps + 1, "{}", case.name);
}

/// Held by a test while it runs: memory is that of the process, also of other tests in it.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn conformance_kit_has_all_its_hashes() {
    let _alone = alone();
    let kit: Kit = serde_json::from_str(&read("bindings/conformance/cases.json")).unwrap();
    assert!(kit.cases.len() > 50);
    kit.cases.iter().for_each(run);
    println!("{} cases", kit.cases.len());
}

#[derive(Deserialize)]
struct Endurance {
    level: String,
    prefab: String,
    frames: u32,
    alive: u32,
    hash: String,
}

/// Resident memory in bytes; 0 on other systems than Linux.
fn resident_bytes() -> usize {
    let pages = fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()));
    pages.map_or(0, |pages| 4096 * pages)
}

/// The section "Endurance" of the kit's page.
#[test]
fn parts_that_come_and_go_for_10_000_frames_keep_memory_and_have_the_hash() {
    let _alone = alone();
    let plan: Endurance = serde_json::from_str(&read("bindings/conformance/endurance.json")).unwrap();
    assert_eq!(plan.frames, 10_000);
    let prefab = Prefab::from_text(&read(&format!("bindings/conformance/{}", plan.prefab))).unwrap();
    let mut app = bare_app();
    let entity = spawn(&mut app, play(&read(&plan.level)), BlobSettings { contacts: true, ..default() });
    let mut before = 0;
    for frame in 0..plan.frames {
        let mut world = app.world_mut().get_mut::<BlobWorld>(entity).unwrap();
        let position = [f64::from(frame * 37 % 24) - 12.0, 8.0];
        world.spawn_with_id(&prefab, &Placement { position, ..default() }, &format!("part-{frame}")).unwrap();
        if let Some(old) = frame.checked_sub(plan.alive) {
            let instance = world.instance(&format!("part-{old}")).unwrap();
            world.remove(instance).unwrap();
        }
        // One frame; takes old messages away.
        app.update();
        if frame == 1000 {
            before = resident_bytes();
        }
    }
    assert_eq!(world(&app, entity).hash_text(), plan.hash);
    // One leaked part of 16 nodes and 42 springs per frame would be over 30 MB.
    assert!(resident_bytes().saturating_sub(before) < 16 << 20, "{before} bytes and then {}", resident_bytes());
}
