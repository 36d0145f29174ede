//! Parts of a level on a path, and their values. Only the requested part is converted to JSON, so that a path into a large
//! level is cheap.

use super::PathStep;
use super::user_data::HasUserData;
use crate::level::fields::world::FORCES;
use crate::level::format::{FormatError, from_value, to_value, unknown_field};
use crate::level::{Body, CollisionFilter, Contact, Level, Link, Marker, Place, World};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt;

/// The smallest part with a type of its own on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DocumentPart {
    /// The level or a part with a place.
    At(Place),
    /// A marker.
    Marker(usize),
    /// An instance.
    Instance(usize),
}

impl fmt::Display for DocumentPart {
    /// The path of the part; empty for the level.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(Place::Level) => Ok(()),
            Self::At(place) => place.fmt(f),
            Self::Marker(index) => write!(f, "markers[{index}]"),
            Self::Instance(index) => write!(f, "instances[{index}]"),
        }
    }
}

/// The remaining steps after a part.
type LaterSteps<'a> = &'a [PathStep];

/// Lists of a body whose items have their own type.
const LISTS: [(&str, &str); 3] = [("nodes", "node"), ("springs", "spring"), ("sticks", "stick")];

/// Smallest parts with a type of their own, and the remaining steps from there.
pub(super) fn parts<'a>(
    level: &Level,
    steps: LaterSteps<'a>,
) -> Result<(Vec<DocumentPart>, LaterSteps<'a>), FormatError> {
    let [PathStep::Key(key), after @ ..] = steps else {
        return Err(FormatError::at(
            "",
            "a path begins with a name: world, bodies, discs, obstacles, links or markers",
        ));
    };
    let whole = || Ok((vec![DocumentPart::At(Place::Level)], steps));
    let at = |place: fn(usize) -> Place| move |index| DocumentPart::At(place(index));
    match (key.as_str(), after) {
        ("world", [_, ..]) => Ok((vec![DocumentPart::At(Place::World)], after)),
        ("bodies", [which, rest @ ..]) => {
            let bodies: Vec<usize> = items("bodies", "body", level.bodies.len(), which)?.collect();
            let (places, rest) = within_bodies(level, bodies, rest)?;
            Ok((places.into_iter().map(DocumentPart::At).collect(), rest))
        }
        ("discs", [which, rest @ ..]) => {
            Ok((items("discs", "disc", level.discs.len(), which)?.map(at(Place::Disc)).collect(), rest))
        }
        ("obstacles", [which, rest @ ..]) => {
            Ok((items("obstacles", "obstacle", level.obstacles.len(), which)?.map(at(Place::Obstacle)).collect(), rest))
        }
        ("links", [which, rest @ ..]) => {
            Ok((items("links", "link", level.links.len(), which)?.map(at(Place::Link)).collect(), rest))
        }
        ("markers", [which, rest @ ..]) => {
            Ok((items("markers", "marker", level.markers.len(), which)?.map(DocumentPart::Marker).collect(), rest))
        }
        ("instances", [which, rest @ ..]) => Ok((
            items("instances", "instance", level.instances.len(), which)?.map(DocumentPart::Instance).collect(),
            rest,
        )),
        _ => whole(),
    }
}

fn within_bodies<'a>(
    level: &Level,
    bodies: Vec<usize>,
    rest: &'a [PathStep],
) -> Result<(Vec<Place>, &'a [PathStep]), FormatError> {
    let [PathStep::Key(list), which, inner @ ..] = rest else {
        return Ok((bodies.into_iter().map(Place::Body).collect(), rest));
    };
    let Some(&(list, item)) = LISTS.iter().find(|(name, _)| name == list) else {
        return Ok((bodies.into_iter().map(Place::Body).collect(), rest));
    };
    let mut found = Vec::new();
    let (several, mut first) = (bodies.len() > 1, None);
    for index in bodies {
        let body = &level.bodies[index];
        let (count, place): (usize, fn(usize, usize) -> Place) = match list {
            "nodes" => (body.nodes.len(), Place::Node),
            "springs" => (body.springs.len(), Place::Spring),
            _ => (body.sticks.len(), Place::Stick),
        };
        // Among several bodies, those without the item are skipped.
        match items(&format!("bodies[{index}].{list}"), item, count, which) {
            Ok(items) => found.extend(items.map(|item| place(index, item))),
            Err(error) if several => first = first.or(Some(error)),
            Err(error) => return Err(error),
        }
    }
    match first {
        Some(error) if found.is_empty() => Err(error),
        _ => Ok((found, inner)),
    }
}

fn items(list: &str, item: &str, count: usize, which: &PathStep) -> Result<std::ops::Range<usize>, FormatError> {
    match *which {
        PathStep::Every if count > 0 => Ok(0..count),
        PathStep::Every => Err(FormatError::at(list, format_args!("there is no {item}"))),
        PathStep::Index(index) if index < count => Ok(index..index + 1),
        PathStep::Index(index) => {
            let plural = list.rsplit('.').next().unwrap_or(list);
            let there = match count {
                0 => format!("there are no {plural}"),
                1 => format!("the only {item} is 0"),
                _ => format!("{plural} go from 0 to {}", count - 1),
            };
            Err(FormatError::at(format!("{list}[{index}]"), format_args!("there is no {item} {index}: {there}")))
        }
        PathStep::Key(ref key) => {
            Err(FormatError::at(list, format_args!("is a list: write {list}[0].{key} or {list}[*].{key}")))
        }
    }
}

/// Value of a part, with the fields that a file omits at their default. The lists of a body are left empty unless the steps
/// lead to them.
pub(super) fn value(level: &Level, part: DocumentPart, rest: &[PathStep]) -> Value {
    match part {
        DocumentPart::At(place) => place_value(level, place, rest),
        DocumentPart::Marker(index) => marker(&level.markers[index]),
        DocumentPart::Instance(index) => {
            let overrides = ("overrides", Value::Object(Map::new()));
            with_usual(&level.instances[index], [("id", "".into()), overrides, tags(), properties()])
        }
    }
}

fn place_value(level: &Level, place: Place, rest: &[PathStep]) -> Value {
    match place {
        Place::World => world(&level.world),
        Place::Body(index) if wants_lists(rest) => body(&level.bodies[index]),
        Place::Body(index) => body(&head(&level.bodies[index])),
        Place::Node(body, index) => {
            with_usual(&level.bodies[body].nodes[index], [("label", "".into()), tags(), properties()])
        }
        Place::Spring(body, index) => to_value(&level.bodies[body].springs[index]),
        Place::Stick(body, index) => to_value(&level.bodies[body].sticks[index]),
        Place::Disc(disc) => solid(&level.discs[disc]),
        Place::Obstacle(obstacle) => solid(&level.obstacles[obstacle]),
        Place::Link(index) => link(&level.links[index]),
        _ => with_usual(level, [tags(), properties()]),
    }
}

/// A field that a file omits at its default, and that default.
type UsualField = (&'static str, Value);

fn tags() -> UsualField {
    ("tags", Value::Array(Vec::new()))
}

fn properties() -> UsualField {
    ("properties", Value::Object(Map::new()))
}

/// The value of a part, with omitted fields.
fn with_usual<const N: usize>(part: &impl Serialize, usual: [UsualField; N]) -> Value {
    let mut value = to_value(part);
    if let Value::Object(fields) = &mut value {
        for (name, default) in usual {
            fields.entry(name).or_insert(default);
        }
    }
    value
}

/// The value of a disc or obstacle, with omitted fields.
pub(super) fn solid(part: &impl Serialize) -> Value {
    with_usual(part, [("id", "".into()), ("collision", to_value(&CollisionFilter::default())), tags(), properties()])
}

/// The value of a body, with omitted fields.
pub(super) fn body(body: &Body) -> Value {
    let mut value = solid(body);
    if let Value::Object(fields) = &mut value {
        fields.entry("skin").or_insert(Value::Null);
    }
    value
}

/// The value of a link, with omitted fields.
pub(super) fn link(link: &Link) -> Value {
    with_usual(link, [("id", "".into()), ("collide", true.into()), tags(), properties()])
}

/// The value of a marker, with omitted fields.
pub(super) fn marker(marker: &Marker) -> Value {
    with_usual(marker, [("id", "".into()), tags(), properties()])
}

/// The world with every field: a file omits the newer ones if they have their default.
pub(super) fn world(world: &World) -> Value {
    let mut value = with_usual(world, [("pixels_per_unit", world.pixels_per_unit.into())]);
    if let Some(fields) = value.as_object_mut() {
        for vector in FORCES {
            fields.entry(vector.path).or_insert_with(|| to_value(&vector.get(world)));
        }
    }
    let Contact { response, repositioning, self_contact, .. } = &world.contact;
    if let Some(fields) = value.get_mut("contact").and_then(Value::as_object_mut) {
        fields.insert("response".to_owned(), to_value(response));
        fields.insert("repositioning".to_owned(), to_value(repositioning));
        fields.insert("self_contact".to_owned(), to_value(self_contact));
    }
    value
}

/// True if steps from a body lead to its lists, or to the body as a whole.
fn wants_lists(rest: &[PathStep]) -> bool {
    let lists = ["nodes", "springs", "sticks", "hull", "triangles"];
    !matches!(rest.first(), Some(PathStep::Key(key)) if !lists.contains(&key.as_str()))
}

/// A body without its lists.
fn head(body: &Body) -> Body {
    let Body { id, name, motion, restitution, friction, gas, collision, skin, tags, properties, .. } = body;
    Body {
        id: id.clone(),
        name: name.clone(),
        motion: motion.clone(),
        restitution: *restitution,
        friction: *friction,
        gas: *gas,
        collision: *collision,
        skin: skin.clone(),
        tags: tags.clone(),
        properties: properties.clone(),
        ..Body::default()
    }
}

/// Stores a part's value; `rest` as for [`value`]. Names of user data keep their order, which JSON values do not have.
pub(super) fn store(level: &mut Level, part: DocumentPart, rest: &[PathStep], value: Value) -> Result<(), FormatError> {
    match part {
        DocumentPart::Marker(index) => replace(&mut level.markers[index], value),
        DocumentPart::Instance(index) => replace(&mut level.instances[index], value),
        DocumentPart::At(Place::World) => {
            level.world = from_value(value)?;
            Ok(())
        }
        DocumentPart::At(Place::Body(index)) if wants_lists(rest) => replace(&mut level.bodies[index], value),
        DocumentPart::At(Place::Body(index)) => {
            let body = &mut level.bodies[index];
            let mut new = head(body);
            replace(&mut new, value)?;
            let Body { nodes, springs, sticks, hull, triangles, .. } = std::mem::take(body);
            *body = Body { nodes, springs, sticks, hull, triangles, ..new };
            Ok(())
        }
        DocumentPart::At(Place::Node(body, index)) => replace(&mut level.bodies[body].nodes[index], value),
        DocumentPart::At(Place::Spring(body, index)) => {
            level.bodies[body].springs[index] = from_value(value)?;
            Ok(())
        }
        DocumentPart::At(Place::Stick(body, index)) => {
            level.bodies[body].sticks[index] = from_value(value)?;
            Ok(())
        }
        DocumentPart::At(Place::Disc(index)) => replace(&mut level.discs[index], value),
        DocumentPart::At(Place::Obstacle(index)) => replace(&mut level.obstacles[index], value),
        DocumentPart::At(Place::Link(index)) => replace(&mut level.links[index], value),
        DocumentPart::At(Place::Level) => replace(level, value),
        DocumentPart::At(_) => Err(unknown_field(part.to_string(), "", &[])),
    }
}

/// Replaces a part by a value, with the names of its user data in the order that they had.
fn replace<T: HasUserData + DeserializeOwned>(part: &mut T, value: Value) -> Result<(), FormatError> {
    let mut new: T = from_value(value)?;
    new.order_like(part);
    *part = new;
    Ok(())
}
