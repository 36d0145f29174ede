//! Bounds of cross, dot and distance of a hull edge over a box of points.
//!
//! Intervals hold the exact values at all points of the box. Computed values differ by rounding: a conclusion for every point needs
//! [`EdgeSide::margin`] in between.

use crate::engine::data::{Layout, State};
use crate::geometry::{Aabb, cross};
use glam::DVec2;

/// A part of the lengths that go into a number, far above what rounding takes or adds, and far below what anybody sees.
const ROUNDING: f64 = 1e-12;

/// Squares of lengths beyond these lose digits, or all of them.
const SQUARES: [f64; 2] = [1e-200, 1e200];

/// As a part of a box: a nearer point has no direction.
const NEAREST: f64 = 0.01;

/// Where a number lies.
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
    /// At the middle of the box.
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
    /// Half of its sides.
    pub half: DVec2,
    /// At least as long as the way from any node of the hull to any of its points, or to where that came from.
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

    /// What rounding may make of a distance in it.
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

    /// Whether ranges tell anything of it: it is of a length that numbers can square.
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

    /// What rounding may make of cross and dot.
    pub fn margin(&self, patch: &Patch) -> f64 {
        ROUNDING * self.length * patch.reach
    }

    /// Distance to the edge's line, positive on its left.
    pub fn line_distance(&self, patch: &Patch) -> Linear {
        let Linear { center, gradient } = self.cross(patch);
        Linear { center: center / self.length, gradient: gradient / self.length }
    }

    /// Distance of a point to the segment, and the way from its nearest point there.
    fn segment(&self, point: DVec2) -> (f64, DVec2) {
        let am = point - self.a;
        let part = (self.ab.dot(am) / self.square).clamp(0.0, 1.0);
        let way = am - self.ab * part;
        (way.length(), way)
    }

    /// Distance of a point to the segment.
    pub fn segment_distance(&self, point: DVec2) -> f64 {
        self.segment(point).0
    }

    /// A linear function that is nowhere above the distance to the segment, and is that at the middle of the box: the
    /// distance to a convex set is convex. 0 where the middle is so near that its direction would be one of rounding.
    pub fn segment_from_below(&self, patch: &Patch) -> Linear {
        let (center, way) = self.segment(patch.center);
        if center <= NEAREST * patch.half.length() || center <= patch.rounding() {
            return Linear { center: 0.0, gradient: DVec2::ZERO };
        }
        Linear { center, gradient: way / center }
    }
}
