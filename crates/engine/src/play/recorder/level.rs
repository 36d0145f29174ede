//! The parts of a running game as a level document.

use crate::engine::Layout;
use crate::level::{Level, Link, LinkEnd};
use crate::play::documents::{LinkDocument, LinkTarget};
use crate::play::handles::{Handle, SlotMap};
use crate::play::parts::Parts;

/// The parts that were not removed, as in their files, with pins as they are now. Links that are off are included.
pub(in crate::play) fn level_of(parts: &Parts, layout: &Layout) -> Level {
    let info = &parts.level;
    Level {
        name: info.name.clone(),
        notes: info.notes.clone(),
        tags: info.tags.clone(),
        properties: info.properties.clone(),
        markers: info.markers.clone(),
        world: layout.settings.clone(),
        bodies: parts.bodies.documents().cloned().collect(),
        discs: parts.discs.documents().cloned().collect(),
        obstacles: parts.obstacles.documents().cloned().collect(),
        links: parts.links.documents().filter_map(|document| link_of(parts, document)).collect(),
        ..Level::default()
    }
}

/// A link with its ends as indices in the level.
fn link_of(parts: &Parts, document: &LinkDocument) -> Option<Link> {
    let end = |target: LinkTarget| {
        Some(match target {
            LinkTarget::Node(body, node) => LinkEnd::Node([present_index(&parts.bodies.handles, body)?, node]),
            LinkTarget::Disc(disc) => LinkEnd::Disc(present_index(&parts.discs.handles, disc)?),
            LinkTarget::Point(point) => LinkEnd::Point(point),
        })
    };
    let [a, b] = document.ends;
    Some(Link { a: end(a)?, b: end(b)?, ..document.link.clone() })
}

/// Index of a part among those that were not removed.
fn present_index<H: Handle>(map: &SlotMap<H>, handle: H) -> Option<usize> {
    let index = map.index(handle).ok()?;
    Some(index - (0..index).filter(|&earlier| map.is_gap(earlier)).count())
}
