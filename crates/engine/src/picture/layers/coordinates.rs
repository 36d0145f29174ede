//! Layer: numbers at round coordinates, along the lower and the left side.

use super::Layer;
use crate::picture::{Align, Item, Picture, Scene, ruler};
use glam::DVec2;

pub(super) const LAYER: Layer = Layer {
    id: "coordinates",
    title: "Coordinates",
    explanation: "Numbers at round coordinates, along the lower and the left side.",
    on_at_first: false,
    draw,
};

/// Minimum distance between two numbers.
const SPACING_PX: f64 = 80.0;
/// Above this count per side the picture is too large to be read.
const MAX_NUMBERS: f64 = 300.0;

fn draw(scene: &Scene, picture: &mut Picture) {
    let (viewport, view) = (&scene.viewport, scene.viewport.world_box());
    let Some(step) = ruler::round_up(scene.world_from_px(SPACING_PX)) else { return };
    if !view.is_finite() {
        return;
    }
    let color = scene.palette.text.mix(scene.palette.background, 0.45);
    for axis in 0..2 {
        let (first, last) = ((view.min[axis] / step).ceil(), (view.max[axis] / step).floor());
        if !(0.0..MAX_NUMBERS).contains(&(last - first)) {
            continue;
        }
        for i in 0..=(last - first) as usize {
            let value = (first + i as f64) * step;
            let on_axis = viewport.screen_from_world(DVec2::splat(value));
            let pixel = match axis {
                0 => DVec2::new(on_axis.x + 3.0, viewport.size_px.y - 8.0),
                // The lower side's numbers take the corner.
                _ if on_axis.y > viewport.size_px.y - 20.0 => continue,
                _ => DVec2::new(5.0, on_axis.y - 7.0),
            };
            let (at, text) = (viewport.world_from_screen(pixel), ruler::write_multiple(value, step));
            let align = Align::Left;
            picture.items.push(Item::Text { at, offset_px: [0.0; 2], align, text, size_px: 10.5, color });
        }
    }
}
