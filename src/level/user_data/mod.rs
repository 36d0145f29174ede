//! User data of parts: identifier, tags and properties, for every kind of part that has them.

pub mod find;
pub mod templates;

use super::{Level, Place, Properties, PropertyKind};
use std::collections::{BTreeMap, BTreeSet};

/// User data of a part.
#[derive(Clone, Copy, Debug)]
pub struct UserData<'a> {
    /// Stable identifier; None for nodes and the level.
    pub id: Option<&'a str>,
    /// Its tags.
    pub tags: &'a [String],
    /// Its properties.
    pub properties: &'a Properties,
}

/// The same, to be changed.
#[derive(Debug)]
pub struct UserDataMut<'a> {
    /// Stable identifier; None for nodes and the level.
    pub id: Option<&'a mut String>,
    /// Its tags.
    pub tags: &'a mut Vec<String>,
    /// Its properties.
    pub properties: &'a mut Properties,
}

impl<'a> UserData<'a> {
    /// User data of a part; None if the part does not exist, or its kind has none (springs, triangles, say).
    pub fn of(level: &'a Level, place: Place) -> Option<Self> {
        macro_rules! part {
            ($list:ident, $index:expr) => {{
                let part = level.$list.get($index)?;
                Self { id: Some(&part.id), tags: &part.tags, properties: &part.properties }
            }};
        }
        Some(match place {
            Place::Level => Self { id: None, tags: &level.tags, properties: &level.properties },
            Place::Body(index) => part!(bodies, index),
            Place::Node(body, index) => {
                let node = level.bodies.get(body)?.nodes.get(index)?;
                Self { id: None, tags: &node.tags, properties: &node.properties }
            }
            Place::Disc(index) => part!(discs, index),
            Place::Obstacle(index) => part!(obstacles, index),
            Place::Link(index) => part!(links, index),
            Place::Marker(index) => part!(markers, index),
            Place::Instance(index) => part!(instances, index),
            Place::World | Place::Spring(..) | Place::Stick(..) | Place::HullEdge(..) | Place::Triangle(..) => {
                return None;
            }
        })
    }
}

impl<'a> UserDataMut<'a> {
    /// As [`UserData::of`].
    pub fn of(level: &'a mut Level, place: Place) -> Option<Self> {
        macro_rules! part {
            ($list:ident, $index:expr) => {{
                let part = level.$list.get_mut($index)?;
                Self { id: Some(&mut part.id), tags: &mut part.tags, properties: &mut part.properties }
            }};
        }
        Some(match place {
            Place::Level => Self { id: None, tags: &mut level.tags, properties: &mut level.properties },
            Place::Body(index) => part!(bodies, index),
            Place::Node(body, index) => {
                let node = level.bodies.get_mut(body)?.nodes.get_mut(index)?;
                Self { id: None, tags: &mut node.tags, properties: &mut node.properties }
            }
            Place::Disc(index) => part!(discs, index),
            Place::Obstacle(index) => part!(obstacles, index),
            Place::Link(index) => part!(links, index),
            Place::Marker(index) => part!(markers, index),
            Place::Instance(index) => part!(instances, index),
            Place::World | Place::Spring(..) | Place::Stick(..) | Place::HullEdge(..) | Place::Triangle(..) => {
                return None;
            }
        })
    }
}

/// All parts with user data except the level itself, in document order; nodes follow their body.
pub fn places(level: &Level) -> impl Iterator<Item = Place> + '_ {
    let bodies = level.bodies.iter().enumerate().flat_map(|(index, body)| {
        std::iter::once(Place::Body(index)).chain((0..body.nodes.len()).map(move |node| Place::Node(index, node)))
    });
    bodies
        .chain((0..level.discs.len()).map(Place::Disc))
        .chain((0..level.obstacles.len()).map(Place::Obstacle))
        .chain((0..level.links.len()).map(Place::Link))
        .chain((0..level.markers.len()).map(Place::Marker))
        .chain((0..level.instances.len()).map(Place::Instance))
}

/// User data of the level and of all parts that have some.
fn all(level: &Level) -> impl Iterator<Item = UserData<'_>> {
    let data = std::iter::once(Place::Level).chain(places(level)).filter_map(|place| UserData::of(level, place));
    data.filter(|data| !data.tags.is_empty() || !data.properties.is_empty())
}

/// Tags used in the level, sorted.
pub fn tags_used(level: &Level) -> BTreeSet<&str> {
    all(level).flat_map(|data| data.tags).map(String::as_str).collect()
}

/// Names of the properties used in the level, sorted, with the kind at their first use.
pub fn names_used(level: &Level) -> BTreeMap<&str, PropertyKind> {
    let mut names = BTreeMap::new();
    for (name, value) in all(level).flat_map(|data| data.properties.iter()) {
        if let Some(kind) = value.kind() {
            names.entry(name).or_insert(kind);
        }
    }
    names
}

/// Label of a node; None for other parts.
pub fn label(level: &Level, place: Place) -> Option<&str> {
    match place {
        Place::Node(body, index) => level.bodies.get(body)?.nodes.get(index).map(|node| node.label.as_str()),
        _ => None,
    }
}

/// Copies ids, labels, tags and properties of the level and its parts, and the markers, to a level with the same parts.
/// Parts without counterpart keep theirs.
pub fn copy(from: &Level, to: &mut Level) {
    to.markers.clone_from(&from.markers);
    for place in std::iter::once(Place::Level).chain(places(from)) {
        let (Some(source), Some(target)) = (UserData::of(from, place), UserDataMut::of(to, place)) else { continue };
        if let (Some(source), Some(target)) = (source.id, target.id) {
            source.clone_into(target);
        }
        if source.tags != &**target.tags {
            *target.tags = source.tags.to_vec();
        }
        if source.properties != target.properties {
            target.properties.clone_from(source.properties);
        }
        if let Place::Node(body, node) = place {
            to.bodies[body].nodes[node].label.clone_from(&from.bodies[body].nodes[node].label);
        }
    }
}

/// True if the levels have the same world, bodies, discs, obstacles, links and instances, apart from user data.
pub fn is_same_physics(a: &Level, b: &Level) -> bool {
    let is_equal = |a: &Level, b: &Level| {
        (&a.bodies, &a.discs, &a.obstacles, &a.links, &a.instances)
            == (&b.bodies, &b.discs, &b.obstacles, &b.links, &b.instances)
    };
    let counts = |level: &Level| {
        let parts = (level.bodies.len(), level.discs.len(), level.obstacles.len());
        (parts, level.links.len(), level.instances.len())
    };
    if a.world != b.world || counts(a) != counts(b) {
        return false;
    }
    if is_equal(a, b) {
        return true;
    }
    let mut plain = b.clone();
    copy(a, &mut plain);
    is_equal(a, &plain)
}
