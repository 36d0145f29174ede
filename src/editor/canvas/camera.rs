//! The view of the canvas: centre and scale.

use crate::geometry::{Aabb, DVec2};
use crate::picture::Viewport;
use egui::Rect;

/// Margin around fitted contents, in points.
const MARGIN: f64 = 48.0;
/// Least distance of an included box from the edges, in points.
const EDGE: f64 = 12.0;
/// Margin around a part from which the part is large enough to see, in points.
const LEAST_MARGIN: f64 = 14.0;
/// Limits of the scale, in points per level unit.
const SCALES: std::ops::RangeInclusive<f64> = 1e-6..=1e9;

/// The view. The size is that of the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Level point in the centre.
    pub center: DVec2,
    /// Points per level unit.
    pub scale: f64,
    /// True while the view fits the level after each resize, until the user moves it.
    pub is_fitted: bool,
    /// Size of the region that stays visible when the canvas is resized, until the user moves the view.
    pub kept: Option<DVec2>,
}

impl Default for Camera {
    fn default() -> Self {
        Self { center: DVec2::ZERO, scale: 40.0, is_fitted: true, kept: None }
    }
}

impl Camera {
    /// The view of a canvas of this size.
    pub fn viewport(&self, size: DVec2) -> Viewport {
        Viewport { size_px: size, center: self.center, scale: self.scale }
    }

    /// The visible part of the level.
    pub fn seen(&self, size: DVec2) -> Aabb {
        let half = 0.5 * size / self.scale;
        Aabb { min: self.center - half, max: self.center + half }
    }

    /// Sets the view.
    pub fn look(&mut self, viewport: Viewport) {
        if viewport.center.is_finite() && viewport.scale.is_finite() {
            self.center = viewport.center;
            self.scale = viewport.scale.clamp(*SCALES.start(), *SCALES.end());
            (self.is_fitted, self.kept) = (false, None);
        }
    }

    /// Shows a region of this height, and keeps all that is seen then visible after later resizes.
    pub fn show(&mut self, size: DVec2, center: DVec2, height: f64) {
        self.look(Viewport { size_px: size, center, scale: size.y / height });
        self.kept = Some(size / self.scale);
    }

    /// Adapts the scale to another size of the canvas.
    pub fn resize(&mut self, size: DVec2) {
        if let Some(kept) = self.kept {
            self.look(Viewport { size_px: size, center: self.center, scale: (size / kept).min_element() });
            self.kept = Some(kept);
        }
    }

    /// Stops following resizes while the user works on the canvas. If a panel resizes the canvas, the level keeps its
    /// position in the window.
    pub fn hold(&mut self, old: Option<Rect>, new: Rect) {
        (self.is_fitted, self.kept) = (false, None);
        if let Some(old) = old {
            let shift = new.center() - old.center();
            self.center += DVec2::new(f64::from(shift.x), -f64::from(shift.y)) / self.scale;
        }
    }

    /// Fits a box into the canvas.
    pub fn fit(&mut self, size: DVec2, bounds: Aabb) {
        let margin = MARGIN.min(size.min_element() * 0.12);
        let viewport = Viewport::fit(size, bounds, margin);
        self.look(viewport);
        self.is_fitted = true;
    }

    /// Moves the view as little as is needed to show a box; shows less enlarged what has no room.
    pub fn include(&mut self, size: DVec2, bounds: Aabb) {
        let room = (0.5 * size - EDGE) / self.scale;
        if bounds.is_empty() || !bounds.is_finite() {
            return;
        }
        if (bounds.size() * 0.5).cmpgt(room).any() {
            return self.reveal(size, bounds, 0.0);
        }
        let center = self.center.clamp(bounds.max - room, bounds.min + room);
        if center != self.center {
            self.look(Viewport { center, ..self.viewport(size) });
        }
    }

    /// True if a box is in view, and `context`, the margin in which its surroundings are seen, is wide enough.
    pub fn shows(&self, size: DVec2, bounds: Aabb, context: f64) -> bool {
        let seen = self.seen(size).expanded(-EDGE / self.scale);
        let is_within = bounds.min.cmpge(seen.min).all() && bounds.max.cmple(seen.max).all();
        is_within && context * self.scale >= LEAST_MARGIN
    }

    /// Shows a box with a margin of `context` level units.
    pub fn reveal(&mut self, size: DVec2, bounds: Aabb, context: f64) {
        if bounds.is_empty() || !bounds.is_finite() {
            return;
        }
        let room = bounds.expanded(context);
        self.look(Viewport::fit(size, room, MARGIN.min(size.min_element() * 0.12)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zoom_keeps_the_point_under_the_pointer() {
        let camera = Camera { center: DVec2::new(3.0, -2.0), scale: 50.0, is_fitted: false, kept: None };
        let mut viewport = camera.viewport(DVec2::new(800.0, 600.0));
        let pixel = DVec2::new(123.0, 456.0);
        let before = viewport.world_from_screen(pixel);
        viewport.zoom_at(pixel, 1.7);
        assert!(before.distance(viewport.world_from_screen(pixel)) < 1e-12);
    }

    #[test]
    fn camera_keeps_world_points_in_place_when_the_canvas_is_resized() {
        let mut camera = Camera { center: DVec2::new(3.0, -2.0), scale: 50.0, is_fitted: true, kept: None };
        let (old, new) = (Rect::from_min_size(egui::pos2(50.0, 30.0), egui::vec2(800.0, 600.0)), |x: f32, y: f32| {
            Rect::from_min_max(egui::pos2(50.0, 30.0), egui::pos2(x, y))
        });
        let new = new(820.0, 600.0);
        let seen = |camera: &Camera, rect: Rect| {
            let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
            camera.viewport(size).screen_from_world(DVec2::new(1.0, 1.0))
                + DVec2::new(f64::from(rect.min.x), f64::from(rect.min.y))
        };
        let before = seen(&camera, old);
        camera.hold(Some(old), new);
        assert!(before.distance(seen(&camera, new)) < 1e-9);
        assert!(!camera.is_fitted);
    }

    #[test]
    fn camera_keeps_a_shown_region_in_view_when_the_canvas_is_resized() {
        let mut camera = Camera::default();
        camera.show(DVec2::new(800.0, 400.0), DVec2::new(1.0, 2.0), 8.0);
        let scale = |camera: &mut Camera, x, y| {
            camera.resize(DVec2::new(x, y));
            camera.scale
        };
        assert_eq!(camera.scale, 50.0);
        assert_eq!(scale(&mut camera, 800.0, 600.0), 50.0, "as wide as before: nothing is cut at the sides");
        assert_eq!(scale(&mut camera, 800.0, 200.0), 25.0, "half as high");
        assert_eq!(scale(&mut camera, 1600.0, 800.0), 100.0);
        assert_eq!(scale(&mut camera, 800.0, 400.0), 50.0);
        assert_eq!(camera.center, DVec2::new(1.0, 2.0));
    }

    #[test]
    fn camera_moves_as_little_as_needed_to_include_a_box() {
        let size = DVec2::new(800.0, 600.0);
        let mut camera = Camera { center: DVec2::ZERO, scale: 100.0, is_fitted: true, kept: None };
        let square = |x: f64| Aabb { min: DVec2::new(x, 0.0), max: DVec2::new(x + 1.0, 1.0) };
        camera.include(size, square(1.0));
        assert_eq!((camera.center, camera.is_fitted), (DVec2::ZERO, true), "it is in view");
        // Half of the width without the edge is 3.88.
        camera.include(size, square(3.5));
        assert!(camera.center.distance(DVec2::new(4.5 - 3.88, 0.0)) < 1e-9, "{}", camera.center);
        assert_eq!(camera.scale, 100.0);
        camera.include(size, Aabb { min: DVec2::splat(-10.0), max: DVec2::splat(10.0) });
        assert!(camera.scale < 30.0);
    }

    #[test]
    fn camera_stays_finite_after_invalid_views() {
        let mut camera = Camera::default();
        let size = DVec2::new(800.0, 600.0);
        camera.look(Viewport { size_px: size, center: DVec2::NAN, scale: 1.0 });
        camera.look(Viewport { size_px: size, center: DVec2::ZERO, scale: 0.0 });
        camera.fit(size, Aabb::EMPTY);
        assert!(camera.center.is_finite() && camera.scale > 0.0 && camera.scale.is_finite());
    }
}
