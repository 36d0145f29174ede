//! Overlay: velocity of every node.

use super::{Draw, Overlay, OverlayOptions, arrow_width, arrows, explain, longest};
use crate::level::Place;
use crate::picture::{Item, Picture, Scene, Stroke, ruler};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "velocities",
    title: "Velocities",
    explanation: "An arrow for the velocity of every node.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    let nodes = 0..scene.world.layout().node_count;
    let is_shown = |node: &usize| scene.shows(Place::Body(scene.world.layout().body_of(*node).0));
    let moving: Vec<(DVec2, DVec2)> = nodes
        .filter(|node| !scene.hides || is_shown(node))
        .map(|node| (scene.world.position(node), scene.world.velocity(node)))
        .filter(|(_, velocity)| velocity.length_squared() > 0.0)
        .collect();
    let color = scene.palette.velocity;
    let largest = longest(moving.iter().map(|&(_, velocity)| velocity));
    if moving.is_empty() {
        return explain(picture, color, "velocity: all at rest");
    }
    let drawn = arrows::draw(scene, options, options.velocity_scale, moving.into_iter());
    let (width, cut) = (arrow_width(scene, drawn.arrows.len()), arrows::cut_words(drawn.cut));
    picture.items.push(Item::Arrows { arrows: drawn.arrows, stroke: Stroke::new(color, width) });
    explain(picture, color, format!("velocity, up to {}{cut}", ruler::write(largest)));
    arrows::explain_scale(scene, options, options.velocity_scale, "velocity", color, picture);
}
