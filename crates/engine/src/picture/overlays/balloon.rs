//! Overlay: area that triangles paint outside the hull (spill), and area inside that they leave unpainted (000 §E.1).

use super::{Draw, LABEL_PX, Overlay, OverlayOptions, explain};
use crate::geometry::cover::{Cover, Fill, Quad};
use crate::level::{Motion, Place};
use crate::picture::{Align, Item, Picture, Rgba, Scene, Stroke, ruler};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "balloon",
    title: "Spill and unpainted hull",
    explanation: "Area that triangles paint outside the hull, and area inside that they leave unpainted, hatched, with \
                  numbers; flipped triangles do not paint.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Distance between hatch lines.
const HATCH_PX: f64 = 5.0;
/// Maximum number of hatch lines in a picture.
const MAX_LINES: usize = 20_000;
/// Above this number of bodies, labels would cover each other.
const MAX_LABELS: usize = 40;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let count = scene.level.bodies.len().min(scene.world.layout().bodies.len());
    let is_painted = |body: &usize| {
        let parts = &scene.level.bodies[*body];
        let has_both = !parts.hull.is_empty() && !parts.triangles.is_empty();
        has_both && parts.motion == Motion::Dynamic && scene.shows(Place::Body(*body))
    };
    let found: Vec<(usize, Cover)> =
        (0..count).filter(is_painted).filter_map(|body| Some((body, scene.world.cover(body, Fill::Culled)?))).collect();
    let [spilled, bare] = colors(scene);
    if found.is_empty() {
        return explain(picture, spilled, "spill: no body that moves has a hull and triangles");
    }
    let pieces = |of: fn(&Cover) -> &Vec<Quad>| found.iter().flat_map(move |(_, cover)| of(cover)).copied().collect();
    region(scene, pieces(|cover| &cover.spilled), spilled, 1.0, picture);
    region(scene, pieces(|cover| &cover.bare), bare, -1.0, picture);
    label(scene, &found, picture);
    let all: Vec<Cover> = found.iter().filter_map(|&(body, _)| scene.world.cover_areas(body, Fill::All)).collect();
    let sums = |covers: &[Cover]| {
        let sum = |of: fn(&Cover) -> f64| ruler::write(covers.iter().map(of).sum());
        [sum(|cover| cover.spill), sum(|cover| cover.unpainted)]
    };
    let covers: Vec<Cover> = found.into_iter().map(|(_, cover)| cover).collect();
    let ([spill, unpainted], [spill_all, unpainted_all]) = (sums(&covers), sums(&all));
    explain(
        picture,
        spilled,
        format!("painted outside the hull (spill): {spill}; {spill_all} if flipped ones are filled"),
    );
    explain(
        picture,
        bare,
        format!("inside of it, but left unpainted: {unpainted}; {unpainted_all} if flipped ones are filled"),
    );
}

/// Colours of spill and of unpainted area.
fn colors(scene: &Scene) -> [Rgba; 2] {
    [scene.palette.contact, scene.palette.hint]
}

/// Fills and hatches the pieces of a region; `rise` is the slope of the lines.
fn region(scene: &Scene, pieces: Vec<Quad>, color: Rgba, rise: f64, picture: &mut Picture) {
    if pieces.is_empty() {
        return;
    }
    let lines: Vec<_> = pieces.iter().flat_map(|piece| hatch(scene, piece, rise)).take(MAX_LINES).collect();
    let rings = pieces.into_iter().map(|piece| piece.to_vec()).collect();
    picture.items.push(Item::Polygon { rings, fill: color.alpha(105) });
    picture.items.push(Item::Lines { segments: lines, stroke: Stroke::new(color.opaque(), 1.1) });
}

/// Lines at 45° across a piece, aligned across pieces.
fn hatch(scene: &Scene, piece: &Quad, rise: f64) -> Vec<[DVec2; 2]> {
    let level = |p: DVec2| p.y - rise * p.x;
    let levels = piece.map(level);
    let step = scene.world_from_px(HATCH_PX * std::f64::consts::SQRT_2);
    let low = levels.iter().copied().fold(f64::INFINITY, f64::min);
    let high = levels.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    // Far from the origin, neighbouring lines may round to one coordinate.
    if !(0.0..2000.0).contains(&(last - first)) || first + 1.0 == first {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for index in 0..=(last - first) as usize {
        let wanted = (first + index as f64) * step;
        let sides = (0..4).map(|i| (piece[i], piece[(i + 1) % 4]));
        let ends = sides.filter_map(|(p, q)| {
            let (a, b) = (level(p) - wanted, level(q) - wanted);
            ((a < 0.0) != (b < 0.0)).then(|| p + (q - p) * (a / (a - b)))
        });
        let ends: Vec<DVec2> = ends.collect();
        if let [from, to] = ends[..] {
            lines.push([from, to]);
        }
    }
    lines
}

fn label(scene: &Scene, found: &[(usize, Cover)], picture: &mut Picture) {
    let is_off = |(_, cover): &&(usize, Cover)| cover.spill > 0.0 || cover.unpainted > 0.0;
    for (body, cover) in found.iter().filter(is_off).take(MAX_LABELS) {
        let bounds = scene.world.hull_box(*body);
        let mut words = Vec::new();
        if cover.spill > 0.0 {
            words.push(format!("spill {}", ruler::write(cover.spill)));
        }
        if cover.unpainted > 0.0 {
            words.push(format!("unpainted {}", ruler::write(cover.unpainted)));
        }
        picture.items.push(Item::Text {
            at: DVec2::new(bounds.center().x, bounds.max.y),
            offset_px: [0.0, -14.0],
            align: Align::Center,
            text: words.join(", "),
            size_px: LABEL_PX,
            color: scene.palette.text,
        });
    }
}
