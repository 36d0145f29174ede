//! Overlay: velocity changes by contacts: impulse and friction on M, A and B (000 §D.2.a–b).

use super::contacts::chosen;
use super::{Draw, Overlay, OverlayOptions, arrow_width, arrows, explain};
use crate::picture::{Item, Picture, Scene, Stroke};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "impulses",
    title: "Impulses",
    explanation: "Velocity changes of M, A and B by impulse and by friction, on the scale of velocities.",
    needs_trace: true,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    let Some(trace) = scene.trace else { return };
    let (mut impulses, mut frictions) = (Vec::new(), Vec::new());
    for contact in &trace.contacts {
        if options.focus.is_some_and(|focus| focus != (contact.body, contact.node)) {
            continue;
        }
        let (Some(edge), Some(response)) = (chosen(contact), &contact.response) else { continue };
        for (at, impulse, friction) in [
            (contact.point, response.impulse_m, response.friction_m),
            (edge.a_position, response.impulse_ab[0], response.friction_ab[0]),
            (edge.b_position, response.impulse_ab[1], response.friction_ab[1]),
        ] {
            impulses.push((at, impulse));
            frictions.push((at, friction));
        }
    }
    let (impulse, friction) = (scene.palette.contact, scene.palette.warning);
    if impulses.is_empty() {
        return explain(picture, impulse, "impulses: none");
    }
    let width = arrow_width(scene, impulses.len());
    let [impulses, frictions] =
        [impulses, frictions].map(|list| arrows::draw(scene, options, options.velocity_scale, list.into_iter()));
    picture.items.push(Item::Arrows { arrows: impulses.arrows, stroke: Stroke::new(impulse, 1.1 * width) });
    picture.items.push(Item::Arrows { arrows: frictions.arrows, stroke: Stroke::new(friction, 0.9 * width) });
    explain(picture, impulse, format!("velocity change by impulse{}", arrows::cut_words(impulses.cut)));
    explain(picture, friction, format!("velocity change by friction{}", arrows::cut_words(frictions.cut)));
    arrows::explain_scale(scene, options, options.velocity_scale, "velocity", impulse, picture);
}
