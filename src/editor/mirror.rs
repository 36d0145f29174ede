//! The live mirror: a vertical axis, and which part is the image of which.
//!
//! Must never know: widgets, tools.

use crate::geometry::{Aabb, DVec2};
use crate::level::{Level, ObstacleShape, Place, Point, Role};
use std::collections::HashMap;

/// The mirror of the window: off at first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mirror {
    /// Whether what is done on one side is done on the other too.
    pub is_on: bool,
    /// Where the axis is.
    pub x: f64,
}

impl Mirror {
    /// The axis, while it is on.
    pub fn axis(self) -> Option<f64> {
        self.is_on.then_some(self.x)
    }
}

/// The middle of the bodies of the selected parts, else of all bodies; 0 for none.
pub fn middle(level: &Level, selection: &[Place]) -> f64 {
    let bounds = |bodies: &mut dyn Iterator<Item = usize>| {
        let nodes = bodies.filter_map(|body| level.bodies.get(body)).flat_map(|body| &body.nodes);
        Aabb::around(nodes.map(|node| DVec2::from(node.position)))
    };
    let selected = bounds(&mut selection.iter().filter_map(|place| place.body()));
    let around = if selected.is_empty() { bounds(&mut (0..level.bodies.len())) } else { selected };
    let middle = around.center().x;
    if around.is_empty() || !middle.is_finite() { 0.0 } else { middle }
}

/// The image of a point.
pub fn reflected(point: Point, axis: f64) -> Point {
    [2.0 * axis - point[0], point[1]]
}

/// On which side of the mirror a part is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where the pointer is, or without an image.
    Own,
    /// Its image: moved the other way.
    Image,
    /// On the axis, which it does not leave.
    Axis,
}

impl Side {
    /// A movement as this side makes it.
    pub fn turned(self, by: DVec2) -> DVec2 {
        match self {
            Self::Own => by,
            Self::Image => DVec2::new(-by.x, by.y),
            Self::Axis => DVec2::new(0.0, by.y),
        }
    }
}

/// Finds images by where they are.
pub struct Images<'a> {
    level: &'a Level,
    axis: f64,
    /// How far an image may lie from where it should.
    tolerance: f64,
    /// Nodes and discs by cell; never iterated as a whole.
    cells: HashMap<(i64, i64), Vec<Place>>,
}

/// Cells are this many tolerances wide.
const CELL: f64 = 8.0;

impl<'a> Images<'a> {
    /// Of all nodes and discs of a level.
    pub fn of(level: &'a Level, axis: f64) -> Self {
        let nodes = || level.bodies.iter().flat_map(|body| &body.nodes).map(|node| DVec2::from(node.position));
        let discs = || level.discs.iter().map(|disc| DVec2::from(disc.position));
        let size = Aabb::around(nodes().chain(discs())).size().max_element();
        let tolerance = if size.is_finite() && size > 0.0 { size * 1e-6 } else { 1e-9 };
        let mut images = Self { level, axis, tolerance, cells: HashMap::new() };
        for (index, body) in level.bodies.iter().enumerate() {
            for (node, parts) in body.nodes.iter().enumerate() {
                if matches!(parts.role, Role::Mass(_)) {
                    images.put(Place::Node(index, node), parts.position);
                }
            }
        }
        for (index, disc) in level.discs.iter().enumerate() {
            images.put(Place::Disc(index), disc.position);
        }
        images
    }

    fn put(&mut self, place: Place, at: Point) {
        let cell = self.cell(at.into());
        self.cells.entry(cell).or_default().push(place);
    }

    fn cell(&self, at: DVec2) -> (i64, i64) {
        let cell = at / (self.tolerance * CELL);
        (cell.x.floor() as i64, cell.y.floor() as i64)
    }

    fn position(&self, place: Place) -> Option<Point> {
        match place {
            Place::Node(body, node) => Some(self.level.bodies.get(body)?.nodes.get(node)?.position),
            Place::Disc(disc) => Some(self.level.discs.get(disc)?.position),
            _ => None,
        }
    }

    /// What lies where the image of a node or disc should be; itself for what lies on the axis. Of several the one of
    /// the same body.
    pub fn image(&self, place: Place) -> Option<Place> {
        let at = DVec2::from(reflected(self.position(place)?, self.axis));
        let (x, y) = self.cell(at);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x.saturating_add(dx), y.saturating_add(dy))));
        let found = around.filter_map(|cell| self.cells.get(&cell)).flatten().copied();
        let is_there = |other: &Place| {
            matches!(other, Place::Disc(_)) == matches!(place, Place::Disc(_))
                && self.position(*other).is_some_and(|p| DVec2::from(p).distance(at) <= self.tolerance)
        };
        found.filter(is_there).min_by_key(|other| (other.body() != place.body(), *other != place))
    }

    /// The node of the same body that is the image of one.
    pub fn node(&self, body: usize, node: usize) -> Option<usize> {
        match self.image(Place::Node(body, node))? {
            Place::Node(other, image) if other == body => Some(image),
            _ => None,
        }
    }

    /// Images of nodes, if all have one in the same body and it is not the same nodes again.
    pub fn nodes<const N: usize>(&self, body: usize, nodes: [usize; N]) -> Option<(usize, [usize; N])> {
        let mut images = [0; N];
        let mut other = None;
        for (image, &node) in images.iter_mut().zip(&nodes) {
            let Place::Node(its, found) = self.image(Place::Node(body, node))? else { return None };
            if other.is_some_and(|other| other != its) {
                return None;
            }
            (other, *image) = (Some(its), found);
        }
        let sorted = |mut list: [usize; N]| {
            list.sort_unstable();
            list
        };
        let other = other?;
        (other != body || sorted(images) != sorted(nodes)).then_some((other, images))
    }

    /// The parts and their images, each with the side that it is on. A part whose image is among them too moves as
    /// itself.
    pub fn both_sides(&self, parts: Vec<(Place, Vec<Point>)>) -> Vec<(Place, Vec<Point>, Side)> {
        let known: std::collections::HashSet<Place> = parts.iter().map(|(place, _)| *place).collect();
        let mut images = Vec::new();
        let mut all = Vec::with_capacity(parts.len());
        for (place, points) in parts {
            let image = self.image(place);
            let side = if image == Some(place) { Side::Axis } else { Side::Own };
            if let Some(image) = image.filter(|image| !known.contains(image))
                && let Some(at) = self.position(image)
            {
                images.push((image, vec![at], Side::Image));
            }
            all.push((place, points, side));
        }
        all.extend(images);
        all
    }

    /// What would be the image of a part: for deleting on both sides.
    pub fn part(&self, place: Place) -> Option<Place> {
        let body = |index: usize| self.level.bodies.get(index);
        match place {
            Place::Node(..) | Place::Disc(_) => self.image(place).filter(|image| *image != place),
            Place::Spring(..) | Place::Stick(..) | Place::HullEdge(..) => {
                let (of, nodes) = ends(self.level, place)?;
                let (other, nodes) = self.nodes(of, nodes)?;
                link_between(self.level, place, other, nodes)
            }
            Place::Triangle(b, i) => {
                let (other, mut corners) = self.nodes(b, *body(b)?.triangles.get(i)?)?;
                corners.sort_unstable();
                let is_same = |known: &[usize; 3]| {
                    let mut known = *known;
                    known.sort_unstable();
                    known == corners
                };
                Some(Place::Triangle(other, body(other)?.triangles.iter().position(is_same)?))
            }
            Place::Obstacle(i) => {
                let image = self.shape_image(self.level.obstacles.get(i)?.shape);
                let is_same = |shape: ObstacleShape| self.are_near(shape, image);
                let found = self.level.obstacles.iter().position(|obstacle| is_same(obstacle.shape))?;
                (found != i).then_some(Place::Obstacle(found))
            }
            Place::Body(_) | Place::Level | Place::World => None,
        }
    }

    fn shape_image(&self, shape: ObstacleShape) -> ObstacleShape {
        match shape {
            ObstacleShape::Segment(a, b) => ObstacleShape::Segment(reflected(b, self.axis), reflected(a, self.axis)),
            ObstacleShape::Line(point, [x, y]) => ObstacleShape::Line(reflected(point, self.axis), [-x, y]),
            ObstacleShape::Circle { center, radius } => {
                ObstacleShape::Circle { center: reflected(center, self.axis), radius }
            }
        }
    }

    fn are_near(&self, a: ObstacleShape, b: ObstacleShape) -> bool {
        let near = |a: Point, b: Point| DVec2::from(a).distance(b.into()) <= self.tolerance;
        match (a, b) {
            (ObstacleShape::Segment(a, b), ObstacleShape::Segment(c, d)) => {
                (near(a, c) && near(b, d)) || (near(a, d) && near(b, c))
            }
            (ObstacleShape::Circle { center: a, radius: r }, ObstacleShape::Circle { center: b, radius: s }) => {
                near(a, b) && (r - s).abs() <= self.tolerance
            }
            _ => false,
        }
    }
}

/// The number of the link between two nodes, either way round.
fn joining(mut links: impl Iterator<Item = [usize; 2]>, ends: [usize; 2]) -> Option<usize> {
    links.position(|[a, b]| [a, b] == ends || [b, a] == ends)
}

/// Body and ends of a spring, stick or hull edge.
pub fn ends(level: &Level, link: Place) -> Option<(usize, [usize; 2])> {
    let body = level.bodies.get(link.body()?)?;
    let ends = match link {
        Place::Spring(_, i) => body.springs.get(i).map(|spring| [spring.a, spring.b])?,
        Place::Stick(_, i) => body.sticks.get(i).map(|stick| [stick.a, stick.b])?,
        Place::HullEdge(_, i) => *body.hull.get(i)?,
        _ => return None,
    };
    Some((link.body()?, ends))
}

/// The link of the same kind as `like` between two nodes of a body.
pub fn link_between(level: &Level, like: Place, body: usize, ends: [usize; 2]) -> Option<Place> {
    let parts = level.bodies.get(body)?;
    Some(match like {
        Place::Spring(..) => Place::Spring(body, joining(parts.springs.iter().map(|s| [s.a, s.b]), ends)?),
        Place::Stick(..) => Place::Stick(body, joining(parts.sticks.iter().map(|s| [s.a, s.b]), ends)?),
        Place::HullEdge(..) => Place::HullEdge(body, joining(parts.hull.iter().copied(), ends)?),
        _ => return None,
    })
}

/// The places with the images that they have: what a command works on while the mirror is on.
pub fn with_images(level: &Level, places: &[Place], axis: Option<f64>) -> Vec<Place> {
    let Some(axis) = axis else { return places.to_vec() };
    let images = Images::of(level, axis);
    let found = places.iter().filter_map(|&place| images.part(place));
    let all: super::selection::Selection = places.iter().copied().chain(found).collect::<Vec<_>>().into();
    all.to_vec()
}
