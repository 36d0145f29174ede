//! Finds the mirror image of every part.

use super::super::align::extent;
use super::super::near::Grid;
use super::super::targets::Targets;
use super::{MirrorAxis, image};
use crate::geometry::DVec2;
use crate::level::checks::support::measure;
use crate::level::{Level, ObstacleShape, Place, Role};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Body and index of a node.
type NodeId = (usize, usize);

/// Mirror images of a level's parts about an axis; the rules are in [`super`]. Recreate it for a changed level.
pub struct Mirror<'a> {
    level: &'a Level,
    axis: MirrorAxis,
    bodies: Vec<Option<usize>>,
    nodes: Vec<Vec<Option<NodeId>>>,
    discs: Vec<Option<usize>>,
    /// Computed on first use.
    obstacles: OnceCell<Vec<Option<usize>>>,
    markers: OnceCell<Vec<Option<usize>>>,
    links: OnceCell<BTreeMap<PlaceKey, Vec<usize>>>,
}

/// Side of the mirror on which a part is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MirrorSide {
    /// The requested change.
    Own,
    /// The mirrored change.
    Image,
    /// The part is its own image and remains so.
    Axis,
}

impl MirrorSide {
    /// The movement for this side.
    pub fn turned(self, by: DVec2) -> DVec2 {
        match self {
            Self::Own => by,
            Self::Image => DVec2::new(-by.x, by.y),
            Self::Axis => DVec2::new(0.0, by.y),
        }
    }
}

/// Body, list (springs 1, sticks 2, hull edges 3, triangles 4), and the nodes of an item in ascending order. For two nodes
/// the third entry is unused.
type PlaceKey = (usize, usize, [usize; 3]);

fn key(body: usize, list: usize, nodes: &[usize]) -> PlaceKey {
    let mut all = [usize::MAX; 3];
    nodes.iter().zip(&mut all).for_each(|(&node, slot)| *slot = node);
    all.sort_unstable();
    (body, list, all)
}

impl<'a> Mirror<'a> {
    /// Finds all images of bodies, nodes and discs.
    ///
    /// # Errors
    /// If a number of the axis is not finite, or the tolerance is not above 0.
    pub fn new(level: &'a Level, axis: MirrorAxis) -> Result<Self, String> {
        axis.check()?;
        let masses = MassLookup::of(level, axis);
        let bodies = masses.bodies();
        let nodes = masses.nodes(&bodies);
        let discs = discs(level, axis);
        let (obstacles, markers, links) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Ok(Self { level, axis, bodies, nodes, discs, obstacles, markers, links })
    }

    /// The axis.
    pub fn axis(&self) -> MirrorAxis {
        self.axis
    }

    /// Image of a part; the part itself if it is its own image. None if there is no image or the part does not exist.
    pub fn of(&self, place: Place) -> Option<Place> {
        if !self.level.has(place) {
            return None;
        }
        let bodies = &self.level.bodies;
        match place {
            Place::Body(body) => self.bodies[body].map(Place::Body),
            Place::Node(body, node) => self.nodes[body][node].map(|(body, node)| Place::Node(body, node)),
            Place::Disc(disc) => self.discs[disc].map(Place::Disc),
            Place::Obstacle(obstacle) => {
                let obstacles = self.obstacles.get_or_init(|| obstacles(self.level, self.axis));
                obstacles[obstacle].map(Place::Obstacle)
            }
            Place::Marker(marker) => {
                let markers = self.markers.get_or_init(|| super::markers::images(self.level, self.axis));
                markers[marker].map(Place::Marker)
            }
            Place::Spring(body, i) => {
                let nodes = [bodies[body].springs[i].a, bodies[body].springs[i].b];
                self.link(body, 1, &nodes, i).map(|(body, i)| Place::Spring(body, i))
            }
            Place::Stick(body, i) => {
                let nodes = [bodies[body].sticks[i].a, bodies[body].sticks[i].b];
                self.link(body, 2, &nodes, i).map(|(body, i)| Place::Stick(body, i))
            }
            Place::HullEdge(body, i) => {
                self.link(body, 3, &bodies[body].hull[i], i).map(|(body, i)| Place::HullEdge(body, i))
            }
            Place::Triangle(body, i) => {
                self.link(body, 4, &bodies[body].triangles[i], i).map(|(body, i)| Place::Triangle(body, i))
            }
            Place::Link(i) => self.image_of_link(&self.level.links, &self.level.links[i]).map(Place::Link),
            Place::Level | Place::World | Place::Instance(_) => None,
        }
    }

    /// Images of nodes of one body, if they also belong to one body. A barycentre follows the others.
    pub fn nodes(&self, body: usize, nodes: &[usize]) -> Option<(usize, Vec<usize>)> {
        let all = &self.level.bodies.get(body)?.nodes;
        let is_center = |node: usize| all.get(node).map(|node| node.role == Role::Barycentre);
        let image = |node: usize| *self.nodes.get(body)?.get(node)?;
        let mut other = None;
        for &node in nodes {
            if !is_center(node)? {
                let (its, _) = image(node)?;
                if *other.get_or_insert(its) != its {
                    return None;
                }
            }
        }
        let other = match other {
            Some(other) => other,
            None => image(*nodes.first()?)?.0,
        };
        let center = || measure::barycentre(&self.level.bodies[other]);
        let found = nodes.iter().map(|&node| if is_center(node)? { center() } else { Some(image(node)?.1) });
        Some((other, found.collect::<Option<_>>()?))
    }

    fn link(&self, body: usize, list: usize, nodes: &[usize], item: usize) -> Option<(usize, usize)> {
        let (other, images) = self.nodes(body, nodes)?;
        let links = self.links.get_or_init(|| links(self.level));
        let rank = links.get(&key(body, list, nodes))?.iter().position(|&known| known == item)?;
        let found = links.get(&key(other, list, &images))?.get(rank)?;
        Some((other, *found))
    }

    /// The places with their images, without repetition.
    pub fn both(&self, places: &[Place]) -> Vec<Place> {
        let mut seen = BTreeSet::new();
        let both = places.iter().flat_map(|&place| [Some(place), self.of(place)]).flatten();
        both.filter(|&place| seen.insert(place)).collect()
    }

    /// Bodies, nodes, discs, obstacles and markers that the places refer to, and their images, each once, with the side on which it
    /// is changed. If both images are named, the one on the side of `lead_x` determines the change; without `lead_x`, the
    /// one on the side of the first named part off the axis.
    ///
    /// # Errors
    /// If nothing is named, or a place does not exist or is the level as a whole.
    pub fn sides(&self, places: &[Place], lead_x: Option<f64>) -> Result<Vec<(Place, MirrorSide)>, String> {
        let targets = Targets::of(self.level, places)?;
        let whole: BTreeSet<usize> =
            targets.bodies.iter().flat_map(|&body| [Some(body), self.bodies[body]]).flatten().collect();
        let x = |place: Place| extent(self.level, place).map_or(self.axis.x, |bounds| bounds.center().x);
        let off = |x: f64| if self.axis.has([x, 0.0]) { None } else { Some(x > self.axis.x) };
        let named: BTreeSet<Place> = targets.in_order.iter().copied().collect();
        let first = || targets.in_order.iter().find_map(|&place| off(x(place)));
        let lead = lead_x.and_then(off).or_else(first);
        let mut seen = BTreeSet::new();
        let mut sides = Vec::with_capacity(named.len());
        for &place in &targets.in_order {
            if !seen.insert(place) {
                continue;
            }
            match self.of(place) {
                None => sides.push((place, MirrorSide::Own)),
                Some(own) if own == place => sides.push((place, MirrorSide::Axis)),
                Some(other) => {
                    seen.insert(other);
                    let follows =
                        named.contains(&other) && lead.is_some() && off(x(other)) == lead && off(x(place)) != lead;
                    let (leader, image) = if follows { (other, place) } else { (place, other) };
                    sides.extend([(leader, MirrorSide::Own), (image, MirrorSide::Image)]);
                }
            }
        }
        // Nodes that move with their whole body do not move separately.
        sides.retain(|(place, _)| !matches!(place, Place::Node(body, _) if whole.contains(body)));
        Ok(sides)
    }
}

/// Links by their nodes, in file order.
fn links(level: &Level) -> BTreeMap<PlaceKey, Vec<usize>> {
    let mut links: BTreeMap<PlaceKey, Vec<usize>> = BTreeMap::new();
    let mut put = |key: PlaceKey, item: usize| links.entry(key).or_default().push(item);
    for (index, body) in level.bodies.iter().enumerate() {
        body.springs.iter().enumerate().for_each(|(i, spring)| put(key(index, 1, &[spring.a, spring.b]), i));
        body.sticks.iter().enumerate().for_each(|(i, stick)| put(key(index, 2, &[stick.a, stick.b]), i));
        body.hull.iter().enumerate().for_each(|(i, edge)| put(key(index, 3, edge), i));
        body.triangles.iter().enumerate().for_each(|(i, triangle)| put(key(index, 4, triangle), i));
    }
    links
}

/// The masses of a level, searchable by position.
struct MassLookup<'a> {
    level: &'a Level,
    axis: MirrorAxis,
    /// In file order; `grid` uses indices of this list.
    list: Vec<NodeId>,
    grid: Grid,
}

impl<'a> MassLookup<'a> {
    fn of(level: &'a Level, axis: MirrorAxis) -> Self {
        let mut list = Vec::new();
        for (index, body) in level.bodies.iter().enumerate() {
            let masses = body.nodes.iter().enumerate().filter(|(_, node)| node.role != Role::Barycentre);
            list.extend(masses.map(|(node, _)| (index, node)));
        }
        let point = |&(body, node): &NodeId| DVec2::from_array(level.bodies[body].nodes[node].position);
        let grid = Grid::new(list.iter().map(point).enumerate(), axis.tolerance);
        Self { level, axis, list, grid }
    }

    fn at(&self, (body, node): NodeId) -> DVec2 {
        DVec2::from_array(self.level.bodies[body].nodes[node].position)
    }

    fn is_on_axis(&self, node: NodeId) -> bool {
        self.axis.has(self.at(node).to_array())
    }

    /// Masses at the mirrored position of a node, with their distance; on the axis those on the axis, else those off it.
    fn images(&self, node: NodeId) -> impl Iterator<Item = (usize, NodeId, f64)> + '_ {
        let target = DVec2::from_array(image::point(self.at(node).to_array(), self.axis.x));
        let is_on_axis = self.is_on_axis(node);
        let found = self.grid.around(target).map(move |index| (index, self.list[index]));
        let found = found.map(move |(index, other)| (index, other, self.at(other).distance(target)));
        let near = found.filter(|(.., distance)| *distance <= self.axis.tolerance);
        near.filter(move |(_, other, _)| self.is_on_axis(*other) == is_on_axis)
    }

    /// Bodies with an image of every mass of a body off the axis.
    fn candidates(&self, body: usize, masses: &[NodeId]) -> Vec<usize> {
        let mut found: Option<Vec<usize>> = None;
        for &node in masses.iter().filter(|&&node| !self.is_on_axis(node)) {
            let mut here: Vec<usize> = self.images(node).map(|(_, (body, _), _)| body).collect();
            here.sort_unstable();
            here.dedup();
            let left = match found {
                None => here,
                Some(left) => left.into_iter().filter(|body| here.binary_search(body).is_ok()).collect(),
            };
            if left.is_empty() {
                return left;
            }
            found = Some(left);
        }
        // A body with all masses on the axis is its own image; one without masses has none.
        found.unwrap_or_else(|| if masses.is_empty() { Vec::new() } else { vec![body] })
    }

    /// The image of each body.
    fn bodies(&self) -> Vec<Option<usize>> {
        let count = self.level.bodies.len();
        let mut masses = vec![Vec::new(); count];
        self.list.iter().for_each(|&(body, node)| masses[body].push((body, node)));
        let candidates: Vec<Vec<usize>> = (0..count).map(|body| self.candidates(body, &masses[body])).collect();
        let own = |body: usize| candidates[body].contains(&body).then_some(body);
        let mut image: Vec<Option<usize>> = (0..count).map(own).collect();
        let size = |body: usize| masses[body].len();
        // First mutual images, then bodies that are only a part of another.
        for is_mutual in [true, false] {
            for body in 0..count {
                if image[body].is_some() {
                    continue;
                }
                let free = candidates[body].iter().copied().filter(|&other| other != body && image[other].is_none());
                let fit = free.filter(|&other| !is_mutual || candidates[other].contains(&body));
                if let Some(other) = fit.min_by_key(|&other| (size(other) != size(body), other)) {
                    (image[body], image[other]) = (Some(other), Some(body));
                }
            }
        }
        image
    }

    /// Images of the nodes, given those of the bodies.
    fn nodes(&self, bodies: &[Option<usize>]) -> Vec<Vec<Option<NodeId>>> {
        let mut image: Vec<Vec<Option<NodeId>>> =
            self.level.bodies.iter().map(|body| vec![None; body.nodes.len()]).collect();
        for &(body, node) in &self.list {
            if image[body][node].is_some() {
                continue;
            }
            let goes_with = bodies[body].filter(|&other| other != body);
            let is_on_axis = self.is_on_axis((body, node));
            let free = self.images((body, node)).filter(|(_, other, _)| image[other.0][other.1].is_none());
            let fit = free.filter(|(_, other, _)| !is_on_axis || Some(other.0) == goes_with);
            let rank = |(index, other, distance): &(usize, NodeId, f64)| {
                (Some(other.0) != goes_with, other.0 != body, *distance, *index)
            };
            let best = fit.min_by(|a, b| {
                let (a, b) = (rank(a), rank(b));
                (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).then(a.3.cmp(&b.3))
            });
            match best {
                Some((_, (other, number), _)) => {
                    image[body][node] = Some((other, number));
                    image[other][number] = Some((body, node));
                }
                None if is_on_axis => image[body][node] = Some((body, node)),
                None => {}
            }
        }
        for (index, body) in self.level.bodies.iter().enumerate() {
            let Some(center) = measure::barycentre(body) else { continue };
            image[index][center] = match bodies[index] {
                Some(other) => measure::barycentre(&self.level.bodies[other]).map(|center| (other, center)),
                None if self.is_on_axis((index, center)) => Some((index, center)),
                None => None,
            };
        }
        image
    }
}

/// The image of each disc.
fn discs(level: &Level, axis: MirrorAxis) -> Vec<Option<usize>> {
    let at = |disc: usize| DVec2::from_array(level.discs[disc].position);
    let grid = Grid::new((0..level.discs.len()).map(|disc| (disc, at(disc))), axis.tolerance);
    let mut found = vec![None; level.discs.len()];
    for disc in 0..level.discs.len() {
        if found[disc].is_some() {
            continue;
        }
        if axis.has(level.discs[disc].position) {
            found[disc] = Some(disc);
            continue;
        }
        let target = DVec2::from_array(image::point(level.discs[disc].position, axis.x));
        let differs = |other: usize| (level.discs[other].radius - level.discs[disc].radius).abs() > axis.tolerance;
        let free =
            grid.around(target).filter(|&other| found[other].is_none() && !axis.has(level.discs[other].position));
        let near = free.map(|other| (other, at(other).distance(target))).filter(|(_, off)| *off <= axis.tolerance);
        let best = near.min_by(|a, b| differs(a.0).cmp(&differs(b.0)).then(a.1.total_cmp(&b.1)).then(a.0.cmp(&b.0)));
        if let Some((other, _)) = best {
            (found[disc], found[other]) = (Some(other), Some(disc));
        }
    }
    found
}

/// The image of each obstacle.
fn obstacles(level: &Level, axis: MirrorAxis) -> Vec<Option<usize>> {
    let middle = |shape: ObstacleShape| match shape {
        ObstacleShape::Segment(a, b) => Some((DVec2::from_array(a) + DVec2::from_array(b)) * 0.5),
        ObstacleShape::Circle { center, .. } => Some(DVec2::from_array(center)),
        ObstacleShape::Line(..) => None,
    };
    let shape = |i: usize| level.obstacles[i].shape;
    let count = level.obstacles.len();
    let grid = Grid::new((0..count).filter_map(|i| Some((i, middle(shape(i))?))), axis.tolerance);
    let lines: Vec<usize> = (0..count).filter(|&i| middle(shape(i)).is_none()).collect();
    let mut found = vec![None; count];
    for i in 0..count {
        if found[i].is_some() {
            continue;
        }
        if image::is_own(shape(i), axis) {
            found[i] = Some(i);
            continue;
        }
        let target = image::shape(shape(i), axis.x);
        let near: Vec<usize> = middle(target).map_or_else(|| lines.clone(), |middle| grid.around(middle).collect());
        let fit = |&other: &usize| {
            other != i && found[other].is_none() && image::is_same(shape(other), target, axis.tolerance)
        };
        if let Some(other) = near.into_iter().filter(fit).min() {
            (found[i], found[other]) = (Some(other), Some(i));
        }
    }
    found
}
