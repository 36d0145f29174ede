//! What each fuzz target does with its bytes. `tests/fuzz.rs` replays the corpora through the same functions.

use blobsmith::debugger::Expression;
use blobsmith::debugger::recording;
use blobsmith::engine::{Trace, World};
use blobsmith::level::edit::{self, clipboard as clip};
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::import::convention as conventions;
use blobsmith::level::import::{self, ImportOptions};
use blobsmith::level::{Level, Place, checks, flatten, ids};
use std::path::Path;

const FORMATS: [TextFormat; 2] = [TextFormat::Ron, TextFormat::Json];

/// Parts of a level that is simulated or checked; a larger one is only read.
const MOST_PARTS: usize = 400;

fn is_small(level: &Level) -> bool {
    let parts = |body: &blobsmith::level::Body| {
        body.nodes.len() + body.springs.len() + body.sticks.len() + body.hull.len() + body.triangles.len()
    };
    let bodies: usize = level.bodies.iter().map(parts).sum();
    let others = level.discs.len() + level.obstacles.len() + level.links.len() + level.markers.len();
    let is_quick = level.world.substeps <= 64 && level.world.stick_iterations <= 64;
    bodies + others + level.instances.len() <= MOST_PARTS && is_quick
}

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// A level file: what is read is valid, survives both text forms, can be checked and simulated.
pub fn level(data: &[u8]) {
    let Some(text) = text(data) else { return };
    for form in FORMATS {
        let Ok(level) = format::read(text, form) else { continue };
        format::validate(&level).expect("what is read is valid");
        for other in FORMATS {
            let again = format::read(&format::write(&level, other), other).expect("what is written can be read");
            assert_eq!(again, level, "a level changes when it is written as {other:?}");
        }
        if let Ok(old) = format::downgrade(level.clone()) {
            let again = format::read(&format::write(&old, form), form).expect("format 1 can be read");
            format::validate(&again).expect("what is upgraded is valid");
        }
        if is_small(&level) {
            checks::check(&level);
            simulate(&level);
            flattened(&level);
            edited(&level);
        }
    }
}

/// Two frames, the second with a trace.
fn simulate(level: &Level) {
    let mut world = World::new(level).expect("a valid level becomes a world");
    world.step_frame();
    world.step_substep_traced(&mut Trace::default());
    world.step_frame();
}

/// Every instance is the scene, or the level itself without instances: a flattened level is valid and can be simulated.
fn flattened(level: &Level) {
    if level.instances.is_empty() {
        return;
    }
    let mut level = level.clone();
    level.instances.truncate(3);
    ids::assign(&mut level);
    let own = Level { instances: Vec::new(), ..level.clone() };
    let mut load = |path: &Path| Ok(if path.to_string_lossy().len().is_multiple_of(2) { scene() } else { own.clone() });
    if let Ok(flat) = flatten::flatten(level, Path::new("a.ron"), &mut load) {
        format::validate(&flat).expect("a flattened level is valid");
        if is_small(&flat) {
            simulate(&flat);
        }
    }
}

/// Edits leave a level valid, with its links, skins, labels and ids.
fn edited(level: &Level) {
    type TestEdit<'a> = &'a dyn Fn(&mut Level) -> Result<(), String>;
    let edits: [TestEdit; 5] = [
        &|level| edit::remove(level, &[Place::Node(0, 0)]).map(drop),
        &|level| edit::merge(level, &[0, 1]).map(drop),
        &|level| edit::separate(level, 0).map(drop),
        &|level| edit::duplicate(level, &[Place::Body(0), Place::Disc(0)], [1.0, 0.0]).map(drop),
        &|level| edit::weld(level, &[Place::Node(0, 0), Place::Node(0, 1)]).map(drop),
    ];
    for edit in edits {
        let mut edited = level.clone();
        if edit::tracked(&mut edited, edit).is_ok() {
            format::validate(&edited).expect("an edited level is valid");
        }
    }
}

/// A recording: what is read gives a run that can be stepped, on every branch, and that survives writing.
pub fn recording(data: &[u8]) {
    let Some(text) = text(data) else { return };
    for form in FORMATS {
        let Ok((recorded, mut run)) = recording::read(text, form) else { continue };
        let again = recording::write(&recorded, form);
        let (same, _) = recording::read(&again, form).expect("what is written can be read");
        assert_eq!(same, recorded);
        if is_small(&recorded.level) {
            for branch in run.branches().into_iter().take(4) {
                run.switch_branch(branch.id);
                run.seek(0);
                run.step_frame();
            }
        }
    }
}

/// A drawing: what is imported is a valid level.
pub fn svg(data: &[u8]) {
    let Some(importer) = import::importer_for(Path::new("a.svg")) else { return };
    if let Ok(imported) = (importer.import)(data, &ImportOptions::default()) {
        format::validate(&imported.level).expect("what is imported is valid");
    }
    if let Some(sketch) = importer.sketch {
        let _ = sketch(data, &ImportOptions::default());
    }
}

/// A file of another program with nodes and springs: what is imported is a valid level that can be checked and simulated.
fn foreign(extension: &str, data: &[u8]) {
    let Some(importer) = import::importer_for(&Path::new("a").with_extension(extension)) else { return };
    let sized =
        ImportOptions { width: Some(3.0), height: Some(2.0), at: Some([1.0, -1.0]), ..ImportOptions::default() };
    for options in [ImportOptions::default(), sized] {
        let Ok(imported) = (importer.import)(data, &options) else { continue };
        format::validate(&imported.level).expect("what is imported is valid");
        if is_small(&imported.level) {
            checks::check(&imported.level);
            let mut world = World::new(&imported.level).expect("a valid level becomes a world");
            world.step_frame();
        }
        for body in &imported.level.bodies {
            if let Ok(written) = import::qmesh::write(body, 32.0) {
                let again = import::importer_for(Path::new("a.qmesh")).expect("the importer exists");
                (again.import)(written.text.as_bytes(), &ImportOptions::default())
                    .expect("what is written can be read");
            }
        }
    }
}

/// A mesh of QuarkPhysics.
pub fn qmesh(data: &[u8]) {
    foreign("qmesh", data);
}

/// A scene of XSpringies.
pub fn xsp(data: &[u8]) {
    foreign("xsp", data);
}

/// A level with something of every kind, for expressions to name.
fn scene() -> Level {
    let text = r#"{"format": 2, "bodies": [
        {"name": "soft", "nodes": [{"position": [0, 0]}, {"position": [1, 0]}, {"position": [0, 1]}],
         "springs": [{"a": 0, "b": 1}, {"a": 1, "b": 2}, {"a": 2, "b": 0}],
         "hull": [[0, 1], [1, 2], [2, 0]], "triangles": [[0, 1, 2]]},
        {"nodes": [{"position": [5, 0]}, {"position": [6, 0]}], "sticks": [{"a": 0, "b": 1}]}],
        "discs": [{"position": [9, 0], "radius": 1}], "obstacles": [{"shape": {"Segment": [[0, -3], [9, -3]]}}],
        "links": [{"id": "string", "a": {"node": [0, 1]}, "b": {"disc": 0}, "kind": {"Stick": {"length": 8}}}],
        "markers": [{"id": "goal", "name": "goal", "shape": {"Rect": [[4, -1], [6, 1]]}}]}"#;
    format::read(text, TextFormat::Json).expect("a level")
}

/// A watch expression: what is accepted can be evaluated; what is refused can be explained.
pub fn watch(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let level = scene();
    for watch in [Expression::new(text, &level), Expression::condition(text, &level)] {
        match watch {
            Ok(watch) => {
                let (_, _) = (watch.memory(), watch.looks_back());
                assert_eq!(watch.text(), text);
            }
            Err(error) => drop((error.show(text), error.column(text))),
        }
    }
}

/// A level of another program: it is distinguished and converted to a level that is valid and stays as it is.
pub fn convention(data: &[u8]) {
    let Some(text) = text(data) else { return };
    for form in FORMATS {
        let Ok(level) = format::read(text, form) else { continue };
        let verdict = conventions::recognise(&level);
        let _ = (verdict.seen(), verdict.is_mixed(), verdict.has_evidence());
        for known in conventions::ALL {
            let converted = conventions::convert(&level, known);
            format::validate(&converted).expect("what is converted is valid");
            assert_eq!(converted.bodies.len(), level.bodies.len());
            assert_eq!(converted.links.len(), level.links.len());
        }
    }
}

/// A text in the clipboard: what is pasted leaves the level valid; what is refused leaves it as it was.
pub fn clipboard(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(fragment) = clip::parse(text) else { return };
    let before = scene();
    let pastes: [&dyn Fn(&mut Level) -> bool; 3] = [
        &|level| clip::paste(level, &fragment, [0.5, -1e3]).is_ok(),
        &|level| clip::paste_at(level, &fragment, [1e6, 2.0]).is_ok(),
        &|level| clip::paste_into(level, &fragment, 0, [0.0, 0.0]).is_ok(),
    ];
    for paste in pastes {
        let mut level = before.clone();
        let paste = |level: &mut Level| if paste(level) { Ok(()) } else { Err(String::new()) };
        if edit::tracked(&mut level, paste).is_ok() {
            format::validate(&level).expect("a level is valid after pasting");
        } else {
            let mut before = before.clone();
            ids::assign(&mut before);
            assert_eq!(level, before, "a refused paste changes nothing");
        }
    }
}
