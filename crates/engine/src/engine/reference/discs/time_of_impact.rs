//! Exact times of impact of moving discs with each other and with lines, segments and circles (002 §1.ii; §4–5 have
//! headings only).
//!
//! All shapes are convex except the inside of a circle, so discs that do not approach now never touch. This makes touching pairs
//! robust against rounding. Cost: O(1) per pair.

use super::linear_motion::LinearMotion;
use crate::engine::data::trace::DiscImpact;
use crate::geometry::Aabb;
use crate::level::ObstacleShape;
use glam::DVec2;

/// Relative rounding error of a speed, dimensionless: 8 units in the last place, for the three products of a normal component.
pub(super) const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Position of a disc relative to an obstacle.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObstacleContact {
    /// Unit normal from the obstacle's nearest point to the disc's centre (in a circle towards its centre).
    pub normal: DVec2,
    /// Distance between the surfaces; negative when they overlap.
    pub gap: f64,
    /// True if the surface bends towards the disc: the inside of a circle.
    pub is_hollow: bool,
}

/// Returns the first time not after `end` at which two discs touch that approach faster than `negligible`. The caller tests if their
/// boxes (002 §1.i) overlap.
///
/// Two particles never collide. Discs that overlap and approach touch now.
#[inline]
pub(super) fn discs(first: &LinearMotion, second: &LinearMotion, negligible: f64, end: f64) -> Option<f64> {
    let distance = first.radius + second.radius;
    if distance == 0.0 {
        return None;
    }
    let now = first.time.max(second.time);
    let (d, dv) = (second.at(now) - first.at(now), second.velocity - first.velocity);
    // As in `approach`, without its unpredictable branches. Comparisons with NaN are false.
    let (b, length_squared) = (d.dot(dv), d.length_squared());
    let is_swift = b < -(negligible * length_squared.sqrt());
    let c = length_squared - distance * distance;
    let cross = d.perp_dot(dv);
    let discriminant = dv.length_squared() * distance * distance - cross * cross;
    // Without a root, the time is NaN.
    let time = now + if c <= 0.0 { 0.0 } else { c / (discriminant.sqrt() - b) };
    (is_swift & ((c <= 0.0) | (discriminant < f64::INFINITY)) & (time <= end)).then_some(time)
}

/// True if another disc approaches whose motion is not newer: the sign of b in [`discs`].
#[inline(always)]
pub(super) fn closes_in(motion: &LinearMotion, earlier: &LinearMotion) -> bool {
    let d = earlier.at(motion.time) - motion.position;
    d.dot(earlier.velocity - motion.velocity) < 0.0
}

/// Returns the kind of impact with an obstacle of this shape.
pub(super) fn kind_of(shape: &ObstacleShape) -> DiscImpact {
    match shape {
        ObstacleShape::Line(..) => DiscImpact::Line,
        ObstacleShape::Segment(..) => DiscImpact::Segment,
        ObstacleShape::Circle { .. } => DiscImpact::Circle,
    }
}

/// Returns the first time not after `end` at which a disc touches the obstacle. The caller tests if the boxes overlap.
pub(super) fn obstacle(shape: &ObstacleShape, motion: &LinearMotion, end: f64) -> Option<f64> {
    let radius = motion.radius_against(magnitude(shape), end);
    let (position, velocity) = (motion.position, motion.velocity);
    let wait = match *shape {
        ObstacleShape::Line(point, direction) => {
            line(position - DVec2::from(point), velocity, direction.into(), radius)
        }
        ObstacleShape::Segment(a, b) => segment(shape, motion, [a.into(), b.into()], radius),
        ObstacleShape::Circle { center, radius: circle } => {
            let d = position - DVec2::from(center);
            if d.length_squared() < circle * circle {
                hollow(d, velocity, (circle - radius).max(0.0))
            } else {
                approach(-d, -velocity, circle + radius, velocity.length() * ROUNDING)
            }
        }
    }?;
    not_after(motion.time + wait, end)
}

/// Returns normal and gap of a disc at `position`. Points on a line count as left of it, points on a circle as outside.
pub(super) fn obstacle_contact(shape: &ObstacleShape, position: DVec2, radius: f64) -> ObstacleContact {
    let from = |d: DVec2, otherwise: DVec2| {
        let distance = d.length();
        let normal = if distance > 0.0 { d / distance } else { otherwise };
        ObstacleContact { normal, gap: distance - radius, is_hollow: false }
    };
    match *shape {
        ObstacleShape::Line(point, direction) => {
            let (normal, height) = side(position - DVec2::from(point), direction.into());
            ObstacleContact { normal, gap: height - radius, is_hollow: false }
        }
        ObstacleShape::Segment(a, b) => {
            let (a, b) = (DVec2::from(a), DVec2::from(b));
            let (d, direction) = (position - a, b - a);
            let (normal, height) = side(d, direction);
            let along = d.dot(direction);
            if along < 0.0 {
                from(d, normal)
            } else if along > direction.length_squared() {
                from(position - b, normal)
            } else {
                ObstacleContact { normal, gap: height - radius, is_hollow: false }
            }
        }
        ObstacleShape::Circle { center, radius: circle } => {
            let d = position - DVec2::from(center);
            let outside = from(d, DVec2::X);
            if d.length_squared() < circle * circle {
                ObstacleContact { normal: -outside.normal, gap: circle - radius - d.length(), is_hollow: true }
            } else {
                ObstacleContact { gap: outside.gap - circle, ..outside }
            }
        }
    }
}

/// Box of the obstacle; none if it is unbounded or not finite.
pub(super) fn box_of(shape: &ObstacleShape) -> Option<Aabb> {
    let bounds = match *shape {
        ObstacleShape::Line(..) => return None,
        ObstacleShape::Segment(a, b) => Aabb::around([a.into(), b.into()]),
        ObstacleShape::Circle { center, radius } => Aabb::around([DVec2::from(center)]).expanded(radius),
    };
    bounds.is_finite().then_some(bounds)
}

/// Largest coordinate or radius of the obstacle.
pub(super) fn magnitude(shape: &ObstacleShape) -> f64 {
    let largest = |point: [f64; 2]| DVec2::from(point).abs().max_element();
    match *shape {
        ObstacleShape::Line(point, _) => largest(point),
        ObstacleShape::Segment(a, b) => largest(a).max(largest(b)),
        ObstacleShape::Circle { center, radius } => largest(center).max(radius),
    }
}

fn not_after(time: f64, end: f64) -> Option<f64> {
    // False for NaN.
    (time <= end).then_some(time)
}

/// Returns the unit normal of a direction on the side of `d`, and the height of `d` above the line.
fn side(d: DVec2, direction: DVec2) -> (DVec2, f64) {
    let normal = direction.perp() / direction.length();
    let height = d.dot(normal);
    if height >= 0.0 { (normal, height) } else { (-normal, -height) }
}

/// Returns the time until two points are `distance` apart: the lesser root of a·t² + b·t + c = 0 of 002 §1.ii.
///
/// The second point is at `d` from the first and moves at `dv` relative to it. With b halved, Δ = a·R² - cross(d, dv)² as in the
/// source's remark; this form has no cancellation at large distances. The root is c / (-b + √Δ), which has none at small gaps.
fn approach(d: DVec2, dv: DVec2, distance: f64, negligible: f64) -> Option<f64> {
    let b = d.dot(dv);
    // Most pairs separate. The limit is not above 0 unless it is NaN.
    if b >= 0.0 && negligible < f64::INFINITY {
        return None;
    }
    let length_squared = d.length_squared();
    let limit = if negligible == 0.0 { 0.0 } else { -negligible * length_squared.sqrt() };
    if b.is_nan() || b >= limit {
        return None;
    }
    let c = length_squared - distance * distance;
    if c <= 0.0 {
        return Some(0.0);
    }
    let cross = d.perp_dot(dv);
    let discriminant = dv.length_squared() * distance * distance - cross * cross;
    // At speeds whose squares overflow it is not finite: no time then.
    (discriminant >= 0.0 && discriminant.is_finite()).then(|| c / (discriminant.sqrt() - b))
}

fn line(d: DVec2, velocity: DVec2, direction: DVec2, radius: f64) -> Option<f64> {
    let (normal, height) = side(d, direction);
    let speed = -velocity.dot(normal);
    (speed > 0.0).then(|| ((height - radius) / speed).max(0.0))
}

fn segment(shape: &ObstacleShape, motion: &LinearMotion, [a, b]: [DVec2; 2], radius: f64) -> Option<f64> {
    let (position, velocity) = (motion.position, motion.velocity);
    let touch = obstacle_contact(shape, position, radius);
    if velocity.dot(touch.normal) >= 0.0 {
        return None;
    }
    if touch.gap <= 0.0 {
        return Some(0.0);
    }
    let direction = b - a;
    let (_, height) = side(position - a, direction);
    // A disc closer to the line than its radius can only hit an end.
    if height > radius
        && let Some(wait) = line(position - a, velocity, direction, radius)
    {
        let along = (position + velocity * wait - a).dot(direction);
        if 0.0 <= along && along <= direction.length_squared() {
            return Some(wait);
        }
    }
    let negligible = velocity.length() * ROUNDING;
    let ends = [a, b].map(|end| approach(end - position, -velocity, radius, negligible));
    match ends {
        [Some(first), Some(second)] => Some(first.min(second)),
        [first, second] => first.or(second),
    }
}

/// Returns the time until a point at `d` from the centre reaches `distance` from it, moving outwards; 0 if it is already there.
fn hollow(d: DVec2, velocity: DVec2, distance: f64) -> Option<f64> {
    let (a, b) = (velocity.length_squared(), d.dot(velocity));
    if a == 0.0 {
        return None;
    }
    let c = d.length_squared() - distance * distance;
    if c >= 0.0 && b > 0.0 {
        return Some(0.0);
    }
    let cross = d.perp_dot(velocity);
    let discriminant = a * distance * distance - cross * cross;
    if discriminant < 0.0 {
        // The path lies outside: the point starts to move outwards at its closest point to the centre.
        return (b < 0.0).then(|| -b / a);
    }
    let root = discriminant.sqrt();
    // The greater root, in the form without cancellation.
    Some(if b > 0.0 { -c / (b + root) } else { (root - b) / a })
}
