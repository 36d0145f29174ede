//! Apps without a window, and levels.

#![allow(dead_code, reason = "each test file uses a part")]

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_blobsmith::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// An empty folder that is removed at the end. Not of the crate `tempfile`, which would have Bevy compiled twice: for the tests, with other
/// features of its dependencies, and for the examples.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("bevy-blobsmith-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for temporary files");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An app whose updates take a fixed step each, with assets in a folder.
pub fn app(assets: &Path) -> App {
    let mut app = App::new();
    let assets = AssetPlugin { file_path: assets.display().to_string(), ..AssetPlugin::default() };
    app.add_plugins((MinimalPlugins, assets, TransformPlugin, BlobsmithPlugin))
        .insert_resource(Time::<Fixed>::from_duration(Duration::from_millis(10)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
    // Time starts to run with the second update.
    app.update();
    app
}

/// The same without assets.
pub fn bare_app() -> App {
    app(Path::new("no-assets"))
}

pub fn play(text: &str) -> PlayWorld {
    PlayWorld::from_text(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Spawns a world with settings, and returns its entity.
pub fn spawn(app: &mut App, world: PlayWorld, settings: BlobSettings) -> Entity {
    app.world_mut().spawn((BlobWorld::new(world), settings)).id()
}

pub fn world(app: &App, entity: Entity) -> &BlobWorld {
    app.world().get::<BlobWorld>(entity).expect("a world")
}

pub fn messages<M: Message + Copy>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

/// A disc that flies to the right, one unit per frame, into another one of the same mass at x = 5.
pub const TWO_DISCS: &str = r#"{"format": 2, "world": {"gravity": [0, 0]}, "discs": [
    {"id": "left", "position": [0, 0], "velocity": [1, 0], "radius": 1},
    {"id": "right", "position": [5, 0], "radius": 1}]}"#;
