//! Overlay: acceleration of every node: net force divided by mass, as used by the integrator.

use super::{Draw, Overlay, OverlayOptions, arrow_width, arrows, explain, longest};
use crate::picture::{Item, Picture, Scene, Stroke, ruler};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "acceleration",
    title: "Acceleration",
    explanation: "An arrow for net force divided by mass at every node that can move.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    let color = scene.palette.normal;
    let accelerations = scene.world.accelerations();
    let largest = longest(accelerations.iter().copied());
    let vectors = accelerations.iter().enumerate().map(|(node, &vector)| (scene.world.position(node), vector));
    let drawn = arrows::draw(scene, options, options.acceleration_scale, vectors);
    if drawn.arrows.is_empty() {
        return explain(picture, color, "acceleration: none");
    }
    let cut = arrows::cut_words(drawn.cut);
    let width = arrow_width(scene, drawn.arrows.len());
    picture.items.push(Item::Arrows { arrows: drawn.arrows, stroke: Stroke::new(color, width) });
    explain(picture, color, format!("acceleration, up to {}{cut}", ruler::write(largest)));
    arrows::explain_scale(scene, options, options.acceleration_scale, "acceleration", color, picture);
}
