//! Remedy: moves a body out of another one in which it starts.
//!
//! Along an axis, two hull edges cross over an interval of distances. The union of the intervals of all pairs of edges leaves
//! gaps; the body moves to the nearest gap in which no hulls overlap. So it also leaves a concave hull by the shortest way.
//! **Cost**: O(e·f log(e·f)) per direction for a hull of e edges and f edges of all others, at most [`MOST_PAIRS`] pairs.

use super::remedy;
use crate::debugger::diagnosis::{Edit, Remedy};
use crate::debugger::why::number;
use crate::geometry::loops::{self, Loops};
use crate::geometry::overlap;
use crate::geometry::{Aabb, DVec2, cross};
use crate::level::{Level, Motion, ObstacleShape};

/// Gap between bodies that are moved apart, as a part of the smaller one.
const CLEARANCE: f64 = 0.05;
/// Limit of pairs of hull edges per direction; with more, the remedy is not offered.
const MOST_PAIRS: usize = 2_000_000;
/// Least common area that counts as overlap, as a part of the smaller hull.
const TOUCHING: f64 = 1e-9;

/// A hull as drawn.
struct DrawnHull {
    edges: Vec<[DVec2; 2]>,
    loops: Loops,
    bounds: Aabb,
    area: f64,
}

impl DrawnHull {
    /// None if the hull is missing, open or not finite.
    fn of(level: &Level, body: usize) -> Option<Self> {
        let parts = level.bodies.get(body)?;
        let at = |node: usize| parts.nodes.get(node).map(|node| DVec2::from(node.position));
        let edges = parts.hull.iter().map(|&[a, b]| Some([at(a)?, at(b)?])).collect::<Option<Vec<_>>>()?;
        let numbers: Vec<[u32; 2]> = parts.hull.iter().map(|edge| edge.map(|node| node as u32)).collect();
        let loops = loops::of_edges(&numbers)?.into_iter();
        let loops: Loops =
            loops.map(|nodes| nodes.into_iter().filter_map(|node| at(node as usize)).collect()).collect();
        let area = overlap::area(&loops).filter(|area| *area > 0.0)?;
        Some(Self { bounds: Aabb::around(edges.iter().flatten().copied()), edges, loops, area })
    }

    fn moved(&self, way: DVec2) -> Loops {
        self.loops.iter().map(|points| points.iter().map(|&point| point + way).collect()).collect()
    }

    /// True if it overlaps another hull after a move.
    fn overlaps(&self, way: DVec2, other: &Self) -> bool {
        let moved = Aabb { min: self.bounds.min + way, max: self.bounds.max + way };
        let shared = || overlap::shared_area(&self.moved(way), &other.loops).unwrap_or(f64::INFINITY);
        moved.overlaps(&other.bounds) && shared() > TOUCHING * self.area.min(other.area)
    }

    /// The shortest move along a unit vector after which it overlaps none of the others.
    fn way_out(&self, along: DVec2, others: &[Self], gap: f64) -> Option<DVec2> {
        let pairs = others.iter().flat_map(|other| &other.edges);
        let pairs = pairs.flat_map(|wall| self.edges.iter().map(move |own| (own, wall)));
        let mut blocked: Vec<[f64; 2]> = pairs.filter_map(|(own, wall)| crossing(along, *own, *wall)).collect();
        blocked.iter_mut().for_each(|[from, to]| (*from, *to) = (*from - gap, *to + gap));
        blocked.retain(|[_, to]| *to > 0.0);
        blocked.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut end = 0.0;
        let mut gaps = Vec::new();
        for [from, to] in blocked {
            if from > end {
                gaps.push(end);
            }
            end = to.max(end);
        }
        gaps.push(end);
        let ways = gaps.into_iter().filter(|distance| *distance > 0.0).map(|distance| along * distance);
        ways.into_iter().find(|&way| others.iter().all(|other| !self.overlaps(way, other)))
    }
}

/// Distances along a unit vector for which a moved edge crosses another one; None if their extents across it do not overlap.
fn crossing(along: DVec2, own: [DVec2; 2], wall: [DVec2; 2]) -> Option<[f64; 2]> {
    let across = |edge: [DVec2; 2]| edge.map(|point| along.perp().dot(point));
    let (a, b) = (across(own), across(wall));
    let [low, high] = [a[0].min(a[1]).max(b[0].min(b[1])), a[0].max(a[1]).min(b[0].max(b[1]))];
    if low >= high {
        return None;
    }
    let position = |edge: [DVec2; 2], ends: [f64; 2], height: f64| {
        let part = (height - ends[0]) / (ends[1] - ends[0]);
        along.dot(edge[0].lerp(edge[1], part))
    };
    let distances = [low, high].map(|height| position(wall, b, height) - position(own, a, height));
    Some([distances[0].min(distances[1]), distances[0].max(distances[1])])
}

/// Moves a body out of another one, by the shortest way along an axis after which it overlaps no body. None if they do not
/// overlap as drawn, if there is no such way, or if the hulls have too many edges. No body is moved down through a fixed one.
pub fn separate(level: &Level, own: Option<usize>, other: Option<usize>) -> Option<Remedy> {
    let is_free = |body: usize| matches!(level.bodies.get(body).map(|body| &body.motion), Some(Motion::Dynamic));
    let (own, other) = (own?, other?);
    let (own, other) = if is_free(own) { (own, other) } else { (other, own) };
    if !is_free(own) || own == other {
        return None;
    }
    let (hull, from) = (DrawnHull::of(level, own)?, DrawnHull::of(level, other)?);
    if !hull.overlaps(DVec2::ZERO, &from) {
        return None;
    }
    let gap = CLEARANCE * hull.bounds.size().max_element().min(from.bounds.size().max_element());
    let gravity = DVec2::from(level.world.gravity);
    let goes_down = |along: DVec2| along.dot(gravity) > 0.5 * gravity.length();
    let others: Vec<DrawnHull> =
        (0..level.bodies.len()).filter(|&body| body != own).filter_map(|body| DrawnHull::of(level, body)).collect();
    let pairs = hull.edges.len().saturating_mul(others.iter().map(|other| other.edges.len()).sum());
    if pairs > MOST_PAIRS {
        return None;
    }
    let axes = [DVec2::Y, DVec2::NEG_X, DVec2::X, DVec2::NEG_Y];
    let axes = axes.into_iter().filter(|&along| is_free(other) || !goes_down(along));
    let ways = axes.filter_map(|along| hull.way_out(along, &others, gap)).filter(|&way| has_room(level, &hull, way));
    let way = ways.min_by(|a, b| a.length().total_cmp(&b.length()))?;
    Some(remedy(
        "move-apart",
        format!("Move {} out of {}", level.quoted_body(own), level.quoted_body(other)),
        "Bodies that start apart touch at their outlines first, where the contact rules find the right edge.",
        &format!("The body starts {} away from its drawn position.", number(way.length())),
        vec![Edit::Shift(own, way.to_array())],
    ))
}

/// True if a move keeps a body within the bounds and on its side of each obstacle.
fn has_room(level: &Level, hull: &DrawnHull, way: DVec2) -> bool {
    let moved = Aabb { min: hull.bounds.min + way, max: hull.bounds.max + way };
    let limits = level.world.bounds.map(|limits| Aabb { min: limits.min.into(), max: limits.max.into() });
    limits.is_none_or(|limits| limits.contains_box(&moved))
        && level.obstacles.iter().all(|wall| !crosses(&wall.shape, &hull.bounds, &moved))
}

/// True if a move takes a box to the other side of an obstacle or makes it intersect one. For circles only the centre
/// counts.
fn crosses(shape: &ObstacleShape, before: &Aabb, after: &Aabb) -> bool {
    let (a, direction) = match *shape {
        ObstacleShape::Segment(a, b) => (DVec2::from(a), DVec2::from(b) - DVec2::from(a)),
        ObstacleShape::Line(point, direction) => (DVec2::from(point), DVec2::from(direction)),
        ObstacleShape::Circle { center, .. } => return after.contains(center.into()) != before.contains(center.into()),
    };
    let side = |point: DVec2| cross(direction, point - a) > 0.0;
    let corners = |bounds: &Aabb| {
        [bounds.min, bounds.max, DVec2::new(bounds.min.x, bounds.max.y), DVec2::new(bounds.max.x, bounds.min.y)]
    };
    let own = side(before.center());
    corners(after).into_iter().any(|corner| side(corner) != own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Node};

    /// A closed hull through points, counter-clockwise.
    fn body(points: &[[f64; 2]], motion: Motion) -> Body {
        let hull = (0..points.len()).map(|node| [node, (node + 1) % points.len()]).collect();
        Body { nodes: points.iter().copied().map(Node::at).collect(), hull, motion, ..Body::default() }
    }

    fn square(x: f64, y: f64) -> Body {
        body(&[[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]], Motion::Dynamic)
    }

    fn way(bodies: Vec<Body>) -> Option<[f64; 2]> {
        let level = Level { bodies, ..Level::default() };
        separate(&level, Some(0), Some(1)).map(|remedy| match remedy.edits[..] {
            [Edit::Shift(0, way)] => way,
            _ => panic!("{:?}", remedy.edits),
        })
    }

    #[test]
    fn separate_leaves_a_valley_upwards() {
        // The walls are higher than the floor is thick.
        let points =
            [[-9.0, -1.0], [9.0, -1.0], [9.0, 8.0], [5.0, 8.0], [5.0, 0.0], [-5.0, 0.0], [-5.0, 8.0], [-9.0, 8.0]];
        let valley = || body(&points, Motion::Fixed);
        let [x, y] = way(vec![square(0.0, -0.001), valley()]).unwrap();
        assert!(x == 0.0 && (y - 0.051).abs() < 1e-12, "{x}, {y}");
        // In the middle of a thick floor, the way down is the shortest one.
        assert!(way(vec![square(0.0, -1.9), valley()]).unwrap()[1] > 0.0);
    }

    #[test]
    fn separate_needs_an_overlap_and_frees_from_all_bodies() {
        assert_eq!(way(vec![square(0.0, 0.0), square(1.3, 0.0)]), None, "they are 0.3 apart");
        let beside = way(vec![square(0.0, 0.0), square(0.9, 0.0)]).unwrap();
        assert!((beside[0] + 0.15).abs() < 1e-12 && beside[1] == 0.0, "{beside:?}");
        // A third square blocks the shortest way.
        let beyond = way(vec![square(0.0, 0.0), square(0.9, 0.0), square(-1.1, 0.0)]).unwrap();
        assert!(beyond[0] == 0.0 && (beyond[1].abs() - 1.05).abs() < 1e-12, "{beyond:?}");
    }

    #[test]
    fn separate_is_not_offered_for_more_pairs_of_edges_than_the_limit() {
        let circle = |count: usize, x: f64| {
            let at = |node: usize| DVec2::from_angle(node as f64 / count as f64 * std::f64::consts::TAU);
            let points: Vec<[f64; 2]> = (0..count).map(|node| (at(node) + DVec2::new(x, 0.0)).to_array()).collect();
            body(&points, Motion::Dynamic)
        };
        let few = way(vec![circle(40, 0.0), circle(40, 1.9)]).unwrap();
        assert!(few[0] < 0.0 && few[1] == 0.0, "{few:?}");
        assert_eq!(way(vec![circle(1500, 0.0), circle(1500, 1.9)]), None, "2,250,000 pairs");
    }
}
