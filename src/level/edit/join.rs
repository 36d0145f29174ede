//! Welds nodes, merges bodies, and separates a body into its connected parts.

use super::add::settle;
use super::clipboard::append;
use super::divided;
use super::places::{
    LISTS, Made, Remap, all_there, body_at, carry, color, free_name, keep, missing, pair, push_body, thinned,
};
use super::targets::put_body;
use super::texture;
use crate::geometry::{DVec2, polygon};
use crate::level::checks::support::edit::{Parts, renumber};
use crate::level::checks::support::{measure, tell};
use crate::level::{Body, Level, LinkEnd, Node, Place, Role};
use std::collections::{BTreeMap, BTreeSet};

/// Merges several nodes into one at their mean, with the sum of their masses and their total momentum; pinned if one was.
/// Links are redirected to it. Links within the group are removed, and duplicate links are kept once. Two opposite hull
/// edges form a seam, and both are removed. Bodies that it connects are merged (see [`merge`]).
///
/// # Errors
/// If fewer than two nodes are named, one does not exist or is the barycentre, or the sum of masses is too large.
pub fn weld(level: &mut Level, nodes: &[Place]) -> Result<Made, String> {
    all_there(level, nodes)?;
    let mut trial = level.clone();
    let bodies: BTreeSet<usize> = nodes.iter().filter_map(|place| place.body()).collect();
    let mut said = Vec::new();
    let mut nodes: Vec<Place> = nodes.to_vec();
    let mut remap = Remap::default();
    if bodies.len() > 1 {
        let made = merge(&mut trial, &bodies.iter().copied().collect::<Vec<_>>())?;
        nodes = made.remap.follow_all(&nodes);
        said.push(made.said);
        remap = made.remap;
    }
    let mut welded = BTreeSet::new();
    for &place in &nodes {
        let Place::Node(_, node) = place else { return Err(format!("{place} is not a node")) };
        welded.insert(node);
    }
    let (Some(&Place::Node(index, _)), true) = (nodes.first(), welded.len() > 1) else {
        return Err("at least two nodes must be selected".to_owned());
    };
    let mut body = trial.bodies[index].clone();
    if let Some(center) = measure::barycentre(&body).filter(|center| welded.contains(center)) {
        return Err(format!("node {center} is the barycentre, which cannot be welded"));
    }
    let group = welded.clone();
    let (welded, dropped) = weld_in(&mut body, &[welded]);
    settle(&mut body);
    put_body(&mut trial, index, body)?;
    redirect_links(&mut trial, |place| {
        let Place::Node(_, node) = remap.follow(place)? else { return None };
        let is_first = group.first() == Some(&node);
        (!is_first && remap.follow(place)?.body() == Some(index) && group.contains(&node)).then_some([index, welded[0]])
    });
    *level = trial;
    if dropped > 0 {
        said.push(format!("{} removed as internal or duplicate", tell::count(dropped, "link")));
    }
    said.retain(|words| !words.is_empty());
    Ok(Made { places: welded.into_iter().map(|node| Place::Node(index, node)).collect(), said: said.join("; "), remap })
}

/// Redirects links from nodes that are welded to others; `to` gives the new end of an old node, if it is one of these.
fn redirect_links(level: &mut Level, to: impl Fn(Place) -> Option<[usize; 2]>) {
    for end in level.links.iter_mut().flat_map(|link| [&mut link.a, &mut link.b]) {
        if let LinkEnd::Node([body, node]) = *end
            && let Some(new) = to(Place::Node(body, node))
        {
            *end = LinkEnd::Node(new);
        }
    }
}

/// Merges each group into one node; returns these nodes and the number of removed links. Groups are disjoint.
fn weld_in(body: &mut Body, groups: &[BTreeSet<usize>]) -> (Vec<usize>, usize) {
    let mut becomes: Vec<usize> = (0..body.nodes.len()).collect();
    for group in groups {
        let target = group.first().copied().unwrap_or_default();
        let node = one_of(body, group);
        body.nodes[target] = node;
        group.iter().for_each(|&node| becomes[node] = target);
    }
    let kept = thinned(body.nodes.len(), |node| becomes[node] != node);
    let index: Vec<Option<usize>> = becomes.iter().map(|&node| kept[node]).collect();
    let before = links(body);
    keep(&mut body.nodes, &kept);
    renumber(body, &index);
    let targets: Vec<usize> = groups.iter().filter_map(|group| index[*group.first()?]).collect();
    drop_repeated(body, &targets.iter().copied().collect());
    (targets, before - links(body))
}

/// The node that replaces a group.
fn one_of(body: &Body, group: &BTreeSet<usize>) -> Node {
    let mut nodes = group.iter().map(|&node| &body.nodes[node]);
    let mut one = nodes.next().cloned().unwrap_or(Node::at([0.0, 0.0]));
    let is_steady = nodes.all(|node| node.velocity == one.velocity);
    let (mut position, mut momentum, mut mass) = (DVec2::ZERO, DVec2::ZERO, 0.0);
    for found in group.iter().map(|&node| &body.nodes[node]) {
        position += DVec2::from_array(found.position) / group.len() as f64;
        if let Role::Mass(own) = found.role {
            momentum += DVec2::from_array(found.velocity) * own;
            mass += own;
        }
        one.pinned |= found.pinned;
    }
    (one.position, one.role) = (position.to_array(), Role::Mass(mass));
    // Equal velocities keep their bits.
    if !is_steady {
        one.velocity = (momentum / mass).to_array();
    }
    one
}

fn links(body: &Body) -> usize {
    body.springs.len() + body.sticks.len() + body.hull.len() + body.triangles.len()
}

/// Removes links within welded nodes and duplicates at them; duplicates elsewhere are left alone.
fn drop_repeated(body: &mut Body, welded: &BTreeSet<usize>) {
    let touches = |nodes: &[usize]| nodes.iter().any(|node| welded.contains(node));
    let mut seen = BTreeSet::new();
    let mut is_first = |ends: (usize, usize)| ends.0 != ends.1 && seen.insert(ends);
    body.springs.retain(|spring| !touches(&[spring.a, spring.b]) || is_first(pair([spring.a, spring.b])));
    let mut seen = BTreeSet::new();
    let mut is_first = |ends: (usize, usize)| ends.0 != ends.1 && seen.insert(ends);
    body.sticks.retain(|stick| !touches(&[stick.a, stick.b]) || is_first(pair([stick.a, stick.b])));
    let touched: BTreeSet<[usize; 2]> = body.hull.iter().copied().filter(|edge| touches(edge)).collect();
    let mut seen = BTreeSet::new();
    body.hull
        .retain(|&[a, b]| !touched.contains(&[a, b]) || (a != b && !touched.contains(&[b, a]) && seen.insert([a, b])));
    let mut seen = BTreeSet::new();
    body.triangles.retain(|triangle| {
        let mut sorted = *triangle;
        sorted.sort_unstable();
        !touches(triangle) || (sorted[0] != sorted[1] && sorted[1] != sorted[2] && seen.insert(sorted))
    });
}

/// Welds nodes of bodies (or among the named nodes) that are at most `distance` apart, each group to one.
///
/// # Errors
/// If the distance is not above 0, a place does not exist, or no two nodes are near enough.
pub fn weld_near(level: &mut Level, places: &[Place], distance: f64) -> Result<Made, String> {
    if !(distance > 0.0 && distance.is_finite()) {
        return Err("the distance is a number above 0".to_owned());
    }
    let targets = super::targets::Targets::of(level, places)?;
    let mut trial = level.clone();
    let (mut made, mut welded) = (Vec::new(), 0);
    let whole = targets.bodies.iter().map(|&body| (body, (0..level.bodies[body].nodes.len()).collect()));
    let chosen: BTreeMap<usize, BTreeSet<usize>> = targets.nodes.clone().into_iter().chain(whole).collect();
    for (index, nodes) in chosen {
        let mut body = trial.bodies[index].clone();
        let is_mass = |node: &usize| body.nodes[*node].role != Role::Barycentre;
        let masses: Vec<usize> = nodes.into_iter().filter(is_mass).collect();
        let pairs = super::near::pairs(&body, &masses, distance, 20_000_000)
            .ok_or("too many nodes lie within the distance; take a smaller one")?;
        let mut parts = Parts::new(body.nodes.len());
        pairs.iter().for_each(|&(a, b, _)| parts.join(a, b));
        let mut groups: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for node in pairs.iter().flat_map(|&(a, b, _)| [a, b]) {
            groups.entry(parts.root(node)).or_default().insert(node);
        }
        let groups: Vec<BTreeSet<usize>> = groups.into_values().collect();
        if groups.is_empty() {
            continue;
        }
        welded += groups.iter().map(BTreeSet::len).sum::<usize>();
        let (targets, _) = weld_in(&mut body, &groups);
        settle(&mut body);
        put_body(&mut trial, index, body)?;
        redirect_links(&mut trial, |place| {
            let Place::Node(_, node) = place else { return None };
            let group = groups.iter().position(|group| group.contains(&node) && group.first() != Some(&node))?;
            (place.body() == Some(index)).then_some([index, targets[group]])
        });
        made.extend(targets.into_iter().map(|node| Place::Node(index, node)));
    }
    if made.is_empty() {
        return Err("no two of the nodes are within the distance".to_owned());
    }
    *level = trial;
    let said = format!("{} became {}", tell::count(welded, "node"), made.len());
    Ok(Made::at(made).saying(said))
}

/// Merges several bodies into one: the first (in file order) takes the nodes and links of the others and adds their gas, so
/// that bodies of equal pressure keep it. It keeps its name, motion and contact properties. A body has one barycentre, so
/// triangles of the others are connected to it; areas of closed hulls do not change.
///
/// # Errors
/// If fewer than two bodies are named, one does not exist, or the sum of the gas is too large.
pub fn merge(level: &mut Level, bodies: &[usize]) -> Result<Made, String> {
    let bodies: BTreeSet<usize> = bodies.iter().copied().collect();
    if let Some(&index) = bodies.iter().find(|&&index| index >= level.bodies.len()) {
        return Err(missing(Place::Body(index)));
    }
    let (Some(&target), true) = (bodies.first(), bodies.len() > 1) else {
        return Err("at least two bodies must be selected".to_owned());
    };
    let mut body = level.bodies[target].clone();
    // The image stays where it is, and does not spread over the other bodies.
    body.fix_texture();
    let mut remap = Remap::default();
    let mut differs = false;
    for &index in bodies.iter().skip(1) {
        let part = &level.bodies[index];
        let before = [body.springs.len(), body.sticks.len(), body.hull.len(), body.triangles.len()];
        let nodes = append(&mut body, part);
        body.gas += part.gas;
        differs |= (&part.motion, part.restitution, part.friction) != (&body.motion, body.restitution, body.friction);
        let shifted = |list: usize, count: usize| {
            let place = |item: usize| Some(LISTS[list](target, before[list - 1] + item));
            Some((0..count).map(place).collect())
        };
        let lists = [
            Some(nodes.into_iter().map(|node| Some(Place::Node(target, node))).collect()),
            shifted(1, part.springs.len()),
            shifted(2, part.sticks.len()),
            shifted(3, part.hull.len()),
            shifted(4, part.triangles.len()),
        ];
        remap.parts.insert(index, lists);
    }
    settle(&mut body);
    put_body(level, target, body)?;
    let goes = |index: usize| index != target && bodies.contains(&index);
    let mut kept = thinned(level.bodies.len(), goes);
    keep(&mut level.bodies, &kept);
    for &index in &bodies {
        kept[index] = Some(target);
    }
    remap.bodies = Some(kept);
    carry(level, &remap);
    let said = if differs { "Motion, restitution and friction are those of the first body" } else { "" };
    Ok(Made { places: vec![Place::Body(target)], said: said.to_owned(), remap })
}

/// Separates a body into the parts connected by springs, sticks, hull edges or triangles (ignoring the barycentre). The
/// part with the first mass remains the body; the others become bodies at the end of the list. Gas is shared by area, which
/// keeps the pressure. Each part with triangles to the barycentre gets its own.
///
/// # Errors
/// If the body does not exist, or is connected.
pub fn separate(level: &mut Level, index: usize) -> Result<Made, String> {
    let mut body = body_at(level, index)?.clone();
    body.fix_texture();
    let body = &body;
    let groups = groups(body);
    if groups.len() < 2 {
        return Err("the body is connected and cannot be separated".to_owned());
    }
    let (color, mut places) = (color(level, Place::Body(index)), vec![index]);
    let mut parts: Vec<Body> = groups.iter().map(|group| part_of(body, group)).collect();
    if let Some(center) = measure::barycentre(body)
        && parts.iter().all(|part| measure::barycentre(part).is_none())
    {
        // A barycentre without triangles stays with the first part.
        parts[0].nodes.push(body.nodes[center].clone());
        if let (Some(pairs), Some(uv)) = (body.texture_coordinates(), texture::pairs_mut(&mut parts[0])) {
            uv.push(pairs[center]);
        }
    }
    let areas: Vec<f64> = parts.iter().map(area).collect();
    let sum: f64 = areas.iter().sum();
    if areas.iter().all(|&area| area > 0.0) && sum.is_finite() {
        parts.iter_mut().zip(&areas).for_each(|(part, area)| part.gas *= area / sum);
    }
    parts.iter_mut().for_each(settle);
    let mut parts = parts.into_iter();
    if let Some(first) = parts.next() {
        level.bodies[index] = first;
    }
    for mut part in parts {
        part.name = free_name(level, &part.name);
        places.push(push_body(level, part, &color));
    }
    let old_nodes: Vec<Vec<Option<usize>>> =
        groups.iter().map(|group| group.iter().copied().map(Some).collect()).collect();
    let remap = divided::remap(level, body, &places, &old_nodes);
    carry(level, &remap);
    let said = tell::count(places.len(), "body");
    Ok(Made { places: places.into_iter().map(Place::Body).collect(), said, remap })
}

/// Connected masses, ordered by their lowest one.
fn groups(body: &Body) -> Vec<Vec<usize>> {
    let center = measure::barycentre(body);
    let mut parts = Parts::new(body.nodes.len());
    let springs = body.springs.iter().map(|spring| [spring.a, spring.b]);
    let sticks = body.sticks.iter().map(|stick| [stick.a, stick.b]);
    springs.chain(sticks).chain(body.hull.iter().copied()).for_each(|[a, b]| parts.join(a, b));
    for triangle in &body.triangles {
        let mut masses = triangle.iter().copied().filter(|&node| Some(node) != center);
        if let Some(first) = masses.next() {
            masses.for_each(|node| parts.join(first, node));
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for node in (0..body.nodes.len()).filter(|&node| Some(node) != center) {
        groups.entry(parts.root(node)).or_default().push(node);
    }
    groups.into_values().collect()
}

/// Part of a body with these masses, with a barycentre if its triangles use one.
fn part_of(body: &Body, masses: &[usize]) -> Body {
    let mut new = vec![None; body.nodes.len()];
    masses.iter().enumerate().for_each(|(index, &node)| new[node] = Some(index));
    let mut nodes: Vec<Node> = masses.iter().map(|&node| body.nodes[node].clone()).collect();
    let own = |triangle: &[usize; 3]| triangle.iter().any(|&node| new[node].is_some());
    let triangles: Vec<[usize; 3]> = body.triangles.iter().copied().filter(own).collect();
    if let Some(center) = measure::barycentre(body)
        && triangles.iter().flatten().any(|&node| node == center)
    {
        new[center] = Some(nodes.len());
        nodes.push(body.nodes[center].clone());
    }
    let center = new.iter().rposition(|&index| index == Some(masses.len()));
    let mut part = Body { nodes, triangles, ..body.clone() };
    texture::select(&mut part.skin, masses.iter().copied().chain(center));
    renumber(&mut part, &new);
    part
}

/// Doubled signed area of the triangles; 0 if the coordinates are too large.
fn area(body: &Body) -> f64 {
    let Some(points) = measure::points(body) else { return 0.0 };
    let doubled = |corners: &[usize; 3]| {
        let [a, b, c] = corners.map(|node| points[node]);
        polygon::doubled_triangle_area(a, b, c)
    };
    body.triangles.iter().map(doubled).sum()
}
