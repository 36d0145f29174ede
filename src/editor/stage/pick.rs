//! Finds the part under the pointer.

use crate::editor::stage::Stage;
use crate::engine::Held;
use crate::geometry::polygon;
use crate::geometry::{Aabb, DVec2, cross};
use crate::level::{MarkerShape, ObstacleShape, Place};

/// Pick distance of nodes, in points.
const NODE_REACH: f64 = 9.0;
/// Pick distance of lines, in points.
const LINE_REACH: f64 = 5.0;

/// The nearest part: nodes before lines before areas; among areas the topmost.
pub fn pick(stage: &Stage, at: DVec2) -> Option<Place> {
    nearest_node(stage, at, stage.near(NODE_REACH))
        .or_else(|| nearest_disc(stage, at))
        .or_else(|| nearest_point(stage, at, stage.near(NODE_REACH)))
        .or_else(|| nearest_line(stage, at, stage.near(LINE_REACH)))
        .or_else(|| body_under(stage, at))
        .or_else(|| instance_under(stage, at))
}

/// The topmost instance with a body or disc at a point.
pub fn instance_under(stage: &Stage, at: DVec2) -> Option<Place> {
    let placed = stage.placed;
    let is_over = |instance: usize| {
        if !stage.is_pickable(Place::Instance(instance)) {
            return false;
        }
        placed.bodies(instance).any(|body| is_inside(stage, body, at))
            || placed.discs(instance).any(|disc| is_disc_under(stage, disc, at))
            || placed.fault(instance).is_some() && is_near_origin(stage, instance, at)
    };
    (0..stage.level.instances.len()).rev().find(|&instance| is_over(instance)).map(Place::Instance)
}

/// True if a point is near the position of an instance.
fn is_near_origin(stage: &Stage, instance: usize, at: DVec2) -> bool {
    let reach = stage.near(2.0 * NODE_REACH);
    stage.level.instances.get(instance).is_some_and(|instance| DVec2::from(instance.position).distance(at) <= reach)
}

/// All parts at a point in pick order.
pub fn all(stage: &Stage, at: DVec2) -> Vec<Place> {
    let mut nodes = Vec::new();
    for (index, body) in stage.world.layout().bodies.iter().enumerate() {
        for (node, number) in body.nodes.clone().enumerate() {
            let distance = stage.world.position(number).distance(at);
            if distance < stage.near(NODE_REACH) {
                nodes.push((distance, Place::Node(index, node)));
            }
        }
    }
    let mut lines = Vec::new();
    for_each_line(stage, at, |place, distance| {
        if distance < stage.near(LINE_REACH) {
            lines.push((distance, place));
        }
    });
    for found in [&mut nodes, &mut lines] {
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    let discs = (0..stage.world.layout().discs.count()).rev().filter(|&disc| is_disc_under(stage, disc, at));
    let bodies = (0..stage.level.bodies.len()).rev().filter(|&body| is_inside(stage, body, at));
    let nodes = nodes.into_iter().map(|(_, place)| place).chain(discs.map(Place::Disc));
    let nodes = nodes.chain(nearest_point(stage, at, stage.near(NODE_REACH)));
    let all = nodes.chain(lines.into_iter().map(|(_, place)| place)).chain(bodies.map(Place::Body));
    all.filter(|&place| stage.is_pickable(place)).chain(instance_under(stage, at)).collect()
}

/// The nearest node within `reach`.
pub fn nearest_node(stage: &Stage, at: DVec2, reach: f64) -> Option<Place> {
    let mut best = (reach, None);
    for (index, body) in stage.world.layout().bodies.iter().enumerate() {
        if !stage.is_pickable(Place::Body(index)) {
            continue;
        }
        for (node, number) in body.nodes.clone().enumerate() {
            let distance = stage.world.position(number).distance(at);
            if distance < best.0 {
                best = (distance, Some(Place::Node(index, node)));
            }
        }
    }
    best.1
}

/// Everything that a hand can hold, with its distance from a point; 0 inside a disc.
pub fn holds<'a>(stage: &'a Stage, at: DVec2) -> impl Iterator<Item = (Held, f64)> + 'a {
    let layout = stage.world.layout();
    let bodies = layout.bodies.iter().enumerate().filter(|(index, _)| !stage.level.is_hidden(Place::Body(*index)));
    let nodes = bodies.flat_map(|(index, body)| {
        body.nodes.clone().enumerate().map(move |(node, number)| (Held::Node(index, node), number))
    });
    let nodes = nodes.map(move |(held, number)| (held, stage.world.position(number).distance(at)));
    let seen = (0..layout.discs.count()).filter(|&disc| !stage.level.is_hidden(Place::Disc(disc)));
    let discs = seen.filter_map(move |disc| {
        let (center, radius) = stage.disc(disc)?;
        Some((Held::Disc(disc), (center.distance(at) - radius).max(0.0)))
    });
    nodes.chain(discs)
}

/// The nearest marker that is a point.
fn nearest_point(stage: &Stage, at: DVec2, reach: f64) -> Option<Place> {
    let mut best = (reach, None);
    for (index, marker) in stage.level.markers.iter().enumerate() {
        if let MarkerShape::Point(point) = marker.shape {
            let distance = DVec2::from(point).distance(at);
            if distance < best.0 && stage.is_pickable(Place::Marker(index)) {
                best = (distance, Some(Place::Marker(index)));
            }
        }
    }
    best.1
}

/// The topmost disc at a point.
pub fn nearest_disc(stage: &Stage, at: DVec2) -> Option<Place> {
    let is_under = |&disc: &usize| stage.is_pickable(Place::Disc(disc)) && is_disc_under(stage, disc, at);
    (0..stage.world.layout().discs.count()).rev().find(is_under).map(Place::Disc)
}

fn is_disc_under(stage: &Stage, disc: usize, at: DVec2) -> bool {
    let reach = stage.near(NODE_REACH);
    stage.disc(disc).is_some_and(|(center, radius)| center.distance(at) <= radius.max(reach))
}

fn nearest_line(stage: &Stage, at: DVec2, reach: f64) -> Option<Place> {
    let mut best = (reach, None);
    for_each_line(stage, at, |place, distance| {
        if distance < best.0 && stage.is_pickable(place) {
            best = (distance, Some(place));
        }
    });
    best.1
}

/// True if the box around the nodes of a body is within reach of its lines.
fn is_near(stage: &Stage, body: usize, at: DVec2) -> bool {
    let Some(parts) = stage.world.layout().bodies.get(body) else { return false };
    let mut around = Aabb::EMPTY;
    parts.nodes.clone().for_each(|node| around.include(stage.world.position(node)));
    around.expanded(stage.near(LINE_REACH)).contains(at)
}

/// Passes each spring, stick and hull edge within reach, and each link, obstacle and line of a marker, with its distance from a
/// point to `offer`.
fn for_each_line(stage: &Stage, at: DVec2, mut offer: impl FnMut(Place, f64)) {
    for (body, parts) in stage.level.bodies.iter().enumerate() {
        if !is_near(stage, body, at) || !stage.is_pickable(Place::Body(body)) {
            continue;
        }
        let mut link = |place: Place, a: usize, b: usize| {
            if let (Some(a), Some(b)) = (stage.node(body, a), stage.node(body, b)) {
                offer(place, polygon::distance_to_segment(at, a, b));
            }
        };
        for (i, spring) in parts.springs.iter().enumerate() {
            link(Place::Spring(body, i), spring.a, spring.b);
        }
        for (i, stick) in parts.sticks.iter().enumerate() {
            link(Place::Stick(body, i), stick.a, stick.b);
        }
        for (i, &[a, b]) in parts.hull.iter().enumerate() {
            link(Place::HullEdge(body, i), a, b);
        }
    }
    for (i, link) in stage.level.links.iter().enumerate() {
        if let (Some(a), Some(b)) = (stage.link_end(link.a), stage.link_end(link.b)) {
            offer(Place::Link(i), polygon::distance_to_segment(at, a, b));
        }
    }
    for (i, obstacle) in stage.level.obstacles.iter().enumerate() {
        if !stage.is_pickable(Place::Obstacle(i)) {
            continue;
        }
        let distance = match obstacle.shape {
            ObstacleShape::Segment(a, b) => polygon::distance_to_segment(at, a.into(), b.into()),
            ObstacleShape::Line(point, direction) => {
                let direction = DVec2::from(direction);
                cross(direction, at - DVec2::from(point)).abs() / direction.length()
            }
            ObstacleShape::Circle { center, radius } => (DVec2::from(center).distance(at) - radius).abs(),
        };
        offer(Place::Obstacle(i), distance);
    }
    for (i, marker) in stage.level.markers.iter().enumerate() {
        let lines = marker.shape.lines();
        let distances = lines.into_iter().map(|[a, b]| polygon::distance_to_segment(at, a.into(), b.into()));
        if let Some(distance) = distances.reduce(f64::min) {
            offer(Place::Marker(i), distance);
        }
    }
}

/// The topmost body whose hull contains a point.
pub fn body_under(stage: &Stage, at: DVec2) -> Option<Place> {
    let is_under = |&body: &usize| is_inside(stage, body, at) && stage.is_pickable(Place::Body(body));
    (0..stage.level.bodies.len()).rev().find(is_under).map(Place::Body)
}

fn is_inside(stage: &Stage, body: usize, at: DVec2) -> bool {
    if !stage.world.hull_box(body).contains(at) {
        return false;
    }
    let ends = |&[a, b]: &[usize; 2]| Some((stage.node(body, a)?, stage.node(body, b)?));
    let hull = stage.placed.level.bodies.get(body).map_or(&[][..], |body| &body.hull);
    // A hull with missing edges is not closed.
    hull.iter().all(|edge| ends(edge).is_some()) && polygon::contains(hull.iter().filter_map(ends), at)
}
