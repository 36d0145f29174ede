//! Overlap of the parts with a circle or a box; touching counts.

use super::QueryFilter;
use super::shape::{QueryShape, ends};
use crate::geometry::{Aabb, cross};
use crate::level::Point;
use crate::play::error::finite;
use crate::play::{PartHandle, PlayError, PlayWorld};
use glam::DVec2;

impl PlayWorld {
    /// Parts that a solid circle overlaps or touches.
    ///
    /// # Errors
    /// [`PlayError::Number`] if a number is not finite or the radius negative.
    pub fn overlap_circle(
        &self,
        center: Point,
        radius: f64,
        filter: &QueryFilter,
    ) -> Result<Vec<PartHandle>, PlayError> {
        let (center, radius) = (finite("center", center)?, checked_radius(radius)?);
        let area = Aabb::around([center]).expanded(radius);
        let found = self.candidates(area, filter).filter(|(_, shape)| shape.distance(center) <= radius);
        Ok(found.map(|(part, _)| part).collect())
    }

    /// Parts that a solid box overlaps or touches: lower left and upper right corner.
    ///
    /// # Errors
    /// [`PlayError::Number`] if a number is not finite, or `min` not below or equal to `max` on both axes.
    pub fn overlap_box(&self, min: Point, max: Point, filter: &QueryFilter) -> Result<Vec<PartHandle>, PlayError> {
        let area = Aabb { min: finite("min", min)?, max: finite("max", max)? };
        if area.is_empty() {
            return Err(PlayError::Number("max", "at least `min` on both axes"));
        }
        let found = self.candidates(area, filter).filter(|(_, shape)| meets_box(shape, &area));
        Ok(found.map(|(part, _)| part).collect())
    }
}

/// Requires a radius of 0 or more.
pub(super) fn checked_radius(radius: f64) -> Result<f64, PlayError> {
    let is_valid = radius >= 0.0 && radius.is_finite();
    if is_valid { Ok(radius) } else { Err(PlayError::Number("radius", "a finite number, 0 or more")) }
}

fn meets_box(shape: &QueryShape, area: &Aabb) -> bool {
    match *shape {
        QueryShape::Hull { edges, positions, .. } => {
            ends(edges, positions).any(|(a, b)| segment_meets_box(a, b, area)) || shape.contains(area.min)
        }
        QueryShape::Disc(center, radius) => distances_to_box(center, area)[0] <= radius,
        QueryShape::Circle(center, radius) => {
            let [near, far] = distances_to_box(center, area);
            near <= radius && radius <= far
        }
        QueryShape::Segment(a, b) => segment_meets_box(a, b, area),
        QueryShape::Line(on, direction) => has_both_sides(on, direction, area),
    }
}

/// Separating axis test of a segment and a box: the axes, and the normal of the segment.
fn segment_meets_box(a: DVec2, b: DVec2, area: &Aabb) -> bool {
    Aabb::around([a, b]).overlaps(area) && has_both_sides(a, b - a, area)
}

/// True if corners of the box are on both sides of a line, or on it.
fn has_both_sides(on: DVec2, direction: DVec2, area: &Aabb) -> bool {
    let corners = [area.min, DVec2::new(area.max.x, area.min.y), area.max, DVec2::new(area.min.x, area.max.y)];
    let sides = corners.map(|corner| cross(direction, corner - on));
    sides.iter().any(|&side| side >= 0.0) && sides.iter().any(|&side| side <= 0.0)
}

/// Distances from a point to the nearest and to the farthest point of a box.
fn distances_to_box(point: DVec2, area: &Aabb) -> [f64; 2] {
    let nearest = point.clamp(area.min, area.max);
    let (low, high) = ((point - area.min).abs(), (point - area.max).abs());
    [(point - nearest).length(), low.max(high).length()]
}
