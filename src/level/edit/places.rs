//! Tracks places when parts are added and removed, and updates the editor data that is stored by index.

use super::membership;
use crate::level::checks::support::tell;
use crate::level::{Body, EditorExtra, Level, Place, PlaceSet, Role, format, ids};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

/// Result of a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Made {
    /// Places to select: the new or changed parts.
    pub places: Vec<Place>,
    /// Additional message for the author, such as what else was removed or reversed. Empty for none.
    pub said: String,
    /// New places of the parts of the level.
    pub remap: Remap,
}

impl Made {
    /// Result without moved parts and without a message.
    pub fn at(places: Vec<Place>) -> Self {
        Self { places, ..Self::default() }
    }

    /// Adds a message.
    pub fn saying(self, said: impl Into<String>) -> Self {
        Self { said: said.into(), ..self }
    }
}

/// New index of each old item; None for removed items. Absent if nothing moved.
type Index = Option<Vec<Option<usize>>>;

/// New places of a level's parts after a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remap {
    pub(super) bodies: Index,
    pub(super) discs: Index,
    pub(super) obstacles: Index,
    pub(super) links: Index,
    pub(super) markers: Index,
    pub(super) instances: Index,
    /// By old body: the new places of the items of its lists (in the order of [`LISTS`]), if they changed.
    pub(super) parts: BTreeMap<usize, [Option<Vec<Option<Place>>>; 5]>,
}

/// The lists of a body: nodes, springs, sticks, hull edges, triangles.
pub(super) const LISTS: [fn(usize, usize) -> Place; 5] =
    [Place::Node, Place::Spring, Place::Stick, Place::HullEdge, Place::Triangle];

/// Body, index of the list in [`LISTS`], index in that list.
pub(super) fn in_list(place: Place) -> Option<(usize, usize, usize)> {
    match place {
        Place::Node(body, item) => Some((body, 0, item)),
        Place::Spring(body, item) => Some((body, 1, item)),
        Place::Stick(body, item) => Some((body, 2, item)),
        Place::HullEdge(body, item) => Some((body, 3, item)),
        Place::Triangle(body, item) => Some((body, 4, item)),
        _ => None,
    }
}

impl Remap {
    /// Remap for a new order of the bodies, discs, obstacles, links, markers or instances, whichever `kind` is: `order` lists
    /// the old indices.
    pub(super) fn reordered(kind: Place, order: &[usize]) -> Self {
        let mut new = vec![None; order.len()];
        order.iter().enumerate().for_each(|(at, &old)| new[old] = Some(at));
        match kind {
            Place::Body(_) => Self { bodies: Some(new), ..Self::default() },
            Place::Disc(_) => Self { discs: Some(new), ..Self::default() },
            Place::Obstacle(_) => Self { obstacles: Some(new), ..Self::default() },
            Place::Link(_) => Self { links: Some(new), ..Self::default() },
            Place::Marker(_) => Self { markers: Some(new), ..Self::default() },
            Place::Instance(_) => Self { instances: Some(new), ..Self::default() },
            _ => Self::default(),
        }
    }

    /// True if no part moved.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// New place of a part; None if it was removed.
    pub fn follow(&self, place: Place) -> Option<Place> {
        let new = |index: &Index, old: usize| match index {
            Some(index) => index.get(old).copied().flatten(),
            None => Some(old),
        };
        match place {
            Place::Level | Place::World => Some(place),
            Place::Instance(instance) => new(&self.instances, instance).map(Place::Instance),
            Place::Body(body) => new(&self.bodies, body).map(Place::Body),
            Place::Disc(disc) => new(&self.discs, disc).map(Place::Disc),
            Place::Obstacle(obstacle) => new(&self.obstacles, obstacle).map(Place::Obstacle),
            Place::Link(link) => new(&self.links, link).map(Place::Link),
            Place::Marker(marker) => new(&self.markers, marker).map(Place::Marker),
            _ => {
                let (body, list, item) = in_list(place)?;
                match self.parts.get(&body).and_then(|lists| lists[list].as_ref()) {
                    Some(items) => items.get(item).copied().flatten(),
                    None => new(&self.bodies, body).map(|body| LISTS[list](body, item)),
                }
            }
        }
    }

    /// The remap of two changes that keep the order of bodies, discs, obstacles, links, markers and instances.
    pub(super) fn then(mut self, next: &Self) -> Self {
        for item in self.parts.values_mut().flatten().flatten().flatten() {
            *item = item.and_then(|place| next.follow(place));
        }
        for (&body, lists) in &next.parts {
            self.parts.entry(body).or_insert_with(|| lists.clone());
        }
        self
    }

    /// New places of those that still exist.
    pub fn follow_all(&self, places: &[Place]) -> Vec<Place> {
        places.iter().filter_map(|&place| self.follow(place)).collect()
    }

    /// Updates the editor data stored by index: colours, hidden, locked and soloed parts, parameters of a twin.
    pub(super) fn carry(&self, extra: &mut EditorExtra, is_tracked: bool) {
        carry_colors(&mut extra.body_colors, &self.bodies);
        carry_colors(&mut extra.disc_colors, &self.discs);
        for set in [&mut extra.hidden, &mut extra.locked, &mut extra.solo] {
            *set = set.iter().filter_map(|place| self.follow(place)).collect::<PlaceSet>();
        }
        if let Some(twin) = &mut extra.twin {
            // During a tracked edit links are followed by their ids: see `tracked`.
            let is_followed = |place: Place| is_tracked && matches!(place, Place::Link(_));
            twin.set.retain_mut(|set| {
                set.follow(|place| if is_followed(place) { Some(place) } else { self.follow(place) })
            });
        }
    }
}

fn carry_colors(colors: &mut Vec<String>, index: &Index) {
    let Some(index) = index else { return };
    let mut carried = Vec::new();
    for (color, new) in std::mem::take(colors).into_iter().zip(index) {
        let Some(new) = *new else { continue };
        if carried.len() <= new {
            carried.resize(new + 1, String::new());
        }
        // If several become one, the first colour is kept.
        if carried[new].is_empty() {
            carried[new] = color;
        }
    }
    *colors = carried;
}

/// Applies a remap to the level's editor data, if any.
pub(super) fn carry(level: &mut Level, remap: &Remap) {
    if let Some(extra) = &mut level.editor {
        remap.carry(extra, level.is_tracked);
    }
}

/// New index of each item if those with `is_gone` are removed.
pub(super) fn thinned(count: usize, is_gone: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
    let mut next = 0;
    let number = |old: usize| {
        let stays = !is_gone(old);
        next += usize::from(stays);
        stays.then(|| next - 1)
    };
    (0..count).map(number).collect()
}

/// Removes the items without a new index.
pub(super) fn keep<T>(items: &mut Vec<T>, index: &[Option<usize>]) {
    let mut new = index.iter();
    items.retain(|_| new.next().is_some_and(Option::is_some));
}

/// Error message for a part that does not exist.
pub(super) fn missing(place: Place) -> String {
    format!("{place} is not there")
}

/// The body with this index.
pub(super) fn body_at(level: &Level, body: usize) -> Result<&Body, String> {
    level.bodies.get(body).ok_or_else(|| missing(Place::Body(body)))
}

/// Validates a node for springs, sticks and hull edges (`what`): it exists and is no barycentre.
pub(super) fn mass_at(level: &Level, body: usize, node: usize, what: &str) -> Result<(), String> {
    match body_at(level, body)?.nodes.get(node) {
        None => Err(missing(Place::Node(body, node))),
        Some(found) if found.role == Role::Barycentre => {
            Err(format!("node {node} is the barycentre, which no {what} may use"))
        }
        Some(_) => Ok(()),
    }
}

/// Fails unless there are places and all of them exist.
pub(super) fn all_there(level: &Level, places: &[Place]) -> Result<(), String> {
    match places.iter().find(|&&place| !level.has(place)) {
        Some(&place) => Err(missing(place)),
        None if places.is_empty() => Err("nothing is selected".to_owned()),
        None => Ok(()),
    }
}

/// Ends of a link, the lower one first.
pub(super) fn pair([a, b]: [usize; 2]) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// Returns the level if the format accepts it.
pub(super) fn sound(level: Level) -> Result<Level, String> {
    format::validate(&level).map_err(|error| error.to_string())?;
    Ok(level)
}

/// Clears and returns an id that another part has; the part is a copy of that one and gets a new id.
pub(super) fn take_taken(level: &Level, id: &mut String) -> Option<String> {
    let is_taken = !id.is_empty() && ids::all(level).any(|known| known == id);
    is_taken.then(|| std::mem::take(id))
}

/// Appends an instance.
pub(super) fn push_instance(level: &mut Level, mut instance: crate::level::Instance) {
    take_taken(level, &mut instance.id);
    level.instances.push(instance);
}

/// Appends a body and returns its index. Stale editor data beyond the list does not apply to it.
pub(super) fn push_body(level: &mut Level, mut body: Body, color: &str) -> usize {
    let original = take_taken(level, &mut body.id);
    let index = level.bodies.len();
    level.bodies.push(body);
    if !color.is_empty() {
        level.editor.get_or_insert_default();
    }
    if let Some(extra) = &mut level.editor {
        forget(extra, Place::Body(index));
        set_color(&mut extra.body_colors, index, color);
    }
    original.iter().for_each(|original| membership::inherit(level, original, Place::Body(index)));
    index
}

/// Appends a disc and returns its index.
pub(super) fn push_disc(level: &mut Level, mut disc: crate::level::Disc, color: &str) -> usize {
    let original = take_taken(level, &mut disc.id);
    let index = level.discs.len();
    level.discs.push(disc);
    if !color.is_empty() {
        level.editor.get_or_insert_default();
    }
    if let Some(extra) = &mut level.editor {
        forget(extra, Place::Disc(index));
        set_color(&mut extra.disc_colors, index, color);
    }
    original.iter().for_each(|original| membership::inherit(level, original, Place::Disc(index)));
    index
}

/// Appends an obstacle and returns its index.
pub(super) fn push_obstacle(level: &mut Level, mut obstacle: crate::level::Obstacle) -> usize {
    let original = take_taken(level, &mut obstacle.id);
    let index = level.obstacles.len();
    level.obstacles.push(obstacle);
    if let Some(extra) = &mut level.editor {
        forget(extra, Place::Obstacle(index));
    }
    original.iter().for_each(|original| membership::inherit(level, original, Place::Obstacle(index)));
    index
}

/// Appends a link and returns its index.
pub(super) fn push_link(level: &mut Level, mut link: crate::level::Link) -> usize {
    take_taken(level, &mut link.id);
    level.links.push(link);
    level.links.len() - 1
}

/// Appends a marker under a unique name and returns its index.
pub(super) fn push_marker(level: &mut Level, mut marker: crate::level::Marker) -> usize {
    take_taken(level, &mut marker.id);
    let index = level.markers.len();
    let taken = level.markers.iter().map(|marker| marker.name.as_str()).collect();
    marker.name = free_of(&taken, &marker.name);
    level.markers.push(marker);
    if let Some(extra) = &mut level.editor {
        forget(extra, Place::Marker(index));
    }
    index
}

fn forget(extra: &mut EditorExtra, place: Place) {
    extra.hidden.remove(place);
    extra.locked.remove(place);
    // While some parts are shown alone, a new one is shown with them.
    if !extra.solo.is_empty() {
        extra.solo.insert(place);
    }
}

/// Colour of a body or disc in the editor data; empty for none.
pub(super) fn color(level: &Level, place: Place) -> String {
    let Some(extra) = &level.editor else { return String::new() };
    let color = match place {
        Place::Body(index) => extra.body_colors.get(index),
        Place::Disc(index) => extra.disc_colors.get(index),
        _ => None,
    };
    color.cloned().unwrap_or_default()
}

/// Trailing items without a colour are removed.
fn set_color(colors: &mut Vec<String>, index: usize, color: &str) {
    colors.truncate(index);
    if !color.is_empty() {
        colors.resize(index, String::new());
        colors.push(color.to_owned());
    }
}

/// Returns the name, or the first free `name 2`, `name 3` … if a body or disc uses it.
pub(super) fn free_name(level: &Level, name: &str) -> String {
    let bodies = level.bodies.iter().map(|body| body.name.as_str());
    free_of(&bodies.chain(level.discs.iter().map(|disc| disc.name.as_str())).collect(), name)
}

/// Gives repeated names a number, in order: `leg`, `leg 2`.
pub(in crate::level) fn number_names<'a>(names: impl Iterator<Item = &'a mut String>) {
    let mut taken = BTreeSet::new();
    for name in names {
        *name = free_of(&taken, name);
        taken.insert(name.clone());
    }
}

/// Returns the name, or the first free `name 2`, `name 3` … if it is taken.
fn free_of<T: Ord + Borrow<str>>(taken: &BTreeSet<T>, name: &str) -> String {
    if name.is_empty() || !taken.contains(name) {
        return name.to_owned();
    }
    // `crate 2` is followed by `crate 3`, not by `crate 2 2`.
    let stem = match name.rsplit_once(' ') {
        Some((stem, number)) if !stem.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => stem,
        _ => name,
    };
    let is_free = |name: &String| !taken.contains(name.as_str());
    (2..).map(|number| format!("{stem} {number}")).find(is_free).unwrap_or_default()
}

/// `3 springs and 1 triangle`; empty for none.
pub(super) fn counts_text(counts: &[(usize, &str)]) -> String {
    let words: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|&(count, noun)| tell::count(count, noun)).collect();
    match &words[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
