//! Parameters of the twin that belong to parts of instances. Their paths are those of the level that runs, where the parts of
//! instances follow the document's own, so an edit that adds or removes parts moves them. They follow their parts by id.

use super::placed::{Placed, SourceCache};
use crate::level::{DocumentPath, Level, Place, TwinSet};
use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;

/// Corrects the paths in an edited level. `old` is the document before, `placed` what ran.
pub fn follow(old: &Level, placed: &Placed, level: &mut Level, path: Option<&Path>, sources: &mut SourceCache) {
    let of_instances: Vec<&TwinSet> = sets(old).iter().filter(|set| origin(placed, set).is_some()).collect();
    let counts = |level: &Level| [level.bodies.len(), level.discs.len(), level.obstacles.len(), level.links.len()];
    let is_same = counts(old) == counts(level) && old.instances == level.instances;
    let Some(twin) = level.editor.as_ref().and_then(|extra| extra.twin.clone()) else { return };
    if of_instances.is_empty() || is_same {
        return;
    }
    let now = Placed::of(&Arc::new(level.clone()), path, sources);
    let is_other = |set: &TwinSet| of_instances.iter().all(|known| known.path != set.path);
    let mut kept: Vec<TwinSet> = twin.set.into_iter().filter(is_other).collect();
    for set in of_instances {
        let mut set = set.clone();
        if set.follow(|place| moved(placed, &now, place)) {
            kept.push(set);
        }
    }
    if let Some(twin) = level.editor.as_mut().and_then(|extra| extra.twin.as_mut()) {
        twin.set = kept;
    }
}

fn sets(level: &Level) -> &[TwinSet] {
    level.editor.as_ref().and_then(|extra| extra.twin.as_ref()).map_or(&[], |twin| &twin.set)
}

/// The part of an instance that a parameter belongs to. None for others.
fn origin(placed: &Placed, set: &TwinSet) -> Option<Place> {
    let found = Cell::new(None);
    DocumentPath::parse(&set.path).ok()?.follow(|place| {
        found.set(placed.origin(place.owner()).map(|_| place.owner()));
        Some(place)
    });
    found.get()
}

/// The same part in the level that runs now, by its id.
fn moved(old: &Placed, now: &Placed, place: Place) -> Option<Place> {
    let owner = place.owner();
    let id = id_of(&old.level, owner)?;
    let index = match owner {
        Place::Body(_) => now.level.bodies.iter().position(|part| part.id == id),
        Place::Disc(_) => now.level.discs.iter().position(|part| part.id == id),
        Place::Obstacle(_) => now.level.obstacles.iter().position(|part| part.id == id),
        _ => now.level.links.iter().position(|part| part.id == id),
    };
    index.map(|index| place.of_owner(index))
}

fn id_of(level: &Level, part: Place) -> Option<&str> {
    let id = match part {
        Place::Body(index) => &level.bodies.get(index)?.id,
        Place::Disc(index) => &level.discs.get(index)?.id,
        Place::Obstacle(index) => &level.obstacles.get(index)?.id,
        Place::Link(index) => &level.links.get(index)?.id,
        _ => return None,
    };
    Some(id)
}
