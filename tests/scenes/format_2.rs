//! Random levels of format 2: levels of [`super::mixed`] with links, filters, sensors, skins, markers, instances and user
//! data at every place that admits some.

use super::mixed::mixed;
use super::random::Random;
use blobsmith::level::{
    Body, CollisionFilter, Instance, Level, Link, LinkEnd, LinkKind, Marker, MarkerShape, Node, ObstacleShape, Point,
    Properties, PropertyValue, Role, Skin, UvMap,
};

/// Name of the property that numbers every node, so that a test can follow it.
pub const NUMBER: &str = "number";

/// A level that runs. Instances refer to [`SOURCE`], which [`source`] contains.
pub fn format_2(seed: u64) -> Level {
    let mut random = Random::new(seed ^ 0xf2f2_f2f2);
    let mut level = mixed(seed);
    let mut number = 0;
    for (index, body) in level.bodies.iter_mut().enumerate() {
        body.id = id(&mut random, "soft", index);
        (body.tags, body.properties) = (tags(&mut random), properties(&mut random, 0));
        body.collision = filter(&mut random, 0.1);
        body.nodes.iter_mut().for_each(|node| mark_node(&mut random, node, &mut number));
        if random.chance(0.4) {
            body.skin = Some(skin(&mut random, body));
        }
    }
    for (index, disc) in level.discs.iter_mut().enumerate() {
        disc.id = id(&mut random, "ball", index);
        (disc.tags, disc.properties) = (tags(&mut random), properties(&mut random, 0));
        disc.collision = filter(&mut random, 0.1);
    }
    for obstacle in &mut level.obstacles {
        let is_closed = matches!(obstacle.shape, ObstacleShape::Circle { .. });
        obstacle.collision = filter(&mut random, if is_closed { 0.2 } else { 0.0 });
        (obstacle.tags, obstacle.properties) = (tags(&mut random), properties(&mut random, 0));
    }
    for index in 0..random.below(6) {
        level.links.extend(link(&mut random, &level, index));
    }
    level.markers = (0..random.below(4)).map(|index| marker(&mut random, index)).collect();
    level.instances = (0..random.below(3)).map(|index| instance(&mut random, index)).collect();
    (level.tags, level.properties) = (tags(&mut random), properties(&mut random, 0));
    if random.chance(0.5) {
        level.world.pixels_per_unit = random.between(8.0, 64.0);
    }
    let extra = level.editor.get_or_insert_default();
    extra.body_colors = (0..level.bodies.len()).map(|body| format!("#{body:06x}")).collect();
    if random.chance(0.7) {
        extra.other = properties(&mut random, 0);
        extra.other.insert("another tool", PropertyValue::List(vec![PropertyValue::Null, value(&mut random, 1)]));
    }
    level
}

/// Path of the source of every instance.
pub const SOURCE: &str = "parts/part.ron";

/// The level that instances refer to: a triangle on a pin joint, and a marker.
pub fn source() -> Level {
    let nodes = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.8]].map(Node::at).to_vec();
    let body = Body { nodes, hull: vec![[0, 1], [1, 2], [2, 0]], triangles: vec![[0, 1, 2]], ..Body::default() };
    let mut random = Random::new(1);
    let ends = (LinkEnd::Node([0, 2]), LinkEnd::Point([0.5, 0.8]));
    let link = Link { a: ends.0, b: ends.1, ..new_link("pin", LinkKind::Pin) };
    Level { bodies: vec![body], links: vec![link], markers: vec![marker(&mut random, 0)], ..Level::default() }
}

/// Most parts have ids of their own; the others get one when they are loaded.
fn id(random: &mut Random, kind: &str, index: usize) -> String {
    if random.chance(0.7) { format!("{kind}_{index}") } else { String::new() }
}

fn mark_node(random: &mut Random, node: &mut Node, number: &mut i64) {
    *number += 1;
    node.properties.insert(NUMBER, PropertyValue::Integer(*number));
    if random.chance(0.2) {
        node.label = format!("label {number}");
    }
    if random.chance(0.1) {
        node.tags = tags(random);
    }
}

pub fn tags(random: &mut Random) -> Vec<String> {
    (0..random.below(3)).map(|_| random.pick(&["enemy", "soft", "a \"quoted\" tag", "é", ""]).to_owned()).collect()
}

/// Numbers of awkward kinds among the values.
pub fn value(random: &mut Random, depth: usize) -> PropertyValue {
    const NUMBERS: [f64; 6] = [-0.0, 0.1, 1e300, 5e-324, 1.0, -1e21];
    const WHOLE: [i64; 5] = [i64::MIN, i64::MAX, 0, -1, 9_007_199_254_740_993];
    match random.below(if depth < 3 { 7 } else { 5 }) {
        0 => PropertyValue::Bool(random.chance(0.5)),
        1 => PropertyValue::Integer(random.pick(&WHOLE)),
        2 => PropertyValue::Number(random.pick(&NUMBERS)),
        3 => PropertyValue::Number(random.between(-1e3, 1e3)),
        4 => PropertyValue::Text(random.pick(&["", "text", "\"\\\n\t", "🫧"]).to_owned()),
        5 => PropertyValue::List((0..random.below(4)).map(|_| value(random, depth + 1)).collect()),
        _ => PropertyValue::Map(properties(random, depth + 1)),
    }
}

pub fn properties(random: &mut Random, depth: usize) -> Properties {
    let names = ["speed", "type", "a b", ""];
    (0..random.below(4)).map(|_| (random.pick(&names).to_owned(), value(random, depth))).collect()
}

pub fn filter(random: &mut Random, sensors: f64) -> CollisionFilter {
    let sensor = random.chance(sensors);
    match random.below(3) {
        0 => CollisionFilter { category: 1 << random.below(32), mask: random.bits() as u32, sensor },
        _ => CollisionFilter { sensor, ..CollisionFilter::default() },
    }
}

pub fn skin(random: &mut Random, body: &Body) -> Skin {
    let uv = match random.chance(0.5) {
        true => UvMap::Planar,
        false => UvMap::PerNode(body.nodes.iter().map(|_| [random.unit(), random.unit()]).collect()),
    };
    let image = random.pick(&["art/a.png", "art/b.png"]).to_owned();
    Skin { image, uv, tint: "#80ff00c0".into(), layer: random.below(5) as i32 - 2 }
}

fn new_link(id: &str, kind: LinkKind) -> Link {
    let nowhere = LinkEnd::Point([0.0, 0.0]);
    let (tags, properties) = (Vec::new(), Properties::default());
    Link { id: id.into(), a: nowhere, b: nowhere, kind, collide: true, tags, properties }
}

fn end(random: &mut Random, level: &Level) -> Option<(LinkEnd, Point)> {
    if !level.discs.is_empty() && random.chance(0.2) {
        let disc = random.below(level.discs.len());
        return Some((LinkEnd::Disc(disc), level.discs[disc].position));
    }
    let body = random.below(level.bodies.len().max(1));
    let nodes = &level.bodies.get(body)?.nodes;
    let node = random.below(nodes.len().max(1));
    let found = nodes.get(node).filter(|node| matches!(node.role, Role::Mass(_)))?;
    Some((LinkEnd::Node([body, node]), found.position))
}

/// A link of the drawn length between two parts, or a part and a point.
pub fn link(random: &mut Random, level: &Level, index: usize) -> Option<Link> {
    let (a, from) = end(random, level)?;
    let point = [from[0] + random.between(-2.0, 2.0), from[1] + random.between(0.5, 2.0)];
    let (b, to) = if random.chance(0.3) { (LinkEnd::Point(point), point) } else { end(random, level)? };
    let length = ((to[0] - from[0]).powi(2) + (to[1] - from[1]).powi(2)).sqrt();
    if a == b {
        return None;
    }
    let kind = match random.below(4) {
        0 if length > 0.0 => LinkKind::Stick { length },
        1 if length < 0.5 => LinkKind::Pin,
        _ => LinkKind::Spring { rest_length: length, stiffness: random.between(0.0, 0.1), damping: 0.01 },
    };
    let id = id(random, "joint", index);
    let (tags, properties) = (tags(random), properties(random, 0));
    Some(Link { a, b, collide: random.chance(0.6), tags, properties, ..new_link(&id, kind) })
}

pub fn marker(random: &mut Random, index: usize) -> Marker {
    let mut point = || [random.between(-5.0, 5.0), random.between(0.0, 9.0)];
    let shape = match index % 4 {
        0 => MarkerShape::Point(point()),
        1 => MarkerShape::Rect([-1.0, -2.0], [3.5, 4.0]),
        2 => MarkerShape::Polygon(vec![point(), point(), point()]),
        _ => MarkerShape::Path(vec![point(), point()]),
    };
    let id = id(random, "zone", index);
    Marker { id, name: format!("marker {index}"), shape, tags: tags(random), properties: properties(random, 0) }
}

fn instance(random: &mut Random, index: usize) -> Instance {
    let gas = [("bodies[0].gas".to_owned(), PropertyValue::Number(random.unit()))];
    Instance {
        id: id(random, "part", index),
        source: SOURCE.into(),
        position: [20.0 * (index + 1) as f64, random.between(5.0, 9.0)],
        angle_deg: random.pick(&[0.0, 90.0, 12.5, -200.0]),
        mirror: random.chance(0.5),
        overrides: gas.into_iter().filter(|_| random.chance(0.5)).collect(),
        tags: tags(random),
        properties: properties(random, 0),
    }
}
