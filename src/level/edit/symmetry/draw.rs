//! New parts on both sides: nodes, links, discs, obstacles; and links split on both sides.

use super::super::places::Made;
use super::super::{add, split_at};
use super::{Mirror, MirrorAxis, image};
use crate::level::{Disc, Level, ObstacleShape, Place, Point, Spring};
use std::collections::BTreeSet;

/// Combines both results; the message of the first is kept, else that of the second.
fn both(made: Made, image: Option<Made>) -> Made {
    let mut both = made;
    let Some(image) = image else { return both };
    let known: BTreeSet<Place> = both.places.iter().copied().collect();
    both.places.extend(image.places.into_iter().filter(|place| !known.contains(place)));
    if both.said.is_empty() {
        both.said = image.said;
    }
    both
}

/// Adds a node and its image. The image goes into the image of the body, or into the same body if there is none. Within the
/// tolerance of the axis, one node per body is placed on the axis. See [`add::node`].
///
/// # Errors
/// As [`add::node`] and [`Mirror::new`].
pub fn node_both(
    level: &mut Level,
    body: Option<usize>,
    position: Point,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let Some(axis) = axis.into() else { return add::node(level, body, position) };
    let mirror = Mirror::new(level, axis)?;
    let is_on_axis = axis.has(position);
    let position = if is_on_axis { [axis.x, position[1]] } else { position };
    let image = image::point(position, axis.x);
    let other = match body.and_then(|body| mirror.of(Place::Body(body))) {
        Some(Place::Body(other)) => Some(other),
        _ => body,
    };
    if !(image[0].is_finite() && position[0].is_finite() && position[1].is_finite()) {
        return Err("the position is not finite".to_owned());
    }
    let made = add::node(level, body, position)?;
    // Two bodies that are images of each other get one node each on the axis.
    if is_on_axis && other == body {
        return Ok(made);
    }
    let new = made.places.first().and_then(|place| place.body());
    let second = add::node(level, other.or(new), image)?;
    Ok(both(made, Some(second)))
}

/// Kind of a new link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NewLink {
    /// Stiffness and damping of another spring; see [`add::spring()`].
    Spring(Option<Spring>),
    /// True for a hidden one; see [`add::stick`].
    Stick(bool),
    /// See [`add::hull_edge`].
    HullEdge,
    /// See [`add::hull_loop`].
    HullLoop,
    /// See [`add::triangle`].
    Triangle,
}

/// Adds a link between nodes of a body, and one between their images if all exist and are not linked yet. A hull loop of
/// one side with an edge on the axis becomes one loop with its image, without that edge.
///
/// # Errors
/// As the function for the link, [`Mirror::new`], and if the number of nodes does not match the link.
pub fn link_both(
    level: &mut Level,
    link: NewLink,
    body: usize,
    nodes: &[usize],
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let Some(axis) = axis.into() else { return put_link(level, link, body, nodes) };
    let mirror = Mirror::new(level, axis)?;
    let mut other = mirror.nodes(body, nodes);
    if let (Some((_, nodes)), NewLink::HullEdge) = (&mut other, link) {
        // The mirrored edge would have the outside on its left.
        nodes.reverse();
    }
    if let (Some((image, images)), NewLink::HullLoop) = (&other, link)
        && *image == body
        && let Some(ring) = joined(nodes, images)
    {
        return put_link(level, link, body, &ring);
    }
    let sorted = |nodes: &[usize]| {
        let mut nodes = nodes.to_vec();
        nodes.sort_unstable();
        nodes
    };
    let other = other.filter(|(image, images)| *image != body || sorted(images) != sorted(nodes));
    let made = put_link(level, link, body, nodes)?;
    let second = other.and_then(|(other, nodes)| put_link(level, link, other, &nodes).ok());
    Ok(both(made, second))
}

fn put_link(level: &mut Level, link: NewLink, body: usize, nodes: &[usize]) -> Result<Made, String> {
    match (link, nodes) {
        (NewLink::Spring(like), &[a, b]) => add::spring(level, body, [a, b], like.as_ref()),
        (NewLink::Stick(is_hidden), &[a, b]) => add::stick(level, body, [a, b], is_hidden),
        (NewLink::HullEdge, &[a, b]) => add::hull_edge(level, body, [a, b]),
        (NewLink::HullLoop, _) => add::hull_loop(level, body, nodes),
        (NewLink::Triangle, &[a, b, c]) => add::triangle(level, body, [a, b, c]),
        (NewLink::Triangle, _) => Err("a triangle has three nodes".to_owned()),
        _ => Err("a link of this kind has two nodes".to_owned()),
    }
}

/// Ring of both halves, if exactly one side of a ring lies on the axis and no other node touches it.
fn joined(ring: &[usize], images: &[usize]) -> Option<Vec<usize>> {
    let count = ring.len();
    let is_own = |i: usize| ring[i % count] == images[i % count];
    let first = (0..count).find(|&i| is_own(i) && is_own(i + 1))?;
    let chain: Vec<usize> = (1..=count).map(|i| (first + i) % count).collect();
    let inner = chain.get(1..count - 1).filter(|inner| !inner.is_empty())?;
    let is_half = inner.iter().all(|&i| !is_own(i) && !ring.contains(&images[i]));
    let back = inner.iter().rev().map(|&i| images[i]);
    is_half.then(|| chain.iter().map(|&i| ring[i]).chain(back).collect())
}

/// Splits a link at its point nearest to `at`, and its image; a link that is its own image is split at both points. (A
/// triangle across the axis that loses two corners becomes a quadrilateral, which gets one diagonal.) See [`split_at`].
///
/// # Errors
/// As [`split_at`] and [`Mirror::new`].
pub fn split_both(
    level: &mut Level,
    link: Place,
    at: Point,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let Some(axis) = axis.into() else { return split_at(level, link, at) };
    let mirror = Mirror::new(level, axis)?;
    let image = mirror.of(link).and_then(|image| Some((image, ends(level, image)?)));
    let is_own = image.is_some_and(|(image, _)| image == link);
    let lies_on_axis = ends(level, link).is_some_and(|(_, nodes)| nodes.iter().all(|at| axis.has(at.1)));
    let at = if is_own && axis.has(at) { [axis.x, at[1]] } else { at };
    let is_once = is_own && (lies_on_axis || axis.has(at));
    let mut trial = level.clone();
    let made = split_at(&mut trial, link, at)?;
    if let Some((_, (body, [a, b]))) = image.filter(|_| !is_once) {
        // The lists have changed but not the nodes; only half of a link across the axis is left.
        let mirrored = image::point(at, axis.x);
        let new = made.places.iter().find_map(|place| match *place {
            Place::Node(_, node) => Some(node),
            _ => None,
        });
        let far = if (a.1[0] > axis.x) == (mirrored[0] > axis.x) { a.0 } else { b.0 };
        let ends = if is_own { [new.unwrap_or(a.0), far] } else { [a.0, b.0] };
        let rest = between(&trial, link, body, ends).ok_or("the image of the link no longer exists")?;
        let second = split_at(&mut trial, rest, mirrored)?;
        *level = trial;
        return Ok(both(made, Some(second)));
    }
    *level = trial;
    Ok(made)
}

/// An end of a link: node index and position.
type End = (usize, Point);

/// Body and ends of a spring, stick or hull edge.
fn ends(level: &Level, link: Place) -> Option<(usize, [End; 2])> {
    let index = link.body()?;
    let body = level.bodies.get(index)?;
    let ends = match link {
        Place::Spring(_, i) => body.springs.get(i).map(|spring| [spring.a, spring.b])?,
        Place::Stick(_, i) => body.sticks.get(i).map(|stick| [stick.a, stick.b])?,
        Place::HullEdge(_, i) => *body.hull.get(i)?,
        _ => return None,
    };
    Some((index, ends.map(|node| (node, body.nodes[node].position))))
}

/// Returns the link of the same kind as `like` between two nodes of a body.
fn between(level: &Level, like: Place, body: usize, [a, b]: [usize; 2]) -> Option<Place> {
    let parts = level.bodies.get(body)?;
    let joins = |ends: [usize; 2]| ends == [a, b] || ends == [b, a];
    Some(match like {
        Place::Spring(..) => Place::Spring(body, parts.springs.iter().position(|s| joins([s.a, s.b]))?),
        Place::Stick(..) => Place::Stick(body, parts.sticks.iter().position(|s| joins([s.a, s.b]))?),
        Place::HullEdge(..) => Place::HullEdge(body, parts.hull.iter().position(|&edge| joins(edge))?),
        _ => return None,
    })
}

/// Adds a disc and its image; a single disc on the axis if its centre is within the tolerance. See [`add::disc`].
///
/// # Errors
/// As [`add::disc`].
pub fn disc_both(level: &mut Level, disc: Disc, axis: impl Into<Option<MirrorAxis>>) -> Result<Made, String> {
    let Some(axis) = axis.into() else { return add::disc(level, disc) };
    if axis.has(disc.position) {
        let position = [axis.x, disc.position[1]];
        return add::disc(level, Disc { position, ..disc });
    }
    let mut trial = level.clone();
    let image = image::disc(&disc, axis.x)?;
    let made = add::disc(&mut trial, disc)?;
    let second = add::disc(&mut trial, image)?;
    *level = trial;
    Ok(both(made, Some(second)))
}

/// Adds an obstacle and its image; a single one if both are equal. See [`add::obstacle`].
///
/// # Errors
/// As [`add::obstacle`].
pub fn obstacle_both(
    level: &mut Level,
    shape: ObstacleShape,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let axis = axis.into().filter(|axis| !image::is_own(shape, *axis));
    let mut trial = level.clone();
    let made = add::obstacle(&mut trial, shape)?;
    let second = axis.map(|axis| add::obstacle(&mut trial, image::shape(shape, axis.x))).transpose()?;
    *level = trial;
    Ok(both(made, second))
}

/// Links near nodes of a body, and their images; see [`add::neighbours`].
///
/// # Errors
/// As [`add::neighbours`] and [`Mirror::new`].
pub fn neighbours_both(
    level: &mut Level,
    body: usize,
    nodes: &[usize],
    radius: f64,
    like: Option<&Spring>,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let Some(axis) = axis.into() else { return add::neighbours(level, body, nodes, radius, like) };
    let other = Mirror::new(level, axis)?.nodes(body, nodes);
    let made = add::neighbours(level, body, nodes, radius, like)?;
    let second = other.and_then(|(body, nodes)| add::neighbours(level, body, &nodes, radius, like).ok());
    let mut done = both(made, second);
    done.said = crate::level::checks::support::tell::count(done.places.len(), "spring");
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_connects_half_a_ring_with_its_image() {
        // 0 and 1 on the axis, 2 and 3 beside it with the images 4 and 5.
        assert_eq!(joined(&[0, 1, 2, 3], &[0, 1, 4, 5]), Some(vec![1, 2, 3, 0, 5, 4]));
        assert_eq!(joined(&[2, 3, 0, 1], &[4, 5, 0, 1]), Some(vec![1, 2, 3, 0, 5, 4]));
        // It touches the axis in one corner, or lies on it as a whole.
        assert_eq!(joined(&[0, 2, 3], &[0, 4, 5]), None);
        assert_eq!(joined(&[0, 2, 3, 1, 5, 4], &[0, 4, 5, 1, 3, 2]), None);
        // Two corners beside each other on the axis, and a third.
        assert_eq!(joined(&[0, 1, 2, 6, 3], &[0, 1, 4, 6, 5]), None);
    }
}
