//! Overlay: ids and tags of bodies, discs, obstacles, links and markers.

use super::{Draw, LABEL_PX, Overlay, OverlayOptions, add_labels, explain};
use crate::level::{ObstacleShape, Place};
use crate::picture::{Align, Item, Picture, Scene};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "ids",
    title: "Ids and tags",
    explanation: "The id of every body, disc, obstacle, link and marker, with its tags, where there is room.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Greatest number of labels in a picture.
const MOST_LABELS: usize = 1000;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let view = scene.viewport.world_box();
    let seen = |at: &Option<DVec2>| at.is_some_and(|at| view.contains(at));
    let color = scene.palette.text;
    let labels = rows(scene).filter(|(at, ..)| seen(at)).filter_map(|(at, id, tags)| {
        let tags: String = tags.iter().map(|tag| format!(" #{tag}")).collect();
        let text = format!("{id}{tags}");
        let label = Item::Text { at: at?, offset_px: [0.0, 0.0], align: Align::Center, text, size_px: LABEL_PX, color };
        (!id.is_empty() || !tags.is_empty()).then_some(label)
    });
    let labels: Vec<Item> = labels.take(MOST_LABELS).collect();
    let text = if labels.is_empty() { "ids: none in view" } else { "id and #tags" };
    add_labels(scene, picture, labels);
    explain(picture, color, text);
}

/// Where each label stands, the id and the tags.
fn rows<'a>(scene: &'a Scene) -> impl Iterator<Item = (Option<DVec2>, &'a str, &'a [String])> {
    let level = scene.level;
    let bodies = level.bodies.iter().enumerate().map(|(index, body)| {
        let nodes: Vec<DVec2> = (0..body.nodes.len()).filter_map(|node| scene.node(index, node)).collect();
        let middle = nodes.iter().copied().sum::<DVec2>() / nodes.len() as f64;
        (Some(middle).filter(|middle| middle.is_finite()), body.id.as_str(), &body.tags[..])
    });
    let discs = level
        .discs
        .iter()
        .enumerate()
        .map(|(index, disc)| (scene.disc(index).map(|(center, _)| center), disc.id.as_str(), &disc.tags[..]));
    let obstacles = level.obstacles.iter().enumerate().map(|(index, obstacle)| {
        let at: DVec2 = match obstacle.shape {
            ObstacleShape::Segment(a, b) => (DVec2::from(a) + DVec2::from(b)) * 0.5,
            ObstacleShape::Line(point, _) => point.into(),
            ObstacleShape::Circle { center, .. } => center.into(),
        };
        (Some(at).filter(|_| scene.shows(Place::Obstacle(index))), obstacle.id.as_str(), &obstacle.tags[..])
    });
    let links =
        level.links.iter().enumerate().map(|(index, link)| {
            (scene.link_ends(index).map(|[a, b]| (a + b) * 0.5), link.id.as_str(), &link.tags[..])
        });
    let markers = level.markers.iter().enumerate().map(|(index, marker)| {
        let points: Vec<DVec2> = marker.shape.points().into_iter().map(DVec2::from).collect();
        let middle = points.iter().copied().sum::<DVec2>() / points.len() as f64;
        let at = Some(middle).filter(|middle| middle.is_finite() && scene.shows(Place::Marker(index)));
        (at, marker.id.as_str(), &marker.tags[..])
    });
    bodies.chain(discs).chain(obstacles).chain(links).chain(markers)
}
