//! Overlays: forces on every node, one overlay per kind, all on one scale.

use super::{Overlay, OverlayOptions, arrow_width, arrows, explain, longest};
use crate::engine::trace::Forces;
use crate::picture::{Item, Picture, Scene, Stroke, ruler};

macro_rules! overlay {
    ($name:ident, $kind:literal, $id:literal, $title:literal, $explanation:literal) => {
        pub(super) const $name: Overlay = Overlay {
            id: $id,
            title: $title,
            explanation: $explanation,
            needs_trace: false,
            draw: |scene, options, picture| draw($kind, scene, options, picture),
        };
    };
}

overlay!(GRAVITY, 0, "force-gravity", "Gravity", "An arrow for the weight of every mass.");
overlay!(SPRING, 1, "force-spring", "Spring force", "An arrow for the elastic force of all springs on a node.");
overlay!(DAMPING, 2, "force-damping", "Damping force", "An arrow for the damping force of all springs on a node.");
overlay!(GAS, 3, "force-gas", "Gas force", "An arrow for the pressure of the gas on a hull node.");
overlay!(DECOR, 4, "force-decor", "Decor reaction", "An arrow for the push of decor where decor pushes by force.");
overlay!(HAND, 5, "force-hand", "Hand", "An arrow for the pull of the hand.");
overlay!(TOTAL, 6, "force-total", "Net force", "An arrow for the sum of all forces on a node.");

/// Index of the sum of all kinds.
const TOTAL_KIND: usize = 6;

/// Draws the arrows of one kind, by its index in [`Forces::KINDS`]: the forces at the start of the next substep.
fn draw(kind: usize, scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    let forces = scene.world.forces();
    let list = forces.kinds()[kind];
    let color = scene.palette.forces[kind];
    let vectors = list.iter().enumerate().map(|(node, &force)| (scene.world.position(node), force));
    let drawn = arrows::draw(scene, options, options.force_scale, vectors);
    let largest = longest(list.iter().copied());
    let name = if kind == TOTAL_KIND { "net" } else { Forces::KINDS[kind] };
    if largest == 0.0 {
        return explain(picture, color, format!("{name} force: none"));
    }
    explain(picture, color, format!("{name} force, up to {}{}", ruler::write(largest), arrows::cut_words(drawn.cut)));
    // The total is drawn last and wider, because it covers the others.
    let width = arrow_width(scene, drawn.arrows.len()) * if kind == TOTAL_KIND { 1.25 } else { 1.0 };
    picture.items.push(Item::Arrows { arrows: drawn.arrows, stroke: Stroke::new(color, width) });
    arrows::explain_scale(scene, options, options.force_scale, "force", color, picture);
}
