//! Putting in new parts: nodes, springs, sticks, hull edges and loops, triangles, bodies, discs, obstacles.

use super::places::{Made, body_at, free_name, mass_at, missing, pair, push_body, push_disc, push_obstacle, sound};
use crate::geometry::{DVec2, polygon};
use crate::level::checks::support::outline::{HullOutline, contains};
use crate::level::checks::support::{measure, tell};
use crate::level::{Body, Disc, Level, Node, Obstacle, ObstacleShape, Place, Point, Role, Spring, Stick};
use std::collections::{BTreeMap, BTreeSet};

/// Most springs that [`neighbours`] puts in at once, and most pairs that it looks at.
const MOST_SPRINGS: usize = 500_000;
const MOST_PAIRS: usize = 20_000_000;

fn finite(point: Point) -> Result<(), String> {
    if point[0].is_finite() && point[1].is_finite() {
        return Ok(());
    }
    Err("the position is not finite".to_owned())
}

/// Puts a node of mass 1 into a body, or into a new body of its own. The mass is that of the body's last node.
///
/// # Errors
/// When the body is not there, or the position is not finite.
pub fn node(level: &mut Level, body: Option<usize>, position: Point) -> Result<Made, String> {
    finite(position)?;
    let body = match body {
        Some(body) => body,
        None => {
            // Without a name of its own its title is its number, which counts from 0 as everywhere.
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

/// Draws the barycentre where the masses put it.
pub(super) fn settle(body: &mut Body) {
    if let (Some(index), Some(mean)) = (measure::barycentre(body), measure::mean(body)) {
        body.nodes[index].position = mean.to_array();
    }
}

/// The barycentre of a body that has none, with triangles from it to the hull where the body has no triangles yet
/// ("balloon", 000 §E.1).
///
/// # Errors
/// When the body is not there, has a barycentre, or has no masses.
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

/// The two nodes may be linked by a `what`: there, different, no barycentre. Gives how far apart they are drawn.
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

/// A spring as long as drawn, as stiff and damped as `like`, else as the body's last spring, else as the format's
/// default.
///
/// # Errors
/// When a node is not there or the barycentre, both are one, or a spring joins them already.
pub fn spring(level: &mut Level, body: usize, nodes: [usize; 2], like: Option<&Spring>) -> Result<Made, String> {
    let rest_length = ends(level, body, nodes, "spring")?;
    let springs = &level.bodies[body].springs;
    if let Some(known) = springs.iter().position(|spring| joins(spring.a, spring.b, nodes)) {
        return Err(format!("nodes {} and {} are joined by spring {known} already", nodes[0], nodes[1]));
    }
    let like = like.copied().or(springs.last().copied()).unwrap_or(default_spring());
    let new = Spring { a: nodes[0], b: nodes[1], rest_length, ..like };
    sound_spring(&new)?;
    level.bodies[body].springs.push(new);
    Ok(Made::at(vec![Place::Spring(body, level.bodies[body].springs.len() - 1)]))
}

fn default_spring() -> Spring {
    Spring { a: 0, b: 0, rest_length: 1.0, stiffness: 0.2, damping: 0.02 }
}

fn sound_spring(spring: &Spring) -> Result<(), String> {
    let is_sound = |value: f64| value.is_finite() && value >= 0.0;
    if is_sound(spring.stiffness) && is_sound(spring.damping) {
        return Ok(());
    }
    Err("stiffness and damping of a spring are finite and not negative".to_owned())
}

/// A stick as long as drawn.
///
/// # Errors
/// As [`spring`], and when the nodes coincide.
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

/// A hull edge, outside on its right.
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

/// A closed hull loop through the nodes, with the outside on its right whichever way round they are given:
/// counter-clockwise, or clockwise where it lies inside another loop of the body and so is a hole. Edges that are there
/// already are used, and turned round where they run the other way.
///
/// # Errors
/// When there are fewer than three nodes, one stands twice, is not there or the barycentre, or the loop crosses itself
/// or encloses nothing.
pub fn hull_loop(level: &mut Level, body: usize, nodes: &[usize]) -> Result<Made, String> {
    if nodes.len() < 3 {
        return Err("a hull loop needs at least three nodes".to_owned());
    }
    for &node in nodes {
        mass_at(level, body, node, "hull edge")?;
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = nodes.iter().find(|&&node| !seen.insert(node)) {
        return Err(format!("node {twice} stands twice in the loop"));
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
        return Err("the loop encloses nothing: its nodes lie in one line".to_owned());
    }
    let own: BTreeSet<(usize, usize)> = sides(&ring).map(pair).collect();
    let middle = (corners[0] + corners[1]) * 0.5;
    let around = HullOutline::of(found, &points).loops;
    // The loop itself may be there already, with all or some of its edges.
    let is_other = |known: &&crate::level::checks::support::outline::HullLoop| {
        known.edges.iter().any(|&edge| !own.contains(&pair(found.hull[edge])))
    };
    let is_hole = around.iter().filter(is_other).filter(|known| contains(known, &points, middle)).count() % 2 == 1;
    let is_turned = (doubled > 0.0) == is_hole;
    if is_turned {
        ring.reverse();
    }
    let hull = &mut level.bodies[body].hull;
    let mut known: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (edge, &ends) in hull.iter().enumerate() {
        known.entry(pair(ends)).or_insert(edge);
    }
    let mut turned = 0;
    let mut places = Vec::with_capacity(ring.len());
    for side in sides(&ring) {
        let edge = match known.get(&pair(side)) {
            Some(&edge) => edge,
            None => {
                hull.push(side);
                hull.len() - 1
            }
        };
        turned += usize::from(hull[edge] != side);
        hull[edge] = side;
        places.push(Place::HullEdge(body, edge));
    }
    Ok(Made::at(places).saying(loop_words(is_turned, is_hole, turned)))
}

fn loop_words(is_turned: bool, is_hole: bool, turned: usize) -> String {
    let way = match (is_turned, is_hole) {
        (false, false) => String::new(),
        (true, false) => "Turned round to run counter-clockwise, so that the outside is on its right".to_owned(),
        (false, true) => "A hole: it runs clockwise".to_owned(),
        (true, true) => "A hole: turned round to run clockwise, so that the outside is on its right".to_owned(),
    };
    match (turned, way.is_empty()) {
        (0, _) => way,
        (_, true) => format!("{} turned round", tell::count(turned, "known hull edge")),
        (_, false) => format!("{way}; {} turned with it", tell::count(turned, "known hull edge")),
    }
}

/// The sides of a ring of nodes.
fn sides(ring: &[usize]) -> impl Iterator<Item = [usize; 2]> {
    (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]])
}

/// A triangle, counter-clockwise in whichever order its corners are given. A corner may be the barycentre.
///
/// # Errors
/// When a corner is not there or stands twice, the triangle is flat, or the body has it already.
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
        return Err("the triangle is flat: its corners lie in one line".to_owned());
    }
    let triangles = &mut level.bodies[body].triangles;
    triangles.push(if doubled > 0.0 { [a, b, c] } else { [a, c, b] });
    let made = Made::at(vec![Place::Triangle(body, triangles.len() - 1)]);
    Ok(if doubled > 0.0 { made } else { made.saying("Turned round to run counter-clockwise") })
}

/// A whole body, under a name that no other has. `color` is `#rrggbb`, or empty for "choose for me".
///
/// # Errors
/// What the format refuses in it.
pub fn body(level: &mut Level, body: Body, color: &str) -> Result<Made, String> {
    let mut alone = sound(Level { bodies: vec![body], ..Level::default() })?;
    let mut body = alone.bodies.swap_remove(0);
    body.name = free_name(level, &body.name);
    Ok(Made::at(vec![Place::Body(push_body(level, body, color))]))
}

/// A disc, under a name that no other has.
///
/// # Errors
/// What the format refuses in it.
pub fn disc(level: &mut Level, disc: Disc) -> Result<Made, String> {
    let mut alone = sound(Level { discs: vec![disc], ..Level::default() })?;
    let mut disc = alone.discs.swap_remove(0);
    disc.name = free_name(level, &disc.name);
    Ok(Made::at(vec![Place::Disc(push_disc(level, disc, ""))]))
}

/// An obstacle, as bouncy as the last one.
///
/// # Errors
/// What the format refuses in it: no length, no radius.
pub fn obstacle(level: &mut Level, shape: ObstacleShape) -> Result<Made, String> {
    let restitution = level.obstacles.last().map_or(0.8, |last| last.restitution);
    let new = Obstacle { name: String::new(), shape, restitution };
    let mut alone = sound(Level { obstacles: vec![new], ..Level::default() })?;
    Ok(Made::at(vec![Place::Obstacle(push_obstacle(level, alone.obstacles.swap_remove(0)))]))
}

/// Springs between all of these nodes of a body that are at most `radius` apart and not joined by one yet; as long as
/// drawn, as stiff as `like` (see [`spring()`]).
///
/// # Errors
/// When a node is not there or the barycentre, the radius is not above 0, no two are near enough, or there would be
/// more than half a million.
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
    let like = like.copied().or(found.springs.last().copied()).unwrap_or(default_spring());
    sound_spring(&like)?;
    let near = super::near::pairs(found, nodes, radius, MOST_PAIRS)
        .ok_or("so many nodes lie within the radius; take a smaller one")?;
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
