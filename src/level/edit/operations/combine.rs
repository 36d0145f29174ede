//! Boolean operations on bodies: union, subtraction, intersection of their hulls.
//!
//! The outlines are combined exactly; the mesh generator fills the result around the old inner nodes that lie inside. Nodes at
//! old places keep all their data, and springs between them their numbers. Whatever else refers to an old node goes to the
//! nearest new one within a node distance, or is removed.

use super::{Operation, Settings, parameter};
use crate::geometry::{Aabb, DVec2, polygon};
use crate::level::checks::support::tell;
use crate::level::edit::knife;
use crate::level::edit::near::Grid;
use crate::level::edit::places::{Made, Remap, carry, color, free_name, keep, push_body, thinned};
use crate::level::edit::remesh::{self, dress};
use crate::level::mesh::overlay::{FARTHEST, overlay};
use crate::level::mesh::{DrawnOutline, MeshError, MeshOptions, soft_around};
use crate::level::parameter::{Kind, Parameter};
use crate::level::{Body, Level, LinkEnd, Node, Place, Role, Spring, Stick};
use i_overlay::core::overlay_rule::OverlayRule;
use std::collections::{BTreeMap, BTreeSet};

/// One body from several.
pub(super) static UNITE: Operation = Operation {
    id: "unite",
    title: "Unite bodies",
    verb: "Unite bodies",
    explanation: "One body with the common outline, in place of the first selected one. Nodes inside, and springs and sticks between them, stay; along the seams the mesh is new. Name, material, motion, gas pressure and skin are those of the first.",
    parameters: spacing,
    handles: &[],
    apply: |level, places, settings| combine(level, places, settings, Combination::Union),
};

/// The first body without the others.
pub(super) static SUBTRACT: Operation = Operation {
    id: "subtract",
    title: "Subtract bodies",
    verb: "Subtract bodies",
    explanation: "Cuts the other selected bodies out of the first one; holes and several parts may result. Nodes inside, and springs and sticks between them, stay; along the cut the mesh is new.",
    parameters: |level, places, bounds| {
        let mut all = spacing(level, places, bounds);
        let keep = ["keep", "Keep the others", "The bodies that are cut out stay in the level", ""];
        let swap = ["swap", "Other way round", "Cuts the first body out of the second one", ""];
        all.push(parameter(keep, Kind::Switch, 0.0));
        if bodies(places).len() == 2 {
            all.push(parameter(swap, Kind::Switch, 0.0));
        }
        all
    },
    handles: &[],
    apply: |level, places, settings| combine(level, places, settings, Combination::Difference),
};

/// What bodies have in common.
pub(super) static INTERSECT: Operation = Operation {
    id: "intersect",
    title: "Intersect bodies",
    verb: "Intersect bodies",
    explanation: "Keeps what all selected bodies cover, in place of the first one; several parts may result. Nodes inside, and springs and sticks between them, stay; along the cut the mesh is new.",
    parameters: spacing,
    handles: &[],
    apply: |level, places, settings| combine(level, places, settings, Combination::Intersection),
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Combination {
    Union,
    Difference,
    Intersection,
}

/// Maximum number of nodes of all results.
const MOST_NODES: usize = 20_000;
/// Results with less area than this fraction of the squared spacing are rounding errors.
const LEFT: f64 = 0.02;
/// Minimum distance of kept nodes of different bodies, in spacings.
const APART: f64 = 0.6;
/// Distance at which a new node is at the place of an old one, in spacings.
const SAME: f64 = 1e-6;

/// Bodies that are named or contain a named part, in the order of the selection.
fn bodies(places: &[Place]) -> Vec<usize> {
    let mut found = Vec::new();
    for body in places.iter().filter_map(|place| place.body()) {
        if !found.contains(&body) {
            found.push(body);
        }
    }
    found
}

fn spacing(level: &Level, places: &[Place], _: Aabb) -> Vec<Parameter> {
    let words = ["spacing", "Spacing", "Distance of neighbouring nodes where the mesh is new", "length"];
    let first = bodies(places).first().and_then(|&body| level.bodies.get(body));
    let default = first.map_or(MeshOptions::default().spacing, |body| remesh::recipe(body).options.spacing);
    vec![parameter(words, Kind::Number(1e-3, 1e3), default)]
}

fn named<T>(level: &Level, body: usize, result: Result<T, String>) -> Result<T, String> {
    result.map_err(|reason| format!("{}: {reason}", tell::body(level, body)))
}

/// The combined outlines, the largest first.
fn outlines(level: &Level, bodies: &[usize], how: Combination, spacing: f64) -> Result<Vec<DrawnOutline>, String> {
    let mut all = Vec::new();
    for &body in bodies {
        let outline = named(level, body, remesh::outline(&level.bodies[body]))?;
        if outline.outer.iter().chain(outline.holes.iter().flatten()).any(|at| at.abs().max_element() > FARTHEST) {
            return named(level, body, Err("it is too far away".to_owned()));
        }
        all.push(outline);
    }
    let Some((first, others)) = all.split_first() else { return Ok(all) };
    let mut made = match how {
        Combination::Union => overlay(&all.iter().collect::<Vec<_>>(), &[], OverlayRule::Subject),
        Combination::Difference => overlay(&[first], &others.iter().collect::<Vec<_>>(), OverlayRule::Difference),
        Combination::Intersection => others.iter().fold(vec![first.clone()], |left, other| {
            overlay(&left.iter().collect::<Vec<_>>(), &[other], OverlayRule::Intersect)
        }),
    };
    let old: Vec<DVec2> =
        all.iter().flat_map(|one| one.outer.iter().chain(one.holes.iter().flatten())).copied().collect();
    made.iter_mut().for_each(|outline| restore_corners(outline, &old, spacing));
    made.retain(|outline| area(outline) > LEFT * spacing * spacing);
    made.sort_by(|a, b| area(b).total_cmp(&area(a)));
    let before = area(first);
    match how {
        Combination::Union if made.len() > 1 => {
            Err("the bodies do not overlap; “Merge bodies into one” joins them without a common outline".to_owned())
        }
        Combination::Difference if made.is_empty() => Err("nothing would be left of the first body".to_owned()),
        Combination::Difference if (made.iter().map(area).sum::<f64>() - before).abs() <= 1e-9 * before => {
            Err("the other bodies do not overlap the first one".to_owned())
        }
        Combination::Intersection if made.is_empty() => Err("the bodies do not overlap".to_owned()),
        _ => Ok(made),
    }
}

/// The library rounds coordinates to a grid; corners that were there before get their exact position again.
fn restore_corners(outline: &mut DrawnOutline, old: &[DVec2], spacing: f64) {
    let reach = SAME * spacing;
    for at in outline.outer.iter_mut().chain(outline.holes.iter_mut().flatten()) {
        if let Some(known) = old.iter().find(|known| known.distance_squared(*at) <= reach * reach) {
            *at = *known;
        }
    }
}

fn area(outline: &DrawnOutline) -> f64 {
    let doubled = |points: &Vec<DVec2>| polygon::doubled_area(points).abs();
    0.5 * (doubled(&outline.outer) - outline.holes.iter().map(doubled).sum::<f64>())
}

fn combine(level: &mut Level, places: &[Place], settings: &Settings, how: Combination) -> Result<Made, String> {
    let mut bodies = bodies(places);
    if bodies.len() < 2 {
        return Err("select at least two bodies".to_owned());
    }
    if let Some(body) = bodies.iter().find(|body| **body >= level.bodies.len()) {
        return Err(format!("{} is not there", Place::Body(*body)));
    }
    if settings.is_on("swap") {
        bodies.swap(0, 1);
    }
    let first = bodies[0];
    let mut recipe = remesh::recipe(&level.bodies[first]);
    recipe.options.spacing = settings.number("spacing");
    recipe.options.most_nodes = MOST_NODES;
    let outlines = outlines(level, &bodies, how, recipe.options.spacing)?;
    // What is cut out leaves nothing behind.
    let giving = if how == Combination::Difference { &bodies[..1] } else { &bodies[..] };
    let old = OldNodes::of(level, giving, recipe.options.spacing);
    let mut made = Vec::new();
    for outline in &outlines {
        let body = if recipe.is_soft {
            soft_around(outline, &recipe.options, &old.apart()).map(|(body, _)| body)
        } else {
            recipe.body(outline)
        };
        let mut body = body.map_err(|error| match error {
            MeshError::SelfIntersection([x, y]) => {
                format!("the result would touch itself near ({x:.4}, {y:.4}): move one of the bodies a little")
            }
            error => error.to_string(),
        })?;
        dress(&mut body, &level.bodies[first], recipe.is_soft);
        old.restore(level, &mut body);
        made.push(body);
    }
    let gone: Vec<usize> = if settings.is_on("keep") { Vec::new() } else { bodies[1..].to_vec() };
    let was_unstable = knife::unstable(level).contains(&first);
    let links = level.links.len();
    let done = put(level, (first, &gone), giving, made, &old);
    let mut said = Vec::new();
    if level.links.len() < links {
        said.push(format!("{} removed with their nodes", tell::count(links - level.links.len(), "link")));
    }
    let results: Vec<usize> = done.places.iter().filter_map(|place| place.body()).collect();
    let before = if was_unstable { results.iter().copied().collect() } else { BTreeSet::new() };
    if let Some(substeps) = knife::steady(level, &results, &before) {
        said.push(format!("{substeps} substeps per frame, since the new springs are stiffer"));
    }
    Ok(done.saying(said.join("; ")))
}

/// Nodes of the bodies that give their nodes to the result.
struct OldNodes {
    /// Place and node, without barycentres.
    nodes: Vec<([usize; 2], Node)>,
    spacing: f64,
}

impl OldNodes {
    fn of(level: &Level, bodies: &[usize], spacing: f64) -> Self {
        let of =
            |&body: &usize| level.bodies[body].nodes.iter().enumerate().map(move |(i, node)| ([body, i], node.clone()));
        let nodes = bodies.iter().flat_map(of).filter(|(_, node)| node.role != Role::Barycentre).collect();
        Self { nodes, spacing }
    }

    /// Positions of the nodes that are not close to one of an earlier body.
    fn apart(&self) -> Vec<DVec2> {
        let (mut kept, mut positions): (Vec<DVec2>, Vec<DVec2>) = (Vec::new(), Vec::new());
        let room = APART * self.spacing;
        for nodes in self.nodes.chunk_by(|(a, _), (b, _)| a[0] == b[0]) {
            let grid = Grid::new(kept.iter().copied().enumerate(), room);
            let is_apart = |at: &DVec2| grid.around(*at).all(|i| kept[i].distance_squared(*at) >= room * room);
            positions.extend(nodes.iter().map(|(_, node)| DVec2::from_array(node.position)).filter(is_apart));
            kept.clone_from(&positions);
        }
        kept
    }

    /// Gives nodes at the places of old ones their data, springs between them their numbers, and labels and pins of other old
    /// nodes to the nearest new one.
    fn restore(&self, level: &Level, body: &mut Body) {
        let mut is_taken = vec![false; body.nodes.len()];
        let mut new_of = BTreeMap::new();
        let result = ResultNodes::of(body, self.spacing);
        for (place, old) in &self.nodes {
            let Some((index, distance)) = result.successor(DVec2::from_array(old.position)) else { continue };
            let node = &mut body.nodes[index];
            if distance <= SAME * self.spacing && !std::mem::replace(&mut is_taken[index], true) {
                let (label, pinned) = (std::mem::take(&mut node.label), node.pinned);
                *node = old.clone();
                node.pinned |= pinned;
                if node.label.is_empty() {
                    node.label = label;
                }
                new_of.insert(*place, index);
            } else {
                node.pinned |= old.pinned;
                if node.tracking == 0 {
                    node.tracking = old.tracking;
                }
                if node.label.is_empty() && !old.label.is_empty() {
                    (node.label, node.tags, node.properties) =
                        (old.label.clone(), old.tags.clone(), old.properties.clone());
                }
            }
        }
        self.restore_velocities(body, &is_taken);
        self.restore_springs(level, body, &new_of);
        self.restore_sticks(level, body, &new_of);
    }

    /// The bodies, ascending.
    fn owners(&self) -> BTreeSet<usize> {
        self.nodes.iter().map(|([body, _], _)| *body).collect()
    }

    fn restore_velocities(&self, body: &mut Body, is_taken: &[bool]) {
        if self.nodes.iter().all(|(_, node)| node.velocity == [0.0, 0.0]) {
            return;
        }
        let old = NearestNodes::of(self.nodes.iter().map(|(_, node)| node), self.spacing);
        for (node, _) in body.nodes.iter_mut().zip(is_taken).filter(|(_, is_taken)| !**is_taken) {
            if let Some((old, _)) = old.nearest(DVec2::from_array(node.position)) {
                node.velocity = self.nodes[old].1.velocity;
            }
        }
    }

    fn restore_springs(&self, level: &Level, body: &mut Body, new_of: &BTreeMap<[usize; 2], usize>) {
        let mut known: BTreeMap<[usize; 2], &Spring> = BTreeMap::new();
        for owner in self.owners() {
            for spring in &level.bodies[owner].springs {
                let ends = [spring.a, spring.b].map(|node| new_of.get(&[owner, node]).copied());
                if let [Some(a), Some(b)] = ends {
                    known.entry([a.min(b), a.max(b)]).or_insert(spring);
                }
            }
        }
        for spring in &mut body.springs {
            if let Some(old) = known.remove(&[spring.a.min(spring.b), spring.a.max(spring.b)]) {
                *spring = Spring { a: spring.a, b: spring.b, ..*old };
            }
        }
        // Those that the new mesh lacks, such as second diagonals and braces.
        let hull = ResultNodes::of(body, self.spacing);
        let left = known.into_iter().filter(|(ends, _)| hull.contains_segment(*ends));
        body.springs.extend(left.map(|([a, b], old)| Spring { a, b, ..*old }));
    }

    /// Sticks between kept nodes; they replace the springs of the new mesh.
    fn restore_sticks(&self, level: &Level, body: &mut Body, new_of: &BTreeMap<[usize; 2], usize>) {
        let mut known: BTreeMap<[usize; 2], Stick> = BTreeMap::new();
        for owner in self.owners() {
            for stick in &level.bodies[owner].sticks {
                if let [Some(a), Some(b)] = [stick.a, stick.b].map(|node| new_of.get(&[owner, node]).copied()) {
                    known.entry([a.min(b), a.max(b)]).or_insert(Stick { a, b, ..*stick });
                }
            }
        }
        let hull = ResultNodes::of(body, self.spacing);
        known.retain(|ends, _| hull.contains_segment(*ends));
        body.springs.retain(|spring| !known.contains_key(&[spring.a.min(spring.b), spring.a.max(spring.b)]));
        body.sticks.extend(known.into_values());
    }
}

/// Finds the nearest of some nodes.
struct NearestNodes {
    positions: Vec<DVec2>,
    grid: Grid,
}

impl NearestNodes {
    /// `reach` is the distance within which most answers lie.
    fn of<'a>(nodes: impl Iterator<Item = &'a Node>, reach: f64) -> Self {
        let positions: Vec<DVec2> = nodes.map(|node| DVec2::from_array(node.position)).collect();
        let grid = Grid::new(positions.iter().copied().enumerate(), reach);
        Self { positions, grid }
    }

    /// Index and distance of the nearest node.
    fn nearest(&self, at: DVec2) -> Option<(usize, f64)> {
        let least = |indices: &mut dyn Iterator<Item = usize>| {
            indices.map(|i| (i, self.positions[i].distance(at))).min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
        };
        least(&mut self.grid.around(at)).or_else(|| least(&mut (0..self.positions.len())))
    }
}

/// Nodes and hull of a result.
struct ResultNodes {
    nodes: NearestNodes,
    hull: Vec<(DVec2, DVec2)>,
    spacing: f64,
}

/// Distance from the hull up to which an old node counts as inside, in spacings.
const BESIDE: f64 = 0.25;

impl ResultNodes {
    fn of(body: &Body, spacing: f64) -> Self {
        let nodes = NearestNodes::of(body.nodes.iter(), spacing);
        let hull = body.hull.iter().map(|&[a, b]| (nodes.positions[a], nodes.positions[b])).collect();
        Self { nodes, hull, spacing }
    }

    /// True if the straight line between two nodes does not leave the hull.
    fn contains_segment(&self, ends: [usize; 2]) -> bool {
        let [from, to] = ends.map(|node| self.nodes.positions[node]);
        let crosses = |&(a, b): &(DVec2, DVec2)| polygon::segments_cross(from, to, a, b);
        if self.hull.iter().any(crosses) {
            return false;
        }
        let middle = from.midpoint(to);
        polygon::contains(self.hull.iter().copied(), middle)
            || self.hull.iter().any(|&(a, b)| polygon::distance_to_segment(middle, a, b) <= SAME * self.spacing)
    }

    /// The node that replaces an old one, and its distance; None if the old one was outside.
    fn successor(&self, at: DVec2) -> Option<(usize, f64)> {
        let (index, distance) = self.nodes.nearest(at)?;
        let is_beside = |&(a, b): &(DVec2, DVec2)| polygon::distance_to_segment(at, a, b) <= BESIDE * self.spacing;
        let is_in = distance <= BESIDE * self.spacing
            || polygon::contains(self.hull.iter().copied(), at)
            || self.hull.iter().any(is_beside);
        is_in.then_some((index, distance))
    }
}

/// Replaces the first body by the largest result, appends the others, and removes the bodies that are gone.
fn put(level: &mut Level, (first, gone): (usize, &[usize]), giving: &[usize], made: Vec<Body>, old: &OldNodes) -> Made {
    let before: Vec<usize> = level.bodies.iter().map(|body| body.nodes.len()).collect();
    let color = color(level, Place::Body(first));
    let mut indices = vec![first];
    let mut made = made.into_iter();
    if let Some(body) = made.next() {
        level.bodies[first] = body;
    }
    for mut body in made {
        body.name = free_name(level, &body.name);
        indices.push(push_body(level, body, &color));
    }
    let kept = thinned(level.bodies.len(), |body| gone.contains(&body));
    let changed: Vec<usize> = giving.iter().chain(gone).copied().collect();
    let mut remap = Remap::default();
    let results: Vec<(usize, ResultNodes)> =
        indices.iter().map(|&index| (index, ResultNodes::of(&level.bodies[index], old.spacing))).collect();
    for &body in &changed {
        let mut lists = [before[body], 0, 0, 0, 0].map(|count| Some(vec![None; count]));
        for ([_, node], known) in old.nodes.iter().filter(|([owner, _], _)| *owner == body) {
            let found = new_place(&results, DVec2::from_array(known.position));
            if let (Some(list), Some([index, new])) = (&mut lists[0], found) {
                list[*node] = kept[index].map(|index| Place::Node(index, new));
            }
        }
        remap.parts.insert(body, lists);
    }
    redirect_links(level, &changed, &remap);
    keep(&mut level.bodies, &kept);
    let mut bodies: Vec<Option<usize>> = kept[..before.len()].to_vec();
    gone.iter().filter(|body| giving.contains(body)).for_each(|&body| bodies[body] = kept[first]);
    remap.bodies = Some(bodies);
    carry(level, &remap);
    let places = indices.into_iter().filter_map(|index| kept[index].map(Place::Body)).collect();
    Made { places, remap, ..Made::default() }
}

/// Body and node of the results that replace an old node.
fn new_place(results: &[(usize, ResultNodes)], at: DVec2) -> Option<[usize; 2]> {
    let near = results.iter().filter_map(|(index, result)| {
        let (node, distance) = result.successor(at)?;
        Some(([*index, node], distance))
    });
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
}

/// Redirects links at nodes of changed bodies; a link whose end is gone is removed. Other ends are followed by `tracked`.
fn redirect_links(level: &mut Level, changed: &[usize], remap: &Remap) {
    let new = |end: LinkEnd| match end {
        LinkEnd::Node([body, node]) if changed.contains(&body) => match remap.follow(Place::Node(body, node)) {
            Some(Place::Node(body, node)) => Some(LinkEnd::Node([body, node])),
            _ => None,
        },
        _ => Some(end),
    };
    level.links.retain_mut(|link| match (new(link.a), new(link.b)) {
        (Some(a), Some(b)) if a != b => {
            (link.a, link.b) = (a, b);
            true
        }
        _ => false,
    });
}
