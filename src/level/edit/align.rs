//! Aligns parts and distributes them evenly.

use super::targets::{Targets, nodes_of};
use crate::geometry::{Aabb, DVec2};
use crate::level::{Level, ObstacleShape, Place, Point};

/// Feature of each part that is placed on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left sides.
    Left,
    /// Middles, left to right: on a vertical line.
    Center,
    /// Right sides.
    Right,
    /// Tops.
    Top,
    /// Middles, top to bottom: on a horizontal line.
    Middle,
    /// Bottoms.
    Bottom,
}

/// Reference that the others align with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The bounding box of all parts.
    #[default]
    All,
    /// The first named part.
    First,
    /// The last named part.
    Last,
}

/// Axis of the distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Left to right.
    X,
    /// Bottom to top.
    Y,
}

/// Bounding box of a part: of a body around its nodes, of a disc or circle around its rim. An infinite line counts with its
/// point only, an instance with its position. None if the part has no position, such as a body without nodes.
pub fn extent(level: &Level, place: Place) -> Option<Aabb> {
    let around = |points: &[Point]| Aabb::around(points.iter().map(|&point| DVec2::from_array(point)));
    let circle = |center: Point, radius: f64| {
        let center = DVec2::from_array(center);
        Aabb { min: center - radius, max: center + radius }
    };
    let found = match place {
        Place::Disc(index) => level.discs.get(index).map(|disc| circle(disc.position, disc.radius)),
        Place::Obstacle(index) => level.obstacles.get(index).map(|obstacle| match obstacle.shape {
            ObstacleShape::Segment(a, b) => around(&[a, b]),
            ObstacleShape::Line(point, _) => around(&[point]),
            ObstacleShape::Circle { center, radius } => circle(center, radius),
        }),
        Place::Marker(index) => level.markers.get(index).map(|marker| around(&marker.shape.points())),
        Place::Instance(index) => level.instances.get(index).map(|instance| around(&[instance.position])),
        _ if level.has(place) => {
            let nodes = nodes_of(level, place)?;
            let nodes = nodes.into_iter().map(|(body, node)| level.bodies[body].nodes[node].position);
            Some(around(&nodes.collect::<Vec<_>>()))
        }
        _ => None,
    };
    found.filter(|bounds| !bounds.is_empty())
}

/// Bounding box of several parts; None if none of them has a position.
pub fn extent_of_all(level: &Level, places: &[Place]) -> Option<Aabb> {
    places.iter().filter_map(|&place| extent(level, place)).reduce(Aabb::union)
}

/// Bounding boxes of parts: [`extent`], or another one if the boxes of instances are to contain their parts.
pub type Extents<'a> = &'a dyn Fn(&Level, Place) -> Option<Aabb>;

/// The parts to move, with their boxes, in the order of `places`.
fn subjects(level: &Level, places: &[Place], fewest: usize, extents: Extents) -> Result<Vec<(Place, Aabb)>, String> {
    let targets = Targets::of(level, places)?;
    let found: Vec<(Place, Aabb)> =
        targets.in_order.iter().filter_map(|&place| Some((place, extents(level, place)?))).collect();
    if found.len() < fewest {
        let words = ["", "one part", "two parts", "three parts"][fewest.min(3)];
        return Err(format!("at least {words} must be selected"));
    }
    Ok(found)
}

/// Offsets that align parts: bodies, discs, obstacles, markers, instances, or single nodes. [`super::shift`] applies them.
///
/// # Errors
/// If a place does not exist, or fewer than two parts are named.
pub fn aligned(
    level: &Level,
    places: &[Place],
    how: Align,
    anchor: Anchor,
    extents: Extents,
) -> Result<Vec<(Place, Point)>, String> {
    let found = subjects(level, places, 2, extents)?;
    let to = match anchor {
        Anchor::First => found[0].1,
        Anchor::Last => found[found.len() - 1].1,
        Anchor::All => found.iter().fold(Aabb::EMPTY, |all, (_, one)| all.union(*one)),
    };
    let line = |bounds: &Aabb| match how {
        Align::Left => DVec2::new(bounds.min.x, 0.0),
        Align::Center => DVec2::new(middle(bounds).x, 0.0),
        Align::Right => DVec2::new(bounds.max.x, 0.0),
        Align::Top => DVec2::new(0.0, bounds.max.y),
        Align::Middle => DVec2::new(0.0, middle(bounds).y),
        Align::Bottom => DVec2::new(0.0, bounds.min.y),
    };
    Ok(found.iter().map(|(place, bounds)| (*place, (line(&to) - line(bounds)).to_array())).collect())
}

fn middle(bounds: &Aabb) -> DVec2 {
    bounds.min * 0.5 + bounds.max * 0.5
}

/// Offsets that make the gaps between parts even. The outermost two stay in place.
///
/// # Errors
/// If a place does not exist, or fewer than three parts are named.
pub fn distributed(
    level: &Level,
    places: &[Place],
    axis: Axis,
    extents: Extents,
) -> Result<Vec<(Place, Point)>, String> {
    let mut found = subjects(level, places, 3, extents)?;
    let along = |point: DVec2| if axis == Axis::X { point.x } else { point.y };
    let size = |bounds: &Aabb| along(bounds.max) - along(bounds.min);
    // A stable sort, so that coincident parts keep the order of `places`.
    found.sort_by(|(_, a), (_, b)| along(middle(a)).total_cmp(&along(middle(b))));
    let (first, last) = (found[0].1, found[found.len() - 1].1);
    let count = (found.len() - 1) as f64;
    let sizes: f64 = found.iter().map(|(_, bounds)| size(bounds)).sum();
    let gap = (along(last.max) - along(first.min) - sizes) / count;
    let mut edge = along(first.min);
    let mut moves = Vec::with_capacity(found.len());
    for (index, (place, bounds)) in found.iter().enumerate() {
        let is_end = index == 0 || index == found.len() - 1;
        let by = if is_end { 0.0 } else { edge - along(bounds.min) };
        edge += size(bounds) + gap;
        moves.push((*place, if axis == Axis::X { [by, 0.0] } else { [0.0, by] }));
    }
    Ok(moves)
}
