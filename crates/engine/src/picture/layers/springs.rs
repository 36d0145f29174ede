//! Layer: springs. Their strain is an overlay.

use super::Layer;
use crate::picture::{Item, Picture, Scene, Stroke};

pub(super) const LAYER: Layer =
    Layer { id: "springs", title: "Springs", explanation: "A line for every spring.", on_at_first: true, draw };

fn draw(scene: &Scene, picture: &mut Picture) {
    for (index, body) in scene.level.bodies.iter().enumerate() {
        let spacing = scene.spacing_px(index);
        // Springs shorter than two pixels would form a grey area; the fill suffices.
        if body.springs.is_empty() || spacing < 2.0 {
            continue;
        }
        let segments: Vec<_> = body.springs.iter().filter_map(|s| scene.link(index, s.a, s.b)).collect();
        let color = scene.palette.spring.mix(scene.body_line(index).alpha(scene.palette.spring.3), 0.45);
        let width = (spacing / 24.0).clamp(0.5, 1.25) as f32;
        picture.items.push(Item::Lines { segments, stroke: Stroke::new(color, width) });
    }
}
