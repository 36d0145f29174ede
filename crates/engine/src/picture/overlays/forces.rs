//! Overlays: forces on every node, one overlay per part of a force and one for the sum, all on one scale.

use super::{Draw, Overlay, OverlayOptions, arrow_width, arrows, explain, longest};
use crate::engine::forces::{ForcePart, PART_COUNT, PARTS};
use crate::picture::{Item, Picture, Scene, Stroke, ruler};

/// Of every part, in order, and the sum last.
pub(super) const OVERLAYS: [Overlay; PART_COUNT + 1] = {
    let mut overlays = [TOTAL; PART_COUNT + 1];
    let mut at = 0;
    while at < PART_COUNT {
        overlays[at] = of(PARTS[at]);
        at += 1;
    }
    overlays
};

const fn of(part: &'static ForcePart) -> Overlay {
    let (id, title, explanation) = (part.names.overlay, part.title, part.explanation);
    Overlay { id, title, explanation, needs_trace: false, draw: Draw::Force(Some(part)) }
}

const TOTAL: Overlay = Overlay {
    id: "force-total",
    title: "Net force",
    explanation: "An arrow for the sum of all forces on a node.",
    needs_trace: false,
    draw: Draw::Force(None),
};

/// Draws the arrows of one part, or of the sum: the forces at the start of the next substep.
pub(super) fn draw(part: Option<&'static ForcePart>, scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    let forces = scene.world.forces();
    let (name, list, color) = match part {
        Some(part) => (part.id(), forces.of(part.id()), scene.palette.force(part)),
        None => ("net", &forces.total[..], scene.palette.net_force()),
    };
    let vectors = list.iter().enumerate().map(|(node, &force)| (scene.world.position(node), force));
    let drawn = arrows::draw(scene, options, options.force_scale, vectors);
    let largest = longest(list.iter().copied());
    if largest == 0.0 {
        return explain(picture, color, format!("{name} force: none"));
    }
    explain(picture, color, format!("{name} force, up to {}{}", ruler::write(largest), arrows::cut_words(drawn.cut)));
    // The total is drawn last and wider, because it covers the others.
    let width = arrow_width(scene, drawn.arrows.len()) * if part.is_none() { 1.25 } else { 1.0 };
    picture.items.push(Item::Arrows { arrows: drawn.arrows, stroke: Stroke::new(color, width) });
    arrows::explain_scale(scene, options, options.force_scale, "force", color, picture);
}
