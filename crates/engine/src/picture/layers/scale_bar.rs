//! Layer: a bar of a round length with its label.

use super::Layer;
use crate::picture::{Align, Item, Picture, Scene, Stroke, ruler};
use glam::DVec2;

pub(super) const LAYER: Layer = Layer {
    id: "scale-bar",
    title: "Scale bar",
    explanation: "A bar of a round length, in the lower left corner.",
    on_at_first: true,
    draw,
};

const LONGEST_PX: f64 = 120.0;
const MARGIN_PX: f64 = 16.0;
/// Background of the bar and its label: margin, height of the label above the bar, and opacity.
const BACKGROUND_PX: f64 = 5.0;
const LABEL_PX: f64 = 16.0;
const BACKGROUND_ALPHA: u8 = 215;

fn draw(scene: &Scene, picture: &mut Picture) {
    let size = scene.viewport.size_px;
    // Round in the unit of the level, if it has one.
    let (factor, unit) =
        scene.level.unit_of("length").map_or((1.0, String::new()), |(factor, name)| (factor, format!(" {name}")));
    let longest = scene.world_from_px(LONGEST_PX.min(size.x * 0.4)) * factor;
    let Some(length) = ruler::round_down(longest) else { return };
    let length_px = scene.px_from_world(length / factor);
    // At a pixel centre, for a crisp line.
    let left = DVec2::new(MARGIN_PX + 0.5, size.y.round() - MARGIN_PX - 0.5);
    let right = left + DVec2::new(length_px.round(), 0.0);
    let up = DVec2::new(0.0, -5.0);
    let world = |p: DVec2| scene.viewport.world_from_screen(p);
    // The level under it shows through, but the words stay readable.
    let (low, high) = (
        left + DVec2::new(-BACKGROUND_PX, BACKGROUND_PX),
        right + DVec2::new(BACKGROUND_PX, -LABEL_PX - BACKGROUND_PX),
    );
    let [a, b, c, d] = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)].map(world);
    picture.items.push(Item::Triangles {
        corners: vec![[a, b, c], [a, c, d]],
        fill: scene.palette.background.alpha(BACKGROUND_ALPHA),
    });
    let corners = [left + up, left, right, right + up].map(world);
    let segments = corners.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    let color = scene.palette.text.mix(scene.palette.background, 0.35);
    picture.items.push(Item::Lines { segments, stroke: Stroke::new(color, 1.0) });
    picture.items.push(Item::Text {
        at: world((left + right) * 0.5),
        offset_px: [0.0, -10.0],
        align: Align::Center,
        text: ruler::write(length) + &unit,
        size_px: 12.0,
        color,
    });
}
