//! Edits of the outline: order of bodies, discs, obstacles and markers, names, hiding and locking.

use crate::editor::document::Edit;
use crate::editor::tools::counted;
use crate::level::edit;
use crate::level::{EditorExtra, Level, Place, PlaceSet};

/// The name of a body, disc, obstacle or marker.
pub fn name_of(level: &Level, place: Place) -> Option<&str> {
    Some(match place {
        Place::Body(i) => &level.bodies.get(i)?.name,
        Place::Disc(i) => &level.discs.get(i)?.name,
        Place::Obstacle(i) => &level.obstacles.get(i)?.name,
        Place::Marker(i) => &level.markers.get(i)?.name,
        _ => return None,
    })
}

/// Mutable access to the same name.
pub fn name_mut(level: &mut Level, place: Place) -> Option<&mut String> {
    Some(match place {
        Place::Body(i) => &mut level.bodies.get_mut(i)?.name,
        Place::Disc(i) => &mut level.discs.get_mut(i)?.name,
        Place::Obstacle(i) => &mut level.obstacles.get_mut(i)?.name,
        Place::Marker(i) => &mut level.markers.get_mut(i)?.name,
        _ => return None,
    })
}

/// Moves the selected bodies, discs or obstacles (of one kind) one place earlier or later in their list. `None` if that is
/// not possible.
pub fn shift(level: &Level, selection: &[Place], later: bool) -> Option<Edit> {
    let gap = edit::order::next_gap(level, selection, later)?;
    let label = format!("Move {} {}", counted(level, selection, "parts"), if later { "later" } else { "earlier" });
    Some(relocated(label, selection, gap))
}

/// Moves parts of one kind into the gap before the part with index `gap`. `None` if the kinds differ or nothing would
/// move.
pub fn relocate(level: &Level, places: &[Place], gap: usize) -> Option<Edit> {
    edit::order::can_reorder(level, places, gap)
        .then(|| relocated(format!("Change the order of {}", counted(level, places, "parts")), places, gap))
}

/// Edit for parts dropped on a row, before or after it: they join the row's folder, and parts of its kind its place in the
/// order. `None` if nothing would change.
pub fn drop_on(level: &Level, moved: &[Place], row: Place, after: bool) -> Option<Edit> {
    let index = match row {
        Place::Body(index)
        | Place::Disc(index)
        | Place::Obstacle(index)
        | Place::Marker(index)
        | Place::Instance(index) => index,
        _ => return None,
    };
    let gap = index + usize::from(after);
    let is_kind = moved.first().is_some_and(|&first| edit::order::is_same_kind(first, row));
    let reorders = is_kind && edit::order::can_reorder(level, moved, gap);
    let folder = folder_of(level, row);
    let joins = moved.iter().any(|&place| folder_of(level, place) != folder);
    if !reorders && !joins {
        return None;
    }
    let moved = moved.to_vec();
    Some(Edit::making(format!("Move {}", counted(level, &moved, "parts")), move |level| {
        let made = edit::folders::put(level, &moved, folder)?;
        if reorders { edit::order::reorder(level, &moved, gap) } else { Ok(made) }
    }))
}

/// Moves parts into a folder, or out of all folders. `None` if they are there already.
pub fn put_in(level: &Level, moved: &[Place], folder: Option<usize>) -> Option<Edit> {
    let joins = moved.iter().any(|&place| folder_of(level, place) != folder);
    let name = folder.and_then(|folder| edit::folders::folders(level).get(folder)).map(|folder| folder.name.clone());
    let label = match name {
        Some(name) => format!("Move {} to {name}", counted(level, moved, "parts")),
        None => format!("Move {} out of its folder", counted(level, moved, "parts")),
    };
    let moved = moved.to_vec();
    joins.then(|| Edit::making(label, move |level| edit::folders::put(level, &moved, folder)))
}

/// Index of the folder of a part.
pub fn folder_of(level: &Level, place: Place) -> Option<usize> {
    edit::folders::folder_of(level, level.id_of(place)?)
}

/// Name of new folders.
pub const FOLDER: &str = "Folder";

/// A new folder with these parts.
pub fn new_folder(places: &[Place]) -> Edit {
    let places = owners(places);
    Edit::new("New folder", move |level| edit::folders::add(level, FOLDER, &places).map(|_| ()))
}

/// Names several parts by a pattern with a counter.
pub fn rename_all(level: &Level, places: &[Place], pattern: String, first: u64) -> Edit {
    let places = places.to_vec();
    Edit::making(format!("Rename {}", counted(level, &places, "parts")), move |level| {
        edit::order::rename_all(level, &places, &pattern, first)
    })
}

fn relocated(label: String, places: &[Place], gap: usize) -> Edit {
    let places = places.to_vec();
    Edit::making(label, move |level| edit::order::reorder(level, &places, gap))
}

/// Bodies, discs and obstacles that are or contain the parts, sorted.
pub fn owners(places: &[Place]) -> Vec<Place> {
    let can_hide = |place: &Place| edit::folders::is_member(*place);
    let mut owners: Vec<Place> = places.iter().map(|place| place.owner()).filter(can_hide).collect();
    owners.sort_unstable();
    owners.dedup();
    owners
}

fn mark(level: &Level, places: &[Place], verb: &str, is_on: bool, set: fn(&mut EditorExtra) -> &mut PlaceSet) -> Edit {
    let places = owners(places);
    Edit::new(format!("{verb} {}", counted(level, &places, "parts")), move |level| {
        let set = set(level.editor.get_or_insert_default());
        for place in places {
            if is_on {
                set.insert(place);
            } else {
                set.remove(place);
            }
        }
        Ok(())
    })
}

/// Hides or shows these parts on the canvas.
pub fn hide(level: &Level, places: &[Place], hides: bool) -> Edit {
    mark(level, places, if hides { "Hide" } else { "Show" }, hides, |extra| &mut extra.hidden)
}

/// Locks or unlocks these parts against the pointer.
pub fn lock(level: &Level, places: &[Place], locks: bool) -> Edit {
    mark(level, places, if locks { "Lock" } else { "Unlock" }, locks, |extra| &mut extra.locked)
}

/// Shows all hidden parts and folders and ends showing parts alone, or unlocks all locked ones.
pub fn free(locks: bool) -> Edit {
    Edit::new(if locks { "Unlock everything" } else { "Show everything" }, move |level| {
        if let Some(extra) = &mut level.editor {
            let set = if locks { &mut extra.locked } else { &mut extra.hidden };
            *set = PlaceSet::default();
            for folder in &mut extra.folders {
                *if locks { &mut folder.locked } else { &mut folder.hidden } = false;
            }
            if !locks {
                extra.solo = PlaceSet::default();
            }
        }
        Ok(())
    })
}

/// True if [`free`] would change anything.
pub fn is_any_marked(level: &Level, locks: bool) -> bool {
    level.editor.as_ref().is_some_and(|extra| {
        let is_marked = |folder: &crate::level::Folder| if locks { folder.locked } else { folder.hidden };
        let is_solo = !locks && !extra.solo.is_empty();
        is_solo || !if locks { &extra.locked } else { &extra.hidden }.is_empty() || extra.folders.iter().any(is_marked)
    })
}

/// Shows only these parts, or all again.
pub fn solo(level: &Level, places: &[Place], is_on: bool) -> Edit {
    let places = owners(places);
    if !is_on {
        return Edit::new("Show the other parts again", |level| {
            edit::folders::end_solo(level);
            Ok(())
        });
    }
    Edit::new(format!("Show only {}", counted(level, &places, "parts")), move |level| {
        edit::folders::solo(level, &places)
    })
}

/// The dragged parts: the selected ones, if the dragged part is selected.
pub fn carried(selection: &[Place], place: Place) -> Vec<Place> {
    if selection.contains(&place) { owners(selection) } else { vec![place.owner()] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Disc, Node};

    fn level() -> Level {
        let body = |name: &str| Body { name: name.to_owned(), nodes: vec![Node::at([0.0, 0.0])], ..Body::default() };
        let mut level =
            Level { bodies: ["a", "b", "c"].map(body).to_vec(), discs: vec![Disc::default()], ..Level::default() };
        edit::folders::add(&mut level, "Toys", &[Place::Body(1)]).unwrap();
        level
    }

    fn perform(level: &mut Level, edit: Option<Edit>) {
        (edit.expect("an edit").change)(level).unwrap();
    }

    #[test]
    fn drop_on_a_row_moves_into_its_folder_and_its_place() {
        let mut level = level();
        let edit = drop_on(&level, &[Place::Body(0)], Place::Body(1), true);
        perform(&mut level, edit);
        let names: String = level.bodies.iter().map(|body| body.name.as_str()).collect();
        assert_eq!(names, "bac");
        assert_eq!(edit::folders::parts_of(&level, 0), [Place::Body(0), Place::Body(1)]);
        // A disc joins the folder; the order of discs and bodies is independent.
        let edit = drop_on(&level, &[Place::Disc(0)], Place::Body(0), false);
        perform(&mut level, edit);
        assert_eq!(folder_of(&level, Place::Disc(0)), Some(0));
        let edit = drop_on(&level, &[Place::Body(0), Place::Body(1)], Place::Body(2), true);
        perform(&mut level, edit);
        assert_eq!(edit::folders::parts_of(&level, 0), [Place::Disc(0)]);
        assert!(drop_on(&level, &[Place::Body(1)], Place::Body(0), true).is_none());
        assert!(put_in(&level, &[Place::Disc(0)], Some(0)).is_none());
        let edit = put_in(&level, &[Place::Disc(0)], None);
        perform(&mut level, edit);
        assert_eq!(folder_of(&level, Place::Disc(0)), None);
    }

    #[test]
    fn show_everything_ends_hiding_by_parts_folders_and_solo() {
        let mut level = level();
        assert!(!is_any_marked(&level, false));
        edit::folders::hide(&mut level, 0, true).unwrap();
        edit::folders::solo(&mut level, &[Place::Body(0)]).unwrap();
        let edit = hide(&level, &[Place::Node(0, 0)], true);
        perform(&mut level, Some(edit));
        assert!((0..3).all(|body| level.is_hidden(Place::Body(body))) && is_any_marked(&level, false));
        perform(&mut level, Some(free(false)));
        assert!((0..3).all(|body| !level.is_hidden(Place::Body(body))) && !is_any_marked(&level, false));
    }
}
