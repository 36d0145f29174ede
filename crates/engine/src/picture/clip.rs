//! Clips lines and polygons to a rectangle on the screen. Input may be any number; output is finite and within the
//! rectangle.

use glam::{DAffine2, DMat2, DVec2};

/// Points farther away than this are not drawn: beyond it, clipping is less accurate than a pixel.
pub const LIMIT: f64 = 1e12;

/// A rectangle on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Upper left corner.
    pub min: DVec2,
    /// Lower right corner.
    pub max: DVec2,
}

/// True if the point is within ±[`LIMIT`].
#[inline]
pub fn drawable(point: DVec2) -> bool {
    // False for NaN as well.
    point.x.abs() <= LIMIT && point.y.abs() <= LIMIT
}

impl Window {
    /// The rectangle of a picture, expanded by `margin` on every side.
    pub fn around(size: DVec2, margin: f64) -> Self {
        Self { min: DVec2::splat(-margin), max: size + DVec2::splat(margin) }
    }

    /// True if the point is inside; the border counts.
    #[inline]
    pub fn contains(&self, p: DVec2) -> bool {
        p.x >= self.min.x && p.x <= self.max.x && p.y >= self.min.y && p.y <= self.max.y
    }

    /// True if all points are beyond the same side, so that nothing between them is visible.
    #[inline]
    pub fn misses(&self, points: &[DVec2]) -> bool {
        points.iter().all(|p| p.x < self.min.x)
            || points.iter().all(|p| p.x > self.max.x)
            || points.iter().all(|p| p.y < self.min.y)
            || points.iter().all(|p| p.y > self.max.y)
    }

    /// The visible part of the segment as parameters 0..=1 along it (Liang and Barsky), if any.
    pub fn span(&self, a: DVec2, b: DVec2) -> Option<(f64, f64)> {
        if !drawable(a) || !drawable(b) {
            return None;
        }
        let d = b - a;
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (start, step, low, high) in [(a.x, d.x, self.min.x, self.max.x), (a.y, d.y, self.min.y, self.max.y)] {
            if step == 0.0 {
                if start < low || start > high {
                    return None;
                }
                continue;
            }
            let (first, last) = ((low - start) / step, (high - start) / step);
            from = from.max(first.min(last));
            to = to.min(first.max(last));
        }
        (from <= to).then_some((from, to))
    }

    /// The visible part of the segment, if any.
    pub fn segment(&self, a: DVec2, b: DVec2) -> Option<(DVec2, DVec2)> {
        if self.contains(a) && self.contains(b) {
            return Some((a, b));
        }
        let (from, to) = self.span(a, b)?;
        let clamp = |p: DVec2| p.clamp(self.min, self.max);
        Some((
            if from > 0.0 { clamp(a + (b - a) * from) } else { a },
            if to < 1.0 { clamp(a + (b - a) * to) } else { b },
        ))
    }

    /// The ring clipped to the rectangle (Sutherland and Hodgman); separate parts stay joined along the border. `None`
    /// if a corner is not drawable.
    pub fn ring(&self, ring: &[DVec2]) -> Option<Vec<DVec2>> {
        if !ring.iter().all(|&p| drawable(p)) {
            return None;
        }
        if ring.iter().all(|&p| self.contains(p)) {
            return Some(ring.to_vec());
        }
        if self.misses(ring) {
            return Some(Vec::new());
        }
        let sides: [(usize, f64, f64); 4] =
            [(0, self.min.x, 1.0), (0, self.max.x, -1.0), (1, self.min.y, 1.0), (1, self.max.y, -1.0)];
        let mut points = ring.to_vec();
        for (axis, border, sign) in sides {
            points = half_plane(&points, axis, border, sign);
        }
        for p in &mut points {
            *p = p.clamp(self.min, self.max);
        }
        Some(points)
    }
}

/// Keeps the side of `border` that `sign` points to.
fn half_plane(points: &[DVec2], axis: usize, border: f64, sign: f64) -> Vec<DVec2> {
    let mut kept = Vec::with_capacity(points.len() + 4);
    let Some(&last) = points.last() else { return kept };
    let mut previous = last;
    for &current in points {
        let (before, after) = ((previous[axis] - border) * sign, (current[axis] - border) * sign);
        if (before < 0.0) != (after < 0.0) {
            kept.push(previous + (current - previous) * (before / (before - after)));
        }
        if after >= 0.0 {
            kept.push(current);
        }
        previous = current;
    }
    kept
}

/// The affine map that takes each corner of a triangle to the other; `None` if the first has no area.
pub fn affine(from: [DVec2; 3], to: [DVec2; 3]) -> Option<DAffine2> {
    let [sides, images] = [from, to].map(|[a, b, c]| DMat2::from_cols(b - a, c - a));
    let matrix = images * sides.inverse();
    let map = DAffine2::from_mat2_translation(matrix, to[0] - matrix * from[0]);
    (sides.determinant() != 0.0 && map.is_finite()).then_some(map)
}
