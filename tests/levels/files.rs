//! What holds for every level: file, program, checks, 600 frames.

use super::make;
use super::support::{FRAMES, Run, flat, level};
use blobsmith::engine::EventKind;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{checks, gallery, texture};
use std::collections::BTreeSet;
use std::path::Path;

/// Levels that show a defect, and the only rules that may report it; the other levels must have no findings.
const EXPECTED_FINDINGS: &[(&str, &[&str])] = &[
    ("08-concave-barycentre-rule", &["concave-barycentre-rule"]),
    ("10-balloon-bare", &["balloon"]),
    ("23-stiff-too-few-substeps", &["stability"]),
    ("25-orbit-explicit-euler", &["explicit-growth"]),
    ("34-bumper-table", &["restitution"]),
    ("46-sticking-contact", &["disc-overlap"]),
    ("49-thin-wall", &["fast-start"]),
    ("51-flattened-tent", &["balloon"]),
    ("52-too-much-gas", &["balloon", "stability", "swelling"]),
    ("53-drawn-into-the-ground", &["start-inside"]),
    ("56-jitter-at-rest", &["friction"]),
    ("57-balloon-on-a-spike", &["balloon"]),
    ("58-coarse-triangles", &["triangle-area"]),
];

/// Levels with events, and their kinds; the other levels must have none.
const EXPECTED_EVENTS: &[(&str, &[EventKind])] = &[
    ("08-concave-barycentre-rule", &[EventKind::NoEdge]),
    ("12-notch-projection", &[EventKind::NoEdge]),
    ("23-stiff-too-few-substeps", &[EventKind::BlowUp]),
    ("38-zeno-heap", &[EventKind::ManyImpacts]),
    ("51-flattened-tent", &[EventKind::Collapsed]),
    // A body that blows up is also turned inside out.
    ("52-too-much-gas", &[EventKind::Collapsed]),
];

/// The entry of a table for a level; empty if there is none.
fn expected<T: Copy + Ord>(table: &[(&str, &[T])], id: &str) -> BTreeSet<T> {
    table.iter().filter(|(of, _)| *of == id).flat_map(|(_, what)| what.iter().copied()).collect()
}

/// Names of the files in a folder of the project, sorted; without folders.
fn names_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("it is there");
    let files = entries.map(|entry| entry.expect("readable")).filter(|entry| entry.path().is_file());
    let mut names: Vec<String> = files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn gallery_contains_every_source_of_its_instances() {
    let names: Vec<String> = names_in("levels/parts").iter().map(|name| format!("parts/{name}")).collect();
    assert_eq!(names, gallery::PARTS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    assert_eq!(names, make::PARTS.iter().map(|(id, _)| format!("{id}.ron")).collect::<Vec<_>>());
    for ((id, make), (_, text)) in make::PARTS.iter().zip(gallery::PARTS) {
        let written = format::write(&make::claims::on(id, make()), TextFormat::Ron);
        assert!(*text == written, "{id}: the text differs: run `cargo run --example gallery`");
        let findings = checks::check(&format::read(text, TextFormat::Ron).unwrap());
        assert_eq!(findings, [], "{id}");
    }
}

#[test]
fn gallery_lists_every_file_in_order() {
    let files = names_in("levels");
    let listed: Vec<String> = gallery::ALL.iter().map(|level| format!("{}.ron", level.id)).collect();
    assert_eq!(files, listed);
    let made: Vec<String> = make::ALL.iter().map(|(id, _)| format!("{id}.ron")).collect();
    assert_eq!(files, made);
    for (number, level) in gallery::ALL.iter().enumerate() {
        assert!(level.id.starts_with(&format!("{:02}-", number + 1)), "{}", level.id);
        assert!(gallery::level(level.id).is_some());
    }
}

#[test]
fn gallery_files_equal_what_the_program_makes() {
    for (id, make) in make::ALL {
        let made = make::claims::on(id, make());
        assert!(level(id) == made, "{id} differs: run `cargo run --example gallery`");
        let text = gallery::level(id).map(|level| level.text);
        let written = format::write(&made, TextFormat::Ron);
        assert!(text == Some(&written), "{id}: the text differs: run `cargo run --example gallery`");
    }
}

#[test]
fn gallery_images_are_those_that_the_program_makes_and_the_levels_name() {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let art = std::fs::read_dir(levels.join("art")).expect("levels/art/ is there");
    let files: BTreeSet<String> =
        art.map(|entry| format!("art/{}", entry.expect("readable").file_name().to_string_lossy())).collect();
    let named: BTreeSet<String> = gallery::ALL
        .iter()
        .flat_map(|level| format::read(level.text, TextFormat::Ron).expect("a level").bodies)
        .filter_map(|body| Some(body.skin?.image))
        .collect();
    assert_eq!(files, named);
    for name in &named {
        let file = texture::read(&levels.join(name)).expect("a picture");
        assert_eq!(gallery::image(name).as_deref(), Some(&file), "{name}");
    }
    let made = texture::decode(&make::skins::picture()).expect("a picture");
    let built_in = gallery::image(make::skins::IMAGE);
    assert!(built_in.as_deref() == Some(&made), "the image differs: run `cargo run --example gallery`");
}

#[test]
fn gallery_levels_have_notes_view_and_colours() {
    let mut names = BTreeSet::new();
    for (id, make) in make::ALL {
        let level = make();
        assert!(names.insert(level.name.clone()), "{id}: the name {} is taken", level.name);
        assert!(level.notes.len() > 100, "{id}: notes");
        let cites = ["source “", "sources “"];
        assert!(cites.iter().any(|source| level.notes.contains(source)), "{id}: cites no source");
        let extra = level.editor.unwrap_or_default();
        assert!(extra.view.is_some(), "{id}: no view");
        assert_eq!(extra.body_colors.len(), level.bodies.len(), "{id}: colours");
        assert_eq!(extra.disc_colors.len(), level.discs.len(), "{id}: colours of discs");
    }
}

#[test]
fn gallery_levels_have_the_expected_findings() {
    for (id, _) in make::ALL {
        let findings = checks::check(&flat(id));
        let rules: BTreeSet<&str> = findings.iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, expected(EXPECTED_FINDINGS, id), "{id}: {findings:#?}");
    }
}

#[test]
fn gallery_levels_run_600_frames_with_the_expected_events() {
    for (id, _) in make::ALL {
        let mut run = Run::new(id);
        let blows_up = expected(EXPECTED_EVENTS, id).contains(&EventKind::BlowUp);
        run.frames(FRAMES, |run| {
            assert!(blows_up || run.is_finite(), "{id}: not finite");
            assert!(blows_up || run.world.energy().total.is_finite(), "{id}: energy");
        });
        let kinds: BTreeSet<EventKind> = run.events.iter().map(|event| event.kind).collect();
        assert_eq!(kinds, expected(EXPECTED_EVENTS, id), "{id}");
    }
}
