//! Overlay: orientation of every triangle, and the signed area of each body (000 §C.3).

use super::boxes::hull_box;
use super::{Draw, LABEL_PX, Overlay, OverlayOptions, add_labels, explain};
use crate::geometry::polygon::doubled_triangle_area;
use crate::level::Motion;
use crate::picture::{Align, Item, Picture, Scene, Stroke, ruler};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "triangle-orientation",
    title: "Triangle orientation",
    explanation: "A circular arrow in every triangle, and the signed area of every body.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Smaller triangles get no arrow.
const SMALLEST_PX: f64 = 9.0;
/// Maximum number of labelled bodies.
const MAX_LABELS: usize = 40;
/// Points of the circular arrow, which spans five sixths of a turn.
const STEPS: usize = 10;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let palette = scene.palette;
    let mut sound = (Vec::new(), Vec::new());
    let mut flipped = (Vec::new(), Vec::new());
    let mut flipped_count = 0;
    for (index, body) in scene.level.bodies.iter().enumerate() {
        for [a, b, c] in body.triangles.iter().filter_map(|&t| scene.triangle(index, t)) {
            let doubled = doubled_triangle_area(a, b, c);
            let is_flipped = doubled <= 0.0;
            flipped_count += usize::from(is_flipped);
            let girth = a.distance(b) + b.distance(c) + c.distance(a);
            let radius = 0.55 * doubled.abs() / girth;
            if scene.px_from_world(radius) * 2.0 < SMALLEST_PX || !radius.is_finite() {
                continue;
            }
            let radius = radius.min(scene.world_from_px(16.0));
            let turn = if is_flipped { -1.0 } else { 1.0 };
            // The incentre has the most room.
            let middle = (a * b.distance(c) + b * c.distance(a) + c * a.distance(b)) / girth;
            let (lines, heads) = if is_flipped { &mut flipped } else { &mut sound };
            turning_arrow(middle, radius, turn, lines, heads);
        }
    }
    let has_sound = !sound.0.is_empty();
    let looks = [(sound, palette.triangle_sound), (flipped, palette.triangle_flipped)];
    for ((segments, arrows), color) in looks {
        if !segments.is_empty() {
            let stroke = Stroke::new(color.opaque(), 1.4);
            picture.items.push(Item::Lines { segments, stroke });
            picture.items.push(Item::Arrows { arrows, stroke });
        }
    }
    label_areas(scene, picture);
    if has_sound {
        explain(picture, palette.triangle_sound, "counter-clockwise triangle; S/2 is the signed area");
    }
    if flipped_count > 0 {
        explain(picture, palette.triangle_flipped, format!("flipped triangle ({flipped_count})"));
    } else if !has_sound {
        explain(picture, palette.triangle_sound, "triangles: none");
    }
}

fn turning_arrow(middle: DVec2, radius: f64, turn: f64, lines: &mut Vec<[DVec2; 2]>, heads: &mut Vec<[DVec2; 2]>) {
    let at = |step: usize| {
        let angle = std::f64::consts::FRAC_PI_2 + turn * step as f64 * std::f64::consts::TAU / 12.0;
        middle + DVec2::new(libm::cos(angle), libm::sin(angle)) * radius
    };
    for step in 0..STEPS - 1 {
        lines.push([at(step), at(step + 1)]);
    }
    heads.push([at(STEPS - 1), at(STEPS)]);
}

fn label_areas(scene: &Scene, picture: &mut Picture) {
    let count = scene.level.bodies.len().min(scene.world.layout().bodies.len());
    let with_triangles = (0..count).filter(|&body| {
        // Decor has no gas, and is often as large as the picture.
        let parts = &scene.level.bodies[body];
        parts.motion == Motion::Dynamic && !parts.triangles.is_empty()
    });
    let labels = with_triangles.take(MAX_LABELS).filter_map(|body| {
        let area = 0.5 * scene.world.doubled_area(body);
        let bounds = hull_box(scene, body)?;
        Some(Item::Text {
            at: DVec2::new(bounds.center().x, bounds.max.y),
            offset_px: [0.0, -14.0],
            align: Align::Center,
            text: format!("S/2 = {}", ruler::write(area)),
            size_px: LABEL_PX,
            color: if area > 0.0 { scene.palette.text } else { scene.palette.error },
        })
    });
    add_labels(scene, picture, labels.collect());
}
