//! Overlay: index of every node in its body, as in the level file.

use super::{Draw, Overlay, OverlayOptions, explain, taken_areas, text_area};
use crate::picture::{Align, Item, Picture, Scene};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "node-ids",
    title: "Node ids",
    explanation: "The index of every node in its body, where there is room.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Below this distance between nodes there is no room for a number.
const SMALLEST_SPACING_PX: f64 = 18.0;
/// Maximum number of labels in a picture.
const MAX_LABELS: usize = 3000;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let view = scene.viewport.world_box();
    let (mut count, mut labels) = (0, Vec::new());
    for (index, body) in scene.level.bodies.iter().enumerate() {
        if scene.spacing_px(index) < SMALLEST_SPACING_PX {
            continue;
        }
        let color = scene.body_line(index).mix(scene.palette.text, 0.5);
        for node in 0..body.nodes.len() {
            let Some(at) = scene.node(index, node).filter(|&at| view.contains(at)) else { continue };
            count += 1;
            if count <= MAX_LABELS {
                let (offset_px, text) = ([6.0, -8.0], node.to_string());
                labels.push(Item::Text { at, offset_px, align: Align::Left, text, size_px: 11.0, color });
            }
        }
    }
    // Not with each other, which takes long for thousands: nodes of one body are apart by the least spacing.
    let taken = taken_areas(scene, picture);
    labels.retain(|label| text_area(scene, label).is_some_and(|area| !taken.iter().any(|other| other.overlaps(&area))));
    picture.items.extend(labels);
    let text = if count == 0 { "node index: zoom in to see it" } else { "node index in its body" };
    explain(picture, scene.palette.text, text);
}
