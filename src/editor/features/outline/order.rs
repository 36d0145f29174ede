//! Edits of the outline: order of bodies, discs, obstacles and markers, names, hiding and locking.

use crate::editor::document::Edit;
use crate::editor::tools::describe;
use crate::level::edit::{Made, Remap};
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

/// The next or previous place in the same list, if there is one.
fn neighbour(level: &Level, place: Place, later: bool) -> Option<Place> {
    let step = |i: usize, count: usize| if later { Some(i + 1).filter(|i| *i < count) } else { i.checked_sub(1) };
    Some(match place {
        Place::Body(i) => Place::Body(step(i, level.bodies.len())?),
        Place::Disc(i) => Place::Disc(step(i, level.discs.len())?),
        Place::Obstacle(i) => Place::Obstacle(step(i, level.obstacles.len())?),
        Place::Link(i) => Place::Link(step(i, level.links.len())?),
        Place::Marker(i) => Place::Marker(step(i, level.markers.len())?),
        _ => return None,
    })
}

/// Moves the single selected body, disc, obstacle, link or marker one place earlier or later in its list. `None` if that is not
/// possible.
pub fn shift(level: &Level, selection: &[Place], later: bool) -> Option<Edit> {
    let &[place] = selection else { return None };
    let other = neighbour(level, place, later)?;
    let label = format!("Move {} {}", describe(place), if later { "later" } else { "earlier" });
    Some(Edit::making(label, move |level| {
        swap(level, place, other);
        Ok(Made { remap: Remap::moved(level, place, other), ..Made::at(vec![other]) })
    }))
}

/// Moves a part to the place of another of the same kind and shifts those between. `None` if the kinds differ or the
/// places are equal.
pub fn relocate(level: &Level, from: Place, to: Place) -> Option<Edit> {
    let later = from < to;
    if std::mem::discriminant(&from) != std::mem::discriminant(&to) || from == to || name_of(level, from).is_none() {
        return None;
    }
    Some(Edit::making(format!("Move {} to the place of {}", describe(from), describe(to)), move |level| {
        let mut at = from;
        while at != to {
            let next = neighbour(level, at, later).ok_or_else(|| format!("{to} no longer exists"))?;
            swap(level, at, next);
            at = next;
        }
        Ok(Made { remap: Remap::moved(level, from, to), ..Made::at(vec![to]) })
    }))
}

/// Swaps two parts of one list together with the editor data stored by index.
fn swap(level: &mut Level, a: Place, b: Place) {
    match (a, b) {
        (Place::Body(a), Place::Body(b)) => level.bodies.swap(a, b),
        (Place::Disc(a), Place::Disc(b)) => level.discs.swap(a, b),
        (Place::Obstacle(a), Place::Obstacle(b)) => level.obstacles.swap(a, b),
        (Place::Link(a), Place::Link(b)) => return level.links.swap(a, b),
        (Place::Marker(a), Place::Marker(b)) => level.markers.swap(a, b),
        _ => return,
    }
    let Some(extra) = &mut level.editor else { return };
    match (a, b) {
        (Place::Body(a), Place::Body(b)) => swap_colors(&mut extra.body_colors, a, b),
        (Place::Disc(a), Place::Disc(b)) => swap_colors(&mut extra.disc_colors, a, b),
        _ => {}
    }
    let new = |place: Place| match place {
        place if place == a => b,
        place if place == b => a,
        place => place,
    };
    for set in [&mut extra.hidden, &mut extra.locked] {
        *set = set.iter().map(new).collect::<PlaceSet>();
    }
    let body = |index: usize| new(Place::Body(index)).body().unwrap_or(index);
    let moved = |place: Place| match place {
        Place::Node(index, item) => Place::Node(body(index), item),
        Place::Spring(index, item) => Place::Spring(body(index), item),
        Place::Stick(index, item) => Place::Stick(body(index), item),
        Place::HullEdge(index, item) => Place::HullEdge(body(index), item),
        Place::Triangle(index, item) => Place::Triangle(body(index), item),
        other => new(other),
    };
    if let Some(twin) = &mut extra.twin {
        twin.set.retain_mut(|set| set.follow(|place| Some(moved(place))));
    }
}

fn swap_colors(colors: &mut Vec<String>, a: usize, b: usize) {
    if a.max(b) >= colors.len() && a.min(b) < colors.len() {
        colors.resize(a.max(b) + 1, String::new());
    }
    if a.max(b) < colors.len() {
        colors.swap(a, b);
    }
}

fn owners(places: &[Place]) -> Vec<Place> {
    let can_hide = |place: &Place| !matches!(place, Place::Link(_));
    let mut owners: Vec<Place> = places.iter().map(|place| place.owner()).filter(can_hide).collect();
    owners.sort_unstable();
    owners.dedup();
    owners
}

fn mark(places: &[Place], verb: &str, is_on: bool, set: fn(&mut EditorExtra) -> &mut PlaceSet) -> Edit {
    let places = owners(places);
    let label = match places[..] {
        [place] => format!("{verb} {}", describe(place)),
        _ => format!("{verb} {} parts", places.len()),
    };
    Edit::new(label, move |level| {
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
pub fn hide(_: &Level, places: &[Place], hides: bool) -> Edit {
    mark(places, if hides { "Hide" } else { "Show" }, hides, |extra| &mut extra.hidden)
}

/// Locks or unlocks these parts against the pointer.
pub fn lock(_: &Level, places: &[Place], locks: bool) -> Edit {
    mark(places, if locks { "Lock" } else { "Unlock" }, locks, |extra| &mut extra.locked)
}

/// Shows all hidden parts, or unlocks all locked ones.
pub fn free(locks: bool) -> Edit {
    Edit::new(if locks { "Unlock everything" } else { "Show everything" }, move |level| {
        if let Some(extra) = &mut level.editor {
            let set = if locks { &mut extra.locked } else { &mut extra.hidden };
            *set = PlaceSet::default();
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Body;

    #[test]
    fn swap_moves_colour_and_visibility_with_the_body() {
        let body = |name: &str| Body { name: name.to_owned(), ..Body::default() };
        let extra = EditorExtra { body_colors: vec!["#ff0000".to_owned()], ..EditorExtra::default() };
        let mut level =
            Level { bodies: vec![body("a"), body("b"), body("c")], editor: Some(extra), ..Level::default() };
        level.editor.as_mut().unwrap().hidden.insert(Place::Body(0));
        swap(&mut level, Place::Body(0), Place::Body(1));
        assert_eq!(level.bodies[0].name, "b");
        let extra = level.editor.as_ref().unwrap();
        assert_eq!(extra.body_colors, ["", "#ff0000"]);
        assert!(extra.hidden.contains(Place::Body(1)) && !extra.hidden.contains(Place::Body(0)));
        let edit = relocate(&level, Place::Body(0), Place::Body(2)).expect("of one kind");
        (edit.change)(&mut level).unwrap();
        let names: Vec<_> = level.bodies.iter().map(|body| body.name.as_str()).collect();
        assert_eq!(names, ["a", "c", "b"]);
        assert!(level.editor.as_ref().unwrap().hidden.contains(Place::Body(0)));
        assert!(relocate(&level, Place::Body(0), Place::Disc(0)).is_none());
        assert!(shift(&level, &[Place::Body(0)], false).is_none());
        assert!(shift(&level, &[Place::Body(2)], true).is_none());
        assert!(shift(&level, &[Place::Body(0), Place::Body(1)], true).is_none());
    }
}
