//! Layer: links between bodies, discs and fixed points. Springs as zigzags, sticks as lines, pin joints as rings.

use super::Layer;
use crate::level::{LinkEnd, LinkKind};
use crate::picture::joints::zigzag;
use crate::picture::{Item, MarkShape, Picture, Scene, Stroke};

pub(super) const LAYER: Layer = Layer {
    id: "links",
    title: "Links",
    explanation: "Links between bodies, discs and fixed points: zigzag for a spring, line for a stick, ring for a pin joint.",
    on_at_first: true,
    draw,
};

/// Radius of the ring of a pin joint.
pub(crate) const PIN_PX: f32 = 5.0;

fn draw(scene: &Scene, picture: &mut Picture) {
    let (mut springs, mut sticks, mut pins, mut gaps, mut anchors) = (vec![], vec![], vec![], vec![], vec![]);
    for (index, link) in scene.level.links.iter().enumerate() {
        let Some(ends) = scene.link_ends(index) else { continue };
        match link.kind {
            LinkKind::Spring { rest_length, .. } => springs.extend(zigzag(scene, ends, rest_length)),
            LinkKind::Stick { .. } => sticks.push(ends),
            LinkKind::Pin => {
                pins.push((ends[0] + ends[1]) * 0.5);
                if scene.px_from_world(ends[0].distance(ends[1])) > 1.0 {
                    gaps.push(ends);
                }
            }
        }
        for (end, at) in [link.a, link.b].into_iter().zip(ends) {
            if matches!(end, LinkEnd::Point(_)) {
                anchors.push(at);
            }
        }
    }
    let palette = scene.palette;
    let muted = |color: crate::picture::Rgba| palette.background.mix(color.opaque(), 0.7);
    let (spring, stick) = (muted(palette.spring), muted(palette.stick));
    let lists =
        [(springs, Stroke::new(spring, 1.4)), (sticks, Stroke::new(stick, 2.5)), (gaps, Stroke::dashed(stick, 1.4))];
    for (segments, stroke) in lists.into_iter().filter(|(segments, _)| !segments.is_empty()) {
        picture.items.push(Item::Lines { segments, stroke });
    }
    if !anchors.is_empty() {
        let (shape, fill) = (MarkShape::Square, muted(palette.pinned));
        picture.items.push(Item::Marks { centers: anchors, shape, radius_px: 3.5, fill, outline: None });
    }
    if !pins.is_empty() {
        let (fill, outline) = (palette.background.alpha(0), Some(Stroke::new(stick, 2.0)));
        picture.items.push(Item::Dots { centers: pins, radius_px: PIN_PX, fill, outline });
    }
}
