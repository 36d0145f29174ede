//! Overlay: the outward normal of every hull edge (right of A→B).

use super::{Draw, Overlay, OverlayOptions, explain};
use crate::picture::{Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "normals",
    title: "Normals",
    explanation: "An arrow out of the middle of every hull edge, to its outside.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

const LENGTH_PX: f64 = 20.0;
/// Shorter edges get no arrow, because it would hide the hull.
const SHORTEST_PX: f64 = 5.0;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let mut arrows = Vec::new();
    for (index, body) in scene.level.bodies.iter().enumerate() {
        for [a, b] in body.hull.iter().filter_map(|&[a, b]| scene.link(index, a, b)) {
            let length_px = scene.px_from_world(a.distance(b));
            let along = (b - a).normalize_or_zero();
            if length_px < SHORTEST_PX {
                continue;
            }
            let outward = DVec2::new(along.y, -along.x);
            let middle = (a + b) * 0.5;
            arrows.push([middle, middle + outward * scene.world_from_px(LENGTH_PX.min(length_px * 0.6))]);
        }
    }
    let color = scene.palette.normal;
    if arrows.is_empty() {
        return explain(picture, color, "outward normals: none");
    }
    picture.items.push(Item::Arrows { arrows, stroke: Stroke::new(color, 1.3) });
    explain(picture, color, "outward normal of a hull edge");
}
