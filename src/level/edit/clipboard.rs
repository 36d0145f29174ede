//! Copies parts of a level to a text that is a level itself, and pastes it: copy, cut, paste, duplicate.

use super::places::{
    Made, color, free_name, push_body, push_disc, push_instance, push_link, push_marker, push_obstacle, sound,
};
use super::targets::Targets;
use super::texture;
use super::transform::{Transform, transform};
use super::{links, membership};
use crate::level::checks::support::measure;
use crate::level::format::{self, TextFormat};
use crate::level::{Body, EditorExtra, Level, Link, LinkEnd, Place, Point, Role, ids};
use std::collections::BTreeSet;

/// Maximum length of a pasted text, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// Returns the named parts as a level: bodies, discs, obstacles, markers and instances as a whole, with their colours and the
/// links among them. Single nodes (also those
/// of named springs, sticks, hull edges and triangles) become a body with every element among them. The world settings are
/// those of the level, so that the text is a runnable level.
///
/// # Errors
/// If a place does not exist, or only links are named.
pub fn fragment(level: &Level, places: &[Place]) -> Result<Level, String> {
    let targets = Targets::of(level, places)?;
    let mut extra = EditorExtra::default();
    let mut part = Level { world: level.world.clone(), ..Level::default() };
    // In file order, which keeps the drawing order.
    for (index, body) in level.bodies.iter().enumerate() {
        let nodes = targets.nodes.get(&index);
        match nodes {
            Some(nodes) => part.bodies.push(of_nodes(body, nodes)),
            None if targets.bodies.contains(&index) => part.bodies.push(body.clone()),
            None => continue,
        }
        extra.body_colors.push(color(level, Place::Body(index)));
    }
    for &index in &targets.discs {
        part.discs.push(level.discs[index].clone());
        extra.disc_colors.push(color(level, Place::Disc(index)));
    }
    part.obstacles.extend(targets.obstacles.iter().map(|&index| level.obstacles[index].clone()));
    part.markers.extend(targets.markers.iter().map(|&index| level.markers[index].clone()));
    part.instances.extend(targets.instances.iter().map(|&index| level.instances[index].clone()));
    part.links = links_among(level, &targets);
    if everything(&part).is_empty() {
        return Err("a link is copied together with what it joins: select that too".to_owned());
    }
    for list in [&mut extra.body_colors, &mut extra.disc_colors] {
        while list.last().is_some_and(String::is_empty) {
            list.pop();
        }
    }
    let own_ids = ids::all(&part).map(str::to_owned).collect();
    membership::of_parts(level, &own_ids, &mut extra);
    part.editor = (extra != EditorExtra::default()).then_some(extra);
    Ok(part)
}

/// Links whose ends are copied or fixed, in the indices of the copy. A link between fixed points is copied if it is named.
fn links_among(level: &Level, targets: &Targets) -> Vec<Link> {
    let bodies: Vec<usize> = (0..level.bodies.len())
        .filter(|body| targets.bodies.contains(body) || targets.nodes.contains_key(body))
        .collect();
    let end = |end: LinkEnd| match end {
        LinkEnd::Node([body, node]) => {
            let index = bodies.binary_search(&body).ok()?;
            let node = match targets.nodes.get(&body) {
                Some(nodes) => nodes.iter().position(|&known| known == node)?,
                None => node,
            };
            Some(LinkEnd::Node([index, node]))
        }
        LinkEnd::Disc(disc) => targets.discs.iter().position(|&known| known == disc).map(LinkEnd::Disc),
        LinkEnd::Point(_) => Some(end),
    };
    let is_fixed = |end: LinkEnd| matches!(end, LinkEnd::Point(_));
    let is_meant =
        |&(index, link): &(usize, &Link)| !(is_fixed(link.a) && is_fixed(link.b)) || targets.links.contains(&index);
    let meant: Vec<Link> = level.links.iter().enumerate().filter(is_meant).map(|(_, link)| link.clone()).collect();
    links::copied(&meant, end)
}

/// These nodes of a body, with every element among them.
fn of_nodes(body: &Body, nodes: &BTreeSet<usize>) -> Body {
    let mut new = vec![None; body.nodes.len()];
    nodes.iter().enumerate().for_each(|(index, &node)| new[node] = Some(index));
    let mut part = Body { nodes: nodes.iter().map(|&node| body.nodes[node].clone()).collect(), ..body.clone() };
    texture::select(&mut part.skin, nodes.iter().copied());
    crate::level::checks::support::edit::renumber(&mut part, &new);
    part
}

/// Returns the text of [`fragment`] in RON, as in a level file.
///
/// # Errors
/// As [`fragment`].
pub fn copy(level: &Level, places: &[Place]) -> Result<String, String> {
    Ok(format::write(&fragment(level, places)?, TextFormat::Ron))
}

/// Parses a copied text in RON or JSON; accepts any level.
///
/// # Errors
/// The error with line, column and place; or that the level is empty.
pub fn parse(text: &str) -> Result<Level, String> {
    if text.len() > MOST_BYTES {
        return Err(format!("the clipboard holds {} MB; at most {} are read", text.len() >> 20, MOST_BYTES >> 20));
    }
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.is_empty() {
        return Err("the clipboard holds no text".to_owned());
    }
    let format = if start.starts_with('{') { TextFormat::Json } else { TextFormat::Ron };
    let found = format::read(text, format).map_err(|error| format!("the clipboard holds no level: {error}"))?;
    if everything(&found).is_empty() {
        return Err("the level in the clipboard is empty".to_owned());
    }
    Ok(found)
}

/// Centre of a fragment's bounding box; the origin if it is empty.
pub fn center(fragment: &Level) -> Point {
    let bounds = super::align::extent_of_all(fragment, &everything(fragment));
    bounds.map_or([0.0, 0.0], |bounds| (bounds.min * 0.5 + bounds.max * 0.5).to_array())
}

/// All parts of a level.
pub(super) fn everything(level: &Level) -> Vec<Place> {
    let bodies = (0..level.bodies.len()).map(Place::Body);
    let discs = (0..level.discs.len()).map(Place::Disc);
    let parts = bodies.chain(discs).chain((0..level.obstacles.len()).map(Place::Obstacle));
    let parts = parts.chain((0..level.markers.len()).map(Place::Marker));
    let parts = parts.chain((0..level.instances.len()).map(Place::Instance));
    parts.chain((0..level.links.len()).map(Place::Link)).collect()
}

/// Adds a fragment to a level, displaced by `offset`; names in use get a number, ids in use are replaced.
///
/// # Errors
/// If a coordinate would become too large, or the format refuses the fragment.
pub fn paste(level: &mut Level, fragment: &Level, offset: Point) -> Result<Made, String> {
    let moved = moved(fragment, offset)?;
    let (bodies, discs) = (level.bodies.len(), level.discs.len());
    let mut places = Vec::new();
    // A part whose id the level has already is a copy and gets a new one.
    let taken: BTreeSet<String> = ids::all(level).map(str::to_owned).collect();
    let mut old_ids = Vec::new();
    let mut renew = |id: &mut String| {
        old_ids.push(id.clone());
        if taken.contains(id) {
            id.clear();
        }
    };
    for (index, mut body) in moved.bodies.into_iter().enumerate() {
        body.name = free_name(level, &body.name);
        renew(&mut body.id);
        places.push(Place::Body(push_body(level, body, &color(fragment, Place::Body(index)))));
    }
    for (index, mut disc) in moved.discs.into_iter().enumerate() {
        disc.name = free_name(level, &disc.name);
        renew(&mut disc.id);
        places.push(Place::Disc(push_disc(level, disc, &color(fragment, Place::Disc(index)))));
    }
    for mut obstacle in moved.obstacles {
        renew(&mut obstacle.id);
        places.push(Place::Obstacle(push_obstacle(level, obstacle)));
    }
    for mut marker in moved.markers {
        renew(&mut marker.id);
        places.push(Place::Marker(push_marker(level, marker)));
    }
    for mut instance in moved.instances {
        renew(&mut instance.id);
        places.push(Place::Instance(level.instances.len()));
        push_instance(level, instance);
    }
    membership::keep_colours(level, old_ids.iter().map(String::as_str).zip(places.iter().copied()));
    membership::adopt(level, fragment, &old_ids, &places);
    let links = links::copied(&moved.links, |end| match end {
        LinkEnd::Node([body, node]) => Some(LinkEnd::Node([bodies + body, node])),
        LinkEnd::Disc(disc) => Some(LinkEnd::Disc(discs + disc)),
        LinkEnd::Point(_) => Some(end),
    });
    places.extend(links.into_iter().map(|link| Place::Link(push_link(level, link))));
    Ok(Made::at(places))
}

/// Adds a fragment with its centre at a point.
///
/// # Errors
/// As [`paste`].
pub fn paste_at(level: &mut Level, fragment: &Level, point: Point) -> Result<Made, String> {
    let [x, y] = center(fragment);
    paste(level, fragment, [point[0] - x, point[1] - y])
}

/// Adds the nodes of a fragment's bodies, with the elements among them, to an existing body. A body has one barycentre, so
/// triangles of another one are connected to the existing one.
///
/// # Errors
/// If the body does not exist, the fragment has no bodies, or a coordinate would become too large.
pub fn paste_into(level: &mut Level, fragment: &Level, body: usize, offset: Point) -> Result<Made, String> {
    super::places::body_at(level, body)?;
    if fragment.bodies.is_empty() {
        return Err("there are no nodes in the clipboard".to_owned());
    }
    let moved = moved(fragment, offset)?;
    let target = &mut level.bodies[body];
    let mut places = Vec::new();
    let mut numbers = Vec::new();
    for part in &moved.bodies {
        let new = append(target, part);
        places.extend(new.iter().map(|&node| Place::Node(body, node)));
        numbers.push(new);
    }
    super::add::settle(target);
    // Discs of the fragment are not added, nor links to them.
    let links = links::copied(&moved.links, |end| match end {
        LinkEnd::Node([part, node]) => Some(LinkEnd::Node([body, *numbers.get(part)?.get(node)?])),
        LinkEnd::Disc(_) => None,
        LinkEnd::Point(_) => Some(end),
    });
    for link in links {
        push_link(level, link);
    }
    Ok(Made::at(places))
}

/// Appends the nodes and links of `part`; returns the index of each of its nodes.
pub(super) fn append(body: &mut Body, part: &Body) -> Vec<usize> {
    let known = measure::barycentre(body);
    let mut new = Vec::with_capacity(part.nodes.len());
    for node in &part.nodes {
        match known {
            Some(center) if node.role == Role::Barycentre => new.push(center),
            _ => {
                new.push(body.nodes.len());
                body.nodes.push(node.clone());
            }
        }
    }
    let mut part = part.clone();
    for spring in &mut part.springs {
        (spring.a, spring.b) = (new[spring.a], new[spring.b]);
    }
    for stick in &mut part.sticks {
        (stick.a, stick.b) = (new[stick.a], new[stick.b]);
    }
    body.springs.append(&mut part.springs);
    body.sticks.append(&mut part.sticks);
    body.hull.extend(part.hull.iter().map(|edge| edge.map(|node| new[node])));
    body.triangles.extend(part.triangles.iter().map(|triangle| triangle.map(|node| new[node])));
    new
}

fn moved(fragment: &Level, offset: Point) -> Result<Level, String> {
    let Level { bodies, discs, obstacles, links, markers, instances, .. } = fragment.clone();
    let mut moved = sound(Level { bodies, discs, obstacles, links, markers, instances, ..Level::default() })?;
    let places = everything(&moved);
    if places.is_empty() {
        return Err("there is nothing to paste".to_owned());
    }
    transform(&mut moved, &places, Transform::Move(offset))?;
    sound(moved)
}

/// Copies the named parts, displaced by `offset`: bodies, discs, obstacles and markers as new ones, single nodes within their body.
///
/// # Errors
/// As [`fragment`] and [`paste`].
pub fn duplicate(level: &mut Level, places: &[Place], offset: Point) -> Result<Made, String> {
    let targets = Targets::of(level, places)?;
    let (loose, whole): (Vec<Place>, Vec<Place>) =
        targets.in_order.iter().copied().partition(|place| matches!(place, Place::Node(..)));
    let mut trial = level.clone();
    let mut places = Vec::new();
    if !whole.is_empty() {
        places.extend(paste(&mut trial, &fragment(level, &whole)?, offset)?.places);
    }
    for &body in targets.nodes.keys() {
        let own: Vec<Place> = loose.iter().copied().filter(|place| place.body() == Some(body)).collect();
        places.extend(paste_into(&mut trial, &fragment(level, &own)?, body, offset)?.places);
    }
    *level = trial;
    Ok(Made::at(places))
}
