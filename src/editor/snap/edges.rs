//! Snaps to the nearest point of an edge, spring, stick, segment, line, circle or disc.

use super::{Nearest, Query, SnapGuide, SnapKind, Snapped, lines};
use crate::geometry::{DVec2, polygon};
use crate::level::{ObstacleShape, Place};

pub(super) const KIND: SnapKind = SnapKind {
    id: "edges",
    title: "Edges",
    explanation: "The nearest point of a hull edge, spring, stick, obstacle or disc's rim.",
    find,
};

/// Snap distance in points.
const REACH: f64 = 6.0;

fn find(query: &Query) -> Option<Snapped> {
    let mut nearest = Nearest::within(query, REACH);
    lines(query, REACH, |place, a, b| {
        let point = polygon::closest_on_segment(query.at, a, b);
        nearest.offer(point.distance(query.at), || (place, point, Some(SnapGuide::Segment(a, b))));
    });
    let mut rim = |place: Place, center: DVec2, radius: f64| {
        let out = (query.at - center).try_normalize();
        if let Some(point) = out.map(|out| center + out * radius).filter(|_| !(query.ignores)(place)) {
            nearest.offer(point.distance(query.at), || (place, point, None));
        }
    };
    for (index, disc) in query.level.discs.iter().enumerate() {
        rim(Place::Disc(index), disc.position.into(), disc.radius);
    }
    for (index, obstacle) in query.level.obstacles.iter().enumerate() {
        if let ObstacleShape::Circle { center, radius } = obstacle.shape {
            rim(Place::Obstacle(index), center.into(), radius);
        }
    }
    for (index, obstacle) in query.level.obstacles.iter().enumerate() {
        if let ObstacleShape::Line(point, along) = obstacle.shape
            && let Some(along) = DVec2::from(along).try_normalize()
            && !(query.ignores)(Place::Obstacle(index))
        {
            let point = DVec2::from(point);
            let foot = point + along * along.dot(query.at - point);
            nearest
                .offer(foot.distance(query.at), || (Place::Obstacle(index), foot, Some(SnapGuide::Line(point, along))));
        }
    }
    let (place, at, guide) = nearest.best?;
    let label = match place {
        Place::HullEdge(..) => "hull edge",
        Place::Spring(..) => "spring",
        Place::Stick(..) => "stick",
        Place::Disc(_) => "rim of the disc",
        Place::Marker(_) => "line of the marker",
        _ => "obstacle",
    };
    Some(Snapped { at, place: Some(place), label: label.to_owned(), guides: guide.into_iter().collect() })
}
