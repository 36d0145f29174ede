//! Axis-aligned boxes.

use glam::DVec2;

/// An axis-aligned box; empty when `min > max` on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lower left corner.
    pub min: DVec2,
    /// Upper right corner.
    pub max: DVec2,
}

impl Aabb {
    /// The empty box, the neutral element of [`Aabb::include`].
    pub const EMPTY: Self = Self { min: DVec2::INFINITY, max: DVec2::NEG_INFINITY };

    /// The smallest box around the points; [`Aabb::EMPTY`] for none. Ignores NaN coordinates.
    pub fn around(points: impl IntoIterator<Item = DVec2>) -> Self {
        let mut bounds = Self::EMPTY;
        for point in points {
            bounds.include(point);
        }
        bounds
    }

    /// Grows to contain the point.
    #[inline]
    pub fn include(&mut self, point: DVec2) {
        // Comparisons instead of `f64::min`, whose result for signed zeros is unspecified.
        if point.x < self.min.x {
            self.min.x = point.x;
        }
        if point.y < self.min.y {
            self.min.y = point.y;
        }
        if point.x > self.max.x {
            self.max.x = point.x;
        }
        if point.y > self.max.y {
            self.max.y = point.y;
        }
    }

    /// The smallest box around both.
    pub fn union(mut self, other: Self) -> Self {
        self.include(other.min);
        self.include(other.max);
        self
    }

    /// The box grown by `margin` on every side.
    #[inline]
    pub fn expanded(self, margin: f64) -> Self {
        Self { min: self.min - DVec2::splat(margin), max: self.max + DVec2::splat(margin) }
    }

    /// True if the boxes share a point; touching counts.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    /// True if the point is inside; the border counts.
    #[inline]
    pub fn contains(&self, point: DVec2) -> bool {
        self.min.x <= point.x && point.x <= self.max.x && self.min.y <= point.y && point.y <= self.max.y
    }

    /// True if the other box is inside; the border counts.
    #[inline]
    pub fn contains_box(&self, other: &Self) -> bool {
        self.contains(other.min) && self.contains(other.max)
    }

    /// True if the box contains no point.
    pub fn is_empty(&self) -> bool {
        !(self.min.x <= self.max.x && self.min.y <= self.max.y)
    }

    /// True if all four bounds are finite.
    pub fn is_finite(&self) -> bool {
        self.min.is_finite() && self.max.is_finite()
    }

    /// Middle of the box.
    pub fn center(&self) -> DVec2 {
        (self.min + self.max) * 0.5
    }

    /// Width and height.
    pub fn size(&self) -> DVec2 {
        self.max - self.min
    }
}
