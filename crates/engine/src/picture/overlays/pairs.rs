//! Overlay: body pairs with overlapping boxes, and the graph colours in which they are resolved.

use super::boxes::hull_box;
use super::{Draw, Overlay, OverlayOptions, add_labels, explain, label_beside};
use crate::picture::{Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "pairs",
    title: "Broad-phase pairs",
    explanation: "The overlap of the boxes of every tested pair, joined to both centres, with the number of its graph colour.",
    needs_trace: true,
    draw: Draw::Own(draw),
};

/// Above this number of pairs, labels would cover each other.
const MAX_LABELS: usize = 60;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let Some(trace) = scene.trace else { return };
    let palette = scene.palette;
    let (mut overlaps, mut links, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for pair in &trace.pairs {
        let (Some(first), Some(second)) = (hull_box(scene, pair.first), hull_box(scene, pair.second)) else { continue };
        let (min, max) = (first.min.max(second.min), first.max.min(second.max));
        let middle = (min + max) * 0.5;
        let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
        overlaps.push([corners[0], corners[1], corners[2]]);
        overlaps.push([corners[0], corners[2], corners[3]]);
        links.push([first.center(), middle]);
        links.push([middle, second.center()]);
        labels.push((middle, pair.colour));
    }
    let color = palette.aabb.mix(palette.selection, 0.6);
    picture.items.push(Item::Triangles { corners: overlaps, fill: color.alpha(60) });
    picture.items.push(Item::Lines { segments: links, stroke: Stroke::new(color, 1.0) });
    let label = |(at, colour): (DVec2, u32)| label_beside(at, DVec2::ZERO, 0.0, colour.to_string(), color);
    let labels = labels.into_iter().take(MAX_LABELS).map(label).collect();
    add_labels(scene, picture, labels);
    let pairs = if trace.pairs.len() == 1 { "1 pair".to_owned() } else { format!("{} pairs", trace.pairs.len()) };
    explain(picture, color, format!("overlap of two boxes, with its colour ({pairs})"));
}
