//! Level files as assets: `.ron` and `.json`, formats 1 and 2, with the files of their instances.

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, AssetPath, LoadContext};
use bevy_reflect::TypePath;
use blobsmith_engine::level::Level;
use blobsmith_engine::level::format::plain_path;
use blobsmith_engine::level::format::{self, FormatError};
use blobsmith_engine::play::{PlayError, PlayWorld, Prefab};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A level that was loaded: the world at frame 0, and its parts for spawning into other worlds.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct LevelAsset {
    world: PlayWorld,
    prefab: Prefab,
}

impl LevelAsset {
    /// Reads a level without instances from a text, RON or JSON.
    ///
    /// # Errors
    /// [`PlayError::Level`] with place, line and column.
    pub fn from_text(text: &str) -> Result<Self, PlayError> {
        Ok(Self { world: PlayWorld::from_text(text)?, prefab: Prefab::from_text(text)? })
    }

    /// The world at frame 0. Clone it to run it.
    pub fn world(&self) -> &PlayWorld {
        &self.world
    }

    /// The level's parts, for [`PlayWorld::spawn`].
    pub fn prefab(&self) -> &Prefab {
        &self.prefab
    }
}

/// Loads level files. Instances are loaded from their files, relative to the level; a change of these reloads the level too.
#[derive(TypePath, Clone, Copy, Debug, Default)]
pub struct LevelLoader;

impl AssetLoader for LevelLoader {
    type Asset = LevelAsset;
    type Settings = ();
    /// [`PlayError::Level`] with file, place, line and column.
    type Error = PlayError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        load_context: &mut LoadContext<'_>,
    ) -> Result<LevelAsset, PlayError> {
        let path = load_context.path().path().to_owned();
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.map_err(|error| unread(&path, &error))?;
        let level = format::read_bytes(&bytes, &path)?;
        let sources = read_sources(&level, &path, load_context).await;
        let mut load = |path: &Path| match sources.get(path) {
            Some(source) => source.clone(),
            None => Err(unread(path, &"the file was not read")),
        };
        let world =
            PlayWorld::from_level_at(level.clone(), &path, &mut load).map_err(|error| in_file(error, &bytes, &path))?;
        let prefab = Prefab::from_level_at(level, &path, &mut load)?;
        Ok(LevelAsset { world, prefab })
    }

    fn extensions(&self) -> &[&str] {
        &["blob.ron", "blob.json", "ron", "json"]
    }
}

/// Reads the files of all instances, those within instances included.
async fn read_sources(
    level: &Level,
    path: &Path,
    load_context: &mut LoadContext<'_>,
) -> BTreeMap<PathBuf, Result<Level, FormatError>> {
    let mut sources = BTreeMap::new();
    let mut waiting = sources_of(level, path);
    while let Some(path) = waiting.pop() {
        if sources.contains_key(&path) {
            continue;
        }
        let asset_path = AssetPath::from(path.clone()).with_source(load_context.path().source().clone_owned());
        let bytes = load_context.read_asset_bytes(asset_path).await;
        let source = match bytes {
            Ok(bytes) => format::read_bytes(&bytes, &path),
            Err(error) => Err(unread(&path, &error)),
        };
        if let Ok(level) = &source {
            waiting.extend(sources_of(level, &path));
        }
        sources.insert(path, source);
    }
    sources
}

/// Paths of the instances' files.
fn sources_of(level: &Level, path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    level.instances.iter().map(|instance| plain_path(&folder.join(&instance.source))).collect()
}

fn unread(path: &Path, error: &dyn std::fmt::Display) -> FormatError {
    let reason = format!("cannot be read: {error}");
    FormatError { file: Some(path.display().to_string()), place: String::new(), position: None, reason }
}

/// Adds file, line and column to an error that was found after reading.
fn in_file(error: PlayError, bytes: &[u8], path: &Path) -> PlayError {
    match error {
        PlayError::Level(error) if error.file.is_none() => {
            let error = format::located(error, &String::from_utf8_lossy(bytes));
            PlayError::Level(FormatError { file: Some(path.display().to_string()), ..error })
        }
        error => error,
    }
}
