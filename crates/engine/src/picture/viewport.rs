//! Maps between world coordinates and pixels.

use crate::geometry::Aabb;
use glam::DVec2;

/// Size and visible part of a picture. Pixels count right and down from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Width and height in pixels.
    pub size_px: DVec2,
    /// World point at the centre.
    pub center: DVec2,
    /// Pixels per world unit, > 0.
    pub scale: f64,
}

impl Viewport {
    /// Shows the whole box with a margin of `margin_px`. An empty or non-finite box shows 10 units around the origin.
    pub fn fit(size_px: DVec2, bounds: Aabb, margin_px: f64) -> Self {
        let usable = (size_px - DVec2::splat(2.0 * margin_px)).max(DVec2::ONE);
        let bounds = if bounds.is_empty() || !bounds.is_finite() {
            Aabb { min: DVec2::splat(-5.0), max: DVec2::splat(5.0) }
        } else {
            bounds
        };
        let size = bounds.size();
        let scale = (usable.x / size.x).min(usable.y / size.y);
        // A single point has no size: shows a few units around it.
        let scale = if scale.is_finite() && scale > 0.0 { scale } else { usable.min_element() / 4.0 };
        Self { size_px, center: bounds.center(), scale }
    }

    /// Pixel of a world point.
    pub fn screen_from_world(&self, point: DVec2) -> DVec2 {
        let d = (point - self.center) * self.scale;
        self.size_px * 0.5 + DVec2::new(d.x, -d.y)
    }

    /// World point of a pixel.
    pub fn world_from_screen(&self, pixel: DVec2) -> DVec2 {
        let d = (pixel - self.size_px * 0.5) / self.scale;
        self.center + DVec2::new(d.x, -d.y)
    }

    /// The visible part of the plane.
    pub fn world_box(&self) -> Aabb {
        let half = self.size_px * (0.5 / self.scale);
        Aabb { min: self.center - half, max: self.center + half }
    }

    /// Zooms by `factor` so that the world point under `pixel` stays there.
    pub fn zoom_at(&mut self, pixel: DVec2, factor: f64) {
        let held = self.world_from_screen(pixel);
        self.scale *= factor;
        self.center += held - self.world_from_screen(pixel);
    }
}
