//! Overlay: sensors, filled while something is inside.

use super::{Draw, LABEL_PX, Overlay, OverlayOptions, add_labels, explain};
use crate::level::Place;
use crate::picture::joints::{SensorOutline, sensors};
use crate::picture::{Align, Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "sensors",
    title: "Sensor contents",
    explanation: "Dashed outlines of sensors, with the number of bodies and discs inside; filled while something is.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let color = scene.palette.cold.opaque();
    let found = sensors(scene);
    let is_none = found.is_empty();
    let (mut labels, mut is_any_taken) = (Vec::new(), false);
    for (sensor, outline) in found {
        let inside = inside(scene, sensor);
        is_any_taken |= inside > 0;
        let fill = color.alpha(70);
        let at = match outline {
            SensorOutline::Hull(edges) => {
                let ring: Vec<DVec2> = edges.iter().map(|edge| edge[0]).collect();
                // In the middle: names of markers stand at the left.
                let low = ring.iter().copied().reduce(DVec2::min).unwrap_or_default();
                let high = ring.iter().copied().reduce(DVec2::max).unwrap_or_default();
                let top = DVec2::new(low.midpoint(high).x, high.y);
                if inside > 0 {
                    picture.items.push(Item::Polygon { rings: vec![ring], fill });
                }
                picture.items.push(Item::Lines { segments: edges, stroke: Stroke::dashed(color, 2.0) });
                top
            }
            SensorOutline::Circle(center, radius) => {
                let fill = (inside > 0).then_some(fill);
                let outline = Some(Stroke::dashed(color, 2.0));
                picture.items.push(Item::Circles { circles: vec![(center, radius)], fill, outline });
                center + DVec2::Y * radius
            }
        };
        let text = format!("{inside} inside");
        labels.push(Item::Text { at, offset_px: [0.0, -10.0], align: Align::Center, text, size_px: LABEL_PX, color });
    }
    add_labels(scene, picture, labels);
    if is_none {
        return explain(picture, color, "sensors: none");
    }
    explain(picture, color, "sensor");
    if is_any_taken {
        explain(picture, color.alpha(70), "sensor with a body or disc inside");
    }
}

/// Number of bodies and discs in a sensor, as the engine reports them.
fn inside(scene: &Scene, sensor: Place) -> usize {
    let contacts = &scene.world.state().sensor_contacts;
    let from = contacts.partition_point(|pair| pair[0] < sensor);
    contacts[from..].iter().take_while(|pair| pair[0] == sensor).count()
}
