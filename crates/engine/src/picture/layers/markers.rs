//! Layer: markers with their names, muted.

use super::Layer;
use crate::level::{MarkerShape, Place};
use crate::picture::joints::{marker_label, marker_outline};
use crate::picture::{Item, MarkShape, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const LAYER: Layer = Layer {
    id: "markers",
    title: "Markers",
    explanation: "Points, areas and paths that are marked for a game, with their names.",
    on_at_first: true,
    draw,
};

/// Greatest number of names in a picture.
const MOST_NAMES: usize = 500;

fn draw(scene: &Scene, picture: &mut Picture) {
    let (mut segments, mut points, mut names) = (Vec::new(), Vec::new(), Vec::new());
    let color = scene.palette.background.mix(scene.palette.hint.opaque(), 0.6);
    for (index, marker) in scene.level.markers.iter().enumerate() {
        if !scene.shows(Place::Marker(index)) {
            continue;
        }
        segments.extend(marker_outline(&marker.shape));
        if let MarkerShape::Point(point) = marker.shape {
            points.push(DVec2::from(point));
        }
        if names.len() < MOST_NAMES {
            names.extend(marker_label(&marker.shape, &marker.name, color));
        }
    }
    if !segments.is_empty() {
        picture.items.push(Item::Lines { segments, stroke: Stroke::new(color, 1.2) });
    }
    if !points.is_empty() {
        let shape = MarkShape::Plus;
        picture.items.push(Item::Marks { centers: points, shape, radius_px: 6.0, fill: color, outline: None });
    }
    picture.items.extend(names);
}
