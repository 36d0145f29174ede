//! Bounds of cross, dot and distance of a hull edge over a box of points.
//!
//! Intervals contain the exact values at all points of the box. Computed values differ by rounding, so a conclusion for all points
//! needs a distance of [`EdgeSide::margin`].

use crate::engine::data::{Layout, State};
use crate::geometry::{Aabb, cross};
use glam::DVec2;

/// Relative margin, dimensionless: far above rounding errors and far below visible lengths.
const ROUNDING: f64 = 1e-12;

/// Range of squared lengths without loss of digits by underflow or overflow.
const SQUARES: [f64; 2] = [1e-200, 1e200];

/// Least distance from the segment for a gradient, as a fraction of the half diagonal of the box.
const NEAREST: f64 = 0.01;

/// An interval of numbers.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    fn around(center: f64, spread: f64) -> Self {
        Self { low: center - spread, high: center + spread }
    }
}

/// A linear function over the plane.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Linear {
    /// Value at the centre of the box.
    pub center: f64,
    pub gradient: DVec2,
}

impl Linear {
    pub fn over(&self, patch: &Patch) -> Interval {
        Interval::around(self.center, self.gradient.abs().dot(patch.half))
    }

    pub fn at(&self, patch: &Patch, point: DVec2) -> f64 {
        self.center + self.gradient.dot(point - patch.center)
    }
}

/// A box of points.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Patch {
    pub area: Aabb,
    pub center: DVec2,
    /// Half its side lengths.
    pub half: DVec2,
    /// Upper bound of the distance from any node of the hull to any point of the box or to the start of its path.
    pub reach: f64,
}

impl Patch {
    pub fn new(area: Aabb, hull: Aabb, way: f64) -> Self {
        let center = area.center();
        let half = (area.max - center).max(center - area.min);
        Self { area, center, half, reach: hull.union(area).size().length() + way }
    }

    pub fn corners(&self) -> [DVec2; 4] {
        let Aabb { min, max } = self.area;
        [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]
    }

    /// Bound of the rounding error of a distance.
    pub fn rounding(&self) -> f64 {
        ROUNDING * self.reach
    }
}

/// A hull edge A→B.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct EdgeSide {
    /// Its index over all hull edges.
    pub number: usize,
    pub a: DVec2,
    pub b: DVec2,
    pub ab: DVec2,
    pub length: f64,
    pub square: f64,
}

impl EdgeSide {
    pub fn new(layout: &Layout, state: &State, number: usize) -> Self {
        let [a, b] = layout.hull_edges[number].map(|node| state.position(node as usize));
        let ab = b - a;
        Self { number, a, b, ab, length: ab.length(), square: ab.length_squared() }
    }

    /// True if intervals are valid for the edge: the square of its length neither underflows nor overflows.
    pub fn is_measurable(&self) -> bool {
        (SQUARES[0]..SQUARES[1]).contains(&self.square)
    }

    /// cross(AB, AM).
    pub fn cross(&self, patch: &Patch) -> Linear {
        Linear { center: cross(self.ab, patch.center - self.a), gradient: self.ab.perp() }
    }

    /// dot(AB, AM).
    pub fn dot(&self, patch: &Patch) -> Linear {
        Linear { center: self.ab.dot(patch.center - self.a), gradient: self.ab }
    }

    /// Bound of the rounding error of cross and dot.
    pub fn margin(&self, patch: &Patch) -> f64 {
        ROUNDING * self.length * patch.reach
    }

    /// Signed distance to the edge's line, positive on its left.
    pub fn line_distance(&self, patch: &Patch) -> Linear {
        let Linear { center, gradient } = self.cross(patch);
        Linear { center: center / self.length, gradient: gradient / self.length }
    }

    /// Returns the distance of a point to the segment, and the vector from its nearest point to the point.
    fn segment(&self, point: DVec2) -> (f64, DVec2) {
        let am = point - self.a;
        let part = (self.ab.dot(am) / self.square).clamp(0.0, 1.0);
        let offset = am - self.ab * part;
        (offset.length(), offset)
    }

    /// Distance of a point to the segment.
    pub fn segment_distance(&self, point: DVec2) -> f64 {
        self.segment(point).0
    }

    /// Returns a linear lower bound of the distance to the segment that is exact at the centre of the box. It is the tangent plane,
    /// because the distance to a convex set is convex. Returns 0 if the centre is so near that rounding would determine the direction.
    pub fn segment_from_below(&self, patch: &Patch) -> Linear {
        let (center, offset) = self.segment(patch.center);
        if center <= NEAREST * patch.half.length() || center <= patch.rounding() {
            return Linear { center: 0.0, gradient: DVec2::ZERO };
        }
        Linear { center, gradient: offset / center }
    }
}
