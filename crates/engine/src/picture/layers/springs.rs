//! Layer: springs. Their strain is an overlay.

use super::Layer;
use crate::picture::{Item, Picture, Scene, Stroke};

pub(super) const LAYER: Layer =
    Layer { id: "springs", title: "Springs", explanation: "A line for every spring.", on_at_first: true, draw };

/// Springs of a filled body fade out below the second spacing and are omitted below the first, where they would only be a grey
/// area.
const FADED_PX: [f64; 2] = [5.0, 7.0];
/// The same for a body without fill, which is only visible by its springs.
const UNFILLED_PX: f64 = 2.0;

fn draw(scene: &Scene, picture: &mut Picture) {
    for (index, body) in scene.level.bodies.iter().enumerate() {
        let spacing = scene.spacing_px(index);
        let is_filled = !(body.hull.is_empty() && body.triangles.is_empty());
        let [least, full] = if is_filled { FADED_PX } else { [UNFILLED_PX; 2] };
        if body.springs.is_empty() || spacing <= least {
            continue;
        }
        let strength = if spacing < full { (spacing - least) / (full - least) } else { 1.0 };
        let segments: Vec<_> = body.springs.iter().filter_map(|s| scene.link(index, s.a, s.b)).collect();
        let color = scene.palette.spring.mix(scene.body_line(index).alpha(scene.palette.spring.3), 0.45);
        let color = color.alpha((f64::from(color.3) * strength) as u8);
        let width = (spacing / 24.0).clamp(0.5, 1.25) as f32;
        picture.items.push(Item::Lines { segments, stroke: Stroke::new(color, width) });
    }
}
