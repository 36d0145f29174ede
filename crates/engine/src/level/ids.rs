//! Stable identifiers of the parts of a level.
//!
//! Invariant after [`assign`]: every body, disc, obstacle, link, marker and instance has an id, and no two are equal.

use super::Level;
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
}
