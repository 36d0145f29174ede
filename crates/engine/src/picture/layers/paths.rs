//! Layer: paths of driven bodies and discs (002 §3) and their direction.

use super::Layer;
use crate::level::{Body, Motion, Path, Place, Role};
use crate::picture::{Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const LAYER: Layer = Layer {
    id: "paths",
    title: "Driven paths",
    explanation: "The closed path that the centre of a driven body or disc follows.",
    on_at_first: true,
    draw,
};

fn draw(scene: &Scene, picture: &mut Picture) {
    let bodies = scene.level.bodies.iter().enumerate().filter(|(body, _)| scene.shows(Place::Body(*body)));
    let bodies = bodies.filter_map(|(_, body)| Some((path_of(&body.motion)?, middle(body)?)));
    let discs = scene.level.discs.iter().enumerate().filter(|(disc, _)| scene.shows(Place::Disc(*disc)));
    let discs = discs.filter_map(|(_, disc)| Some((path_of(&disc.motion)?, DVec2::from(disc.position))));
    let color = scene.palette.axis.mix(scene.palette.text, 0.35);
    let (mut segments, mut arrows, mut corners) = (Vec::new(), Vec::new(), Vec::new());
    for (path, start) in bodies.chain(discs) {
        let points: Vec<DVec2> = path.points.iter().map(|&offset| start + DVec2::from(offset)).collect();
        for (index, &from) in points.iter().enumerate() {
            let to = points[(index + 1) % points.len()];
            segments.push([from, to]);
            // An arrow head in the middle of each segment that is long enough.
            if let Some(along) = (to - from).try_normalize()
                && scene.px_from_world(from.distance(to)) > 30.0
            {
                let middle = (from + to) * 0.5;
                arrows.push([middle - along * scene.world_from_px(8.0), middle + along * scene.world_from_px(4.0)]);
            }
        }
        corners.extend(points);
    }
    if segments.is_empty() {
        return;
    }
    picture.items.push(Item::Lines { segments, stroke: Stroke::dashed(color, 1.2) });
    picture.items.push(Item::Arrows { arrows, stroke: Stroke::new(color, 1.2) });
    picture.items.push(Item::Dots { centers: corners, radius_px: 2.2, fill: color, outline: None });
}

fn path_of(motion: &Motion) -> Option<&Path> {
    match motion {
        Motion::Driven(path) => Some(path),
        Motion::Dynamic | Motion::Fixed => None,
    }
}

/// Mass-weighted mean of the initial positions of a body's masses.
fn middle(body: &Body) -> Option<DVec2> {
    let (mut sum, mut total) = (DVec2::ZERO, 0.0);
    for node in &body.nodes {
        if let Role::Mass(mass) = node.role {
            sum += DVec2::from(node.position) * mass;
            total += mass;
        }
    }
    (total > 0.0).then(|| sum / total)
}
