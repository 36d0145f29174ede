//! A circle that moves along a straight line: what it meets first.
//!
//! Algorithm: the circle meets a shape when its centre meets the shape grown by the radius (Minkowski sum): an edge becomes two
//! parallel lines and a circle around each end.

use super::overlap::checked_radius;
use super::ray::{Meeting, enter_disc, leave_disc, unit};
use super::shape::{QueryShape, ends};
use super::{QueryFilter, QueryHit};
use crate::geometry::Aabb;
use crate::level::Point;
use crate::play::error::finite;
use crate::play::{PlayError, PlayWorld};
use glam::DVec2;

impl PlayWorld {
    /// The first part that a circle meets on its way from `origin` to `origin + motion`. The circle's centre is then at
    /// `origin + motion * fraction`, and `normal` points from the part to it.
    ///
    /// A part that the circle overlaps at the start is met at fraction 0, with the point `origin` and the normal against the
    /// motion; a part that it only touches is met if the circle moves into it. Of parts met at the same time the first in
    /// ascending order.
    ///
    /// # Errors
    /// [`PlayError::Number`] if a number is not finite or the radius negative.
    pub fn sweep_circle(
        &self,
        origin: Point,
        radius: f64,
        motion: Point,
        filter: &QueryFilter,
    ) -> Result<Option<QueryHit>, PlayError> {
        let (origin, motion) = (finite("origin", origin)?, finite("motion", motion)?);
        let radius = checked_radius(radius)?;
        let area = Aabb::around([origin, origin + motion]).expanded(radius);
        let mut nearest: Option<QueryHit> = None;
        for (part, shape) in self.candidates(area, filter) {
            let is_over = shape.distance(origin) < radius || shape.contains(origin);
            let hit = if is_over {
                Some(QueryHit { part, point: origin, normal: -unit(motion), fraction: 0.0 })
            } else {
                meeting(&shape, radius, origin, motion).map(|(fraction, normal)| {
                    let point = origin + motion * fraction - normal * radius;
                    QueryHit { part, point, normal, fraction }
                })
            };
            if let Some(hit) = hit.filter(|hit| nearest.is_none_or(|nearest| hit.fraction < nearest.fraction)) {
                nearest = Some(hit);
            }
        }
        Ok(nearest)
    }
}

/// Where a circle outside of a shape meets it first.
fn meeting(shape: &QueryShape, radius: f64, origin: DVec2, motion: DVec2) -> Option<Meeting> {
    let meeting = match *shape {
        QueryShape::Hull { edges, positions, .. } => {
            let meetings = ends(edges, positions).filter_map(|(a, b)| meet_segment(a, b, radius, origin, motion));
            meetings.reduce(earlier)
        }
        QueryShape::Disc(center, own) => enter_disc(center, own + radius, origin, motion),
        QueryShape::Circle(center, own) if (origin - center).length() >= own => {
            enter_disc(center, own + radius, origin, motion)
        }
        QueryShape::Circle(center, own) => leave_disc(center, own - radius, origin, motion),
        QueryShape::Segment(a, b) => meet_segment(a, b, radius, origin, motion),
        QueryShape::Line(on, direction) => approach_line(on, direction, radius, origin, motion),
    };
    meeting.filter(|(fraction, _)| *fraction <= 1.0)
}

fn earlier(one: Meeting, other: Meeting) -> Meeting {
    if other.0 < one.0 { other } else { one }
}

/// Where a circle meets a segment: its line between the ends, or an end.
fn meet_segment(a: DVec2, b: DVec2, radius: f64, origin: DVec2, motion: DVec2) -> Option<Meeting> {
    let along = |fraction: f64| (origin + motion * fraction - a).dot(b - a);
    let is_between = |&(fraction, _): &Meeting| (0.0..=(b - a).length_squared()).contains(&along(fraction));
    let on_line = approach_line(a, b - a, radius, origin, motion).filter(is_between);
    let at_ends = [a, b].into_iter().filter_map(|end| enter_disc(end, radius, origin, motion));
    at_ends.chain(on_line).reduce(earlier)
}

/// Where a circle on one side of a line touches it.
fn approach_line(on: DVec2, direction: DVec2, radius: f64, origin: DVec2, motion: DVec2) -> Option<Meeting> {
    let left = unit(direction.perp());
    let height = left.dot(origin - on);
    let normal = if height >= 0.0 { left } else { -left };
    let approach = -normal.dot(motion);
    let gap = height.abs() - radius;
    // On the line itself (radius 0) both sides are ahead.
    let approach = if height == 0.0 { approach.abs() } else { approach };
    (approach > 0.0 && gap >= 0.0).then(|| (gap / approach, normal))
}
