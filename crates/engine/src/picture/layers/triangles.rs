//! Two layers: triangles by orientation. Flipped ones have negative area (000 §C.3).

use super::Layer;
use crate::geometry::cross;
use crate::picture::{Item, LegendEntry, Picture, Rgba, Scene, Stroke};
use glam::DVec2;

pub(super) const SOUND: Layer = Layer {
    id: "triangles",
    title: "Triangles",
    explanation: "Counter-clockwise triangles.",
    on_at_first: false,
    draw: draw_sound,
};

pub(super) const FLIPPED: Layer = Layer {
    id: "flipped-triangles",
    title: "Flipped triangles",
    explanation: "Triangles that are not counter-clockwise, hatched: their area is negative.",
    on_at_first: true,
    draw: draw_flipped,
};

/// Longest side below which a triangle is one mark, without rims and hatching: they would cover it.
const TINY_PX: f64 = 8.0;
/// Area in square pixels below which a tiny triangle would have no pixel: its longest side is drawn instead.
const SLIVER_PX: f64 = 2.0;
/// Distance between hatch lines.
const HATCH_PX: f64 = 6.0;
/// Maximum number of hatch lines in a picture.
const MAX_HATCH_LINES: usize = 20_000;

/// Triangles of one orientation.
fn of_kind(scene: &Scene, is_flipped: bool) -> Vec<[DVec2; 3]> {
    let bodies = scene.level.bodies.iter().enumerate();
    let all = bodies.flat_map(|(index, body)| body.triangles.iter().filter_map(move |&t| scene.triangle(index, t)));
    all.filter(|&[a, b, c]| (cross(b - a, c - a) <= 0.0) == is_flipped).collect()
}

fn draw_sound(scene: &Scene, picture: &mut Picture) {
    let color = scene.palette.triangle_sound;
    let marks = Marks::new(scene, of_kind(scene, false));
    if marks.count == 0 {
        return;
    }
    let rims = marks.large.iter().flat_map(|&t| sides(t)).collect();
    picture.items.push(Item::Lines { segments: rims, stroke: Stroke::new(color.alpha(190), 1.0) });
    picture.items.push(Item::Triangles { corners: marks.large, fill: color });
    marks.tiny.draw(color.alpha(190), picture);
    picture.legend.push(LegendEntry::new(color, "triangle, counter-clockwise"));
}

fn draw_flipped(scene: &Scene, picture: &mut Picture) {
    let color = scene.palette.triangle_flipped;
    let marks = Marks::new(scene, of_kind(scene, true));
    if marks.count == 0 {
        return;
    }
    let rims = marks.large.iter().flat_map(|&t| sides(t)).collect();
    let hatch = marks.large.iter().flat_map(|&t| hatch(scene, t)).take(MAX_HATCH_LINES).collect();
    picture.items.push(Item::Lines { segments: rims, stroke: Stroke::new(color.opaque(), 1.5) });
    picture.items.push(Item::Lines { segments: hatch, stroke: Stroke::new(color.opaque(), 1.0) });
    picture.items.push(Item::Triangles { corners: marks.large, fill: color.alpha(color.3 / 2) });
    marks.tiny.draw(color.opaque(), picture);
    let text = format!("triangle, flipped: negative area ({})", marks.count);
    picture.legend.push(LegendEntry::new(color, text));
}

/// Triangles by how they are drawn.
struct Marks {
    /// Number of all triangles.
    count: usize,
    /// Large enough for rims; slightly shrunk.
    large: Vec<[DVec2; 3]>,
    tiny: TinyMarks,
}

/// Triangles that are too small for rims.
#[derive(Default)]
struct TinyMarks {
    filled: Vec<[DVec2; 3]>,
    /// Longest sides of those without area.
    slivers: Vec<[DVec2; 2]>,
}

impl Marks {
    fn new(scene: &Scene, triangles: Vec<[DVec2; 3]>) -> Self {
        let mut marks = Self { count: triangles.len(), large: Vec::new(), tiny: TinyMarks::default() };
        let (longest, least) =
            (scene.world_from_px(TINY_PX), SLIVER_PX / (scene.viewport.scale * scene.viewport.scale));
        for triangle in triangles {
            let [a, b, c] = triangle;
            let length = |[p, q]: [DVec2; 2]| p.distance_squared(q);
            let [first, second, third] = sides(triangle);
            let side = if length(first) >= length(second) { first } else { second };
            let side = if length(side) >= length(third) { side } else { third };
            if length(side) >= longest * longest {
                marks.large.push(shrunk(scene, triangle));
            } else if 0.5 * cross(b - a, c - a).abs() < least {
                marks.tiny.slivers.push(side);
            } else {
                marks.tiny.filled.push(triangle);
            }
        }
        marks
    }
}

impl TinyMarks {
    fn draw(self, color: Rgba, picture: &mut Picture) {
        picture.items.push(Item::Lines { segments: self.slivers, stroke: Stroke::new(color, 1.5) });
        picture.items.push(Item::Triangles { corners: self.filled, fill: color });
    }
}

/// A slightly smaller triangle, so that neighbours can be distinguished.
fn shrunk(scene: &Scene, triangle: [DVec2; 3]) -> [DVec2; 3] {
    let [a, b, c] = triangle;
    let girth = a.distance(b) + b.distance(c) + c.distance(a);
    if girth == 0.0 || !girth.is_finite() {
        return triangle;
    }
    let inradius = cross(b - a, c - a).abs() / girth;
    // Scaling around the incentre by 1 - d / inradius moves all sides inwards by d.
    let middle = (a * b.distance(c) + b * c.distance(a) + c * a.distance(b)) / girth;
    let factor = (1.0 - scene.world_from_px(1.5) / inradius).max(0.55);
    triangle.map(|p| middle + (p - middle) * factor)
}

fn sides([a, b, c]: [DVec2; 3]) -> [[DVec2; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Lines at 45° across a triangle, aligned with those of other triangles.
fn hatch(scene: &Scene, corners: [DVec2; 3]) -> Vec<[DVec2; 2]> {
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
