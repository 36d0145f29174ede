//! Overlay: bounding box of every hull, used by the broad phase (000 §D.1.a).

use super::{Draw, Overlay, OverlayOptions, explain};
use crate::geometry::Aabb;
use crate::level::Place;
use crate::picture::{Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "boxes",
    title: "Boxes",
    explanation: "The bounding box of every hull.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let boxes = (0..scene.level.bodies.len()).filter_map(|body| hull_box(scene, body));
    let segments: Vec<_> = boxes.flat_map(outline).collect();
    let color = scene.palette.aabb;
    if segments.is_empty() {
        return explain(picture, color, "bounding boxes: none");
    }
    picture.items.push(Item::Lines { segments, stroke: Stroke::dashed(color, 1.2) });
    explain(picture, color, "bounding box of a hull");
}

/// A body's bounding box, if it can be drawn.
pub(super) fn hull_box(scene: &Scene, body: usize) -> Option<Aabb> {
    if body >= scene.world.layout().bodies.len() || !scene.shows(Place::Body(body)) {
        return None;
    }
    let bounds = scene.world.hull_box(body);
    (!bounds.is_empty() && bounds.is_finite()).then_some(bounds)
}

/// The four sides of a box.
pub(super) fn outline(bounds: Aabb) -> [[DVec2; 2]; 4] {
    let Aabb { min, max } = bounds;
    let (right, left) = (DVec2::new(max.x, min.y), DVec2::new(min.x, max.y));
    [[min, right], [right, max], [max, left], [left, min]]
}
