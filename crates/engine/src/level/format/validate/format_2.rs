//! Refuses violations in what format 2 added: ids, user data, skins, filters, links, markers and instances.

use super::{Validity, allowed, finite_point, refuse, within};
use crate::level::fields::Range;
use crate::level::properties::{MOST_NESTED, MOST_VALUES};
use crate::level::{
    Body, DocumentPath, Instance, Level, Link, LinkEnd, LinkKind, Marker, MarkerShape, ObstacleShape, Point,
    Properties, PropertyValue, Role, Skin, UvMap, ids,
};
use std::collections::BTreeSet;

/// Refuses the first violation in document order.
pub(super) fn validate(level: &Level) -> Validity {
    properties(&level.properties)?;
    let mut taken = BTreeSet::new();
    for (index, body) in level.bodies.iter().enumerate() {
        within(id(&body.id, &mut taken).and_then(|()| parts_of_body(body)), || format!("bodies[{index}]"))?;
    }
    for (index, disc) in level.discs.iter().enumerate() {
        within(id(&disc.id, &mut taken).and_then(|()| properties(&disc.properties)), || format!("discs[{index}]"))?;
    }
    for (index, obstacle) in level.obstacles.iter().enumerate() {
        let is_closed = matches!(obstacle.shape, ObstacleShape::Circle { .. });
        let verdict = id(&obstacle.id, &mut taken).and_then(|()| properties(&obstacle.properties)).and_then(|()| {
            if obstacle.collision.sensor && !is_closed {
                return refuse("collision.sensor", "a line or segment has no inside; only a circle can be a sensor");
            }
            Ok(())
        });
        within(verdict, || format!("obstacles[{index}]"))?;
    }
    for (index, item) in level.links.iter().enumerate() {
        within(id(&item.id, &mut taken).and_then(|()| link(item, level)), || format!("links[{index}]"))?;
    }
    for (index, item) in level.markers.iter().enumerate() {
        within(id(&item.id, &mut taken).and_then(|()| marker(item)), || format!("markers[{index}]"))?;
    }
    for (index, item) in level.instances.iter().enumerate() {
        let verdict = instance_id(&item.id).and_then(|()| id(&item.id, &mut taken)).and_then(|()| instance(item));
        within(verdict, || format!("instances[{index}]"))?;
    }
    Ok(())
}

const BAD_ID: &str = "an id has 1 to 64 of the characters A-Z, a-z, 0-9, _ and -";

/// The id of an instance has no slash: the first slash in the id of a part ends the id of its instance.
fn instance_id(id: &str) -> Validity {
    if id.contains('/') { refuse("id", BAD_ID) } else { Ok(()) }
}

/// An empty id is a missing one.
fn id<'a>(id: &'a str, taken: &mut BTreeSet<&'a str>) -> Validity {
    // Parts of instances have the id of the instance and a slash before their own.
    if !id.is_empty() && !id.split('/').all(ids::is_valid) {
        return refuse("id", BAD_ID);
    }
    if !id.is_empty() && !taken.insert(id) {
        return refuse("id", format_args!("`{id}` is used twice"));
    }
    Ok(())
}

fn properties(properties: &Properties) -> Validity {
    bounded(properties, "properties")?;
    properties.iter().try_for_each(|(name, value)| within(user_value(value, 0, false), || format!("properties.{name}")))
}

/// Keys of other programs below `editor`: any JSON value.
pub(super) fn unknown_keys(other: &Properties) -> Validity {
    bounded(other, "")?;
    other.iter().try_for_each(|(name, value)| within(user_value(value, 0, true), || name.to_owned()))
}

fn bounded(properties: &Properties, place: &str) -> Validity {
    match properties.count() {
        count if count > MOST_VALUES => {
            refuse(place, format_args!("{count} values are too many; at most {MOST_VALUES}"))
        }
        _ => Ok(()),
    }
}

fn user_value(value: &PropertyValue, depth: usize, admits_null: bool) -> Validity {
    if depth > MOST_NESTED {
        return refuse("", format_args!("nested too deeply; at most {MOST_NESTED} levels"));
    }
    match value {
        PropertyValue::Null if !admits_null => refuse("", "null is not a value of a property"),
        PropertyValue::Number(number) => allowed("", Range::Any, *number),
        PropertyValue::List(list) => list
            .iter()
            .enumerate()
            .try_for_each(|(index, item)| within(user_value(item, depth + 1, admits_null), || format!("[{index}]"))),
        PropertyValue::Map(map) => {
            map.iter().try_for_each(|(name, item)| within(user_value(item, depth + 1, admits_null), || name.to_owned()))
        }
        PropertyValue::Null | PropertyValue::Bool(_) | PropertyValue::Integer(_) | PropertyValue::Text(_) => Ok(()),
    }
}

fn parts_of_body(body: &Body) -> Validity {
    properties(&body.properties)?;
    let mut labels = BTreeSet::new();
    for (index, node) in body.nodes.iter().enumerate() {
        let is_new = node.label.is_empty() || labels.insert(node.label.as_str());
        let verdict = if is_new {
            properties(&node.properties)
        } else {
            refuse("label", format_args!("another node of the body has the label `{}`", node.label))
        };
        within(verdict, || format!("nodes[{index}]"))?;
    }
    body.skin.as_ref().map_or(Ok(()), |skin| within(texture(skin, body.nodes.len()), || "skin".into()))
}

fn texture(skin: &Skin, nodes: usize) -> Validity {
    let digits = skin.tint.strip_prefix('#').unwrap_or_default();
    if ![6, 8].contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return refuse("tint", format_args!("`{}` is not a colour; write `#rrggbbaa`", skin.tint));
    }
    let UvMap::PerNode(pairs) = &skin.uv else { return Ok(()) };
    if pairs.len() != nodes {
        return refuse("uv", format_args!("{} pairs for {nodes} nodes; one pair per node", pairs.len()));
    }
    points("uv", pairs)
}

fn points(place: &str, points: &[Point]) -> Validity {
    points.iter().enumerate().try_for_each(|(index, point)| finite_point(&format!("{place}[{index}]"), *point))
}

fn link(link: &Link, level: &Level) -> Validity {
    within(link_end(link.a, level), || "a".into())?;
    within(link_end(link.b, level), || "b".into())?;
    match link.kind {
        LinkKind::Spring { rest_length, stiffness, damping } => {
            allowed("kind.Spring.rest_length", Range::AtLeastZero, rest_length)?;
            allowed("kind.Spring.stiffness", Range::AtLeastZero, stiffness)?;
            allowed("kind.Spring.damping", Range::AtLeastZero, damping)?;
        }
        LinkKind::Stick { length } => allowed("kind.Stick.length", Range::AboveZero, length)?,
        LinkKind::Pin => {}
    }
    properties(&link.properties)
}

fn link_end(end: LinkEnd, level: &Level) -> Validity {
    match end {
        LinkEnd::Node([body, node]) => {
            let Some(parts) = level.bodies.get(body) else {
                return refuse("node", format_args!("there is no body {body}: the level has {}", level.bodies.len()));
            };
            match parts.nodes.get(node) {
                None => refuse("node", format_args!("there is no node {node}: the body has {}", parts.nodes.len())),
                Some(node) if node.role == Role::Barycentre => {
                    refuse("node", "the node is the barycentre, which no link may use")
                }
                Some(_) => Ok(()),
            }
        }
        LinkEnd::Disc(disc) if disc >= level.discs.len() => {
            refuse("disc", format_args!("there is no disc {disc}: the level has {}", level.discs.len()))
        }
        LinkEnd::Disc(_) => Ok(()),
        LinkEnd::Point(point) => finite_point("point", point),
    }
}

fn marker(marker: &Marker) -> Validity {
    match &marker.shape {
        MarkerShape::Point(point) => finite_point("shape.Point", *point)?,
        MarkerShape::Rect(min, max) => {
            finite_point("shape.Rect[0]", *min)?;
            finite_point("shape.Rect[1]", *max)?;
        }
        MarkerShape::Polygon(corners) => points("shape.Polygon", corners)?,
        MarkerShape::Path(path) => points("shape.Path", path)?,
    }
    properties(&marker.properties)
}

fn instance(instance: &Instance) -> Validity {
    if instance.source.is_empty() {
        return refuse("source", "the path of the source level is missing");
    }
    let has_drive = instance.source.as_bytes().get(1) == Some(&b':');
    if instance.source.starts_with('/') || instance.source.contains('\\') || has_drive {
        return refuse("source", "the path must be relative to this level file, with `/` between folders");
    }
    finite_point("position", instance.position)?;
    allowed("angle_deg", Range::Any, instance.angle_deg)?;
    bounded(&instance.overrides, "overrides")?;
    for (path, value) in instance.overrides.iter() {
        let place = || format!("overrides.{path}");
        if let Err(error) = DocumentPath::parse(path) {
            return refuse(&place(), error.reason);
        }
        within(user_value(value, 0, true), place)?;
    }
    properties(&instance.properties)
}
