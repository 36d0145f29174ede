//! Adds parts: nodes, springs, sticks, hull edges and loops, triangles, bodies, discs, obstacles, markers.

use super::gas;
use super::places::{
    Made, body_at, free_name, mass_at, missing, pair, push_body, push_disc, push_marker, push_obstacle, sound,
};
use crate::geometry::{DVec2, polygon};
use crate::level::checks::support::outline::{HullOutline, contains};
use crate::level::checks::support::{measure, tell};
use crate::level::shapes::Material;
use crate::level::{
    Body, Disc, Level, Marker, MarkerShape, Node, Obstacle, ObstacleShape, Place, Point, Properties, Role, Spring,
    Stick,
};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of springs that [`neighbours`] adds at once, and of pairs that it tests.
const MOST_SPRINGS: usize = 500_000;
const MOST_PAIRS: usize = 20_000_000;

fn finite(point: Point) -> Result<(), String> {
    if point[0].is_finite() && point[1].is_finite() {
        return Ok(());
    }
    Err("the position is not finite".to_owned())
}

/// Adds a node to a body, or to a new body of its own. Its mass is that of the body's last node, else 1.
///
/// # Errors
/// If the body does not exist, or the position is not finite.
pub fn node(level: &mut Level, body: Option<usize>, position: Point) -> Result<Made, String> {
    finite(position)?;
    let body = match body {
        Some(body) => body,
        None => {
            // A body without a name is titled by its index, which counts from 0 everywhere.
            push_body(level, Body::default(), "")
        }
    };
    body_at(level, body)?;
    let nodes = &mut level.bodies[body].nodes;
    let role = nodes.iter().rev().map(|node| node.role).find(|role| *role != Role::Barycentre).unwrap_or_default();
    nodes.push(Node { role, ..Node::at(position) });
    let made = Place::Node(body, nodes.len() - 1);
    settle(&mut level.bodies[body]);
    Ok(Made::at(vec![made]))
}

/// Moves the barycentre to the mean of the masses.
pub(super) fn settle(body: &mut Body) {
    if let (Some(index), Some(mean)) = (measure::barycentre(body), measure::mean(body)) {
        body.nodes[index].position = mean.to_array();
    }
}

/// Adds a barycentre to a body without one, and triangles from it to the hull if the body has no triangles ("balloon", 000
/// §E.1).
///
/// # Errors
/// If the body does not exist, has a barycentre, or has no masses.
pub fn barycentre(level: &mut Level, body: usize) -> Result<Made, String> {
    let found = body_at(level, body)?;
    if let Some(known) = measure::barycentre(found) {
        return Err(format!("node {known} is the barycentre already"));
    }
    let mean = measure::mean(found).ok_or("the body has no masses, and so no barycentre")?;
    let body_ = &mut level.bodies[body];
    body_.nodes.push(Node { role: Role::Barycentre, ..Node::at(mean.to_array()) });
    let center = body_.nodes.len() - 1;
    if !body_.triangles.is_empty() {
        return Ok(Made::at(vec![Place::Node(body, center)]));
    }
    body_.triangles = body_.hull.iter().filter(|[a, b]| a != b).map(|&[a, b]| [a, b, center]).collect();
    let said = format!("{} to the hull", tell::count(body_.triangles.len(), "triangle"));
    Ok(Made::at(vec![Place::Node(body, center)]).saying(said))
}

/// Validates the two nodes of a `what`: they exist, differ, and are no barycentre. Returns their drawn distance.
fn ends(level: &Level, body: usize, [a, b]: [usize; 2], what: &str) -> Result<f64, String> {
    mass_at(level, body, a, what)?;
    mass_at(level, body, b, what)?;
    if a == b {
        return Err(format!("a {what} needs two different nodes"));
    }
    let nodes = &level.bodies[body].nodes;
    let length = DVec2::from_array(nodes[a].position).distance(DVec2::from_array(nodes[b].position));
    if length.is_finite() { Ok(length) } else { Err(format!("nodes {a} and {b} are too far apart")) }
}

fn joins(a: usize, b: usize, ends: [usize; 2]) -> bool {
    [a, b] == ends || [b, a] == ends
}

/// Adds a spring of the drawn length. Stiffness and damping are those of `like`, else of the body's last spring, else the
/// format's defaults.
///
/// # Errors
/// If a node does not exist or is the barycentre, both are equal, or a spring joins them already.
pub fn spring(level: &mut Level, body: usize, nodes: [usize; 2], like: Option<&Spring>) -> Result<Made, String> {
    let rest_length = ends(level, body, nodes, "spring")?;
    let springs = &level.bodies[body].springs;
    if let Some(known) = springs.iter().position(|spring| joins(spring.a, spring.b, nodes)) {
        return Err(format!("nodes {} and {} are joined by spring {known} already", nodes[0], nodes[1]));
    }
    let like = like.copied().or(springs.last().copied()).unwrap_or_else(|| default_spring(level));
    let new = Spring { a: nodes[0], b: nodes[1], rest_length, ..like };
    sound_spring(&new)?;
    level.bodies[body].springs.push(new);
    Ok(Made::at(vec![Place::Spring(body, level.bodies[body].springs.len() - 1)]))
}

/// A spring as in a shape of the Insert menu, for the level's gravity.
fn default_spring(level: &Level) -> Spring {
    let Material { stiffness, damping, .. } = Material::under(level.world.gravity);
    Spring { a: 0, b: 0, rest_length: 1.0, stiffness, damping }
}

fn sound_spring(spring: &Spring) -> Result<(), String> {
    let is_sound = |value: f64| value.is_finite() && value >= 0.0;
    if is_sound(spring.stiffness) && is_sound(spring.damping) {
        return Ok(());
    }
    Err("stiffness and damping of a spring are finite and not negative".to_owned())
}

/// Adds a stick of the drawn length.
///
/// # Errors
/// As [`spring`], and if the nodes coincide.
pub fn stick(level: &mut Level, body: usize, nodes: [usize; 2], is_hidden: bool) -> Result<Made, String> {
    let length = ends(level, body, nodes, "stick")?;
    if length == 0.0 {
        return Err(format!("nodes {} and {} coincide, and a stick has a length", nodes[0], nodes[1]));
    }
    let sticks = &mut level.bodies[body].sticks;
    if let Some(known) = sticks.iter().position(|stick| joins(stick.a, stick.b, nodes)) {
        return Err(format!("nodes {} and {} are joined by stick {known} already", nodes[0], nodes[1]));
    }
    sticks.push(Stick { a: nodes[0], b: nodes[1], length, hidden: is_hidden });
    Ok(Made::at(vec![Place::Stick(body, sticks.len() - 1)]))
}

/// Adds a hull edge, outside on its right.
///
/// # Errors
/// As [`spring`].
pub fn hull_edge(level: &mut Level, body: usize, nodes: [usize; 2]) -> Result<Made, String> {
    ends(level, body, nodes, "hull edge")?;
    let hull = &mut level.bodies[body].hull;
    if let Some(known) = hull.iter().position(|&[a, b]| joins(a, b, nodes)) {
        return Err(format!("nodes {} and {} are joined by hull edge {known} already", nodes[0], nodes[1]));
    }
    hull.push(nodes);
    Ok(Made::at(vec![Place::HullEdge(body, hull.len() - 1)]))
}

/// Adds a closed hull loop through the nodes, in either direction, with the outside on its right. It runs
/// counter-clockwise, or clockwise if it lies inside another loop of the body and so is a hole. Existing edges are reused,
/// and reversed if necessary. The first hull of a body also sets its gas, so that it keeps its drawn size: see [`gas`].
///
/// # Errors
/// If there are fewer than three nodes, one is repeated, does not exist or is the barycentre, or the loop crosses itself or
/// encloses no area.
pub fn hull_loop(level: &mut Level, body: usize, nodes: &[usize]) -> Result<Made, String> {
    if nodes.len() < 3 {
        return Err("a hull loop needs at least three nodes".to_owned());
    }
    for &node in nodes {
        mass_at(level, body, node, "hull edge")?;
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = nodes.iter().find(|&&node| !seen.insert(node)) {
        return Err(format!("node {twice} occurs twice in the loop"));
    }
    let found = &level.bodies[body];
    let points = measure::points(found).ok_or("the coordinates are too large to tell inside from outside")?;
    let mut ring = nodes.to_vec();
    let corners: Vec<DVec2> = ring.iter().map(|&node| points[node]).collect();
    if let Some((i, j)) = super::orient::crossing(&corners) {
        let name = |i: usize| format!("{}–{}", ring[i], ring[(i + 1) % ring.len()]);
        return Err(format!("the loop crosses itself: edge {} and edge {}", name(i), name(j)));
    }
    let doubled = polygon::doubled_area(&corners);
    let size = measure::size(&corners);
    if doubled.abs() <= measure::RELATIVE_TOLERANCE * size * size {
        return Err("the loop encloses no area: its nodes lie on one line".to_owned());
    }
    let own: BTreeSet<(usize, usize)> = sides(&ring).map(pair).collect();
    let middle = (corners[0] + corners[1]) * 0.5;
    let around = HullOutline::of(found, &points).loops;
    // The loop itself may exist already, with all or some of its edges.
    let is_other = |known: &&crate::level::checks::support::outline::HullLoop| {
        known.edges.iter().any(|&edge| !own.contains(&pair(found.hull[edge])))
    };
    let is_hole = around.iter().filter(is_other).filter(|known| contains(known, &points, middle)).count() % 2 == 1;
    let is_turned = (doubled > 0.0) == is_hole;
    if is_turned {
        ring.reverse();
    }
    let is_first = found.hull.is_empty();
    let (edges, turned) = put_sides(&mut level.bodies[body].hull, &ring);
    if is_first {
        gas::suit(&mut level.bodies[body], level.world.gravity);
    }
    let places = edges.into_iter().map(|edge| Place::HullEdge(body, edge)).collect();
    Ok(Made::at(places).saying(loop_words(is_turned, is_hole, turned)))
}

/// Adds the sides of a ring to a hull, or directs those that it has along the ring. Returns the edges, and how many of
/// them were reversed.
fn put_sides(hull: &mut Vec<[usize; 2]>, ring: &[usize]) -> (Vec<usize>, usize) {
    let mut known: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (edge, &ends) in hull.iter().enumerate() {
        known.entry(pair(ends)).or_insert(edge);
    }
    let mut turned = 0;
    let mut edges = Vec::with_capacity(ring.len());
    for side in sides(ring) {
        let edge = known.get(&pair(side)).copied().unwrap_or_else(|| {
            hull.push(side);
            hull.len() - 1
        });
        turned += usize::from(hull[edge] != side);
        hull[edge] = side;
        edges.push(edge);
    }
    (edges, turned)
}

fn loop_words(is_turned: bool, is_hole: bool, turned: usize) -> String {
    let way = match (is_turned, is_hole) {
        (false, false) => String::new(),
        (true, false) => "Reversed to run counter-clockwise, so that the outside is on its right".to_owned(),
        (false, true) => "A hole: it runs clockwise".to_owned(),
        (true, true) => "A hole: reversed to run clockwise, so that the outside is on its right".to_owned(),
    };
    match (turned, way.is_empty()) {
        (0, _) => way,
        (_, true) => format!("{} reversed", tell::count(turned, "existing hull edge")),
        (_, false) => format!("{way}; {} reversed with it", tell::count(turned, "existing hull edge")),
    }
}

/// Sides of a closed ring of nodes.
fn sides(ring: &[usize]) -> impl Iterator<Item = [usize; 2]> {
    (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]])
}

/// Adds a triangle, counter-clockwise whatever the order of its corners. A corner may be the barycentre.
///
/// # Errors
/// If a corner does not exist or is repeated, the triangle is flat, or the body has it already.
pub fn triangle(level: &mut Level, body: usize, corners: [usize; 3]) -> Result<Made, String> {
    let found = body_at(level, body)?;
    if let Some(&node) = corners.iter().find(|&&node| node >= found.nodes.len()) {
        return Err(missing(Place::Node(body, node)));
    }
    let [a, b, c] = corners;
    if a == b || b == c || c == a {
        return Err("a triangle needs three different nodes".to_owned());
    }
    let sorted = |mut nodes: [usize; 3]| {
        nodes.sort_unstable();
        nodes
    };
    if let Some(known) = found.triangles.iter().position(|&nodes| sorted(nodes) == sorted(corners)) {
        return Err(format!("triangle {known} has these corners already"));
    }
    let points = measure::points(found).ok_or("the coordinates are too large to tell which way round it runs")?;
    let [p, q, r] = corners.map(|node| points[node]);
    let doubled = polygon::doubled_triangle_area(p, q, r);
    let longest = p.distance_squared(q).max(q.distance_squared(r)).max(r.distance_squared(p));
    if doubled.abs() <= 1e-9 * longest {
        return Err("the triangle is flat: its corners lie on one line".to_owned());
    }
    let triangles = &mut level.bodies[body].triangles;
    triangles.push(if doubled > 0.0 { [a, b, c] } else { [a, c, b] });
    let made = Made::at(vec![Place::Triangle(body, triangles.len() - 1)]);
    Ok(if doubled > 0.0 { made } else { made.saying("Reversed to run counter-clockwise") })
}

/// Adds a body under a unique name. `color` is `#rrggbb`; empty selects a colour automatically.
///
/// # Errors
/// If the format refuses the body.
pub fn body(level: &mut Level, body: Body, color: &str) -> Result<Made, String> {
    let mut alone = sound(Level { bodies: vec![body], ..Level::default() })?;
    let mut body = alone.bodies.swap_remove(0);
    body.name = free_name(level, &body.name);
    Ok(Made::at(vec![Place::Body(push_body(level, body, color))]))
}

/// Adds a disc under a unique name.
///
/// # Errors
/// If the format refuses the disc.
pub fn disc(level: &mut Level, disc: Disc) -> Result<Made, String> {
    let mut alone = sound(Level { discs: vec![disc], ..Level::default() })?;
    let mut disc = alone.discs.swap_remove(0);
    disc.name = free_name(level, &disc.name);
    Ok(Made::at(vec![Place::Disc(push_disc(level, disc, ""))]))
}

/// Adds an obstacle with the restitution of the last one.
///
/// # Errors
/// If the format refuses it: no length, no radius.
pub fn obstacle(level: &mut Level, shape: ObstacleShape) -> Result<Made, String> {
    let restitution = level.obstacles.last().map_or(0.8, |last| last.restitution);
    let new = Obstacle { name: String::new(), shape, restitution, ..Obstacle::default() };
    let mut alone = sound(Level { obstacles: vec![new], ..Level::default() })?;
    Ok(Made::at(vec![Place::Obstacle(push_obstacle(level, alone.obstacles.swap_remove(0)))]))
}

/// Maximum number of points of a new marker.
const MOST_POINTS: usize = 10_000;

/// Adds a marker named after its shape, with a number if the name is taken.
///
/// # Errors
/// If a point is not finite, a polygon has fewer than three corners, a path fewer than two points, a rectangle no width or
/// height, or there are more than ten thousand points.
pub fn marker(level: &mut Level, shape: MarkerShape) -> Result<Made, String> {
    let name = match &shape {
        MarkerShape::Point(_) => "point",
        MarkerShape::Rect(min, max) if min[0] == max[0] || min[1] == max[1] => {
            return Err("the rectangle has no area".to_owned());
        }
        MarkerShape::Rect(..) => "area",
        MarkerShape::Polygon(corners) if corners.len() < 3 => {
            return Err("a polygon needs at least three corners".to_owned());
        }
        MarkerShape::Polygon(_) => "area",
        MarkerShape::Path(points) if points.len() < 2 => return Err("a path needs at least two points".to_owned()),
        MarkerShape::Path(_) => "path",
    };
    if shape.points().len() > MOST_POINTS {
        return Err(format!("a marker has at most {MOST_POINTS} points"));
    }
    let (id, name, tags, properties) = (String::new(), name.to_owned(), Vec::new(), Properties::default());
    let mut alone = sound(Level { markers: vec![Marker { id, name, shape, tags, properties }], ..Level::default() })?;
    Ok(Made::at(vec![Place::Marker(push_marker(level, alone.markers.swap_remove(0)))]))
}

/// Adds springs between all of these nodes of a body that are at most `radius` apart and not joined yet. They have the
/// drawn length and the stiffness of `like` (see [`spring()`]).
///
/// # Errors
/// If a node does not exist or is the barycentre, the radius is not above 0, no two nodes are near enough, or the number
/// exceeds half a million.
pub fn neighbours(
    level: &mut Level,
    body: usize,
    nodes: &[usize],
    radius: f64,
    like: Option<&Spring>,
) -> Result<Made, String> {
    if !(radius > 0.0 && radius.is_finite()) {
        return Err("the radius is a number above 0".to_owned());
    }
    for &node in nodes {
        mass_at(level, body, node, "spring")?;
    }
    let found = body_at(level, body)?;
    let like = like.copied().or(found.springs.last().copied()).unwrap_or_else(|| default_spring(level));
    sound_spring(&like)?;
    let near = super::near::pairs(found, nodes, radius, MOST_PAIRS)
        .ok_or("too many nodes lie within the radius; take a smaller one")?;
    let known: BTreeSet<(usize, usize)> = found.springs.iter().map(|spring| pair([spring.a, spring.b])).collect();
    let new: Vec<Spring> = near
        .into_iter()
        .filter(|&(a, b, _)| !known.contains(&(a, b)))
        .map(|(a, b, rest_length)| Spring { a, b, rest_length, ..like })
        .collect();
    if new.is_empty() {
        return Err("no two of the nodes are within the radius and not joined yet".to_owned());
    }
    if new.len() > MOST_SPRINGS {
        return Err(format!("{} springs are too many; take a smaller radius", new.len()));
    }
    let springs = &mut level.bodies[body].springs;
    let first = springs.len();
    springs.extend(new);
    let made = (first..springs.len()).map(|spring| Place::Spring(body, spring)).collect();
    Ok(Made::at(made).saying(tell::count(springs.len() - first, "spring")))
}
