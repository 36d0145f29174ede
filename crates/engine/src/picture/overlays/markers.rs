//! Overlay: markers, with areas filled while a body or disc is inside.

use super::{Draw, Overlay, OverlayOptions, add_labels, explain};
use crate::level::{Marker, MarkerShape, Place};
use crate::picture::joints::{marker_label, marker_outline};
use crate::picture::{Item, MarkShape, Picture, Rgba, Scene, Stroke};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "markers",
    title: "Marker zones",
    explanation: "Markers with their names; an area is filled while a hull node or the centre of a disc is inside.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let color = scene.palette.hint.opaque();
    let mut names = Vec::new();
    for (index, marker) in scene.level.markers.iter().enumerate() {
        if scene.shows(Place::Marker(index)) {
            shape(scene, marker, color, picture);
            names.extend(marker_label(&marker.shape, &marker.name, color));
        }
    }
    add_labels(scene, picture, names);
    if scene.level.markers.is_empty() {
        return explain(picture, color, "markers: none");
    }
    explain(picture, color, "marker");
    explain(picture, color.alpha(70), "area with a body or disc inside");
}

fn shape(scene: &Scene, marker: &Marker, color: Rgba, picture: &mut Picture) {
    let points: Vec<DVec2> = marker.shape.points().into_iter().map(DVec2::from).collect();
    let has_area = matches!(marker.shape, MarkerShape::Rect(..) | MarkerShape::Polygon(_));
    if has_area && is_occupied(scene, marker) {
        picture.items.push(Item::Polygon { rings: vec![points.clone()], fill: color.alpha(70) });
    }
    match marker.shape {
        MarkerShape::Point(_) => {
            let shape = MarkShape::Plus;
            picture.items.push(Item::Marks { centers: points, shape, radius_px: 8.0, fill: color, outline: None });
        }
        MarkerShape::Path(_) => {
            let mut segments = marker_outline(&marker.shape);
            let last = segments.pop();
            picture.items.push(Item::Lines { segments, stroke: Stroke::new(color, 2.0) });
            picture.items.push(Item::Arrows { arrows: last.into_iter().collect(), stroke: Stroke::new(color, 2.0) });
        }
        MarkerShape::Rect(..) | MarkerShape::Polygon(_) => {
            let segments = marker_outline(&marker.shape);
            picture.items.push(Item::Lines { segments, stroke: Stroke::new(color, 2.0) });
        }
    }
}

/// True if a hull node or the centre of a disc is in the area.
fn is_occupied(scene: &Scene, marker: &Marker) -> bool {
    let (world, layout) = (scene.world, scene.world.layout());
    let contains = |point: DVec2| point.is_finite() && marker.shape.contains(point.to_array());
    layout.hull_nodes.iter().any(|&node| contains(world.position(node as usize)))
        || (0..layout.discs.count()).any(|disc| contains(world.disc_position(disc)))
}
