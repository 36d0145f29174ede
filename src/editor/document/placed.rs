//! The level as it runs: instances replaced by the parts of their sources.
//!
//! The parts of the document come first, so that their indices are the same in both levels.

use crate::geometry::Aabb;
use crate::level::edit;
use crate::level::flatten::{InstanceFault, flatten_sound};
use crate::level::format::FormatError;
use crate::level::gallery::{file_or_none, load_source};
use crate::level::{Level, Place, ids};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Source levels by path, as read, or why they cannot be read.
#[derive(Clone, Default)]
pub struct SourceCache(BTreeMap<PathBuf, Result<Arc<Level>, FormatError>>);

impl SourceCache {
    /// Reads a source, unless it is known.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn load(&mut self, path: &Path) -> Result<Level, FormatError> {
        let known = self.0.entry(path.to_owned()).or_insert_with(|| load_source(path).map(Arc::new));
        known.as_ref().map(|level| Level::clone(level)).map_err(Clone::clone)
    }

    /// A source that was read.
    pub fn get(&self, path: &Path) -> Option<Arc<Level>> {
        self.0.get(path)?.as_ref().ok().cloned()
    }

    /// Replaces a known source; false if it is the same.
    pub fn update(&mut self, path: &Path, read: Result<Arc<Level>, FormatError>) -> bool {
        let Some(known) = self.0.get_mut(path) else { return false };
        let is_same = match (&*known, &read) {
            (Ok(known), Ok(read)) => known == read,
            (Err(_), Err(_)) => true,
            _ => false,
        };
        *known = read;
        !is_same
    }

    /// Paths of all known sources.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.0.keys().cloned().collect()
    }

    /// Reads all of them again when they are needed.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

/// A level with its instances placed.
pub struct Placed {
    /// The level that runs; without instances the document's own.
    pub level: Arc<Level>,
    /// Instance of each body, disc, obstacle and link after those of the document.
    owners: [Vec<usize>; 4],
    /// Numbers of the document's own bodies, discs, obstacles and links.
    own: [usize; 4],
    /// Why instances are left out; there may be several reasons for one.
    pub faults: Vec<InstanceFault>,
}

impl Placed {
    /// Places the instances of a level that is stored at `path`, if it has a file. Those that cannot be placed are left out.
    pub fn of(level: &Arc<Level>, path: Option<&Path>, sources: &mut SourceCache) -> Self {
        let own = [level.bodies.len(), level.discs.len(), level.obstacles.len(), level.links.len()];
        if level.instances.is_empty() {
            return Self { level: level.clone(), owners: Default::default(), own, faults: Vec::new() };
        }
        let mut whole = Level::clone(level);
        ids::assign(&mut whole);
        let ids = whole.instances.iter().map(|instance| instance.id.clone());
        let indices: BTreeMap<String, usize> = ids.zip(0..).collect();
        let (mut flat, faults) = flatten_sound(whole, &file_or_none(path), &mut |path| sources.load(path));
        let owner = |id: &String| {
            let name = id.split('/').next().unwrap_or_default();
            indices.get(name).copied().unwrap_or(usize::MAX)
        };
        let owners = [
            flat.bodies.iter().skip(own[0]).map(|part| owner(&part.id)).collect(),
            flat.discs.iter().skip(own[1]).map(|part| owner(&part.id)).collect(),
            flat.obstacles.iter().skip(own[2]).map(|part| owner(&part.id)).collect(),
            flat.links.iter().skip(own[3]).map(|part| owner(&part.id)).collect(),
        ];
        let mut placed = Self { level: Arc::default(), owners, own, faults };
        placed.hide_parts(level, &mut flat);
        placed.level = Arc::new(flat);
        placed
    }

    /// Hides the parts of hidden instances, and shows those of instances that are shown alone.
    fn hide_parts(&self, level: &Level, flat: &mut Level) {
        let Some(extra) = &mut flat.editor else { return };
        let is_alone = !extra.solo.is_empty();
        let hidden: Vec<bool> = (0..level.instances.len()).map(|i| level.is_hidden(Place::Instance(i))).collect();
        if !is_alone && !hidden.contains(&true) {
            return;
        }
        let kinds: [fn(usize) -> Place; 3] = [Place::Body, Place::Disc, Place::Obstacle];
        for ((owners, kind), own) in self.owners.iter().zip(kinds).zip(self.own) {
            for (index, owner) in owners.iter().enumerate() {
                match hidden.get(*owner) {
                    Some(true) => drop(extra.hidden.insert(kind(own + index))),
                    Some(false) if is_alone => drop(extra.solo.insert(kind(own + index))),
                    _ => {}
                }
            }
        }
    }

    /// Instance of a body, disc, obstacle or link of the level that runs, and the index of the part in that instance; `None` for
    /// a part of the document.
    pub fn origin(&self, part: Place) -> Option<(usize, usize)> {
        let (list, index) = match part {
            Place::Body(index) => (0, index),
            Place::Disc(index) => (1, index),
            Place::Obstacle(index) => (2, index),
            Place::Link(index) => (3, index),
            _ => return None,
        };
        let instance = *self.owners[list].get(index.checked_sub(self.own[list])?)?;
        Some((instance, self.parts(list, instance).take_while(|&other| other != index).count()))
    }

    /// Bodies of an instance in the level that runs.
    pub fn bodies(&self, instance: usize) -> impl Iterator<Item = usize> + '_ {
        self.parts(0, instance)
    }

    /// Discs of an instance in the level that runs.
    pub fn discs(&self, instance: usize) -> impl Iterator<Item = usize> + '_ {
        self.parts(1, instance)
    }

    /// Obstacles of an instance in the level that runs.
    pub fn obstacles(&self, instance: usize) -> impl Iterator<Item = usize> + '_ {
        self.parts(2, instance)
    }

    /// Bounding box of a part: of an instance around its bodies, discs and obstacles. `level` is the document.
    pub fn extent(&self, level: &Level, place: Place) -> Option<Aabb> {
        let Place::Instance(instance) = place else { return edit::extent(level, place) };
        let bodies = self.bodies(instance).map(Place::Body);
        let discs = self.discs(instance).map(Place::Disc);
        let parts: Vec<Place> = bodies.chain(discs).chain(self.obstacles(instance).map(Place::Obstacle)).collect();
        edit::extent_of_all(&self.level, &parts).or_else(|| edit::extent(level, place))
    }

    fn parts(&self, list: usize, instance: usize) -> impl Iterator<Item = usize> + '_ {
        let owners = self.owners[list].iter().enumerate().filter(move |(_, owner)| **owner == instance);
        owners.map(move |(index, _)| self.own[list] + index)
    }

    /// Why an instance is left out, if it is.
    pub fn fault(&self, instance: usize) -> Option<String> {
        self.faults.iter().find(|fault| fault.instance == instance).map(|fault| fault.error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Disc, Instance, Node, PropertyValue, format};

    fn instance(source: &str, x: f64) -> Instance {
        Instance::at(source, [x, 0.0])
    }

    fn level(instances: Vec<Instance>) -> Arc<Level> {
        let bodies = vec![Body { nodes: vec![Node::at([0.0, 0.0])], ..Body::default() }];
        Arc::new(Level { bodies, instances, ..Level::default() })
    }

    #[test]
    fn placed_level_has_the_document_first_and_knows_the_instance_of_each_part() {
        let folder = tempfile::tempdir().unwrap();
        let source = Level {
            bodies: vec![Body { nodes: vec![Node::at([1.0, 2.0])], ..Body::default() }; 2],
            discs: vec![Disc::default()],
            ..Level::default()
        };
        format::save(&source, &folder.path().join("part.ron")).unwrap();
        let path = folder.path().join("level.ron");
        let mut bad = instance("part.ron", 0.0);
        bad.overrides.insert("bodies[9].gas", PropertyValue::Number(1.0));
        let level = level(vec![instance("part.ron", 10.0), instance("gone.ron", 0.0), bad, instance("part.ron", 20.0)]);
        let mut sources = SourceCache::default();
        let placed = Placed::of(&level, Some(&path), &mut sources);
        assert_eq!(placed.level.bodies.len(), 5);
        assert_eq!(placed.level.bodies[3].nodes[0].position, [21.0, 2.0]);
        let origins = [0, 1, 2, 3, 4].map(|body| placed.origin(Place::Body(body)));
        assert_eq!(origins, [None, Some((0, 0)), Some((0, 1)), Some((3, 0)), Some((3, 1))]);
        assert_eq!([0, 1, 2].map(|disc| placed.origin(Place::Disc(disc))), [Some((0, 0)), Some((3, 0)), None]);
        assert_eq!(placed.bodies(3).collect::<Vec<_>>(), [3, 4]);
        assert_eq!(placed.discs(0).collect::<Vec<_>>(), [0]);
        assert_eq!(placed.faults.iter().map(|fault| fault.instance).collect::<Vec<_>>(), [1, 2]);
        assert!(placed.fault(1).unwrap().contains("gone.ron"), "{:?}", placed.faults);
        assert!(placed.fault(2).unwrap().contains("bodies[9]"), "{:?}", placed.faults);
        // A source that changes.
        let known = folder.path().join("part.ron");
        assert!(!sources.update(&known, Ok(Arc::new(format::load_level(&known).unwrap()))));
        assert!(sources.update(&known, Ok(Arc::default())));
        assert_eq!(Placed::of(&level, Some(&path), &mut sources).level.bodies.len(), 1);
    }

    #[test]
    fn placed_level_without_instances_is_the_document_itself() {
        let level = level(Vec::new());
        assert!(Arc::ptr_eq(&Placed::of(&level, None, &mut SourceCache::default()).level, &level));
    }
}
