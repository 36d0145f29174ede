//! Overlay: gas pressure of every body as a colour with its value, and its force on every hull edge (000 §C.3).

use super::boxes::hull_box;
use super::{Draw, LABEL_PX, Overlay, OverlayOptions, arrow_width, arrows, explain, ramp};
use crate::engine::forces::GAS;
use crate::level::Place;
use crate::picture::{Align, Item, Picture, Scene, Stroke, ruler};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "pressure",
    title: "Pressure by edge",
    explanation: "The pressure in every body as a colour with its number, and the force of the gas on every hull edge.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Above this number of bodies, labels would cover each other.
const MAX_LABELS: usize = 40;
/// Maximum opacity of the fill, 0..=255.
const FILL: u8 = 110;

fn draw(scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    let count = scene.level.bodies.len().min(scene.world.layout().bodies.len());
    // P = K/V, and V is half of S.
    let filled: Vec<(usize, f64)> = (0..count)
        .filter(|&body| scene.shows(Place::Body(body)))
        .filter_map(|body| Some((body, 2.0 * scene.world.pressure(body)?)))
        .collect();
    let color = scene.palette.force(&GAS.parts[0]);
    if filled.is_empty() {
        return explain(picture, color, "pressure: no body is filled with gas");
    }
    let largest = filled.iter().map(|&(_, pressure)| pressure.abs()).fold(0.0, f64::max);
    let range = ruler::round_up(largest).unwrap_or(1.0);
    for &(body, pressure) in &filled {
        let parts = &scene.level.bodies[body];
        let corners = parts.triangles.iter().filter_map(|&corners| scene.triangle(body, corners)).collect();
        let fill = ramp(scene.palette, color, pressure.abs() / range).alpha(FILL);
        picture.items.push(Item::Triangles { corners, fill });
    }
    let pushes = filled.iter().flat_map(|&(body, _)| {
        let ends = scene.level.bodies[body].hull.iter().map(move |&[a, b]| scene.link(body, a, b));
        // Both ends get the same force; the arrow at the middle shows their sum.
        let pushes = scene.world.gas_on_edges(body).into_iter();
        ends.zip(pushes).filter_map(|(ends, push)| ends.map(|[a, b]| ((a + b) * 0.5, push * 2.0)))
    });
    let drawn = arrows::draw(scene, options, options.force_scale, pushes);
    let cut = arrows::cut_words(drawn.cut);
    let width = arrow_width(scene, drawn.arrows.len());
    picture.items.push(Item::Arrows { arrows: drawn.arrows, stroke: Stroke::new(color, width) });
    for &(body, pressure) in filled.iter().take(MAX_LABELS) {
        let Some(bounds) = hull_box(scene, body) else { continue };
        picture.items.push(Item::Text {
            at: bounds.center(),
            offset_px: [0.0, 0.0],
            align: Align::Center,
            text: format!("P = {}", ruler::write(pressure)),
            size_px: LABEL_PX,
            color: scene.palette.text,
        });
    }
    explain(
        picture,
        color,
        format!("pressure P = gas/area of {}; arrows: P times the edge's length{cut}", ruler::write(range)),
    );
    explain(picture, ramp(scene.palette, color, 0.5), format!("pressure of {}", ruler::write(range / 2.0)));
    explain(picture, ramp(scene.palette, color, 0.0), "no pressure");
    arrows::explain_scale(scene, options, options.force_scale, "force", color, picture);
}
