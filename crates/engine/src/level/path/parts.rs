//! Parts of a level on a path, and their values. Only the requested part is converted to JSON, so that a path into a large
//! level is cheap.

use super::{PathStep, refuse};
use crate::level::format::{FormatError, from_value, unknown_field};
use crate::level::{Body, Contact, Level, Place, World};
use serde::Serialize;
use serde_json::Value;

/// Lists of a body whose items have their own type.
const LISTS: [(&str, &str); 3] = [("nodes", "node"), ("springs", "spring"), ("sticks", "stick")];

/// Smallest parts with a type of their own, and the remaining steps from there.
pub(super) fn parts<'a>(level: &Level, steps: &'a [PathStep]) -> Result<(Vec<Place>, &'a [PathStep]), FormatError> {
    match steps {
        [PathStep::Key(key), rest @ ..] if key == "world" && !rest.is_empty() => Ok((vec![Place::World], rest)),
        [PathStep::Key(key), which, rest @ ..] if key == "discs" => {
            Ok((items("discs", "disc", level.discs.len(), which)?.map(Place::Disc).collect(), rest))
        }
        [PathStep::Key(key), which, rest @ ..] if key == "obstacles" => {
            Ok((items("obstacles", "obstacle", level.obstacles.len(), which)?.map(Place::Obstacle).collect(), rest))
        }
        [PathStep::Key(key), which, rest @ ..] if key == "links" => {
            Ok((items("links", "link", level.links.len(), which)?.map(Place::Link).collect(), rest))
        }
        [PathStep::Key(key), which, rest @ ..] if key == "bodies" => {
            let bodies: Vec<usize> = items("bodies", "body", level.bodies.len(), which)?.collect();
            within_bodies(level, bodies, rest)
        }
        [PathStep::Key(_), ..] => Ok((vec![Place::Level], steps)),
        _ => Err(refuse("", "a path begins with a name: world, bodies, discs, obstacles or links")),
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
        PathStep::Every => Err(refuse(list, format_args!("there is no {item}"))),
        PathStep::Index(index) if index < count => Ok(index..index + 1),
        PathStep::Index(index) => {
            let plural = list.rsplit('.').next().unwrap_or(list);
            let there = match count {
                0 => format!("there are no {plural}"),
                1 => format!("the only {item} is 0"),
                _ => format!("{plural} go from 0 to {}", count - 1),
            };
            Err(refuse(format!("{list}[{index}]"), format_args!("there is no {item} {index}: {there}")))
        }
        PathStep::Key(ref key) => {
            Err(refuse(list, format_args!("is a list: write {list}[0].{key} or {list}[*].{key}")))
        }
    }
}

/// Value of a part. The lists of a body are left empty unless the steps lead to them.
pub(super) fn value(level: &Level, part: Place, rest: &[PathStep]) -> Value {
    match part {
        Place::World => world(&level.world),
        Place::Body(index) => {
            let body = &level.bodies[index];
            let value = if wants_lists(rest) { json(body) } else { json(&head(body)) };
            completed(value, "collision", rest, &body.collision)
        }
        Place::Node(body, index) => json(&level.bodies[body].nodes[index]),
        Place::Spring(body, index) => json(&level.bodies[body].springs[index]),
        Place::Stick(body, index) => json(&level.bodies[body].sticks[index]),
        Place::Disc(disc) => completed(json(&level.discs[disc]), "collision", rest, &level.discs[disc].collision),
        Place::Obstacle(index) => {
            let obstacle = &level.obstacles[index];
            completed(json(obstacle), "collision", rest, &obstacle.collision)
        }
        Place::Link(link) => completed(json(&level.links[link]), "collide", rest, &level.links[link].collide),
        _ => json(level),
    }
}

/// Inserts a field that files omit while it has its default, if the steps lead to it.
fn completed(mut value: Value, name: &str, rest: &[PathStep], field: &impl Serialize) -> Value {
    if let (Some(PathStep::Key(key)), Some(fields)) = (rest.first(), value.as_object_mut())
        && key == name
    {
        fields.insert(name.to_owned(), json(field));
    }
    value
}

/// The world with every field: a file omits the newer contact rules if they have their default.
pub(super) fn world(world: &World) -> Value {
    let mut value = json(world);
    let Contact { response, repositioning, self_contact, .. } = &world.contact;
    if let Some(fields) = value.get_mut("contact").and_then(Value::as_object_mut) {
        fields.insert("response".to_owned(), json(response));
        fields.insert("repositioning".to_owned(), json(repositioning));
        fields.insert("self_contact".to_owned(), json(self_contact));
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
    let Body { name, motion, restitution, friction, gas, collision, .. } = body;
    Body {
        name: name.clone(),
        motion: motion.clone(),
        restitution: *restitution,
        friction: *friction,
        gas: *gas,
        collision: *collision,
        ..Body::default()
    }
}

/// Numbers of a level are finite and keys are strings, so this cannot fail.
fn json(part: &impl Serialize) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}

/// Stores a part's value; `rest` as for [`value`].
pub(super) fn store(level: &mut Level, part: Place, rest: &[PathStep], value: Value) -> Result<(), FormatError> {
    match part {
        Place::World => level.world = from_value(value)?,
        Place::Body(index) => {
            let body = &mut level.bodies[index];
            let new: Body = from_value(value)?;
            *body = if wants_lists(rest) {
                new
            } else {
                let Body { name, motion, restitution, friction, gas, collision, .. } = new;
                let lists = std::mem::take(body);
                Body { name, motion, restitution, friction, gas, collision, ..lists }
            };
        }
        Place::Node(body, index) => level.bodies[body].nodes[index] = from_value(value)?,
        Place::Spring(body, index) => level.bodies[body].springs[index] = from_value(value)?,
        Place::Stick(body, index) => level.bodies[body].sticks[index] = from_value(value)?,
        Place::Disc(disc) => level.discs[disc] = from_value(value)?,
        Place::Obstacle(obstacle) => level.obstacles[obstacle] = from_value(value)?,
        Place::Link(link) => level.links[link] = from_value(value)?,
        Place::Level => *level = from_value(value)?,
        _ => return Err(unknown_field(part.to_string(), "", &[])),
    }
    Ok(())
}
