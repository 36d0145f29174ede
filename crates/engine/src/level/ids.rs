//! Stable identifiers of the parts of a level.
//!
//! Invariant after [`assign`]: every body, disc, obstacle, link, marker and instance has an id, and no two are equal.

use super::{Level, Place};
use crate::geometry::SortCopies;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum length of an id, in characters.
pub const MOST_CHARACTERS: usize = 64;

/// Regular expression of the ids of instances.
pub(super) const PLAIN_PATTERN: &str = "^[A-Za-z0-9_-]{1,64}$";

/// Regular expression of ids. The parts of an instance have the ids of the instance and of the part, with a slash between.
pub(super) const PATTERN: &str = "^[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64})*$";

/// Kinds of parts with an id, as they stand in new ids.
const KINDS: [&str; 6] = ["body", "disc", "obstacle", "link", "marker", "instance"];

/// True for 1 to 64 characters of `[A-Za-z0-9_-]`.
pub fn is_valid(id: &str) -> bool {
    (1..=MOST_CHARACTERS).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// Number of automatic colours.
pub const COLOURS: usize = 7;

/// Number of the automatic colour of a part: the sum of the numbers in its id, so that `body-0` to `body-6` have all
/// colours; a hash (FNV-1a) if there is no number. `None` without an id.
pub fn colour(id: &str) -> Option<usize> {
    if id.is_empty() {
        return None;
    }
    let numbers = id.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse::<usize>().ok());
    let sum = numbers.fold(None, |sum: Option<usize>, number| Some(sum.unwrap_or(0).wrapping_add(number)));
    let hash = || id.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    Some(sum.unwrap_or_else(|| hash() as usize))
}

/// Ids of all parts in document order, with the kind as it stands in new ids, to be changed.
fn slots(level: &mut Level) -> impl Iterator<Item = (&'static str, usize, &mut String)> {
    fn of<'a, T>(
        kind: &'static str,
        list: &'a mut [T],
        id: fn(&mut T) -> &mut String,
    ) -> impl Iterator<Item = (&'static str, usize, &'a mut String)> {
        list.iter_mut().enumerate().map(move |(index, item)| (kind, index, id(item)))
    }
    let Level { bodies, discs, obstacles, links, markers, instances, .. } = level;
    of(KINDS[0], bodies, |body| &mut body.id)
        .chain(of(KINDS[1], discs, |disc| &mut disc.id))
        .chain(of(KINDS[2], obstacles, |obstacle| &mut obstacle.id))
        .chain(of(KINDS[3], links, |link| &mut link.id))
        .chain(of(KINDS[4], markers, |marker| &mut marker.id))
        .chain(of(KINDS[5], instances, |instance| &mut instance.id))
}

/// Ids of all parts in document order.
pub fn all(level: &Level) -> impl Iterator<Item = &str> {
    let Level { bodies, discs, obstacles, links, markers, instances, .. } = level;
    let bodies = bodies.iter().map(|body| body.id.as_str());
    let discs = discs.iter().map(|disc| disc.id.as_str());
    let obstacles = obstacles.iter().map(|obstacle| obstacle.id.as_str());
    let links = links.iter().map(|link| link.id.as_str());
    let markers = markers.iter().map(|marker| marker.id.as_str());
    let instances = instances.iter().map(|instance| instance.id.as_str());
    bodies.chain(discs).chain(obstacles).chain(links).chain(markers).chain(instances)
}

/// True if every part has an id of its own.
fn is_complete(level: &Level) -> bool {
    let mut ids: Vec<&str> = all(level).collect();
    ids.sort_copies();
    ids.first().is_none_or(|first| !first.is_empty()) && ids.windows(2).all(|pair| pair[0] != pair[1])
}

/// Gives an id to every part without one: kind and index, `body-0`, with a further number if that is taken. Of parts with
/// equal ids, the first keeps its id. The result depends on the document only, except during an edit: new ids are then beyond
/// those of [`Level::id_marks`].
pub fn assign(level: &mut Level) {
    if is_complete(level) {
        return;
    }
    if let Some(mut marks) = level.id_marks.take() {
        marks.assign(level);
        level.id_marks = Some(marks);
        return;
    }
    let mut taken = without_repeats(level);
    for (kind, index, id) in slots(level) {
        if id.is_empty() {
            let numbered = (2..).map(|number| format!("{kind}-{index}-{number}"));
            let free = std::iter::once(format!("{kind}-{index}")).chain(numbered).find(|id| !taken.contains(id));
            *id = free.unwrap_or_default();
            taken.insert(id.clone());
        }
    }
}

/// Clears all repeated ids except the first of each; returns the ids that remain.
fn without_repeats(level: &mut Level) -> BTreeSet<String> {
    let mut taken = BTreeSet::new();
    for (_, _, id) in slots(level) {
        if !id.is_empty() && !taken.insert(id.clone()) {
            id.clear();
        }
    }
    taken
}

/// Numbers of the ids that new parts get, by kind. They only grow, so that an id is not used again after its part was
/// deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdMarks(BTreeMap<&'static str, usize>);

impl IdMarks {
    /// Raises the numbers above those of the ids in the level: `body-7` and `body-7-2` above 7.
    pub fn see(&mut self, level: &Level) {
        for id in all(level) {
            // Ids within instances count as well: `INSTANCE/body-7`.
            for part in id.split('/') {
                let Some(kind) = KINDS.iter().find(|kind| part.starts_with(**kind)) else { continue };
                let number = part[kind.len()..].strip_prefix('-').and_then(|rest| rest.split('-').next()?.parse().ok());
                if let Some(number) = number.filter(|number: &usize| *number < usize::MAX) {
                    let mark = self.0.entry(kind).or_default();
                    *mark = (*mark).max(number + 1);
                }
            }
        }
    }

    /// Gives each of these parts without an id one with the automatic colour of its original, whose id comes with it. Only
    /// bodies, discs and instances have a colour.
    pub fn assign_copies<'a>(&mut self, level: &mut Level, copies: impl Iterator<Item = (&'a str, Place)>) {
        self.see(level);
        for (original, place) in copies {
            let (kind, id) = match place {
                Place::Body(index) => (KINDS[0], level.bodies.get_mut(index).map(|body| &mut body.id)),
                Place::Disc(index) => (KINDS[1], level.discs.get_mut(index).map(|disc| &mut disc.id)),
                Place::Instance(index) => (KINDS[5], level.instances.get_mut(index).map(|instance| &mut instance.id)),
                _ => continue,
            };
            if let (Some(id), Some(colour)) = (id.filter(|id| id.is_empty()), colour(original)) {
                let mark = self.0.entry(kind).or_default();
                let number = mark.wrapping_add((colour % COLOURS + COLOURS - *mark % COLOURS) % COLOURS);
                *id = format!("{kind}-{number}");
                *mark = number.wrapping_add(1);
            }
        }
    }

    /// Gives an id to every part without one, and to every repetition of an id except the first: kind and a number that no
    /// part had before.
    pub fn assign(&mut self, level: &mut Level) {
        if is_complete(level) {
            return;
        }
        self.see(level);
        without_repeats(level);
        for (kind, _, id) in slots(level).filter(|(_, _, id)| id.is_empty()) {
            let mark = self.0.entry(kind).or_default();
            *id = format!("{kind}-{mark}");
            *mark += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Disc};

    fn level(bodies: &[&str]) -> Level {
        let bodies = bodies.iter().map(|id| Body { id: (*id).into(), ..Body::default() }).collect();
        Level { bodies, discs: vec![Disc::default()], ..Level::default() }
    }

    #[test]
    fn assign_names_parts_by_kind_and_index_and_keeps_the_first_of_equal_ids() {
        let mut level = level(&["", "hero", "hero", "body-0"]);
        assign(&mut level);
        let expected = ["body-0-2", "hero", "body-2", "body-0", "disc-0"];
        assert_eq!(all(&level).collect::<Vec<_>>(), expected);
        assign(&mut level);
        assert_eq!(all(&level).collect::<Vec<_>>(), expected, "a second pass changes nothing");
    }

    #[test]
    fn id_marks_do_not_use_an_id_again() {
        let mut marks = IdMarks::default();
        let mut level = level(&["body-0", "body-4"]);
        marks.assign(&mut level);
        level.bodies.pop();
        marks.see(&level);
        level.bodies.push(Body::default());
        marks.assign(&mut level);
        assert_eq!(all(&level).collect::<Vec<_>>(), ["body-0", "body-5", "disc-0"]);
    }

    #[test]
    fn ids_of_copies_have_the_colour_of_the_original() {
        let mut level = level(&["body-3", "hero", "", "", ""]);
        let copies = [("body-3", Place::Body(2)), ("body-3", Place::Body(3)), ("hero", Place::Body(4))];
        IdMarks::default().assign_copies(&mut level, copies.into_iter());
        let colours: Vec<_> = all(&level).map(|id| colour(id).map(|number| number % COLOURS)).collect();
        assert_eq!([colours[2], colours[3], colours[4]], [colours[0], colours[0], colours[1]]);
        assert_eq!([&level.bodies[2].id, &level.bodies[3].id], ["body-10", "body-17"]);
    }
}
