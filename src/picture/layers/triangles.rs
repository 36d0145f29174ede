//! Layer: the triangles by orientation; those that are flipped count negative in the area (000 §C.3).
//!
//! Must never know: gas.

use super::Layer;
use crate::geometry::cross;
use crate::picture::{Item, LegendEntry, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const LAYER: Layer = Layer {
    id: "triangles",
    title: "Triangles",
    explanation: "Triangles by orientation: counter-clockwise ones plain, flipped ones hatched.",
    on_at_first: false,
    draw,
};

/// Distance between the lines of the hatch.
const HATCH_PX: f64 = 6.0;
/// More hatch lines than this in a picture say no more.
const MAX_HATCH_LINES: usize = 20_000;

fn draw(scene: &Scene, picture: &mut Picture) {
    let (mut sound, mut flipped) = (Vec::new(), Vec::new());
    for (index, body) in scene.level.bodies.iter().enumerate() {
        for triangle in body.triangles.iter().filter_map(|&t| scene.triangle(index, t)) {
            let [a, b, c] = triangle;
            if cross(b - a, c - a) > 0.0 { &mut sound } else { &mut flipped }.push(triangle);
        }
    }
    let palette = scene.palette;
    let rims = |triangles: &[[DVec2; 3]]| triangles.iter().flat_map(|&t| sides(shrunk(scene, t))).collect::<Vec<_>>();
    if !sound.is_empty() {
        let color = palette.triangle_sound;
        picture.items.push(Item::Lines { segments: rims(&sound), stroke: Stroke::new(color.alpha(190), 1.0) });
        let corners = sound.into_iter().map(|t| shrunk(scene, t)).collect();
        picture.items.push(Item::Triangles { corners, fill: color });
        picture.legend.push(LegendEntry { color, text: "triangle, counter-clockwise".to_owned() });
    }
    if !flipped.is_empty() {
        let color = palette.triangle_flipped;
        let hatch = flipped.iter().flat_map(|&t| hatch(scene, t)).take(MAX_HATCH_LINES).collect();
        picture.items.push(Item::Lines { segments: rims(&flipped), stroke: Stroke::new(color.opaque(), 1.5) });
        picture.items.push(Item::Lines { segments: hatch, stroke: Stroke::new(color.opaque(), 1.0) });
        let corners = flipped.into_iter().map(|t| shrunk(scene, t)).collect();
        picture.items.push(Item::Triangles { corners, fill: color.alpha(color.3 / 2) });
        picture.legend.push(LegendEntry { color, text: "triangle, flipped: counts negative".to_owned() });
    }
}

/// A little smaller, so that neighbours can be told apart.
fn shrunk(scene: &Scene, triangle: [DVec2; 3]) -> [DVec2; 3] {
    let [a, b, c] = triangle;
    let girth = a.distance(b) + b.distance(c) + c.distance(a);
    if girth == 0.0 || !girth.is_finite() {
        return triangle;
    }
    let inradius = cross(b - a, c - a).abs() / girth;
    // Around the middle of the inscribed circle, moving all sides in by d scales by 1 - d / inradius.
    let middle = (a * b.distance(c) + b * c.distance(a) + c * a.distance(b)) / girth;
    let factor = (1.0 - scene.world_from_px(1.5) / inradius).max(0.55);
    triangle.map(|p| middle + (p - middle) * factor)
}

fn sides([a, b, c]: [DVec2; 3]) -> [[DVec2; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Lines at 45° across a triangle, at the same places in every triangle.
fn hatch(scene: &Scene, triangle: [DVec2; 3]) -> Vec<[DVec2; 2]> {
    let corners = shrunk(scene, triangle);
    let along = DVec2::new(1.0, 1.0) / std::f64::consts::SQRT_2;
    let height = |p: DVec2| cross(along, p);
    let heights = corners.map(height);
    let step = scene.world_from_px(HATCH_PX);
    let (low, high) = (
        heights.iter().copied().fold(f64::INFINITY, f64::min),
        heights.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    );
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    if !(0.0..500.0).contains(&(last - first)) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let mut index = first;
    while index <= last && index + 1.0 > index {
        let level = index * step;
        let mut ends = sides(corners).into_iter().filter_map(|[p, q]| {
            let (hp, hq) = (height(p) - level, height(q) - level);
            ((hp < 0.0) != (hq < 0.0)).then(|| p + (q - p) * (hp / (hp - hq)))
        });
        if let (Some(from), Some(to)) = (ends.next(), ends.next()) {
            lines.push([from, to]);
        }
        index += 1.0;
    }
    lines
}
