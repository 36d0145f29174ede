//! Order of bodies, discs, obstacles and links, and names. The order of bodies decides the order in which they are painted, and in
//! which their contacts are resolved.

use super::places::{Made, Remap, all_there, carry};
use crate::level::{Level, Place};

/// Index within its list.
fn index_of(place: Place) -> Option<usize> {
    match place {
        Place::Body(index) | Place::Disc(index) | Place::Obstacle(index) => Some(index),
        Place::Link(index) | Place::Marker(index) | Place::Instance(index) => Some(index),
        _ => None,
    }
}

fn with_index(kind: Place, index: usize) -> Place {
    match kind {
        Place::Disc(_) => Place::Disc(index),
        Place::Obstacle(_) => Place::Obstacle(index),
        Place::Link(_) => Place::Link(index),
        Place::Instance(_) => Place::Instance(index),
        Place::Marker(_) => Place::Marker(index),
        _ => Place::Body(index),
    }
}

fn count_of(level: &Level, kind: Place) -> usize {
    match kind {
        Place::Disc(_) => level.discs.len(),
        Place::Obstacle(_) => level.obstacles.len(),
        Place::Link(_) => level.links.len(),
        Place::Instance(_) => level.instances.len(),
        Place::Marker(_) => level.markers.len(),
        _ => level.bodies.len(),
    }
}

/// True if both are bodies, both discs, both obstacles, or both links.
pub fn is_same_kind(a: Place, b: Place) -> bool {
    index_of(a).is_some() && std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

/// The old indices in their new order if the parts move, in file order, into the gap before the part with index `gap` (the
/// number of parts: behind the last one). `None` if they are not of one kind, or nothing would move.
fn moved(level: &Level, places: &[Place], gap: usize) -> Option<Vec<usize>> {
    let &first = places.first()?;
    let is_sound = places.iter().all(|&place| is_same_kind(first, place) && level.has(place));
    let count = count_of(level, first);
    if !is_sound || gap > count {
        return None;
    }
    let is_moved = |index: usize| places.contains(&with_index(first, index));
    let before = (0..gap).filter(|&index| !is_moved(index));
    let group = (0..count).filter(|&index| is_moved(index));
    let behind = (gap..count).filter(|&index| !is_moved(index));
    let order: Vec<usize> = before.chain(group).chain(behind).collect();
    (order.iter().enumerate().any(|(at, &old)| at != old)).then_some(order)
}

/// True if [`reorder`] would change the level.
pub fn can_reorder(level: &Level, places: &[Place], gap: usize) -> bool {
    moved(level, places, gap).is_some()
}

/// Moves bodies, discs, obstacles or links (of one kind) into the gap before the part with index `gap`, and keeps their order. The
/// editor data stored by index follows.
///
/// # Errors
/// If the parts are not of one kind, one does not exist, or they are there already.
pub fn reorder(level: &mut Level, places: &[Place], gap: usize) -> Result<Made, String> {
    let order = moved(level, places, gap).ok_or("the parts do not move")?;
    match places[0] {
        Place::Disc(_) => permute(&mut level.discs, &order),
        Place::Obstacle(_) => permute(&mut level.obstacles, &order),
        Place::Link(_) => permute(&mut level.links, &order),
        Place::Instance(_) => permute(&mut level.instances, &order),
        Place::Marker(_) => permute(&mut level.markers, &order),
        _ => permute(&mut level.bodies, &order),
    }
    let remap = Remap::reordered(places[0], &order);
    carry(level, &remap);
    Ok(Made { places: remap.follow_all(places), remap, ..Made::default() })
}

fn permute<T>(items: &mut Vec<T>, order: &[usize]) {
    let mut old: Vec<Option<T>> = std::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.iter().filter_map(|&index| old[index].take()));
}

/// Gap into which the parts move by one place, earlier or later; for [`reorder`].
pub fn next_gap(level: &Level, places: &[Place], later: bool) -> Option<usize> {
    let indices = || places.iter().filter_map(|&place| index_of(place));
    let gap = if later { indices().max()?.checked_add(2)? } else { indices().min()?.checked_sub(1)? };
    can_reorder(level, places, gap).then_some(gap)
}

/// Maximum length of a name from a pattern, in bytes.
const MOST_BYTES: usize = 200;

/// The name with a number in a pattern: the first run of `#` becomes the number, with at least as many digits. A pattern
/// without `#` gets the number at its end.
pub fn numbered(pattern: &str, number: u64) -> String {
    let pattern = pattern.trim();
    let Some(start) = pattern.find('#') else {
        return if pattern.is_empty() { number.to_string() } else { format!("{pattern} {number}") };
    };
    let digits = pattern[start..].bytes().take_while(|&byte| byte == b'#').count();
    format!("{}{number:0digits$}{}", &pattern[..start], &pattern[start + digits..])
}

/// Names bodies, discs and obstacles by a pattern, counted from `first`, in the given order.
///
/// # Errors
/// If a place does not exist, is none of these, or the pattern is too long.
pub fn rename_all(level: &mut Level, places: &[Place], pattern: &str, first: u64) -> Result<Made, String> {
    all_there(level, places)?;
    let is_named =
        |place: &Place| matches!(place, Place::Body(_) | Place::Disc(_) | Place::Obstacle(_) | Place::Marker(_));
    if let Some(place) = places.iter().find(|place| !is_named(place)) {
        return Err(format!("{place} has no name"));
    }
    if pattern.len() > MOST_BYTES {
        return Err(format!("the pattern is too long: at most {MOST_BYTES} bytes"));
    }
    for (&place, number) in places.iter().zip(first..) {
        let name = numbered(pattern, number);
        match place {
            Place::Disc(index) => level.discs[index].name = name,
            Place::Obstacle(index) => level.obstacles[index].name = name,
            Place::Body(index) => level.bodies[index].name = name,
            Place::Marker(index) => level.markers[index].name = name,
            _ => {}
        }
    }
    Ok(Made::at(places.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::edit::tracked;
    use crate::level::{Body, Disc, EditorExtra, Link, LinkEnd, LinkKind, Node};

    fn level() -> Level {
        let body = |name: &str| Body { name: name.to_owned(), nodes: vec![Node::at([0.0, 0.0])], ..Body::default() };
        let extra = EditorExtra { body_colors: vec!["#ff0000".to_owned()], ..EditorExtra::default() };
        let bodies = ["a", "b", "c", "d", "e"].map(body).to_vec();
        Level { bodies, discs: vec![Disc::default(); 2], editor: Some(extra), ..Level::default() }
    }

    fn names(level: &Level) -> String {
        level.bodies.iter().map(|body| body.name.as_str()).collect()
    }

    #[test]
    fn reorder_moves_several_bodies_into_a_gap() {
        for (places, gap, expected) in [
            (&[0][..], 5, "bcdea"),
            (&[4], 0, "eabcd"),
            (&[1, 3], 0, "bdace"),
            (&[3, 1], 5, "acebd"),
            (&[0, 2], 2, "bacde"),
        ] {
            let mut level = level();
            let places: Vec<Place> = places.iter().map(|&index| Place::Body(index)).collect();
            let made = reorder(&mut level, &places, gap).unwrap();
            assert_eq!(names(&level), expected, "{places:?} into gap {gap}");
            assert_eq!(made.places.len(), places.len());
        }
    }

    #[test]
    fn reorder_carries_colours_hidden_parts_and_links() {
        let mut level = level();
        level.editor.as_mut().unwrap().hidden.insert(Place::Body(0));
        level.editor.as_mut().unwrap().solo.insert(Place::Body(1));
        let (tags, properties) = (Vec::new(), Default::default());
        let (a, b) = (LinkEnd::Node([0, 0]), LinkEnd::Node([4, 0]));
        level.links = vec![Link { id: String::new(), a, b, kind: LinkKind::Pin, collide: true, tags, properties }];
        tracked(&mut level, |level| reorder(level, &[Place::Body(0)], 3)).unwrap();
        assert_eq!(names(&level), "bcade");
        let extra = level.editor.as_ref().unwrap();
        assert_eq!(extra.body_colors, ["", "", "#ff0000"]);
        assert_eq!(extra.hidden.iter().collect::<Vec<_>>(), [Place::Body(2)]);
        assert_eq!(extra.solo.iter().collect::<Vec<_>>(), [Place::Body(0)]);
        assert_eq!((level.links[0].a, level.links[0].b), (LinkEnd::Node([2, 0]), b));
    }

    #[test]
    fn reorder_refuses_mixed_kinds_and_moves_to_the_same_place() {
        let mut level = level();
        for (places, gap) in [
            (&[][..], 0),
            (&[Place::Body(0), Place::Disc(0)], 2),
            (&[Place::Body(9)], 0),
            (&[Place::Body(1)], 1),
            (&[Place::Body(1)], 2),
            (&[Place::Body(1)], 6),
            (&[Place::World], 0),
        ] {
            assert!(reorder(&mut level, places, gap).is_err(), "{places:?} {gap}");
        }
        assert_eq!(next_gap(&level, &[Place::Body(0)], false), None);
        assert_eq!(next_gap(&level, &[Place::Body(4)], true), None);
        assert_eq!(next_gap(&level, &[Place::Disc(1)], false), Some(0));
        assert_eq!(next_gap(&level, &[Place::Body(1), Place::Body(2)], true), Some(4));
    }

    #[test]
    fn rename_counts_in_the_pattern() {
        assert_eq!(numbered("crate #", 3), "crate 3");
        assert_eq!(numbered("w##-front", 7), "w07-front");
        assert_eq!(numbered("##", 123), "123");
        assert_eq!(numbered("blob", 1), "blob 1");
        assert_eq!(numbered("é#", 1), "é1");
        assert_eq!(numbered(" ", 4), "4");
        let mut level = level();
        rename_all(&mut level, &[Place::Body(2), Place::Disc(0), Place::Body(0)], "toy ##", 9).unwrap();
        assert_eq!((level.bodies[2].name.as_str(), level.discs[0].name.as_str()), ("toy 09", "toy 10"));
        assert_eq!(level.bodies[0].name, "toy 11");
        assert!(rename_all(&mut level, &[Place::Node(0, 0)], "x", 1).is_err());
    }
}
