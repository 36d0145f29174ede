//! Loading: texts, files and levels become a world.
//!
//! ```
//! use blobsmith_engine::play::PlayWorld;
//!
//! let world = PlayWorld::from_text("(format: 2, discs: [(position: (0.0, 1.0), radius: 0.5)])")?;
//! assert_eq!(world.part_counts().discs, 1);
//! let error = PlayWorld::from_text("(format: 2, discs: [(position: (0.0, 1.0), radius: -1.0)])").unwrap_err();
//! assert_eq!((error.place(), error.position()), ("discs[0].radius", Some((1, 52))));
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::contacts::ContactTracker;
use super::documents::{InstanceInfo, PartInfo};
use super::events::EventQueue;
use super::handles::PartHandle;
use super::hands::Hands;
use super::parts::Parts;
use super::time::PlayClock;
use super::tracing::Tracing;
use super::{PlayError, PlayWorld};
use crate::engine::World;
use crate::level::format::{self, FormatError, TextFormat};
use crate::level::{Instance, Level, flatten, ids};
use std::path::Path;
use std::sync::{Arc, OnceLock};

impl PlayWorld {
    /// Reads a level from a text, RON or JSON: a JSON level begins with `{`. Formats 1 and 2.
    ///
    /// # Errors
    /// [`PlayError::Level`] with place, line and column. A text with instances is refused, because it has no folder in which their
    /// files could be found: export the level, or use [`PlayWorld::from_file`].
    pub fn from_text(text: &str) -> Result<Self, PlayError> {
        Self::from_level(read_text(text)?)
    }

    /// Reads a level file (`.json` is JSON, anything else RON). The files of instances are relative to it.
    ///
    /// # Errors
    /// [`PlayError::Level`] with file, place, line and column.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, PlayError> {
        let (level, instances) = read_file(path.as_ref())?;
        Self::with_instances(level, instances)
    }

    /// Takes over a level that has no instances.
    ///
    /// # Errors
    /// [`PlayError::Level`] with the place, if the level is invalid or has instances.
    pub fn from_level(level: Level) -> Result<Self, PlayError> {
        refuse_instances(&level)?;
        Self::with_instances(level, Vec::new())
    }

    /// Takes over a level that is, or would be, stored at `path`. `load` reads a source of its instances, for games that do not keep their
    /// levels in files; it gets paths that begin with the folder of `path`, and each path once.
    ///
    /// # Errors
    /// [`PlayError::Level`] with the place; the file of a source is in the reason.
    pub fn from_level_at(
        level: Level,
        path: &Path,
        load: &mut dyn FnMut(&Path) -> Result<Level, FormatError>,
    ) -> Result<Self, PlayError> {
        let (level, instances) = flattened(level, path, load)?;
        Self::with_instances(level, instances)
    }

    /// Reads a level whose files are texts somewhere else than on a disk. `read` gives the text of a path, or the reason why there is none;
    /// it gets `path` and then the sources of the instances, with the folder of `path` before them, each once.
    ///
    /// # Errors
    /// [`PlayError::Level`] with place, line and column, and the file if it is that of an instance.
    pub fn from_texts(path: &str, read: &mut dyn FnMut(&str) -> Result<String, String>) -> Result<Self, PlayError> {
        let whole = |reason: String| FormatError::at("", reason);
        let text = read(path).map_err(whole)?;
        let level = format::read(&text, format_of(&text))?;
        let mut load = |source: &Path| {
            let name = source.to_string_lossy();
            let of_source = |error: FormatError| FormatError { file: Some(name.to_string()), ..error };
            let text = read(&name).map_err(whole).map_err(of_source)?;
            format::read(&text, format_of(&text)).map_err(of_source)
        };
        let flat = flattened(level, Path::new(path), &mut load);
        let (level, instances) = flat.map_err(|error| format::located(error, &text))?;
        Self::with_instances(level, instances)
    }

    fn with_instances(mut level: Level, instances: Vec<InstanceInfo>) -> Result<Self, PlayError> {
        ids::assign(&mut level);
        let world = World::new(&level)?;
        let mut parts = Parts::new(level, instances);
        parts.find_members();
        Ok(Self {
            world,
            parts: Arc::new(parts),
            clock: PlayClock::default(),
            trail: None,
            events: EventQueue::default(),
            contacts: ContactTracker::default(),
            hands: Hands::default(),
            pushes: Vec::new(),
            boxes: OnceLock::new(),
            #[cfg(feature = "recorder")]
            recorder: None,
            #[cfg(feature = "recorder")]
            link: super::link::LinkState::default(),
            tracing: Tracing::default(),
        })
    }
}

/// The level of a text, RON or JSON: a JSON level begins with `{`. Formats 1 and 2.
///
/// # Errors
/// With place, line and column; also for a text with instances, because it has no folder in which their files could be found.
pub fn read_text(text: &str) -> Result<Level, FormatError> {
    let level = format::read(text, format_of(text))?;
    refuse_instances(&level).map_err(|error| format::located(error, text))?;
    Ok(level)
}

/// JSON if the text begins with a brace, else RON.
fn format_of(text: &str) -> TextFormat {
    let begins = text.trim_start_matches('\u{feff}').trim_start();
    if begins.starts_with('{') { TextFormat::Json } else { TextFormat::Ron }
}

/// Reads and flattens a level file; also returns its instances.
pub(super) fn read_file(path: &Path) -> Result<(Level, Vec<InstanceInfo>), FormatError> {
    let level = format::load_level(path)?;
    flattened(level, path, &mut |path| format::load_level(path)).map_err(|error| format::located_in_file(error, path))
}

/// Flattens a level; also returns its instances.
pub(super) fn flattened(
    mut level: Level,
    path: &Path,
    load: &mut dyn FnMut(&Path) -> Result<Level, FormatError>,
) -> Result<(Level, Vec<InstanceInfo>), FormatError> {
    ids::assign(&mut level);
    let instances = level.instances.iter().map(InstanceInfo::new).collect();
    Ok((flatten::flatten(level, path, load)?, instances))
}

pub(super) fn refuse_instances(level: &Level) -> Result<(), FormatError> {
    let Some(instance) = level.instances.first() else { return Ok(()) };
    let source = &instance.source;
    let reason =
        format!("`{source}` cannot be found, because the level has no folder: load it from its file, or export it");
    Err(FormatError::at("instances[0].source", reason))
}

impl InstanceInfo {
    pub(super) fn new(instance: &Instance) -> Self {
        Self {
            part: PartInfo {
                id: instance.id.clone(),
                name: instance.source.clone(),
                tags: instance.tags.clone(),
                properties: instance.properties.clone(),
            },
            position: instance.position,
            angle_deg: instance.angle_deg,
            mirror: instance.mirror,
            members: Vec::new(),
        }
    }
}

impl Parts {
    /// Finds the parts of each instance by their ids.
    pub(super) fn find_members(&mut self) {
        for index in 0..self.instances.infos.len() {
            let prefix = format!("{}/", self.instances.infos[index].part.id);
            let is_inside = |part: &PartInfo| part.id.starts_with(&prefix);
            let bodies = self.bodies.find(is_inside).map(PartHandle::Body);
            let discs = self.discs.find(is_inside).map(PartHandle::Disc);
            let obstacles = self.obstacles.find(is_inside).map(PartHandle::Obstacle);
            let links = self.links.find(is_inside).map(PartHandle::Link);
            let members = bodies.chain(discs).chain(obstacles).chain(links).collect();
            Arc::make_mut(&mut self.instances.infos[index]).members = members;
        }
    }
}
