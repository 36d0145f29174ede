//! Layer: hull edges with a barb like half an arrow head: it lies on the outside and points backwards, so it shows side
//! and direction.

use super::{Layer, fill};
use crate::picture::{Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const LAYER: Layer = Layer {
    id: "hull",
    title: "Hull",
    explanation: "Hull edges; the barb is on the outside and points like half an arrow head from A to B.",
    on_at_first: true,
    draw,
};

/// Width of edges, and the largest width in parts of the spacing of a small body.
const WIDTH_PX: f64 = 2.0;
const WIDTH_PER_SPACING: f64 = 0.4;
/// Smallest width.
const THINNEST_PX: f64 = 1.0;
/// Shorter edges get no barb.
const SHORTEST_PX: f64 = 18.0;

fn draw(scene: &Scene, picture: &mut Picture) {
    // Sensors have a layer of their own.
    for (index, body) in scene.level.bodies.iter().enumerate().filter(|(_, body)| !body.collision.sensor) {
        let segments: Vec<_> = body.hull.iter().filter_map(|&[a, b]| scene.link(index, a, b)).collect();
        if segments.is_empty() || fill::is_tiny(scene, index) {
            continue;
        }
        let barbs: Vec<_> = segments.iter().filter_map(|&ends| barb(scene, ends)).collect();
        let color = scene.body_line(index);
        let width = (WIDTH_PER_SPACING * scene.spacing_px(index)).clamp(THINNEST_PX, WIDTH_PX);
        picture.items.push(Item::Lines { segments, stroke: Stroke::new(color, width as f32) });
        if !barbs.is_empty() {
            picture.items.push(Item::Ticks {
                ticks: barbs,
                length_px: 6.0,
                stroke: Stroke::new(color.alpha(200), 1.4),
            });
        }
    }
}

/// Start and direction of the barb: from just past the middle, backwards and outwards (right of A→B).
fn barb(scene: &Scene, [a, b]: [DVec2; 2]) -> Option<(DVec2, DVec2)> {
    let along = b - a;
    let length = along.length();
    if length.is_nan() || scene.px_from_world(length) < SHORTEST_PX {
        return None;
    }
    let forward = along / length;
    let outward = DVec2::new(forward.y, -forward.x);
    let foot = (a + b) * 0.5 + forward * scene.world_from_px(2.5);
    Some((foot, outward - forward))
}
