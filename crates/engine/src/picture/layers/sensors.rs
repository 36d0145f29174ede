//! Layer: outlines of sensors, dashed and muted.

use super::Layer;
use crate::picture::joints::{SensorOutline, sensors};
use crate::picture::{Item, Picture, Scene, Stroke};

pub(super) const LAYER: Layer = Layer {
    id: "sensors",
    title: "Sensors",
    explanation: "Dashed outlines of bodies, discs and obstacles that only report what enters and leaves them.",
    on_at_first: true,
    draw,
};

fn draw(scene: &Scene, picture: &mut Picture) {
    let color = scene.palette.background.mix(scene.palette.cold.opaque(), 0.65);
    let stroke = Stroke::dashed(color, 1.6);
    let (mut segments, mut circles) = (Vec::new(), Vec::new());
    for (_, outline) in sensors(scene) {
        match outline {
            SensorOutline::Hull(edges) => segments.extend(edges),
            SensorOutline::Circle(center, radius) => circles.push((center, radius)),
        }
    }
    if !segments.is_empty() {
        picture.items.push(Item::Lines { segments, stroke });
    }
    if !circles.is_empty() {
        picture.items.push(Item::Circles { circles, fill: None, outline: Some(stroke) });
    }
}
