//! Overlay: outside of every hull edge (right of A→B, 000 §D.1) as hatching, with an arrow head from A to B.

use super::{Draw, Overlay, OverlayOptions, explain};
use crate::picture::{Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "outside",
    title: "Outside",
    explanation: "The outside of every hull edge, hatched, and its direction from A to B.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

const SPACING_PX: f64 = 8.0;
const LENGTH_PX: f32 = 8.0;
/// Shorter edges get no arrow head.
const SHORTEST_PX: f64 = 14.0;
/// Maximum number of strokes in a picture.
const MOST: usize = 40_000;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let color = scene.palette.normal;
    let view = scene.viewport.world_box().expanded(scene.world_from_px(2.0 * f64::from(LENGTH_PX)));
    let (mut ticks, mut heads) = (Vec::new(), Vec::new());
    for (index, body) in scene.level.bodies.iter().enumerate() {
        for [a, b] in body.hull.iter().filter_map(|&[a, b]| scene.link(index, a, b)) {
            let length_px = scene.px_from_world(a.distance(b));
            let forward = (b - a).normalize_or_zero();
            let outward = DVec2::new(forward.y, -forward.x);
            // Of an edge that extends far beyond the picture, only the visible part is hatched.
            let count = (length_px / SPACING_PX).ceil().clamp(1.0, 4096.0);
            for step in 0..count as usize {
                let at = a + (b - a) * ((step as f64 + 0.5) / count);
                if ticks.len() < MOST && view.contains(at) {
                    ticks.push((at, outward - forward * 0.6));
                }
            }
            if length_px >= SHORTEST_PX {
                let middle = (a + b) * 0.5;
                let reach = forward * scene.world_from_px((length_px * 0.25).min(9.0));
                heads.push([middle - reach, middle + reach]);
            }
        }
    }
    if ticks.is_empty() {
        return explain(picture, color, "outside of hull edges: none");
    }
    picture.items.push(Item::Ticks { ticks, length_px: LENGTH_PX, stroke: Stroke::new(color, 1.2) });
    picture.items.push(Item::Arrows { arrows: heads, stroke: Stroke::new(color, 1.6) });
    explain(picture, color, "hatched: outside of a hull edge, right of A→B; the arrow leads from A to B");
}
