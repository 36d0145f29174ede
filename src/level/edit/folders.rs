//! Folders of the outline, and what is hidden, locked or shown alone. Folders do not change the order of the level.

use super::places::{Made, all_there};
use crate::level::material::MOST_GROUPS;
use crate::level::{Folder, Level, Place, PlaceSet};
use std::collections::BTreeSet;

/// Folders of the level, in order.
pub fn folders(level: &Level) -> &[Folder] {
    level.editor.as_ref().map_or(&[], |extra| &extra.folders)
}

/// Index of the folder of a part with an id.
pub fn folder_of(level: &Level, id: &str) -> Option<usize> {
    folders(level).iter().position(|folder| folder.members.contains(id))
}

/// Bodies, discs, obstacles and instances of a folder, in file order by kind.
pub fn parts_of(level: &Level, folder: usize) -> Vec<Place> {
    let is_in = |&place: &Place| level.id_of(place).is_some_and(|id| folder_of(level, id) == Some(folder));
    everything(level).filter(is_in).collect()
}

/// Bodies, discs, obstacles and instances of a level, in file order by kind.
pub fn everything(level: &Level) -> impl Iterator<Item = Place> {
    let bodies = (0..level.bodies.len()).map(Place::Body);
    let discs = (0..level.discs.len()).map(Place::Disc);
    let solids = bodies.chain(discs).chain((0..level.obstacles.len()).map(Place::Obstacle));
    let markers = (0..level.markers.len()).map(Place::Marker);
    solids.chain(markers).chain((0..level.instances.len()).map(Place::Instance))
}

/// True for the kinds of parts that folders contain.
pub fn is_member(place: Place) -> bool {
    let is_solid = matches!(place, Place::Body(_) | Place::Disc(_) | Place::Obstacle(_));
    is_solid || matches!(place, Place::Marker(_) | Place::Instance(_))
}

fn folder_mut(level: &mut Level, folder: usize) -> Result<&mut Folder, String> {
    let list = level.editor.as_mut().map(|extra| &mut extra.folders);
    list.and_then(|list| list.get_mut(folder)).ok_or_else(|| format!("there is no folder {folder}"))
}

/// The name of the next folder: the given one, with a number if it is taken.
pub fn free_name(level: &Level, name: &str) -> String {
    let taken = |name: &str| folders(level).iter().any(|folder| folder.name == name);
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// Adds a folder behind the others, moves parts into it, and returns its index. `places` may be empty.
///
/// # Errors
/// If a place does not exist or there are too many folders.
pub fn add(level: &mut Level, name: &str, places: &[Place]) -> Result<usize, String> {
    if let Some(place) = places.iter().find(|&&place| !level.has(place)) {
        return Err(format!("{place} is not there"));
    }
    let name = free_name(level, name);
    let list = &mut level.editor.get_or_insert_default().folders;
    if list.len() >= MOST_GROUPS {
        return Err(format!("a level has at most {MOST_GROUPS} folders"));
    }
    list.push(Folder { name, ..Folder::default() });
    let index = list.len() - 1;
    put(level, places, Some(index))?;
    Ok(index)
}

/// Name of a folder for obstacles without a name, of a drawing without a name.
const LINES: &str = "lines";

/// Puts the obstacles from index `first` on into folders: several in succession with the same name get one of that name,
/// those without a name one of the name of their drawing. Obstacles beyond the maximum number of folders stay outside.
pub fn group_obstacles(level: &mut Level, first: usize, drawing: &str) {
    let drawing = if drawing.is_empty() { LINES } else { drawing };
    let names: Vec<String> = level.obstacles[first..].iter().map(|obstacle| obstacle.name.clone()).collect();
    let mut next = first;
    for run in names.chunk_by(|a, b| a == b) {
        let places: Vec<Place> = (next..next + run.len()).map(Place::Obstacle).collect();
        next += run.len();
        let name = if run[0].is_empty() { drawing } else { &run[0] };
        if places.len() > 1 && add(level, name, &places).is_err() {
            return;
        }
    }
}

/// Deletes a folder. Its parts stay in the level.
///
/// # Errors
/// If it does not exist.
pub fn delete(level: &mut Level, folder: usize) -> Result<(), String> {
    folder_mut(level, folder)?;
    if let Some(extra) = &mut level.editor {
        extra.folders.remove(folder);
    }
    Ok(())
}

/// Renames a folder.
///
/// # Errors
/// If it does not exist or the name is empty.
pub fn rename(level: &mut Level, folder: usize, name: &str) -> Result<(), String> {
    if name.trim().is_empty() {
        return Err("a folder needs a name".to_owned());
    }
    name.trim().clone_into(&mut folder_mut(level, folder)?.name);
    Ok(())
}

/// Moves a folder into the gap before the folder with index `gap` (the number of folders: behind the last).
///
/// # Errors
/// If one of them does not exist.
pub fn move_folder(level: &mut Level, folder: usize, gap: usize) -> Result<(), String> {
    let moved = folder_mut(level, folder)?.clone();
    let list = &mut level.editor.get_or_insert_default().folders;
    if gap > list.len() {
        return Err(format!("there is no folder {gap}"));
    }
    list.remove(folder);
    list.insert(if gap > folder { gap - 1 } else { gap }, moved);
    Ok(())
}

/// Moves the bodies, discs and obstacles that are or contain the named parts into a folder, or out of all folders (`None`).
///
/// # Errors
/// If a place or the folder does not exist.
pub fn put(level: &mut Level, places: &[Place], folder: Option<usize>) -> Result<Made, String> {
    if let Some(folder) = folder {
        folder_mut(level, folder)?;
    }
    // Parts that were made in this edit have no id yet.
    crate::level::ids::assign(level);
    let ids: BTreeSet<String> =
        places.iter().filter_map(|place| level.id_of(place.owner())).map(str::to_owned).collect();
    put_ids(level, &ids, folder);
    Ok(Made::at(places.to_vec()))
}

/// As [`put`], for parts of any kind with these ids.
pub fn put_ids(level: &mut Level, ids: &BTreeSet<String>, folder: Option<usize>) {
    let Some(extra) = &mut level.editor else { return };
    for (index, own) in extra.folders.iter_mut().enumerate() {
        own.members.retain(|id| !ids.contains(id));
        if Some(index) == folder {
            own.members.extend(ids.iter().cloned());
        }
    }
}

/// Hides or shows a folder.
///
/// # Errors
/// If it does not exist.
pub fn hide(level: &mut Level, folder: usize, is_hidden: bool) -> Result<(), String> {
    folder_mut(level, folder)?.hidden = is_hidden;
    Ok(())
}

/// Locks or unlocks a folder.
///
/// # Errors
/// If it does not exist.
pub fn lock(level: &mut Level, folder: usize, is_locked: bool) -> Result<(), String> {
    folder_mut(level, folder)?.locked = is_locked;
    Ok(())
}

/// True if these parts, and no others, are shown alone.
pub fn is_solo(level: &Level, places: &[Place]) -> bool {
    let solo = level.editor.as_ref().map(|extra| &extra.solo);
    !places.is_empty() && solo.is_some_and(|solo| *solo == owners(places))
}

fn owners(places: &[Place]) -> PlaceSet {
    places.iter().map(|place| place.owner()).collect()
}

/// Shows only these bodies, discs and obstacles; all others are hidden until [`end_solo`].
///
/// # Errors
/// If nothing is named or a place does not exist.
pub fn solo(level: &mut Level, places: &[Place]) -> Result<(), String> {
    all_there(level, places)?;
    level.editor.get_or_insert_default().solo = owners(places);
    Ok(())
}

/// Shows the other parts again.
pub fn end_solo(level: &mut Level) {
    if let Some(extra) = &mut level.editor {
        extra.solo = PlaceSet::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::edit::{knife, remove, tracked};
    use crate::level::{Body, Disc, Node, Obstacle};

    fn level() -> Level {
        let body = Body { nodes: vec![Node::at([0.0, 0.0])], ..Body::default() };
        Level {
            bodies: vec![body; 3],
            discs: vec![Disc::default(); 2],
            obstacles: vec![Obstacle::default()],
            ..Level::default()
        }
    }

    /// Squares at x = 0 and x = 3, the first one in a folder with a disc; both are cut at half their height, and the pieces of the
    /// first one again at x = 0.5.
    #[test]
    fn pieces_of_a_cut_body_stay_in_its_folder() {
        let square = |x: f64| Body {
            nodes: [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[dx, y]| Node::at([x + dx, y])).to_vec(),
            hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
            ..Body::default()
        };
        let mut level = Level { bodies: vec![square(0.0), square(3.0)], ..level() };
        let toys = add(&mut level, "Toys", &[Place::Body(0), Place::Disc(1)]).unwrap();
        lock(&mut level, toys, true).unwrap();
        tracked(&mut level, |level| knife::knife(level, &[], [-1.0, 0.5], [5.0, 0.5])).unwrap();
        assert_eq!(level.bodies.len(), 4);
        assert_eq!(parts_of(&level, toys), [Place::Body(0), Place::Body(2), Place::Disc(1)]);
        tracked(&mut level, |level| knife::knife(level, &[], [0.5, -1.0], [0.5, 2.0])).unwrap();
        let pieces = [0, 2, 4, 5].map(Place::Body);
        assert_eq!(parts_of(&level, toys), [&pieces[..], &[Place::Disc(1)]].concat());
        assert!(pieces.iter().all(|&piece| level.is_locked(piece)));
        assert!([1, 3].into_iter().all(|body| !level.is_locked(Place::Body(body))));
    }

    #[test]
    fn folder_hides_and_locks_its_parts() {
        let mut level = level();
        let toys = add(&mut level, "Toys", &[Place::Node(1, 0), Place::Disc(0), Place::Obstacle(0)]).unwrap();
        assert_eq!(parts_of(&level, toys), [Place::Body(1), Place::Disc(0), Place::Obstacle(0)]);
        hide(&mut level, toys, true).unwrap();
        let hidden: Vec<_> = everything(&level).filter(|&place| level.is_hidden(place)).collect();
        assert_eq!(hidden, [Place::Body(1), Place::Disc(0), Place::Obstacle(0)]);
        assert!(level.is_hidden(Place::Node(1, 0)) && !level.is_locked(Place::Body(1)));
        hide(&mut level, toys, false).unwrap();
        lock(&mut level, toys, true).unwrap();
        assert!(level.is_locked(Place::Spring(1, 0)) && !level.is_hidden(Place::Body(1)));
        put(&mut level, &[Place::Body(1)], None).unwrap();
        assert!(!level.is_locked(Place::Body(1)) && level.is_locked(Place::Disc(0)));
    }

    #[test]
    fn part_is_in_one_folder_and_stays_when_it_is_deleted() {
        let mut level = level();
        let one = add(&mut level, "Group", &[Place::Body(0), Place::Body(2)]).unwrap();
        let two = add(&mut level, "Group", &[Place::Body(2)]).unwrap();
        assert_eq!(folders(&level)[two].name, "Group 2");
        assert_eq!((parts_of(&level, one), parts_of(&level, two)), (vec![Place::Body(0)], vec![Place::Body(2)]));
        // Members follow by id when an earlier body is deleted.
        tracked(&mut level, |level| remove(level, &[Place::Body(0)])).unwrap();
        assert_eq!((parts_of(&level, one), parts_of(&level, two)), (vec![], vec![Place::Body(1)]));
        move_folder(&mut level, two, 0).unwrap();
        assert_eq!(folders(&level)[0].name, "Group 2");
        delete(&mut level, 0).unwrap();
        assert_eq!((folders(&level).len(), level.bodies.len()), (1, 2));
        assert!(rename(&mut level, 0, " ").is_err() && hide(&mut level, 3, true).is_err());
        assert!(put(&mut level, &[Place::Body(0)], Some(4)).is_err() && move_folder(&mut level, 0, 3).is_err());
    }

    #[test]
    fn solo_hides_all_other_parts_and_shows_new_ones() {
        let mut level = level();
        solo(&mut level, &[Place::Body(1), Place::Disc(0)]).unwrap();
        let shown: Vec<_> = everything(&level).filter(|&place| !level.is_hidden(place)).collect();
        assert_eq!(shown, [Place::Body(1), Place::Disc(0)]);
        assert!(!level.is_hidden(Place::World));
        assert!(is_solo(&level, &[Place::Disc(0), Place::Body(1)]) && !is_solo(&level, &[Place::Body(1)]));
        let made = super::super::duplicate(&mut level, &[Place::Body(1)], [1.0, 0.0]).unwrap();
        assert!(!level.is_hidden(made.places[0]));
        end_solo(&mut level);
        assert!(everything(&level).all(|place| !level.is_hidden(place)));
        assert!(solo(&mut level, &[]).is_err());
    }
}
