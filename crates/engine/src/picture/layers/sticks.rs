//! Layer: sticks, except hidden ones (004).

use super::Layer;
use crate::picture::{Item, Picture, Scene, Stroke};

pub(super) const LAYER: Layer = Layer {
    id: "sticks",
    title: "Sticks",
    explanation: "A thick line for every rigid link that is not hidden.",
    on_at_first: true,
    draw,
};

fn draw(scene: &Scene, picture: &mut Picture) {
    let mut segments = Vec::new();
    for (index, body) in scene.level.bodies.iter().enumerate() {
        segments.extend(body.sticks.iter().filter(|s| !s.hidden).filter_map(|s| scene.link(index, s.a, s.b)));
    }
    if !segments.is_empty() {
        picture.items.push(Item::Lines { segments, stroke: Stroke::new(scene.palette.stick, 2.5) });
    }
}
