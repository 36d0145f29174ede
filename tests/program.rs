//! The records of `blobsmith run`, started as a process, compared with the reference.

#![cfg(feature = "cli")]

mod scenes;
// Made for all commands; this needs a part of it.
#[allow(dead_code)]
#[path = "cli/support.rs"]
mod support;

use blobsmith::geometry::DVec2;
use blobsmith::level::Level;
use blobsmith::level::format::{TextFormat, write};
use blobsmith_reference as reference;
use reference::judge::{Judge, relative};
use scenes::mixed::mixed;
use scenes::random::nudged;
use serde_json::Value;

/// Largest relative difference.
const TOLERANCE: f64 = 1e-9;

/// Frames from record to record, and in all.
const EVERY: u64 = 3;
const FRAMES: u64 = 24;

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    records: u64,
    contacts: u64,
    nodes: u64,
    discs: u64,
}

#[test]
fn run_records_agree_with_the_reference() {
    let mut sum = Tally::default();
    for seed in 0..60 {
        let level = mixed(seed);
        let (kind, name) = if seed % 2 == 0 { (TextFormat::Json, "a.json") } else { (TextFormat::Ron, "a.ron") };
        let (_folder, path) = support::file(name, write(&level, kind));
        let said = support::blobsmith(&format!("run {{}} --frames {FRAMES} --every {EVERY} --format jsonl"), &path);
        assert_eq!(said.code, Some(0), "{}", said.err);
        let records: Vec<Value> = said.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(records.len() as u64, FRAMES / EVERY + 1);
        compare(seed, &level, &records, &mut sum);
    }
    println!("{sum:?}");
    assert!(sum.records > 200 && sum.contacts > 2_000, "too much is left out as chaos: {sum:?}");
    assert!(sum.nodes > 4_000 && sum.discs > 300, "too little is tested: {sum:?}");
}

/// Record after record, until rounding decides.
fn compare(seed: u64, level: &Level, records: &[Value], sum: &mut Tally) {
    let mut judge = Judge::new(level, scenes::extent(level), &[1, 2, 3].map(|seed| nudged(level, seed)));
    let mut contacts = 0;
    for (index, record) in records.iter().enumerate() {
        let frame = index as u64 * EVERY;
        if index > 0 {
            for _ in 0..EVERY * u64::from(level.world.substeps) {
                judge.step_substep();
            }
        }
        if judge.is_over {
            return;
        }
        let place = format!("mixed {seed}, frame {frame}");
        assert_eq!(record["frame"].as_u64(), Some(frame));
        let time = frame as f64 * level.world.frame_time;
        assert!((number(&record["time"]) - time).abs() <= TOLERANCE * time, "{place}: time");
        if !judge.is_count_vague() {
            let now = judge.reference.contacts;
            assert_eq!(record["contacts"].as_u64(), Some(now - contacts), "{place}: contacts since the last record");
            (sum.contacts, contacts) = (sum.contacts + now - contacts, now);
        }
        compare_vectors(&place, &judge, record, sum);
        compare_energy(&place, &judge, record);
        sum.records += 1;
    }
}

fn compare_vectors(place: &str, judge: &Judge, record: &Value, sum: &mut Tally) {
    let near = |what: &str, said: &Value, expected: DVec2, scale: f64| {
        let said = DVec2::new(number(&said[0]), number(&said[1]));
        assert!(relative(said, expected, scale) <= TOLERANCE, "{place}: {what}: {said} is not {expected}");
    };
    let Judge { reference, size, speed, .. } = judge;
    assert_eq!(list(&record["bodies"]).len(), reference.bodies.len());
    for (body, said) in list(&record["bodies"]).iter().enumerate() {
        assert_eq!(list(&said["positions"]).len(), reference.bodies[body].nodes.len());
        for node in 0..reference.bodies[body].nodes.len() {
            let what = format!("bodies[{body}].nodes[{node}]");
            near(&what, &said["positions"][node], reference.position(body, node), *size);
            near(&what, &said["velocities"][node], reference.velocity(body, node), *speed);
            sum.nodes += 1;
        }
    }
    assert_eq!(list(&record["discs"]).len(), reference.discs.len());
    for (index, said) in list(&record["discs"]).iter().enumerate() {
        let disc = &reference.discs[index];
        near(&format!("discs[{index}]"), &said["position"], disc.x, *size);
        near(&format!("discs[{index}]"), &said["velocity"], disc.v, *speed);
        sum.discs += 1;
    }
}

/// Relative to the sum of all kinds' sizes, since the total and the springs' energy are differences of large numbers.
fn compare_energy(place: &str, judge: &Judge, record: &Value) {
    let kinds = judge.reference.energy().kinds();
    let scale: f64 = kinds[..4].iter().map(|kind| kind.1.abs()).sum();
    for (name, expected) in kinds {
        let said = number(&record["energy"][name]);
        assert!((said - expected).abs() <= TOLERANCE * scale, "{place}: {name} energy: {said} is not {expected}");
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}
