//! Levels as assets: loading, instances, errors with their place, hot reload.

mod support;

use bevy::asset::AssetLoadFailedEvent;
use bevy::prelude::*;
use bevy_blobsmith::prelude::*;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use support::{Folder, TWO_DISCS, app, world};

/// Updates the app until the condition holds; assets are loaded by threads. Fails after 20 s.
fn wait_for(app: &mut App, what: &str, is_done: impl Fn(&App) -> bool) {
    let start = Instant::now();
    while !is_done(app) {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}: not after 20 s");
        std::thread::sleep(Duration::from_millis(1));
        app.update();
    }
}

fn wait_for_reload(app: &mut App, message: BlobReloaded) {
    wait_for(app, "the reload", |app| {
        app.world().resource::<Messages<BlobReloaded>>().iter_current_update_messages().any(|own| *own == message)
    });
}

/// An app that runs a level of a folder, paused, and the entity of its world.
fn running(folder: &Path, level: &str) -> (App, Entity) {
    let mut app = app(folder);
    let handle = app.world().resource::<AssetServer>().load(level.to_owned());
    let settings = BlobSettings { paused: true, ..default() };
    let entity = app.world_mut().spawn((BlobLevel(handle), settings)).id();
    wait_for(&mut app, "the world", |app| app.world().get::<BlobWorld>(entity).is_some());
    (app, entity)
}

fn step(app: &mut App, entity: Entity, frames: u32) {
    app.world_mut().get_mut::<BlobSettings>(entity).unwrap().paused = false;
    (0..frames).for_each(|_| app.update());
    app.world_mut().get_mut::<BlobSettings>(entity).unwrap().paused = true;
}

#[test]
fn levels_of_both_formats_and_notations_run() {
    let folder = Folder::new();
    for (name, text) in [
        ("one.json", r#"{"format": 1, "bodies": [{"nodes": [{"position": [0, 1]}]}]}"#),
        ("one.blob.ron", "(format: 1, bodies: [(nodes: [(position: (0.0, 1.0))])])"),
        ("two.ron", "(format: 2, bodies: [(nodes: [(position: (0.0, 1.0))])])"),
        ("two.blob.json", r#"{"format": 2, "bodies": [{"nodes": [{"position": [0, 1]}]}]}"#),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        let (mut app, entity) = running(folder.path(), name);
        step(&mut app, entity, 10);
        let mut alone = PlayWorld::from_file(folder.path().join(name)).unwrap();
        alone.step(10);
        assert_eq!(world(&app, entity).hash(), alone.hash(), "{name}");
    }
}

#[test]
fn instances_come_from_their_files() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("parts")).unwrap();
    let part = r#"{"format": 2, "instances": [{"id": "inner", "source": "ball.json", "position": [1, 0]}]}"#;
    fs::write(folder.path().join("parts/pair.json"), part).unwrap();
    let ball = r#"{"format": 2, "discs": [{"id": "ball", "position": [0, 0], "radius": 1}]}"#;
    fs::write(folder.path().join("parts/ball.json"), ball).unwrap();
    let level = r#"{"format": 2, "instances": [{"id": "outer", "source": "parts/pair.json", "position": [0, 5]}]}"#;
    fs::write(folder.path().join("level.json"), level).unwrap();
    let (app, entity) = running(folder.path(), "level.json");
    let running = world(&app, entity);
    let ball = running.disc("outer/inner/ball").unwrap();
    assert_eq!(running.disc_position(ball).unwrap().to_array(), [1.0, 5.0]);
    assert_eq!(running.parts_of_instance(running.instance("outer").unwrap()).unwrap(), [ball.into()]);
}

#[test]
fn errors_name_file_place_line_and_column() {
    let folder = Folder::new();
    let bad = "{\"format\": 2, \"discs\": [\n  {\"position\": [0, 1], \"radius\": -1}]}";
    let lost = "{\"format\": 2, \"instances\": [\n  {\"id\": \"x\", \"source\": \"lost.json\", \"position\": [0, 0]}]}";
    for (name, text, expected) in [
        ("bad.json", bad, "bad.json:2:34: discs[0].radius: "),
        ("gone.json", &lost.replace("lost", "none"), "instances[0].source: none.json: cannot be read: "),
        ("lost.json", "not a level", "lost.json:1:2: expected ident"),
        ("level.json", lost, "level.json:2:25: instances[0].source: "),
        ("level.json", lost, "lost.json:1:2: expected ident"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        let mut app = app(folder.path());
        let handle = app.world().resource::<AssetServer>().load::<LevelAsset>(name.to_owned());
        let entity = app.world_mut().spawn(BlobLevel(handle.clone())).id();
        let has_failed = |app: &App| app.world().resource::<AssetServer>().load_state(&handle).is_failed();
        wait_for(&mut app, name, has_failed);
        app.update();
        let failures: Vec<AssetLoadFailedEvent<LevelAsset>> =
            app.world_mut().resource_mut::<Messages<AssetLoadFailedEvent<LevelAsset>>>().drain().collect();
        let error = failures[0].error.to_string();
        assert!(error.contains(expected), "{name}: {error}");
        assert!(app.world().get::<BlobWorld>(entity).is_none());
    }
}

#[test]
fn changed_files_are_taken_over_and_the_run_goes_on() {
    let folder = Folder::new();
    let file = folder.path().join("level.json");
    fs::write(&file, TWO_DISCS).unwrap();
    let (mut app, entity) = running(folder.path(), "level.json");
    step(&mut app, entity, 2);
    let (left, child) = {
        let world = world(&app, entity);
        let left = world.disc("left").unwrap();
        (left, world.entity(left).unwrap())
    };
    // Bevy watches the folder: the new radius arrives by itself.
    fs::write(&file, TWO_DISCS.replace("\"radius\": 1}]", "\"radius\": 0.5}]")).unwrap();
    wait_for_reload(&mut app, BlobReloaded { world: entity, updated: LevelUpdate { kept: 2, ..default() } });
    let running = world(&app, entity);
    assert_eq!((running.frame(), running.entity(left)), (2, Some(child)));
    assert_eq!(running.radius(running.disc("right").unwrap()), Ok(0.5));
    assert_eq!(running.disc_position(left).unwrap().to_array(), [2.0, 0.0]);
}

#[test]
fn changed_sources_of_instances_are_taken_over_too() {
    let folder = Folder::new();
    let part = folder.path().join("ball.json");
    let ball = r#"{"format": 2, "discs": [{"id": "ball", "position": [0, 0], "radius": 1}]}"#;
    fs::write(&part, ball).unwrap();
    let level = r#"{"format": 2, "instances": [{"id": "a", "source": "ball.json", "position": [0, 5]}]}"#;
    fs::write(folder.path().join("level.json"), level).unwrap();
    let (mut app, entity) = running(folder.path(), "level.json");
    fs::write(&part, ball.replace("\"radius\": 1", "\"radius\": 3")).unwrap();
    wait_for(&mut app, "the reload", |app| {
        let world = world(app, entity);
        world.radius(world.disc("a/ball").unwrap()) == Ok(3.0)
    });
}

#[test]
fn changed_parts_come_and_go_and_errors_keep_the_old_level() {
    let folder = Folder::new();
    let file = folder.path().join("level.json");
    fs::write(&file, TWO_DISCS).unwrap();
    let (mut app, entity) = running(folder.path(), "level.json");
    step(&mut app, entity, 2);
    let hash = world(&app, entity).hash();
    fs::write(&file, "{").unwrap();
    wait_for(&mut app, "the failure", |app| {
        !app.world().resource::<Messages<AssetLoadFailedEvent<LevelAsset>>>().is_empty()
    });
    assert_eq!(world(&app, entity).hash(), hash);
    fs::write(&file, r#"{"format": 2, "discs": [{"id": "only", "position": [3, 4], "radius": 1}]}"#).unwrap();
    wait_for_reload(&mut app, BlobReloaded { world: entity, updated: LevelUpdate { kept: 0, added: 1, removed: 2 } });
    app.update();
    let running = world(&app, entity);
    assert_eq!((running.frame(), running.part_counts().discs), (2, 1));
    let children = app.world().get::<Children>(entity).unwrap();
    assert_eq!(&children[..], [running.entity(running.disc("only").unwrap()).unwrap()]);
}

#[test]
fn another_handle_starts_another_level() {
    let folder = Folder::new();
    fs::write(folder.path().join("level.json"), TWO_DISCS).unwrap();
    fs::write(folder.path().join("next.json"), TWO_DISCS.replace("right", "other")).unwrap();
    let (mut app, entity) = running(folder.path(), "level.json");
    step(&mut app, entity, 2);
    let next = app.world().resource::<AssetServer>().load("next.json");
    app.world_mut().entity_mut(entity).insert(BlobLevel(next));
    wait_for(&mut app, "the next level", |app| world(app, entity).disc("other").is_some());
    app.update();
    assert_eq!(world(&app, entity).frame(), 0);
    assert_eq!(app.world().get::<Children>(entity).unwrap().len(), 2, "the old entities are gone");
    app.world_mut().entity_mut(entity).remove::<(BlobLevel, BlobWorld)>();
    app.update();
    assert!(app.world().get::<Children>(entity).is_none());
}

#[test]
fn levels_are_prefabs_of_other_worlds() {
    let level = LevelAsset::from_text(TWO_DISCS).unwrap();
    let mut target = level.world().clone();
    target.spawn(level.prefab(), &Placement::at([0.0, 10.0])).unwrap();
    let disc = target.disc("spawn-1/right").unwrap();
    assert_eq!(target.disc_position(disc).unwrap().to_array(), [5.0, 10.0]);
}
