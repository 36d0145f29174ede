//! Deletes parts with their dependents, and keeps hulls closed if possible.

use super::places::{LISTS, Made, Remap, all_there, carry, counts_text, in_list, keep, thinned};
use crate::level::{Body, Level, LinkEnd, Place, Role};
use std::collections::{BTreeMap, BTreeSet};

/// Items of a body's lists, in the order of [`LISTS`].
type RemovedItems = [BTreeSet<usize>; 5];

/// Deletes parts of a level. A node takes its springs, sticks and triangles along; the hull edges `a-n` and `n-b` become
/// `a-b`, which keeps the loop closed unless fewer than three edges would remain. Springs, sticks, hull edges, triangles and
/// links are deleted alone. A body is deleted with its last mass, a link with an end.
///
/// # Errors
/// If nothing is named, or a place does not exist or is the level as a whole; then nothing changes.
pub fn remove(level: &mut Level, places: &[Place]) -> Result<Made, String> {
    all_there(level, places)?;
    if places.iter().any(|place| matches!(place, Place::Level | Place::World)) {
        return Err("the level as a whole cannot be deleted".to_owned());
    }
    let (mut bodies, mut discs, mut obstacles) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut links, mut markers, mut instances) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut parts: BTreeMap<usize, RemovedItems> = BTreeMap::new();
    for &place in places {
        match place {
            Place::Body(body) => drop(bodies.insert(body)),
            Place::Disc(disc) => drop(discs.insert(disc)),
            Place::Obstacle(obstacle) => drop(obstacles.insert(obstacle)),
            Place::Link(link) => drop(links.insert(link)),
            Place::Marker(marker) => drop(markers.insert(marker)),
            Place::Instance(instance) => drop(instances.insert(instance)),
            _ => {
                if let Some((body, list, item)) = in_list(place) {
                    parts.entry(body).or_default()[list].insert(item);
                }
            }
        }
    }
    parts.retain(|body, _| !bodies.contains(body));
    let mut along = [0; 5];
    let mut maps = BTreeMap::new();
    for (&index, gone) in &parts {
        let body = &mut level.bodies[index];
        let before = counts(body);
        let map = thin(body, gone);
        let after = counts(body);
        for list in 0..5 {
            along[list] += (before[list] - after[list]).saturating_sub(gone[list].len());
        }
        let has_mass = body.nodes.iter().any(|node| matches!(node.role, Role::Mass(_)));
        if has_mass || gone[0].is_empty() {
            maps.insert(index, map);
        } else {
            bodies.insert(index);
        }
    }
    let mut remap = remap(level, maps, &bodies, &discs, &obstacles);
    remap.markers = thin_list(&mut level.markers, &markers);
    let orphans = remove_links(level, &links, &mut remap);
    remap.instances = thin_list(&mut level.instances, &instances);
    carry(level, &remap);
    let went = counts_text(&[
        (along[1], "spring"),
        (along[2], "stick"),
        (along[3], "hull edge"),
        (along[4], "triangle"),
        (orphans, "link"),
    ]);
    let said = if went.is_empty() { went } else { format!("{went} deleted along with them") };
    Ok(Made { places: Vec::new(), said, remap })
}

/// Removes items; returns the new index of each old one, or `None` if none is removed.
fn thin_list<T>(items: &mut Vec<T>, gone: &BTreeSet<usize>) -> Option<Vec<Option<usize>>> {
    if gone.is_empty() {
        return None;
    }
    let kept = thinned(items.len(), |item| gone.contains(&item));
    keep(items, &kept);
    Some(kept)
}

/// Removes the named links and those with a removed end, and renumbers the ends of the others; returns how many went along.
fn remove_links(level: &mut Level, named: &BTreeSet<usize>, remap: &mut Remap) -> usize {
    let ends: Vec<Option<[LinkEnd; 2]>> = level
        .links
        .iter()
        .map(|link| {
            let end = |end: LinkEnd| match end {
                LinkEnd::Node([body, node]) => match remap.follow(Place::Node(body, node))? {
                    Place::Node(body, node) => Some(LinkEnd::Node([body, node])),
                    _ => None,
                },
                LinkEnd::Disc(disc) => match remap.follow(Place::Disc(disc))? {
                    Place::Disc(disc) => Some(LinkEnd::Disc(disc)),
                    _ => None,
                },
                LinkEnd::Point(_) => Some(end),
            };
            Some([end(link.a)?, end(link.b)?])
        })
        .collect();
    let kept = thinned(level.links.len(), |link| named.contains(&link) || ends[link].is_none());
    for (link, ends) in level.links.iter_mut().zip(&ends) {
        if let Some([a, b]) = *ends {
            (link.a, link.b) = (a, b);
        }
    }
    keep(&mut level.links, &kept);
    remap.links = Some(kept);
    ends.iter().enumerate().filter(|(link, ends)| ends.is_none() && !named.contains(link)).count()
}

/// Removes whole bodies, discs and obstacles; returns the new number of everything.
fn remap(
    level: &mut Level,
    maps: BTreeMap<usize, [Vec<Option<usize>>; 5]>,
    bodies: &BTreeSet<usize>,
    discs: &BTreeSet<usize>,
    obstacles: &BTreeSet<usize>,
) -> Remap {
    let mut remap = Remap::default();
    let kept = thinned(level.bodies.len(), |body| bodies.contains(&body));
    for (old, map) in maps {
        let Some(new) = kept[old] else { continue };
        let place = |list: usize| move |item: Option<usize>| item.map(|item| LISTS[list](new, item));
        let mut list = 0;
        let lists = map.map(|items| {
            list += 1;
            Some(items.into_iter().map(place(list - 1)).collect())
        });
        remap.parts.insert(old, lists);
    }
    keep(&mut level.bodies, &kept);
    remap.bodies = Some(kept);
    let kept = thinned(level.discs.len(), |disc| discs.contains(&disc));
    keep(&mut level.discs, &kept);
    remap.discs = Some(kept);
    let kept = thinned(level.obstacles.len(), |obstacle| obstacles.contains(&obstacle));
    keep(&mut level.obstacles, &kept);
    remap.obstacles = Some(kept);
    remap
}

fn counts(body: &Body) -> [usize; 5] {
    [body.nodes.len(), body.springs.len(), body.sticks.len(), body.hull.len(), body.triangles.len()]
}

/// Removes items from a body, and everything attached to its removed nodes; returns the new index of each item.
fn thin(body: &mut Body, gone: &RemovedItems) -> [Vec<Option<usize>>; 5] {
    let is_gone = |node: usize| gone[0].contains(&node);
    let nodes = thinned(body.nodes.len(), is_gone);
    let springs = &body.springs;
    let springs = thinned(springs.len(), |i| gone[1].contains(&i) || is_gone(springs[i].a) || is_gone(springs[i].b));
    let sticks = &body.sticks;
    let sticks = thinned(sticks.len(), |i| gone[2].contains(&i) || is_gone(sticks[i].a) || is_gone(sticks[i].b));
    let joined = joined_hull(&body.hull, gone);
    let hull = thinned(joined.len(), |i| joined[i].is_none());
    let triangles = &body.triangles;
    let triangles =
        thinned(triangles.len(), |i| gone[4].contains(&i) || triangles[i].iter().any(|&node| is_gone(node)));
    // Kept items refer to kept nodes only.
    let new = |node: usize| nodes[node].unwrap_or_default();
    keep(&mut body.nodes, &nodes);
    keep(&mut body.springs, &springs);
    keep(&mut body.sticks, &sticks);
    keep(&mut body.triangles, &triangles);
    for spring in &mut body.springs {
        (spring.a, spring.b) = (new(spring.a), new(spring.b));
    }
    for stick in &mut body.sticks {
        (stick.a, stick.b) = (new(stick.a), new(stick.b));
    }
    body.hull = joined.into_iter().flatten().map(|edge| edge.map(new)).collect();
    for triangle in &mut body.triangles {
        *triangle = triangle.map(new);
    }
    [nodes, springs, sticks, hull, triangles]
}

/// New hull edge for each old one, in old node indices; None if it is removed. Across deleted nodes with one edge in and
/// one out, the edge before them is extended to the node after them.
fn joined_hull(hull: &[[usize; 2]], gone: &RemovedItems) -> Vec<Option<[usize; 2]>> {
    let is_gone = |node: usize| gone[0].contains(&node);
    let stays = |edge: usize| !gone[3].contains(&edge);
    // For each deleted node: number of edges in, of edges out, and the last edge out.
    let mut at: BTreeMap<usize, (usize, usize, usize)> = BTreeMap::new();
    for (edge, &[a, b]) in hull.iter().enumerate().filter(|&(edge, _)| stays(edge)) {
        if is_gone(a) {
            let node = at.entry(a).or_default();
            (node.1, node.2) = (node.1 + 1, edge);
        }
        if is_gone(b) {
            at.entry(b).or_default().0 += 1;
        }
    }
    let end_of_run = |mut node: usize| {
        // Nodes with one edge in and one out, entered from outside, cannot form a cycle.
        while is_gone(node) {
            match at.get(&node) {
                Some(&(1, 1, out)) => node = hull[out][1],
                _ => return None,
            }
        }
        Some(node)
    };
    let mut new: Vec<Option<[usize; 2]>> = (0..hull.len())
        .map(|edge| {
            let [a, b] = hull[edge];
            if !stays(edge) || is_gone(a) {
                return None;
            }
            end_of_run(b).filter(|&end| end != a || b == a).map(|end| [a, end])
        })
        .collect();
    // A joined edge between nodes that another edge joins would form a loop of two: then the loop stays open.
    let key = |[a, b]: [usize; 2]| (a.min(b), a.max(b));
    let mut pairs: Vec<(usize, usize)> = new.iter().flatten().map(|&edge| key(edge)).collect();
    pairs.sort_unstable();
    let is_twice = |edge: [usize; 2]| {
        let from = pairs.partition_point(|&pair| pair < key(edge));
        pairs.get(from + 1) == Some(&key(edge))
    };
    for (edge, end) in new.iter_mut().enumerate() {
        *end = end.filter(|&end| end == hull[edge] || !is_twice(end));
    }
    new
}
