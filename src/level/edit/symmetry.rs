//! Left and right at once: the counterpart of a part about a vertical axis, and changes made on both sides.
//!
//! Must never know: the screen, history.

use super::near::Grid;
use super::places::{Made, all_there};
use super::transform::{Rest, shift};
use super::{add, remove};
use crate::geometry::DVec2;
use crate::level::{Level, Place, Point, Role};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Who mirrors whom about the vertical line through x. Made anew for a changed level.
pub struct Mirror<'a> {
    level: &'a Level,
    axis: f64,
    tolerance: f64,
    /// Body and number of each node, in file order; `grid` knows them by their place in this list.
    nodes: Vec<(usize, usize)>,
    grid: Grid,
    discs: Grid,
    /// Made when the first link is asked for.
    links: OnceCell<BTreeMap<Key, usize>>,
}

/// Body, list (springs 1, sticks 2, hull edges 3, triangles 4), and the nodes of an item in ascending order; of two nodes
/// the third is none.
type Key = (usize, usize, [usize; 3]);

fn key(body: usize, list: usize, nodes: &[usize]) -> Key {
    let mut all = [usize::MAX; 3];
    nodes.iter().zip(&mut all).for_each(|(&node, slot)| *slot = node);
    all.sort_unstable();
    (body, list, all)
}

impl<'a> Mirror<'a> {
    /// Parts count as mirrored when they are at most `tolerance` > 0 from where the mirror shows them.
    ///
    /// # Errors
    /// When a number is not finite, or the tolerance not above 0.
    pub fn new(level: &'a Level, axis: f64, tolerance: f64) -> Result<Self, String> {
        if !(axis.is_finite() && tolerance > 0.0 && tolerance.is_finite()) {
            return Err("the axis is a number, and the tolerance a number above 0".to_owned());
        }
        let bodies = level.bodies.iter().enumerate();
        let nodes: Vec<(usize, usize)> =
            bodies.flat_map(|(index, body)| (0..body.nodes.len()).map(move |node| (index, node))).collect();
        let point = |&(body, node): &(usize, usize)| DVec2::from_array(level.bodies[body].nodes[node].position);
        let grid = Grid::new(nodes.iter().map(point).enumerate(), tolerance);
        let discs = level.discs.iter().map(|disc| DVec2::from_array(disc.position)).enumerate();
        let discs = Grid::new(discs, tolerance);
        Ok(Self { level, axis, tolerance, nodes, grid, discs, links: OnceCell::new() })
    }

    fn mirrored(&self, [x, y]: Point) -> DVec2 {
        DVec2::new(2.0 * self.axis - x, y)
    }

    /// Whether a point lies on the axis, so that it is its own counterpart.
    pub fn is_on_axis(&self, point: Point) -> bool {
        (point[0] - self.axis).abs() * 2.0 <= self.tolerance
    }

    /// The counterpart of a part: a part of its kind where the mirror shows it; itself for what lies on the axis. Of
    /// several the one in the same body, then the nearest, then the first. Obstacles have none.
    pub fn of(&self, place: Place) -> Option<Place> {
        if !self.level.has(place) {
            return None;
        }
        let bodies = &self.level.bodies;
        match place {
            Place::Body(body) => self.body(body),
            Place::Node(body, node) => self.node(body, node).map(|(body, node)| Place::Node(body, node)),
            Place::Disc(disc) => self.disc(disc),
            Place::Spring(body, i) => {
                let nodes = [bodies[body].springs[i].a, bodies[body].springs[i].b];
                self.link(body, 1, &nodes).map(|(body, i)| Place::Spring(body, i))
            }
            Place::Stick(body, i) => {
                let nodes = [bodies[body].sticks[i].a, bodies[body].sticks[i].b];
                self.link(body, 2, &nodes).map(|(body, i)| Place::Stick(body, i))
            }
            Place::HullEdge(body, i) => {
                self.link(body, 3, &bodies[body].hull[i]).map(|(body, i)| Place::HullEdge(body, i))
            }
            Place::Triangle(body, i) => {
                self.link(body, 4, &bodies[body].triangles[i]).map(|(body, i)| Place::Triangle(body, i))
            }
            Place::Obstacle(_) | Place::Level | Place::World => None,
        }
    }

    fn node(&self, body: usize, node: usize) -> Option<(usize, usize)> {
        let own = &self.level.bodies[body].nodes[node];
        let is_center = own.role == Role::Barycentre;
        if self.is_on_axis(own.position) {
            return Some((body, node));
        }
        let target = self.mirrored(own.position);
        let mut best: Option<(bool, f64, usize)> = None;
        for index in self.grid.around(target) {
            let (other, number) = self.nodes[index];
            let found = &self.level.bodies[other].nodes[number];
            let distance = DVec2::from_array(found.position).distance(target);
            let rank = (other != body, distance, index);
            let is_better = best.is_none_or(|best| {
                rank.0.cmp(&best.0).then(rank.1.total_cmp(&best.1)).then(rank.2.cmp(&best.2)).is_lt()
            });
            if distance <= self.tolerance && (found.role == Role::Barycentre) == is_center && is_better {
                best = Some(rank);
            }
        }
        best.map(|(_, _, index)| self.nodes[index])
    }

    fn disc(&self, disc: usize) -> Option<Place> {
        let own = &self.level.discs[disc];
        if self.is_on_axis(own.position) {
            return Some(Place::Disc(disc));
        }
        let target = self.mirrored(own.position);
        let distance = |index: usize| DVec2::from_array(self.level.discs[index].position).distance(target);
        let near = self.discs.around(target).filter(|&index| distance(index) <= self.tolerance);
        near.min_by(|&a, &b| distance(a).total_cmp(&distance(b)).then(a.cmp(&b))).map(Place::Disc)
    }

    /// The body that has the counterparts of all masses.
    fn body(&self, body: usize) -> Option<Place> {
        let nodes = self.level.bodies[body].nodes.iter().enumerate();
        let mut others = nodes.filter(|(_, node)| node.role != Role::Barycentre).map(|(i, _)| self.node(body, i));
        let (first, _) = others.next()??;
        others.all(|other| other.is_some_and(|(other, _)| other == first)).then_some(Place::Body(first))
    }

    /// The counterparts of nodes of one body, if they are nodes of one body too.
    pub fn nodes(&self, body: usize, nodes: &[usize]) -> Option<(usize, Vec<usize>)> {
        let exists = |&node: &usize| self.level.has(Place::Node(body, node));
        let found: Vec<(usize, usize)> =
            nodes.iter().map(|node| exists(node).then(|| self.node(body, *node))?).collect::<Option<_>>()?;
        let &(other, _) = found.first()?;
        found.iter().all(|&(body, _)| body == other).then(|| (other, found.into_iter().map(|(_, node)| node).collect()))
    }

    fn link(&self, body: usize, list: usize, nodes: &[usize]) -> Option<(usize, usize)> {
        let (other, nodes) = self.nodes(body, nodes)?;
        let links = self.links.get_or_init(|| links(self.level));
        links.get(&key(other, list, &nodes)).map(|&item| (other, item))
    }

    /// The places with their counterparts, without repetition.
    pub fn both(&self, places: &[Place]) -> Vec<Place> {
        let mut seen = BTreeSet::new();
        let both = places.iter().flat_map(|&place| [Some(place), self.of(place)]).flatten();
        both.filter(|&place| seen.insert(place)).collect()
    }
}

/// Every link by its nodes; of several between the same the first.
fn links(level: &Level) -> BTreeMap<Key, usize> {
    let mut links = Vec::new();
    for (index, body) in level.bodies.iter().enumerate() {
        links.extend(body.springs.iter().enumerate().map(|(i, spring)| (key(index, 1, &[spring.a, spring.b]), i)));
        links.extend(body.sticks.iter().enumerate().map(|(i, stick)| (key(index, 2, &[stick.a, stick.b]), i)));
        links.extend(body.hull.iter().enumerate().map(|(i, edge)| (key(index, 3, edge), i)));
        links.extend(body.triangles.iter().enumerate().map(|(i, triangle)| (key(index, 4, triangle), i)));
    }
    // The last of equal keys counts: the first, from behind.
    links.into_iter().rev().collect()
}

/// Where the mirror is: x of the vertical axis, and how exact it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Of the axis.
    pub x: f64,
    /// Distance within which parts mirror each other, > 0.
    pub tolerance: f64,
}

/// Deletes parts and their counterparts; see [`remove`].
///
/// # Errors
/// As [`remove`] and [`Mirror::new`].
pub fn remove_both(level: &mut Level, places: &[Place], axis: Axis) -> Result<Made, String> {
    all_there(level, places)?;
    let both = Mirror::new(level, axis.x, axis.tolerance)?.both(places);
    remove(level, &both)
}

/// Moves nodes, bodies, discs and obstacles by an offset, and their counterparts by its mirror image. What lies on the
/// axis stays on it. Of two that mirror each other and are both named, the one named first leads.
///
/// # Errors
/// As [`shift`] and [`Mirror::new`].
pub fn move_both(level: &mut Level, places: &[Place], offset: Point, axis: Axis, rest: Rest) -> Result<Made, String> {
    let targets = super::targets::Targets::of(level, places)?.in_order;
    let mirror = Mirror::new(level, axis.x, axis.tolerance)?;
    let mut seen = BTreeSet::new();
    let mut moves: Vec<(Place, Point)> = Vec::new();
    for &place in &targets {
        if !seen.insert(place) {
            continue;
        }
        match mirror.of(place) {
            Some(own) if own == place => moves.push((place, [0.0, offset[1]])),
            Some(other) if seen.insert(other) => {
                moves.extend([(place, offset), (other, [-offset[0], offset[1]])]);
            }
            _ => moves.push((place, offset)),
        }
    }
    shift(level, &moves, rest)?;
    Ok(Made::at(places.to_vec()))
}

/// Puts in a node and its mirror image, which goes into the counterpart of the body, or where there is none into the
/// same body; one node, on the axis, where it would lie nearer to it than the tolerance. See [`add::node`].
///
/// # Errors
/// As [`add::node`] and [`Mirror::new`].
pub fn node_both(level: &mut Level, body: Option<usize>, position: Point, axis: Axis) -> Result<Made, String> {
    let mirror = Mirror::new(level, axis.x, axis.tolerance)?;
    if mirror.is_on_axis(position) {
        return add::node(level, body, [axis.x, position[1]]);
    }
    let image = mirror.mirrored(position).to_array();
    let other = match body.and_then(|body| mirror.of(Place::Body(body))) {
        Some(Place::Body(other)) => Some(other),
        _ => body,
    };
    if !(image[0].is_finite() && position[0].is_finite() && position[1].is_finite()) {
        return Err("the position is not finite".to_owned());
    }
    let mut made = add::node(level, body, position)?;
    let new = made.places.first().and_then(|place| place.body());
    made.places.extend(add::node(level, other.or(new), image)?.places);
    Ok(made)
}

/// What links nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// See [`add::spring()`].
    Spring,
    /// See [`add::stick`].
    Stick,
    /// See [`add::hull_edge`].
    HullEdge,
    /// See [`add::hull_loop`].
    HullLoop,
    /// See [`add::triangle`].
    Triangle,
}

/// Puts in a link between nodes of a body, and the same between their counterparts where all have one and they are not
/// linked already.
///
/// # Errors
/// As the function for the link, [`Mirror::new`], and when the number of nodes is not that of the link.
pub fn link_both(level: &mut Level, link: Link, body: usize, nodes: &[usize], axis: Axis) -> Result<Made, String> {
    let mut other = Mirror::new(level, axis.x, axis.tolerance)?.nodes(body, nodes);
    if let (Some((_, nodes)), Link::HullEdge) = (&mut other, link) {
        // As the mirror shows it, the edge would have the outside on its left.
        nodes.reverse();
    }
    let mut made = put_link(level, link, body, nodes)?;
    // A loop across the axis is its own mirror image, and is there now; so may be the other side.
    if let Some((other, nodes)) = other
        && let Ok(second) = put_link(level, link, other, &nodes)
    {
        let known: BTreeSet<Place> = made.places.iter().copied().collect();
        made.places.extend(second.places.into_iter().filter(|place| !known.contains(place)));
    }
    Ok(made)
}

fn put_link(level: &mut Level, link: Link, body: usize, nodes: &[usize]) -> Result<Made, String> {
    match (link, nodes) {
        (Link::Spring, &[a, b]) => add::spring(level, body, [a, b], None),
        (Link::Stick, &[a, b]) => add::stick(level, body, [a, b], false),
        (Link::HullEdge, &[a, b]) => add::hull_edge(level, body, [a, b]),
        (Link::HullLoop, _) => add::hull_loop(level, body, nodes),
        (Link::Triangle, &[a, b, c]) => add::triangle(level, body, [a, b, c]),
        (Link::Triangle, _) => Err("a triangle has three nodes".to_owned()),
        _ => Err("such a link has two nodes".to_owned()),
    }
}
