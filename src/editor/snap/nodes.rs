//! Snaps to nodes, centres of discs and circles, ends of segments, and points of markers.

use super::{Nearest, Query, SnapKind, Snapped, is_mass};
use crate::geometry::DVec2;
use crate::level::{ObstacleShape, Place};

pub(super) const KIND: SnapKind = SnapKind {
    id: "nodes",
    title: "Nodes and centres",
    explanation: "Nodes, centres of discs and circles, ends of segments, points of markers.",
    find,
};

/// Snap distance in points.
const REACH: f64 = 9.0;

fn find(query: &Query) -> Option<Snapped> {
    let mut nearest = Nearest::within(query, REACH);
    let mut offer = |place: Place, at: DVec2, label: &'static str| {
        let distance = at.distance(query.at);
        if distance < nearest.distance && !(query.ignores)(place) {
            nearest.offer(distance, || (place, at, label));
        }
    };
    for (index, body) in query.level.bodies.iter().enumerate() {
        if (query.ignores)(Place::Body(index)) {
            continue;
        }
        for (node, parts) in body.nodes.iter().enumerate() {
            if is_mass(query.level, index, node) {
                offer(Place::Node(index, node), parts.position.into(), "node");
            }
        }
    }
    for (index, disc) in query.level.discs.iter().enumerate() {
        offer(Place::Disc(index), disc.position.into(), "centre of the disc");
    }
    for (index, obstacle) in query.level.obstacles.iter().enumerate() {
        let place = Place::Obstacle(index);
        match obstacle.shape {
            ObstacleShape::Segment(a, b) => {
                offer(place, a.into(), "end of the segment");
                offer(place, b.into(), "end of the segment");
            }
            ObstacleShape::Line(..) => {}
            ObstacleShape::Circle { center, .. } => offer(place, center.into(), "centre of the circle"),
        }
    }
    for (index, marker) in query.level.markers.iter().enumerate() {
        marker.shape.points().into_iter().for_each(|at| offer(Place::Marker(index), at.into(), "point of the marker"));
    }
    let (place, at, label) = nearest.best?;
    let label = match place {
        Place::Node(_, node) => format!("node {node}"),
        _ => label.to_owned(),
    };
    Some(Snapped { at, place: Some(place), label, guides: Vec::new() })
}
