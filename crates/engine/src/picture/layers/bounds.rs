//! Layer: the rectangle to which coordinates are clamped (004).

use super::Layer;
use crate::picture::{Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const LAYER: Layer = Layer {
    id: "bounds",
    title: "Bounds",
    explanation: "The rectangle to which coordinates are clamped.",
    on_at_first: true,
    draw,
};

fn draw(scene: &Scene, picture: &mut Picture) {
    let Some(bounds) = scene.level.world.bounds else { return };
    let (min, max) = (DVec2::from(bounds.min), DVec2::from(bounds.max));
    let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
    let outer = scene.viewport.world_box().expanded(scene.world_from_px(32.0));
    // Shades the outside: the view without the box.
    let far = [outer.min.min(min), outer.max.max(max)];
    let around = vec![far[0], DVec2::new(far[1].x, far[0].y), far[1], DVec2::new(far[0].x, far[1].y)];
    picture.items.push(Item::Polygon { rings: vec![around, corners.to_vec()], fill: scene.palette.obstacle.alpha(28) });
    let segments = (0..4).map(|i| [corners[i], corners[(i + 1) % 4]]).collect();
    picture.items.push(Item::Lines { segments, stroke: Stroke::new(scene.palette.obstacle, 2.0) });
}
