//! Stable identifiers of the parts of a level.
//!
//! Invariant after [`assign`]: every body, disc, obstacle, link, marker and instance has an id, and no two are equal.

use super::Level;
use std::collections::BTreeSet;

/// Maximum length of an id, in characters.
pub const MOST_CHARACTERS: usize = 64;

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
    of("body", bodies, |body| &mut body.id)
        .chain(of("disc", discs, |disc| &mut disc.id))
        .chain(of("obstacle", obstacles, |obstacle| &mut obstacle.id))
        .chain(of("link", links, |link| &mut link.id))
        .chain(of("marker", markers, |marker| &mut marker.id))
        .chain(of("instance", instances, |instance| &mut instance.id))
}

/// Gives an id to every part without one: kind and index, `body-0`, with a further number if that is taken. Of parts with
/// equal ids, the first keeps its id. The result depends on the document only.
pub fn assign(level: &mut Level) {
    let mut taken = BTreeSet::new();
    for (_, _, id) in slots(level) {
        if !id.is_empty() && !taken.insert(id.clone()) {
            id.clear();
        }
    }
    for (kind, index, id) in slots(level) {
        if id.is_empty() {
            let numbered = (2..).map(|number| format!("{kind}-{index}-{number}"));
            let free = std::iter::once(format!("{kind}-{index}")).chain(numbered).find(|id| !taken.contains(id));
            *id = free.unwrap_or_default();
            taken.insert(id.clone());
        }
    }
}
