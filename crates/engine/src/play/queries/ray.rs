//! Rays: where they enter hulls and discs, and where they cross obstacles.

use super::shape::{QueryShape, ends};
use super::{QueryFilter, QueryHit};
use crate::geometry::SortCopies;
use crate::geometry::{Aabb, cross};
use crate::level::Point;
use crate::play::error::finite;
use crate::play::{PlayError, PlayWorld};
use glam::DVec2;

/// Part of the way, and unit normal against the motion.
pub(super) type Meeting = (f64, DVec2);

impl PlayWorld {
    /// The first part that a ray meets: from `origin` along `direction` (any length but 0), over a distance of `max`. The fraction
    /// is the distance divided by `max`.
    ///
    /// A ray that starts inside of a disc does not meet it; one that starts inside of a hull meets it where it enters it again.
    /// A ray that only touches a corner may meet it or not. Of equally near parts the first in ascending order.
    ///
    /// # Errors
    /// [`PlayError::Number`] if a number is not finite, the direction 0, or `max` not above 0.
    pub fn raycast(
        &self,
        origin: Point,
        direction: Point,
        max: f64,
        filter: &QueryFilter,
    ) -> Result<Option<QueryHit>, PlayError> {
        Ok(self.raycast_all(origin, direction, max, filter)?.into_iter().next())
    }

    /// All parts that a ray meets, each where it meets it first, in the order of the fractions. See [`PlayWorld::raycast`].
    ///
    /// # Errors
    /// As [`PlayWorld::raycast`].
    pub fn raycast_all(
        &self,
        origin: Point,
        direction: Point,
        max: f64,
        filter: &QueryFilter,
    ) -> Result<Vec<QueryHit>, PlayError> {
        let (origin, direction) = (finite("origin", origin)?, finite("direction", direction)?);
        if direction == DVec2::ZERO {
            return Err(PlayError::Number("direction", "a vector other than 0"));
        }
        if !(max > 0.0 && max.is_finite()) {
            return Err(PlayError::Number("max", "a finite number above 0"));
        }
        // Scaled first, so that the square of the length neither overflows nor underflows.
        let scaled = direction / direction.abs().max_element();
        let motion = scaled / scaled.length() * max;
        let area = Aabb::around([origin, origin + motion]);
        let hits = self.candidates(area, filter).filter_map(|(part, shape)| {
            let (fraction, normal) = meeting(&shape, origin, motion)?;
            Some(QueryHit { part, point: origin + motion * fraction, normal, fraction })
        });
        let mut hits: Vec<QueryHit> = hits.collect();
        // Stable: equal fractions stay in ascending order of parts.
        hits.sort_copies_by(|a, b| a.fraction.total_cmp(&b.fraction));
        Ok(hits)
    }
}

/// Where a ray meets a shape first.
fn meeting(shape: &QueryShape, origin: DVec2, motion: DVec2) -> Option<Meeting> {
    let meeting = match *shape {
        QueryShape::Hull { edges, positions, is_closed } => {
            enter_hull(ends(edges, positions), is_closed, origin, motion)
        }
        QueryShape::Disc(center, radius) => enter_disc(center, radius, origin, motion),
        QueryShape::Circle(center, radius) => {
            enter_disc(center, radius, origin, motion).or_else(|| leave_disc(center, radius, origin, motion))
        }
        QueryShape::Segment(a, b) => cross_segment(a, b, origin, motion),
        QueryShape::Line(on, direction) => cross_line(on, direction, origin, motion),
    };
    meeting.filter(|(fraction, _)| *fraction <= 1.0)
}

/// Where a ray enters a hull from outside.
///
/// An odd number of crossings ahead means that the ray starts inside (even-odd rule); its first crossing is then an exit. Each edge
/// is half-open, so a ray through a corner crosses one of its edges, or both or none if it only touches the corner.
fn enter_hull(
    edges: impl Iterator<Item = (DVec2, DVec2)>,
    is_closed: bool,
    origin: DVec2,
    motion: DVec2,
) -> Option<Meeting> {
    let mut nearest: [Option<Meeting>; 2] = [None, None];
    let mut starts_inside = false;
    for (a, b) in edges {
        let (to_a, to_b) = (cross(motion, a - origin), cross(motion, b - origin));
        if (to_a < 0.0) == (to_b < 0.0) {
            continue;
        }
        let fraction = cross(a - origin, b - a) / (to_b - to_a);
        if fraction < 0.0 || fraction.is_nan() {
            continue;
        }
        starts_inside = !starts_inside;
        let crossing = (fraction, normal_against(b - a, motion));
        if nearest[0].is_none_or(|(least, _)| fraction < least) {
            nearest = [Some(crossing), nearest[0]];
        } else if nearest[1].is_none_or(|(least, _)| fraction < least) {
            nearest[1] = Some(crossing);
        }
    }
    nearest[usize::from(starts_inside && is_closed)]
}

/// Where a ray enters a disc from outside, or from its border inwards.
pub(super) fn enter_disc(center: DVec2, radius: f64, origin: DVec2, motion: DVec2) -> Option<Meeting> {
    let away = origin - center;
    if motion.dot(away) >= 0.0 || away.length_squared() < radius * radius {
        return None;
    }
    let [enter, _] = chord(center, radius, origin, motion)?;
    let fraction = enter.max(0.0);
    Some((fraction, unit(away + motion * fraction)))
}

/// Where a ray leaves a disc, from inside or from its border; the normal points to the centre.
pub(super) fn leave_disc(center: DVec2, radius: f64, origin: DVec2, motion: DVec2) -> Option<Meeting> {
    let away = origin - center;
    if away.length_squared() > radius * radius {
        return None;
    }
    let [_, leave] = chord(center, radius, origin, motion)?;
    let fraction = leave.max(0.0);
    let out = away + motion * fraction;
    Some((fraction, -unit(if out == DVec2::ZERO { motion } else { out })))
}

/// Fractions at which a line is on a circle: the middle of the chord less and plus half of it. More exact than the quadratic
/// formula for far circles.
fn chord(center: DVec2, radius: f64, origin: DVec2, motion: DVec2) -> Option<[f64; 2]> {
    let away = origin - center;
    let squared = motion.length_squared();
    let middle = -motion.dot(away) / squared;
    let half = ((radius * radius - (away + motion * middle).length_squared()) / squared).sqrt();
    // NaN if the line misses the circle, or without motion.
    (!half.is_nan() && middle.is_finite()).then_some([middle - half, middle + half])
}

/// Where a ray crosses a segment, ends included; none if they are parallel.
fn cross_segment(a: DVec2, b: DVec2, origin: DVec2, motion: DVec2) -> Option<Meeting> {
    let (to_a, to_b) = (cross(motion, a - origin), cross(motion, b - origin));
    let is_between = (to_a <= 0.0 && to_b >= 0.0) || (to_a >= 0.0 && to_b <= 0.0);
    if !is_between || to_a == to_b {
        return None;
    }
    let fraction = cross(a - origin, b - a) / (to_b - to_a);
    (fraction >= 0.0).then(|| (fraction, normal_against(b - a, motion)))
}

/// Where a ray crosses a line; none if they are parallel.
fn cross_line(on: DVec2, direction: DVec2, origin: DVec2, motion: DVec2) -> Option<Meeting> {
    let fraction = cross(on - origin, direction) / cross(motion, direction);
    (fraction >= 0.0 && fraction.is_finite()).then(|| (fraction, normal_against(direction, motion)))
}

/// Unit normal of a line that points against the motion.
pub(super) fn normal_against(line: DVec2, motion: DVec2) -> DVec2 {
    let normal = unit(line.perp());
    if normal.dot(motion) > 0.0 { -normal } else { normal }
}

/// The vector with length 1; 0 for 0.
pub(super) fn unit(vector: DVec2) -> DVec2 {
    let length = vector.length();
    if length > 0.0 { vector / length } else { DVec2::ZERO }
}
