//! Files of every format version ever released: they load, convert, run with the stored hashes, and replay. See README.md.

mod everything;
mod export;
#[path = "../format/json_schema.rs"]
mod json_schema;

use blobsmith::debugger::{Run, recording};
use blobsmith::engine::World;
use blobsmith::level::flatten;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{FORMAT, Level, ids};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Frames whose hashes are stored.
const FRAMES: [u64; 4] = [0, 1, 20, 60];

pub fn archive(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archive").join(name)
}

fn versions() -> impl Iterator<Item = u32> {
    1..=FORMAT
}

/// A level for the engine.
pub fn flat(path: &Path) -> Level {
    flatten::load_flat(path).unwrap_or_else(|error| panic!("{error}"))
}

/// Hashes of a level at [`FRAMES`], as `run` writes them.
pub fn hashes(level: &Level) -> Vec<String> {
    let mut world = World::new(level).unwrap_or_else(|error| panic!("{error}"));
    let at = |frame: &u64| {
        while world.state().frame < *frame {
            world.step_frame();
        }
        format!("{:016x}", world.hash())
    };
    FRAMES.iter().map(at).collect()
}

/// Compares hashes with the snapshot of a file; `BLESS=1` stores them.
pub fn assert_snapshot(name: &str, hashes: &[String]) {
    let path = archive("snapshots.json");
    let mut known: BTreeMap<String, Vec<String>> =
        fs::read_to_string(&path).map_or_else(|_| BTreeMap::new(), |text| serde_json::from_str(&text).expect("a map"));
    if std::env::var_os("BLESS").is_some() {
        known.insert(name.to_owned(), hashes.to_vec());
        fs::write(&path, format!("{}\n", serde_json::to_string_pretty(&known).expect("text"))).expect("written");
        return;
    }
    assert_eq!(known.get(name).map(Vec::as_slice), Some(hashes), "{name}: states at frames {FRAMES:?}");
}

#[test]
fn archive_has_a_level_and_a_recording_of_every_version() {
    for version in versions() {
        for file in ["level.ron", "level.json", "recording.run.ron", "recording.run.json"] {
            let path = archive(&format!("format-{version}/{file}"));
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let number = text.split("format").nth(1).expect("a version");
            let digits: String = number.chars().filter(char::is_ascii_digit).take(1).collect();
            assert_eq!(digits, version.to_string(), "{}", path.display());
        }
    }
}

#[test]
fn archived_levels_run_with_the_stored_hashes() {
    for version in versions() {
        let [ron, json] = ["ron", "json"].map(|end| flat(&archive(&format!("format-{version}/level.{end}"))));
        assert_eq!(format!("{ron:?}"), format!("{json:?}"), "both forms of format {version} are one level");
        let hashes = hashes(&ron);
        assert_ne!(hashes[0], hashes[3], "something moves");
        assert_snapshot(&format!("format-{version}/level"), &hashes);
    }
}

#[test]
fn archived_levels_convert_to_the_newest_format_without_loss() {
    for version in versions() {
        let path = archive(&format!("format-{version}/level.ron"));
        let level = format::load_level(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(level.format, FORMAT);
        for form in [TextFormat::Ron, TextFormat::Json] {
            let again = format::read(&format::write(&level, form), form).expect("written");
            assert_eq!(format!("{again:?}"), format!("{level:?}"));
        }
    }
}

#[test]
fn format_1_level_converts_to_2_and_back_to_the_same_text() {
    let path = archive("format-1/level.ron");
    let mut level = format::load_level(&path).unwrap_or_else(|error| panic!("{error}"));
    ids::assign(&mut level);
    let old = format::downgrade(level).expect("nothing but ids is of format 2");
    assert_eq!(format::write(&old, TextFormat::Ron), fs::read_to_string(&path).expect("the file"));
    let json = fs::read_to_string(archive("format-1/level.json")).expect("the file");
    assert_eq!(format::write(&old, TextFormat::Json), json);
}

#[test]
fn archived_recordings_replay_without_departure() {
    for version in versions() {
        for end in ["ron", "json"] {
            let path = archive(&format!("format-{version}/recording.run.{end}"));
            let (recorded, _) = recording::load(&path).unwrap_or_else(|error| panic!("{error}"));
            assert!(recorded.branches.iter().any(|branch| !branch.inputs.is_empty()), "{version}: no inputs");
            let mut run = Run::from_recording(&recorded).unwrap_or_else(|error| panic!("{error}"));
            for branch in &recorded.branches {
                run.switch_branch(branch.id);
                let last = branch.hashes.len().saturating_sub(1) as u64;
                assert!(last >= 20, "{last} frames");
                run.seek(0);
                while run.moment().0 < last {
                    run.step_frame();
                }
                assert_eq!(run.departure(), None, "{}, branch {}", path.display(), branch.id);
            }
        }
    }
}
