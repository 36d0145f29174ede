//! Layer: grid lines whose spacing follows the zoom, and the axes.

use super::Layer;
use crate::picture::{Item, Picture, Scene, Stroke, ruler};
use glam::DVec2;

pub(super) const LAYER: Layer = Layer {
    id: "grid",
    title: "Grid",
    explanation: "Lines at round coordinates, and the two axes.",
    on_at_first: true,
    draw,
};

/// Minimum distance between two fine lines.
const FINE_PX: f64 = 14.0;
/// Above this number no lines are drawn, because the picture is too large.
const MAX_LINES: f64 = 4000.0;

/// Spacing of the fine lines if a pixel is `unit` level units wide.
pub fn fine_step(unit: f64) -> Option<f64> {
    ruler::round_up(unit * FINE_PX)
}

/// Spacing of the drawn lines of a grid with spacing `own`; a multiple if the grid is too fine for the zoom.
fn shown_step(own: f64, unit: f64) -> Option<f64> {
    let narrowest = 0.5 * FINE_PX * unit;
    let skipped = (narrowest / own).max(1.0);
    let lines = if skipped > 1.0 { ruler::round_up(skipped)? } else { 1.0 };
    Some(own * lines).filter(|step| step.is_finite() && *step > 0.0)
}

fn draw(scene: &Scene, picture: &mut Picture) {
    let view = scene.viewport.world_box();
    let unit = scene.world_from_px(1.0);
    let Some(fine) = scene.grid.and_then(|own| shown_step(own, unit)).or_else(|| fine_step(unit)) else { return };
    if !view.is_finite() || (view.size() / fine).max_element() > MAX_LINES {
        return;
    }
    // Every fifth or tenth fine line is a coarse line.
    let coarse = match scene.grid {
        Some(_) => fine * 5.0,
        None => ruler::round_up(fine * 4.5).unwrap_or(fine * 5.0),
    };
    let (mut faint, mut clear, mut axes) = (Vec::new(), Vec::new(), Vec::new());
    for axis in 0..2 {
        let (first, last) = ((view.min[axis] / fine).ceil(), (view.max[axis] / fine).floor());
        let mut index = first;
        // Far from the origin, neighbouring lines may round to one coordinate.
        while index <= last && index + 1.0 > index {
            let at = index * fine;
            let mut ends = [view.min, view.max];
            ends[0][axis] = at;
            ends[1][axis] = at;
            let on_coarse = ((at / coarse).round() * coarse - at).abs() < 0.25 * fine;
            match (index == 0.0, on_coarse) {
                (true, _) => axes.push(ends),
                (false, true) => clear.push(ends),
                (false, false) => faint.push(ends),
            }
            index += 1.0;
        }
    }
    let palette = scene.palette;
    let faint_color = palette.background.mix(palette.grid, 0.55);
    for (segments, color) in [(faint, faint_color), (clear, palette.grid), (axes, palette.axis)] {
        if !segments.is_empty() {
            picture.items.push(Item::Lines { segments: crisp(scene, segments), stroke: Stroke::new(color, 1.0) });
        }
    }
}

/// Moves vertical and horizontal lines to pixel centres, so that they are one pixel wide.
fn crisp(scene: &Scene, segments: Vec<[DVec2; 2]>) -> Vec<[DVec2; 2]> {
    let viewport = &scene.viewport;
    let snap = |p: DVec2| viewport.world_from_screen(viewport.screen_from_world(p).floor() + DVec2::splat(0.5));
    segments.into_iter().map(|ends| ends.map(snap)).collect()
}
